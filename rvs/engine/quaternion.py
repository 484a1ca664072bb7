"""Quaternions, scalar first, and the shortest turn between two of them (Shoemake 1985)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    check_array,
    check_flag,
    check_numbers,
    check_one,
    check_rotation,
)
from rvs.engine.errors import ArgumentError
from rvs.engine.screws import rotation_quaternion
from rvs.engine.transforms import pose, unit
from rvs.value_class import dataclass

__all__ = ["Quaternion", "slerp"]


@dataclass(frozen=True, slots=True)
class Quaternion:
    """An immutable quaternion ``s + x i + y j + z k``.

    ``*`` accepts a quaternion, a number, or a vector (3,), which it rotates; ``/`` a quaternion or
    a number; ``**`` a whole number.  ``numpy.asarray(q)`` gives the four numbers.

    Attributes:
        s: Scalar part.
        x: First part of the vector.
        y: Second part of the vector.
        z: Third part of the vector.

    Raises:
        ArgumentError: A part is not a finite number.

    >>> Quaternion(0, 1, 0, 0) * Quaternion(0, 0, 1, 0)
    Quaternion(s=0.0, x=0.0, y=0.0, z=1.0)
    >>> Quaternion.from_axis_angle([0, 0, 1], np.pi) * np.array([1.0, 0.0, 0.0])
    array([-1.0000000e+00,  1.2246468e-16,  0.0000000e+00])
    """

    s: float
    x: float
    y: float
    z: float

    def __post_init__(self) -> None:
        for name in ("s", "x", "y", "z"):
            object.__setattr__(self, name, float(check_one(getattr(self, name), name)))

    @classmethod
    def from_rotation(cls, R: ArrayLike) -> Quaternion:
        """Return the unit quaternion of a rotation, with a non-negative scalar.

        Args:
            R: Rotation (3, 3), or a pose (4, 4), whose translation is ignored.

        Raises:
            ArgumentError: Another shape, or not a rotation.

        >>> Quaternion.from_rotation([[1, 0, 0], [0, -1, 0], [0, 0, -1]])
        Quaternion(s=0.0, x=1.0, y=0.0, z=0.0)
        """
        matrix = check_numbers(R, "R")
        if matrix.shape == (4, 4):
            matrix = matrix[:3, :3]
        s, x, y, z = rotation_quaternion(check_rotation(check_one(matrix, "R", 3, 3), "R"))
        return cls(s, x, y, z)

    @classmethod
    def from_axis_angle(cls, axis: ArrayLike, angle: float) -> Quaternion:
        """Return the unit quaternion of a turn about an axis.

        Args:
            axis: Direction (3,); it is normalised.
            angle: Rad; beyond half a turn the scalar is negative.

        Raises:
            ArgumentError: Another shape, not finite, or an axis of zero length.

        >>> Quaternion.from_axis_angle([0, 0, 2], np.pi)
        Quaternion(s=6.123233995736766e-17, x=0.0, y=0.0, z=1.0)
        """
        half = 0.5 * float(check_one(angle, "angle"))
        x, y, z = math.sin(half) * unit(check_one(axis, "axis", 3))
        return cls(math.cos(half), x, y, z)

    @property
    def v(self) -> Array:
        """The vector part (3,)."""
        return np.array([self.x, self.y, self.z])

    @property
    def array(self) -> Array:
        """The four numbers s, x, y, z (4,)."""
        return np.array([self.s, self.x, self.y, self.z])

    def __array__(self, dtype: object = None, copy: bool | None = None) -> Array:
        return self.array if dtype is None else self.array.astype(dtype)  # type: ignore[call-overload]

    def __iter__(self) -> Iterator[float]:
        return iter((self.s, self.x, self.y, self.z))

    # NumPy leaves products with arrays to __rmul__ and friends.
    __array_ufunc__ = None

    def __mul__(self, other: Quaternion | ArrayLike) -> Quaternion | Array:
        if isinstance(other, Quaternion):
            return self._times(other)
        factor = check_numbers(other, "other")
        if factor.ndim == 0:
            return Quaternion(*(self.array * factor))
        return np.asarray((self.rotation() @ check_array(factor, "other", 3)[..., None])[..., 0])

    def __rmul__(self, other: float) -> Quaternion:
        return Quaternion(*(self.array * check_one(other, "other")))

    def __truediv__(self, other: Quaternion | float) -> Quaternion:
        if isinstance(other, Quaternion):
            return self._times(other.inverse())
        divisor = float(check_one(other, "other"))
        if divisor == 0:
            raise ArgumentError("other: a quaternion cannot be divided by zero")
        return Quaternion(*(self.array / divisor))

    def __pow__(self, exponent: int) -> Quaternion:
        if isinstance(exponent, bool) or not isinstance(exponent, int | np.integer):
            raise ArgumentError(f"exponent: expected a whole number, got {exponent!r}")
        result = Quaternion(1.0, 0.0, 0.0, 0.0)
        factor = self if exponent >= 0 else self.inverse()
        for _ in range(abs(exponent)):
            result = result._times(factor)
        return result

    def __neg__(self) -> Quaternion:
        return Quaternion(-self.s, -self.x, -self.y, -self.z)

    def _times(self, other: Quaternion) -> Quaternion:
        v, w = self.v, other.v
        x, y, z = self.s * w + other.s * v + np.cross(v, w)
        return Quaternion(self.s * other.s - float(v @ w), x, y, z)

    def inverse(self) -> Quaternion:
        """Return the conjugate over the squared norm, so that ``q * q.inverse()`` is 1.

        Raises:
            ArgumentError: The quaternion is zero.

        >>> Quaternion(0, 2, 0, 0).inverse()
        Quaternion(s=0.0, x=-0.5, y=-0.0, z=-0.0)
        """
        square = float(self.array @ self.array)
        if square == 0:
            raise ArgumentError("the quaternion 0 has no inverse")
        return Quaternion(*(self.array * [1.0, -1.0, -1.0, -1.0] / square))

    def norm(self) -> float:
        """Return the length of the four numbers.

        >>> Quaternion(1, 1, 1, 1).norm()
        2.0
        """
        return float(np.linalg.norm(self.array))

    def unit(self) -> Quaternion:
        """Return the normalised quaternion.

        Raises:
            ArgumentError: The quaternion is zero.

        >>> Quaternion(2, 0, 0, 0).unit()
        Quaternion(s=1.0, x=0.0, y=0.0, z=0.0)
        """
        length = self.norm()
        if length == 0:
            raise ArgumentError("the quaternion 0 cannot be normalised")
        return self / length

    def rotation(self) -> Array:
        """Return the rotation (3, 3) of the normalised quaternion.

        Raises:
            ArgumentError: The quaternion is zero.

        >>> Quaternion(0, 1, 0, 0).rotation() + 0.0
        array([[ 1.,  0.,  0.],
               [ 0., -1.,  0.],
               [ 0.,  0., -1.]])
        """
        s, x, y, z = self.unit()
        return np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - s * z), 2 * (x * z + s * y)],
                [2 * (x * y + s * z), 1 - 2 * (x * x + z * z), 2 * (y * z - s * x)],
                [2 * (x * z - s * y), 2 * (y * z + s * x), 1 - 2 * (x * x + y * y)],
            ]
        )

    def pose(self) -> Array:
        """Return the pose (4, 4) of a pure rotation.

        Raises:
            ArgumentError: The quaternion is zero.

        >>> Quaternion(1, 0, 0, 0).pose().shape
        (4, 4)
        """
        return pose(self.rotation())


@overload
def slerp(q0: Quaternion, q1: Quaternion, s: float, shortest: bool = True) -> Quaternion: ...


@overload
def slerp(
    q0: Quaternion, q1: Quaternion, s: Sequence[float] | Array, shortest: bool = True
) -> list[Quaternion]: ...


def slerp(
    q0: Quaternion, q1: Quaternion, s: float | Sequence[float] | Array, shortest: bool = True
) -> Quaternion | list[Quaternion]:
    """Return the unit quaternion at a fraction of the path from one to another, at constant speed.

    Args:
        q0: Quaternion at s = 0; normalised.
        q1: Quaternion at s = 1; normalised.
        s: Fraction of the path, or several (m,), giving a list; beyond 0 and 1 the rotation
            continues.
        shortest: Rotate by no more than half a turn: q and -q are the same rotation.  The result is
            then in the hemisphere of q0.

    Raises:
        ArgumentError: s is not finite, a quaternion is zero, or q1 = -q0 the long way, where every
            axis would serve.

    >>> slerp(Quaternion(1, 0, 0, 0), Quaternion(0, 0, 0, 1), 0.5)
    Quaternion(s=0.7071067811865475, x=0.0, y=0.0, z=0.7071067811865475)
    """
    for value, name in ((q0, "q0"), (q1, "q1")):
        if not isinstance(value, Quaternion):
            raise ArgumentError(f"{name}: expected a Quaternion, got {value!r:.60}")
    parts = check_numbers(s, "s")
    if parts.ndim > 1:
        raise ArgumentError(f"s: expected one number or a row of them, got shape {parts.shape}")
    fraction = parts[..., None]
    start, end = q0.unit().array, q1.unit().array
    if check_flag(shortest, "shortest") and start @ end < 0:
        end = -end
    # Of unit vectors this is the angle without loss of digits at 0 and at pi (Kahan).
    angle = 2 * math.atan2(np.linalg.norm(end - start), np.linalg.norm(end + start))
    if math.pi - angle < 1e-12:
        raise ArgumentError("q1: opposite to q0, so the axis of rotation is not defined")
    if angle < 1e-12:
        between = (1 - fraction) * start + fraction * end
    else:
        weights = np.sin((1 - fraction) * angle), np.sin(fraction * angle)
        between = (weights[0] * start + weights[1] * end) / math.sin(angle)
    if between.ndim == 1:
        return Quaternion(*between)
    return [Quaternion(*four) for four in between]
