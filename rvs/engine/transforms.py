"""Rotations (3x3) and poses (4x4): making, reading, inverting, interpolating and testing them.

Leading batch dimensions are preserved.  Angles are in rad, lengths in m.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    check_array,
    check_batches,
    check_numbers,
    check_one,
    check_pose,
)
from rvs.engine.errors import ArgumentError
from rvs.engine.rotations import (
    from_euler,
    from_oa,
    from_rpy,
    rotation,
    rotx,
    roty,
    rotz,
    to_euler,
    to_rpy,
    unit,
)
from rvs.engine.screws import adjoint, exp3, rotation_vector, skew, unskew

__all__ = [
    "delta",
    "from_delta",
    "from_euler",
    "from_oa",
    "from_rpy",
    "interpolate",
    "inverse",
    "is_pose",
    "is_rotation",
    "nearest_pose",
    "nearest_rotation",
    "normalize",
    "pose",
    "pose_distance",
    "rotation",
    "rotation_distance",
    "rotx",
    "roty",
    "rotz",
    "split",
    "to_delta",
    "to_euler",
    "to_rpy",
    "transform_wrench",
    "twist_map",
    "unit",
]

# Distance of a matrix whose determinant is not positive, as in the library of Modern Robotics
MIRRORED = 1e9


def pose(R: ArrayLike | None = None, p: ArrayLike | None = None) -> Array:
    """Return the pose with a rotation and a position.

    Args:
        R: Rotation (3, 3); the identity when omitted.
        p: Position (3,); the origin when omitted.

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> pose(p=[1, 2, 3])
    array([[1., 0., 0., 1.],
           [0., 1., 0., 2.],
           [0., 0., 1., 3.],
           [0., 0., 0., 1.]])
    """
    turn = np.eye(3) if R is None else check_array(R, "R", 3, 3)
    place = np.zeros(3) if p is None else check_array(p, "p", 3)
    T = np.zeros((*check_batches(R=(turn, 2), p=(place, 1)), 4, 4))
    T[..., :3, :3] = turn
    T[..., :3, 3] = place
    T[..., 3, 3] = 1.0
    return T


def split(T: ArrayLike) -> tuple[Array, Array]:
    """Return the rotation (3, 3) and the position (3,) of a pose.

    Args:
        T: Pose (4, 4).

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> R, p = split(pose(rotz(0.1), [1, 2, 3]))
    >>> p
    array([1., 2., 3.])
    """
    matrix = check_array(T, "T", 4, 4)
    return matrix[..., :3, :3].copy(), matrix[..., :3, 3].copy()


def inverse(T: ArrayLike) -> Array:
    """Return the inverse of a pose.

    Args:
        T: Pose (4, 4).

    Raises:
        ArgumentError: Another shape, or not a pose.

    >>> inverse(pose(p=[1, 2, 3]))[:3, 3]
    array([-1., -2., -3.])
    """
    matrix = check_pose(T, "T")
    back = np.swapaxes(matrix[..., :3, :3], -1, -2)
    return pose(back, -(back @ matrix[..., :3, 3:])[..., 0])


def normalize(T: ArrayLike) -> Array:
    """Return a pose made orthonormal; the direction of its third column a is kept.

    n = o x a and then o = a x n, as ``from_oa``.

    Args:
        T: Nearly a pose (4, 4).

    Raises:
        ArgumentError: Another shape, not finite, or o and a parallel.

    >>> T = normalize(pose(1.001 * rotz(0.1)))
    >>> is_pose(T, 1e-12)
    True
    """
    matrix = check_array(T, "T", 4, 4)
    return pose(from_oa(matrix[..., :3, 1], matrix[..., :3, 2]), matrix[..., :3, 3])


def interpolate(T0: ArrayLike, T1: ArrayLike, s: ArrayLike) -> Array:
    """Return a pose between two: the shortest rotation about one axis, the position on the line.

    Args:
        T0: Pose at s = 0 (4, 4).
        T1: Pose at s = 1 (4, 4).
        s: Fraction of the path, one number or a batch (m,); beyond 0 and 1 the motion continues.

    Raises:
        ArgumentError: Another shape, or not a pose.

    >>> T = interpolate(pose(), pose(rotz(0.2), [2, 0, 0]), 0.5)
    >>> np.allclose(T, pose(rotz(0.1), [1, 0, 0]))
    True
    """
    start, end = check_pose(T0, "T0"), check_pose(T1, "T1")
    fraction = check_numbers(s, "s")
    check_batches(T0=(start, 2), T1=(end, 2), s=(fraction, 0))
    return between(start, end, fraction)


def between(start: Array, end: Array, fraction: Array) -> Array:
    """Return ``interpolate`` (..., 4, 4) of valid poses, unchecked.

    >>> between(pose(), pose(p=[2, 0, 0]), np.array([0.5]))[0, :3, 3]
    array([1., 0., 0.])
    """
    R0 = start[..., :3, :3]
    turn = rotation_vector(np.swapaxes(R0, -1, -2) @ end[..., :3, :3])
    if start.ndim == end.ndim == 2 and fraction.ndim == 1:
        return _along_one_axis(start, end, turn, fraction)
    part = fraction[..., None]
    p0, p1 = start[..., :3, 3], end[..., :3, 3]
    return pose(R0 @ exp3(part * turn), (1 - part) * p0 + part * p1)


def _along_one_axis(start: Array, end: Array, turn: Array, fraction: Array) -> Array:
    """Return poses between two by Rodrigues' formula, with constants computed once per batch.

    R0 exp(s angle K) = R0 + sin(s angle) R0 K + (1 - cos(s angle)) R0 K^2 with the axis in K.
    """
    angle = np.linalg.norm(turn)
    K = skew(turn / angle if angle > 0 else turn)
    steps = np.zeros((3, 4, 4))
    steps[0, :3, :3] = start[:3, :3] @ K
    steps[1, :3, :3] = steps[0, :3, :3] @ K
    steps[2, :3, 3] = end[:3, 3] - start[:3, 3]
    half = np.sin(0.5 * angle * fraction)
    factors = np.stack([np.sin(angle * fraction), 2 * half * half, fraction], axis=-1)
    poses: Array = (factors @ steps.reshape(3, 16)).reshape(-1, 4, 4)
    return np.add(poses, start, out=poses)


def to_delta(T: ArrayLike) -> Array:
    """Return a small motion as six numbers: the skew part of its rotation, and its translation.

    Args:
        T: Pose near the identity (4, 4).

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> to_delta(from_delta([1e-9, 0, 0, 0, 0.1, 0]))
    array([1.e-09, 0.e+00, 0.e+00, 0.e+00, 1.e-01, 0.e+00])
    """
    matrix = check_array(T, "T", 4, 4)
    return np.concatenate([unskew(matrix[..., :3, :3]), matrix[..., :3, 3]], axis=-1)


def delta(T0: ArrayLike, T1: ArrayLike) -> Array:
    """Return the small motion from one pose to another in base axes, angular first.

    The rotation is half the sum of the cross products of the columns (Luh, Walker, Paul 1980);
    exact to first order, no logarithm.

    Args:
        T0: Pose (4, 4).
        T1: Pose (4, 4).

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> delta(pose(), pose(p=[0.1, 0, 0]))
    array([0. , 0. , 0. , 0.1, 0. , 0. ])
    """
    start, end = check_array(T0, "T0", 4, 4), check_array(T1, "T1", 4, 4)
    check_batches(T0=(start, 2), T1=(end, 2))
    turn = unskew(end[..., :3, :3] @ np.swapaxes(start[..., :3, :3], -1, -2))
    return np.concatenate([turn, end[..., :3, 3] - start[..., :3, 3]], axis=-1)


def from_delta(d: ArrayLike) -> Array:
    """Return the pose of a small motion: ``I + twist_matrix(d)`` to first order, and orthonormal.

    Args:
        d: Small rotation and translation (6,), angular first.

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> from_delta([0, 0, 0, 1, 2, 3])[:3, 3]
    array([1., 2., 3.])
    """
    motion = check_array(d, "d", 6)
    return pose(exp3(motion[..., :3]), motion[..., 3:])


def twist_map(T: ArrayLike) -> Array:
    """Return the 6x6 matrix that converts a twist in A to the same twist in B, T = X_AB.

    Args:
        T: Pose (4, 4).

    Raises:
        ArgumentError: Another shape, or not a pose.

    >>> T = pose(rotz(0.3), [1, 2, 3])
    >>> np.allclose(twist_map(T) @ adjoint(T), np.eye(6))
    True
    """
    return adjoint(inverse(T))


def transform_wrench(T: ArrayLike, w: ArrayLike) -> Array:
    """Return a wrench in A as the same wrench in B, T = X_AB.

    Args:
        T: Pose (4, 4).
        w: Moment and force (6,), moment first.

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> transform_wrench(pose(p=[1, 0, 0]), [0, 0, 0, 0, 0, 1]) + 0.0
    array([0., 1., 0., 0., 0., 1.])
    """
    wrench, matrix = check_array(w, "w", 6), check_array(T, "T", 4, 4)
    check_batches(T=(matrix, 2), w=(wrench, 1))
    return np.asarray((np.swapaxes(adjoint(matrix), -1, -2) @ wrench[..., None])[..., 0])


def is_rotation(R: object, tol: float = 1e-3) -> bool:
    """Return whether a value is a rotation: 3x3, near orthonormal, determinant positive.

    Args:
        R: Anything; anything but a finite 3x3 matrix is not a rotation.
        tol: Largest ``rotation_distance``.

    Raises:
        ArgumentError: A tolerance that is not a finite number.

    >>> is_rotation(rotx(1.0)), is_rotation(-np.eye(3)), is_rotation(np.eye(4))
    (True, False, False)
    """
    return _is_near(rotation_distance, R, tol)


def is_pose(T: object, tol: float = 1e-3) -> bool:
    """Return whether a value is a pose: 4x4, near orthonormal, not mirrored, last row 0 0 0 1.

    Args:
        T: Anything; anything but a finite 4x4 matrix is not a pose.
        tol: Largest ``pose_distance``.

    Raises:
        ArgumentError: A tolerance that is not a finite number.

    >>> is_pose(np.eye(4)), is_pose(2 * np.eye(4)), is_pose(np.eye(3))
    (True, False, False)
    """
    return _is_near(pose_distance, T, tol)


def _is_near(distance: Callable[[ArrayLike], float], value: object, tol: float) -> bool:
    largest = float(check_one(tol, "tol"))
    try:
        return distance(cast(ArrayLike, value)) < largest
    except ArgumentError:
        return False


def rotation_distance(R: ArrayLike) -> float:
    """Return the distance of a matrix from a rotation, the Frobenius norm of R^T R - 1.

    It is 1e9 where the determinant is not positive, as a mirrored matrix may be orthonormal
    (Modern Robotics, DistanceToSO3).

    Args:
        R: Matrix (3, 3).

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> rotation_distance(np.diag([1, 1, 2])), rotation_distance(np.diag([1, 1, -1]))
    (3.0, 1000000000.0)
    """
    matrix = check_one(R, "R", 3, 3)
    if np.linalg.det(matrix) <= 0:
        return MIRRORED
    return float(np.linalg.norm(matrix.T @ matrix - np.eye(3)))


def pose_distance(T: ArrayLike) -> float:
    """Return the distance of a matrix from a pose, ignoring the translation.

    It is 1e9 where the determinant of the rotation is not positive (Modern Robotics,
    DistanceToSE3).

    Args:
        T: Matrix (4, 4).

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> pose_distance(np.diag([1, 1, 2, 1])), pose_distance(np.diag([1, 1, -1, 1]))
    (3.0, 1000000000.0)
    """
    matrix = check_one(T, "T", 4, 4)
    if np.linalg.det(matrix[:3, :3]) <= 0:
        return MIRRORED
    error = np.zeros((4, 4))
    error[:3, :3] = matrix[:3, :3].T @ matrix[:3, :3]
    error[3] = matrix[3]
    return float(np.linalg.norm(error - np.eye(4)))


def nearest_rotation(R: ArrayLike) -> Array:
    """Return the rotation nearest to a matrix by its singular values.

    A mirrored matrix has no rotation near it; the third column is then reversed, as in MR.

    Args:
        R: Matrix (3, 3).

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> np.allclose(nearest_rotation(1.1 * rotx(0.2)), rotx(0.2))
    True
    """
    u, _, vt = np.linalg.svd(check_array(R, "R", 3, 3))
    result = u @ vt
    mirrored = np.linalg.det(result) < 0
    result[..., :, 2] *= np.where(mirrored, -1.0, 1.0)[..., None]
    return np.asarray(result)


def nearest_pose(T: ArrayLike) -> Array:
    """Return the pose nearest to a matrix: its rotation made orthonormal, its position kept.

    Args:
        T: Matrix (4, 4).

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> is_pose(nearest_pose(np.diag([1.0, 1.1, 1.0, 0.9])), 1e-12)
    True
    """
    matrix = check_array(T, "T", 4, 4)
    return pose(nearest_rotation(matrix[..., :3, :3]), matrix[..., :3, 3])
