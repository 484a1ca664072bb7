"""Reads a file of any format only to tell what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rvs.files.bodies.check import read_fitting_body
from rvs.files.cells.cell import read_cell
from rvs.files.cells.env import read_environment
from rvs.files.library import LibraryError, load_robot
from rvs.files.motions.ctraj import read_ctraj
from rvs.files.motions.jtraj import check_jtraj, read_jtraj
from rvs.files.robots.arch import Architecture, read_architecture
from rvs.files.robots.jconfig import postures_of
from rvs.files.text.errors import FileError, FileErrors, whole_file
from rvs.files.text.syntax import read_tree


@dataclass(frozen=True, slots=True)
class Report:
    """What is wrong and what is odd about a file."""

    errors: tuple[FileError, ...] = ()
    warnings: tuple[FileError, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether it can be used."""
        return not self.errors


def check_file(path: Path) -> Report:
    """Read a file as its suffix says; of a suffix without a reader, only the syntax is checked."""
    read = READERS.get(path.suffix.lower(), read_tree)
    try:
        value = read(path)
    except FileErrors as error:
        return Report(errors=error.errors)
    return Report(warnings=tuple(getattr(value, "warnings", ())))


def _postures(path: Path) -> object:
    tree = read_tree(path)
    named = next((pair.value.text for pair in tree.root.pairs if pair.key == "robot"), path.stem)
    return postures_of(tree, _robot(path, named), path)


def _rows(path: Path) -> object:
    head = check_jtraj(path)
    return read_jtraj(path, _robot(path, head.robot)) if head.robot else head


def _robot(path: Path, name: str) -> Architecture:
    try:
        return load_robot(name)
    except LibraryError as error:
        raise whole_file(path, f"its robot is not known: {error}") from error


READERS: dict[str, Callable[[Path], object]] = {
    ".arch": read_architecture,
    ".body": read_fitting_body,
    ".jconfig": _postures,
    ".jtraj": _rows,
    ".ctraj": read_ctraj,
    ".rvs": read_cell,
    ".env": read_environment,
}
