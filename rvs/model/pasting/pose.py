"""A pose from pasted text: a matrix, or position and orientation as shown in the window."""

from __future__ import annotations

import re

import numpy as np

from rvs.engine.arrays import Array, check_pose
from rvs.engine.errors import ArgumentError
from rvs.engine.transforms import normalize
from rvs.model.numbers.orientations import Orientation
from rvs.model.numbers.quantities import inside
from rvs.model.numbers.units import Unit

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
