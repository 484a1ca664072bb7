"""Twists, screws and their exponentials (Lynch and Park, Modern Robotics, chapter 3).

A twist is ``[omega, v]``, angular part first; ``v`` is the velocity of the point at the origin.
Leading batch dimensions are preserved.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    check_array,
    check_bounds,
    check_one,
    check_pose,
    check_rotation,
)
from rvs.engine.errors import ArgumentError
from rvs.engine.kernels import accelerated

__all__ = [
    "ad",
    "adjoint",
    "axis_angle3",
    "axis_angle6",
    "exp3",
    "exp6",
    "log3",
    "log6",
    "screw_axis",
    "skew",
    "twist_matrix",
    "twist_vector",
    "unskew",
]

# Below this |omega| a twist counts as a translation when it is split into screw and angle.
TRANSLATION = 1e-6
# Where the closed forms start to lose digits and the series take over, in rad.
_SMALL = 0.3


def cross(a: Array, b: Array) -> Array:
    """Return ``a x b`` of vectors (..., 3); several times faster than NumPy for few vectors."""
    ax, ay, az = a[..., 0], a[..., 1], a[..., 2]
    bx, by, bz = b[..., 0], b[..., 1], b[..., 2]
    x = ay * bz - az * by
    product = np.empty((*x.shape, 3), x.dtype)
    product[..., 0], product[..., 1] = x, az * bx - ax * bz
    product[..., 2] = ax * by - ay * bx
    return product


def skew(w: ArrayLike) -> Array:
    """Return the matrix of the cross product, ``skew(w) @ x == cross(w, x)``.

    Args:
        w: Vector (3,).

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> skew([1, 2, 3])
    array([[ 0., -3.,  2.],
           [ 3.,  0., -1.],
           [-2.,  1.,  0.]])
    """
    x, y, z = np.moveaxis(check_array(w, "w", 3), -1, 0)
    matrix = np.zeros((*x.shape, 3, 3))
    matrix[..., 2, 1], matrix[..., 1, 2] = x, -x
    matrix[..., 0, 2], matrix[..., 2, 0] = y, -y
    matrix[..., 1, 0], matrix[..., 0, 1] = z, -z
    return matrix


def unskew(W: ArrayLike) -> Array:
    """Return the vector of a skew-symmetric matrix; for any matrix, the vector of its skew part.

    Args:
        W: Matrix (3, 3).

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> unskew([[0, -3, 2], [3, 0, -1], [-2, 1, 0]])
    array([1., 2., 3.])
    """
    m = check_array(W, "W", 3, 3)
    doubled = [
        m[..., 2, 1] - m[..., 1, 2],
        m[..., 0, 2] - m[..., 2, 0],
        m[..., 1, 0] - m[..., 0, 1],
    ]
    return np.asarray(0.5 * np.stack(doubled, axis=-1))


def twist_matrix(V: ArrayLike) -> Array:
    """Return a twist as a 4x4 matrix, ``[[skew(omega), v], [0, 0]]``.

    Args:
        V: Twist (6,), angular first.

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> twist_matrix([1, 2, 3, 4, 5, 6])
    array([[ 0., -3.,  2.,  4.],
           [ 3.,  0., -1.,  5.],
           [-2.,  1.,  0.,  6.],
           [ 0.,  0.,  0.,  0.]])
    """
    twist = check_array(V, "V", 6)
    matrix = np.zeros((*twist.shape[:-1], 4, 4))
    matrix[..., :3, :3] = skew(twist[..., :3])
    matrix[..., :3, 3] = twist[..., 3:]
    return matrix


def twist_vector(matrix: ArrayLike) -> Array:
    """Return the twist of a 4x4 matrix, the inverse of ``twist_matrix``.

    Args:
        matrix: Matrix (4, 4).

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> twist_vector(twist_matrix([1, 2, 3, 4, 5, 6]))
    array([1., 2., 3., 4., 5., 6.])
    """
    m = check_array(matrix, "matrix", 4, 4)
    return np.concatenate([unskew(m[..., :3, :3]), m[..., :3, 3]], axis=-1)


def exp3(w: ArrayLike) -> Array:
    """Return the rotation about a vector by its length (Rodrigues; MR eq. 3.51).

    Args:
        w: Axis times angle (3,), rad.

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> exp3([0, 0, np.pi / 2]).round(12) + 0.0
    array([[ 0., -1.,  0.],
           [ 1.,  0.,  0.],
           [ 0.,  0.,  1.]])
    """
    vector = check_array(w, "w", 3)
    W = skew(vector)
    sine, cosine, _ = _coefficients(_length(vector))
    return np.asarray(np.eye(3) + sine * W + cosine * (W @ W))


def log3(R: ArrayLike) -> Array:
    """Return the axis times the angle of a rotation, the angle from 0 to pi.

    At pi, where both signs of the axis are valid, its last nonzero component is positive.

    Args:
        R: Rotation (3, 3).

    Raises:
        ArgumentError: Another shape, or not a rotation.

    >>> log3([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    array([0.        , 0.        , 1.57079633])
    """
    return rotation_vector(check_rotation(R, "R"))


@accelerated
def rotation_vector(R: Array) -> Array:
    """Return ``log3`` (..., 3) of valid rotations (..., 3, 3), unchecked.

    >>> rotation_vector(np.eye(3))
    array([0., 0., 0.])
    """
    quaternion = rotation_quaternion(R)
    s, v = quaternion[..., :1], quaternion[..., 1:]
    sine = np.linalg.norm(v, axis=-1, keepdims=True)
    # atan2(x, s) / x loses no digits for small x; only x = 0 needs its limit, 1.
    safe = np.where(sine > 0, sine, 1.0)
    factor = np.where(sine > 0, np.arctan2(sine, s) / safe, 1.0)
    return np.asarray(2.0 * factor * v)


def exp6(V: ArrayLike) -> Array:
    """Return the rigid motion along a twist (MR eq. 3.88).

    Args:
        V: Screw axis times angle (6,), angular first.

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> exp6([0, 0, 0, 1, 2, 3])[:3, 3]
    array([1., 2., 3.])
    """
    twist = check_array(V, "V", 6)
    vector = twist[..., :3]
    W = skew(vector)
    sine, cosine, cubic = _coefficients(_length(vector))
    motion = np.zeros((*twist.shape[:-1], 4, 4))
    motion[..., :3, :3] = np.eye(3) + sine * W + cosine * (W @ W)
    left = np.eye(3) + cosine * W + cubic * (W @ W)
    motion[..., :3, 3] = (left @ twist[..., 3:, None])[..., 0]
    motion[..., 3, 3] = 1.0
    return motion


def log6(T: ArrayLike) -> Array:
    """Return the twist whose exponential is a pose, the angle from 0 to pi (MR eq. 3.92).

    Args:
        T: Pose (4, 4).

    Raises:
        ArgumentError: Another shape, or not a pose.

    >>> log6(exp6([0.1, 0.2, 0.3, 4, 5, 6]))
    array([0.1, 0.2, 0.3, 4. , 5. , 6. ])
    """
    matrix = check_pose(T, "T")
    vector = log3(matrix[..., :3, :3])
    W = skew(vector)
    squared = _inverse_coefficient(_length(vector)) * (W @ W)
    v = (np.eye(3) - 0.5 * W + squared) @ matrix[..., :3, 3:]
    return np.concatenate([vector, v[..., 0]], axis=-1)


def axis_angle3(w: ArrayLike) -> tuple[Array, float]:
    """Return the unit axis and the angle of a rotation vector; axis 0 where the angle is 0.

    Args:
        w: Axis times angle (3,), rad.

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> axis_angle3([0, 0, 2])
    (array([0., 0., 1.]), 2.0)
    """
    vector = check_one(w, "w", 3)
    angle = float(np.linalg.norm(vector))
    return (vector / angle if angle > 0 else np.zeros(3)), angle


def axis_angle6(V: ArrayLike) -> tuple[Array, float]:
    """Return the unit screw and the distance along it of a twist.

    The distance is |omega|, or |v| where |omega| < 1e-6; screw 0 where both are 0.

    Args:
        V: Screw times distance (6,), angular first.

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> axis_angle6([0, 0, 2, 2, 0, 0])
    (array([0., 0., 1., 1., 0., 0.]), 2.0)
    """
    twist = check_one(V, "V", 6)
    theta = float(np.linalg.norm(twist[:3]))
    if theta < TRANSLATION:
        theta = float(np.linalg.norm(twist[3:]))
    return (twist / theta if theta > 0 else np.zeros(6)), theta


def adjoint(T: ArrayLike) -> Array:
    """Return the 6x6 matrix that converts a twist in B to the same twist in A, T = X_AB (MR 3.83).

    Args:
        T: Pose (4, 4).

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> V = adjoint([[1, 0, 0, 0], [0, 1, 0, 2], [0, 0, 1, 0], [0, 0, 0, 1]]) @ [0, 0, 1, 0, 0, 0]
    >>> V
    array([0., 0., 1., 2., 0., 0.])
    """
    matrix = check_array(T, "T", 4, 4)
    R = matrix[..., :3, :3]
    result = np.zeros((*matrix.shape[:-2], 6, 6))
    result[..., :3, :3] = result[..., 3:, 3:] = R
    result[..., 3:, :3] = skew(matrix[..., :3, 3]) @ R
    return result


def ad(V: ArrayLike) -> Array:
    """Return the 6x6 matrix of the Lie bracket, ``ad(V) @ W == [V, W]`` (MR definition 8.5).

    Args:
        V: Twist (6,), angular first.

    Raises:
        ArgumentError: Another shape, or not finite.

    >>> ad([1, 2, 3, 4, 5, 6])[3]
    array([ 0., -6.,  5.,  0., -3.,  2.])
    """
    twist = check_array(V, "V", 6)
    result = np.zeros((*twist.shape[:-1], 6, 6))
    result[..., :3, :3] = result[..., 3:, 3:] = skew(twist[..., :3])
    result[..., 3:, :3] = skew(twist[..., 3:])
    return result


def screw_axis(point: ArrayLike, direction: ArrayLike, pitch: float = 0.0) -> Array:
    """Return the unit screw through a point along a direction (MR eq. 3.68).

    Args:
        point: Any point of the axis (3,), m.
        direction: Direction (3,); it is normalised.
        pitch: Advance in m per rad; infinite for a pure translation.

    Raises:
        ArgumentError: Another shape, not finite, or a direction of zero length.

    >>> screw_axis([3, 0, 0], [0, 0, 1], 2)
    array([ 0.,  0.,  1.,  0., -3.,  2.])
    """
    p = check_one(point, "point", 3)
    s = check_one(direction, "direction", 3)
    length = np.linalg.norm(s)
    if length == 0:
        raise ArgumentError("direction: expected a vector that is not zero")
    s = s / length
    h = check_bounds(pitch, "pitch")
    if h.ndim:
        raise ArgumentError(f"pitch: expected one number, got shape {h.shape}")
    if np.isinf(h):
        return np.concatenate([np.zeros(3), np.sign(h) * s])
    return np.concatenate([s, np.cross(p, s) + h * s])


def rotation_quaternion(R: Array) -> Array:
    """Return unit quaternions (..., 4) of rotations (..., 3, 3), scalar first and not negative.

    The column of 4 q q^T with the largest diagonal loses no digits (Shepperd 1978).

    >>> rotation_quaternion(np.eye(3))
    array([1., 0., 0., 0.])
    """
    parts = np.moveaxis(R, (-2, -1), (0, 1))
    xx, yy, zz = parts[0, 0], parts[1, 1], parts[2, 2]
    columns = np.empty((4, 4, *R.shape[:-2]))
    columns[0, 0], columns[1, 1] = 1 + xx + yy + zz, 1 + xx - yy - zz
    columns[2, 2], columns[3, 3] = 1 - xx + yy - zz, 1 - xx - yy + zz
    for i, j, k in ((1, 2, 3), (2, 3, 1), (3, 1, 2)):
        a, b = parts[k - 1, j - 1], parts[j - 1, k - 1]
        columns[0, i] = columns[i, 0] = a - b
        columns[j, k] = columns[k, j] = a + b
    best = np.argmax(columns[range(4), range(4)], axis=0)
    q = np.moveaxis(np.take_along_axis(columns, best[None, None], axis=0)[0], 0, -1)
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    return np.asarray(q * _hemisphere(q))


def _hemisphere(q: Array) -> Array:
    """Return the sign that makes the scalar, or at half a turn the last nonzero part, positive."""
    scalar = q[..., :1]
    if (np.abs(scalar) > 1e-15).all():
        return np.asarray(np.sign(scalar))
    size = np.where(np.abs(q) > 1e-15, np.sign(q), 0.0)
    sign = size[..., 0]
    for part in (3, 2, 1):
        sign = np.where(sign == 0, size[..., part], sign)
    return np.asarray(sign[..., None])


def _length(vector: Array) -> Array:
    return np.asarray(np.linalg.norm(vector, axis=-1)[..., None, None])


def _sinc(angle: Array) -> Array:
    return np.asarray(np.where(angle > 0, np.sin(angle) / np.where(angle > 0, angle, 1.0), 1.0))


def _coefficients(angle: Array) -> tuple[Array, Array, Array]:
    """Return sin t / t, (1 - cos t) / t^2 and (t - sin t) / t^3, without loss of digits."""
    sine = _sinc(angle)
    cosine = 0.5 * _sinc(0.5 * angle) ** 2
    small = angle < _SMALL
    t2 = np.where(small, angle, 0.0) ** 2
    series = 1 / 6 - t2 / 120 + t2**2 / 5040 - t2**3 / 362880 + t2**4 / 39916800
    cubic = np.where(small, series, (1 - sine) / np.where(small, 1.0, angle) ** 2)
    return sine, cosine, cubic


def _inverse_coefficient(angle: Array) -> Array:
    """Return 1/t^2 - (1 + cos t) / (2 t sin t), from 1/12 at zero to 1/pi^2 at pi."""
    sine, cosine, _ = _coefficients(angle)
    small = angle < _SMALL
    t2 = np.where(small, angle, 0.0) ** 2
    series = 1 / 12 + t2 / 720 + t2**2 / 30240 + t2**3 / 1209600 + t2**4 / 47900160
    closed = (1 - sine / (2 * cosine)) / np.where(small, 1.0, angle) ** 2
    return np.asarray(np.where(small, series, closed))
