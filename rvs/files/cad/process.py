"""Reads a STEP file with OpenCascade in a separate process, because a file can crash it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from io import BytesIO
from typing import Any

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Surface
from OCP.BRepMesh import BRepMesh_IncrementalMesh
from OCP.collections import Sequence_TDF_Label
from OCP.GeomAbs import GeomAbs_CurveType, GeomAbs_SurfaceType
from OCP.IFSelect import IFSelect_ReturnStatus
from OCP.Interface import Interface_Static
from OCP.Quantity import Quantity_ColorRGBA
from OCP.STEPCAFControl import STEPCAFControl_Reader
from OCP.TDataStd import TDataStd_Name
from OCP.TDF import TDF_Label
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS, TopoDS_Shape
from OCP.XCAFDoc import XCAFDoc_ColorType, XCAFDoc_DocumentTool, XCAFDoc_ShapeTool

from rvs.engine.arrays import Array
from rvs.files.cad.open_cascade import EDGE, FACE, MM, SOLID, each, measured, new_document

LARGEST_MEMORY = 4 << 30
MOST_SOLIDS, MOST_DEPTH, MOST_TRIANGLES = 2000, 30, 2_000_000
# Deviation of triangles from round faces: a part of the size of the solid, and rad.
FLATNESS, TURN = 2e-3, 0.3
SAME_LINE = 1e-6
COLORS = (XCAFDoc_ColorType.XCAFDoc_ColorSurf, XCAFDoc_ColorType.XCAFDoc_ColorGen)


def serve() -> None:
    """Read a file from standard input; write arrays (.npz) to standard output."""
    _keep_small()
    data = sys.stdin.buffer.read()
    out = sys.stdout.buffer
    # Whatever prints must not come into the answer.
    sys.stdout = sys.stderr
    arrays: dict[str, Any] = {}
    try:
        solids = list(_solids(data))
    except _UnreadableError as error:
        head: dict[str, Any] = {"fault": str(error)}
    except MemoryError:
        head = {"fault": "takes too much memory"}
    else:
        head = {"solids": [one.pop("head") for one in solids]}
        arrays = {f"{key}{k}": value for k, one in enumerate(solids) for key, value in one.items()}
    made = BytesIO()
    np.savez(made, head=np.frombuffer(json.dumps(head).encode(), np.uint8), **arrays)
    out.write(made.getvalue())


class _UnreadableError(Exception):
    """Unreadable content, described in words."""


def _solids(data: bytes) -> Iterator[dict[str, Any]]:
    """Yield the solids of a file in the world, in m."""
    document, reader = new_document(), STEPCAFControl_Reader()
    Interface_Static.SetCVal_s("xstep.cascade.unit", "MM")
    Interface_Static.SetIVal_s("read.stepcaf.subshapes.name", 1)
    reader.SetColorMode(True)
    reader.SetNameMode(True)
    status = reader.ReadStream("file", BytesIO(data))
    if status != IFSelect_ReturnStatus.IFSelect_RetDone or not reader.NbRootsForTransfer():
        raise _UnreadableError("is not a STEP file, or is incomplete")
    if not reader.Transfer(document):
        raise _UnreadableError("contains no shape that OpenCascade can build")
    tool = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    colors = XCAFDoc_DocumentTool.ColorTool_s(document.Main())
    tops = Sequence_TDF_Label()
    tool.GetFreeShapes(tops)
    count = triangles = 0
    for label in _listed(tops):
        for shape, name, parts, color in _leaves(tool, colors, label, TopLoc_Location(), (), ""):
            count += 1
            if count > MOST_SOLIDS:
                raise _UnreadableError(f"contains more than {MOST_SOLIDS:,} solids")
            found = _solid(shape)
            triangles += len(found["triangles"])
            if triangles > MOST_TRIANGLES:
                raise _UnreadableError(f"contains more than {MOST_TRIANGLES:,} triangles")
            found["head"] = {"name": name, "parts": parts, "color": color}
            yield found
    if not count:
        raise _UnreadableError("contains no solids; export solids instead of surfaces or wires")


def _listed(labels: Any) -> list[Any]:
    return [labels.Value(k) for k in range(1, labels.Length() + 1)]


def _leaves(
    tool: Any, colors: Any, label: Any, at: Any, parts: tuple[str, ...], color: str
) -> Iterator[tuple[TopoDS_Shape, str, tuple[str, ...], str]]:
    """Yield the solids of an assembly: shape, name, names of the enclosing parts, colour."""
    if len(parts) > MOST_DEPTH:
        raise _UnreadableError(f"has assemblies more than {MOST_DEPTH} deep")
    color = _color(colors, label) or color
    own = label
    if XCAFDoc_ShapeTool.IsReference_s(label):
        at = at.Multiplied(XCAFDoc_ShapeTool.GetLocation_s(label))
        own = TDF_Label()
        XCAFDoc_ShapeTool.GetReferredShape_s(label, own)
        color = _color(colors, own) or color
    within = (*parts, _name(own) or _name(label))
    if XCAFDoc_ShapeTool.IsAssembly_s(own):
        inner = Sequence_TDF_Label()
        XCAFDoc_ShapeTool.GetComponents_s(own, inner)
        for one in _listed(inner):
            yield from _leaves(tool, colors, one, at, within, color)
        return
    for solid in each(XCAFDoc_ShapeTool.GetShape_s(own), SOLID):
        sub = TDF_Label()
        tool.FindSubShape(own, solid, sub)
        name = "" if sub.IsNull() else _name(sub)
        look = ("" if sub.IsNull() else _color(colors, sub)) or color
        yield solid.Moved(at), name or within[-1], within, look or _face_color(colors, solid)


def _name(label: Any) -> str:
    found = TDataStd_Name()
    return found.Get().ToExtString() if label.FindAttribute(TDataStd_Name.GetID_s(), found) else ""


def _color(colors: Any, label: Any) -> str:
    return _hex(partial(colors.GetColor_s, label))


def _face_color(colors: Any, solid: TopoDS_Shape) -> str:
    """Return the colour of the first coloured face."""
    for face in each(solid, FACE)[:50]:
        if found := _hex(partial(colors.GetColor, face)):
            return found
    return ""


def _hex(get: Callable[[Any, Any], bool]) -> str:
    found = Quantity_ColorRGBA()
    if not any(get(kind, found) for kind in COLORS):
        return ""
    base = found.GetRGB()
    linear = np.array([base.Red(), base.Green(), base.Blue()])
    srgb = np.where(linear > 0.0031308, 1.055 * linear ** (1 / 2.4) - 0.055, 12.92 * linear)
    made = "#" + "".join(f"{round(255 * one):02X}" for one in srgb.clip(0.0, 1.0))
    return made if found.Alpha() > 0.999 else f"{made}{round(255 * found.Alpha()):02X}"


def _solid(shape: TopoDS_Shape) -> dict[str, Any]:
    """Return volume, surface and axes of a solid, in m."""
    bulk = measured(shape)
    center, matrix = bulk.CentreOfMass(), bulk.MatrixOfInertia()
    moments = [[matrix.Value(i, k) for k in (1, 2, 3)] for i in (1, 2, 3)]
    size = max(abs(bulk.Mass()), 1e-9) ** (1 / 3)
    BRepMesh_IncrementalMesh(shape, FLATNESS * size, False, TURN)
    axes: list[Array] = []
    corners, owners = [np.zeros((0, 3, 3))], [np.zeros(0, np.int64)]
    for one in each(shape, FACE):
        face = TopoDS.Face(one)
        found = _triangles(face)
        corners.append(found)
        owners.append(np.full(len(found), _known(axes, _face_axis(face))))
    for one in each(shape, EDGE):
        _known(axes, _edge_axis(TopoDS.Edge(one)))
    return {
        "bulk": np.array([bulk.Mass() / MM**3, *_numbers(center) / MM]),
        "moments": np.array(moments) / MM**5,
        "triangles": np.concatenate(corners) / MM,
        "owners": np.concatenate(owners),
        "axes": np.array(axes).reshape(-1, 7),
    }


def _triangles(face: Any) -> Array:
    place = TopLoc_Location()
    mesh = BRep_Tool.Triangulation_s(face, place)
    if mesh is None:
        return np.zeros((0, 3, 3))
    move = place.Transformation()
    points = np.array(
        [_numbers(mesh.Node(k).Transformed(move)) for k in range(1, mesh.NbNodes() + 1)]
    )
    rows = np.array([mesh.Triangle(k).Get() for k in range(1, mesh.NbTriangles() + 1)], int)
    if face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED:
        rows = rows[:, ::-1]
    found: Array = points[rows - 1]
    return found


def _face_axis(face: Any) -> Array | None:
    """Return point, direction and radius of the axis of a round face; the middle of a cylinder."""
    surface = BRepAdaptor_Surface(face)
    kind = surface.GetType()
    if kind == GeomAbs_SurfaceType.GeomAbs_Cylinder:
        round_face, radius = surface.Cylinder(), surface.Cylinder().Radius()
        along = (surface.FirstVParameter() + surface.LastVParameter()) / 2
    elif kind == GeomAbs_SurfaceType.GeomAbs_Cone:
        round_face, radius, along = surface.Cone(), surface.Cone().RefRadius(), 0.0
    elif kind == GeomAbs_SurfaceType.GeomAbs_Torus:
        round_face, radius, along = surface.Torus(), surface.Torus().MajorRadius(), 0.0
    else:
        return None
    axis = round_face.Axis()
    return _line(axis.Location(), axis.Direction(), radius, along)


def _edge_axis(edge: Any) -> Array | None:
    """Return centre, normal and radius of a circle."""
    if BRep_Tool.Degenerated_s(edge):
        return None
    curve = BRepAdaptor_Curve(edge)
    if curve.GetType() != GeomAbs_CurveType.GeomAbs_Circle:
        return None
    circle = curve.Circle()
    return _line(circle.Location(), circle.Axis().Direction(), circle.Radius(), 0.0)


def _line(location: Any, direction: Any, radius: float, along: float) -> Array:
    way = _numbers(direction)
    return np.array([*(_numbers(location) + along * way) / MM, *way, radius / MM])


def _numbers(triple: Any) -> Array:
    return np.array([triple.X(), triple.Y(), triple.Z()])


def _known(axes: list[Array], axis: Array | None) -> int:
    """Return the number of an axis of a solid, added if the line is new; -1 for none."""
    if axis is None:
        return -1
    for k, one in enumerate(axes):
        apart, way = axis[:3] - one[:3], one[3:6]
        aside = np.linalg.norm(np.cross(apart, way))
        near = SAME_LINE * max(1.0, float(np.linalg.norm(apart)))
        if np.linalg.norm(np.cross(axis[3:6], way)) < SAME_LINE and aside < near:
            return k
    axes.append(axis)
    return len(axes) - 1


def _keep_small() -> None:
    """Limit the memory of this process if the system supports it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (LARGEST_MEMORY, LARGEST_MEMORY))
