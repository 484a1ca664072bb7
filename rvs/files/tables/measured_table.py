"""Measured poses in a table: joint values, the point of the tool, and its orientation."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.quaternion import Quaternion
from rvs.engine.robot import Robot
from rvs.engine.screws import exp3
from rvs.engine.transforms import from_rpy
from rvs.files.motions.motion_table import LARGEST
from rvs.files.text.errors import FileError, FileErrors, whole_file
from rvs.files.text.source import plain_text
from rvs.model.numbers.units import UNITS
from rvs.study.calibration.fit import Measured

POINT = ("x", "y", "z")
VECTOR, ANGLES, QUATERNION = ("rx", "ry", "rz"), ("a", "b", "c"), ("qw", "qx", "qy", "qz")


def read_measured(path: Path, robot: Robot, length: str, angle: str) -> Measured:
    """Read measured poses of a robot.

    The first row names the columns: ``q1`` to ``qn``, ``x``, ``y``, ``z``, and for the orientation
    ``rx``, ``ry``, ``rz`` (a rotation vector), ``a``, ``b``, ``c`` (rotations about z, y and x,
    each about the axis rotated by the previous one) or ``qw`` to ``qz``.  A unit may follow a name,
    as in ``x (mm)``.

    Args:
        path: The file.
        robot: The robot.
        length: Unit of lengths without one.
        angle: Unit of angles without one.

    Raises:
        FileErrors: A column is missing, or a cell is not a number; all errors with their places.
    """
    text = plain_text(path, LARGEST)
    first = text.partition("\n")[0]
    divider = next((sign for sign in "\t;," if sign in first), ",")
    rows = list(csv.reader(text.splitlines(), delimiter=divider))
    if len(rows) < 2:
        raise whole_file(path, "has no rows; expected a row of names, then a row for each pose")
    head = [_heading(cell) for cell in rows[0]]
    names = [name for name, _ in head]
    joints = tuple(f"q{i}" for i in range(1, robot.n + 1))
    missing = [name for name in (*joints, *POINT) if name not in names]
    if missing:
        raise FileErrors(
            [FileError(str(path), 1, 1, f"no column {missing[0]}; expected q1 to "
                       f"q{robot.n}, x, y, z, and rx, ry, rz, a, b, c or qw, qx, qy, qz")]
        )  # fmt: skip
    turned = next((kind for kind in (VECTOR, ANGLES, QUATERNION) if set(kind) <= set(names)), ())
    table = _numbers(path, rows, names, (*joints, *POINT, *turned))
    for k, name in enumerate((*joints, *POINT, *turned)):
        slides = name in POINT or (name in joints and not robot.joints[k].turns)
        unit = head[names.index(name)][1] or (length if slides else angle)
        if name not in QUATERNION:
            if unit not in UNITS or (UNITS[unit].dimension == "length") != slides:
                wanted = f"expected a unit of {'length' if slides else 'angle'}, got {unit}"
                place = names.index(name) + 1
                raise FileErrors([FileError(str(path), 1, place, f"{name}: {wanted}")])
            table[:, k] *= UNITS[unit].factor
    n = robot.n
    rest = table[:, n + 3 :]
    return Measured(table[:, :n], table[:, n : n + 3], _rotations(rest, turned) if turned else None)


def _heading(cell: str) -> tuple[str, str]:
    name, _, unit = cell.strip().lower().replace("[", "(").partition("(")
    unit = unit.rstrip(")] ").strip()
    return name.strip().replace("_", "").replace(" ", ""), "deg" if unit == "°" else unit


def _numbers(path: Path, rows: list[list[str]], names: list[str], wanted: tuple[str, ...]) -> Array:
    found, errors = [], []
    for line, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        values = []
        for name in wanted:
            column = names.index(name)
            cell = row[column] if column < len(row) else ""
            try:
                value = float(cell)
            except ValueError:
                value = np.nan
            if not np.isfinite(value):
                words = f"{name}: expected a number, got {cell[:40]!r}"
                errors.append(FileError(str(path), line, column + 1, words))
            values.append(value)
        found.append(values)
    if errors:
        raise FileErrors(errors[:100])
    if not found:
        raise whole_file(path, "has no rows of numbers; expected a row for each pose")
    return np.array(found)


def _rotations(values: Array, kind: tuple[str, ...]) -> Array:
    if kind == VECTOR:
        return np.array([exp3(one) for one in values])
    if kind == ANGLES:
        return np.array([from_rpy(one) for one in values])
    return np.array([Quaternion(*one).unit().rotation() for one in values])
