"""Labels on the sheet: positioned as on the screen, in the font and size of the figure."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import field, replace
from functools import lru_cache
from itertools import groupby

import numpy as np

from rvs.export.formats.drawing import Run, Text
from rvs.export.visibility.sheet import Sheet
from rvs.scene.annotate.labels import PlacedLabel, leader_lines, place_labels
from rvs.scene.fonts.measure import (
    EXACT,
    HALO,
    SUBSCRIPT_DROP,
    SUBSCRIPT_SIZE,
    font,
    words_width,
)
from rvs.scene.fonts.written import letters_of
from rvs.scene.items import HALO_OPACITY, Item, Label, Line
from rvs.value_class import dataclass

# More labels than this take too long to be held clear of all others.
MANY, BATCH = 1000, 200
# The same for lines; curves are kept clear of in so many pieces.
MOST_LINES, PIECES = 100, 8
INDICES = {chr(0x2080 + digit): str(digit) for digit in range(10)}


@dataclass(frozen=True, slots=True)
class Type:
    """Font and area of labels.

    Attributes:
        family: Family of the font; empty is the program's default.
        least: Height of the smallest type, in pixels of a screen.
        page: Left, top, right, bottom in units of the sheet, the area of labels; the sheet if None.
    """

    family: str = ""
    least: float = 0.0
    page: tuple[float, float, float, float] | None = None

    def sizes(self, label: Label) -> tuple[float, float]:
        """Return the sizes of a label's type and of its index, in pixels of a screen."""
        size = max(label.size, self.least)
        return size, max(SUBSCRIPT_SIZE * size, self.least)

    def measure(self, label: Label) -> tuple[float, float]:
        """Return width and height of a label's letters, in pixels of a screen."""
        size = self.sizes(label)[0]
        return sum(piece.width for piece in self.pieces(label)), size

    def pieces(self, label: Label) -> list[_Piece]:
        """Return the letters of a label and its index, in pieces of one font and size."""
        size, small = self.sizes(label)
        found = list(_pieces(label.text, size, small, label.bold, self.family))
        index = _pieces(label.subscript, small, small, label.bold, self.family)
        return [*found, *(replace(piece, drop=SUBSCRIPT_DROP * size) for piece in index)]


@dataclass(frozen=True, eq=False)
class Letters:
    """Labels after typesetting.

    Attributes:
        texts: Their letters.
        leaders: Leader lines to displaced labels.
        places: Position of each label.
        left_out: Labels without room.
    """

    texts: dict[Label, Text] = field(default_factory=dict)
    leaders: dict[Label, list[Line]] = field(default_factory=dict)
    places: dict[Label, PlacedLabel] = field(default_factory=dict)
    left_out: tuple[Label, ...] = ()

    def only(self, labels: Container[Label], left_out: Sequence[Label]) -> Letters:
        """Return some labels; others were omitted for lack of room."""
        texts = {label: text for label, text in self.texts.items() if label in labels}
        return replace(self, texts=texts, left_out=tuple(left_out))


@dataclass(frozen=True, slots=True)
class _Piece:
    """Letters of one font and size, and their distance below the line of the others."""

    words: str
    family: str
    size: float
    drop: float
    width: float


def letters(
    labels: Sequence[Label],
    sheet: Sheet,
    lines: Sequence[Line] = (),
    how: Type | None = None,
    before: Letters | None = None,
) -> Letters:
    """Return labels as texts, clear of one another, of arrows and of lines.

    Args:
        labels: The labels; labels behind the viewer are omitted.
        sheet: The sheet.
        lines: Lines to avoid.
        how: Their type; the program's default if omitted.
        before: The same labels on a nearly equal sheet, whose positions are kept.
    """
    setting = how or Type()
    ahead = sheet.ahead(np.array([label.at for label in labels]).reshape(-1, 3)).tolist()
    places = _placed(labels, sheet, lines, setting, before)
    rows = [
        (label, place)
        for label, place, before in zip(labels, places, ahead, strict=True)
        if place is not None and (before > 0.0 or label.sheet is not None)
    ]
    screen = _screen(sheet)
    return Letters(
        {label: _text(label, place, sheet.pixel, setting) for label, place in rows},
        {label: leader_lines([label], [place], sheet.camera, *screen) for label, place in rows},
        dict(rows),
    )


