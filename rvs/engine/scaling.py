"""Time scalings: position along a path at each time, from rest to rest.

Each gives s from 0 to 1 over a duration with its first three time derivatives (Lynch and Park
2017, ch. 9; Biagiotti and Melchiorri 2008, ch. 2 and 3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_bounds, check_choice, check_numbers, check_positive
from rvs.engine.errors import ArgumentError

ROUNDING = 1e-9


class Scaling(NamedTuple):
    """Path parameter and its derivatives, in the shape of the times: 1, 1/s, 1/s^2, 1/s^3.

    >>> cubic(0.0, 1.0)._fields
    ('s', 'ds', 'dds', 'ddds')
    """

    s: Array
    ds: Array
    dds: Array
    ddds: Array


TimeScaling = Callable[[ArrayLike, float], Scaling]


def cubic(t: ArrayLike, duration: float) -> Scaling:
    """Return 3u^2 - 2u^3: velocity 0 at both ends.

    Args:
        t: Times from 0 to the duration, one or (m,), in s.
        duration: Duration in s.

    Raises:
        ArgumentError: A time outside, or a duration that is not above 0.

    >>> [float(x) for x in cubic(1.0, 2.0)]
    [0.5, 0.75, 0.0, -1.5]
    """
    return _polynomial([0, 0, 3, -2], t, duration)


def quintic(t: ArrayLike, duration: float) -> Scaling:
    """Return the 3-4-5 polynomial: velocity and acceleration 0 at both ends.

    Args:
        t: Times from 0 to the duration, one or (m,), in s.
        duration: Duration in s.

    Raises:
        ArgumentError: A time outside, or a duration that is not above 0.

    >>> [float(x) for x in quintic(1.0, 2.0)]
    [0.5, 0.9375, 0.0, -3.75]
    """
    return _polynomial([0, 0, 0, 10, -15, 6], t, duration)


def septic(t: ArrayLike, duration: float) -> Scaling:
    """Return the 4-5-6-7 polynomial: velocity, acceleration and jerk 0 at both ends.

    Args:
        t: Times from 0 to the duration, one or (m,), in s.
        duration: Duration in s.

    Raises:
        ArgumentError: A time outside, or a duration that is not above 0.

    >>> [float(x) for x in septic([0.0, 2.0], 2.0).s]
    [0.0, 1.0]
    """
    return _polynomial([0, 0, 0, 0, 35, -84, 70, -20], t, duration)


def cycloidal(t: ArrayLike, duration: float) -> Scaling:
    """Return u - sin(2 pi u) / 2 pi: velocity and acceleration 0 at both ends.

    Args:
        t: Times from 0 to the duration, one or (m,), in s.
        duration: Duration in s.

    Raises:
        ArgumentError: A time outside, or a duration that is not above 0.

    >>> [round(float(x), 12) for x in cycloidal(0.5, 1.0)]
    [0.5, 2.0, 0.0, -39.478417604357]
    """
    u, length = _fraction(t, duration)
    turn = 2 * np.pi
    return Scaling(
        u - np.sin(turn * u) / turn,
        (1 - np.cos(turn * u)) / length,
        turn * np.sin(turn * u) / length**2,
        turn**2 * np.cos(turn * u) / length**3,
    )


def trapezoidal(t: ArrayLike, duration: float, *, blend: float = 1 / 3) -> Scaling:
    """Return a trapezoidal velocity: constant acceleration, cruise, the same deceleration.

    Args:
        t: Times from 0 to the duration, one or (m,), in s.
        duration: Duration in s.
        blend: Fraction of the duration used to accelerate, above 0 and at most one half.

    Raises:
        ArgumentError: A time outside, a duration that is not above 0, a blend out of range.

    >>> [round(float(x), 12) for x in trapezoidal(1.5, 3.0)]
    [0.5, 0.5, 0.0, 0.0]
    """
    part = _portion(blend, "blend", 0.5)
    return _piecewise(t, duration, [part, 1 - 2 * part, part], [0, 0, 0], [1, 0, -1])


def s_curve(t: ArrayLike, duration: float, *, blend: float = 1 / 3, jerk: float = 0.25) -> Scaling:
    """Return seven phases of constant jerk: a trapezoidal acceleration, cruise, its mirror.

    Args:
        t: Times from 0 to the duration, one or (m,), in s.
        duration: Duration in s.
        blend: Fraction of the duration used to accelerate, above 0 and at most one half.
        jerk: Fraction of the blend in which the acceleration rises, above 0 and at most one half.

    Raises:
        ArgumentError: A time outside, a duration not above 0, a fraction out of range.

    >>> [round(float(x), 12) for x in s_curve([0.0, 1.5, 3.0], 3.0).s]
    [0.0, 0.5, 1.0]
    """
    part = _portion(blend, "blend", 0.5)
    rise = part * _portion(jerk, "jerk", 0.5)
    flat = part - 2 * rise
    lengths = [rise, flat, rise, 1 - 2 * part, rise, flat, rise]
    return _piecewise(t, duration, lengths, [1, 0, -1, 0, -1, 0, 1], None)


SCALINGS: dict[str, TimeScaling] = {
    "cubic": cubic,
    "quintic": quintic,
    "septic": septic,
    "cycloidal": cycloidal,
    "trapezoidal": trapezoidal,
    "s-curve": s_curve,
}


def duration(
    distance: ArrayLike,
    velocity: ArrayLike,
    acceleration: ArrayLike,
    scaling: str = "quintic",
) -> float:
    """Return the shortest duration within the limits of every joint.

    Args:
        distance: Displacements (n,) or one, of either sign, rad or m.
        velocity: Largest speeds, above 0; infinite where there is none.
        acceleration: Largest accelerations, likewise.
        scaling: ``"cubic"``, ``"quintic"``, ``"septic"``, ``"cycloidal"``, ``"trapezoidal"`` or
            ``"s-curve"``.

    Returns:
        Seconds; 0 if there is no displacement or no limit.

    Raises:
        ArgumentError: A limit that is not above 0, shapes that do not match, an unknown scaling.

    >>> round(duration([1.0, -3.0], velocity=2.0, acceleration=100.0), 6)
    2.8125
    """
    check_choice(scaling, "scaling", SCALINGS)
    way = np.abs(check_numbers(distance, "distance"))
    bounds = {"velocity": velocity, "acceleration": acceleration}
    limits = {name: check_bounds(limit, name) for name, limit in bounds.items()}
    if way.ndim > 1 or not way.size:
        raise ArgumentError(
            f"distance: expected one number or a row of numbers, got shape {way.shape}"
        )
    for name, limit in limits.items():
        if not (limit > 0).all():
            raise ArgumentError(f"{name}: every limit must be above 0")
        if limit.ndim and limit.shape != way.shape:
            raise ArgumentError(f"{name}: expected shape {way.shape}, got {limit.shape}")
    speed, push = peaks(scaling)
    fast = np.max(way * speed / limits["velocity"])
    strong = np.max(np.sqrt(way * push / limits["acceleration"]))
    return float(max(fast, strong))


def peaks(scaling: str) -> tuple[float, float]:
    """Return the largest velocity and acceleration of a scaling over one second.

    Args:
        scaling: A name, as in ``duration``.

    Raises:
        ArgumentError: An unknown scaling.

    >>> peaks("cubic")
    (1.5, 6.0)
    """
    check_choice(scaling, "scaling", SCALINGS)
    return {
        "cubic": (1.5, 6.0),
        "quintic": (15 / 8, 10 / np.sqrt(3)),
        "septic": (35 / 16, 84 * np.sqrt(5) / 25),
        "cycloidal": (2.0, 2 * np.pi),
        "trapezoidal": (1.5, 4.5),
        "s-curve": (1.5, 6.0),
    }[scaling]


def _fraction(t: ArrayLike, length: float) -> tuple[Array, float]:
    whole = check_positive(length, "duration")
    times = check_numbers(t, "t")
    slack = ROUNDING * whole
    if times.size and (times.min() < -slack or times.max() > whole + slack):
        raise ArgumentError(
            f"t: expected times from 0 to {whole:g}, got {times.min():g} to {times.max():g}"
        )
    return np.clip(times / whole, 0.0, 1.0), whole


def _portion(value: float, name: str, upper: float) -> float:
    part = check_positive(value, name)
    if part > upper:
        raise ArgumentError(f"{name}: expected a fraction of at most {upper:g}, got {value:g}")
    return part


def _polynomial(coefficients: list[float], t: ArrayLike, length: float) -> Scaling:
    """Scale by a polynomial in the fraction u of the duration, lowest power first."""
    u, whole = _fraction(t, length)
    rows = []
    polynomial = np.polynomial.Polynomial(coefficients)
    for order in range(4):
        rows.append(np.asarray(polynomial(u) / whole**order))
        polynomial = polynomial.deriv()
    return Scaling(*rows)


def _piecewise(
    t: ArrayLike,
    length: float,
    lengths: list[float],
    jerks: list[float],
    accelerations: list[float] | None,
) -> Scaling:
    """Scale by phases of constant jerk over a fraction each, then normalise the displacement to 1.

    Accelerations follow from the jerks unless they are given (where they jump).
    """
    u, whole = _fraction(t, length)
    starts = np.concatenate([[0.0], np.cumsum(lengths)])
    begins, v, s = [], [0.0], [0.0]
    a = 0.0
    for i, (h, j) in enumerate(zip(lengths, jerks, strict=True)):
        a = a if accelerations is None else accelerations[i]
        begins.append(a)
        s.append(s[i] + v[i] * h + a * h**2 / 2 + j * h**3 / 6)
        v.append(v[i] + a * h + j * h**2 / 2)
        a += j * h
    phase = np.clip(np.searchsorted(starts, u, side="right") - 1, 0, len(lengths) - 1)
    t0, j0, a0, v0, s0 = (np.asarray(x)[phase] for x in (starts, jerks, begins, v, s))
    h, way = u - t0, s[-1]
    return Scaling(
        (s0 + v0 * h + a0 * h**2 / 2 + j0 * h**3 / 6) / way,
        (v0 + a0 * h + j0 * h**2 / 2) / (way * whole),
        (a0 + j0 * h) / (way * whole**2),
        j0 / (way * whole**3) + np.zeros_like(u),
    )
