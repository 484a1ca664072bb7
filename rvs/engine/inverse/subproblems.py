"""The geometric subproblems of closed solutions (Paden 1986; Elias & Wen 2022).

Each returns every value that solves it.  Roots that miss by little more than rounding are included,
since results are polished and verified later.  Where any value solves it, a few values over the
whole range are returned: the curves of postures through them are followed later.
"""

from __future__ import annotations

from collections.abc import Callable
from math import acos, atan2, hypot

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.screws import exp3

# What counts as nothing next to 1.
NOTHING = 1e-9
# How far a root may lie off the real axis or the unit circle, and a cosine beyond 1.
NEARLY_REAL = 1e-3
BEYOND = 1e-6
# Values all around, none of them special, for what may have any.
ANYWHERE = tuple((0.3 + 2 * np.pi * np.arange(8) / 8).tolist())
# Polynomials are sampled at this number of points: as many as coefficients of degree 4.
SAMPLES = 5


def angle_between(axis: Array, v: Array, w: Array) -> float:
    """Return the rotation about an axis that brings v nearest to w; 0 if every rotation does.

    >>> x, y, z = np.eye(3)
    >>> angle_between(z, x, y) == np.pi / 2
    True
    """
    sine = float(axis @ np.cross(v, w))
    cosine = float(v @ w - (axis @ v) * (axis @ w))
    return atan2(sine, cosine) if _turning(axis, v, w) else 0.0


def turns_between(axis: Array, v: Array, w: Array) -> list[float]:
    """Return the rotations about an axis that bring v nearest to w, or samples if all do.

    >>> x, y, z = np.eye(3)
    >>> len(turns_between(z, x, y)), len(turns_between(z, z, z))
    (1, 8)
    """
    return [angle_between(axis, v, w)] if _turning(axis, v, w) else list(ANYWHERE)


def _turning(axis: Array, v: Array, w: Array) -> bool:
    """Return whether two vectors both have a component perpendicular to an axis."""
    across = np.linalg.norm(np.cross(axis, v)) * np.linalg.norm(np.cross(axis, w))
    return bool(across > NOTHING * (1e-6 + np.linalg.norm(v) * np.linalg.norm(w)))


def trig_of(axis: Array, u: Array, v: Array) -> Array:
    """Return the coefficients of ``u . R(x) v`` in cos x, sin x and 1, R about an axis (3,)."""
    along = float((u @ axis) * (axis @ v))
    return np.array([u @ v - along, u @ np.cross(axis, v), along])


def trig_roots(coefficients: Array, scale: float) -> list[float]:
    """Return the angles where ``a cos x + b sin x + c = 0``.

    Args:
        coefficients: a, b, c.
        scale: Reference size below which they are treated as zero.

    >>> trig_roots(np.array([0, 1, 0]), 1.0) == [np.pi, 0.0]
    True
    """
    a, b, c = (float(value) for value in coefficients)
    size = hypot(a, b)
    if size <= NOTHING * scale:
        return list(ANYWHERE) if abs(c) <= BEYOND * scale else []
    if abs(c) > size + BEYOND * max(size, scale):
        return []
    middle, spread = atan2(b, a), acos(min(1.0, max(-1.0, -c / size)))
    return [middle + spread, middle - spread] if spread > 0.0 else [middle]


def roots(f: Callable[[Array], Array], turns: bool, scale: float, size: float) -> list[float]:
    """Return the zeros of a polynomial of degree 4 or a trigonometric function of degree 2.

    Args:
        f: The function, of an array of values.
        turns: Its argument is an angle.
        scale: Size of f; far below it f is treated as 0 throughout.
        size: Size of its argument, if this is a length.

    >>> roots(lambda x: np.cos(2 * x) - 1, True, 1.0, 1.0)[0] % np.pi < 1e-6
    True
    """
    if turns:
        values = f(np.linspace(0.0, 2 * np.pi, SAMPLES, endpoint=False))
        polynomial = np.fft.fftshift(np.fft.fft(values))[::-1]
    else:
        points = np.linspace(-1.0, 1.0, SAMPLES)
        values = f(np.asarray(size * points, float))
        polynomial = np.linalg.solve(np.vander(points), values).astype(complex)
    if np.abs(values).max() <= NOTHING * scale:
        return list(ANYWHERE) if turns else (size * np.linspace(-1.0, 1.0, SAMPLES)).tolist()
    found = np.roots(_trimmed(polynomial))
    if not turns:
        return [float(x.real) * size for x in found if abs(x.imag) < NEARLY_REAL * (1 + abs(x))]
    return [float(np.angle(z)) for z in found if abs(abs(z) - 1.0) < NEARLY_REAL]


