"""The trajectories that belong to the cell of the window: played from its file, kept in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rvs.files.cell import TrajectoryLink
from rvs.files.library import LibraryError, files_of
from rvs.files.references import reference_fault, resolve
from rvs.model.document import fresh_id
from rvs.ui import trajectory_commands
from rvs.ui.desk import Desk

KIND = "jtraj"


@dataclass(frozen=True, slots=True)
class CellTrajectory:
    """A trajectory of the cell whose file is there.

    Attributes:
        name: What it is called in the cell.
        robot: Id of the robot that it moves, or empty for the current one.
        path: Its file.
    """

    name: str
    robot: str
    path: Path


def of_cell(desk: Desk) -> tuple[CellTrajectory, ...]:
    """Return the trajectories that the cell names, without those whose file is gone."""
    folder = desk.cell_file.path.parent if desk.cell_file.path else None
    there = {placed.id for placed in desk.session.state.document.robots}
    found = []
    for link in desk.cell_file.trajectories:
        path = _file(link, folder)
        if path is not None and (not link.robot or link.robot in there):
            found.append(CellTrajectory(link.name, link.robot, path))
    return tuple(found)


def load(desk: Desk, one: CellTrajectory, move: bool = True) -> bool:
    """Load a trajectory of the cell for its robot, which becomes the current one.

    Args:
        desk: The desk.
        one: The trajectory.
        move: Take the robot to its first row.
    """
    if one.robot:
        desk.session.select((one.robot,))
    return trajectory_commands.load(desk, one.path, move)


def load_first(desk: Desk) -> None:
    """Make the first trajectory of a cell that was opened ready; its robots stay as saved."""
    found = of_cell(desk)
    if found and load(desk, found[0], move=False) and found[1:]:
        others = f", the first of {len(found)} in this cell"
        desk.window.statusBar().showMessage(f"Trajectory {found[0].name}{others}", 6000)


def remember(desk: Desk, target: Path) -> None:
    """Take what is loaded among the cell's trajectories, if a file of it can be named there.

    Args:
        desk: The desk.
        target: Where the cell will lie.
    """
    loaded = trajectory_commands.panel(desk).playback.loaded
    if loaded is None or loaded.path is None or trajectory_commands.is_path(loaded.path):
        return
    reference, robot = _reference(loaded.path, target.parent), loaded.placed.id
    links = desk.cell_file.trajectories
    known = any(link.file == reference and link.robot in ("", robot) for link in links)
    if reference and not known:
        name = fresh_id(loaded.name, (link.name for link in links))
        desk.cell_file.add_trajectory(TrajectoryLink(name, reference, robot))


def _file(link: TrajectoryLink, folder: Path | None) -> Path | None:
    try:
        return resolve(link.file, KIND, folder)
    except LibraryError:
        return None


def _reference(path: Path, folder: Path) -> str:
    """The name of a file in the library, or its place below the cell's folder, or nothing."""
    for name, file in files_of(KIND).items():
        if file == path:
            return name
    below = path.relative_to(folder).as_posix() if path.is_relative_to(folder) else ""
    return "" if reference_fault(below) else below
