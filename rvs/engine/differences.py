"""Velocities and accelerations of the joints at the rows of a motion, by differences."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array

# Rows whose steps are alike, and change so little from row to row, are rows of a smooth motion.
EVEN, SMOOTH = 1e-6, 0.05
# A joint slower than this part of its largest speed, or than this in rad/s and m/s, rests.
STILL, STILL_PART = 1e-9, 1e-6
# A joint starts from rest where its speed at the end is below this part of that two rows on.
REST = 0.3


def differences(times: Array, q: Array) -> tuple[Array, Array]:
    """Return velocities and accelerations (m, n) at rows by differences.

    Where neighbouring steps fit one smooth curve, they are of fourth order in the step; elsewhere,
    at corners and at jumps of the acceleration, they are the mean over the adjacent steps of a row,
    which never exaggerates.

    Args:
        times: Rising times (m,), in s.
        q: Postures (m, n), rad and m.
    """
    if len(times) < 3:
        speeds = np.zeros_like(q)
        if len(times) == 2:
            speeds += np.diff(q, axis=0) / np.diff(times)
        return _rested(speeds), np.zeros_like(q)
    steps = np.diff(times)[:, None]
    between = np.diff(q, axis=0) / steps
    before, after = steps[:-1], steps[1:]
    inner = (after * between[:-1] + before * between[1:]) / (before + after)
    changes = 2 * np.diff(between, axis=0) / (before + after)
    if len(times) > 4:
        inner[1:-1], changes[1:-1] = _finer(steps, inner, changes)
    speeds = np.vstack([_begin(between, inner), inner, _begin(between[::-1], inner[::-1])])
    return _rested(speeds), np.vstack([_end(changes), changes, _end(changes[::-1])])


def _begin(between: Array, inner: Array) -> Array:
    """Return the speed at an end from those between the next rows; 0 if it starts from rest."""
    if len(between) < 3:
        return np.asarray(2 * between[0] - inner[0])
    start = (15 * between[0] - 10 * between[1] + 3 * between[2]) / 8
    begun: Array = np.where(np.abs(start) <= REST * np.abs(between[2]), 0.0, start)
    return begun


def _end(changes: Array) -> Array:
    """Return the acceleration at an end from those of the next rows, limited to their size."""
    if len(changes) < 2:
        alone: Array = changes[0]
        return alone
    line = 2 * changes[0] - changes[1]
    most = np.maximum(np.abs(changes[0]), np.abs(changes[1]))
    ended: Array = np.clip(line, -most, most)
    return ended


def _finer(steps: Array, inner: Array, changes: Array) -> tuple[Array, Array]:
    """Return finer rates of rows with two rows on either side, where the motion is smooth."""
    bend = changes[2:] - 2 * changes[1:-1] + changes[:-2]
    size = np.maximum(np.abs(changes[2:]), np.abs(changes[:-2]))
    four = np.stack([steps[i : len(steps) - 3 + i] for i in range(4)])
    even = np.ptp(four, axis=0) <= EVEN * four[1]
    smooth = even & (np.abs(bend) <= SMOOTH * np.maximum(size, np.abs(changes[1:-1])))
    fine = np.where(smooth, changes[1:-1] - bend / 12, changes[1:-1])
    lean = steps[1:-2] * (changes[2:] - changes[:-2]) / 12
    return np.where(smooth, inner[1:-1] - lean, inner[1:-1]), fine


def _rested(speeds: Array) -> Array:
    """Return speeds with rounding noise set to 0: dry friction depends on their sign."""
    most = np.abs(speeds).max(axis=0, initial=0.0)
    moving: Array = np.where(np.abs(speeds) <= np.maximum(STILL, STILL_PART * most), 0.0, speeds)
    return moving
