"""Models for printers: touching bodies as one, as STL and 3MF in millimetres."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

import numpy as np
from manifold3d import Error, Manifold, Mesh64, OpType
from numpy.typing import NDArray

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.export.models.linkage import Node, world_places
from rvs.files.meshes.stl import binary_stl
from rvs.files.text.letters import utf8, xml_text
from rvs.model.appearance.colors import Rgba
from rvs.value_class import dataclass

Triangles = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles.

    Attributes:
        points: Their corners (v, 3).
        triangles: Three corners each, counter-clockwise seen from outside (t, 3).
        closed: They form a closed body.
    """

    points: Array
    triangles: Triangles
    closed: bool = True


def united(pieces: Sequence[tuple[Solid, Array]], scale: float) -> Surface:
    """Return the union of bodies: overlapping or touching ones become one closed surface.

    Open surfaces, such as a shell of a mesh file, are included unchanged.

    Args:
        pieces: The bodies, each with the pose of its node (4, 4).
        scale: Units of the result per metre.
    """
    closed, open_ones = [], []
    for piece, node in pieces:
        surface = placed(piece, node, scale)
        body = Manifold(Mesh64(surface.points, surface.triangles.astype(np.uint64)))
        # Of a shell that is drawn from both sides nothing would be left.
        if body.status() == Error.NoError and body.volume() > 0.0:
            closed.append(body)
        else:
            open_ones.append(surface)
    if closed:
        whole = Manifold.batch_boolean(closed, OpType.Add).to_mesh64()
        points, triangles = whole.vert_properties[:, :3], whole.tri_verts.astype(np.int64)
        joined = Surface(np.array(points), triangles)
    else:
        joined = Surface(np.zeros((0, 3)), np.zeros((0, 3), np.int64))
    return together([joined, *open_ones], closed=not open_ones)


def together(surfaces: Sequence[Surface], closed: bool) -> Surface:
    """Return surfaces as one, with their points in sequence."""
    counts = np.cumsum([0, *(len(one.points) for one in surfaces)])
    rows = [one.triangles + start for one, start in zip(surfaces, counts, strict=False)]
    points = np.concatenate([one.points for one in surfaces])
    return Surface(points, np.concatenate(rows), closed)


def placed(piece: Solid, node: Array, scale: float) -> Surface:
    """Return a piece in the world, in units of 1/``scale`` metres."""
    pose = node @ piece.pose
    points = scale * (piece.mesh.vertices @ pose[:3, :3].T + pose[:3, 3])
    corners = piece.mesh.corners.astype(np.int64)[piece.mesh.triangles]
    return Surface(points, corners)


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


CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
MODEL = "3D/3dmodel.model"
# A fixed time makes equal models equal files.
MOMENT = (1980, 1, 1, 0, 0, 0)
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" '
    'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>'
)
LINKS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    f'<Relationship Target="/{MODEL}" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
)


def three_mf_bytes(nodes: tuple[Node, ...], shrink: float = 1.0) -> tuple[bytes, Surface]:
    """Return a 3MF file, and all its surfaces in mm.

    Parts of one colour in a link form one body and are united.

    Args:
        nodes: The nodes to write.
        shrink: Divisor of the size.
    """
    root = Element("model", {"unit": "millimeter", "xml:lang": "en", "xmlns": CORE})
    resources, build = SubElement(root, "resources"), SubElement(root, "build")
    palette = list(dict.fromkeys(piece.color for node in nodes for piece in node.pieces))
    colors = SubElement(resources, "basematerials", id="1")
    for number, color in enumerate(palette, 1):
        SubElement(colors, "base", name=f"colour {number}", displaycolor=_hex(color))
    surfaces = []
    for node, place in zip(nodes, world_places(nodes), strict=True):
        for color in dict.fromkeys(piece.color for piece in node.pieces):
            own = [(piece, place) for piece in node.pieces if piece.color == color]
            surface = united(own, MILLIMETRES / shrink)
            surfaces.append(surface)
            own_id, look = f"{len(surfaces) + 1}", f"{palette.index(color)}"
            said = {"id": own_id, "type": "model", "name": node.name, "pid": "1", "pindex": look}
            _mesh(SubElement(resources, "object", said), surface)
            SubElement(build, "item", objectid=own_id)
    whole = together(surfaces, closed=all(one.closed for one in surfaces))
    return _packed(XML + tostring(root, encoding="unicode")), whole


def _mesh(element: Element, surface: Surface) -> None:
    mesh = SubElement(element, "mesh")
    vertices, triangles = SubElement(mesh, "vertices"), SubElement(mesh, "triangles")
    for x, y, z in np.round(surface.points, 6).tolist():
        SubElement(vertices, "vertex", x=f"{x:.9g}", y=f"{y:.9g}", z=f"{z:.9g}")
    for a, b, c in surface.triangles.tolist():
        SubElement(triangles, "triangle", v1=str(a), v2=str(b), v3=str(c))


def _hex(color: Rgba) -> str:
    return "#" + "".join(f"{round(255 * one):02X}" for one in color)


def _packed(model: str) -> bytes:
    stream = io.BytesIO()
    files = {"[Content_Types].xml": XML + TYPES, "_rels/.rels": XML + LINKS, MODEL: model}
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(entry, utf8(xml_text(text)))
    return stream.getvalue()
