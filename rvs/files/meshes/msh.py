"""MSH files of older versions of MuJoCo: points and triangles as binary numbers, in metres."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rvs.files.meshes.mesh_checks import MSH_HEAD, msh_counts
from rvs.files.meshes.soup import Patch, Soup
from rvs.files.text.errors import whole_file
from rvs.geometry.convex_pieces import hull_corners


def read(data: bytes, path: Path) -> Soup:
    """Return the contents of a file; points without triangles mean their convex hull.

    Args:
        data: Its bytes, whose number fits its counts.
        path: The file.

    Raises:
        FileErrors: Too few points, or some that are not numbers.
    """
    points, normals, textures, triangles = msh_counts(data)
    vertices = np.frombuffer(data, "<f4", 3 * points, MSH_HEAD).reshape(-1, 3).astype(float)
    if points < 3 or not np.isfinite(vertices).all():
        raise whole_file(path, "has too few points, or points that are not numbers")
    if not triangles:
        corners = hull_corners(vertices)
        rows = np.arange(3 * len(corners)).reshape(-1, 3)
        return Soup([Patch(corners.reshape(-1, 3), rows)], np.eye(3), 1.0)
    start = MSH_HEAD + 4 * (3 * points + 3 * normals + 2 * textures)
    rows = np.frombuffer(data, "<i4", 3 * triangles, start).reshape(-1, 3).astype(np.int64)
    return Soup([Patch(vertices, rows)], np.eye(3), 1.0)
