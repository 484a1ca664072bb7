"""A plot as a value: curves, bands, markers, points and a map over two axes.

Plots of one track on the common time line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from math import inf, isfinite
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass

Numbers = tuple[float, ...]
Side = Literal["x", "y"]
Shape = Literal["dot", "ring", "cross", "square", "words"]


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a plot.

    Attributes:
        label: Its quantity.
        unit: Its unit, such as ``"s"`` or ``"°"``; may be empty.
        lower: Its lower end; from the data when None.
        upper: Its upper end; from the data when None.
        downward: Values increase downwards, as in an image.

    >>> Axis("time", "s").text
    'time (s)'
    """

    label: str
    unit: str = ""
    lower: float | None = None
    upper: float | None = None
    downward: bool = False

    @property
    def text(self) -> str:
        """The label and unit of the axis."""
        return f"{self.label} ({self.unit})" if self.unit else self.label


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points.

    Attributes:
        x: Abscissas.
        y: Ordinates, of the same number; NaN makes a gap.
        name: Name of its quantity; curves without a name have no label.
        series: Index of its series colour, from 0.
        dashed: It is a reference rather than a result.
        thin: It is in the background.
    """

    x: Numbers
    y: Numbers
    name: str = ""
    series: int = 0
    dashed: bool = False
    thin: bool = False

    def __post_init__(self) -> None:
        if len(self.x) != len(self.y):
            raise ArgumentError(f"y: expected {len(self.x)} numbers as in x, got {len(self.y)}")
        if not np.isfinite(self.x).all():
            raise ArgumentError("x: every number must be finite")

    def at(self, x: float) -> float:
        """Return the ordinate at an abscissa: interpolated, and constant beyond the ends.

        The abscissas must ascend; many points take hardly longer than a few.

        Raises:
            ArgumentError: The curve has no points.
        """
        if not self.x:
            raise ArgumentError("x: expected at least one number")
        after = bisect_right(self.x, x)
        if after in (0, len(self.x)) or self.x[after - 1] == x:
            return self.y[max(after - 1, 0)]
        start, end, low, high = *self.x[after - 1 : after + 1], *self.y[after - 1 : after + 1]
        return low + (high - low) / (end - start) * (x - start)


@dataclass(frozen=True, slots=True)
class Band:
    """A range of an axis with a meaning, such as values beyond a limit.

    Attributes:
        lower: Its lower end.
        upper: Its upper end.
        side: Its axis.
        name: Its meaning, written inside.
    """

    lower: float
    upper: float
    side: Side = "x"
    name: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """A single point of interest.

    Attributes:
        x: Abscissa.
        y: Ordinate.
        name: Name written next to it.
        series: Index of its series colour, from 0.
        shape: Its shape; ``"words"`` is only its name, centred on the point.
    """

    x: float
    y: float
    name: str = ""
    series: int = 0
    shape: Shape = "dot"


@dataclass(frozen=True, slots=True)
class Points:
    """Points of one kind, optionally with names: a sample of designs, a Pareto front.

    Attributes:
        x: Abscissas.
        y: Ordinates, of the same number.
        names: Name of each point, used to show and select it in the window; empty for points that
            cannot be selected.
        name: Their name in the legend, if any.
        series: Index of their series colour, from 0.
        shape: Shape of each.
    """

    x: Numbers
    y: Numbers
    names: tuple[str, ...] = ()
    name: str = ""
    series: int = 0
    shape: Shape = "dot"

    def __post_init__(self) -> None:
        if len(self.x) != len(self.y):
            raise ArgumentError(f"y: expected {len(self.x)} numbers as in x, got {len(self.y)}")
        if len(self.names) not in (0, len(self.x)):
            raise ArgumentError(f"names: expected {len(self.x)} or none, got {len(self.names)}")
        if not np.isfinite([*self.x, *self.y]).all():
            raise ArgumentError("x, y: every number must be finite")


@dataclass(frozen=True, slots=True)
class Map:
    """Values over both axes of a plot, drawn as colours with a scale next to them.

    Attributes:
        x: Abscissas of the middles of its cells, ascending, at least two.
        y: Ordinates of these, ascending, at least two.
        values: A row of values for each ordinate; NaN if there is no value.
        name: Name of the quantity, next to the scale.
        unit: Its unit; may be empty.
        missing: Meaning of the cells without a value, which are hatched; left blank if empty.
        levels: Values at which contour lines are drawn.
        lower: Value at the lower end of the scale; the minimum when None.
        upper: Value at its upper end; the maximum when None.
        names: Name of each cell, in rows, used to select it in the window; empty for cells that
            cannot be selected.
    """

    x: Numbers
    y: Numbers
    values: tuple[Numbers, ...]
    name: str = ""
    unit: str = ""
    missing: str = ""
    levels: Numbers = ()
    lower: float | None = None
    upper: float | None = None
    names: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        for name, middles in (("x", self.x), ("y", self.y)):
            if len(middles) < 2 or not (np.diff(middles) > 0.0).all():
                raise ArgumentError(f"{name}: expected at least two ascending numbers")
        if [len(row) for row in self.values] != [len(self.x)] * len(self.y):
            raise ArgumentError(f"values: expected {len(self.y)} rows of {len(self.x)} numbers")

    @property
    def text(self) -> str:
        """The name and unit as written next to the scale."""
        return f"{self.name} ({self.unit})" if self.unit else self.name

    @property
    def table(self) -> Array:
        """The values (rows, columns)."""
        return np.array(self.values, dtype=float)

    @property
    def scale(self) -> tuple[float, float]:
        """Ends of the scale, the second above the first."""
        table = self.table
        known = table[np.isfinite(table)]
        lower = self.lower if self.lower is not None else float(known.min(initial=inf))
        upper = self.upper if self.upper is not None else float(known.max(initial=-inf))
        if not (isfinite(lower) and isfinite(upper)):
            lower = lower if isfinite(lower) else upper - 1.0 if isfinite(upper) else 0.0
            upper = lower + 1.0
        return (lower, upper) if upper > lower else (lower, lower + (abs(lower) or 1.0))

    def edges(self, side: Side) -> Array:
        """Return the borders of the cells along an axis (n + 1,), half-way between the middles."""
        middles = np.asarray(self.x if side == "x" else self.y)
        half = np.diff(middles) / 2.0
        inner = middles[:-1] + half
        return np.array([middles[0] - half[0], *inner, middles[-1] + half[-1]])

    @property
    def cells(self) -> list[tuple[str, float, float]]:
        """Named cells: name, abscissa and ordinate of its middle."""
        return [
            (name, x, y)
            for y, row in zip(self.y, self.names, strict=False)
            for x, name in zip(self.x, row, strict=True) if name
        ]  # fmt: skip

    def at(self, x: float, y: float) -> float | None:
        """Return the value of the cell at a point; None beyond the map, nan without a value."""
        cell = self.cell(x, y)
        return None if cell is None else self.values[cell[0]][cell[1]]

    def cell(self, x: float, y: float) -> tuple[int, int] | None:
        """Return the row and the column of the cell at a point; None beyond the map."""
        column = int(np.searchsorted(self.edges("x"), x, "right")) - 1
        row = int(np.searchsorted(self.edges("y"), y, "right")) - 1
        inside = 0 <= column < len(self.x) and 0 <= row < len(self.y)
        return (row, column) if inside else None


@dataclass(frozen=True, slots=True)
class Plot:
    """Curves, bands, markers, points and a map over two axes.

    Attributes:
        title: Title of the plot.
        x: The horizontal axis.
        y: The vertical axis.
        curves: Lines, later ones above earlier ones.
        bands: Bands behind the lines.
        markers: Points above the lines.
        note: A second line under the title.
        equal: A unit has the same length on both axes.
        tall: Its height relative to other plots on the same page.
        points: Points above the lines, which can be selected in the window.
        map: Values behind everything else, or None.
    """

    title: str
    x: Axis
    y: Axis
    curves: tuple[Curve, ...] = ()
    bands: tuple[Band, ...] = ()
    markers: tuple[Marker, ...] = ()
    note: str = ""
    equal: bool = False
    tall: float = 1.0
    points: tuple[Points, ...] = ()
    map: Map | None = None


def noted(plots: tuple[Plot, ...], note: str) -> tuple[Plot, ...]:
    """Return plots with a note added under the title of the first, before its own note."""
    if not note or not plots:
        return plots
    first = plots[0]
    whole = f"{note}; {first.note}" if first.note else note
    return (replace(first, note=whole), *plots[1:])


def curve(
    x: ArrayLike,
    y: ArrayLike,
    name: str = "",
    series: int = 0,
    dashed: bool = False,
    thin: bool = False,
) -> Curve:
    """Return a curve through rows of numbers.

    Args:
        x: Abscissas (m,).
        y: Ordinates (m,).
        name: Its quantity.
        series: Index of its series colour, from 0.
        dashed: It is a reference rather than a result.
        thin: It is in the background.

    Raises:
        ArgumentError: Rows of different lengths, or an abscissa that is not finite.

    >>> curve([0, 1], [2, 3], "height").y
    (2.0, 3.0)
    """
    return Curve(_numbers(x, "x"), _numbers(y, "y"), name, series, dashed, thin)


def curves(
    x: ArrayLike, columns: ArrayLike, names: Iterable[str], dashed: bool = False
) -> tuple[Curve, ...]:
    """Return one curve for each column of a table, each in its own colour.

    Args:
        x: Abscissas (m,).
        columns: Ordinates (m, k).
        names: Names of the k curves.
        dashed: They are references rather than results.

    Raises:
        ArgumentError: Not a table, or wrong counts of rows or names.

    >>> [c.name for c in curves([0, 1], [[1, 2], [3, 4]], ["a", "b"])]
    ['a', 'b']
    """
    table, labels = np.asarray(columns, dtype=float), tuple(names)
    if table.ndim != 2 or table.shape[1] != len(labels):
        raise ArgumentError(f"columns: expected {len(labels)} columns, got shape {table.shape}")
    return tuple(
        curve(x, column, label, series, dashed)
        for series, (column, label) in enumerate(zip(table.T, labels, strict=True))
    )


def points(
    x: ArrayLike,
    y: ArrayLike,
    names: Iterable[str] = (),
    name: str = "",
    series: int = 0,
    shape: Shape = "dot",
) -> Points:
    """Return points from rows of numbers (m,); the other arguments are those of ``Points``.

    Raises:
        ArgumentError: Rows or names of different lengths, or a number that is not finite.

    >>> points([0, 1], [2, 3], ["a", "b"]).names
    ('a', 'b')
    """
    return Points(_numbers(x, "x"), _numbers(y, "y"), tuple(names), name, series, shape)


def value_map(
    x: ArrayLike,
    y: ArrayLike,
    values: ArrayLike,
    name: str = "",
    unit: str = "",
    missing: str = "",
    levels: ArrayLike = (),
    lower: float | None = None,
    upper: float | None = None,
) -> Map:
    """Return a map from rows of numbers (n,) and (m,) and a table (m, n); see ``Map``.

    Raises:
        ArgumentError: Middles that do not ascend, or a table of another shape.

    >>> value_map([0, 1], [0, 1], [[1, 2], [3, float("nan")]], missing="not reached").scale
    (1.0, 3.0)
    """
    table = np.asarray(values, dtype=float)
    if table.ndim != 2:
        raise ArgumentError(f"values: expected a table, got shape {table.shape}")
    rows = tuple(tuple(row) for row in table.tolist())
    across, up, lines = _numbers(x, "x"), _numbers(y, "y"), _numbers(levels, "levels")
    return Map(across, up, rows, name, unit, missing, lines, lower, upper)


def _numbers(values: ArrayLike, name: str) -> Numbers:
    array = np.asarray(values, dtype=float)
    if array.ndim != 1:
        raise ArgumentError(f"{name}: expected a row of numbers, got shape {array.shape}")
    return tuple(array.tolist())


def on_time_line(plot: Plot, start: float, whole: float) -> Plot:
    """Return a plot over the time of a track as one over the common time line, in s."""
    if start == 0.0 and whole == plot.x.upper:
        return plot
    curves = tuple(replace(c, x=tuple(start + x for x in c.x)) for c in plot.curves)
    bands = tuple(
        replace(band, lower=start + band.lower, upper=start + band.upper)
        if band.side == "x"
        else band
        for band in plot.bands
    )
    axis = replace(plot.x, lower=0.0, upper=whole or 1.0)
    return replace(plot, x=axis, curves=curves, bands=bands)
