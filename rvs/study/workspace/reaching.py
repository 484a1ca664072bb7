"""Postures whose tool point has given coordinates (u, v), for many points, within the limits.

Damped least squares (Levenberg and Marquardt); a joint at a limit that is pushed beyond it is
fixed.
"""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers
from rvs.study.workspace.sweep import Sweep, free_joints

MOST_STEPS = 40
# What counts as reached, in parts of the size; and where a search without progress ends.
REACHED, STUCK = 1e-6, 1e-4
DAMPING, GROW, SHRINK = 1e-3, 8.0, 0.3
# A search whose squared error keeps more than this part over so many steps leads nowhere.
WATCH, HOPELESS = 6, 0.98


def reach(
    sweep: Sweep, targets: Array, starts: Array, size: float, flat: Booleans
) -> tuple[Array, Booleans]:
    """Return postures for targets of the tool point, and a mask of the reached targets.

    Args:
        sweep: The robot and its limits.
        targets: Coordinates u, v (m, 2), m.
        starts: An initial posture for each (m, n).
        size: A length of the workspace, m.
        flat: Mask of the coordinates u and v that are always considered reached (2,).
    """
    q = starts.copy()
    free = np.flatnonzero(free_joints(sweep))
    damping = np.full(len(q), DAMPING * size**2)
    done = np.zeros(len(q), dtype=bool)
    if not len(q) or not len(free):
        return q, _missed(sweep, q, targets, flat) <= REACHED * size
    open_ = np.arange(len(q))
    value, slopes = _errors(sweep, q, targets, flat)
    error = before = (value**2).sum(axis=1)
    for step in range(1, MOST_STEPS + 1):
        tried = _stepped(sweep, q[open_], value, slopes[:, :, free], free, damping[open_])
        new, new_slopes = _errors(sweep, tried, targets[open_], flat)
        left = (new**2).sum(axis=1)
        better = left < error
        moved = np.abs(tried - q[open_]).max(axis=1)
        q[open_[better]] = tried[better]
        value[better], slopes[better] = new[better], new_slopes[better]
        error = np.where(better, left, error)
        damping[open_] *= np.where(better, SHRINK, GROW)
        there = np.abs(value).max(axis=1) <= REACHED * size
        done[open_[there]] = True
        goes_on = ~there & ((moved > STUCK * REACHED) | ~better) & (damping[open_] < 1e6 * size**2)
        if not step % WATCH:
            goes_on &= error <= HOPELESS * before
            before = error
        if not goes_on.any():
            break
        open_, value, slopes = open_[goes_on], value[goes_on], slopes[goes_on]
        error, before = error[goes_on], before[goes_on]
    return q, done


def _errors(sweep: Sweep, q: Array, targets: Array, flat: Booleans) -> tuple[Array, Array]:
    found, slopes = sweep.slopes(q)
    rest, slopes = targets - found[:, :2], slopes[:, :2]
    rest[:, flat] = 0.0
    slopes[:, flat] = 0.0
    return rest, slopes


def _missed(sweep: Sweep, q: Array, targets: Array, flat: Booleans) -> Array:
    return np.asarray(np.abs(_errors(sweep, q, targets, flat)[0]).max(axis=1))


def _stepped(
    sweep: Sweep, q: Array, rest: Array, slopes: Array, free: Integers, damping: Array
) -> Array:
    """Return postures after one step, held at the limits."""
    low, high = sweep.low[free], sweep.high[free]
    pull = np.einsum("mri,mr->mi", slopes, rest)
    own = q[:, free]
    held = ((own <= low) & (pull < 0)) | ((own >= high) & (pull > 0))
    slopes = np.where(held[:, None], 0.0, slopes)
    product = slopes @ slopes.swapaxes(1, 2)
    a, b = product[:, 0, 0] + damping, product[:, 0, 1]
    c = product[:, 1, 1] + damping
    # two equations each, solved by Cramer's rule
    share = 1.0 / (a * c - b * b)
    first = (c * rest[:, 0] - b * rest[:, 1]) * share
    second = (a * rest[:, 1] - b * rest[:, 0]) * share
    step = slopes[:, 0] * first[:, None] + slopes[:, 1] * second[:, None]
    tried = q.copy()
    tried[:, free] = np.clip(own + step, low, high)
    return tried
