"""The painter of plots on paper: one layout, drawn as SVG or PDF.

The look: thin grid lines, no frame, the name of the upward axis above it, each curve named at its
end in its own colour (in a row above the picture where the ends would not serve).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.export.plot_axes import extent, tick_words, ticks
from rvs.export.plot_canvas import Canvas, PdfCanvas, Point, SvgCanvas, text_width
from rvs.model.colors import SCENE, WINDOW
from rvs.model.plot import Curve, Marker, Plot

INK = SCENE["paper"].label
GRID = SCENE["paper"].grid
FAINT = WINDOW["light"].text_3
SERIES = WINDOW["light"].series
BAND = "#F0C9C560"

WIDTH, HEIGHT = 460.0, 270.0
MARGIN = 12.0
TITLE, WORDS, SMALL = 11.0, 8.0, 7.5
LINE = 11.0
MARK = 2.6

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Panel:
    """A plot and where it is drawn: the box of its axes and what they span."""

    plot: Plot
    box: Box
    x: tuple[float, float]
    y: tuple[float, float]

    def place(self, x: float, y: float) -> Point:
        """Return the point on paper of a pair of values."""
        left, top, right, bottom = self.box
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (y - self.y[0]) / (self.y[1] - self.y[0])
        down = up if self.plot.y.downward else 1 - up
        return left + across * (right - left), top + down * (bottom - top)


def write_plot(
    path: Path | str, plots: Plot | Sequence[Plot], width: float = WIDTH, height: float = HEIGHT
) -> Path:
    """Write one plot, or several one below the other, as SVG or PDF.

    Args:
        path: The file; its suffix ``.svg`` or ``.pdf`` decides.
        plots: What to draw.
        width: Width in points (1/72 inch).
        height: Height of each plot in points.

    Returns:
        The path.

    Raises:
        ArgumentError: Another suffix, or nothing to draw.
    """
    target = Path(path)
    canvases: dict[str, type[SvgCanvas] | type[PdfCanvas]] = {".svg": SvgCanvas, ".pdf": PdfCanvas}
    kind = canvases.get(target.suffix.lower())
    if kind is None:
        raise ArgumentError(f"path: a plot is written as .svg or .pdf, not {target.suffix!r}")
    rows = [plots] if isinstance(plots, Plot) else list(plots)
    if not rows:
        raise ArgumentError("plots: expected at least one")
    canvas: Canvas = kind(width, height * len(rows), rows[0].title)
    page = [(0.0, 0.0), (width, 0.0), (width, height * len(rows)), (0.0, height * len(rows))]
    canvas.fill(page, SCENE["paper"].sky)
    for i, plot in enumerate(rows):
        draw_plot(canvas, plot, (0.0, i * height, width, (i + 1) * height))
    canvas.save(target)
    return target


def draw_plot(canvas: Canvas, plot: Plot, page: Box) -> None:
    """Draw a plot into a box (left, top, right, bottom) of a canvas."""
    panel = _layout(plot, page)
    canvas.begin("plot")
    _titles(canvas, panel, page)
    _grid(canvas, panel)
    canvas.begin("data", panel.box)
    _bands(canvas, panel)
    for curve in plot.curves:
        _curve(canvas, panel, curve)
    canvas.end()
    for marker in plot.markers:
        _marker(canvas, panel, marker)
    if _named_at_ends(plot):
        _end_names(canvas, panel)
    canvas.end()


def _named(plot: Plot) -> list[Curve]:
    return [curve for curve in plot.curves if curve.name]


def _named_at_ends(plot: Plot) -> bool:
    """Whether the curves run to the right, so that their names can stand there."""
    ends = {curve.x[-1] for curve in _named(plot) if curve.x}
    rising = all(a <= b for c in _named(plot) for a, b in zip(c.x, c.x[1:], strict=False))
    return rising and len(ends) == 1


def _layout(plot: Plot, page: Box) -> Panel:
    left, top, right, bottom = page
    x, y = extent(plot, "x"), extent(plot, "y")
    rows = 1 + bool(plot.note) + bool(_named(plot) and not _named_at_ends(plot))
    top += MARGIN + TITLE + (rows - 1) * LINE + 2 * LINE
    bottom -= MARGIN + 2 * LINE + 2
    widest = max(text_width(words, SMALL) for words in tick_words(ticks(plot.y, *y, 6)))
    left += MARGIN + widest + 6
    names = [text_width(c.name, WORDS) for c in _named(plot)] if _named_at_ends(plot) else []
    right -= MARGIN + (max(names) + 8 if names else 8)
    if plot.equal:
        scale = min((right - left) / (x[1] - x[0]), (bottom - top) / (y[1] - y[0]))
        right, bottom = left + scale * (x[1] - x[0]), top + scale * (y[1] - y[0])
    return Panel(plot, (left, top, right, bottom), x, y)


def _titles(canvas: Canvas, panel: Panel, page: Box) -> None:
    plot, (_, top, right, bottom) = panel.plot, panel.box
    start, line = page[0] + MARGIN, page[1] + MARGIN + TITLE
    canvas.text((start, line), plot.title, TITLE, INK, bold=True)
    if plot.note:
        line += LINE + 2
        canvas.text((start, line), plot.note, WORDS, FAINT)
    if _named(plot) and not _named_at_ends(plot):
        _legend(canvas, plot, (start, line + LINE + 3))
    canvas.text((start, top - 8), plot.y.text, WORDS, INK)
    canvas.text((right, bottom + 2 * LINE + 2), plot.x.text, WORDS, INK, "end")


def _legend(canvas: Canvas, plot: Plot, at: Point) -> None:
    x, y = at
    for curve in _named(plot):
        canvas.line([(x, y - 3), (x + 14, y - 3)], _color(curve.series), 1.4, curve.dashed)
        canvas.text((x + 18, y), curve.name, WORDS, INK)
        x += 18 + text_width(curve.name, WORDS) + 14


def _grid(canvas: Canvas, panel: Panel) -> None:
    plot, (left, top, right, bottom) = panel.plot, panel.box
    canvas.begin("grid")
    across = ticks(plot.x, *panel.x, max(2, int((right - left) / 48)))
    upward = ticks(plot.y, *panel.y, max(2, int((bottom - top) / 26)))
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


def _bands(canvas: Canvas, panel: Panel) -> None:
    left, top, right, bottom = panel.box
    for band in panel.plot.bands:
        if band.side == "x":
            a, b = (panel.place(v, panel.y[0])[0] for v in (band.lower, band.upper))
            box = a, top, b, bottom
        else:
            a, b = (panel.place(panel.x[0], v)[1] for v in (band.upper, band.lower))
            box = left, min(a, b), right, max(a, b)
        x0, y0, x1, y1 = box
        canvas.fill([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], BAND)
        if band.name:
            canvas.text((max(x0, left) + 4, max(y0, top) + 9), band.name, SMALL, FAINT)


def _curve(canvas: Canvas, panel: Panel, curve: Curve) -> None:
    width = 0.7 if curve.thin else (0.9 if curve.dashed else 1.4)
    for piece in _pieces(curve):
        points = [panel.place(x, y) for x, y in piece]
        canvas.line(points, _color(curve.series), width, curve.dashed)


def _pieces(curve: Curve) -> list[list[Point]]:
    """The stretches of a curve between its gaps."""
    pieces: list[list[Point]] = [[]]
    for x, y in zip(curve.x, curve.y, strict=True):
        if isfinite(y):
            pieces[-1].append((x, y))
        elif pieces[-1]:
            pieces.append([])
    return [piece for piece in pieces if len(piece) > 1]


def _end_names(canvas: Canvas, panel: Panel) -> None:
    """Write the curves' names beside their ends, moved apart where they would touch."""
    right = panel.box[2]
    ends = sorted(
        (panel.place(c.x[-1], c.y[-1])[1], c.name, c.series)
        for c in _named(panel.plot)
        if c.y and isfinite(c.y[-1])
    )
    heights = spread([end[0] for end in ends], WORDS + 2, panel.box[1], panel.box[3])
    for height, (_, name, series) in zip(heights, ends, strict=True):
        canvas.text((right + 6, height + 2.8), name, WORDS, _color(series))


