"""What of a cell is checked for collision: pairs switched by hand, the floor, and how near is near."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING

from rvs.engine.errors import ArgumentError
from rvs.model.body.values import TOOL, part_ref
from rvs.model.refs import Ref

if TYPE_CHECKING:
    from rvs.model.document import Document

Pair = tuple[Ref, Ref]

FLOOR: Ref = ("floor",)
PAYLOAD = "payload"
MARGIN = 0.02
LARGEST_MARGIN = 100.0


@dataclass(frozen=True, slots=True)
class CollisionRules:
    """How a cell is checked for collision.

    Attributes:
        ignored: Pairs that are not checked because somebody switched them off.
        checked: Pairs that are checked although they would be ignored.
        floor: The floor counts.
        margin: What is nearer than this is told, m.

    Raises:
        ArgumentError: A margin that is no length, or a pair that is in both lists, twice, or out of
            order.
    """

    ignored: tuple[Pair, ...] = ()
    checked: tuple[Pair, ...] = ()
    floor: bool = True
    margin: float = MARGIN

    def __post_init__(self) -> None:
        if not (isfinite(self.margin) and 0.0 <= self.margin <= LARGEST_MARGIN):
            raise ArgumentError(
                f"margin: expected 0 to {LARGEST_MARGIN:g} m, got {self.margin:g} m"
            )
        pairs = (*self.ignored, *self.checked)
        if len(set(pairs)) != len(pairs):
            raise ArgumentError("pairs: one of them is there twice")
        for a, b in pairs:
            if (a, b) != pair_of(a, b):
                raise ArgumentError(f"pairs: {a} and {b} are not in order")


def pair_of(a: Ref, b: Ref) -> Pair:
    """Return two bodies as a pair, whichever comes first.

    Raises:
        ArgumentError: They are the same.
    """
    if a == b:
        raise ArgumentError(f"pair: {ref_text(a)} can't collide with itself")
    first, second = sorted((a, b), key=_order)
    return first, second


def payload_ref(robot_id: str) -> Ref:
    """Name what a robot carries."""
    return part_ref(robot_id, TOOL, PAYLOAD)


def ref_text(ref: Ref) -> str:
    """Return a Ref as one word, such as ``puma560/link/3``."""
    return "/".join(map(str, ref))


def text_ref(text: str) -> Ref:
    """Return the Ref that a word names.

    Raises:
        ArgumentError: It names no body that can collide.

    >>> text_ref("puma560/link/3")
    ('puma560', 'link', 3)
    """
    parts = text.split("/")
    if parts == list(FLOOR):
        return FLOOR
    match parts:
        case [str() as robot, "link", number] if number.isdecimal() and len(number) < 4 and robot:
            return (robot, "link", int(number))
        case [str() as robot, "tool"] if robot:
            return (robot, TOOL)
        case [str() as robot, "tool", "part", "payload"] if robot:
            return payload_ref(robot)
        case [str() as thing, "thing"] if thing:
            return (thing, "thing")
    raise ArgumentError(
        f"{text[:80]!r} is no body; expected ROBOT/link/NUMBER, ROBOT/tool, THING/thing or floor"
    )


def fit_rules(
    rules: CollisionRules, joints: Mapping[str, int], things: frozenset[str]
) -> CollisionRules:
    """Return rules without the pairs of what is gone, the very same ones if nothing is.

    Args:
        rules: The rules.
        joints: Number of joints of each robot by its id.
        things: Ids of the things.
    """

    def there(ref: Ref) -> bool:
        if ref == FLOOR:
            return True
        if ref[1:2] == ("thing",):
            return ref[0] in things
        count = joints.get(str(ref[0]), -1)
        return count >= 0 and (ref[1] != "link" or int(ref[2]) <= count)

    kept = [
        tuple(p for p in pairs if all(map(there, p))) for pairs in (rules.ignored, rules.checked)
    ]
    if kept == [rules.ignored, rules.checked]:
        return rules
    return replace(rules, ignored=kept[0], checked=kept[1])


def switch_pair(document: Document, a: Ref, b: Ref, check: bool | None) -> Document:
    """Check a pair, ignore it, or leave it to the rules again.

    Args:
        document: The document.
        a: One body.
        b: The other.
        check: Check it or ignore it; None leaves it to the rules.

    Raises:
        ArgumentError: The two are the same body.
    """
    pair, rules = pair_of(a, b), document.collision
    ignored, checked = (
        tuple(one for one in pairs if one != pair) for pairs in (rules.ignored, rules.checked)
    )
    if check is True:
        checked = (*checked, pair)
    elif check is False:
        ignored = (*ignored, pair)
    return replace(document, collision=replace(rules, ignored=ignored, checked=checked))


def set_collision(
    document: Document, floor: bool | None = None, margin: float | None = None
) -> Document:
    """Change whether the floor counts, or what distance is too near.

    Args:
        document: The document.
        floor: The floor counts; None leaves it.
        margin: What is nearer than this is told, m; None leaves it.

    Raises:
        ArgumentError: A margin that is no length.
    """
    rules = document.collision
    new = replace(
        rules,
        floor=rules.floor if floor is None else floor,
        margin=rules.margin if margin is None else margin,
    )
    return document if new == rules else replace(document, collision=new)


def _order(ref: Ref) -> tuple[tuple[bool, str, int], ...]:
    """Sorts words and numbers beside each other."""
    return tuple(
        (isinstance(one, str), str(one), one if isinstance(one, int) else 0) for one in ref
    )
