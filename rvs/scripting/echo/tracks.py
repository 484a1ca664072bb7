"""Answers, loaded motions and runs as expressions that make them again in a script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from rvs.engine.errors import RvsError
from rvs.files.cells.cell import Cell as SavedCell
from rvs.files.cells.motions import motion_name, motion_of
from rvs.files.motions.ctraj import CartesianFile, read_ctraj
from rvs.files.motions.ctraj_write import moves_text
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.paths import MovePlan
from rvs.model.programs.run import run_program
from rvs.scripting.asking import Question
from rvs.scripting.layout import Bracket, Expression
from rvs.scripting.loaded import Followed, Loaded
from rvs.scripting.plain import same
from rvs.scripting.source import call, expression, text

# A track with its start on the time line, in s.
Begun = tuple[Loaded, float]


def loading(cell: SavedCell, tracks: Sequence[Begun], more: Sequence[Begun] = ()) -> Expression:
    """Return the call that loads tracks as one motion.

    Args:
        cell: The cell into which they are loaded.
        tracks: One for each robot, with its start on the time line, in s; none for no motion.
        more: The tracks that are not loaded yet, if the others stay unchanged.
    """
    if not tracks:
        return call("load_motion", None)
    if more and len(more) < len(tracks):
        parts = tuple(_begun(cell, track) for track in more)
        motion = parts[0] if len(parts) == 1 else _side_by_side(parts)
        beside = (("", motion), ("beside=", expression(True)))
        return Bracket("rvs.load_motion(", beside, ")")
    if len(tracks) == 1 and not tracks[0][1]:
        return _call("load_motion", made(cell, tracks[0][0]))
    parts = tuple(_begun(cell, track) for track in tracks)
    if len(parts) == 1:
        return _call("load_motion", parts[0])
    return _call("load_motion", _side_by_side(parts))


def _side_by_side(parts: tuple[Expression, ...]) -> Expression:
    return _call("Together", Bracket("(", tuple(("", part) for part in parts), ")"))


def _begun(cell: SavedCell, begun: Begun) -> Expression:
    """Return a track as a value, with its start."""
    track, start = begun
    whole = as_value(made(cell, track))
    return _call("Later", whole, expression(start)) if start else whole


def as_value(motion: Expression) -> Expression:
    """Return an expression of a motion as a value: a mere name is looked up."""
    return Bracket("rvs.motion(", (("", motion),), ")") if isinstance(motion, str) else motion


def _call(name: str, *items: Expression) -> Expression:
    return Bracket(f"rvs.{name}(", tuple(("", item) for item in items), ")")


def made(cell: SavedCell, track: Loaded) -> Expression:
    """Return the source of the motion of a track: a name, a file or a path, else its rows.

    Each source is valid only if it gives the same rows; the rows of a path are equal up to
    rounding.
    """
    return _known(cell, track) or _followed(cell, track) or expression(track.trajectory)


def source(cell: SavedCell, track: Loaded, loaded: bool) -> Expression:
    """Return the source of another motion in a script, exactly.

    Args:
        cell: The cell.
        track: The track from which it is made.
        loaded: It is loaded at this point of the script.
    """
    exact = track.followed is None or _followed(cell, track, exact=True) is not None
    if loaded and exact:
        return call("motion", robot=track.trajectory.robot_id)
    return as_value(_known(cell, track) or expression(track.trajectory))


def origin(cell: SavedCell, track: Loaded) -> Expression | None:
    """Return the exact source of the rows of a track, if the cell keeps none."""
    named = _program(cell, track) or _file(cell, track)
    return named or _followed(cell, track, exact=True)


def _known(cell: SavedCell, track: Loaded) -> Expression | None:
    """Return the name of the source of the identical rows."""
    kept = _kept(cell, track)
    return text(kept) if kept else origin(cell, track)


def _kept(cell: SavedCell, track: Loaded) -> str:
    """Return the name of the cell's motion with these rows, if no program has that name."""
    programs = {one.name for one in cell.document.programs}
    for motion in cell.document.motions:
        if motion.name not in programs and same(motion.trajectory, track.trajectory):
            return motion.name
    return ""


def _program(cell: SavedCell, track: Loaded) -> Expression | None:
    robot = track.trajectory.robot_id
    for program in cell.document.programs:
        if program.name == track.name and program.robot_id == robot:
            try:
                run = run_program(cell.document.robot(robot).robot, program)
            except RvsError:
                return None
            return text(program.name) if same(run.trajectory, track.trajectory) else None
    return None


