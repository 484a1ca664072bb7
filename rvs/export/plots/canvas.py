"""Parts of plots on paper: drawing operations, axes with ticks, and maps.

Lengths are points (1/72 inch), y grows downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil, floor, isfinite, log10

import numpy as np
from contourpy import LineType, contour_generator

from rvs.engine.arrays import Array, Integers
from rvs.export.formats.drawing import Anchor, Fill, Group, Mark, Run, Stroke, Text
from rvs.export.lettering import text_width
from rvs.model.appearance.colors import rgba
from rvs.model.plots.plot import Axis, Map, Plot, Side
from rvs.scene.annotate.ramp import RAMP

Point = tuple[float, float]
Box = tuple[float, float, float, float]
# Lines along a side of a box are inside.
NEAR = 1e-6
SHIFT: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Canvas:
    """Collector of drawn marks in groups."""

    def __init__(self) -> None:
        self._open: list[tuple[str, Box | None, list[Mark | Group]]] = [("", None, [])]

    def line(
        self,
        points: Sequence[Point],
        color: str,
        width: float,
        dashes: tuple[float, ...] = (),
    ) -> None:
        """Draw a line through points, solid or with lengths of dashes and gaps."""
        box = self._open[-1][1]
        whole = np.array(points, float)
        lines = (whole,) if box is None else clipped(whole, box)
        if lines:
            self._add(Stroke(tuple(lines), rgba(color), width, dashes))

    def fill(self, points: Sequence[Point], color: str) -> None:
        """Fill a polygon; in a clipped group, one with upright sides."""
        ring, box = np.array(points, float), self._open[-1][1]
        if box is not None:
            ring = np.clip(ring, box[:2], box[2:])
        self._add(Fill((ring,), rgba(color)))

    def text(
        self,
        at: Point,
        words: str,
        size: float,
        color: str,
        anchor: Anchor = "start",
        bold: bool = False,
    ) -> None:
        """Write words with their baseline at a point."""
        width = text_width(words, size, bold)
        run = Run(at[0] - SHIFT[anchor] * width, at[1], words, size)
        self._add(Text((run,), rgba(color), bold, width=width, anchor=anchor))

    def begin(self, name: str, clip: Box | None = None) -> None:
        """Begin a named group; its lines are clipped at left, top, right, bottom."""
        self._open.append((name, clip, []))

    def end(self) -> None:
        """End the innermost group."""
        name, _, parts = self._open.pop()
        self._add(Group(name, tuple(parts)))

    def groups(self) -> tuple[Group, ...]:
        """Return the drawn marks in their groups."""
        return tuple(
            part if isinstance(part, Group) else Group("page", (part,)) for part in self._open[0][2]
        )

    def _add(self, part: Mark | Group) -> None:
        self._open[-1][2].append(part)


def clipped(points: Array, box: Box) -> list[Array]:
    """Return the parts of a polyline (n, 2) inside left, top, right, bottom.

    After Liang and Barsky, A New Concept and Method for Line Clipping (1984).

    >>> [line.round(3).tolist() for line in clipped(np.array([[1, 1], [3, 1]]), (0, 0, 2, 2))]
    [[[1.0, 1.0], [2.0, 1.0]]]
    """
    start, step = points[:-1], np.diff(points, axis=0)
    low, high = np.array(box[:2]) - start - NEAR, np.array(box[2:]) - start + NEAR
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = low / step, high / step
    # along a side of the box there is nothing to meet: all is inside, or nothing
    rests = step == 0.0
    outside = (rests & ((low > 0.0) | (high < 0.0))).any(axis=1)
    first = np.where(rests, 0.0, np.minimum(one, two)).max(axis=1, initial=0.0)
    last = np.where(rests, 1.0, np.maximum(one, two)).min(axis=1, initial=1.0)
    lines: list[list[Array]] = []
    goes_on = False
    for k in np.flatnonzero((first <= last) & ~outside).tolist():
        if not goes_on or first[k] > 0.0:
            lines.append([start[k] + first[k] * step[k]])
        lines[-1].append(start[k] + last[k] * step[k])
        goes_on = bool(last[k] == 1.0)
    return [np.array(line) for line in lines if len(line) > 1]


DEGREES = (1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 45.0, 60.0, 90.0, 180.0)
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
AIR = 0.04


def extent(plot: Plot, side: Side) -> tuple[float, float]:
    """Return the ends of an axis: given ones, or the ends of the data with some margin."""
    axis = plot.x if side == "x" else plot.y
    values = [v for v in _values(plot, side) if isfinite(v)] or [0.0, 1.0]
    lower, upper = min(values), max(values)
    span = upper - lower
    if not span > 1e-12 * max(abs(lower), abs(upper), 1e-30):
        room = max(abs(lower) * 0.1, 0.5 if lower == 0 else 0.0)
    else:
        airy = side == "y" or plot.equal or bool(plot.points)
        room = AIR * span if airy and plot.map is None else 0.0
    return (
        lower - room if axis.lower is None else axis.lower,
        upper + room if axis.upper is None else axis.upper,
    )


def _values(plot: Plot, side: Side) -> Iterable[float]:
    for curve in plot.curves:
        yield from (curve.x if side == "x" else curve.y)
    for marker in plot.markers:
        yield marker.x if side == "x" else marker.y
    for some in plot.points:
        yield from (some.x if side == "x" else some.y)
    if plot.map is not None:
        yield from plot.map.edges(side)[[0, -1]].tolist()


def ticks(lower: float, upper: float, step: float) -> list[float]:
    """Return the multiples of a step from lower to upper.

    >>> ticks(-0.1, 2.0, 1.0)
    [0.0, 1.0, 2.0]
    """
    first, last = ceil(lower / step - 1e-9), floor(upper / step + 1e-9)
    return [k * step for k in range(first, last + 1)]


def tick_step(axis: Axis, span: float, room: int) -> float:
    """Return the smallest round step with at most ``room`` ticks on a span.

    >>> tick_step(Axis("angle", "°"), 180.0, 5), tick_step(Axis("time", "s"), 5.0, 4)
    (45.0, 2.0)
    """
    # a span of k steps has k + 1 ticks at most
    least = span / (max(room, 2) - 1e-6)
    if axis.unit == "°" and 1.0 <= least <= DEGREES[-1]:
        return next(step for step in DEGREES if step >= least * (1 - 1e-9))
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in STEPS if step * power >= least * (1 - 1e-9))


def rounded(
    plot: Plot, upward: tuple[float, float], room: int
) -> tuple[tuple[float, float], float]:
    """Return ends and step of the upward axis, extended to ticks beyond all values.

    Args:
        plot: The plot.
        upward: Ends of its axis before extension.
        room: Largest number of ticks.
    """
    (lower, upper), step = upward, tick_step(plot.y, upward[1] - upward[0], room)
    values = [min(max(v, lower), upper) for v in _values(plot, "y") if isfinite(v)]
    # two ticks may have zero between them and never reach both ends
    while values and not plot.equal and plot.map is None and room > 2:
        first = min(floor(min(values) / step + 1e-9), ceil(lower / step - 1e-9))
        last = max(ceil(max(values) / step - 1e-9), floor(upper / step + 1e-9))
        if last - first < room:
            return (min(lower, first * step), max(upper, last * step)), step
        # a longer axis has room for coarser ticks only
        step = tick_step(plot.y, room * step, room)
    return upward, step


def tick_words(values: list[float]) -> list[str]:
    """Return ticks as text, all with the number of decimals of their step.

    >>> tick_words([-0.5, 0.0, 0.5])
    ['−0.5', '0.0', '0.5']
    """
    step = values[1] - values[0] if len(values) > 1 else abs(sum(values)) or 1.0
    decimals = next((d for d in range(9) if abs(step - round(step, d)) < 1e-6 * step), 9)
    words = [f"{value:.{decimals}f}" for value in values]
    return ["0" if float(w) == 0 and decimals == 0 else w.replace("-", "−") for w in words]


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
