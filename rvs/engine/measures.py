"""Measures of a robot's posture, and a Jacobian inverse that stays finite."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_choice, check_moving, check_numbers, check_one
from rvs.engine.errors import ArgumentError
from rvs.engine.jacobians import jacobian
from rvs.engine.robot import Robot

Rule = Literal["nakamura", "roboop"]
Measure = Literal["yoshikawa", "asada", "min_singular"]

RULES: tuple[Rule, ...] = ("nakamura", "roboop")
MEASURES: tuple[Measure, ...] = ("yoshikawa", "asada", "min_singular")
# Parts of the largest singular value, below which one is no more than rounding.
ROUNDING = 1e-13


def damped_inverse(
    J: ArrayLike, epsilon: float, lambda_max: float, rule: Rule = "nakamura"
) -> Array:
    """Return the inverse of a Jacobian, damped near singularities (Nakamura and Hanafusa 1986).

    Where the smallest singular value is below epsilon, the damping is ``lambda^2 = (1 - (sigma_min
    / epsilon)^2) lambda_max^2`` and every singular value inverts to ``sigma / (sigma^2 +
    lambda^2)``.  ROBOOP's rule adds ``lambda^2`` to the smallest singular value and inverts.

    Args:
        J: Jacobian (6, n), or any matrix or batch of them.
        epsilon: Smallest singular value that needs no damping.
        lambda_max: Damping at the singularity itself.
        rule: ``"nakamura"`` or ``"roboop"``.

    Returns:
        Inverse (n, 6); the pseudo-inverse if nothing is damped.

    Raises:
        ArgumentError: J is not a matrix, epsilon or lambda_max is negative, an unknown rule.

    >>> damped_inverse(np.diag([2.0, 0.0]), 0.1, 0.5)
    array([[0.47058824, 0.        ],
           [0.        , 0.        ]])
    """
    matrix = check_numbers(J, "J")
    if matrix.ndim < 2 or 0 in matrix.shape[-2:]:
        raise ArgumentError(f"J: expected a matrix, got shape {matrix.shape}")
    check_choice(rule, "rule", RULES)
    threshold, largest = _not_negative(epsilon, "epsilon"), _not_negative(lambda_max, "lambda_max")
    u, sigma, vt = np.linalg.svd(matrix, full_matrices=False)
    smallest = sigma[..., -1:]
    near = smallest < threshold
    ratio = np.where(near, smallest, 0.0) / (threshold if threshold > 0 else 1.0)
    damping = np.where(near, (1 - ratio**2) * largest**2, 0.0)
    if rule == "nakamura":
        top, bottom = sigma, sigma**2 + damping
    else:
        top = np.ones_like(sigma)
        bottom = sigma.copy()
        bottom[..., -1:] += damping
    inverted = np.divide(top, bottom, out=np.zeros_like(sigma), where=bottom > 0)
    return np.asarray(np.swapaxes(vt, -1, -2) * inverted[..., None, :] @ np.swapaxes(u, -1, -2))


def _not_negative(value: float, name: str) -> float:
    number = float(check_one(value, name))
    if number < 0:
        raise ArgumentError(f"{name}: expected 0 or more, got {number:g}")
    return number


def manipulability(robot: Robot, q: ArrayLike, measure: Measure = "yoshikawa") -> float | Array:
    """Return a measure of the distance of a posture from singularities.

    ``"yoshikawa"`` is the product of the singular values of the Jacobian of the unlocked joints, so
    sqrt(det(J J^T)) with six or more of them (Yoshikawa 1985); ``"asada"`` the smallest over the
    largest eigenvalue of ``cinertia`` (Asada 1983); ``"min_singular"`` the smallest singular value.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        measure: One of the three measures.

    Returns:
        A number, or (m,).

    Raises:
        ArgumentError: q has another shape or is not finite, an unknown measure, or every joint is
            locked.

    >>> round(manipulability(Robot.from_dh([1, 1], 0, 0, 0), [0, np.pi / 2]), 6)
    1.414214
    """
    from rvs.engine.dynamics import cinertia  # builds on kinematics, which offers this function

    check_moving(robot)
    check_choice(measure, "measure", MEASURES)
    if measure == "asada":
        eigenvalues = np.linalg.eigvalsh(cinertia(robot, q))
        values = eigenvalues[..., 0] / eigenvalues[..., -1]
    else:
        sigma = unrounded(np.linalg.svd(jacobian(robot, q, active=True), compute_uv=False))
        values = sigma[..., -1] if measure == "min_singular" else np.prod(sigma, axis=-1)
    return float(values) if values.ndim == 0 else np.asarray(values)


def unrounded(sigma: ArrayLike) -> Array:
    """Return singular values (..., k), the largest first, with 0 for mere rounding errors.

    >>> unrounded(np.array([2.0, 1.0, 3e-17])).tolist()
    [2.0, 1.0, 0.0]
    """
    values = np.asarray(sigma, dtype=float)
    return np.where(values > ROUNDING * values[..., :1], values, 0.0)
