"""Readers of robots by the suffixes of their files: a new format is a file of its own and a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.text.errors import whole_file
from rvs.model.bounds import check_robot_bounds

Reader = Callable[[Path], Architecture]


def later(module: str, name: str) -> Reader:
    """Return a reader that is imported when it is called: an architecture file waits for none."""

    def read(path: Path) -> Architecture:
        reader: Reader = getattr(import_module(f"rvs.files.{module}"), name)
        return reader(path)

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


def read_robot_file(path: Path) -> Architecture:
    """Read a robot as the suffix of its file says; as an architecture file if that is no other.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    read = ROBOTS.get(path.suffix.lower(), read_architecture)(path)
    try:
        check_robot_bounds(read.robot)
    except ArgumentError as error:
        raise whole_file(path, str(error)) from error
    return read


def is_tree(path: Path) -> bool:
    """Tell whether a file holds a tree of links, by its suffix."""
    return ROBOTS.get(path.suffix.lower()) is CHAIN
