"""Motions of a cell by name: a program, a trajectory of the cell, or a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.files.budget import within_budget
from rvs.files.cells.cell import Cell, TrajectoryLink
from rvs.files.library import SUFFIXES, LibraryError, files_of
from rvs.files.motions.ctraj import read_ctraj
from rvs.files.motions.jtraj import read_jtraj
from rvs.files.robots.arch import Architecture
from rvs.files.storage.references import reference_fault, resolve
from rvs.files.text.errors import nearest
from rvs.model.document import PlacedRobot
from rvs.model.motions.cartesian import follow
from rvs.model.motions.kept import kept_motion
from rvs.model.motions.motion import Motion
from rvs.model.programs.run import run_program

FOLDERS = ("jtraj", "ctraj")


def cell_motion(
    cell: Cell, name: str, robot_id: str = "", damping: float = 0.0
) -> tuple[PlacedRobot, Motion]:
    """Return a motion by name, and its robot.

    Args:
        cell: The cell.
        name: A program or a trajectory of the cell, a trajectory of the library, or a file below
            the cell's folder.
        robot_id: The robot for a file that names none; the first one if omitted.
        damping: Permitted deviation of the tool from the path of a file near singularities.

    Raises:
        RvsError: There is no such motion, its file has errors, or the robot can't follow it.
    """
    robots = cell.document.robots
    if not robots:
        raise RvsError(f"{name}: the cell has no robot to move")
    placed = next((one for one in robots if one.id == robot_id), robots[0])
    for program in cell.document.programs:
        if program.name == name:
            taught = cell.document.robot(program.robot_id)
            return taught, run_program(taught.robot, program).trajectory
    made = kept_motion(cell.document, name)
    if made is not None:
        return cell.document.robot(made.robot_id), made.trajectory
    for link in cell.trajectories:
        if link.name == name:
            named = next((one for one in robots if one.id == link.robot), placed)
            return named, link_motion(cell, link, named)
    known = [
        *(one.name for one in cell.document.programs),
        *(one.name for one in cell.document.motions),
        *(one.name for one in cell.trajectories),
    ]
    return placed, read_motion(_resolved(name, cell.path, known), placed, damping)


def motion_of(cell: Cell, name: str, robot_id: str = "", damping: float = 0.0) -> Motion:
    """Return the motion given in a script; arguments and errors as for ``cell_motion``.

    A cell names only files below its folder; a script may name any file.
    """
    path = Path(name)
    suffixes = [SUFFIXES[kind] for kind in FOLDERS]
    if not cell.document.robots or path.suffix.lower() not in suffixes or not path.is_file():
        return cell_motion(cell, name, robot_id, damping)[1]
    robots = cell.document.robots
    placed = next((one for one in robots if one.id == robot_id), robots[0])
    return read_motion(path, placed, damping)


def link_motion(cell: Cell, link: TrajectoryLink, placed: PlacedRobot) -> Motion:
    """Return a trajectory of a cell as the motion of a robot.

    Raises:
        RvsError: There is no such file, it has errors, or the robot can't follow it.
    """
    return read_motion(_resolved(link.file, cell.path, ()), placed)


def motion_name(cell: Cell, path: Path) -> str:
    """Return the name by which a cell finds the file of a trajectory, or nothing."""
    folder = cell.path.parent if cell.path else None
    for link in cell.trajectories:
        try:
            if _resolved(link.file, cell.path, ()).samefile(path):
                return link.name
        except (RvsError, OSError):
            continue
    for kind in FOLDERS:
        for name, file in files_of(kind).items():
            if file == path:
                return name + (SUFFIXES[kind] if kind == "ctraj" else "")
    if folder is not None and path.is_relative_to(folder):
        below = path.relative_to(folder).as_posix()
        return "" if reference_fault(below) else below
    return ""


def _resolved(name: str, path: Path | None, known: Sequence[str]) -> Path:
    folder = path.parent if path else None
    wants_path = name.lower().endswith(SUFFIXES["ctraj"])
    for kind in ("ctraj",) if wants_path else FOLDERS:
        try:
            return resolve(name, kind, folder)
        except LibraryError:
            continue
    everything = [*known, *(one for kind in FOLDERS for one in files_of(kind))]
    raise RvsError(f"there is no motion {name[:80]!r}{nearest(name, everything)}")


@within_budget()
def read_motion(path: Path, placed: PlacedRobot, damping: float = 0.0) -> Motion:
    """Read the file of a joint trajectory, or of a tool path, as the motion of a robot.

    Args:
        path: The file.
        placed: The robot.
        damping: Permitted deviation of the tool from a path near singularities.

    Raises:
        RvsError: The file has errors, or the robot can't follow it.
    """
    architecture = Architecture(placed.robot, placed.unit)
    if path.suffix.lower() != SUFFIXES["ctraj"]:
        return read_jtraj(path, architecture, placed.id).trajectory
    plan = follow(placed.robot, placed.id, read_ctraj(path).motion, damping=damping)
    if not plan.complete or plan.trajectory is None:
        stop = next(finding for finding in plan.findings if finding.stops)
        raise RvsError(f"{path.name}: {placed.id} can't follow it: {stop.words}")
    return plan.trajectory
