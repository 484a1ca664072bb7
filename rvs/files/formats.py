"""The formats of files that can be opened: one table for checks, dialogs, drops, commands.

How the window opens a file depends on its use alone (``rvs/ui/saving/opening.py``).  A new format
of robots is a row in ``rvs/files/robots/readers.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rvs.files.bodies.check import read_fitting_body
from rvs.files.cells.cell import read_cell
from rvs.files.cells.env import read_environment
from rvs.files.library import LibraryError, load_robot
from rvs.files.meshes.meshes import SUFFIXES as MESHES
from rvs.files.meshes.meshes import read_mesh
from rvs.files.motions.ctraj import read_ctraj
from rvs.files.motions.jtraj import check_jtraj, read_jtraj
from rvs.files.robots.arch import Architecture
from rvs.files.robots.jconfig import postures_of
from rvs.files.robots.readers import ROBOTS, read_robot_file
from rvs.files.text.errors import whole_file
from rvs.files.text.syntax import read_tree

Use = Literal["robot", "cell", "postures", "trajectory", "model", "environment", "mesh"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files.

    Attributes:
        title: What such files are called.
        suffixes: Their suffixes.
        use: What the window does with one.
        read: Reads one with everything that can be wrong with it.
    """

    title: str
    suffixes: tuple[str, ...]
    use: Use
    read: Callable[[Path], object]


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


FORMATS = (
    Format("Robots", tuple(ROBOTS), "robot", read_robot_file),
    Format("Cells", (".rvs",), "cell", read_cell),
    Format("Postures", (".jconfig",), "postures", _postures),
    Format("Joint trajectories", (".jtraj",), "trajectory", _rows),
    Format("Paths of the tool", (".ctraj",), "trajectory", read_ctraj),
    Format("Full models", (".body",), "model", read_fitting_body),
    Format("Work environments", (".env",), "environment", read_environment),
    Format("Mesh files", MESHES, "mesh", read_mesh),
)


def format_of(path: Path) -> Format | None:
    """Return the format of a file by its suffix, or None."""
    suffix = path.suffix.lower()
    return next((one for one in FORMATS if suffix in one.suffixes), None)


def dialog_filter(*uses: Use) -> str:
    """Return what a dialog offers to open, as ``Robots (*.arch);;All files (*)``.

    Args:
        uses: Of which use; all if left out.
    """
    found = [one for one in FORMATS if not uses or one.use in uses]
    rows = [f"{one.title} ({_patterns(one.suffixes)})" for one in found]
    if len(found) > 1:
        every = [suffix for one in found for suffix in one.suffixes]
        rows.insert(0, f"All that RVS opens ({_patterns(every)})")
    return ";;".join([*rows, "All files (*)"])


def _patterns(suffixes: list[str] | tuple[str, ...]) -> str:
    return " ".join(f"*{suffix}" for suffix in suffixes)
