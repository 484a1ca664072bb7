"""The variant of the robots that a view shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rvs.engine.errors import ArgumentError, RvsError
from rvs.model.derived import derived
from rvs.model.document import Document, PlacedRobot, turning
from rvs.model.robots.parameter_edits import use_variant
from rvs.model.state import Postures, State, fit_postures


def variant_names(document: Document) -> tuple[str, ...]:
    """Return the names of the variants of all robots, each once."""
    every = (one.name for placed in document.robots for one in placed.parameters.variants)
    return tuple(dict.fromkeys(every))


def other_variants(document: Document) -> tuple[str, ...]:
    """Return the names of those that differ from the current state of the robots."""
    names = variant_names(document)
    return tuple(name for name in names if _document(document, name) is not document)


def in_variant(state: State) -> State:
    """Return a state with the robots in the variant of its view, as far as they can have it.

    They keep their joint values; a motion of joints that a variant does not have is left out.
    """
    document = _document(state.document, state.view.variant) if state.view.variant else None
    if document is None or document is state.document:
        return state
    alike = [*map(turning, document.robots)] == [*map(turning, state.document.robots)]
    postures = _postures(document, state.postures)
    motion = state.motion if alike else None
    return replace(state, document=document, postures=postures, motion=motion)


def wanted_variant(state: State) -> State:
    """Return a state with the robots in the variant of its view.

    Raises:
        ArgumentError: No robot can have it.
    """
    if fault := variant_fault(state.document, state.view.variant):
        raise ArgumentError(f"variant: {fault}")
    return in_variant(state)


def variant_fault(document: Document, name: str) -> str:
    """Return the reason why a view shows no robot in a variant, or an empty text."""
    if not name:
        return ""
    if name not in variant_names(document):
        known = ", ".join(variant_names(document)) or "none"
        return f"there is no variant {name!r}; expected one of {known}"
    faults = [_robot(one, name)[1] for one in document.robots if _has(one, name)]
    return "" if "" in faults else faults[0]


def renamed_variants(before: Document, after: Document) -> dict[str, str]:
    """Return the new names of variants that have only other names after a change, by the old ones.

    A name that another robot still uses counts as unchanged.
    """
    found: dict[str, str] = {}
    if before.robots is after.robots:
        return found
    names = set(variant_names(after))
    robots = {placed.id: placed for placed in after.robots}
    for placed in before.robots:
        if placed.id not in robots:
            continue
        old, new = placed.parameters, robots[placed.id].parameters
        known = {one.name for one in old.variants}
        came = [one for one in new.variants if one.name not in known]
        for one in old.variants if came else ():
            alike = [two.name for two in came if replace(two, name=one.name) == one]
            if alike and one.name not in names:
                found[one.name] = alike[0]
    return found


def with_variants(state: State, names: Mapping[str, str]) -> State:
    """Return a state whose views show variants of other names, by those that they show now."""
    view, panes = state.view, state.panes
    others = tuple(
        replace(pane, variant=names.get(pane.variant, pane.variant)) for pane in panes.others
    )
    view = replace(view, variant=names.get(view.variant, view.variant))
    return replace(state, view=view, panes=replace(panes, others=others))


def _has(placed: PlacedRobot, name: str) -> bool:
    return any(one.name == name for one in placed.parameters.variants)


@derived(size=8)
def _document(document: Document, name: str) -> Document:
    robots = tuple(_robot(one, name)[0] if _has(one, name) else one for one in document.robots)
    return document if robots == document.robots else replace(document, robots=robots)


@derived(size=8)
def _postures(document: Document, postures: Postures) -> Postures:
    return fit_postures(document, postures)


@derived(size=64)
def _robot(placed: PlacedRobot, name: str) -> tuple[PlacedRobot, str]:
    """Return the robot in the variant, or as it is with the reason."""
    try:
        return use_variant(Document((placed,)), placed.id, name).robots[0], ""
    except RvsError as error:
        return placed, str(error)
