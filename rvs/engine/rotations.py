"""Rotations (3x3) from an axis, from three angles or two directions, and back.

Leading batch dimensions are preserved.  Angles are in rad.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_array, check_batches, check_numbers, check_rotation
from rvs.engine.errors import ArgumentError
from rvs.engine.screws import exp3

# Below this sine two angles of a triple turn about the same axis; only their sum is known.
_SINGULAR = np.finfo(float).eps
# So near half a turn the sign of an angle may be one of rounding.
_ROUNDED = 1e-9


def rotx(angle: ArrayLike) -> Array:
    """Return the rotation about x.

    Args:
        angle: Rad.

    Raises:
        ArgumentError: Not finite.

    >>> rotx(0.0)
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]])
    """
    return _about(0, angle)


def roty(angle: ArrayLike) -> Array:
    """Return the rotation about y.

    Args:
        angle: Rad.

    Raises:
        ArgumentError: Not finite.

    >>> roty(np.pi / 2) @ [0, 0, 1]
    array([1.000000e+00, 0.000000e+00, 6.123234e-17])
    """
    return _about(1, angle)


def rotz(angle: ArrayLike) -> Array:
    """Return the rotation about z.

    Args:
        angle: Rad.

    Raises:
        ArgumentError: Not finite.

    >>> rotz([0.0, 0.1]).shape
    (2, 3, 3)
    """
    return _about(2, angle)


def _about(axis: int, angle: ArrayLike) -> Array:
    radians = check_numbers(angle, "angle")
    j, k = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.zeros((*radians.shape, 3, 3))
    matrix[..., axis, axis] = 1.0
    matrix[..., j, j] = matrix[..., k, k] = np.cos(radians)
    matrix[..., k, j] = np.sin(radians)
    matrix[..., j, k] = 0.0 - matrix[..., k, j]
    return matrix


def rotation(axis: ArrayLike, angle: ArrayLike) -> Array:
    """Return the rotation about any axis.

    Args:
        axis: Direction (3,); it is normalised.
        angle: Rad.

    Raises:
        ArgumentError: Another shape, not finite, or an axis of zero length.

    >>> np.allclose(rotation([0, 0, 5], 0.3), rotz(0.3))
    True
    """
    direction = _unit(check_array(axis, "axis", 3), "axis")
    turn = check_numbers(angle, "angle")
    check_batches(axis=(direction, 1), angle=(turn, 0))
    return exp3(direction * turn[..., None])


def from_rpy(angles: ArrayLike) -> Array:
    """Return Rz(roll) Ry(pitch) Rx(yaw).

    The roll is about z, the pitch about y, the yaw about x, in that order, as in the Robotics
    Toolbox 7.1; later releases and others use the opposite names.

    Args:
        angles: Roll, pitch, yaw (3,), rad.

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> np.allclose(from_rpy([0.1, 0.2, 0.3]), rotz(0.1) @ roty(0.2) @ rotx(0.3))
    True
    """
    roll, pitch, yaw = np.moveaxis(check_array(angles, "angles", 3), -1, 0)
    return np.asarray(rotz(roll) @ roty(pitch) @ rotx(yaw))


def to_rpy(R: ArrayLike) -> Array:
    """Return roll, pitch and yaw of a rotation; roll 0 where the pitch is a right angle.

    Args:
        R: Rotation (3, 3).

    Raises:
        ArgumentError: Another shape, or not a rotation.

    >>> to_rpy(from_rpy([0.1, 0.2, 0.3]))
    array([0.1, 0.2, 0.3])
    """
    m = check_rotation(R, "R")
    regular = np.maximum(np.abs(m[..., 0, 0]), np.abs(m[..., 1, 0])) >= _SINGULAR
    roll = np.where(regular, np.arctan2(m[..., 1, 0], m[..., 0, 0]), 0.0)
    c, s = np.cos(roll), np.sin(roll)
    pitch = np.arctan2(-m[..., 2, 0], c * m[..., 0, 0] + s * m[..., 1, 0])
    yaw = np.arctan2(s * m[..., 0, 2] - c * m[..., 1, 2], c * m[..., 1, 1] - s * m[..., 0, 1])
    return _half_turns(np.stack([roll, pitch, yaw], axis=-1))


def from_euler(angles: ArrayLike) -> Array:
    """Return Rz(phi) Ry(theta) Rz(psi).

    Args:
        angles: Phi, theta, psi (3,), rad.

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> np.allclose(from_euler([0.1, 0.2, 0.3]), rotz(0.1) @ roty(0.2) @ rotz(0.3))
    True
    """
    phi, theta, psi = np.moveaxis(check_array(angles, "angles", 3), -1, 0)
    return np.asarray(rotz(phi) @ roty(theta) @ rotz(psi))


def to_euler(R: ArrayLike) -> Array:
    """Return the ZYZ angles of a rotation; phi 0 where theta is 0 or pi.

    Args:
        R: Rotation (3, 3).

    Raises:
        ArgumentError: Another shape, or not a rotation.

    >>> to_euler(from_euler([0.1, 0.2, 0.3]))
    array([0.1, 0.2, 0.3])
    """
    m = check_rotation(R, "R")
    regular = np.maximum(np.abs(m[..., 0, 2]), np.abs(m[..., 1, 2])) >= _SINGULAR
    phi = np.where(regular, np.arctan2(m[..., 1, 2], m[..., 0, 2]), 0.0)
    c, s = np.cos(phi), np.sin(phi)
    theta = np.arctan2(c * m[..., 0, 2] + s * m[..., 1, 2], m[..., 2, 2])
    psi = np.arctan2(c * m[..., 1, 0] - s * m[..., 0, 0], c * m[..., 1, 1] - s * m[..., 0, 1])
    return _half_turns(np.stack([phi, theta, psi], axis=-1))


def _half_turns(angles: Array) -> Array:
    """Return angles with half a turn always as pi, not -pi by the sign of a rounding error."""
    return np.where(angles < _ROUNDED - np.pi, angles + 2 * np.pi, angles)


def from_oa(o: ArrayLike, a: ArrayLike) -> Array:
    """Return the rotation with columns n, o, a from an orientation and an approach vector.

    The direction of a is kept; n = o x a and then o = a x n, so the columns are orthonormal.

    Args:
        o: Orientation vector (3,).
        a: Approach vector (3,).

    Raises:
        ArgumentError: Another shape, not finite, or o and a parallel.

    >>> from_oa([0, 1, 0], [0, 0, 2])
    array([[1., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]])
    """
    approach = _unit(check_array(a, "a", 3), "a")
    aside = _unit(check_array(o, "o", 3), "o")
    check_batches(o=(aside, 1), a=(approach, 1))
    across = np.cross(aside, approach)
    if (np.linalg.norm(across, axis=-1) < 1e-12).any():
        raise ArgumentError("o: expected a direction that is not parallel to a")
    normal = _unit(across, "o")
    approach = np.broadcast_to(approach, normal.shape)
    return np.stack([normal, np.cross(approach, normal), approach], axis=-1)


def unit(v: ArrayLike) -> Array:
    """Return a normalised vector.

    Args:
        v: Vector (k,).

    Raises:
        ArgumentError: Not a vector, not finite, or of zero length.

    >>> unit([3, 0, 4])
    array([0.6, 0. , 0.8])
    """
    vector = check_numbers(v, "v")
    if vector.ndim == 0 or vector.shape[-1] == 0:
        raise ArgumentError(f"v: expected a vector, got shape {vector.shape}")
    return _unit(vector, "v")


def _unit(vectors: Array, name: str) -> Array:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    if (lengths == 0).any():
        raise ArgumentError(f"{name}: expected a vector that is not zero")
    return np.asarray(vectors / lengths)
