"""Arrows."""

from __future__ import annotations

from functools import lru_cache

from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import rounded
from rvs.geometry.surfaces import revolve


# The frames of a robot have three equal arrows each.
@lru_cache(maxsize=64)
def arrow_mesh(length: float, shaft: float, head: float, head_length: float) -> Mesh:
    """Return an arrow from the origin to z = length.

    Args:
        length: From tail to tip.
        shaft: Radius of the shaft.
        head: Radius of the head's base.
        head_length: Length of the head, below ``length``.
    """
    neck = length - head_length
    return revolve(rounded([(0, 0), (shaft, 0), (shaft, neck), (head, neck), (0, length)]), 24)
