"""Notations of an orientation as numbers, and the effect of changing one number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.quaternion import Quaternion
from rvs.engine.rotations import from_euler, from_rpy, rotation, to_euler, to_rpy
from rvs.engine.screws import axis_angle3, log3
from rvs.value_class import dataclass

OrientationName = Literal["rpy", "zyz", "axis", "quaternion"]
RollAxis = Literal["x", "z"]
NAMES: tuple[OrientationName, ...] = get_args(OrientationName)


@dataclass(frozen=True)
class Orientation:
    """A notation of an orientation.

    Attributes:
        title: Displayed name.
        words: Name of each number.
        labels: Names shown beside the numbers.
        explanation: Meaning of the numbers.
        angles: True for numbers that are angles; the others have no unit.
        numbers: Function that returns the numbers of a rotation (3, 3).
        unit: The numbers that form a unit vector.
        rotation: Function that returns the rotation they give.
    """

    title: str
    words: tuple[str, ...]
    labels: tuple[str, ...]
    explanation: str
    angles: tuple[bool, ...]
    numbers: Callable[[Array], Array]
    unit: slice
    rotation: Callable[[Array], Array]

    def changed(self, R: Array, index: int, value: float) -> Array:
        """Return the rotation (3, 3) after a change of one number.

        In a unit vector the other numbers are scaled accordingly.

        Args:
            R: The current rotation (3, 3).
            index: Index of the number.
            value: The new value, in rad if it is an angle.

        Raises:
            ArgumentError: A unit vector's component beyond 1, or below 1 while all others are 0.
        """
        numbers = self.numbers(R)
        numbers[index] = value
        if index in range(*self.unit.indices(len(numbers))):
            numbers[self.unit] = _unit(numbers[self.unit], index - self.unit.start, value)
        return self.rotation(numbers)


def _unit(vector: Array, index: int, value: float) -> Array:
    if abs(value) > 1.0:
        raise ArgumentError(f"expected a number from -1 to 1, got {value:g}")
    others = np.delete(vector, index)
    rest = float(np.sqrt(max(1.0 - value * value, 0.0)))
    length = float(np.linalg.norm(others))
    if rest > 1e-9 and length < 1e-9:
        raise ArgumentError("the other numbers are 0; type one of them first, or 1 or -1 here")
    scaled = others * (rest / length) if length else others
    return np.insert(scaled, index, value)


def _axis_numbers(R: Array) -> Array:
    axis, angle = axis_angle3(log3(R))
    # Without a turn every axis serves.
    return np.append(axis if angle > 0.0 else [0.0, 0.0, 1.0], angle)


def _axis_rotation(numbers: Array) -> Array:
    return rotation(numbers[:3], float(numbers[3]))


def _quaternion_numbers(R: Array) -> Array:
    return np.array(Quaternion.from_rotation(R).array)


def _quaternion_rotation(numbers: Array) -> Array:
    return Quaternion(*numbers.tolist()).unit().rotation()


_RPY_WORDS = ("Roll", "Pitch", "Yaw")

# Both write R = Rz Ry Rx; they differ in which of the turns is called roll.
ROLL_PITCH_YAW: dict[RollAxis, Orientation] = {
    "x": Orientation(
        "Roll about x, pitch, yaw about z (ROS, URDF, Craig)",
        _RPY_WORDS,
        ("Roll (x)", "Pitch (y)", "Yaw (z)"),
        "Roll about x, then pitch about y, then yaw about z, all fixed axes: R = Rz(yaw) "
        "Ry(pitch) Rx(roll), as in ROS, URDF and Craig",
        (True, True, True),
        lambda R: np.array(to_rpy(R))[::-1].copy(),
        slice(0, 0),
        lambda angles: from_rpy(np.asarray(angles)[::-1]),
    ),
    "z": Orientation(
        "Roll about z, pitch, yaw about x (Paul)",
        _RPY_WORDS,
        ("Roll (z)", "Pitch (y)", "Yaw (x)"),
        "Yaw about x, then pitch about y, then roll about z, all fixed axes: R = Rz(roll) "
        "Ry(pitch) Rx(yaw), as in Paul",
        (True, True, True),
        lambda R: np.array(to_rpy(R)),
        slice(0, 0),
        from_rpy,
    ),
}

ORIENTATIONS: dict[OrientationName, Orientation] = {
    "rpy": ROLL_PITCH_YAW["x"],
    "zyz": Orientation(
        "Euler angles ZYZ",
        ("φ", "θ", "ψ"),
        ("φ", "θ", "ψ"),
        "R = Rz(φ) Ry(θ) Rz(ψ)",
        (True, True, True),
        lambda R: np.array(to_euler(R)),
        slice(0, 0),
        from_euler,
    ),
    "axis": Orientation(
        "Axis and angle",
        ("x", "y", "z", "Angle"),
        ("x", "y", "z", "Angle"),
        "A rotation about the unit vector (x, y, z)",
        (False, False, False, True),
        _axis_numbers,
        slice(0, 3),
        _axis_rotation,
    ),
    "quaternion": Orientation(
        "Quaternion",
        ("s", "x", "y", "z"),
        ("s", "x", "y", "z"),
        "Unit quaternion, scalar first: s = cos(angle/2), (x, y, z) = axis sin(angle/2)",
        (False, False, False, False),
        _quaternion_numbers,
        slice(0, 4),
        _quaternion_rotation,
    ),
}


def orientation_as(name: OrientationName, roll_axis: RollAxis) -> Orientation:
    """Return the user's preferred notation of an orientation."""
    return ROLL_PITCH_YAW[roll_axis] if name == "rpy" else ORIENTATIONS[name]
