"""3MF: the links as separate coloured bodies in one assembly, in millimetres."""

from __future__ import annotations

import io
import zipfile
from xml.etree.ElementTree import Element, SubElement, tostring

import numpy as np

from rvs.export.models.linkage import Node, world_places
from rvs.export.models.stl import MILLIMETRES
from rvs.export.models.surfaces import Surface, together, united
from rvs.files.text.letters import utf8, xml_text
from rvs.model.appearance.colors import Rgba

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
