"""Types of arrays of the engine, and checks that report wrong arrays before computing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rvs.engine.errors import ArgumentError
from rvs.engine.words import FARTHEST_JOINT as FARTHEST_JOINT
from rvs.engine.words import IDENTITY as IDENTITY
from rvs.engine.words import Pose as Pose

if TYPE_CHECKING:
    from rvs.engine.robot import Robot

Array = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Integers = NDArray[np.int_]
# How far from orthonormal a rotation may be before it is refused: printed matrices are rounded.
ROTATION_TOLERANCE = 1e-3
# How far it may be in a robot: products of two columns, and squares.
MIXED_TOLERANCE, SQUARE_TOLERANCE = 1e-6, 1.1e-5


def check_numbers(values: ArrayLike, name: str) -> Array:
    """Return values as a float array of finite numbers.

    Args:
        values: Anything that becomes an array.
        name: Argument to name in an error.

    Raises:
        ArgumentError: Not numbers, or not finite.
    """
    array = _as_numbers(values, name)
    if not np.isfinite(array).all():
        raise ArgumentError(f"{name}: every number must be finite")
    return array


def check_bounds(values: ArrayLike, name: str) -> Array:
    """Return values as a float array of numbers, infinite where there is no bound.

    Args:
        values: Anything that becomes an array.
        name: Argument to name in an error.

    Raises:
        ArgumentError: Not numbers, or NaN among them.
    """
    array = _as_numbers(values, name)
    if np.isnan(array).any():
        raise ArgumentError(f"{name}: expected numbers, got NaN")
    return array


def _as_numbers(values: ArrayLike, name: str) -> Array:
    if type(values) is np.ndarray and values.dtype == np.float64:
        return values
    try:
        given = np.asarray(values)
        # NumPy would read the text "1.5" as a number, and drop the imaginary part of another
        text = given.dtype.kind == "O" and any(isinstance(x, str | bytes) for x in given.flat)
        if text or given.dtype.kind not in "biufO":
            raise TypeError(given.dtype)
        return np.asarray(given, dtype=float)
    except OverflowError as error:
        raise ArgumentError(f"{name}: every number must be finite; one is above 1e308") from error
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"{name}: expected numbers, got {_short(values)}") from error


def _short(value: object) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "..."


def check_array(values: ArrayLike, name: str, *shape: int) -> Array:
    """Return values as a float array with ``shape`` as its last dimensions.

    Args:
        values: Anything that becomes an array.
        name: Argument to name in an error.
        shape: Sizes of the last dimensions; any batch dimensions may precede them.

    Raises:
        ArgumentError: Not finite numbers of that shape.
    """
    array = check_numbers(values, name)
    if array.ndim < len(shape) or array.shape[array.ndim - len(shape) :] != shape:
        expected = "x".join(map(str, shape)) if len(shape) > 1 else f"({shape[0]},)"
        raise ArgumentError(f"{name}: expected shape {expected}, got {array.shape}")
    return array


def check_one(values: ArrayLike, name: str, *shape: int) -> Array:
    """Return values as a float array of exactly one shape, without a batch.

    Raises:
        ArgumentError: Not finite numbers of that shape.
    """
    array = check_array(values, name, *shape) if shape else check_numbers(values, name)
    if array.ndim != len(shape):
        raise ArgumentError(f"{name}: expected shape {shape}, got {array.shape}")
    return array


def check_batches(**arrays: tuple[Array, int]) -> tuple[int, ...]:
    """Return the common batch dimensions of arrays.

    Args:
        arrays: Arrays by name of argument, each with the number of its own last dimensions.

    Raises:
        ArgumentError: Their batches do not match.
    """
    shapes = {name: array.shape[: array.ndim - own] for name, (array, own) in arrays.items()}
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError as error:
        sizes = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise ArgumentError(f"{', '.join(shapes)}: their batches differ: {sizes}") from error


def check_rotation(values: ArrayLike, name: str) -> Array:
    """Return a rotation or a batch of them, (..., 3, 3).

    Raises:
        ArgumentError: Another shape, or not a rotation.
    """
    matrix = check_array(values, name, 3, 3)
    if matrix.ndim == 2:
        _check_turn(matrix.tolist(), name)
        return matrix
    # Squares of huge numbers would overflow.
    square = np.abs(matrix).max(initial=0.0) < 2.0
    if square:
        error = np.swapaxes(matrix, -1, -2) @ matrix - np.eye(3)
        square = np.abs(error).max(initial=0.0) <= ROTATION_TOLERANCE
    if not square or (np.linalg.det(matrix) < 0).any():
        raise ArgumentError(f"{name}: expected a rotation; its columns are not orthonormal")
    return matrix


def _check_turn(rows: Sequence[Sequence[float]], name: str) -> tuple[float, float]:
    """Return how far products of two columns of a rotation are from 0, and squares from 1.

    Without NumPy, which takes ten times as long for nine numbers.

    Raises:
        ArgumentError: It is not a rotation.
    """
    (a, b, c), (d, e, f), (g, h, i) = (row[:3] for row in rows[:3])
    squares = a * a + d * d + g * g, b * b + e * e + h * h, c * c + f * f + i * i
    square = max([abs(one - 1.0) for one in squares])
    mixed = max(abs(a * b + d * e + g * h), abs(b * c + e * f + h * i), abs(a * c + d * f + g * i))
    near = max(square, mixed) <= ROTATION_TOLERANCE
    if not near or a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0:
        raise ArgumentError(f"{name}: expected a rotation; its columns are not orthonormal")
    return mixed, square


def check_pose(values: ArrayLike, name: str) -> Array:
    """Return a pose or a batch of them, (..., 4, 4).

    Raises:
        ArgumentError: Another shape, or not a rigid motion.
    """
    matrix = check_array(values, name, 4, 4)
    check_rotation(matrix[..., :3, :3], name)
    if matrix.ndim == 2:
        x, y, z, w = matrix[3].tolist()
        off = max(abs(x), abs(y), abs(z), abs(w - 1.0))
    else:
        off = np.abs(matrix[..., 3, :] - [0.0, 0.0, 0.0, 1.0]).max(initial=0.0)
    if off > ROTATION_TOLERANCE:
        raise ArgumentError(f"{name}: expected a pose; its last row is not 0 0 0 1")
    return matrix


def check_robot(robot: Robot, name: str = "robot") -> Robot:
    """Return a robot, or refuse another value.

    Raises:
        ArgumentError: Something else.
    """
    # the class is made of what this module offers, so it cannot be named here
    if not hasattr(type(robot), "chain"):
        raise ArgumentError(f"{name}: expected a Robot, got {_short(robot)}")
    return robot


def check_moving(robot: Robot) -> Robot:
    """Return a robot with at least one joint that can move.

    Raises:
        ArgumentError: Something else, or every joint is locked.
    """
    if not check_robot(robot).active:
        raise ArgumentError("robot: every joint is locked, so there is no motion to measure")
    return robot


def check_posture(robot: Robot, q: ArrayLike, name: str = "q") -> Array:
    """Return joint values as a float array, or refuse them with the reason.

    Args:
        robot: The robot.
        q: Posture (n,) or batch (m, n), rad or m.
        name: Argument to name in an error.

    Raises:
        ArgumentError: Not (n,) or (m, n), not finite, or 2^40 (about 1.1e12) or more, where no
            digits are left for angles; or the robot is of another type.
    """
    posture = check_joints(robot, q, name)
    if np.abs(posture).max(initial=0.0) >= FARTHEST_JOINT:
        raise ArgumentError(
            f"{name}: joint values must be below {FARTHEST_JOINT:.2g}; larger ones leave no "
            "digits for angles and positions"
        )
    return posture


def check_joints(robot: Robot, values: ArrayLike, name: str) -> Array:
    """Return one number for each joint as a float array: speeds, accelerations, torques.

    Args:
        robot: The robot.
        values: Row (n,) or batch (m, n).
        name: Argument to name in an error.

    Raises:
        ArgumentError: Not (n,) or (m, n), or not finite, or the robot is of another type.
    """
    check_robot(robot)
    rows = check_numbers(values, name)
    if rows.ndim not in (1, 2) or rows.shape[-1] != robot.n:
        raise ArgumentError(
            f"{name}: expected shape ({robot.n},) or (m, {robot.n}), got {rows.shape}"
        )
    return rows


def check_index(i: int, name: str, lowest: int, highest: int) -> int:
    """Return a whole number from lowest to highest.

    Raises:
        ArgumentError: Not a whole number, or out of range.
    """
    if isinstance(i, bool) or not isinstance(i, int | np.integer) or not lowest <= i <= highest:
        raise ArgumentError(f"{name}: expected a number from {lowest} to {highest}, got {i!r}")
    return int(i)


def check_choice(value: str, name: str, choices: Iterable[str]) -> str:
    """Return a word if it is one of the choices.

    Raises:
        ArgumentError: Another word; the message names the nearest right one.
    """
    words = tuple(choices)
    if isinstance(value, str) and value in words:
        return value
    from difflib import get_close_matches

    near = get_close_matches(str(value), words, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise ArgumentError(f"{name}: {_short(value)} is not one of {', '.join(words)}{hint}")


def check_flag(value: bool, name: str) -> bool:
    """Return True or False.

    Raises:
        ArgumentError: Neither of them.
    """
    if not isinstance(value, int | np.bool_ | np.integer) or value not in (0, 1):
        raise ArgumentError(f"{name}: expected True or False, got {_short(value)}")
    return bool(value)


def check_text(value: str, name: str) -> str:
    """Return a text.

    Raises:
        ArgumentError: Something else.
    """
    if not isinstance(value, str):
        raise ArgumentError(f"{name}: expected text, got {_short(value)}")
    return value


def read_only(values: ArrayLike) -> Array:
    """Return a read-only copy of an array."""
    array = np.array(values, dtype=float)
    array.setflags(write=False)
    return array


def pose_rows(pose: ArrayLike | None, name: str) -> Pose:
    """Return a 4x4 pose as a tuple of rows.

    Args:
        pose: Homogeneous matrix (4, 4), or None for the identity.
        name: Argument to name in an error.

    Raises:
        ArgumentError: Not a finite (4, 4) rigid motion.
    """
    if pose is None or pose is IDENTITY:
        return IDENTITY
    matrix = check_pose(check_one(pose, name, 4, 4), name)
    rows: Pose = tuple(map(tuple, matrix.tolist()))
    mixed, square = _check_turn(rows, name)
    if mixed > MIXED_TOLERANCE or square > SQUARE_TOLERANCE:
        raise ArgumentError(f"{name}: its upper left 3x3 block is not a rotation")
    if rows[3] != IDENTITY[3]:
        raise ArgumentError(f"{name}: its last row is not 0 0 0 1")
    return rows


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
