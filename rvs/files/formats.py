"""The formats of files that can be opened: one table for checks, dialogs, drops, commands.

The treatment of an opened file in the window depends only on its use
(``rvs/ui/saving/opening.py``).  A new format of robots is a row in ``rvs/files/robots/readers.py``.
A reader is imported when a file is read, so that checking a robot does not load the code for cells.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from rvs.files.budget import within_budget
from rvs.files.cad import SUFFIXES as CAD
from rvs.files.library import LibraryError, load_robot
from rvs.files.robots.arch import Architecture
from rvs.files.robots.readers import ROBOTS
from rvs.files.suffixes import SUFFIXES as MESHES
from rvs.files.suffixes import TABLES
from rvs.files.text.errors import FileError, FileErrors, whole_file
from rvs.files.text.source import read_source
from rvs.files.text.syntax import Tree, read_tree, read_with
from rvs.model.robots.imported import USUAL, Choices
from rvs.value_class import dataclass

Use = Literal["robot", "cell", "postures", "trajectory", "model", "environment", "mesh", "cad"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files.

    Attributes:
        title: Name of such files.
        suffixes: Their suffixes.
        use: The use of such a file in the window.
        read: Reads a file with all its errors; a robot by its path and choices.
    """

    title: str
    suffixes: tuple[str, ...]
    use: Use
    read: Callable[..., object]


def _cell(path: Path) -> object:
    from rvs.files.cells.cell import read_cell

    return read_cell(path)


@within_budget()
def _postures(path: Path) -> object:
    from rvs.files.robots.jconfig import PostureFile, postures_of

    def read(tree: Tree) -> PostureFile:
        pairs = tree.root.pairs
        named = next((pair.value.text for pair in pairs if pair.key == "robot"), path.stem)
        return postures_of(tree, _robot(path, named), path)

    return read_with(read_source(path), read)


@within_budget()
def _rows(path: Path) -> object:
    from rvs.files.motions.jtraj import check_jtraj, read_jtraj

    head = check_jtraj(path)
    return read_jtraj(path, _robot(path, head.robot)) if head.robot else head


def _robot(path: Path, name: str) -> Architecture:
    try:
        return load_robot(name)
    except LibraryError as error:
        raise whole_file(path, f"its robot is not known: {error}") from error


def _path(path: Path) -> object:
    from rvs.files.motions.ctraj import read_ctraj

    return read_ctraj(path)


def _robot_and_model(path: Path, choices: Choices = USUAL) -> object:
    from rvs.files.bodies.models import read_fitting_robot

    return read_fitting_robot(path, choices)


def _model(path: Path) -> object:
    from rvs.files.bodies.models import read_fitting_body

    return read_fitting_body(path)


def _environment(path: Path) -> object:
    from rvs.files.cells.env import read_environment

    return read_environment(path)


def _mesh(path: Path) -> object:
    from rvs.files.meshes.meshes import read_mesh

    return read_mesh(path)


def _cad(path: Path) -> object:
    from rvs.files.cad.step import read_step

    return read_step(path)


FORMATS = (
    Format("Robots", tuple(ROBOTS), "robot", _robot_and_model),
    Format("Cells", (".rvs",), "cell", _cell),
    Format("Postures", (".jconfig",), "postures", _postures),
    Format("Joint trajectories", (".jtraj", *TABLES), "trajectory", _rows),
    Format("Paths of the tool", (".ctraj",), "trajectory", _path),
    Format("Full models", (".body",), "model", _model),
    Format("Work environments", (".env",), "environment", _environment),
    Format("Mesh files", MESHES, "mesh", _mesh),
    Format("CAD files", CAD, "cad", _cad),
)


def format_of(path: Path) -> Format | None:
    """Return the format of a file by its suffix, or None.

    Tables that may contain a robot or its motion are distinguished by their contents.
    """
    suffix = path.suffix.lower()
    if suffix in TABLES:
        from rvs.files.motions.motion_table import is_motion_table

        if is_motion_table(path):
            suffix = ".jtraj"
    return next((one for one in FORMATS if suffix in one.suffixes), None)


def dialog_filter(*uses: Use) -> str:
    """Return the filter of a dialog for some or all uses: ``Robots (*.arch);;All files (*)``."""
    found = [one for one in FORMATS if not uses or one.use in uses]
    rows = [f"{one.title} ({_patterns(one.suffixes)})" for one in found]
    if len(found) > 1:
        every = dict.fromkeys(suffix for one in found for suffix in one.suffixes)
        rows.insert(0, f"All formats of RVS ({_patterns(tuple(every))})")
    return ";;".join([*rows, "All files (*)"])


def _patterns(suffixes: list[str] | tuple[str, ...]) -> str:
    return " ".join(f"*{suffix}" for suffix in suffixes)


@dataclass(frozen=True, slots=True)
class Report:
    """Errors and warnings of a file."""

    errors: tuple[FileError, ...] = ()
    warnings: tuple[FileError, ...] = ()

    @property
    def ok(self) -> bool:
        """Return whether the file can be used."""
        return not self.errors


@within_budget()
def check_file(path: Path, choices: Choices = USUAL) -> Report:
    """Read a file in the format of its suffix; for other suffixes, only the syntax is checked.

    Args:
        path: The file.
        choices: The choices for the file of a robot.
    """
    known = format_of(path)
    try:
        if known is None:
            values: list[object] = [read_tree(path)]
        else:
            # Of each of several robots beside each other, once.
            read = known.read
            each = choices.each if known.use == "robot" else ()
            values = [read(path, one) for one in each] or [read(path)]
    except FileErrors as error:
        return Report(errors=error.errors)
    found = dict.fromkeys(note for one in values for note in getattr(one, "warnings", ()))
    return Report(warnings=tuple(found))
