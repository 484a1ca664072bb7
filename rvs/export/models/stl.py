"""STL in millimetres, the unit that printers take it in."""

from __future__ import annotations

import struct

import numpy as np

from rvs.export.models.linkage import Node, world_places
from rvs.export.models.surfaces import Surface, united

MILLIMETRES = 1000.0
HEAD = 80
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])


def stl_bytes(nodes: tuple[Node, ...], shrink: float = 1.0) -> tuple[bytes, Surface]:
    """Return a binary STL file of everything as one body, and its surface in mm.

    Args:
        nodes: What is written.
        shrink: So many times smaller than it is.
    """
    pairs = zip(nodes, world_places(nodes), strict=True)
    pieces = [(piece, place) for node, place in pairs for piece in node.pieces]
    surface = united(pieces, MILLIMETRES / shrink)
    corners = surface.points[surface.triangles]
    rows = np.zeros(len(corners), TRIANGLE)
    rows["corners"] = corners
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.linalg.norm(across, axis=1, keepdims=True)
    rows["normal"] = across / np.where(size > 0, size, 1.0)
    head = b"binary STL, millimetres".ljust(HEAD, b" ")
    return head + struct.pack("<I", len(rows)) + rows.tobytes(), surface
