"""Rules for the collision check of a cell: manually switched pairs, the floor, the margin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isfinite

from rvs.engine.errors import ArgumentError
from rvs.model.body.values import TOOL, part_ref
from rvs.model.refs import Ref
from rvs.value_class import dataclass

Pair = tuple[Ref, Ref]

FLOOR: Ref = ("floor",)
PAYLOAD = "payload"
CARRIED = f"/{TOOL}/part/{PAYLOAD}"
MARGIN = 0.02
LARGEST_MARGIN = 100.0
MOST_PAIRS = 100_000


@dataclass(frozen=True, slots=True)
class CollisionRules:
    """Rules for the collision check of a cell.

    Attributes:
        ignored: Pairs that are not checked because the user switched them off.
        checked: Pairs that are checked although they would normally be ignored.
        floor: Check the floor too.
        margin: Pairs closer than this are reported, m.

    Raises:
        ArgumentError: A negative margin, or a pair that is in both lists, twice, or out of
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
        if len(pairs) > MOST_PAIRS:
            raise ArgumentError(f"pairs: expected at most {MOST_PAIRS:,}, got {len(pairs):,}")
        if len(set(pairs)) != len(pairs):
            raise ArgumentError("pairs: a pair appears twice")
        for a, b in pairs:
            if (a, b) != pair_of(a, b):
                raise ArgumentError(f"pairs: {a} and {b} are not in order")


def pair_of(a: Ref, b: Ref) -> Pair:
    """Return two bodies as a pair, in either order.

    Raises:
        ArgumentError: They are the same.
    """
    if a == b:
        raise ArgumentError(f"pair: {ref_text(a)} can't collide with itself")
    first, second = sorted((a, b), key=_order)
    return first, second


def payload_ref(robot_id: str) -> Ref:
    """Return the Ref of a robot's payload."""
    return part_ref(robot_id, TOOL, PAYLOAD)


def ref_text(ref: Ref) -> str:
    """Return a Ref as one word, such as ``puma560/link/3``."""
    return "/".join(map(str, ref))


def text_ref(text: str) -> Ref:
    """Return the Ref of a word.

    Raises:
        ArgumentError: It names no body that can collide.

    >>> text_ref("puma560/link/3")
    ('puma560', 'link', 3)
    """
    head, _, last = text.rpartition("/")
    if text == FLOOR[0]:
        return FLOOR
    if head.endswith("/link") and last.isdecimal() and len(last) < 4 and len(head) > 5:
        return (head.removesuffix("/link"), "link", int(last))
    if text.endswith(CARRIED) and len(text) > len(CARRIED):
        return payload_ref(text.removesuffix(CARRIED))
    if head and last in (TOOL, "thing"):
        return (head, last)
    raise ArgumentError(
        f"{text[:80]!r} is not a body; expected ROBOT/link/NUMBER, ROBOT/tool, THING/thing or floor"
    )


def fit_rules(
    rules: CollisionRules, joints: Mapping[str, int], things: frozenset[str]
) -> CollisionRules:
    """Return rules without the pairs of removed items; the same object if there are none.

    Args:
        rules: The rules.
        joints: Number of joints of each robot by its id.
        things: Ids of the objects.
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


def _order(ref: Ref) -> tuple[tuple[bool, str, int], ...]:
    """Return the sort key of a Ref with words and numbers."""
    return tuple(
        (isinstance(one, str), str(one), one if isinstance(one, int) else 0) for one in ref
    )
