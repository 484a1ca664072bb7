"""A loaded motion as an expression that makes it again in a script."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.files.cells.cell import Cell as SavedCell
from rvs.files.cells.motion import motion_name, motion_of
from rvs.files.motions.ctraj import CartesianFile, read_ctraj
from rvs.files.motions.ctraj_write import moves_text
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.paths import MovePlan
from rvs.model.programs.run import run_program
from rvs.model.state import Posture
from rvs.scripting.layout import Bracket, Expression
from rvs.scripting.same import same
from rvs.scripting.source import call, expression, text
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class OnPath:
    """A path of the tool in the form in which it is followed.

    Attributes:
        file: The path.
        start: Posture whose branch is followed.
        limits: Respect the limits of joints.
        damping: Permitted deviation of the tool from its path.
    """

    file: CartesianFile
    start: Posture
    limits: bool = True
    damping: float = 0.0


@dataclass(frozen=True, eq=False)
class Track:
    """A motion loaded for a robot, with its known origin.

    Attributes:
        rows: Its rows, as played.
        start: Its start on the time line, in s.
        name: Its displayed name, which may be the name of a program.
        path: The file that it was read from, or None.
        on_path: The path that the tool follows, or None.
        robot: The robot for which it was made; a path gives other rows for another robot.
    """

    rows: JointTrajectory
    start: float = 0.0
    name: str = ""
    path: Path | None = None
    on_path: OnPath | None = None
    robot: Robot | None = None


def loading(cell: SavedCell, tracks: Sequence[Track], more: Sequence[Track] = ()) -> Expression:
    """Return the call that loads tracks as one motion.

    Args:
        cell: The cell into which they are loaded.
        tracks: One for each robot; none for no motion.
        more: The tracks that are not loaded yet, if the others stay unchanged.
    """
    if not tracks:
        return call("load_motion", None)
    if more and len(more) < len(tracks):
        parts = tuple(_begun(cell, track) for track in more)
        motion = parts[0] if len(parts) == 1 else _side_by_side(parts)
        beside = (("", motion), ("beside=", expression(True)))
        return Bracket("rvs.load_motion(", beside, ")")
    if len(tracks) == 1 and not tracks[0].start:
        return _call("load_motion", made(cell, tracks[0]))
    parts = tuple(_begun(cell, track) for track in tracks)
    if len(parts) == 1:
        return _call("load_motion", parts[0])
    return _call("load_motion", _side_by_side(parts))


def _side_by_side(parts: tuple[Expression, ...]) -> Expression:
    return _call("Together", Bracket("(", tuple(("", part) for part in parts), ")"))


def _begun(cell: SavedCell, track: Track) -> Expression:
    """Return a track as a value, with its start."""
    whole = as_value(made(cell, track))
    return _call("Later", whole, expression(track.start)) if track.start else whole


def as_value(motion: Expression) -> Expression:
    """Return an expression of a motion as a value: a mere name is looked up."""
    return Bracket("rvs.motion(", (("", motion),), ")") if isinstance(motion, str) else motion


def _call(name: str, *items: Expression) -> Expression:
    return Bracket(f"rvs.{name}(", tuple(("", item) for item in items), ")")


def made(cell: SavedCell, track: Track) -> Expression:
    """Return the source of the motion of a track: a name, a file or a path, else its rows.

    Each source is valid only if it gives the same rows; the rows of a path are equal up to
    rounding.
    """
    return _known(cell, track) or _followed(cell, track) or expression(track.rows)


def source(cell: SavedCell, track: Track, loaded: bool) -> Expression:
    """Return the source of another motion in a script, exactly.

    Args:
        cell: The cell.
        track: The track from which it is made.
        loaded: It is loaded at this point of the script.
    """
    exact = track.on_path is None or _followed(cell, track, exact=True) is not None
    if loaded and exact:
        return call("motion", robot=track.rows.robot_id)
    return as_value(_known(cell, track) or expression(track.rows))


def origin(cell: SavedCell, track: Track) -> Expression | None:
    """Return the exact source of the rows of a track, if the cell keeps none."""
    named = _program(cell, track) or _file(cell, track)
    return named or _followed(cell, track, exact=True)


def _known(cell: SavedCell, track: Track) -> Expression | None:
    """Return the name of the source of the identical rows."""
    kept = _kept(cell, track)
    return text(kept) if kept else origin(cell, track)


def _kept(cell: SavedCell, track: Track) -> str:
    """Return the name of the cell's motion with these rows, if no program has that name."""
    programs = {one.name for one in cell.document.programs}
    for motion in cell.document.motions:
        if motion.name not in programs and same(motion.trajectory, track.rows):
            return motion.name
    return ""


def _program(cell: SavedCell, track: Track) -> Expression | None:
    robot = track.rows.robot_id
    for program in cell.document.programs:
        if program.name == track.name and program.robot_id == robot:
            try:
                run = run_program(cell.document.robot(robot).robot, program)
            except RvsError:
                return None
            return text(program.name) if same(run.trajectory, track.rows) else None
    return None


def _file(cell: SavedCell, track: Track) -> Expression | None:
    """Return the file by its library name or path; names given by a cell are temporary."""
    if track.path is None:
        return None
    robot = track.rows.robot_id
    for name in (motion_name(SavedCell(), track.path), str(track.path.absolute())):
        try:
            found = motion_of(cell, name, robot) if name else None
        except (RvsError, OSError):
            continue
        if same(found, track.rows):
            several = len(cell.document.robots) > 1
            return call("motion", name, robot=robot) if several else text(name)
    return None


def _followed(cell: SavedCell, track: Track, exact: bool = False) -> Expression | None:
    """Return the path that a track follows, with the robot at that time if it has changed."""
    robots = {one.id: one for one in cell.document.robots}
    placed, way = robots.get(track.rows.robot_id), track.on_path
    if way is None or placed is None or track.robot is None:
        return None
    now = same(placed.robot, track.robot)
    placed = placed if now else PlacedRobot(placed.id, track.robot)
    words = _path_file(track.path, way.file)
    if words is None and not exact and isinstance(way.file.way, MovePlan):
        words = moves_text(way.file, way.file.way, "")
    if words is None or (exact and not same(_again(placed, way), track.rows)):
        return None
    said: dict[str, object] = {
        "start": list(way.start),
        "limits": None if way.limits else False,
        "damping": way.damping or None,
        "whole": False if _ends_early(track, way) else None,
    }
    named = {name: value for name, value in said.items() if value is not None}
    if now:
        return call("follow", words, robot=placed.id, **named)
    return call("follow", words, placed, **named)


def _again(placed: PlacedRobot, way: OnPath) -> JointTrajectory | None:
    from rvs.scripting.paths import followed

    try:
        return followed(way.file, placed, way.start, way.limits, way.damping, whole=False).joints
    except RvsError:
        return None


def _path_file(path: Path | None, file: CartesianFile) -> str | None:
    """Return the file that has a path, or None."""
    try:
        has = path is not None and same(read_ctraj(path).way, file.way)
    except (RvsError, OSError):
        return None
    return str(path.absolute()) if path is not None and has else None


def _ends_early(track: Track, way: OnPath) -> bool:
    return not np.isclose(track.rows.duration, way.file.motion.duration, rtol=1e-9, atol=1e-9)
