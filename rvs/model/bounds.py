"""Bounds of numbers, texts and sizes: one table for values of a document, forms and files.

Any value that the model accepts can be written to its file and read back; values beyond the bounds
are refused on input.  All numbers are in SI units.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import inf, nextafter, radians
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.engine.words import FARTHEST_JOINT, IDENTITY, ROBOT_TEXTS, Pose
from rvs.model.derived import derived
from rvs.value_class import dataclass

# Characters of a name or a remark.
LONGEST_TEXT = 20_000
# Moves of a tool's way, each pose of a spline being one.
MOST_MOVES = 10_000
# How far the axes of a pose may be from square.
CLOSE = 1e-6


@dataclass(frozen=True, slots=True)
class Bounds:
    """Permitted numbers of a field.

    Attributes:
        least: The minimum.
        most: The maximum.
        above: The minimum itself is refused.
        free: An infinite value is accepted, too: it means that there is no bound.
    """

    least: float
    most: float
    above: bool = False
    free: bool = False

    def has(self, number: float) -> bool:
        """Return whether a number is permitted; other values are not."""
        if self.free and (number == inf or (number == -inf and self.least < 0.0)):
            return True
        # One that is not a number fails every comparison.
        return self.least <= number <= self.most and not (self.above and number == self.least)


LENGTH = Bounds(-1e6, 1e6)
# Coordinates of what is found out: many lengths may add up to one.
POINT = Bounds(-1e12, 1e12)
ANGLE = Bounds(radians(-1e6), radians(1e6))
NUMBER = Bounds(-1e12, 1e12)
AMOUNT = Bounds(0.0, 1e12)
POSITIVE = Bounds(0.0, 1e12, above=True)
# Joint values, and the bounds of one: beyond no digits are left for angles.
JOINT_VALUE = Bounds(-nextafter(FARTHEST_JOINT, 0.0), nextafter(FARTHEST_JOINT, 0.0))
JOINT_BOUND = Bounds(JOINT_VALUE.least, JOINT_VALUE.most, free=True)
JOINT_MOST = Bounds(0.0, 1e12, above=True, free=True)
# When a motion may begin at the latest and what happens in it, in s.
LATEST = 1e6
TIME = Bounds(0.0, LATEST)

INERTIA_FIELDS: Mapping[str, Bounds] = {"mass": AMOUNT, "com": LENGTH, "moments": NUMBER}
MOTOR_FIELDS: Mapping[str, Bounds] = {
    "inertia": AMOUNT,
    "gear": NUMBER,
    "viscous": AMOUNT,
    "coulomb": NUMBER,
}
JOINT_FIELDS: Mapping[str, Bounds] = {
    "a": LENGTH,
    "alpha": ANGLE,
    "d": LENGTH,
    "theta": ANGLE,
    "pitch": LENGTH,
    "limits": JOINT_BOUND,
    "rate": JOINT_MOST,
    "acceleration": JOINT_MOST,
    "effort": JOINT_MOST,
    "stiffness": JOINT_MOST,
}


def own_bounds(kind: str) -> Bounds:
    """Return the additional bounds of the value of a joint of a kind."""
    return LENGTH if kind == "prismatic" else ANGLE


def check_fields(value: object, fields: Mapping[str, Bounds]) -> None:
    """Raise an error unless the numbers of a value's fields, or in lists, are within their bounds.

    Args:
        value: The value; a field that is None is not checked.
        fields: Bounds by the names of its fields.

    Raises:
        ArgumentError: One is not, or is not a number.
    """
    for name, wanted in fields.items():
        check_number(getattr(value, name), name, wanted)


def check_number(value: Any, name: str, wanted: Bounds) -> None:
    """Raise an error unless a number, or all of a list, are within bounds; None is permitted.

    Raises:
        ArgumentError: One is not, or is not a number.
    """
    if type(value) is float and wanted.has(value):
        return
    try:
        wrong = next((one for one in _flat(value) if not wanted.has(one)), None)
    except TypeError as error:
        raise ArgumentError(f"{name}: expected a number, got {value!r:.60}") from error
    if wrong is not None:
        least, most, got = (f"{one:g}" for one in (wanted.least, wanted.most, wrong))
        # Six digits may not tell a value from the bound that it exceeds.
        got = f"{wrong:.16g}" if got in (least, most) else got
        least = "above 0" if wanted.above else least
        raise ArgumentError(f"{name}: expected {least} to {most}, got {got}")


def check_texts(value: object, *names: str) -> None:
    """Raise an error unless fields of a value are texts that a file can store.

    Raises:
        ArgumentError: One is not.
    """
    for name in names:
        text = getattr(value, name)
        if not isinstance(text, str):
            raise ArgumentError(f"{name}: expected text, got {text!r:.60}")
        if len(text) > LONGEST_TEXT:
            raise ArgumentError(
                f"{name}: {len(text):,} characters are too many; expected at most {LONGEST_TEXT:,}"
            )


def check_name(value: object, name: str, what: str) -> None:
    """Raise an error unless a field of a value is a valid name of a block of a file.

    Raises:
        ArgumentError: It is empty, too long, or not text.
    """
    check_texts(value, name)
    if not getattr(value, name):
        raise ArgumentError(f"{name}: {what} needs a name")


def check_place(rows: Pose, name: str) -> None:
    """Raise an error unless rows are a pose within bounds; without NumPy, for many objects.

    Raises:
        ArgumentError: They are not.
    """
    if rows is IDENTITY:
        return
    check_number(rows, name, LENGTH)
    if len(rows) != 4 or any(len(row) != 4 for row in rows):
        raise ArgumentError(f"{name}: expected a pose of 4 rows of 4 numbers")
    axes = [tuple(row[k] for row in rows[:3]) for k in range(3)]
    products = ((_dot(a, b), float(a is b)) for a, b in product(axes, axes))
    square = all(abs(found - wanted) <= CLOSE + 1e-5 * wanted for found, wanted in products)
    if not square or _volume(*axes) < 0.0 or tuple(rows[3]) != (0.0, 0.0, 0.0, 1.0):
        raise ArgumentError(f"{name}: expected a pose; its rotation or its last row is not valid")


def _dot(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _volume(a: tuple[float, ...], b: tuple[float, ...], c: tuple[float, ...]) -> float:
    across = b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]
    return _dot(a, across)


# Asked with every change of what has a robot; one that is within them stays so.
@derived(size=16)
def check_robot_bounds(robot: Any) -> None:
    """Raise an error unless a file can store the values of a robot.

    Raises:
        ArgumentError: A number is too large or of the wrong sign; the message names the joint.
    """
    check_texts(robot, *ROBOT_TEXTS)
    check_place(robot.base_rows, "base")
    check_place(robot.tool_rows, "tool")
    check_place(robot.maker_rows, "maker")
    check_number(robot.gravity, "gravity", NUMBER)
    if robot.base_inertia is not None:
        check_fields(robot.base_inertia, INERTIA_FIELDS)
    for number, joint in enumerate(robot.joints, start=1):
        try:
            _check_joint(joint)
        except ArgumentError as error:
            raise ArgumentError(f"joint {number}: {error}") from error


def _check_joint(joint: Any) -> None:
    check_fields(joint, JOINT_FIELDS)
    if joint.limits[0] == inf or joint.limits[1] == -inf:
        raise ArgumentError(
            "limits: expected -inf for a missing lower bound and inf for a missing upper bound"
        )
    check_number(joint.offset, "offset", own_bounds(joint.kind))
    check_texts(joint, "name", "link")
    check_place(joint.before, "before")
    check_place(joint.after, "after")
    if joint.inertia is not None:
        check_fields(joint.inertia, INERTIA_FIELDS)
    if joint.motor is not None:
        check_fields(joint.motor, MOTOR_FIELDS)


def _flat(value: Any) -> Iterator[Any]:
    if value is None:
        return
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, tuple | list):
        for one in value:
            yield from _flat(one)
    else:
        yield value


LARGEST_SIDE, LARGEST_PIXELS = 32_768, 256_000_000


def check_picture_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height of a picture in pixels.

    Raises:
        ArgumentError: They are not two whole numbers that a picture can have.

    >>> check_picture_size((1280, 800))
    (1280, 800)
    """
    try:
        width, height = size
        whole = int(width) == width and int(height) == height
    except (TypeError, ValueError, OverflowError) as error:
        raise ArgumentError(
            f"size: expected width and height in pixels, got {size!r:.60}"
        ) from error
    if not (whole and 0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE):
        raise ArgumentError(
            f"size: each side must be 1 to {LARGEST_SIDE} pixels, got {width:g} × {height:g}"
        )
    if width * height > LARGEST_PIXELS:
        raise ArgumentError(
            f"size: at most {LARGEST_PIXELS // 10**6} million pixels, got {width:g} × {height:g}"
        )
    return int(width), int(height)
