"""Reference motions of a robot: postures, velocities and accelerations at many times."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_numbers, check_one
from rvs.engine.control import JointReference
from rvs.engine.errors import ArgumentError

Wanted = Callable[[Array], JointReference]
"""Times (m,) to postures, velocities and accelerations, (m, n) each."""


def resting(q: ArrayLike) -> Wanted:
    """Return the reference that rests in a posture (n,).

    >>> resting([1.0])(np.zeros(2)).q.tolist()
    [[1.0], [1.0]]
    """
    return step(q, q, 0.0)


def step(start: ArrayLike, end: ArrayLike, at: float) -> Wanted:
    """Return the reference that jumps from a posture to another.

    Args:
        start: Initial posture (n,), rad or m.
        end: Final posture (n,).
        at: Time of the jump, in s.

    Raises:
        ArgumentError: Postures of different length.

    >>> step([0.0], [2.0], 1.0)(np.array([0.5, 1.0])).q.tolist()
    [[0.0], [2.0]]
    """
    before, after = check_numbers(start, "start"), check_numbers(end, "end")
    if before.ndim != 1 or before.shape != after.shape:
        raise ArgumentError(f"end: expected {before.shape}, got shape {after.shape}")

    def wanted(times: Array) -> JointReference:
        rows = np.where((times >= at)[:, None], after, before)
        return JointReference(rows, np.zeros_like(rows), np.zeros_like(rows))

    return wanted


def along(times: ArrayLike, rows: ArrayLike) -> Wanted:
    """Return the reference that passes smoothly through postures, at rest before and after them.

    Between rows it is a spline with continuous accelerations that begins and ends at rest.

    Args:
        times: Time of each row (m,), rising, in s.
        rows: Postures (m, n), rad or m.

    Raises:
        ArgumentError: Fewer than two rows, or times that do not rise.

    >>> along([0, 1, 2], [[0.0], [1.0], [2.0]])(np.array([2.0, 5.0])).q.ravel().tolist()
    [2.0, 2.0]
    """
    from scipy.interpolate import CubicSpline  # type: ignore[import-untyped]

    knots, table = check_numbers(times, "times"), check_numbers(rows, "rows")
    if knots.ndim != 1 or len(knots) < 2 or not (np.diff(knots) > 0).all():
        raise ArgumentError("times: expected at least two increasing times")
    if table.ndim != 2 or len(table) != len(knots):
        raise ArgumentError(f"rows: expected {len(knots)} rows, got shape {table.shape}")
    spline = CubicSpline(knots, table, bc_type="clamped")
    first, last = float(knots[0]), float(knots[-1])

    def wanted(times: Array) -> JointReference:
        inside = ((times > first) & (times < last))[:, None]
        at = np.clip(times, first, last)
        return JointReference(
            spline(at), np.where(inside, spline(at, 1), 0.0), np.where(inside, spline(at, 2), 0.0)
        )

    return wanted


def rows_at(wanted: Wanted, times: Array, n: int) -> JointReference:
    """Return reference rows at times (m,), checked to be (m, n) each.

    Raises:
        ArgumentError: The reference is for another number of joints.
    """
    found = wanted(times)
    for name, table in zip(JointReference._fields, found, strict=True):
        if np.shape(table) != (len(times), n):
            raise ArgumentError(
                f"reference: expected {n} joints, got {name} of shape {np.shape(table)}"
            )
    check_one(found.q[-1], "reference", n)
    return found