def _file(cell: SavedCell, track: Loaded) -> Expression | None:
    """Return the file by its library name or path; names given by a cell are temporary."""
    if track.path is None:
        return None
    robot = track.trajectory.robot_id
    for name in (motion_name(SavedCell(), track.path), str(track.path.absolute())):
        try:
            found = motion_of(cell, name, robot) if name else None
        except (RvsError, OSError):
            continue
        if same(found, track.trajectory):
            several = len(cell.document.robots) > 1
            return call("motion", name, robot=robot) if several else text(name)
    return None


def _followed(cell: SavedCell, track: Loaded, exact: bool = False) -> Expression | None:
    """Return the path that a track follows, with the robot at that time if it has changed."""
    robots = {one.id: one for one in cell.document.robots}
    placed, way = robots.get(track.trajectory.robot_id), track.followed
    if way is None or placed is None:
        return None
    # The branch that is followed, which may be another than the one it began with.
    way = replace(way, start=track.trajectory.posture(0.0))
    now = same(placed.robot, track.placed.robot)
    placed = placed if now else PlacedRobot(placed.id, track.placed.robot)
    words = _path_file(track.path, way.file)
    if words is None and not exact and isinstance(way.file.way, MovePlan):
        words = moves_text(way.file, way.file.way, "")
    if words is None or (exact and not same(_again(placed, way), track.trajectory)):
        return None
    said: dict[str, object] = {
        "start": list(way.start),
        "limits": None if way.limits else False,
        "damping": way.damping or None,
        "whole": False if _ends_early(track.trajectory, way) else None,
    }
    named = {name: value for name, value in said.items() if value is not None}
    if now:
        return call("follow", words, robot=placed.id, **named)
    return call("follow", words, placed, **named)


def _again(placed: PlacedRobot, way: Followed) -> JointTrajectory | None:
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


def _ends_early(rows: JointTrajectory, way: Followed) -> bool:
    return not np.isclose(rows.duration, way.file.motion.duration, rtol=1e-9, atol=1e-9)


def asking(
    question: Question, robot: str, motion: Expression | None = None, after: str = ""
) -> Expression:
    """Return the call that asks a question; arguments and errors as for ``answered``.

    Args:
        question: The question.
        robot: Id of the robot.
        motion: Source of the motion of the question.
        after: Text after the call, such as ``.save("a.pdf")``.
    """
    said = question.said
    if motion is not None and said.pop("motions", None) is not None:
        several = Bracket("(", (("", motion),), ")", comma=True)
        return _motion_call(question.called, robot, ("motions=", several), said, after)
    if motion is None:
        return _motion_call(question.called, robot, None, said, after)
    said.pop("motion", None)
    return _motion_call(question.called, robot, ("motion=", motion), said, after)


def answered(
    question: Question, robot: str, attribute: str, motion: Expression | None = None
) -> Expression:
    """Return the expression of an attribute of a question's answer.

    Args:
        question: The question; only values that differ from its defaults are written.
        robot: Id of the robot.
        attribute: The attribute.
        motion: Source of the motion of the question.

    Raises:
        ArgumentError: Something of it can't be written.
    """
    said = question.said
    if motion is not None:
        del said["motion"]
    return _part(question.called, robot, motion, said, attribute)


def paced(robot: str, motion: Expression, factor: float | None) -> Expression:
    """Return the expression of a motion at another pace.

    Args:
        robot: Id of the robot.
        motion: The motion.
        factor: Multiple of the duration; None gives the least time that all limits allow.
    """
    said: dict[str, object] = {"fastest": True} if factor is None else {"slower": factor}
    return _part("torque", robot, motion, said, "rows")


def _part(
    function: str,
    robot: str,
    motion: Expression | None,
    said: dict[str, object],
    attribute: str,
) -> Expression:
    """Return an attribute of the result of a function of ``rvs``."""
    follows = None if motion is None else ("motion=", motion)
    return _motion_call(function, robot, follows, said, f".{attribute}")


def _motion_call(
    function: str,
    robot: str,
    motion: tuple[str, Expression] | None,
    said: dict[str, object],
    after: str,
) -> Expression:
    """Return a call of a function of ``rvs``, with the text after it."""
    made = call(function, robot=robot, **said)
    assert isinstance(made, Bracket)
    follows = () if motion is None else (motion,)
    items = (made.items[0], *follows, *made.items[1:])
    return Bracket(made.head, items, f"){after}")
