"""A posture with a name."""

from __future__ import annotations

from collections.abc import Sequence

from rvs.engine.errors import ArgumentError
from rvs.engine.notebooks import Shown
from rvs.model.bounds import JOINT_VALUE, check_fields, check_name, check_texts
from rvs.value_class import dataclass

MOST_POSTURES = 10_000


@dataclass(frozen=True, slots=True)
class NamedPosture(Shown):
    """A posture with a name; ``q`` in rad and m."""

    name: str
    q: tuple[float, ...]
    comment: str = ""

    def __post_init__(self) -> None:
        check_name(self, "name", "a posture")
        check_texts(self, "comment")
        check_fields(self, {"q": JOINT_VALUE})


NamedPostures = tuple[NamedPosture, ...]


def fitting(postures: Sequence[NamedPosture], joints: int) -> NamedPostures:
    """Return the postures with this number of values; with equal names, the last.

    Raises:
        ArgumentError: There are more than a file may hold.
    """
    kept = {one.name: one for one in postures if len(one.q) == joints}
    if len(kept) > MOST_POSTURES:
        raise ArgumentError(f"named: a robot has at most {MOST_POSTURES:,} named postures")
    return tuple(kept.values())
