"""Measures of a robot's posture, a Jacobian inverse that stays finite, and near singularities."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    check_choice,
    check_moving,
    check_numbers,
    check_one,
    check_posture,
)
from rvs.engine.chain import chain_frames, compile_chain, joint_axes
from rvs.engine.errors import ArgumentError
from rvs.engine.jacobians import jacobian
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

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


SingularityKind = Literal["wrist", "elbow", "shoulder", "other"]

# Sine of an angle, or distance over reach, below which axes count as parallel or as meeting.
_SAME = 1e-6


@dataclass(frozen=True, eq=False)
class Singularity:
    """The singularity nearest to a posture.

    Attributes:
        kind: ``"wrist"``: axes 4 and 6 aligned.  ``"elbow"``: the arm stretched or folded.
            ``"shoulder"``: the wrist over the first axis.  ``"other"``: any other, and all for
            robots other than six revolute joints with a spherical wrist or three parallel axes.
        distance: Smallest singular value of the Jacobian; 0 at the singularity.
        direction: Twist of the tool that is lost or hardest to make (6,), unit, angular first, base
            axes.
    """

    kind: SingularityKind
    distance: float
    direction: Array

    @property
    def words(self) -> str:
        """Its name, such as ``"an elbow singularity"``."""
        article = "an" if self.kind == "elbow" else "a"
        return "a singularity" if self.kind == "other" else f"{article} {self.kind} singularity"


def singularity(robot: Robot, q: ArrayLike) -> Singularity | tuple[Singularity, ...]:
    """Return the singularity nearest to a posture, its distance, and the lost direction.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.

    Returns:
        A ``Singularity``, or m of them.

    Raises:
        ArgumentError: q has another shape or is not finite, or every joint is locked.

    >>> arm = Robot.from_dh([0, 0.4, 0, 0, 0, 0], np.radians([90, 0, -90, 90, -90, 0]),
    ...                     [0, 0, 0, 0.4, 0, 0], 0)
    >>> singularity(arm, [0.1, 0.2, 0.3, 0.4, 0.0, 0.6]).kind
    'wrist'
    """
    posture = check_posture(check_moving(robot), q)
    if posture.ndim == 1:
        return _singularity(robot, posture)
    return tuple(_singularity(robot, row) for row in posture)


def _singularity(robot: Robot, q: Array) -> Singularity:
    J = jacobian(robot, q, active=True)
    u, sigma, vt = np.linalg.svd(J, full_matrices=False)
    return Singularity(_kind(robot, q, vt[-1]), float(sigma[-1]), u[:, -1])


def _kind(robot: Robot, q: Array, idle: Array) -> SingularityKind:
    """Return a singularity by structure; ``idle`` is the joint motion that moves the tool least."""
    if robot.n != 6 or any(joint.kind != "revolute" or joint.locked for joint in robot.joints):
        return "other"
    chain = compile_chain(robot)
    z, p = joint_axes(chain, chain_frames(chain, q))
    center = _meeting_point(z[3:], p[3:])
    if center is not None and not (_parallel(z[3], z[4]) or _parallel(z[4], z[5])):
        return _spherical_wrist_kind(z, p, center)
    if _parallel(z[1], z[2]) and _parallel(z[1], z[3]) and not _parallel(z[0], z[1]):
        return _three_parallel_kind(idle)
    return "other"


def _parallel(one: Array, other: Array) -> bool:
    return bool(np.linalg.norm(np.cross(one, other)) < _SAME)


def _meeting_point(z: Array, p: Array) -> Array | None:
    """Return the point nearest to some lines, or None if it is not on all of them."""
    across = np.eye(3) - z[:, :, None] * z[:, None, :]
    point, *_ = np.linalg.lstsq(across.sum(axis=0), (across @ p[..., None]).sum(axis=0)[:, 0])
    misses = np.linalg.norm(np.cross(z, point - p), axis=-1)
    reach = 1e-9 + float(np.abs(p).max())
    return point if misses.max() < _SAME * reach else None


def _spherical_wrist_kind(z: Array, p: Array, center: Array) -> SingularityKind:
    """Return the kind from the block-triangular Jacobian about the wrist centre."""
    arm = np.cross(z[:3], center - p[:3])
    _, arm_sigma, arm_vt = np.linalg.svd(arm.T)
    wrist_sigma = np.linalg.svd(z[3:], compute_uv=False)
    reach = float(np.linalg.norm(arm, axis=-1).max()) or 1.0
    if wrist_sigma[-1] < arm_sigma[-1] / reach:
        return "wrist"
    return "shoulder" if abs(arm_vt[-1, 0]) > 0.5 else "elbow"


def _three_parallel_kind(idle: Array) -> SingularityKind:
    """Return elbow if only parallel axes move in ``idle``, shoulder if the first joint does."""
    size = np.abs(idle) / np.abs(idle).max()
    if size[0] > 0.1:
        return "shoulder"
    return "wrist" if size[5] > 0.1 else "elbow"
