"""Directions in a plane."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.views.section import Plane


def plane_axes(plane: Plane) -> tuple[Array, Array]:
    """Return two unit directions in the plane (3,) that are right-handed with its normal."""
    normal = np.asarray(plane.unit)
    upright = np.array([0.0, 0.0, 1.0]) if abs(normal[2]) < 0.9 else np.array([0.0, 1.0, 0.0])
    across = np.cross(upright, normal)
    across /= np.linalg.norm(across)
    return across, np.cross(normal, across)
