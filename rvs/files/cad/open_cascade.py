"""Helpers of OpenCascade for the reader and the writer of STEP; all lengths are in mm."""

from __future__ import annotations

from typing import Any

from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepGProp import BRepGProp
from OCP.collections import IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.GProp import GProp_GProps
from OCP.Message import Message
from OCP.TCollection import TCollection_ExtendedString
from OCP.TDocStd import TDocStd_Document
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp
from OCP.TopoDS import TopoDS, TopoDS_Shape
from OCP.XCAFApp import XCAFApp_Application

MM = 1000.0
EDGE, FACE = TopAbs_ShapeEnum.TopAbs_EDGE, TopAbs_ShapeEnum.TopAbs_FACE
SHELL, SOLID = TopAbs_ShapeEnum.TopAbs_SHELL, TopAbs_ShapeEnum.TopAbs_SOLID
VERTEX = TopAbs_ShapeEnum.TopAbs_VERTEX
# Largest relative error of integrals over surfaces for which its fixed rule is not exact.
INTEGRAL = 1e-12
SPLINES = (
    GeomAbs_SurfaceType.GeomAbs_BezierSurface,
    GeomAbs_SurfaceType.GeomAbs_BSplineSurface,
    GeomAbs_SurfaceType.GeomAbs_OffsetSurface,
    GeomAbs_SurfaceType.GeomAbs_OtherSurface,
)


def new_document() -> TDocStd_Document:
    """Return an empty document for shapes with names and colours; OpenCascade prints nothing."""
    Message.DefaultMessenger_s().ChangePrinters().Clear()
    document = TDocStd_Document(TCollection_ExtendedString("XmlXCAF"))
    XCAFApp_Application.GetApplication_s().InitDocument(document)
    return document


def each(shape: TopoDS_Shape, kind: Any) -> list[TopoDS_Shape]:
    """Return the distinct parts of one kind in a shape."""
    found = IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher()
    TopExp.MapShapes_s(shape, kind, found)
    return [found.FindKey(k) for k in range(1, found.Extent() + 1)]


def measured(shape: TopoDS_Shape) -> GProp_GProps:
    """Return the volume of a solid with its centre and moments."""
    found = GProp_GProps()
    kinds = (BRepAdaptor_Surface(TopoDS.Face(face)).GetType() for face in each(shape, FACE))
    # The adaptive rule is better for splines, and worse for all that is simpler.
    rule = (INTEGRAL,) if any(kind in SPLINES for kind in kinds) else ()
    BRepGProp.VolumeProperties_s(shape, found, *rule)
    return found
