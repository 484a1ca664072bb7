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
from rvs.model.plots.plot import Curve, Plot

SUFFIX = ".csv"


def plots_csv(plots: Sequence[Plot]) -> str:
    """Return the curves of plots that share their axis across, a column for each.

    Rows stand at every abscissa of any curve; a curve has no number where it is not defined.
    Numbers are as exact as they are.

    Raises:
        ArgumentError: Nothing to write, or plots over different axes.
    """
    lines = [(plot, curve) for plot in plots for curve in plot.curves if curve.x]
    if not lines:
        raise ArgumentError("plots: there are no curves to write")
    across = {plot.x.text for plot, _ in lines}
    if len(across) > 1:
        raise ArgumentError("plots: expected one axis across for all of them")
    abscissas = np.unique(np.concatenate([np.asarray(curve.x) for _, curve in lines]))
    columns = [_values(curve, abscissas) for _, curve in lines]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    headings = (across.pop(), *(_heading(plot, curve) for plot, curve in lines))
    writer.writerow(map(csv_cell, headings))
    for k, x in enumerate(abscissas.tolist()):
        writer.writerow([repr(x), *(column[k] for column in columns)])
    return text.getvalue()


def write_csv(path: Path, plots: Sequence[Plot]) -> Path:
    """Write the numbers of plots, atomically.

    Raises:
        ArgumentError: As ``plots_csv``.
        OSError: The file can't be written.
    """
    write_text(path, plots_csv(plots))
    return path


def _heading(plot: Plot, curve: Curve) -> str:
    """Name of a curve with its unit: spreadsheets have nothing else to say it with."""
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
