"""Colours and line styles that distinguish the curves of a plot, on screen and on paper.

Each series has a colour; when all colours have been used once, the line style changes.  Where a
later curve overlaps an earlier one, both are drawn as alternating stripes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.motions.rates import runs
from rvs.model.plots.plot import Curve, Plot
from rvs.value_class import dataclass

Telling = Literal["colour", "dashes", "grey"]

# As many as every palette of series has.
COLORS = 6
# Lengths of lines and gaps, in points.
REFERENCE = (3.0, 2.4)
# As many as robots have joints, so that the curves of one plot differ without colour.
STYLES: tuple[tuple[float, ...], ...] = (
    (),
    (6.0, 3.0),
    (1.5, 2.5),
    (8.0, 2.5, 1.5, 2.5),
    (11.0, 2.0),
    (6.0, 2.5, 1.5, 2.5, 1.5, 2.5),
    (1.5, 5.0),
    (8.0, 2.5, 3.0, 2.5),
)
STRIPE = 6.0
# Curves nearer than this part of the height of a plot cover each other.
SAME = 0.004
# Where they do so along less than this part of the width, they cross.
LEAST = 0.03


@dataclass(frozen=True, slots=True)
class Stroke:
    """A part of a curve with one style.

    Attributes:
        curve: The curve.
        first: Index of its first point.
        last: Index of its last point, which is included.
        dashes: Lengths of lines and gaps, in points; a solid line if empty.
    """

    curve: Curve
    first: int
    last: int
    dashes: tuple[float, ...] = ()


def color_index(series: int) -> int:
    """Return the index of a series' colour in a palette."""
    return series % COLORS


def dashes_of(
    series: int, reference: bool = False, telling: Telling = "colour"
) -> tuple[float, ...]:
    """Return the lengths of lines and gaps of a series, in points; empty for a solid line.

    Args:
        series: The series, from 0.
        reference: It is a reference rather than a result.
        telling: The style changes either once all colours are used, or from curve to curve, as
            required for printing without colour; ``"grey"`` has no colours at all.

    >>> dashes_of(0), dashes_of(6) == dashes_of(1, telling="dashes") == STYLES[1]
    ((), True)
    """
    if reference:
        return REFERENCE
    turn = series if telling != "colour" else series // COLORS
    return STYLES[turn % len(STYLES)]


def strokes(plot: Plot, telling: Telling = "colour") -> tuple[Stroke, ...]:
    """Return the drawn parts of the curves of a plot, from the lowest to the topmost.

    Args:
        plot: The plot.
        telling: Distinction of the curves, as for ``dashes_of``.
    """
    heights = [np.asarray(curve.y, dtype=float) for curve in plot.curves]
    finite = [height[np.isfinite(height)] for height in heights]
    every = np.concatenate([np.zeros(0), *finite])
    near = SAME * float(np.ptp(every)) if every.size else 0.0
    found: list[Stroke] = []
    for index, curve in enumerate(plot.curves):
        own = dashes_of(curve.series, curve.dashed, telling)
        below = _covered(curve, plot.curves[:index], near)
        above = _covered(curve, plot.curves[index + 1 :], near)
        found += _stretches(curve, own, below, above)
    return tuple(found)


def _covered(curve: Curve, others: Sequence[Curve], near: float) -> Array:
    """Return the number of other curves on each point of a curve, which runs to the right."""
    x, y = np.asarray(curve.x), np.asarray(curve.y, dtype=float)
    count = np.zeros(len(x), dtype=int)
    for other in others:
        if not other.x or not _runs_right(x) or not _runs_right(np.asarray(other.x)):
            continue
        there = np.interp(x, other.x, np.asarray(other.y, dtype=float), np.nan, np.nan)
        count += np.abs(there - y) <= near
    return count


def _runs_right(x: Array) -> bool:
    return bool((np.diff(x) >= 0.0).all())


def _stretches(curve: Curve, own: tuple[float, ...], below: Array, above: Array) -> list[Stroke]:
    """Cut a curve at its gaps and at the ends of its overlaps with others."""
    x, drawn = np.asarray(curve.x), np.isfinite(np.asarray(curve.y, dtype=float))
    under, over = (np.minimum(count[:-1], count[1:]) for count in (below, above))
    # Curves that merely cross are not drawn as stripes.
    for first, last in runs(under > 0):
        if x[last + 1] - x[first] < LEAST * (x[-1] - x[0]):
            under[first : last + 1] = 0
    keys = list(
        zip(
            (drawn[:-1] & drawn[1:]).tolist(),
            under.tolist(),
            np.where(under > 0, over, 0).tolist(),
            strict=True,
        )
    )
    found: list[Stroke] = []
    begin = 0
    for (seen, low, high), group in groupby(keys):
        end = begin + len(list(group))
        if seen:
            found.append(Stroke(curve, begin, end, _dashes(own, low, high)))
        begin = end
    return found


def _dashes(own: tuple[float, ...], below: int, above: int) -> tuple[float, ...]:
    """Return stripes where others are below: the topmost curve has the largest gaps."""
    return (STRIPE * (above + 1), STRIPE * below) if below else own
