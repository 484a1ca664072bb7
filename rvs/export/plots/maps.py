"""Maps of plots on paper: cells in the colours of a scale, contour lines, and the scale."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

import numpy as np
from contourpy import LineType, contour_generator

from rvs.engine.arrays import Array, Integers
from rvs.export.lettering import text_width
from rvs.export.plots.axes import tick_step, tick_words, ticks
from rvs.export.plots.canvas import Box, Canvas, Point
from rvs.model.plots.plot import Axis, Map
from rvs.scene.annotate.ramp import RAMP

# so many colours; neighbours can't be told apart, and equal cells of a row are one area
COLORS = 60
# distance of the lines of a hatch, and how far cells lap over the next ones, which are drawn later
HATCH, LAP = 4.0, 0.35
# width of the scale, its distance from the plot and of its numbers from it, and their distance
WIDE, APART, BESIDE, EACH = 9.0, 10.0, 4.0, 24.0
Place = Callable[[float, float], Point]


def color_of(part: float) -> str:
    """Return the colour at a fraction of the scale, 0 to 1, between those of the program's ramp.

    >>> color_of(0.0), color_of(1.0)
    ('#5B2A86', '#FBD93A')
    """
    step = min(max(part, 0.0), 1.0) * (len(RAMP) - 1)
    first = min(int(step), len(RAMP) - 2)
    ends = [bytes.fromhex(color[1:]) for color in RAMP[first : first + 2]]
    mixed = (round(a + (step - first) * (b - a)) for a, b in zip(*ends, strict=True))
    return "#" + bytes(mixed).hex().upper()


def draw_cells(canvas: Canvas, shown: Map, place: Place, ink: str) -> None:
    """Draw the cells of a map, and hatch cells without a value that have a meaning."""
    across, up, classes = shown.edges("x"), shown.edges("y"), _classes(shown)
    for row, first, last, number in _stretches(classes):
        (x0, y0), (x1, y1) = place(across[first], up[row]), place(across[last], up[row + 1])
        left, right, top, bottom = x0, x1, min(y0, y1), max(y0, y1)
        if number >= 0:
            # a seam between two areas would shine through
            right, top = right + LAP * (last < len(across) - 1), top - LAP
            ring = [(left, top), (right, top), (right, bottom), (left, bottom)]
            canvas.fill(ring, color_of(number / (COLORS - 1)))
        elif shown.missing:
            draw_hatch(canvas, (left, top, right, bottom), ink)


def draw_hatch(canvas: Canvas, box: Box, ink: str) -> None:
    """Hatch a box; the lines continue in neighbouring boxes."""
    for line in _hatch(box):
        canvas.line(line, ink, 0.5)


def draw_levels(canvas: Canvas, shown: Map, place: Place, ink: str, paper: str) -> None:
    """Draw the contour lines of a map, with a rim that contrasts with dark colours."""
    for _, lines in contours(shown):
        paths = [[place(x, y) for x, y in line.tolist()] for line in lines]
        for color, width in ((paper, 1.8), (ink, 0.8)):
            for path in paths:
                canvas.line(path, color, width)


def contours(shown: Map) -> Iterator[tuple[float, list[Array]]]:
    """Yield each level of a map with its lines (n, 2), in units of the axes."""
    if not shown.levels:
        return
    made = contour_generator(
        x=np.asarray(shown.x), y=np.asarray(shown.y), z=np.ma.masked_invalid(shown.table),
        line_type=LineType.Separate,
    )  # fmt: skip
    for level in shown.levels:
        yield level, [np.asarray(line) for line in made.lines(level)]


def scale_width(shown: Map, height: float, size: float) -> float:
    """Return the width of a scale beside a plot of a height, in points."""
    words = tick_words(_ticks(shown, height))
    return APART + WIDE + BESIDE + max((text_width(word, size) for word in words), default=0.0)


def draw_scale(canvas: Canvas, shown: Map, box: Box, ink: str, faint: str, size: float) -> None:
    """Draw the scale of a map to the right of a plot, given its box."""
    _, top, right, bottom = box
    (low, high), left = shown.scale, right + APART
    step = (bottom - top) / COLORS
    for k in range(COLORS):
        y0, y1 = bottom - k * step, max(bottom - (k + 1) * step - LAP, top)
        ring = [(left, y0), (left + WIDE, y0), (left + WIDE, y1), (left, y1)]
        canvas.fill(ring, color_of(k / (COLORS - 1)))

    def height(value: float) -> float:
        return bottom - (value - low) / (high - low) * (bottom - top)

    for level in shown.levels:
        if low <= level <= high:
            canvas.line([(left, height(level)), (left + WIDE, height(level))], ink, 0.8)
    marks = _ticks(shown, bottom - top)
    for value, words in zip(marks, tick_words(marks), strict=True):
        y = height(value)
        canvas.line([(left + WIDE, y), (left + WIDE + 2, y)], faint, 0.6)
        canvas.text((left + WIDE + BESIDE, y + 2.7), words, size, faint)


def _ticks(shown: Map, height: float) -> list[float]:
    low, high = shown.scale
    step = tick_step(Axis(shown.name, shown.unit), high - low, max(2, int(height / EACH)))
    return ticks(low, high, step)


def _classes(shown: Map) -> Integers:
    """Return the colour of each cell (rows, columns), from 0; -1 where there is no value."""
    low, high = shown.scale
    table = shown.table
    known = np.isfinite(table)
    part = np.where(known, (np.where(known, table, low) - low) / (high - low), 0.0)
    classes = np.rint(np.clip(part, 0.0, 1.0) * (COLORS - 1)).astype(np.int64)
    return np.where(known, classes, -1)


def _stretches(classes: Integers) -> Iterator[tuple[int, int, int, int]]:
    """Return row, first column, column after the last one and colour of equal neighbours."""
    for row, colors in enumerate(classes.tolist()):
        first = 0
        for color, same in groupby(colors):
            last = first + len(list(same))
            yield row, first, last, color
            first = last


def _hatch(box: Box) -> Iterator[list[Point]]:
    """Return lines across a box, continued in its neighbours: x + y is a multiple of a distance."""
    left, top, right, bottom = box
    first, last = int(np.ceil((left + top) / HATCH)), int(np.floor((right + bottom) / HATCH))
    for k in range(first, last + 1):
        c = k * HATCH
        x0, x1 = max(left, c - bottom), min(right, c - top)
        if x1 > x0:
            yield [(x0, c - x0), (x1, c - x1)]
