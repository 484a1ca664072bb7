"""Calls that repeat results of the window: answers, and motions such as runs and other paces."""

from __future__ import annotations

from rvs.scripting.asking import Question
from rvs.scripting.layout import Bracket, Expression
from rvs.scripting.source import call


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
        return _call(question.called, robot, ("motions=", several), said, after)
    if motion is None:
        return _call(question.called, robot, None, said, after)
    said.pop("motion", None)
    return _call(question.called, robot, ("motion=", motion), said, after)


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
    return _call(function, robot, follows, said, f".{attribute}")


def _call(
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
