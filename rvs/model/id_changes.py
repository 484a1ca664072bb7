"""Notes, measurements and rules that follow a robot or an object to a new id."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rvs.model.annotations.anchors import handed_on
from rvs.model.collision.rules import FLOOR, Pair, pair_of
from rvs.model.document import Document
from rvs.model.refs import Ref


def with_changed_id(document: Document, old: str, new: str) -> dict[str, Any]:
    """Return notes, measurements and collision rules after a change of a robot's or object's id."""

    def named(ref: Ref) -> Ref:
        return (new, *ref[1:]) if ref[:1] == (old,) and ref != FLOOR else ref

    def renamed(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return tuple(pair_of(named(a), named(b)) for a, b in pairs)

    rules = document.collision
    return {
        "notes": tuple(
            replace(note, anchor=handed_on(note.anchor, old, new)) if note.anchor else note
            for note in document.notes
        ),
        "measures": tuple(
            replace(
                one,
                first=handed_on(one.first, old, new),
                second=handed_on(one.second, old, new),
            )
            for one in document.measures
        ),
        "collision": replace(rules, ignored=renamed(rules.ignored), checked=renamed(rules.checked)),
    }
