"""Edits with their arguments: calls by name, and their effect on the whole state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec

from rvs.engine.errors import ArgumentError
from rvs.fields.edit import MADE, Edit
from rvs.model.current import after_change
from rvs.model.document import Document, called, remarks
from rvs.model.state import Postures, State, carry_named, fit_postures
from rvs.value_class import dataclass

Arguments = ParamSpec("Arguments")
# Beside the document an edit may tell more.
Made = Document | tuple[Document, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """An edit with its arguments.

    Attributes:
        edit: The edit to call.
        values: Its arguments after the document.
        named: Its keyword arguments.
    """

    edit: Edit
    values: tuple[Any, ...]
    named: Mapping[str, Any]

    def __call__(self, document: Document) -> Document:
        """Return the document that results from it."""
        made = self.edit.function(document, *self.values, **self.named)
        after: Document = made[0] if isinstance(made, tuple) else made
        return after

    @property
    def calls(self) -> tuple[Call, ...]:
        """All calls."""
        return (self,)

    def words(self, document: Document) -> str:
        """Return the label of the step for undo."""
        bound = self.edit.signature.bind(document, *self.values, **self.named)
        return step_words(self.edit, document, bound.arguments)


@dataclass(frozen=True, slots=True)
class Calls:
    """Consecutive edits as one step; undo has the label of the first."""

    calls: tuple[Call, ...]

    def __call__(self, document: Document) -> Document:
        """Return the document that results from them."""
        for one in self.calls:
            document = one(document)
        return document

    def words(self, document: Document) -> str:
        """Return the label of the step for undo."""
        return self.calls[0].words(document) if self.calls else ""


@dataclass(frozen=True, slots=True)
class Offer:
    """An edit that an answer offers, as a button.

    Attributes:
        label: An imperative, such as ``"Put the drives into the robot"``.
        call: The edit.
        says: The effect, for a tool tip; the label if empty.
    """

    label: str
    call: Call | Calls
    says: str = ""


def call_of(
    function: Callable[Concatenate[Document, Arguments], Made],
    *values: Arguments.args,
    **named: Arguments.kwargs,
) -> Call:
    """Return an edit with its arguments after the document."""
    return Call(MADE[function], values, named)


def step_words(edit: Edit, document: Document, arguments: Mapping[str, Any]) -> str:
    """Return the label of an edit for undo; robots have their displayed names."""
    try:
        robot = called(document, document.robot(arguments.get("robot_id", "")))
    except ArgumentError:
        return edit.words(arguments)
    return edit.words({**arguments, "robot_id": robot})


def after_edit(
    state: State, change: Callable[[Document], Document], postures: Postures | None = None
) -> State:
    """Return the state after an edit, the same object if nothing changes.

    Args:
        state: The state before.
        change: The edit; unaffected joints keep their values.
        postures: New postures of some robots, by id; if the number of values is wrong, the robot
            starts at home.
    """
    before = state.document
    document = _with_named(change(before), before)
    if document == before and remarks(document) == remarks(before):
        return state
    fitted = fit_postures(document, state.postures, before)
    if postures:
        fitted = fit_postures(document, {**fitted, **postures})
    return after_change(state, replace(state, document=document, postures=fitted))


def _with_named(document: Document, before: Document) -> Document:
    """Return a document whose robots keep their named postures."""
    robots = carry_named(document.robots, before.robots)
    same = all(one is other for one, other in zip(robots, document.robots, strict=True))
    return document if same else replace(document, robots=robots)
