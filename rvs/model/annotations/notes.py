"""Notes: texts attached to a point of the cell, or to the sheet."""

from __future__ import annotations

from rvs.engine.errors import ArgumentError
from rvs.model.annotations.anchors import Anchor
from rvs.model.bounds import Bounds, check_fields, check_name
from rvs.value_class import dataclass

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