def spread(wanted: Sequence[float], gap: float, lowest: float, highest: float) -> list[float]:
    """Return rising places near the wanted ones, at least ``gap`` apart, within bounds if they fit.

    >>> spread([5.0, 5.0], 4.0, 0.0, 10.0)
    [3.0, 7.0]
    """
    groups: list[list[float]] = []
    for place in wanted:
        groups.append([place])
        while len(groups) > 1 and _top(groups[-2], gap)[1] + gap > _top(groups[-1], gap)[0]:
            groups[-2:] = [groups[-2] + groups[-1]]
    places = []
    for group in groups:
        first, last = _top(group, gap)
        shift = max(0.0, lowest - first) - max(0.0, last - highest)
        places += [first + shift + i * gap for i in range(len(group))]
    return places


def _top(group: Sequence[float], gap: float) -> tuple[float, float]:
    """The first and last place of labels set ``gap`` apart around the mean of their wishes."""
    middle, half = sum(group) / len(group), (len(group) - 1) * gap / 2
    return middle - half, middle + half


def _marker(canvas: Canvas, panel: Panel, marker: Marker) -> None:
    x, y = panel.place(marker.x, marker.y)
    color, r = _color(marker.series), MARK
    square = [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
    around = [(x + r * c, y + r * s) for c, s in _CIRCLE]
    if marker.shape == "cross":
        canvas.line([(x - r, y - r), (x + r, y + r)], color, 1.2)
        canvas.line([(x - r, y + r), (x + r, y - r)], color, 1.2)
    elif marker.shape == "ring":
        canvas.line([*around, around[0]], color, 1.2)
    else:
        canvas.fill(square if marker.shape == "square" else around, color)
    if marker.name:
        canvas.text((x + 5, y - 4), marker.name, WORDS, INK)


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


def _color(series: int) -> str:
    return SERIES[series % len(SERIES)]
