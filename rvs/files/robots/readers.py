"""Readers of robots by the suffixes of their files: a new format is a new file and a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.files.budget import read_once, within_budget
from rvs.files.cad import SUFFIXES as CAD
from rvs.files.library import CALLED, SUFFIXES, is_file
from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.suffixes import SUFFIXES as MESHES
from rvs.files.text.errors import FileError, whole_file
from rvs.model.bounds import check_robot_bounds
from rvs.model.numbers.units import UNITS
from rvs.model.robots.imported import NAMES, USUAL, Choices

Reader = Callable[..., Architecture]


def later(module: str, name: str) -> Reader:
    """Return a reader that is imported on its first call: opening architecture files is faster."""

    @within_budget()
    def read(path: Path, *choices: Choices | str) -> Architecture:
        reader: Reader = getattr(import_module(f"rvs.files.{module}"), name)
        return reader(path, *choices)

    return read


CHAIN = later("trees.chains", "read_chain")
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

# What a file is whose suffix is that of something else; any other may be an architecture file.
OTHERS: Mapping[str, str] = {
    ".rvs": "cell",
    **{suffix: CALLED[folder] for folder, suffix in reversed(SUFFIXES.items())},
    **dict.fromkeys(MESHES, "mesh"),
    **dict.fromkeys(CAD, "CAD file, from which rvs cad makes a robot"),
}


# Files that can hold several robots, of which one is read by its name.
SEVERAL = (".py", ".m", ".conf")
# Choices by their names, and what is said of a file that does not leave them open.
OF_TREES = {"root", "tip", "tips", "effector", "convention", "snap", "allow", "take"}
OF_TABLES = {"zeros", "take"}
ONE_CHAIN = "has one chain; root, tip, convention and snap do not apply to it"
REFUSED = {
    **dict.fromkeys(("root", "tip", "tips", "effector", "convention", "snap"), ONE_CHAIN),
    "robot": "contains one robot; there is no {} to choose",
    "zeros": "is not a table whose numbers could be joint zeros",
    "take": "defines its units; {} does not apply to it",
    "args": "is not a XACRO template; it has no argument {} to set",
}


@read_once
def read_robot_file(path: Path, choices: Choices = USUAL) -> Architecture:
    """Read a robot in the format of its suffix; as an architecture file by default.

    Args:
        path: The file.
        choices: The choices for it.

    Raises:
        SeveralRobots: It holds several robots and none is named.
        FileErrors: Everything that is wrong with it, or it offers no such choice.
    """
    suffix = path.suffix.lower()
    if suffix in OTHERS and suffix not in ROBOTS and is_file(path):
        raise whole_file(path, f"is a {OTHERS[suffix]}; expected a robot file")
    reader = ROBOTS.get(suffix, read_architecture)
    check_choices(path, choices)
    if reader is CHAIN:
        read = reader(path, choices)
    elif suffix in SEVERAL:
        read = reader(path, choices.robot)
    else:
        read = reader(path)
    if choices.zeros:
        if not read.given:
            raise whole_file(path, "contains no table of plain numbers that could be joint zeros")
        # Only here: other files leave nothing open.
        from rvs.files.tables.readers import as_zeros

        read = as_zeros(read)
    if choices.args and reader is read_architecture:
        read = _with_values(path, read, dict(choices.args))
    return judged(path, read, choices)


def _with_values(path: Path, read: Architecture, values: Mapping[str, str]) -> Architecture:
    """Return a robot with other parameter values; plain numbers are in the file's unit."""
    # Only here: few files have parameters.
    from rvs.model.numbers.quantities import KILOGRAM, PURE
    from rvs.model.numbers.quantities import read as number
    from rvs.model.robots.parameters import applied

    units = {"length": UNITS[read.unit], "angle": UNITS["deg"], "mass": KILOGRAM}
    try:
        found = {
            name: number(text, units.get(read.parameters[name].measure, PURE))
            for name, text in values.items()
        }
        parameters = read.parameters.with_values(found)
        robot = applied(read.robot, parameters)
    except ArgumentError as error:
        raise whole_file(path, f"can't have these values: {error}") from error
    return replace(read, robot=robot, parameters=parameters)


def open_choices(path: Path) -> frozenset[str]:
    """Return the names of the choices that a file leaves open, by its suffix."""
    suffix = path.suffix.lower()
    if is_tree(path):
        return frozenset(OF_TREES | ({"args"} if suffix == ".xacro" else set()))
    if ROBOTS.get(suffix) in (None, read_architecture):
        return frozenset({"args"})
    return frozenset(({"robot"} if suffix in SEVERAL else set()) | OF_TABLES)


def fitting(path: Path, choices: Choices) -> Choices:
    """Return the choices that a file leaves open, out of some choices."""
    closed = set(NAMES) - open_choices(path)
    return replace(choices, **{name: getattr(USUAL, name) for name in closed})


def check_choices(path: Path, choices: Choices) -> None:
    """Refuse choices that a file does not leave open.

    Raises:
        FileErrors: There is no such choice.
    """
    left = open_choices(path)
    for name, value in choices.said.items():
        if name not in left and name in REFUSED:
            raise whole_file(path, REFUSED[name].format(_first(value)))


def _first(value: object) -> str:
    return repr(next(iter(value)) if isinstance(value, Mapping | tuple) else value)[:60]


def judged(path: Path, read: Architecture, choices: Choices = USUAL) -> Architecture:
    """Return a robot with the chosen corrections, and warnings about implausible values.

    Raises:
        FileErrors: A value is too large for a document, or a correction is impossible.
    """
    if read.imported is not None:
        # As they were before any of them is taken otherwise.
        own = replace(read.imported.choices, take=())
        read = replace(read, imported=replace(read.imported, choices=own))
    for name in choices.take:
        read = _taken(path, read, name)
    try:
        check_robot_bounds(read.robot)
    except ArgumentError as error:
        raise whole_file(path, str(error)) from error
    if read.imported is None:
        return read
    # Only here: architecture files say their units.
    from rvs.model.robots.plausibility import oddities

    found = oddities(read.robot, read.imported)
    words = (f"{one.sentence} (--take {one.cure.name})" for one in found)
    said = tuple(FileError(str(path), 0, 0, one) for one in words)
    return replace(read, warnings=(*read.warnings, *said))


def _taken(path: Path, read: Architecture, name: str) -> Architecture:
    from rvs.model.robots.plausibility import cure_named, with_correction

    assert read.imported is not None
    cure = cure_named(name, read.imported)
    if cure.of_table and read.body is not None:
        words = "its body uses the same numbers as its table"
        raise whole_file(path, f"can't be read as {name!r}: {words}")
    imported = with_correction(read.imported, cure)
    return replace(read, robot=cure.change(read.robot), imported=imported)


def is_tree(path: Path) -> bool:
    """Return whether a file holds a tree of links, by its suffix."""
    return ROBOTS.get(path.suffix.lower()) is CHAIN
