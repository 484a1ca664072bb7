"""Simultaneous motions of the robots of a cell, each with its own start."""

from __future__ import annotations

from collections.abc import Iterator

from rvs.engine.errors import RvsError
from rvs.files.cells.cell import Cell, TrajectoryLink
from rvs.files.cells.motion import link_motion
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import on_one_line
from rvs.model.programs.program import Program
from rvs.model.programs.run import run_program
from rvs.value_class import dataclass

LEAST_STEPS = 2


@dataclass(frozen=True, slots=True)
class CellTrack:
    """The motion of one robot.

    Attributes:
        robot_id: The robot.
        source: The trajectory or the program that is played.
    """

    robot_id: str
    source: TrajectoryLink | Program


def cell_tracks(cell: Cell) -> tuple[CellTrack, ...]:
    """Return the track of each robot of a cell, in the order of the robots.

    It is the first trajectory of the cell for the robot, else its first program that moves it.  A
    trajectory without a robot is for the first robot.
    """
    return tuple(_tracks(cell))


def cell_timeline(cell: Cell) -> Motion:
    """Return the motions of all robots of a cell, on one time line.

    Raises:
        RvsError: None moves, a file has errors, or a robot can't follow its path or program.
    """
    motions = []
    for track in cell_tracks(cell):
        placed = cell.document.robot(track.robot_id)
        motions.append((track_motion(cell, track, placed), placed.start))
    motion = on_one_line(motions)
    if motion is None:
        raise RvsError("no robot of the cell moves; give one of them a trajectory or a program")
    return motion


def track_motion(cell: Cell, track: CellTrack, placed: PlacedRobot) -> Motion:
    """Return the motion of a track, in its own time.

    Raises:
        RvsError: Its file has errors, or the robot can't follow it.
    """
    if isinstance(track.source, TrajectoryLink):
        return link_motion(cell, track.source, placed)
    run = run_program(placed.robot, track.source)
    if not run.complete:
        stop = next(one for one in run.findings if one.stops)
        raise RvsError(f"{track.source.name}: {placed.id} can't follow it: {stop.words}")
    return run.trajectory


def _tracks(cell: Cell) -> Iterator[CellTrack]:
    for index, placed in enumerate(cell.document.robots):
        names = (placed.id, "") if index == 0 else (placed.id,)
        link = next((one for one in cell.trajectories if one.robot in names), None)
        if link is not None:
            yield CellTrack(placed.id, link)
            continue
        taught = next(
            (
                one
                for one in cell.document.programs
                if one.robot_id == placed.id and len(one.steps) >= LEAST_STEPS
            ),
            None,
        )
        if taught is not None:
            yield CellTrack(placed.id, taught)
