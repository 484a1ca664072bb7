"""A posture that was given a name."""

from __future__ import annotations

from collections.abc import Sequence

from rvs.engine.shown import Shown
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class NamedPosture(Shown):
    """A posture with a name; ``q`` in rad and m."""

    name: str
    q: tuple[float, ...]
    comment: str = ""


NamedPostures = tuple[NamedPosture, ...]


def fitting(postures: Sequence[NamedPosture], joints: int) -> NamedPostures:
    """Return the postures that have so many values, of several with one name the last."""
    return tuple({one.name: one for one in postures if len(one.q) == joints}.values())
