"""Trajectories: joint and tool motions, splines through via points, and their time scalings."""

from __future__ import annotations

from itertools import pairwise
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_numbers, check_one, check_pose
from rvs.engine.errors import ArgumentError
from rvs.engine.scaling import (
    ROUNDING,
    SCALINGS,
    Scaling,
    TimeScaling,
    cubic,
    cycloidal,
    duration,
    peaks,
    quintic,
    s_curve,
    septic,
    trapezoidal,
)
from rvs.engine.screws import exp6, log6
from rvs.engine.transforms import interpolate, inverse

__all__ = [
    "SCALINGS",
    "Scaling",
    "TimeScaling",
    "ctraj",
    "cubic",
    "cycloidal",
    "duration",
    "joint_line",
    "jtraj",
    "peaks",
    "quintic",
    "s_curve",
    "screw_trajectory",
    "septic",
    "spline",
    "trapezoidal",
]


def jtraj(
    q0: ArrayLike,
    q1: ArrayLike,
    t: ArrayLike | int,
    qd0: ArrayLike | None = None,
    qd1: ArrayLike | None = None,
) -> tuple[Array, Array, Array]:
    """Return a quintic joint motion with no acceleration at its ends.

    Args:
        q0: Posture at time 0 (n,), rad or m; a number is the posture of one joint.
        q1: Posture at the last time (n,).
        t: Times (m,) in s, starting at 0; or a count of points over a duration of 1.
        qd0: Velocities at time 0 (n,); 0 when None.
        qd1: Velocities at the last time (n,); 0 when None.

    Returns:
        Postures, velocities and accelerations, (m, n) each; (m, 1) for numbers.

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, a time below 0.

    >>> q, qd, qdd = jtraj(0, 1, 3)
    >>> q.ravel().tolist(), qd.ravel().tolist()
    ([0.0, 0.5, 1.0], [0.0, 1.875, 0.0])
    """
    start = _posture(q0, "q0")
    n = len(start)
    end = _posture(q1, "q1", n)
    v0 = np.zeros(n) if qd0 is None else _posture(qd0, "qd0", n)
    v1 = np.zeros(n) if qd1 is None else _posture(qd1, "qd1", n)
    times = _times(t)
    whole = float(times.max())
    way, v0, v1 = end - start, v0 * whole, v1 * whole
    rows = [
        start,
        v0,
        np.zeros(n),
        10 * way - 6 * v0 - 4 * v1,
        -15 * way + 8 * v0 + 7 * v1,
        6 * way - 3 * (v0 + v1),
    ]
    u = times / whole
    powers = u[:, None] ** np.arange(6)
    q = powers @ np.array(rows)
    qd = powers[:, :5] @ np.array([k * rows[k] for k in range(1, 6)]) / whole
    qdd = powers[:, :4] @ np.array([k * (k - 1) * rows[k] for k in range(2, 6)]) / whole**2
    return q, qd, qdd


def joint_line(q0: ArrayLike, q1: ArrayLike, s: ArrayLike) -> Array:
    """Return postures on the straight line between two in joint space.

    Args:
        q0: Posture at s = 0 (n,), rad or m; a number is the posture of one joint.
        q1: Posture at s = 1 (n,).
        s: Fractions of the path from 0 to 1 (m,), as returned by a time scaling.

    Returns:
        Postures (m, n).

    Raises:
        ArgumentError: A wrong shape, a number that is not finite, an invalid fraction.

    >>> joint_line([0, 0], [4, 2], cubic([0, 1, 2], 2).s).tolist()
    [[0.0, 0.0], [2.0, 1.0], [4.0, 2.0]]
    """
    start = _posture(q0, "q0")
    end = _posture(q1, "q1", len(start))
    return start + np.multiply.outer(_parts(s), end - start)


def ctraj(T0: ArrayLike, T1: ArrayLike, s: ArrayLike | int) -> Array:
    """Return poses whose origin follows a line, with the shortest rotation between orientations.

    Args:
        T0: First pose (4, 4).
        T1: Last pose (4, 4).
        s: Fractions of the path from 0 to 1 (m,) or (m, 1), as returned by ``jtraj(0, 1, t)[0]``;
            or a count of poses, evenly spaced.

    Returns:
        Poses (m, 4, 4).

    Raises:
        ArgumentError: Not two poses, a count below 2, a fraction outside 0 to 1.

    >>> ctraj(np.eye(4), np.diag([-1, -1, 1, 1]), 3)[1].round(12)[:2, :2]
    array([[ 0., -1.],
           [ 1.,  0.]])
    """
    start, end = _pose(T0, "T0"), _pose(T1, "T1")
    return interpolate(start, end, _parts(s))


def screw_trajectory(T0: ArrayLike, T1: ArrayLike, s: ArrayLike | int) -> Array:
    """Return poses along the single screw from the first to the last.

    Args:
        T0: First pose (4, 4).
        T1: Last pose (4, 4).
        s: Fractions of the path from 0 to 1 (m,) or (m, 1), as returned by ``jtraj(0, 1, t)[0]``;
            or a count of poses, evenly spaced.

    Returns:
        T0 exp(s log(T0^-1 T1)), (m, 4, 4).

    Raises:
        ArgumentError: Not two poses, a count below 2, a fraction outside 0 to 1.

    >>> T1 = np.array([[-1.0, 0, 0, 2], [0, -1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 1]])
    >>> screw_trajectory(np.eye(4), T1, 3)[1].round(9)[:3, 3].tolist()
    [1.0, -1.0, 0.5]
    """
    start, end = _pose(T0, "T0"), _pose(T1, "T1")
    twist = log6(inverse(start) @ end)
    steps: Array = start @ exp6(np.multiply.outer(_parts(s), twist))
    return steps


