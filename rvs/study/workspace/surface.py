"""Tools that stay on a surface: the first joint sweeps the curve that one other joint draws."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.study.workspace.sweep import FLAT, TURN, Sweep

# Pieces of the curve, and what of their length they may be beside each other to be one.
PIECES, BESIDE = 2000, 0.02


def stays_on_surface(sweep: Sweep, q: Array, size: float) -> bool:
    """Tell whether u and v change together in all postures (m, n): they draw a curve."""
    _, slopes = sweep.slopes(q)
    sigma = np.linalg.svd(slopes[:, :2, 1:], compute_uv=False)
    return sigma.shape[1] < 2 or bool((sigma[:, 1] <= FLAT * max(size, 1e-300)).all())


def surface(sweep: Sweep, q: Array) -> tuple[float, float]:
    """Return the area of the surface, m^2, and how far it may be off.

    Args:
        sweep: The motion of the robot's first joint.
        q: Postures that show which joints move the tool along the curve (m, n).

    Raises:
        ArgumentError: More than one joint does.
    """
    _, slopes = sweep.slopes(q)
    moving = np.flatnonzero(np.abs(slopes[:, :2, 1:]).max(axis=(0, 1)) > 0.0) + 1
    moving = moving[(sweep.high > sweep.low)[moving]]
    if len(moving) != 1:
        raise ArgumentError("robot: its tool point stays on a surface that several joints sweep")
    fine, coarse = (_swept(sweep, int(moving[0]), count) for count in (PIECES, PIECES // 2))
    longest = fine / PIECES
    return fine, abs(fine - coarse) + 2 * longest


def _swept(sweep: Sweep, joint: int, count: int) -> float:
    q = np.tile(0.5 * (sweep.low + sweep.high), (count + 1, 1))
    q[:, joint] = np.linspace(sweep.low[joint], sweep.high[joint], count + 1)
    at = sweep.coordinates(sweep.still(q))
    middle, step = 0.5 * (at[1:, :2] + at[:-1, :2]), np.diff(at[:, :2], axis=0)
    long = np.linalg.norm(step, axis=1)
    radius = np.abs(middle[:, 0]) if sweep.turns else np.ones(count)
    begin, total = at[:-1, 2], 0.0
    left = np.ones(count, dtype=bool)
    for i in range(count):
        if not left[i]:
            continue
        # Pieces that the curve passes more than once count once, as far as the sweep joins them.
        away = middle - middle[i]
        along = np.abs(away @ step[i]) <= 0.5 * long[i] ** 2
        across = np.abs(away[:, 0] * step[i, 1] - away[:, 1] * step[i, 0]) <= BESIDE * long[i] ** 2
        same = np.flatnonzero(left & along & across & (long[i] > 0.0))
        left[same] = False
        total += long[i] * radius[i] * _joined(begin[same], sweep)
    return float(total)


def _joined(starts: Array, sweep: Sweep) -> float:
    """Return how far the first joint goes from several starts together."""
    if not len(starts):
        return 0.0
    if sweep.whole:
        return TURN
    width, ends = sweep.width, np.sort(starts % TURN if sweep.turns else starts)
    gaps = np.diff(ends, append=ends[0] + TURN if sweep.turns and len(ends) > 1 else np.inf)
    return float(np.minimum(gaps, width).sum())
