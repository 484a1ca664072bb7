"""The numbers of plots as a table for spreadsheets and scripts."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.files.storage.atomic import write_text
from rvs.files.text.letters import csv_cell
from rvs.model.plots.plot import Curve, Map, Plot

SUFFIX = ".csv"


def plots_csv(plots: Sequence[Plot]) -> str:
    """Return the curves of plots with a common horizontal axis, one column each.

    Rows exist for every abscissa of any curve; a curve has no number where it is not defined.
    Numbers have full precision.  In a plot with a map or points, each cell and each point is a row,
    with its abscissa, ordinate and value or name; so is each point of additional curves.

    Raises:
        ArgumentError: Nothing to write, or plots over different axes.
    """
    if any(plot.map is not None or plot.points for plot in plots):
        return _rows_csv(plots)
    lines = [(plot, curve) for plot in plots for curve in plot.curves if curve.x]
    if not lines:
        raise ArgumentError("plots: there are no curves to write")
    across = {plot.x.text for plot, _ in lines}
    if len(across) > 1:
        raise ArgumentError("plots: expected the same horizontal axis for all of them")
    abscissas = np.unique(np.concatenate([np.asarray(curve.x) for _, curve in lines]))
    columns = [_values(curve, abscissas) for _, curve in lines]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    headings = (across.pop(), *(_heading(plot, curve) for plot, curve in lines))
    writer.writerow(map(csv_cell, headings))
    for k, x in enumerate(abscissas.tolist()):
        writer.writerow([repr(x), *(column[k] for column in columns)])
    return text.getvalue()


def _rows_csv(plots: Sequence[Plot]) -> str:
    """Return a row for each point of curves, each point and each cell of plots with equal axes."""
    axes = {(plot.x.text, plot.y.text) for plot in plots}
    if len(axes) > 1:
        raise ArgumentError("plots: expected the same axes in all of them")
    maps = [plot.map for plot in plots if plot.map is not None]
    values = {one.text or "value": None for one in maps}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(csv_cell, ("series", "name", *axes.pop(), *values)))

    def write(series: str, name: str, x: float, y: float, known: Map | None, value: float) -> None:
        cells = ["" if known is None or (known.text or "value") != one else _shown(value)
                 for one in values]  # fmt: skip
        writer.writerow([csv_cell(series), csv_cell(name), repr(x), _shown(y), *cells])

    for plot in plots:
        for curve in plot.curves:
            for x, y in zip(curve.x, curve.y, strict=True):
                write(curve.name or "curve", "", x, y, None, 0.0)
        for some in plot.points:
            names = some.names or ("",) * len(some.x)
            for name, x, y in zip(names, some.x, some.y, strict=True):
                write(some.name or "points", name, x, y, None, 0.0)
        if (shown := plot.map) is not None:
            for y, row in zip(shown.y, shown.values, strict=True):
                for x, value in zip(shown.x, row, strict=True):
                    write(shown.name or "map", "", x, y, shown, value)
    return text.getvalue()


def _shown(value: float) -> str:
    return repr(float(value)) if np.isfinite(value) else ""


def write_csv(path: Path, plots: Sequence[Plot]) -> Path:
    """Write the numbers of plots, atomically.

    Raises:
        ArgumentError: As ``plots_csv``.
        OSError: The file can't be written.
    """
    write_text(path, plots_csv(plots))
    return path


def _heading(plot: Plot, curve: Curve) -> str:
    """Return the name of a curve with its unit, as a spreadsheet has no other place for it."""
    name = curve.name if curve.name == plot.y.label else f"{curve.name} {plot.y.label}".strip()
    return f"{name} ({plot.y.unit})" if plot.y.unit else name


def _values(curve: Curve, abscissas: Array) -> list[str]:
    ordinates = np.interp(abscissas, curve.x, curve.y, np.nan, np.nan)
    exact = dict(zip(curve.x, curve.y, strict=True))
    found = []
    for x, between in zip(abscissas.tolist(), ordinates.tolist(), strict=True):
        value = exact.get(x, between)
        found.append(repr(float(value)) if np.isfinite(value) else "")
    return found
