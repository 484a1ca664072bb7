"""Notations of an orientation as numbers, and a pose from pasted text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, get_args

import numpy as np

from rvs.engine.arrays import Array, check_pose
from rvs.engine.errors import ArgumentError
from rvs.engine.quaternion import Quaternion
from rvs.engine.rotations import from_euler, from_rpy, rotation, to_euler, to_rpy
from rvs.engine.screws import axis_angle3, log3
from rvs.engine.transforms import normalize
from rvs.model.numbers.quantities import inside
from rvs.model.numbers.units import Unit
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


_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


def read_pose(text: str, orientation: Orientation, length: Unit, angle: Unit) -> Array:
    """Return the pose (4, 4) in a text; all separators between its numbers are skipped.

    Args:
        text: 16 numbers are a matrix, row by row, in m; 12 the same without its last row; otherwise
            position and orientation.
        orientation: Notation of the orientation.
        length: Unit of the position.
        angle: Unit of angles.

    Raises:
        ArgumentError: A wrong count of numbers, or ones that do not form a pose.

    >>> from rvs.model.numbers.orientations import ORIENTATIONS
    >>> from rvs.model.numbers.quantities import UNITS
    >>> pose = read_pose("10 mm, 20, 30; 90°, 0, 0", ORIENTATIONS["rpy"], UNITS["mm"], UNITS["deg"])
    >>> pose[:3, 3].tolist(), pose[1, 0].round(9)
    ([0.01, 0.02, 0.03], np.float64(1.0))
    """
    numbers = [float(word) for word in _NUMBER.findall(text.replace("−", "-"))]
    if not np.isfinite(numbers).all():
        raise ArgumentError("expected finite numbers, but one of them is too large")
    wanted = 3 + len(orientation.words)
    if len(numbers) == 12:
        numbers += [0.0, 0.0, 0.0, 1.0]
    if len(numbers) == 16:
        return np.asarray(normalize(check_pose(np.reshape(numbers, (4, 4)), "matrix")))
    if len(numbers) != wanted:
        raise ArgumentError(f"expected {wanted}, 12 or 16 numbers, found {len(numbers)}")
    turns = [
        inside(value, angle) if is_angle else value
        for value, is_angle in zip(numbers[3:], orientation.angles, strict=True)
    ]
    pose = np.eye(4)
    pose[:3, 3] = [inside(value, length) for value in numbers[:3]]
    pose[:3, :3] = orientation.rotation(np.array(turns))
    return pose
