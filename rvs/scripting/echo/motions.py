"""Calls that make again what the window computed as a motion: runs and other paces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rvs.engine.arrays import Array
from rvs.scripting.layout import Bracket, Expression
from rvs.scripting.source import call, expression
from rvs.study.simulate.run import CONTACT, LIMITS, STOPS

if TYPE_CHECKING:
    from rvs.collision.simulating import Wish


def simulated(
    robot: str, wish: Wish, motion: Expression | None = None, goal: Array | None = None
) -> Expression:
    """Return the expression of a run's motion.

    Args:
        robot: Id of the robot.
        wish: What is simulated.
        motion: What the law follows.
        goal: The posture that is wanted from the start on instead.

    Raises:
        ArgumentError: Something of it can't be written.
    """
    ends = {LIMITS: wish.ends_at_limits, CONTACT: wish.ends_in_contact}
    stops = tuple(name for name, one in ends.items() if one)
    words: dict[str, object] = {
        "goal": None if goal is None else tuple(goal.tolist()),
        "q": tuple(wish.start.tolist()),
        "qd": None if wish.speed is None else tuple(wish.speed.tolist()),
        "duration": wish.duration,
        "gains": dict(wish.gains) or None,
        "friction": None if wish.friction else False,
        "effort_limits": wish.limited or None,
        "delay": wish.delay or None,
        "push": wish.push.force if wish.push else None,
        "model_error": wish.model_error or None,
        "springs": wish.springs,
        "locked": tuple(sorted(wish.locked)) or None,
        "stop": None if stops == STOPS else stops,
    }
    said = {name: value for name, value in words.items() if value is not None}
    return _part("simulate", (expression(wish.law),), robot, motion, said, "motion")


def paced(robot: str, motion: Expression, factor: float | None) -> Expression:
    """Return the expression of a motion at another pace.

    Args:
        robot: Id of the robot.
        motion: The motion.
        factor: It takes so many times as long; the least time that all limits allow when None.
    """
    said: dict[str, object] = {"fastest": True} if factor is None else {"slower": factor}
    return _part("torque", (), robot, motion, said, "rows")


def _part(
    function: str,
    laws: tuple[Expression, ...],
    robot: str,
    motion: Expression | None,
    said: dict[str, object],
    attribute: str,
) -> Expression:
    """An attribute of what a function of ``rvs`` gives."""
    made = call(function, robot=robot, **said)
    assert isinstance(made, Bracket)
    follows = () if motion is None else (("motion=", motion),)
    items = (*(("law=", law) for law in laws), made.items[0], *follows, *made.items[1:])
    return Bracket(made.head, items, f").{attribute}")
