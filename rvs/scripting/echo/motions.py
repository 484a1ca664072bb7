"""Calls that repeat motions computed by the window: runs and other paces."""

from __future__ import annotations

from rvs.scripting.asking import Question
from rvs.scripting.layout import Bracket, Expression
from rvs.scripting.source import call


def answered(
    question: Question, robot: str, attribute: str, motion: Expression | None = None
) -> Expression:
    """Return the expression of an attribute of a question's answer.

    Args:
        question: What is asked; only what differs from its defaults is written.
        robot: Id of the robot.
        attribute: The attribute.
        motion: What makes the motion of the question.

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
        factor: Multiple of the duration; the least time that all limits allow when None.
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
    """An attribute of what a function of ``rvs`` gives."""
    made = call(function, robot=robot, **said)
    assert isinstance(made, Bracket)
    follows = () if motion is None else (("motion=", motion),)
    items = (made.items[0], *follows, *made.items[1:])
    return Bracket(made.head, items, f").{attribute}")
