"""The motions of the window's cell: played from its file and stored in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rvs.files.cells.cell import TrajectoryLink
from rvs.files.cells.motions import cell_tracks, reference_to
from rvs.files.library import LibraryError, resolve
from rvs.model.document import Document
from rvs.model.members import fresh_id
from rvs.model.motions.kept import KeptMotion, keep_motion
from rvs.model.programs.program import Program
from rvs.model.refs import NOTHING
from rvs.scripting.loaded import Loaded
from rvs.ui.commands import trajectories as track_commands
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.value_class import dataclass
from rvs.words import plural, tr

KIND = "jtraj"


@dataclass(frozen=True, slots=True)
class CellTrajectory:
    """A trajectory of the cell with an existing file.

    Attributes:
        name: Its name in the cell.
        robot: Id of the robot that it moves, or empty for the current one.
        path: Its file.
    """

    name: str
    robot: str
    path: Path


def of_cell(desk: Desk) -> tuple[CellTrajectory, ...]:
    """Return the trajectories of the cell, without those with missing files."""
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
        move: Move the robot to its first row.
    """
    if one.robot:
        desk.session.select((one.robot,))
    return trajectory_commands.load(desk, one.path, move)


def load_made(desk: Desk, motion: KeptMotion, move: bool = True) -> None:
    """Load a motion made here for its robot, which becomes the current one."""
    desk.session.select((motion.robot_id,))
    placed = desk.session.state.document.robot(motion.robot_id)
    trajectory_commands.take(desk, Loaded.kept(motion, placed), move)


def load_first(desk: Desk) -> None:
    """Load the first motion of every robot of an opened cell; their postures stay as saved.

    Programs play only if there are several robots; a program of a single robot waits for the user.
    """
    state = desk.session.state
    files = {one.name: one for one in of_cell(desk)}
    several = len(state.document.robots) > 1
    # What was made here and recovered comes ahead of what files have.
    made = {one.robot_id: one for one in state.document.motions}
    done = []
    for motion in made.values():
        load_made(desk, motion, move=False)
        done.append(motion.name)
    for track in cell_tracks(desk.cell_file.present()):
        name = track.source.name
        if track.robot_id in made:
            continue
        if isinstance(track.source, Program):
            loaded = several and track_commands.load_program(desk, track.source)
        else:
            one = files.get(name)
            loaded = one is not None and load(desk, replace(one, robot=track.robot_id), move=False)
        done += [name] if loaded else []
    desk.playback.find_place()
    if done and several:
        desk.session.select((state.document.robots[0].id,))
        desk.session.select(NOTHING)
        _say(desk, plural("{n} robot is ready to play", "{n} robots are ready to play", len(done)))
    elif done and files.keys() - set(done):
        _say(desk, tr("Trajectory {name}, the first of {count} in this cell", done[0], len(files)))


def _say(desk: Desk, text: str) -> None:
    """Report once the window exists: earlier, its strip would cover other text."""
    defer(desk, lambda: desk.say(text))


def remember(desk: Desk, target: Path) -> list[tuple[str, str]]:
    """Add the loaded motion to the cell's trajectories.

    The loaded motion is placed before the others of its robot, so that it is played when the cell
    is opened. A motion without a file that can be named from there, such as a path that a tool
    follows, becomes a motion of the cell.

    Args:
        desk: The desk.
        target: Destination of the cell.

    Returns:
        Robots, each with the name of its loaded motion in the cell.
    """
    played = []
    for robot, loaded in desk.playback.tracks.items():
        if loaded.made:
            played.append((robot, loaded.name))
        elif loaded.path is not None and (file := _rows_file(loaded.path, target.parent)):
            _lead(desk, loaded.name, robot, file)
        elif not _taught(desk.session.state.document, loaded):
            played.append((robot, _keep(desk, loaded)))
    return played


def _lead(desk: Desk, name: str, robot: str, reference: str) -> None:
    """Add a link to a file to the cell, before others of the robot."""
    links = desk.cell_file.trajectories
    known = next((one for one in links if one.file == reference and one.robot == robot), None)
    first = desk.session.state.document.robots[0].id
    nameless = [one for one in links if one.file == reference and not one.robot]
    if known is None and nameless and robot == first:
        known = nameless[0]
    if known is None:
        known = TrajectoryLink(fresh_id(name, (link.name for link in links)), reference, robot)
        desk.cell_file.add_trajectory(known)
    desk.cell_file.lead_trajectory(known, robot)


def _keep(desk: Desk, loaded: Loaded) -> str:
    """Store the loaded motion in the document; this is not a step, as nothing was changed."""
    motion, session = loaded.as_kept, desk.session
    known = [one for one in session.state.document.motions if one.said == motion.said]
    if not known:
        session.amend(lambda document: keep_motion(document, motion))
        known = [session.state.document.motions[-1]]
    return known[0].name


def _taught(document: Document, loaded: Loaded) -> bool:
    """Return whether the loaded motion is made by a program whenever it is run."""
    own = {one.name for one in document.programs if one.robot_id == loaded.placed.id}
    return bool(loaded.marks) and loaded.name in own


def _rows_file(path: Path, folder: Path) -> str:
    return "" if trajectory_commands.is_path(path) else reference_to(path, folder)


def _file(link: TrajectoryLink, folder: Path | None) -> Path | None:
    try:
        return resolve(link.file, KIND, folder)
    except LibraryError:
        return None
