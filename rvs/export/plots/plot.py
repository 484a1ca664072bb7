"""The painter of plots on paper: one layout, as a drawing for every format.

The look: thin grid lines, no frame, the name of the upward axis above it, each curve named at its
end in its own colour (in a row above the picture if the ends are unsuitable).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from math import dist, isfinite
from pathlib import Path
from typing import cast

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.export.formats.drawing import MM_PER_INCH, POINTS_PER_INCH, Anchor, Drawing, in_gray
from rvs.export.lettering import text_width
from rvs.export.plots.canvas import (
    Box,
    Canvas,
    Point,
    contours,
    draw_cells,
    draw_hatch,
    draw_levels,
    draw_scale,
    extent,
    rounded,
    scale_width,
    tick_step,
    tick_words,
    ticks,
)
from rvs.model.appearance.colors import SCENE, WINDOW, WindowColors, rgba
from rvs.model.figures.figure import Lettering
from rvs.model.plots.plot import Band, Curve, Map, Marker, Plot, Points, Shape
from rvs.model.plots.strokes import Stroke, Telling, color_index, dashes_of, strokes
from rvs.value_class import dataclass

INK = SCENE["paper"].label
GRID = SCENE["paper"].grid
FAINT = WINDOW["light"].text_3
SERIES = WINDOW["light"].series
BAND, LIMIT = "#F0C9C560", SCENE["paper"].limit

WIDTH, HEIGHT = 460.0, 270.0
MARGIN = 12.0
TITLE, WORDS, SMALL = 11.0, 8.0, 7.5
LINE = 11.0
MARK = 2.6
# of a line in the legend: two whole dashes of any style
SAMPLE = 24.0
# axes shorter than this show nothing
LEAST = 24.0
# room that each number of the axes takes, of the axis across also where units are equally long
UPWARD, ACROSS, EQUAL = 18.0, 48.0, 30.0
# so many numbers across stand closer in a narrow plot
FEWEST, CLOSE = 5, 26.0
# how far a name may stand from the end of its curve without a line that leads to it
BESIDE = 3.0
# where the value of a contour line may stand, the best first, and how far from markers
ALONG, CLEAR = (0.5, 0.3, 0.7, 0.15, 0.85), 36.0
# how far a name may stand from the end of its curve, and the part of the width that names may take
FAR, MOST_NAMES = 18.0, 0.38


# what a legend names; of a map, its cells without a value
Entry = Curve | Points | Map


@dataclass(frozen=True)
class Panel:
    """A plot and its area.

    Attributes:
        plot: The plot.
        page: Left, top, right and bottom of its part of the page.
        box: The rectangle of the axes.
        x: Range of the horizontal axis.
        y: Range of the vertical axis.
        step: Distance between ticks on axes whose units are not equally long.
        legend: Names above the picture, in rows; if empty, curves are named at their ends.
        telling: Features that distinguish the curves.
    """

    plot: Plot
    page: Box
    box: Box
    x: tuple[float, float]
    y: tuple[float, float]
    step: float
    legend: list[list[Entry]]
    telling: Telling = "colour"

    def place(self, x: float, y: float) -> Point:
        """Return the point on paper of a pair of values."""
        left, top, right, bottom = self.box
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (y - self.y[0]) / (self.y[1] - self.y[0])
        down = up if self.plot.y.downward else 1 - up
        return left + across * (right - left), top + down * (bottom - top)

    def values(self, at: Point) -> Point | None:
        """Return the pair of values of a point on paper, or None beyond the axes."""
        left, top, right, bottom = self.box
        across, down = (at[0] - left) / (right - left), (at[1] - top) / (bottom - top)
        if not (0.0 <= across <= 1.0 and 0.0 <= down <= 1.0):
            return None
        up = down if self.plot.y.downward else 1.0 - down
        (x0, x1), (y0, y1) = self.x, self.y
        return x0 + across * (x1 - x0), y0 + up * (y1 - y0)


def write_plot(
    path: Path | str,
    plots: Plot | Sequence[Plot],
    width: float = WIDTH,
    height: float = HEIGHT,
    text: Lettering = "font",
    telling: Telling = "colour",
) -> Path:
    """Write one plot, or several stacked ones, as SVG, PDF, EPS or PS.

    Args:
        path: The file; its suffix determines the format.
        plots: The plots.
        width: Width in points (1/72 inch).
        height: Height of a plot in points, multiplied by its ``tall``.
        text: Treatment of the words, as for ``rvs.export.formats.write.write``.
        telling: Features that distinguish curves, as for ``rvs.model.plots.strokes.dashes_of``.

    Returns:
        The path.

    Raises:
        ArgumentError: Another suffix, or nothing to draw.
    """
    # Only here: plots are drawn in the window without the libraries that write files.
    from rvs.export.formats.write import FORMATS, write

    target = Path(path)
    if target.suffix.lower() not in FORMATS:
        known = ", ".join(FORMATS)
        raise ArgumentError(f"path: expected one of {known}, got {target.suffix!r}")
    return write(plot_drawing(plots, width, height, telling), target, text)


def plot_drawing(
    plots: Plot | Sequence[Plot],
    width: float = WIDTH,
    height: float = HEIGHT,
    telling: Telling = "colour",
) -> Drawing:
    """Return the drawing of one plot, or of several stacked ones.

    Plots with a common horizontal axis have the same width and name their curves in the same
    manner.

    Arguments as for ``write_plot``.

    Raises:
        ArgumentError: Nothing to draw, or no room to draw it.
    """
    rows = [plots] if isinstance(plots, Plot) else list(plots)
    panels = laid_out(rows, width, height, telling)
    canvas, bottom = Canvas(), panels[-1].page[3]
    page = [(0.0, 0.0), (width, 0.0), (width, bottom), (0.0, bottom)]
    canvas.fill(page, SCENE["paper"].sky)
    for panel in panels:
        _draw(canvas, panel)
    mm = MM_PER_INCH / POINTS_PER_INCH
    title = next((plot.title for plot in rows if plot.title), "")
    drawing = Drawing(0.0, 0.0, width, bottom, mm, canvas.groups(), title)
    return in_gray(drawing) if telling == "grey" else drawing


def laid_out(
    rows: Sequence[Plot], width: float, height: float, telling: Telling = "colour"
) -> list[Panel]:
    """Return the plot positions of a drawing; arguments and errors as for ``plot_drawing``."""
    if not rows:
        raise ArgumentError("plots: expected at least one")
    high = [height * plot.tall for plot in rows]
    panels = _below(rows, width, high, telling)
    # units that are equally long leave room below
    need = [
        max(bottom, top + LEAST) - page[1] + MARGIN + 2 * LINE + 2
        for page, (_, top, _, bottom) in ((panel.page, panel.box) for panel in panels)
    ]
    return _below(rows, width, need, telling) if any(plot.equal for plot in rows) else panels


def _below(
    rows: Sequence[Plot], width: float, heights: Sequence[float], telling: Telling
) -> list[Panel]:
    """Lay out plots of these heights below one another."""
    edges = [0.0, *accumulate(heights)]
    places = [(0.0, top, width, bottom) for top, bottom in pairwise(edges)]
    return _aligned(rows, places, telling)


def in_colors(drawing: Drawing, colors: WindowColors) -> Drawing:
    """Return the drawing of a plot on a window panel instead of on paper."""
    paper = WINDOW["light"]
    pairs = [
        (SCENE["paper"].sky, colors.panel), (INK, colors.text), (GRID, colors.line),
        (FAINT, colors.text_3), (LIMIT, colors.limit),
        *zip(paper.series, colors.series, strict=True),
    ]  # fmt: skip
    known = {rgba(old): rgba(new) for old, new in pairs}
    known[rgba(BAND)] = rgba(f"{colors.limit_soft}90")
    return drawing.changed(lambda mark: [replace(mark, color=known.get(mark.color, mark.color))])


def _aligned(rows: Sequence[Plot], places: Sequence[Box], telling: Telling) -> list[Panel]:
    """Lay out plots with a common horizontal axis so that its ends are aligned."""
    panels = [_layout(plot, page, telling) for plot, page in zip(rows, places, strict=True)]
    shared = {(panel.plot.x.text, *panel.x) for panel in panels}
    own = any(plot.equal or plot.map is not None for plot in rows)
    if len(panels) < 2 or len(shared) > 1 or own:
        return panels
    if any(panel.legend for panel in panels):
        panels = [
            _with_legend(plot, page, telling) for plot, page in zip(rows, places, strict=True)
        ]
    left = max(panel.box[0] for panel in panels)
    right = min(panel.box[2] for panel in panels)
    return [replace(one, box=(left, one.box[1], right, one.box[3])) for one in panels]


def _draw(canvas: Canvas, panel: Panel) -> None:
    canvas.begin("plot")
    _titles(canvas, panel)
    _grid(canvas, panel)
    _map(canvas, panel)
    canvas.begin("bands", panel.box)
    _bands(canvas, panel)
    canvas.end()
    canvas.begin("data", panel.box)
    for stroke in strokes(panel.plot, panel.telling):
        _stroke(canvas, panel, stroke)
    canvas.end()
    for some in panel.plot.points:
        _points(canvas, panel, some)
    for marker in panel.plot.markers:
        _marker(canvas, panel, marker)
    if not panel.legend:
        _end_names(canvas, panel)
    canvas.end()


def _named(plot: Plot) -> list[Curve]:
    return [curve for curve in plot.curves if curve.name]


def _entries(plot: Plot) -> list[Entry]:
    """Return entries of the legend of a plot."""
    found: list[Entry] = [*_named(plot), *(some for some in plot.points if some.name)]
    shown = plot.map
    if shown is not None and shown.missing and not np.isfinite(shown.table).all():
        found.append(shown)
    return found


def _runs_right(plot: Plot) -> bool:
    """Return whether the named curves run to the right and end at the same position."""
    ends = {curve.x[-1] for curve in _named(plot) if curve.x}
    return len(ends) == 1 and all(a <= b for c in _named(plot) for a, b in pairwise(c.x))


def _layout(plot: Plot, page: Box, telling: Telling) -> Panel:
    """Name curves at their ends if these are apart and leave room, else in rows above."""
    if _runs_right(plot) and len(_entries(plot)) == len(_named(plot)) and plot.map is None:
        panel = _panel(plot, page, [], telling)
        ends = _ends(panel)
        moved = zip(_end_heights(panel, ends), ends, strict=True)
        near = all(abs(height - end[0]) < FAR for height, end in moved)
        if near and page[2] - panel.box[2] <= MOST_NAMES * (page[2] - page[0]):
            return panel
    return _with_legend(plot, page, telling)


def _with_legend(plot: Plot, page: Box, telling: Telling) -> Panel:
    rows = _legend_rows(plot, page[2] - page[0] - 2 * MARGIN)
    return _panel(plot, page, rows, telling)


def _panel(plot: Plot, page: Box, legend: list[list[Entry]], telling: Telling) -> Panel:
    left, top, right, bottom = page
    x, y = extent(plot, "x"), extent(plot, "y")
    top += MARGIN + 2 * LINE + 1.3 * LINE * len(legend)
    top += sum(high for *_, high in _heading(plot, right - left))
    top += LINE if _stacked(plot, right - left) else 0.0
    bottom -= MARGIN + 2 * LINE + 2
    y, step = rounded(plot, y, _room(bottom - top, UPWARD))
    upward = tick_words(ticks(*y, step))
    left += MARGIN + max((text_width(words, SMALL) for words in upward), default=0.0) + 6
    names = [] if legend else [text_width(curve.name, WORDS) for curve in _named(plot)]
    right -= MARGIN + (max(names) + 8 if names else 8)
    beside = 0.0 if plot.map is None else scale_width(plot.map, bottom - top, SMALL)
    right -= beside
    if right - left < LEAST or bottom - top < LEAST:
        raise ArgumentError("plots: the page is too small for axes, names and numbers")
    if plot.equal:
        scale = min((right - left) / (x[1] - x[0]), (bottom - top) / (y[1] - y[0]))
        right, bottom = left + scale * (x[1] - x[0]), top + scale * (y[1] - y[0])
    return Panel(plot, page, (left, top, right, bottom), x, y, step, legend, telling)


def _stacked(plot: Plot, width: float) -> bool:
    """Return whether the names of the vertical axis and of the scale need a line each."""
    if plot.map is None:
        return False
    both = text_width(plot.y.text, WORDS) + text_width(plot.map.text, WORDS)
    return both + 2 * MARGIN > width - 2 * MARGIN


def _legend_rows(plot: Plot, width: float) -> list[list[Entry]]:
    rows: list[list[Entry]] = [[]]
    used = 0.0
    for entry in _entries(plot):
        need = _legend_width(entry)
        if rows[-1] and used + need > width:
            rows.append([])
            used = 0.0
        rows[-1].append(entry)
        used += need
    return [row for row in rows if row]


def _entry_name(entry: Entry) -> str:
    return entry.missing if isinstance(entry, Map) else entry.name


def _sample_width(entry: Entry) -> float:
    return SAMPLE if isinstance(entry, Curve) else 2.0 * WORDS if isinstance(entry, Map) else WORDS


def _legend_width(entry: Entry) -> float:
    return _sample_width(entry) + 4 + text_width(_entry_name(entry), WORDS) + 14


def _titles(canvas: Canvas, panel: Panel) -> None:
    plot, (_, top, right, bottom) = panel.plot, panel.box
    start, line = panel.page[0] + MARGIN, panel.page[1] + MARGIN
    for words, size, color, high in _heading(plot, panel.page[2] - panel.page[0]):
        line += high
        canvas.text((start, line), words, size, color, bold=size == TITLE)
    for row in panel.legend:
        line += 1.3 * LINE
        _legend(canvas, row, (start, line), panel.telling)
    stacked = _stacked(plot, panel.page[2] - panel.page[0])
    canvas.text((start, top - 8), plot.y.text, WORDS, INK)
    if plot.map is not None:
        edge, left = panel.page[2] - MARGIN, right + 10.0
        wide = text_width(plot.map.text, WORDS)
        at = (edge, "end") if left + wide > edge else (left, "start")
        height = top - 8 - (LINE if stacked else 0.0)
        canvas.text((at[0], height), plot.map.text, WORDS, INK, cast("Anchor", at[1]))
    # a long label begins at the left edge of the sheet
    end = max(right, panel.page[0] + MARGIN + text_width(plot.x.text, WORDS))
    canvas.text((end, bottom + 2 * LINE + 2), plot.x.text, WORDS, INK, "end")


def _heading(plot: Plot, width: float) -> list[tuple[str, float, str, float]]:
    """Return lines of title and note: words, size, colour, distance below the line before."""
    room = width - 2 * MARGIN
    title = wrapped(plot.title, TITLE, room, bold=True)
    note = wrapped(plot.note, WORDS, room)
    lines = [(words, TITLE, INK, TITLE + 2 * (k > 0)) for k, words in enumerate(title)]
    return [*lines, *((words, WORDS, FAINT, LINE + 2 * (k == 0)) for k, words in enumerate(note))]


def wrapped(words: str, size: float, width: float, bold: bool = False) -> list[str]:
    """Return words in lines that fit a width; a single word can be wider.

    >>> wrapped("torque of the joints", 10.0, 70.0)
    ['torque of the', 'joints']
    """
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _legend(canvas: Canvas, row: Sequence[Entry], at: Point, telling: Telling) -> None:
    x, y = at
    for entry in row:
        wide = _sample_width(entry)
        if isinstance(entry, Curve):
            dashes = dashes_of(entry.series, entry.dashed, telling)
            color, sample = _color(entry.series, telling), [(x, y - 3), (x + wide, y - 3)]
            canvas.line(sample, color, _width(entry), dashes)
        elif isinstance(entry, Points):
            color = _color(entry.series, telling)
            _shape(canvas, (x + wide / 2, y - 3), entry.shape, color)
        else:
            draw_hatch(canvas, (x, y - WORDS + 1, x + wide, y + 1), FAINT)
        canvas.text((x + wide + 4, y), _entry_name(entry), WORDS, INK)
        x += _legend_width(entry)


def _map(canvas: Canvas, panel: Panel) -> None:
    """Draw the cells of a map, contour lines with their values, and the scale next to it."""
    shown, paper = panel.plot.map, SCENE["paper"].sky
    if shown is None:
        return
    canvas.begin("map", panel.box)
    draw_cells(canvas, shown, panel.place, FAINT)
    draw_levels(canvas, shown, panel.place, INK, paper)
    canvas.end()
    canvas.begin("scale")
    draw_scale(canvas, shown, panel.box, INK, FAINT, SMALL)
    canvas.end()
    for level, lines in contours(shown):
        if lines:
            longest = max(lines, key=len)
            _words(canvas, _free(panel, longest), tick_words([level])[0], INK)


def _free(panel: Panel, line: Array) -> Point:
    """Return the point of a contour line (m, 2) for its value, far from markers if possible."""
    taken = [panel.place(one.x, one.y) for one in panel.plot.markers]
    spots = [panel.place(*line[int(part * (len(line) - 1))].tolist()) for part in ALONG]
    free = (spot for spot in spots if all(dist(spot, one) > CLEAR for one in taken))
    return next(free, spots[0])


def _grid(canvas: Canvas, panel: Panel) -> None:
    plot, (left, top, right, bottom) = panel.plot, panel.box
    canvas.begin("grid")
    across, upward = _ticks(panel)
    for value, words in zip(upward, tick_words(upward), strict=True):
        y = panel.place(panel.x[0], value)[1]
        canvas.line([(left, y), (right, y)], GRID, 0.5)
        canvas.text((left - 5, y + 2.7), words, SMALL, FAINT, "end")
    for value, words in zip(across, tick_words(across), strict=True):
        x = panel.place(value, panel.y[0])[0]
        if plot.equal:
            canvas.line([(x, top), (x, bottom)], GRID, 0.5)
        canvas.line([(x, bottom), (x, bottom + 3)], FAINT, 0.6)
        canvas.text((x, bottom + LINE), words, SMALL, FAINT, "middle")
    canvas.line([(left, bottom), (right, bottom)], FAINT, 0.6)
    canvas.end()


def _ticks(panel: Panel) -> tuple[list[float], list[float]]:
    """Return the positions of the ticks of both axes, with one step for equally long units."""
    plot, (left, top, right, bottom) = panel.plot, panel.box
    across, upward = panel.x[1] - panel.x[0], panel.y[1] - panel.y[0]
    if not plot.equal:
        room = max(_room(right - left, ACROSS), min(FEWEST, _room(right - left, CLOSE)))
        step_x = tick_step(plot.x, across, room)
        return ticks(*panel.x, step_x), ticks(*panel.y, panel.step)
    step = max(
        tick_step(plot.x, across, _room(right - left, EQUAL)),
        tick_step(plot.y, upward, _room(bottom - top, UPWARD)),
    )
    return ticks(*panel.x, step), ticks(*panel.y, step)


def _room(length: float, each: float) -> int:
    """Return the number of ticks that fit."""
    return max(2, int(length / each))


def _bands(canvas: Canvas, panel: Panel) -> None:
    left, top, right, bottom = panel.box
    named = _named_bands(panel.plot.bands)
    for band in panel.plot.bands:
        if band.side == "x":
            a, b = (panel.place(v, panel.y[0])[0] for v in (band.lower, band.upper))
            box = a, top, b, bottom
        else:
            a, b = (panel.place(panel.x[0], v)[1] for v in (band.upper, band.lower))
            box = left, min(a, b), right, max(a, b)
        x0, y0, x1, y1 = box
        canvas.fill([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], BAND)
        if band.side == "y":
            for y in (y for y in (y0, y1) if top + 1 < y < bottom - 1):
                canvas.line([(left, y), (right, y)], LIMIT, 0.7)
        if band in named:
            line = _band_line((max(y0, top), min(y1, bottom)), bottom)
            words = 8 + text_width(band.name, SMALL)
            # A name stays inside the frame, left of a band that begins near its right edge.
            x = min(max(x0, left), right - words)
            canvas.text((x + 4, line), band.name, SMALL, FAINT)


def _named_bands(bands: Sequence[Band]) -> list[Band]:
    """Return the labelled bands: the widest of those with one name along the time axis."""
    found = [band for band in bands if band.name and band.side == "y"]
    widest: dict[str, Band] = {}
    for band in bands:
        if band.name and band.side == "x":
            best = widest.setdefault(band.name, band)
            if band.upper - band.lower > best.upper - best.lower:
                widest[band.name] = band
    return [*found, *widest.values()]


def _band_line(sides: tuple[float, float], bottom: float) -> float:
    """Return the height of the name of a band: inside it, or next to one that is too thin."""
    upper, lower = sides
    if lower - upper >= LINE:
        return upper + 9
    return lower + 9 if lower + LINE < bottom else upper - 3


def _stroke(canvas: Canvas, panel: Panel, stroke: Stroke) -> None:
    curve, stretch = stroke.curve, slice(stroke.first, stroke.last + 1)
    points = [panel.place(x, y) for x, y in zip(curve.x[stretch], curve.y[stretch], strict=True)]
    canvas.line(points, _color(curve.series, panel.telling), _width(curve), stroke.dashes)


def _width(curve: Curve) -> float:
    return 0.7 if curve.thin else (0.9 if curve.dashed else 1.4)


def _ends(panel: Panel) -> list[tuple[float, str, int]]:
    """Return the height on paper, name and series of each curve's end, from top to bottom."""
    return sorted(
        (panel.place(c.x[-1], c.y[-1])[1], c.name, c.series)
        for c in _named(panel.plot)
        if c.y and isfinite(c.y[-1])
    )