def _trimmed(polynomial: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """Drop leading coefficients that are negligible compared with the others."""
    size = np.abs(polynomial)
    return polynomial[np.flatnonzero(size > 1e-13 * size.max())[0] :]


def two_trig_equations(left: Array, right: Array, rest: Array) -> list[tuple[float, float]]:
    """Return the pairs x, y where ``left (cos x, sin x) + right (cos y, sin y) + rest = 0``.

    Args:
        left: Coefficients (2, 2), one row per equation.
        right: Coefficients (2, 2).
        rest: Constants (2,).
    """
    rows = 1.0 / np.maximum(np.abs(np.column_stack([left, right])).max(axis=1), 1e-300)
    left, right, rest = left * rows[:, None], right * rows[:, None], rest * rows
    if abs(np.linalg.det(right)) >= abs(np.linalg.det(left)):
        if abs(np.linalg.det(right)) > 1e-7:
            return [(x, y) for y, x in _by_unit_circle(right, left, rest)]
        return _one_at_a_time(left, right, rest)
    if abs(np.linalg.det(left)) > 1e-7:
        return list(_by_unit_circle(left, right, rest))
    return _one_at_a_time(left, right, rest)


def _by_unit_circle(regular: Array, other: Array, rest: Array) -> list[tuple[float, float]]:
    """Return pairs of the regular side and the other, whose unit vectors are linearly related."""
    linear: Array = np.asarray(np.linalg.solve(regular, -np.column_stack([other, rest])), float)

    def unit(y: Array) -> Array:
        return np.asarray(linear @ np.array([np.cos(y), np.sin(y), np.ones_like(y)]))

    def off_circle(y: Array) -> Array:
        return np.asarray((unit(y) ** 2).sum(axis=0) - 1.0)

    scale = 1.0 + float((linear**2).sum())
    pairs = []
    for y in roots(off_circle, True, scale, 1.0):
        cosine, sine = unit(np.array(y))
        pairs.append((atan2(sine, cosine), y))
    return pairs


def _one_at_a_time(left: Array, right: Array, rest: Array) -> list[tuple[float, float]]:
    """Return the pairs if both sides have dependent rows: one combination has x alone."""
    u, _, _ = np.linalg.svd(right)
    with_y, without_y = u.T
    pairs = []
    for x in trig_roots(np.append(without_y @ left, without_y @ rest), 1.0):
        known = with_y @ (left @ [np.cos(x), np.sin(x)] + rest)
        pairs += [(x, y) for y in trig_roots(np.append(with_y @ right, known), 1.0)]
    return pairs


def two_turns(h_a: Array, h_b: Array, v: Array, w: Array) -> list[tuple[float, float]]:
    """Return the pairs a, b with ``R_a(a) R_b(b) v = w`` for vectors of one length.

    Args:
        h_a: Axis of the first turn (3,).
        h_b: Axis of the second.
        v: The vector to rotate.
        w: The result.
    """
    height = trig_of(h_b, h_a, v)
    height[2] -= h_a @ w
    found = trig_roots(height, float(np.linalg.norm(v)))
    return [(a, b) for b in found for a in turns_between(h_a, exp3(h_b * b) @ v, w)]


def three_turns(h: Array, R: Array) -> list[tuple[float, float, float]]:
    """Return the angles of turns about three axes (3, 3), one per row, that compose a rotation."""
    tilt = trig_of(h[1], h[0], h[2])
    tilt[2] -= h[0] @ R @ h[2]
    across = np.eye(3)[np.argmin(np.abs(h[2]))]
    found = []
    for y in trig_roots(tilt, 1.0):
        middle = exp3(h[1] * y)
        x = angle_between(h[0], middle @ h[2], R @ h[2])
        last = (exp3(h[0] * x) @ middle).T @ R
        found.append((x, y, angle_between(h[2], across, last @ across)))
    return found