def dimension_lines(items: Sequence[Item]) -> list[Line]:
    """Return the lines that labels avoid: visible ones, in a few pieces."""
    found = [
        item
        for item in items
        if isinstance(item, Line) and item.depth == "on top" and item.layer != "overlay"
    ]
    return [_few(line) for line in found] if len(found) <= MOST_LINES else []


def _few(line: Line) -> Line:
    """Return a curve as a few straight pieces."""
    count = len(line.points)
    if line.pairs or count <= PIECES:
        return line
    return replace(line, points=line.points[np.linspace(0, count - 1, PIECES).round().astype(int)])


def _placed(
    labels: Sequence[Label], sheet: Sheet, lines: Sequence[Line], how: Type, before: Letters | None
) -> list[PlacedLabel | None]:
    """Return label positions; if there are many, each avoids only its neighbours in the list."""
    at_once = max(len(labels) if len(labels) <= MANY else BATCH, 1)
    labels = [_on_picture(label, sheet) for label in labels]
    batches = [labels[k : k + at_once] for k in range(0, len(labels), at_once)]
    screen = _screen(sheet)

    page = None if how.page is None else [edge / sheet.pixel for edge in how.page]

    def kept(some: Sequence[Label]) -> list[PlacedLabel | None] | None:
        return None if before is None else [before.places.get(label) for label in some]

    return [
        place
        for some in batches
        for place in place_labels(some, sheet.camera, *screen, how.measure, lines, page, kept(some))
    ]


def _on_picture(label: Label, sheet: Sheet) -> Label:
    """Return a label; a fixed position on the picture is the same on the sheet around it."""
    if label.sheet is None or not sheet.beyond:
        return label
    x, y = (0.5 + (share - 0.5) / (1.0 + 2.0 * sheet.beyond) for share in label.sheet)
    return replace(label, sheet=(x, y))


def _screen(sheet: Sheet) -> tuple[float, float]:
    """Return width and height in screen pixels, a whole number in the picture."""
    left, top, right, bottom = sheet.picture
    sizes = (right - left) / sheet.pixel, (bottom - top) / sheet.pixel
    wide, high = ((1.0 + 2.0 * sheet.beyond) * max(round(size), 1) for size in sizes)
    return wide, high


def _text(label: Label, place: PlacedLabel, pixel: float, how: Type) -> Text:
    size = how.sizes(label)[0] * pixel
    x = place.x * pixel - place.width * pixel / 2
    base = place.y * pixel + capital_height(size, label.bold, how.family) / 2
    runs = []
    for piece in how.pieces(label):
        y = base + piece.drop * pixel
        runs.append(Run(x, y, piece.words, piece.size * pixel, piece.family))
        x += piece.width * pixel
    halo = (*label.halo[:3], label.halo[3] * HALO_OPACITY)
    width = place.width * pixel
    return Text(tuple(runs), label.color, label.bold, halo, HALO * pixel, width)


def _pieces(words: str, size: float, small: float, bold: bool, family: str) -> Iterable[_Piece]:
    """Return words in pieces; missing letters use the program's font, indices plain digits."""
    if not family:
        if words:
            yield _Piece(words, "", size, 0.0, text_width(words, size, bold))
        return
    known = letters_of(bold, family)

    def kind(letter: str) -> tuple[str, bool]:
        if ord(letter) in known:
            return family, False
        index = INDICES.get(letter)
        return (family, True) if index and ord(index) in known else ("", False)

    for (name, index), some in groupby(words, kind):
        part = "".join(some)
        if index:
            part = "".join(INDICES[letter] for letter in part)
        high, drop = (small, SUBSCRIPT_DROP * size) if index else (size, 0.0)
        yield _Piece(part, name, high, drop, text_width(part, high, bold, name))


def text_width(words: str, size: float, bold: bool = False, family: str = "") -> float:
    """Return the width of words, in units of their type size.

    >>> text_width("ii", 10) < text_width("mm", 10)
    True
    """
    return _length(words, bold, family) * size / EXACT


def capital_height(size: float, bold: bool, family: str = "") -> float:
    """Return the height of capitals, in units of their type size."""
    return -_capital_top(bold, family) * size / EXACT


# By value: the same words are measured for every place that is tried for them.
@lru_cache(maxsize=4096)
def _length(words: str, bold: bool, family: str) -> float:
    return words_width(words, bold, EXACT, family)


# By value: one number for each font.
@lru_cache(maxsize=16)
def _capital_top(bold: bool, family: str) -> float:
    return float(font(bold, EXACT, family).getbbox("X", anchor="ls")[1])
