"""Ends of the axes of a plot, and positions of their ticks."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, isfinite, log10

from rvs.model.plots.plot import Axis, Plot, Side

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
