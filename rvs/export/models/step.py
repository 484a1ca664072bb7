"""STEP for CAD programs (ISO 10303-214), in mm: an assembly with a part for each link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from typing import Any

import numpy as np
from OCP.BRep import BRep_Builder
from OCP.IFSelect import IFSelect_ReturnStatus
from OCP.Interface import Interface_Static
from OCP.Quantity import Quantity_Color, Quantity_ColorRGBA, Quantity_TypeOfColor
from OCP.STEPCAFControl import STEPCAFControl_Writer
from OCP.TCollection import TCollection_ExtendedString
from OCP.TDataStd import TDataStd_Name
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS_Compound, TopoDS_Shape
from OCP.XCAFDoc import XCAFDoc_ColorType, XCAFDoc_DocumentTool

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.export.models.exact_solids import faceted, moved, solid_of, transform
from rvs.export.models.linkage import Node, piece_name, world_places
from rvs.files.cad.open_cascade import MM, measured, new_document
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes import SHAPES
from rvs.model.appearance.materials import MATERIALS
from rvs.model.state import State
from rvs.value_class import dataclass

# Largest relative difference of an exact solid's volume from that of the body which it represents.
SAME_VOLUME = 1e-6
MIRROR = np.diag([-1.0, 1.0, 1.0, 1.0])
# Planar faces of one file.
MOST_FACES = 200_000


@dataclass(frozen=True, eq=False)
class Step:
    """A STEP file.

    Attributes:
        data: Its bytes.
        exact: Number of exact solids.
        faces: Number of flat faces of the others.
        notes: Sentences about the inexact solids.
    """

    data: bytes
    exact: int
    faces: int
    notes: tuple[str, ...]


def step_bytes(nodes: Sequence[Node], state: State) -> Step:
    """Return everything solid as a STEP file.

    Bodies of the catalogue of shapes become exact solids; mesh files, and shapes that OpenCascade
    cannot make, become flat faces.

    Args:
        nodes: The nodes to write.
        state: The state of the nodes.

    Raises:
        RvsError: There are too many flat faces, or OpenCascade fails.
    """
    writer = _Writer()
    places = world_places(tuple(nodes))
    tops = [k for k, node in enumerate(nodes) if node.parent < 0]
    assemblies = {k: writer.assembly(nodes[k].name) for k in tops}
    if len(tops) > 1:
        whole = writer.assembly("cell")
        for k in tops:
            writer.add(whole, assemblies[k], np.eye(4), nodes[k].name)
    top = -1
    for k, node in enumerate(nodes):
        top = k if node.parent < 0 else top
        if node.pieces:
            name = _link_name(node, state)
            writer.add(assemblies[top], writer.part(name, node.pieces), places[k], name)
    return writer.done()


def _link_name(node: Node, state: State) -> str:
    if not node.robot or node.loose >= 0:
        return node.name
    robot = next(one.robot for one in state.document.robots if one.id == node.robot)
    if node.joint < 0:
        return robot.base_link or "base"
    return robot.joints[node.joint].link or f"link {node.joint + 1}"


class _Writer:
    """A document of OpenCascade, with equal solids made once."""

    def __init__(self) -> None:
        self._document = new_document()
        main = self._document.Main()
        XCAFDoc_DocumentTool.SetLengthUnit_s(self._document, 1.0 / MM)
        self._shapes = XCAFDoc_DocumentTool.ShapeTool_s(main)
        self._colors = XCAFDoc_DocumentTool.ColorTool_s(main)
        self._made: dict[Mesh, tuple[TopoDS_Shape, int]] = {}
        self._exact = self._faces = 0
        self._flat: Counter[str] = Counter()

    def assembly(self, name: str) -> Any:
        """Return the label of a new, empty assembly."""
        return _named(self._shapes.NewShape(), name)

    def part(self, name: str, pieces: Sequence[Solid]) -> Any:
        """Return the label of a part with some solids."""
        builder, whole = BRep_Builder(), TopoDS_Compound()
        builder.MakeCompound(whole)
        placed = []
        for piece in pieces:
            solid = self._solid(piece)
            placed.append(solid.Moved(TopLoc_Location(transform(piece.pose))))
            builder.Add(whole, placed[-1])
        label = _named(self._shapes.AddShape(whole, False), name)
        for piece, solid in zip(pieces, placed, strict=True):
            own = self._shapes.AddSubShape(label, solid)
            if not own.IsNull():
                _named(own, piece_name(piece) or name)
                self._colors.SetColor(own, _color(piece), XCAFDoc_ColorType.XCAFDoc_ColorGen)
        return label

    def add(self, assembly: Any, part: Any, place: Array, name: str) -> None:
        """Add a part to an assembly at a pose (4, 4), in m."""
        location = TopLoc_Location(transform(place))
        _named(self._shapes.AddComponent(assembly, part, location), name)

    def done(self) -> Step:
        """Return the file."""
        self._shapes.UpdateAssemblies()
        writer, stream = STEPCAFControl_Writer(), BytesIO()
        # It exists as soon as there is a writer.
        Interface_Static.SetCVal_s("write.step.unit", "MM")
        Interface_Static.SetIVal_s("write.stepcaf.subshapes.name", 1)
        if (
            not writer.Transfer(self._document)
            or writer.WriteStream(stream) != IFSelect_ReturnStatus.IFSelect_RetDone
        ):
            raise RvsError("OpenCascade can't write the STEP file")
        named = (f"{name} ({count})" if count > 1 else name for name, count in self._flat.items())
        notes = [f"flat faces instead of exact solids: {', '.join(named)}"] if self._flat else []
        return Step(stream.getvalue(), self._exact, self._faces, tuple(notes))

    def _solid(self, piece: Solid) -> TopoDS_Shape:
        mesh = piece.mesh
        if mesh not in self._made:
            self._made[mesh] = _exact(mesh)
        solid, faces = self._made[mesh]
        self._exact += not faces
        self._faces += faces
        if faces:
            self._flat[piece_name(piece) or "?"] += 1
        if self._faces > MOST_FACES:
            raise RvsError(f"STEP: the meshes have more than {MOST_FACES:,} flat faces; write .glb")
        return solid


def _exact(mesh: Mesh) -> tuple[TopoDS_Shape, int]:
    """Return the solid of a mesh, and the number of its faces if they replace a smooth surface."""
    if mesh.shape is None:
        return faceted(mesh), len(mesh.groups)
    name, sizes, mirrored = mesh.shape
    cloud = SHAPES[name].cloud(dict(sizes))
    if not cloud.form:
        return faceted(mesh), 0
    with suppress(RvsError):
        solid = solid_of(cloud.form)
        volume = MM**3 * cloud.bulk.volume
        if abs(measured(solid).Mass() - volume) <= SAME_VOLUME * volume:
            return (moved(solid, MIRROR) if mirrored else solid), 0
    return faceted(mesh), len(mesh.groups)


def _named(label: Any, name: str) -> Any:
    TDataStd_Name.Set_s(label, TCollection_ExtendedString(name, True))
    return label


def _color(piece: Solid) -> Quantity_ColorRGBA:
    red, green, blue, alpha = piece.color
    alpha *= MATERIALS[piece.material].alpha
    base = Quantity_Color(red, green, blue, Quantity_TypeOfColor.Quantity_TOC_sRGB)
    return Quantity_ColorRGBA(base, float(alpha))