def _end_heights(panel: Panel, ends: Sequence[tuple[float, str, int]]) -> list[float]:
    """Return heights for the names at the ends, moved apart if they would touch."""
    return spread([end[0] for end in ends], WORDS + 2, panel.box[1], panel.box[3])


def _end_names(canvas: Canvas, panel: Panel) -> None:
    ends = _ends(panel)
    right = panel.box[2]
    for height, (end, name, series) in zip(_end_heights(panel, ends), ends, strict=True):
        color = _color(series, panel.telling)
        if abs(height - end) > BESIDE:
            canvas.line([(right + 1, end), (right + 5, height)], color, 0.4)
        canvas.text((right + 6, height + 2.8), name, WORDS, color)


def spread(wanted: Sequence[float], gap: float, lowest: float, highest: float) -> list[float]:
    """Return sorted positions near given ones, at least ``gap`` apart, within bounds if they fit.

    >>> spread([5.0, 5.0], 4.0, 0.0, 10.0)
    [3.0, 7.0]
    """

    def first(group: Sequence[float]) -> float:
        """Return the first label's position, with its group centred at the mean wanted position."""
        length = (len(group) - 1) * gap
        middle = sum(group) / len(group)
        return max(lowest, min(middle - length / 2, highest - length))

    groups: list[list[float]] = []
    for place in wanted:
        groups.append([place])
        while len(groups) > 1 and first(groups[-2]) + len(groups[-2]) * gap > first(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    return [first(group) + i * gap for group in groups for i in range(len(group))]


def _marker(canvas: Canvas, panel: Panel, marker: Marker) -> None:
    x, y = panel.place(marker.x, marker.y)
    color = _color(marker.series, panel.telling)
    if marker.shape == "words":
        _words(canvas, (x, y), marker.name, color)
        return
    _shape(canvas, (x, y), marker.shape, color)
    if marker.name:
        # a rising line passes through what is above it on the right
        left, base = x + 5, y + (WORDS + 3 if _rises(panel.plot, marker) else -4)
        if panel.plot.map is not None or panel.plot.points:
            right, top = left + text_width(marker.name, WORDS) + 1, base - WORDS + 1
            sheet = [(left - 1, top), (right, top), (right, base + 2), (left - 1, base + 2)]
            canvas.fill(sheet, SCENE["paper"].sky)
        canvas.text((left, base), marker.name, WORDS, INK)


def _rises(plot: Plot, marker: Marker) -> bool:
    """Return whether the only curve rises where a marker is on it."""
    x, y = (plot.curves[0].x, plot.curves[0].y) if len(plot.curves) == 1 else ((), ())
    after = next((k for k, value in enumerate(x) if value > marker.x), 0)
    return after > 0 and y[after] > y[after - 1] and not plot.y.downward


def _words(canvas: Canvas, at: Point, words: str, color: str) -> None:
    """Write words around a point, on a separate sheet."""
    (x, y), half = at, text_width(words, SMALL) / 2
    behind = [(x - half, y - 5), (x + half, y - 5), (x + half, y + 5), (x - half, y + 5)]
    canvas.fill(behind, SCENE["paper"].sky)
    canvas.text((x, y + 2.6), words, SMALL, color, "middle")


def _points(canvas: Canvas, panel: Panel, some: Points) -> None:
    """Draw the points of one kind that are inside the axes."""
    canvas.begin("points")
    left, top, right, bottom = panel.box
    color = _color(some.series, panel.telling)
    for pair in zip(some.x, some.y, strict=True):
        x, y = panel.place(*pair)
        if left - 1 <= x <= right + 1 and top - 1 <= y <= bottom + 1:
            _shape(canvas, (x, y), some.shape, color)
    canvas.end()


def _shape(canvas: Canvas, at: Point, shape: Shape, color: str) -> None:
    (x, y), r = at, MARK
    square = [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
    around = [(x + r * c, y + r * s) for c, s in _CIRCLE]
    if shape == "cross":
        canvas.line([(x - r, y - r), (x + r, y + r)], color, 1.2)
        canvas.line([(x - r, y + r), (x + r, y - r)], color, 1.2)
    elif shape == "ring":
        canvas.line([*around, around[0]], color, 1.2)
    else:
        canvas.fill(square if shape == "square" else around, color)


_DIAGONAL = 0.5**0.5
_CIRCLE = tuple(
    (c, s)
    for c, s in (
        (1.0, 0.0),
        (_DIAGONAL, _DIAGONAL),
        (0.0, 1.0),
        (-_DIAGONAL, _DIAGONAL),
        (-1.0, 0.0),
        (-_DIAGONAL, -_DIAGONAL),
        (0.0, -1.0),
        (_DIAGONAL, -_DIAGONAL),
    )
)


def _color(series: int, telling: Telling) -> str:
    return INK if telling == "grey" else SERIES[color_index(series)]
