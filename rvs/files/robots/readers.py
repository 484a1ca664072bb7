"""Readers of robots by the suffixes of their files: a new format is a file of its own and a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.several import named_robot
from rvs.files.text.errors import FileError, whole_file
from rvs.model.bounds import check_robot_bounds

Reader = Callable[..., Architecture]


def later(module: str, name: str) -> Reader:
    """Return a reader that is imported when it is called: an architecture file waits for none."""

    def read(path: Path, *choices: str) -> Architecture:
        reader: Reader = getattr(import_module(f"rvs.files.{module}"), name)
        return reader(path, *choices)

    return read


CHAIN = later("trees.chains", "read_main_chain")
TABLE = later("tables.readers", "read_text_table")
MATRIX = later("tables.readers", "read_matrix")
ROBOTS: Mapping[str, Reader] = {
    ".arch": read_architecture,
    ".urdf": CHAIN,
    ".xacro": CHAIN,
    ".mjcf": CHAIN,
    ".sdf": CHAIN,
    ".xml": CHAIN,
    ".csv": TABLE,
    ".tsv": TABLE,
    ".md": TABLE,
    ".html": later("tables.readers", "read_html"),
    ".tex": later("tables.readers", "read_latex"),
    ".json": later("tables.json_table", "read_json"),
    ".py": later("tables.readers", "read_python"),
    ".m": later("tables.readers", "read_matlab"),
    ".conf": later("tables.readers", "read_roboop"),
    ".dat": MATRIX,
    ".txt": later("tables.readers", "read_plain_text"),
}


# Files that can hold several robots, of which one is read by its name.
SEVERAL = (".py", ".m", ".conf")


def read_robot_file(path: Path, robot: str = "") -> Architecture:
    """Read a robot as the suffix of its file says; as an architecture file if that is no other.

    Args:
        path: The file.
        robot: Name of the robot in a script or file that holds several; the only one if empty.

    Raises:
        SeveralRobots: It holds several robots and none is named.
        FileErrors: Everything that is wrong with it.
    """
    suffix = path.suffix.lower()
    reader = ROBOTS.get(suffix, read_architecture)
    if suffix in SEVERAL:
        read = reader(path, robot or named_robot())
    elif robot:
        raise whole_file(path, f"holds one robot; there is no {robot[:60]!r} to choose")
    else:
        read = reader(path)
    try:
        check_robot_bounds(read.robot)
    except ArgumentError as error:
        raise whole_file(path, str(error)) from error
    if read.imported is None:
        return read
    # Only here: architecture files say their units.
    from rvs.model.robots.plausible import implausible

    angle = "deg" if is_table(path) else "rad"
    said = tuple(FileError(str(path), 0, 0, words) for words in implausible(read.robot, angle))
    return replace(read, warnings=(*read.warnings, *said))


def is_table(path: Path) -> bool:
    """Tell whether angles of a file are in degrees where it says nothing, by its suffix."""
    return path.suffix.lower() in (".csv", ".tsv", ".md", ".html", ".tex")


def is_tree(path: Path) -> bool:
    """Tell whether a file holds a tree of links, by its suffix."""
    return ROBOTS.get(path.suffix.lower()) is CHAIN
