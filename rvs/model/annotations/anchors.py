"""Points attached to a link, an object or the world, for notes and measurements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from rvs.engine.errors import ArgumentError
from rvs.model.bounds import POINT, check_fields
from rvs.model.refs import NOTHING, Ref
from rvs.value_class import dataclass

Vector = tuple[float, float, float]
Kind = Literal["point", "line", "plane"]

KINDS: tuple[Kind, ...] = ("point", "line", "plane")
ZERO: Vector = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A point, a line or a plane that moves with an item.

    Attributes:
        owner: A link, ``(robot, "link", i)``, an object, ``(thing,)``, or the world, the empty Ref.
        point: A point on it in the owner's frame, in m.
        kind: Its kind.
        way: Direction of a line, or normal of a plane, in the owner's frame; zero for a point.
    """

    owner: Ref = NOTHING
    point: Vector = ZERO
    kind: Kind = "point"
    way: Vector = ZERO

    def __post_init__(self) -> None:
        _check_owner(self.owner)
        check_fields(self, {"point": POINT, "way": POINT})
        if self.kind not in KINDS:
            raise ArgumentError(f"anchor: {self.kind!r} is not one of {', '.join(KINDS)}")
        if (self.kind == "point") != (self.way == ZERO):
            raise ArgumentError("anchor: a line and a plane need a direction, a point has none")


def _check_owner(owner: Ref) -> None:
    is_link = (
        len(owner) == 3
        and isinstance(owner[0], str)
        and owner[1] == "link"
        and isinstance(owner[2], int)
        and owner[2] >= 0
    )
    is_thing = len(owner) == 1 and isinstance(owner[0], str)
    if owner != NOTHING and not is_link and not is_thing:
        raise ArgumentError(f"anchor: {owner!r} is not a link or an object")


def handed_on(anchor: Anchor, old: str, new: str) -> Anchor:
    """Return an anchor attached to ``new`` if it was attached to the previous item."""
    if anchor.owner[:1] != (old,):
        return anchor
    return replace(anchor, owner=(new, *anchor.owner[1:]))


def holds(anchor: Anchor, joints: Mapping[str, int], things: frozenset[str]) -> bool:
    """Return whether the item of an anchor exists.

    Args:
        anchor: The anchor.
        joints: Number of joints of every robot by its id.
        things: Ids of all objects.
    """
    if anchor.owner == NOTHING:
        return True
    name = str(anchor.owner[0])
    if len(anchor.owner) == 1:
        return name in things
    return int(anchor.owner[2]) <= joints.get(name, -1)
