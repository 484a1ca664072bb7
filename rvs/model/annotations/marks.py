"""Notes and measurements, and the points of the cell to which they are attached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from rvs.engine.errors import ArgumentError
from rvs.model.bounds import POINT, Bounds, check_fields, check_name
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS
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


MOST_LETTERS, MOST_LINES = 1000, 20
# How far beside, in pixels.
BESIDE = Bounds(-1e4, 1e4)
# Where the text lies beside its point, in pixels right and down.
ASIDE = (48.0, -40.0)


@dataclass(frozen=True, slots=True)
class Note:
    """A note.

    Attributes:
        id: Stable name inside the document, which robots and objects share.
        text: Its text; one line or several.
        anchor: The point that it is pinned to; None pins it to the sheet.
        place: Pixels right and down from the point to the text; on the sheet, shares of its width
            and height from the upper left.
    """

    id: str
    text: str
    anchor: Anchor | None = None
    place: tuple[float, float] = ASIDE

    def __post_init__(self) -> None:
        check_name(self, "id", "a note")
        fault = text_fault(self.text)
        if fault:
            raise ArgumentError(f"note: {fault}")
        if self.anchor is not None and self.anchor.kind != "point":
            raise ArgumentError(f"note: expected a point as its anchor, got a {self.anchor.kind}")
        check_fields(self, {"place": BESIDE})


def text_fault(text: str) -> str:
    """Return the fault in the text of a note, or an empty text."""
    if not text.strip():
        return "the text is empty"
    if len(text) > MOST_LETTERS:
        return f"{len(text)} characters are too many; expected at most {MOST_LETTERS}"
    if text.count("\n") >= MOST_LINES:
        return f"{text.count(chr(10)) + 1} lines are too many; expected at most {MOST_LINES}"
    odd = next((one for one in text if one != "\n" and not one.isprintable()), "")
    return f"U+{ord(odd):04X} can't be shown; expected printable characters" if odd else ""


def tidy_text(text: str) -> str:
    """Return a typed text with plain line ends and spaces, and no spaces at its end."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2029", "\n")
    plain = plain.replace("\t", " ").replace("\u00a0", " ")
    return "\n".join(line.rstrip() for line in plain.split("\n")).strip("\n")


@dataclass(frozen=True, slots=True)
class Measure:
    """A measurement; its ends are attached to their items.

    Attributes:
        id: Stable name inside the document, which robots and objects share.
        first: Start of the measurement.
        second: End of the measurement.
        length: Unit of a distance.
        angle: Unit of an angle.
    """

    id: str
    first: Anchor
    second: Anchor
    length: str = "mm"
    angle: str = "deg"

    def __post_init__(self) -> None:
        check_name(self, "id", "a measurement")
        for unit, units in ((self.length, LENGTH_UNITS), (self.angle, ANGLE_UNITS)):
            if unit not in units:
                raise ArgumentError(f"measurement: {unit!r} is not one of {', '.join(units)}")
