"""Binary STL files."""

from __future__ import annotations

import struct

import numpy as np

from rvs.engine.arrays import Array

HEAD = 80
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])


def binary_stl(corners: Array, words: bytes) -> bytes:
    """Return a file of triangles (t, 3, 3), each counter-clockwise seen from outside.

    Args:
        corners: The triangles.
        words: Header of the file, of at most 80 bytes.
    """
    rows = np.zeros(len(corners), TRIANGLE)
    rows["corners"] = corners
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(across, axis=1, keepdims=True)
    rows["normal"] = across / np.where(size > 0, size, 1.0)
    return words.ljust(HEAD, b" ") + struct.pack("<I", len(rows)) + rows.tobytes()
