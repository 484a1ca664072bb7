"""A whole motion of a cell checked for collision."""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np

from rvs.bodies.effectors import STEPS
from rvs.collision.check import CellCheck, Near, check_of
from rvs.collision.reach import carry
from rvs.collision.shapes import RobotShapes, robot_shapes, thing_shape
from rvs.collision.taking import takings
from rvs.engine.arrays import Array
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.grips import STROKE
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import held_in, openings_of, part_of
from rvs.model.refs import Ref, thing_ref
from rvs.model.state import Postures
from rvs.model.views.view import Mode
from rvs.study.passage import Passage, Survey, survey
from rvs.study.shapes import joined

# Pairs that are further apart than the margin and this are not measured one by one, m.
BEYOND = 0.05
# At least so many looks, however short the way, for a curve of the clearance.
LOOKS = 120


def check_motion(
    document: Document, postures: Postures, mode: Mode, motion: Motion
) -> Generator[float, None, Passage[Ref]]:
    """Check a motion to its end while other robots stand; yields how much is done, 0 to 1.

    Returns:
        What collides or comes too near, when, and the least clearance at each moment looked at.
    """
    margin = document.collision.margin
    reach = margin + BEYOND

    def look(t: float) -> tuple[Near, ...]:
        now = {**postures, **motion.at(t)}
        check = check_of(document, mode, motion, t)
        return check.near(now, reach, motion=motion, t=t)

    hauls = takings(document, motion).hauls
    every = tuple(dict.fromkeys((one.thing, one.robot_id) for one in hauls))
    start = check_of(document, mode, motion, 0.0, every)
    task = Survey(look, _way(start, motion), margin, reach)
    return (yield from survey(task, _moments(document, motion)))


def _way(check: CellCheck, motion: Motion) -> Callable[[float, float], float]:
    """How much nearer any checked pair can come between two moments."""
    refs, checked = check.bodies.refs, check.bodies.checked
    if not checked:
        return lambda *_: 0.0
    place = {ref: k for k, ref in enumerate(refs)}
    first, second = np.array([[place[a], place[b]] for a, b in checked]).T
    carried = []
    for placed in check.document.robots:
        shapes = _laden(_widest(placed, check.mode), placed, check.document, motion)
        own = carry(placed, shapes, motion) if shapes.refs[0] in place else None
        if own is not None:
            carried.append((own, np.array([place[ref] for ref in shapes.refs])))

    def way(start: float, end: float) -> float:
        moved = np.zeros(len(refs))
        for own, rows in carried:
            np.maximum.at(moved, rows, own.way(start, end))
        return float((moved[first] + moved[second]).max())

    return way


def _widest(placed: PlacedRobot, mode: Mode) -> RobotShapes:
    """The bodies of a robot with its gripper open and closed at once: all that they may reach."""
    wide, shut = (robot_shapes(placed, mode, opening) for opening in (STEPS[-1], STEPS[0]))
    both = zip(wide.shapes, shut.shapes, strict=True)
    shapes = (joined([(a, np.eye(4)), (b, np.eye(4))]) for a, b in both)
    return RobotShapes(wide.refs, tuple(shapes), wide.frames)


def _laden(
    shapes: RobotShapes, placed: PlacedRobot, document: Document, motion: Motion
) -> RobotShapes:
    """The bodies of a robot with the things that it carries at any time."""
    hauls = [one for one in takings(document, motion).hauls if one.robot_id == placed.id]
    tool = placed.robot.tool
    return RobotShapes(
        (*shapes.refs, *(thing_ref(one.thing) for one in hauls)),
        (
            *shapes.shapes,
            *(
                joined([(thing_shape(document.thing(one.thing)), tool @ one.local)])
                for one in hauls
            ),
        ),
        (*shapes.frames, *(placed.robot.n for _ in hauls)),
    )


def _moments(document: Document, motion: Motion) -> Array:
    """Moments that are looked at in any case; every step of a gripper that opens or closes."""
    found = [np.linspace(0.0, motion.duration, LOOKS)]
    for placed in document.robots:
        _, start = part_of(motion, placed.id)
        begins = [begin for begin, _ in openings_of(motion, placed.id)]
        for grip in held_in(placed, motion):
            begins += [grip.take - STROKE, grip.release]
        for begin in filter(np.isfinite, begins):
            found.append(start + begin + np.linspace(0.0, STROKE, len(STEPS)))
    moments = np.unique(np.concatenate(found))
    kept: Array = moments[(moments >= 0.0) & (moments <= motion.duration)]
    return kept