def spline(
    points: ArrayLike,
    times: ArrayLike,
    t: ArrayLike,
    qd0: ArrayLike | None = None,
    qd1: ArrayLike | None = None,
) -> tuple[Array, Array, Array]:
    """Return the cubic spline through via points: velocity and acceleration are continuous.

    Args:
        points: Via postures (k, n), k >= 2, rad or m.
        times: Times of the via points (k,), rising, in s.
        t: Required times (m,), within the first and last of ``times``.
        qd0: Velocities at the first point (n,); 0 when None.
        qd1: Velocities at the last point (n,); 0 when None.

    Returns:
        Postures, velocities and accelerations, (m, n) each.

    Raises:
        ArgumentError: A wrong shape, times that do not rise, a time outside.

    >>> q, qd, qdd = spline([[0], [1], [0]], [0, 1, 2], [0, 1, 2])
    >>> q.ravel().tolist(), qd.round(12).ravel().tolist()
    ([0.0, 1.0, 0.0], [0.0, 0.0, 0.0])
    """
    via, knots, wanted = (
        check_numbers(x, name) for x, name in ((points, "points"), (times, "times"), (t, "t"))
    )
    if via.ndim != 2 or len(via) < 2:
        raise ArgumentError(f"points: expected shape (k, n) with k >= 2, got {via.shape}")
    if knots.shape != (len(via),) or not (np.diff(knots) > 0).all():
        raise ArgumentError(f"times: expected {len(via)} increasing times")
    if wanted.ndim != 1 or ((wanted < knots[0]) | (wanted > knots[-1])).any():
        raise ArgumentError(f"t: expected a row of times from {knots[0]:g} to {knots[-1]:g}")
    n = via.shape[1]
    ends = [
        np.zeros(n) if given is None else check_one(given, name, n)
        for given, name in ((qd0, "qd0"), (qd1, "qd1"))
    ]
    return hermite(via, spline_speeds(via, knots, *ends), knots, wanted)


def spline_speeds(via: Array, knots: Array, first: Array, last: Array) -> Array:
    """Return the velocities (k, n) at which the accelerations of neighbouring cubics agree.

    The equations are tridiagonal, with the middle diagonal the largest, so they are eliminated from
    the top without pivoting.

    Args:
        via: Via points (k, n).
        knots: Times of the via points (k,), rising.
        first: Velocity at the first of them (n,).
        last: Velocity at the last of them (n,).
    """
    near = 1 / np.diff(knots)
    slopes = np.diff(via, axis=0) * near[:, None]
    speeds = 3 * (near[:-1, None] * slopes[:-1] + near[1:, None] * slopes[1:])
    speeds = np.concatenate([[first], speeds, [last]])
    passed = np.zeros(len(via))
    for i, (before, after) in enumerate(pairwise(near.tolist()), start=1):
        pivot = 2 * (before + after) - before * passed[i - 1]
        passed[i] = after / pivot
        speeds[i] = (speeds[i] - before * speeds[i - 1]) / pivot
    for i in range(len(via) - 2, 0, -1):
        speeds[i] -= passed[i] * speeds[i + 1]
    return speeds


def hermite(via: Array, speeds: Array, knots: Array, t: Array) -> tuple[Array, Array, Array]:
    """Return cubics through points with given velocities (k, n), as ``spline``."""
    piece = np.clip(np.searchsorted(knots, t, side="right") - 1, 0, len(via) - 2)
    h = np.diff(knots)[piece][:, None]
    u = (t - knots[piece])[:, None] / h
    p, way = via[piece], via[piece + 1] - via[piece]
    v, w = speeds[piece] * h, speeds[piece + 1] * h
    c2, c3 = 3 * way - 2 * v - w, v + w - 2 * way
    return (
        p + u * (v + u * (c2 + u * c3)),
        (v + u * (2 * c2 + 3 * u * c3)) / h,
        (2 * c2 + 6 * u * c3) / h**2,
    )


def _pose(T: ArrayLike, name: str) -> Array:
    return check_pose(check_one(T, name, 4, 4), name)


def _times(t: ArrayLike | int) -> Array:
    if isinstance(t, Integral):
        return _evenly(int(t), "t")
    times = check_numbers(t, "t")
    if times.ndim != 1 or not times.size or times.min() < 0 or not times.max() > 0:
        raise ArgumentError("t: expected non-negative times, or a number of points")
    return times


def _posture(values: ArrayLike, name: str, n: int | None = None) -> Array:
    posture = np.atleast_1d(check_numbers(values, name))
    if posture.ndim != 1 or (n is not None and len(posture) != n):
        expected = "n" if n is None else n
        raise ArgumentError(f"{name}: expected shape ({expected},), got {posture.shape}")
    return posture


def _parts(s: ArrayLike | int) -> Array:
    if isinstance(s, Integral):
        return _evenly(int(s), "s")
    parts = check_numbers(s, "s")
    if parts.ndim == 2 and parts.shape[1] == 1:
        parts = parts[:, 0]
    if parts.size and (parts.min() < -ROUNDING or parts.max() > 1 + ROUNDING):
        raise ArgumentError(
            f"s: expected fractions of the path from 0 to 1, got {parts.min():g} to {parts.max():g}"
        )
    return parts


def _evenly(count: int, name: str) -> Array:
    if count < 2:
        raise ArgumentError(f"{name}: expected at least 2 points, got {count}")
    return np.linspace(0.0, 1.0, count)
