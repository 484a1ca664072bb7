"""Checks of related arguments: joint motions, rows of a batch, positive numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_joints, check_numbers, check_one, check_posture
from rvs.engine.errors import ArgumentError

if TYPE_CHECKING:
    from rvs.engine.robot import Robot


def check_motion(robot: Robot, **arguments: ArrayLike) -> list[Array]:
    """Return joint vectors as float arrays of one common shape, (n,) or (m, n).

    Args:
        robot: The robot.
        arguments: The vectors by name; the vector named q is a posture.

    Raises:
        ArgumentError: One is neither (n,) nor (m, n), is not finite, or the counts of rows differ.
    """
    gates = {name: check_posture if name == "q" else check_joints for name in arguments}
    arrays = [gates[name](robot, values, name) for name, values in arguments.items()]
    rows = {len(array) for array in arrays if array.ndim == 2}
    if len(rows) > 1:
        shapes = ", ".join(
            f"{name} {array.shape}" for name, array in zip(arguments, arrays, strict=True)
        )
        raise ArgumentError(f"{', '.join(arguments)}: the numbers of rows differ: {shapes}")
    if rows:
        shape = (rows.pop(), robot.n)
        arrays = [np.broadcast_to(array, shape) for array in arrays]
    return arrays


def check_rows(values: ArrayLike, count: int, name: str, batch: tuple[int, ...]) -> Array:
    """Return (count,) numbers, or one row for each of a batch.

    Args:
        values: The numbers.
        count: Length of a row.
        name: Argument to name in an error.
        batch: () or (m,).

    Raises:
        ArgumentError: Another shape, or one is not finite.
    """
    array = check_numbers(values, name)
    if array.shape not in ((count,), (*batch, count)):
        expected = f"({count},)" + "".join(f" or ({m}, {count})" for m in batch)
        raise ArgumentError(f"{name}: expected shape {expected}, got {array.shape}")
    return array


def check_positive(value: float, name: str) -> float:
    """Return a finite number above zero.

    Raises:
        ArgumentError: It is not one.
    """
    number = check_numbers(value, name)
    if number.ndim != 0 or not number > 0:
        raise ArgumentError(f"{name}: expected a number above 0, got {value}")
    return float(number)


def check_gains(count: int, values: ArrayLike, name: str) -> Array:
    """Return one number, or one for each joint.

    Raises:
        ArgumentError: Another shape, or one is not finite.
    """
    gains = check_numbers(values, name)
    if gains.shape not in ((), (count,)):
        raise ArgumentError(f"{name}: expected one number or {count}, got shape {gains.shape}")
    return gains


def check_gravity(gravity: ArrayLike | None) -> None:
    """Check gravity (3,); None means the robot's gravity.

    Raises:
        ArgumentError: Another shape, or not finite.
    """
    if gravity is not None:
        check_one(gravity, "gravity", 3)
