"""STL files: unitless triangles, read from binary numbers or text, and written as binary ones."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array
from rvs.files.budget import spend
from rvs.files.meshes.mesh_checks import MOST_TRIANGLES, STL_HEAD, STL_TRIANGLE, stl_count, too_many
from rvs.files.meshes.soup import Patch, Soup, pieces, plain_numbers
from rvs.files.text.errors import whole_file

_ROW = np.dtype([("normal", "<f4", 3), ("points", "<f4", (3, 3)), ("colour", "<u2")])
_VERTEX = re.compile(rb"vertex((?:\s+[\d.eE+-]+){3})", re.IGNORECASE)


def read(data: bytes, path: Path) -> Soup:
    """Return the contents of a file.

    Args:
        data: Its bytes, which were checked before.
        path: The file.

    Raises:
        FileErrors: It is damaged or holds too much.
    """
    if stl_count(data) >= 0:
        rows = np.frombuffer(data, _ROW, (len(data) - STL_HEAD) // STL_TRIANGLE, STL_HEAD)
        points = rows["points"].reshape(-1, 3).astype(float)
    else:
        points = _told(data, path)
    triangles = np.arange(len(points)).reshape(-1, 3)
    return Soup([Patch(points, triangles)], np.eye(3), 0.001)


def _told(data: bytes, path: Path) -> Array:
    """Return the corners given by a text, three for each triangle (3 t, 3)."""
    found: list[Array] = []
    count = 0
    for part in pieces(data, path):
        corners = _VERTEX.findall(part)
        fault = spend("points", len(corners))
        values = np.zeros(0) if fault else plain_numbers(b" ".join(corners))
        if not fault and (values is None or len(values) != 3 * len(corners)):
            fault = "is damaged: a vertex is not three numbers"
        if fault:
            raise whole_file(path, fault)
        count += len(corners) // 3
        if count > MOST_TRIANGLES:
            raise whole_file(path, too_many(count))
        found.append(np.zeros((0, 3)) if values is None else values.reshape(-1, 3))
    points = np.concatenate(found)
    if len(points) % 3:
        raise whole_file(path, "is damaged: a facet does not have three corners")
    return points


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
