"""The motions that belong to the cell of the window: played from its file, kept in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rvs.files.cells.cell import TrajectoryLink
from rvs.files.cells.tracks import cell_tracks
from rvs.files.library import LibraryError, files_of
from rvs.files.storage.references import reference_fault, resolve
from rvs.model.document import fresh_id
from rvs.model.programs.program import Program
from rvs.model.refs import NOTHING
from rvs.ui.commands import tracks as track_commands
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.desk import Desk
from rvs.ui.soon import soon
from rvs.value_class import dataclass

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
    """Make what every robot of a cell that was opened plays ready; they stay as saved.

    Programs play only where there are several robots: of a single one they wait to be run.
    """
    state = desk.session.state
    files = {one.name: one for one in of_cell(desk)}
    several = len(state.document.robots) > 1
    done = []
    for track in cell_tracks(desk.cell_file.present()):
        name = track.source.name
        if isinstance(track.source, Program):
            loaded = several and track_commands.load_program(desk, track.source)
        else:
            one = files.get(name)
            loaded = one is not None and load(desk, replace(one, robot=track.robot_id), move=False)
        done += [name] if loaded else []
    if done and several:
        desk.session.select((state.document.robots[0].id,))
        desk.session.select(NOTHING)
        _say(desk, f"{len(done)} robots are ready to play")
    elif done and files.keys() - set(done):
        others = f", the first of {len(files)} in this cell"
        _say(desk, f"Trajectory {done[0]}{others}")


def _say(desk: Desk, text: str) -> None:
    """Say it once the window is there: its strip would show it across other words."""
    soon(desk, lambda: desk.say(text))


def remember(desk: Desk, target: Path) -> None:
    """Take what is loaded among the cell's trajectories, if a file of it can be named there.

    What is loaded comes first of those of its robot, so that it is played when the cell is opened.

    Args:
        desk: The desk.
        target: Where the cell will lie.
    """
    for robot, loaded in desk.playback.tracks.items():
        if loaded.path is None or trajectory_commands.is_path(loaded.path):
            continue
        reference = _reference(loaded.path, target.parent)
        links = desk.cell_file.trajectories
        known = next((one for one in links if one.file == reference and one.robot == robot), None)
        first = desk.session.state.document.robots[0].id
        nameless = [one for one in links if one.file == reference and not one.robot]
        if known is None and nameless and robot == first:
            known = nameless[0]
        if known is not None:
            desk.cell_file.lead_trajectory(known, robot)
        elif reference:
            name = fresh_id(loaded.name, (link.name for link in links))
            link = TrajectoryLink(name, reference, robot)
            desk.cell_file.add_trajectory(link)
            desk.cell_file.lead_trajectory(link, robot)


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
