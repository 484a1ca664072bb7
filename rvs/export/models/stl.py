"""STL in millimetres, the unit of printers."""

from __future__ import annotations

from rvs.export.models.linkage import Node, world_places
from rvs.export.models.surfaces import Surface, united
from rvs.files.meshes.stl import binary_stl

MILLIMETRES = 1000.0


def stl_bytes(nodes: tuple[Node, ...], shrink: float = 1.0) -> tuple[bytes, Surface]:
    """Return a binary STL file of everything as one body, and its surface in mm.

    Args:
        nodes: The nodes to write.
        shrink: Divisor of the size.
    """
    pairs = zip(nodes, world_places(nodes), strict=True)
    pieces = [(piece, place) for node, place in pairs for piece in node.pieces]
    surface = united(pieces, MILLIMETRES / shrink)
    corners = surface.points[surface.triangles]
    return binary_stl(corners, b"binary STL, millimetres"), surface
