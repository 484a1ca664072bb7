"""Labels on the sheet: the same places and widths as on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from rvs.export.formats.drawing import Run, Text
from rvs.export.visibility.sheet import Sheet
from rvs.scene.annotate.labels import PlacedLabel, place_labels
from rvs.scene.annotate.leaders import leader_lines
from rvs.scene.drawing_constants import HALO_OPACITY
from rvs.scene.fonts.measure import HALO, SUBSCRIPT_DROP, SUBSCRIPT_SIZE, font, measure
from rvs.scene.items import Item, Label, Line

# Size at which letters are measured without rounding to pixels.
EXACT = 1000
# More labels than this take too long to be held clear of all others.
MANY, BATCH = 1000, 200
# The same for lines.
MOST_LINES = 100


def label_texts(
    labels: Sequence[Label], sheet: Sheet, lines: Sequence[Line] = ()
) -> list[Text | None]:
    """Return each label as a text, clear of lines; None for one behind the viewer."""
    ahead = sheet.ahead(np.array([label.at for label in labels]).reshape(-1, 3))
    return [
        None
        if place is None or (before <= 0.0 and label.sheet is None)
        else _text(label, place, sheet.pixel)
        for label, place, before in zip(
            labels, _placed(labels, sheet, lines), ahead.tolist(), strict=True
        )
    ]


def label_leaders(labels: Sequence[Label], sheet: Sheet, lines: Sequence[Line] = ()) -> list[Line]:
    """Return lines that lead from what labels name to those that had to give way."""
    return leader_lines(labels, _placed(labels, sheet, lines), sheet.camera, *_screen(sheet))


def dimension_lines(items: Sequence[Item]) -> list[Line]:
    """Return the lines that labels keep clear of: those that nothing hides, in pieces."""
    found = [
        item
        for item in items
        if isinstance(item, Line)
        and item.pairs
        and item.depth == "on top"
        and item.layer != "overlay"
    ]
    return found if len(found) <= MOST_LINES else []


def _placed(
    labels: Sequence[Label], sheet: Sheet, lines: Sequence[Line]
) -> list[PlacedLabel | None]:
    """Where labels go; of very many, each gives way only to those around it in the list."""
    at_once = len(labels) if len(labels) <= MANY else BATCH
    return [
        place
        for k in range(0, len(labels), max(at_once, 1))
        for place in place_labels(
            labels[k : k + at_once], sheet.camera, *_screen(sheet), measure, lines
        )
    ]


def _screen(sheet: Sheet) -> tuple[int, int]:
    """Width and height in pixels of a screen."""
    return max(round(sheet.width / sheet.pixel), 1), max(round(sheet.height / sheet.pixel), 1)


def _text(label: Label, place: PlacedLabel, pixel: float) -> Text:
    size = label.size * pixel
    small = size * SUBSCRIPT_SIZE
    first = text_width(label.text, size, label.bold)
    width = first + text_width(label.subscript, small, label.bold)
    x = place.x * pixel - width / 2
    base = place.y * pixel + capital_height(size, label.bold) / 2
    runs = [Run(x, base, label.text, size)]
    if label.subscript:
        runs.append(Run(x + first, base + SUBSCRIPT_DROP * size, label.subscript, small))
    halo = (*label.halo[:3], label.halo[3] * HALO_OPACITY)
    return Text(tuple(runs), label.color, label.bold, halo, HALO * pixel, width)


def text_width(words: str, size: float, bold: bool = False) -> float:
    """Return how wide words are, in the unit of the size of their type.

    >>> text_width("ii", 10) < text_width("mm", 10)
    True
    """
    return font(bold, EXACT).getlength(words) * size / EXACT


def capital_height(size: float, bold: bool) -> float:
    """Return how high capitals are, in the unit of the size of their type."""
    return -_capital_top(bold) * size / EXACT


@lru_cache(maxsize=2)
def _capital_top(bold: bool) -> float:
    return float(font(bold, EXACT).getbbox("X", anchor="ls")[1])
