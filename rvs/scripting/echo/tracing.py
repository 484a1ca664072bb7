"""Calls of edits as values, tried on a state as in a script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.model.calls import after_edit
from rvs.model.document import Document
from rvs.model.motions.motion import JointTrajectory
from rvs.model.state import State
from rvs.scripting.edits import EDITS
from rvs.scripting.layout import Bracket, Expression, laid_out
from rvs.scripting.source import call, expression
from rvs.value_class import dataclass

# What makes the rows of a motion again, or None.
Origin = Callable[[JointTrajectory], Expression | None]


@dataclass(frozen=True)
class Call:
    """A call of a function of ``rvs``.

    Attributes:
        name: The function.
        shown: The whole call.
        steps: It makes a step that can be undone.
    """

    name: str
    shown: Expression
    steps: bool = True

    def text(self, indent: int = 0) -> str:
        """Return it as Python; further lines are indented, too."""
        return laid_out(self.shown, indent)


@dataclass
class Trace:
    """An intermediate state between two states, and the calls so far.

    Attributes:
        state: The state after the calls.
        calls: The calls.
        origin: Returns the expression that makes the rows of a motion, if that is known.
    """

    state: State
    calls: list[Call] = field(default_factory=list)
    origin: Origin = lambda _: None

    @property
    def document(self) -> Document:
        """The document so far."""
        return self.state.document

    def edit(
        self,
        name: str,
        /,
        *values: Any,
        _shown: Mapping[str, Expression] | None = None,
        _if: Callable[[Document], bool] | None = None,
        **named: Any,
    ) -> bool:
        """Apply an edit if possible; return whether it was.

        Args:
            name: Its name.
            values: Its arguments after the document.
            _shown: Written form of some of the named arguments.
            _if: Condition on the resulting document for the edit to be applied.
            named: Its named arguments.
        """
        edit = EDITS[name].function
        given = {key: _apart(value) for key, value in named.items()}

        def change(document: Document) -> Document:
            made = edit(document, *values, **given)
            after: Document = made[0] if isinstance(made, tuple) else made
            return after

        try:
            after = after_edit(self.state, change)
        except (RvsError, TypeError, ValueError):
            return False
        if after is self.state or (_if is not None and not _if(after.document)):
            return False
        self.state = after
        self.calls.append(Call(name, _written(name, values, named, _shown or {})))
        return True

    def say(self, name: str, /, *values: object, _steps: bool = False, **named: object) -> None:
        """Record a call that changes no document."""
        self.calls.append(Call(name, call(name, *values, **named), _steps))

    def pose(self, robot_id: str, q: tuple[float, ...]) -> None:
        """Set a robot's posture."""
        self.say("pose", robot_id, list(q), _steps=True)
        postures = {**self.state.postures, robot_id: q}
        self.state = replace(self.state, postures=postures)


def _apart(value: Any) -> Any:
    """Return a robot with separate joints: a script never makes the identical objects."""
    if isinstance(value, Robot):
        return value.replace(joints=tuple(replace(joint) for joint in value.joints))
    return value


def _written(
    name: str,
    values: tuple[Any, ...],
    named: Mapping[str, Any],
    shown: Mapping[str, Expression],
) -> Expression:
    items = [("", expression(value)) for value in values]
    first = items[0][1] if items else ""
    if name == "add_robot" and isinstance(first, Bracket) and first.head == "rvs.placed(":
        # it takes what ``placed`` takes
        items = list(first.items)
    items += [
        (f"{key}=", shown[key] if key in shown else expression(value))
        for key, value in named.items()
    ]
    return Bracket(f"rvs.{name}(", tuple(items), ")")
