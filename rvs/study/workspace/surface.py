"""Tools that stay on a surface: the first joint sweeps the curve of the other joints."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rvs.engine.arrays import Array, Integers
from rvs.engine.errors import ArgumentError
from rvs.study.workspace.sweep import FLAT, TURN, Sweep

# Pieces of the curve, and what of their length they may be beside each other to be one.
PIECES, BESIDE = 2000, 0.02
# Joints of which all corners are visited, and other postures on the way that several joints take.
MOST_CORNERS, OTHERS = 5, 12
# How near the way has to come to all postures, in its longest pieces.
NEAR = 3.0


def stays_on_surface(sweep: Sweep, q: Array, size: float) -> bool:
    """Return whether u and v change together in all postures (m, n), along a curve."""
    _, slopes = sweep.slopes(q)
    sigma = np.linalg.svd(slopes[:, :2, 1:], compute_uv=False)
    return sigma.shape[1] < 2 or bool((sigma[:, 1] <= FLAT * max(size, 1e-300)).all())


def surface(sweep: Sweep, q: Array, ends: Array) -> tuple[float, float]:
    """Return the area of the surface, m^2, and its error bound.

    Args:
        sweep: The motion of the robot's first joint.
        q: Postures that show which joints move the tool along the curve (m, n).
        ends: Outermost postures of the curve (k, n).

    Raises:
        ArgumentError: More than one joint does so, and the first one does not make a full turn.
    """
    _, slopes = sweep.slopes(q)
    least = FLAT * float(np.abs(sweep.coordinates(q)[:, :2]).max())
    moving = np.flatnonzero(np.abs(slopes[:, :2, 1:]).max(axis=(0, 1)) > least) + 1
    moving = moving[(sweep.high > sweep.low)[moving]]
    if len(moving) == 1:
        fine, coarse = (_swept(sweep, int(moving[0]), count) for count in (PIECES, PIECES // 2))
        return fine, abs(fine - coarse) + 2 * fine / PIECES
    if sweep.whole:
        stops = np.vstack([_corners(sweep, moving[:MOST_CORNERS]), ends, q[:OTHERS]])
        fine, coarse = (_drawn(sweep, stops, q, count) for count in (PIECES, PIECES // 2))
        if fine and coarse:
            return fine, abs(fine - coarse) + 4 * fine / PIECES
    raise ArgumentError(
        "robot: its tool point moves on a surface that several joints sweep, so "
        "the workspace has no volume, and its area can't be computed"
    )


def _corners(sweep: Sweep, moving: Integers) -> Array:
    found = np.tile(0.5 * (sweep.low + sweep.high), (2 ** len(moving), 1))
    for k, joint in enumerate(moving.tolist()):
        upper = np.arange(len(found)) >> k & 1
        found[:, joint] = np.where(upper, sweep.high[joint], sweep.low[joint])
    return found


def _drawn(sweep: Sweep, stops: Array, q: Array, count: int) -> float:
    """Return the area swept in a full turn by the curve between postures; 0 if one is far off.

    All images are on one curve, so the length along it distinguishes them, back and forth.
    """
    from scipy.spatial import cKDTree  # type: ignore[import-untyped]

    share = np.linspace(0.0, 1.0, count, endpoint=False)[:, None]
    way = [begin + share * (end - begin) for begin, end in pairwise(stops)]
    at = sweep.coordinates(sweep.still(np.vstack([*way, stops[-1:]])))[:, :2]
    step = np.diff(at, axis=0)
    long = np.linalg.norm(step, axis=1)
    kept = long > FLAT * np.abs(at).max()
    step, long, at = step[kept], long[kept], at[np.append(True, kept)]
    ahead = np.sign(np.einsum("ij,ij->i", step[1:], step[:-1]))
    along = np.append(0.0, np.cumsum(np.cumprod(np.append(1.0, ahead)) * long))
    order = np.argsort(along)
    along, at = along[order], at[order]
    length = _closed(along, at, 2.0 * float(long.max()))
    inside = along <= along[0] + length
    others = sweep.coordinates(q)[:, :2]
    gaps, _ = cKDTree(at[inside]).query(others)
    if gaps.max() > NEAR * long.max():
        return 0.0
    radius, way = at[inside, 0], np.diff(along[inside])
    return TURN * float(0.5 * (radius[1:] + radius[:-1]) @ way)


def _closed(along: Array, at: Array, near: float) -> float:
    """Return the length of a curve to its end, or until it returns to its beginning."""
    away = np.linalg.norm(at - at[0], axis=1)
    left = np.flatnonzero(away > near)
    back = np.flatnonzero((away <= near) & (along > along[left[0]])) if len(left) else left
    if not len(back):
        return float(along[-1] - along[0])
    first = back[np.argmin(away[back[along[back] <= along[back[0]] + 2.0 * near]])]
    return float(along[first] - along[0])


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
    """Return the common range of the first joint from several starts."""
    if not len(starts):
        return 0.0
    if sweep.whole:
        return TURN
    width, ends = sweep.width, np.sort(starts % TURN if sweep.turns else starts)
    gaps = np.diff(ends, append=ends[0] + TURN if sweep.turns and len(ends) > 1 else np.inf)
    return float(np.minimum(gaps, width).sum())
