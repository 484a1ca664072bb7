"""Arrows."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import rounded
from rvs.geometry.surfaces import revolve


# The frames of a robot have three equal arrows each.
@lru_cache(maxsize=64)
def arrow_mesh(length: float, shaft: float, head: float, head_length: float) -> Mesh:
    """Return an arrow from the origin to z = length.

    Args:
        length: Length from tail to tip.
        shaft: Radius of the shaft.
        head: Radius of the head's base.
        head_length: Length of the head, below ``length``.
    """
    neck = length - head_length
    return revolve(rounded([(0, 0), (shaft, 0), (shaft, neck), (head, neck), (0, length)]), 24)


def along(at: Array, axis: Array) -> Array:
    """Return a pose (4, 4) at a point (3,) whose z axis has the direction of a vector (3,)."""
    z = axis / np.linalg.norm(axis)
    x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
    x /= np.linalg.norm(x)
    pose = np.eye(4)
    pose[:3, :3] = np.column_stack([x, np.cross(z, x), z])
    pose[:3, 3] = at
    return pose
