"""The least clearance of a motion over time, as a plot."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rvs.engine.arrays import Array, Integers
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.plots.plot import Axis, Band, Curve, Plot
from rvs.model.refs import Ref
from rvs.study.passage import Passage

MOST_POINTS = 1200


def clearance_plot(passage: Passage[Ref], unit: Unit = UNITS["m"]) -> Plot:
    """Return the least clearance over time; it is negative during collisions."""
    times, distances = passage.times, passage.distances / unit.factor
    kept = _kept(distances)
    collides = tuple(Band(start, end, "x") for start, end in passage.spans)
    shown = np.where(np.isfinite(distances), distances, np.nan)[kept]
    curve = Curve(tuple(times[kept].tolist()), tuple(shown.tolist()), "least clearance")
    return Plot(
        "Clearance",
        Axis("time", "s", 0.0, float(times[-1])),
        Axis("clearance", unit.symbol),
        (curve,),
        collides,
    )


def _kept(distances: Array) -> Integers:
    """Return a limited number of points, including the least of each interval."""
    count = len(distances)
    if count <= MOST_POINTS:
        return np.arange(count)
    cuts = np.linspace(0, count, MOST_POINTS // 2 + 1).astype(int)
    least = [a + int(np.argmin(distances[a:b])) for a, b in pairwise(cuts.tolist())]
    return np.unique([*cuts[:-1].tolist(), *least, count - 1])
