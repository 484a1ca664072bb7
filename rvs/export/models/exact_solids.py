"""Exact solids for CAD, made by OpenCascade from the forms of smooth bodies; all lengths in mm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from OCP.BRep import BRep_Builder, BRep_Tool
from OCP.BRepAlgoAPI import BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse
from OCP.BRepBuilderAPI import (
    BRepBuilderAPI_GTransform,
    BRepBuilderAPI_MakeEdge,
    BRepBuilderAPI_MakeFace,
    BRepBuilderAPI_MakeSolid,
    BRepBuilderAPI_MakeWire,
    BRepBuilderAPI_Sewing,
    BRepBuilderAPI_Transform,
)
from OCP.BRepFilletAPI import BRepFilletAPI_MakeFillet
from OCP.BRepGProp import BRepGProp
from OCP.BRepLib import BRepLib
from OCP.BRepOffsetAPI import BRepOffsetAPI_MakePipeShell
from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism, BRepPrimAPI_MakeRevol
from OCP.Geom import Geom_CylindricalSurface
from OCP.Geom2d import Geom2d_Line
from OCP.gp import (
    gp_Ax1,
    gp_Ax2,
    gp_Ax3,
    gp_Circ,
    gp_Dir,
    gp_Dir2d,
    gp_GTrsf,
    gp_Pln,
    gp_Pnt,
    gp_Pnt2d,
    gp_Trsf,
    gp_Vec,
)
from OCP.GProp import GProp_GProps
from OCP.ShapeUpgrade import ShapeUpgrade_UnifySameDomain
from OCP.TopoDS import TopoDS, TopoDS_Shape, TopoDS_Shell, TopoDS_Vertex, TopoDS_Wire

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.screws import log6
from rvs.engine.transforms import inverse
from rvs.files.cad.open_cascade import EDGE, MM, SHELL, SOLID, VERTEX, each
from rvs.geometry.bulk import Form
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import Curve, Outline, curves

FLAT = 1e-7
Flat = tuple[Outline, ...]
Corner = Callable[[Array], Any]


def solid_of(form: Form) -> TopoDS_Shape:
    """Return the solid of a form (``rvs.geometry.bulk``), in mm.

    Raises:
        RvsError: OpenCascade can't make it.
    """
    try:
        made = _made(form)
    except RvsError:
        raise
    except Exception as error:
        # OpenCascade's errors are of many kinds.
        raise RvsError(f"OpenCascade can't make the solid: {error}") from error
    solids = each(made, SOLID)
    return solids[0] if len(solids) == 1 else made


def moved(shape: TopoDS_Shape, pose: Array) -> TopoDS_Shape:
    """Return a copy of a solid at a pose (4, 4) in metres, which may mirror it."""
    return BRepBuilderAPI_Transform(shape, transform(pose), True).Shape()


def transform(pose: Array) -> Any:
    """Return a pose (4, 4), in metres, as a transform of OpenCascade in mm."""
    made = gp_Trsf()
    rows = np.array(pose, float)
    rows[:3, 3] *= MM
    made.SetValues(*rows[:3].ravel().tolist())
    return made


def faceted(mesh: Mesh) -> TopoDS_Shape:
    """Return the flat faces of a mesh as a solid, or as a shell if they are not closed."""
    builder, points = BRep_Builder(), MM * mesh.vertices
    vertices = [_vertex(builder, point) for point in points.tolist()]
    edges: dict[tuple[int, int], Any] = {}
    used: dict[tuple[int, int], int] = {}
    shell = TopoDS_Shell()
    builder.MakeShell(shell)
    for face in _flat_faces(mesh):
        wire = TopoDS_Wire()
        builder.MakeWire(wire)
        for a, b in zip(face, [*face[1:], face[0]], strict=True):
            key = (min(a, b), max(a, b))
            if key not in edges:
                edges[key] = BRepBuilderAPI_MakeEdge(vertices[key[0]], vertices[key[1]]).Edge()
            used[key] = used.get(key, 0) + 1
            builder.Add(wire, edges[key] if a < b else edges[key].Reversed())
        wire.Closed(True)
        corners = points[face]
        normal = np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0)
        plane = gp_Pln(gp_Pnt(*corners[0].tolist()), gp_Dir(*normal.tolist()))
        builder.Add(shell, BRepBuilderAPI_MakeFace(plane, wire, True).Face())
    if any(count != 2 for count in used.values()):
        return shell
    shell.Closed(True)
    solid = BRepBuilderAPI_MakeSolid(shell).Solid()
    BRepLib.OrientClosedSolid_s(solid)
    return _simple(solid)


def _vertex(builder: Any, point: Sequence[float]) -> Any:
    made = TopoDS_Vertex()
    builder.MakeVertex(made, gp_Pnt(*point), FLAT)
    return made


def _flat_faces(mesh: Mesh) -> Iterable[list[int]]:
    """Return the vertices of each face, without sliver faces."""
    for start, end in zip(mesh.starts[:-1].tolist(), mesh.starts[1:].tolist(), strict=True):
        face = mesh.corners[start:end].tolist()
        corners = mesh.vertices[face]
        area = np.linalg.norm(np.cross(corners, np.roll(corners, -1, axis=0)).sum(axis=0))
        if len(set(face)) == len(face) and area > 0.0:
            yield face


def _made(form: Form) -> TopoDS_Shape:
    match form:
        case ("raise", ("section", outlines, curved), height, start):
            at = np.array([0.0, 0.0, start])
            face = _face(outlines, curved, lambda p: np.array([p[0], p[1], 0.0]) + at)
            return BRepPrimAPI_MakePrism(face, gp_Vec(0.0, 0.0, MM * height)).Shape()
        case ("turn", ("section", outlines, curved)):
            face = _face(outlines, curved, lambda p: np.array([p[0], 0.0, p[1]]))
            return BRepPrimAPI_MakeRevol(face, gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1))).Shape()
        case ("sweep", ("section", outlines, _), poses):
            return _swept(outlines[0], poses)
        case ("sweep", ("cut", whole, hole), poses):
            return BRepAlgoAPI_Cut(
                _made(("sweep", whole, poses)), _made(("sweep", hole, poses))
            ).Shape()
        case ("rim", ("section", outlines, curved), height, fillet):
            return _rimmed(outlines, curved, height, fillet)
        case ("join", one, other):
            return _simple(BRepAlgoAPI_Fuse(_made(one), _made(other)).Shape())
        case ("cut", one, other):
            return BRepAlgoAPI_Cut(_made(one), _made(other)).Shape()
        case ("rotate", one, turn):
            pose = np.eye(4)
            pose[:3, :3] = turn
            return moved(_made(one), pose)
        case ("stretch", one, factors):
            matrix = gp_GTrsf()
            for k, factor in enumerate(factors.tolist()):
                matrix.SetValue(k + 1, k + 1, factor)
            return BRepBuilderAPI_GTransform(_made(one), matrix, True).Shape()
    raise RvsError(f"there is no exact solid for {form[0] if form else 'this body'}")


def _simple(shape: TopoDS_Shape) -> TopoDS_Shape:
    """Return a solid whose faces on one surface are merged to one face."""
    united = ShapeUpgrade_UnifySameDomain(shape, True, True, False)
    united.Build()
    return united.Shape()


def _face(outlines: Flat, curved: bool, place: Corner) -> Any:
    """Return the area between an outline and its holes; the z axis closes an open outline."""
    outer, *holes = outlines
    made = BRepBuilderAPI_MakeFace(_wire(outer, curved, place), True)
    for hole in holes:
        made.Add(TopoDS.Wire(_wire(hole, True, place).Reversed()))
    return made.Face()


def _wire(outline: Outline, curved: bool, place: Corner) -> Any:
    made = BRepBuilderAPI_MakeWire()
    for piece in curves(outline, curved):
        made.Add(_edge(piece, place))
    if not outline.closed:
        last, first = (_point(place(point)) for point in outline.points[[-1, 0]])
        made.Add(BRepBuilderAPI_MakeEdge(last, first).Edge())
    return made.Wire()


def _edge(piece: Curve, place: Corner) -> Any:
    start, end = place(piece.start), place(piece.end)
    if not piece.turn:
        return BRepBuilderAPI_MakeEdge(_point(start), _point(end)).Edge()
    middle = place(piece.center)
    x, y = (place(piece.center + step) - middle for step in np.eye(2))
    normal = np.cross(x, y) * np.sign(piece.turn)
    axes = gp_Ax2(_point(middle), gp_Dir(*normal.tolist()), gp_Dir(*(start - middle).tolist()))
    circle = gp_Circ(axes, MM * float(np.linalg.norm(start - middle)))
    return BRepBuilderAPI_MakeEdge(circle, 0.0, abs(piece.turn)).Edge()


def _point(place: Array) -> Any:
    return gp_Pnt(*(MM * place).tolist())


def _rimmed(outlines: Flat, curved: bool, height: float, fillet: float) -> TopoDS_Shape:
    """Return a plate with both rims rounded; the rims of its holes are sharp."""
    outer, *holes = outlines
    plate = _made(("raise", ("section", (outer,), curved), height, 0.0))
    made = BRepFilletAPI_MakeFillet(plate)
    for edge in each(plate, EDGE):
        ends = [BRep_Tool.Pnt_s(TopoDS.Vertex(one)).Z() for one in
                each(edge, VERTEX)]  # fmt: skip
        if np.ptp(ends) < FLAT:
            made.Add(MM * fillet, TopoDS.Edge(edge))
    whole = made.Shape()
    for hole in holes:
        drill = _made(("raise", ("section", (hole,), True), height, 0.0))
        whole = BRepAlgoAPI_Cut(whole, drill).Shape()
    return whole


def _swept(section: Outline, poses: Array) -> TopoDS_Shape:
    """Return a section along a path: straight pieces, arcs, and helices."""
    spans = _spans(poses)
    pose, motion = spans[0]
    if len(spans) == 1:
        return _along(_face((section,), True, _on(pose)), _wire(section, True, _on(pose)), motion)
    sewing = BRepBuilderAPI_Sewing(1e-5)
    for pose, motion in spans:
        wire = _wire(section, True, _on(pose))
        sewing.Add(_along(wire, wire, motion))
    for end in (poses[0], poses[-1]):
        sewing.Add(_face((section,), True, _on(end)))
    sewing.Perform()
    (shell,) = each(sewing.SewedShape(), SHELL)
    solid = BRepBuilderAPI_MakeSolid(TopoDS.Shell(shell)).Solid()
    BRepLib.OrientClosedSolid_s(solid)
    return solid


def _on(pose: Array) -> Corner:
    def place(point: Array) -> Array:
        there: Array = pose[:3, :2] @ point + pose[:3, 3]
        return there

    return place


def _spans(poses: Array) -> list[tuple[Array, Array]]:
    """Return the pieces of a path: the initial pose of each, and its screw motion in the world.

    A motion is angle, direction (3,), a point of its axis (3,), and the displacement along the
    direction.
    """
    found: list[tuple[Array, Array]] = []
    for here, twist in zip(poses[:-1], log6(inverse(poses[:-1]) @ poses[1:]), strict=True):
        turn, step = here[:3, :3] @ twist[:3], here[:3, :3] @ twist[3:]
        angle = float(np.linalg.norm(turn))
        if angle < FLAT:
            way = float(np.linalg.norm(step))
            found.append((here, np.array([0.0, *(step / way), 0.0, 0.0, 0.0, way])))
            continue
        axis = turn / angle
        way = float(axis @ step)
        point = here[:3, 3] + np.cross(axis, step - way * axis) / angle
        point = point - (axis @ point) * axis
        motion = np.array([angle, *axis, *point, way])
        near = 1e-9 * max(1.0, float(np.abs(motion).max()))
        if found and abs(found[-1][1][1:7] - motion[1:7]).max() < near:
            motion[[0, 7]] += found[-1][1][[0, 7]]
            found[-1] = (found[-1][0], motion)
        else:
            found.append((here, motion))
    return found


def _along(moving: TopoDS_Shape, wire: Any, motion: Array) -> TopoDS_Shape:
    """Return the shape generated by a face or a wire in a screw motion."""
    angle, axis, point, way = motion[0], motion[1:4], motion[4:7], float(motion[7])
    if not angle:
        return BRepPrimAPI_MakePrism(moving, gp_Vec(*(MM * way * axis).tolist())).Shape()
    line = gp_Ax1(_point(point), gp_Dir(*axis.tolist()))
    if abs(way) < FLAT:
        return BRepPrimAPI_MakeRevol(moving, line, angle).Shape()
    return _coiled(wire, motion)


def _coiled(wire: Any, motion: Array) -> TopoDS_Shape:
    """Return the solid generated by a closed wire along a helix; its surface is a spline."""
    angle, axis, point, way = motion[0], motion[1:4], motion[4:7], float(motion[7])
    middle = GProp_GProps()
    BRepGProp.LinearProperties_s(wire, middle)
    start = middle.CentreOfMass()
    away = np.array([start.X(), start.Y(), start.Z()]) - MM * point
    rise = float(away @ axis)
    out = away - rise * axis
    radius, pitch = float(np.linalg.norm(out)), MM * way / angle
    foot = point + rise / MM * axis
    axes = gp_Ax3(_point(foot), gp_Dir(*axis.tolist()), gp_Dir(*out.tolist()))
    line = Geom2d_Line(gp_Pnt2d(0.0, 0.0), gp_Dir2d(1.0, pitch))
    length = angle * float(np.hypot(1.0, pitch))
    edge = BRepBuilderAPI_MakeEdge(line, Geom_CylindricalSurface(axes, radius), 0.0, length).Edge()
    BRepLib.BuildCurves3d_s(edge)
    pipe = BRepOffsetAPI_MakePipeShell(BRepBuilderAPI_MakeWire(edge).Wire())
    pipe.SetMode(True)
    pipe.Add(wire)
    pipe.Build()
    pipe.MakeSolid()
    return pipe.Shape()
