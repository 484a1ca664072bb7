"""The body with which a robot is drawn and checked, and the robot's own part of a motion."""

from __future__ import annotations

from rvs.bodies.autobody import automatic_body
from rvs.model.body.fit import fit
from rvs.model.body.values import Body
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import held_in, openings_of, part_of
from rvs.model.views.view import Mode

START = 0.0


def shown_body(placed: PlacedRobot, mode: Mode) -> Body | None:
    """Return the body a robot is drawn with in a mode of the view, or None for its skeleton."""
    mode = placed.display.mode_in(mode)
    return None if mode == "skeleton" else body_for(placed, mode)


def checked_body(placed: PlacedRobot, mode: Mode) -> Body:
    """Return the body with which a robot is checked; the automatic one replaces a skeleton."""
    return body_for(placed, placed.display.mode_in(mode))


def body_for(placed: PlacedRobot, mode: Mode) -> Body:
    """Return the body of a robot, whatever its display.

    In the mode ``"full"`` it is the full model if available and fitting, otherwise the automatic
    body.
    """
    if mode == "full" and placed.body is not None and fit(placed.body, placed.robot).ok:
        return placed.body
    return automatic_body(placed.robot)


def own_part(
    placed: PlacedRobot, motion: Motion | None, playhead: float
) -> tuple[Motion | None, float]:
    """Return the motion and time at which a robot grips its payload or moves its gripper."""
    if motion is None or not handles(placed, motion):
        return None, START
    part, start = part_of(motion, placed.id)
    return part, _since(start, playhead) if start else playhead


def handles(placed: PlacedRobot, motion: Motion) -> bool:
    """Return whether a robot grips or releases an object, or moves its gripper, in a motion."""
    return bool(held_in(placed, motion) or openings_of(motion, placed.id))


@derived(size=64)
def _since(start: float, playhead: float) -> float:
    """Return the time since a start, equal for equal times, so that cached results are found."""
    return playhead - start
