"""Effect of an edit of the document on the whole state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rvs.model.current import after_change
from rvs.model.document import Document, remarks
from rvs.model.state import Postures, State, carry_named, fit_postures


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
