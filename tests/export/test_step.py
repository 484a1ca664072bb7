"""STEP files, read by OpenCascade alone and compared with RVS's own volumes and centres."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest

from rvs import distribution
from rvs.bodies.autobody import automatic_body
from rvs.bodies.masses import part_bulk
from rvs.engine.errors import RvsError
from rvs.export.models.linkage import model_nodes
from rvs.export.models.write import write_model
from rvs.files.bodies.models import usable_model
from rvs.files.library import load_robot
from rvs.files.placed_robot import placed_robot
from rvs.geometry.bulk import EMPTY
from rvs.geometry.shapes import SHAPES
from rvs.model.body.fit import fit
from rvs.model.body.sizes import measured as sizes_of
from rvs.model.document import Document
from rvs.model.state import State
from rvs.model.views.view import View

pytest.importorskip("OCP")
MM = 1000.0
ROUND = {
    "tapered-link": {"fillet": 0.004, "bore": 0.02},
    "slot-link": {"fillet": 0.005, "bore": 0.01, "far_bore": 0.012},
    "rounded-box": {"fillet": 0.02},
    "disk": {"fillet": 0.0075},
    "cylinder-fillet": {"bottom": 0.06, "top": 0.06, "radius": 0.07},
    "elbow": {"angle": 2 * np.pi},
    "cable": {"bend": 0.012},
    "spring": {"turns": 1},
    "revolution": {"points": ((0.05, 0.0), (0.06, 0.0), (0.06, 0.02), (0.05, 0.0))},
    "plate": {"fillet": 0.05},
    "fork": {"bore": 0.0},
}


def properties(shape):
    """Volume (m^3), centre (m) and moments about it (m^5), by OpenCascade."""
    from rvs.files.cad.open_cascade import measured

    found = measured(shape)
    center, about = found.CentreOfMass(), found.MatrixOfInertia()
    moments = [[about.Value(i, k) for k in (1, 2, 3)] for i in (1, 2, 3)]
    at = np.array([center.X(), center.Y(), center.Z()]) / MM
    return found.Mass() / MM**3, at, np.array(moments) / MM**5


@pytest.mark.parametrize(("name", "given"), [*((one, {}) for one in SHAPES), *ROUND.items()])
def test_exact_solids_have_the_volume_centre_and_moments_of_the_shape(name, given):
    from OCP.BRepCheck import BRepCheck_Analyzer

    from rvs.export.models.exact_solids import faceted, solid_of

    shape = SHAPES[name]
    sizes = sizes_of(shape, {one.name: one.default for one in shape.parameters} | given)
    cloud = shape.cloud(sizes)
    solid = solid_of(cloud.form) if cloud.form else faceted(shape.mesh(sizes))
    volume, center, moments = properties(solid)
    size = cloud.bulk.volume ** (1 / 3)
    assert volume == pytest.approx(cloud.bulk.volume, rel=1e-6)
    assert center == pytest.approx(cloud.bulk.center, abs=1e-6 * size)
    assert moments == pytest.approx(cloud.bulk.moments, abs=2e-6 * size**5)
    assert BRepCheck_Analyzer(solid).IsValid()


def state_of(name: str, *things) -> State:
    placed = replace(placed_robot(load_robot(name), name), effector=None)
    posture = tuple((placed.robot.home + 0.1).tolist())
    return State(Document((placed,), things=things), {placed.id: posture}, View(mode="full"))


def read(data: bytes):
    """Parts of a file by their names: shape in the world, and colours and names of its solids."""
    from OCP.collections import Sequence_TDF_Label
    from OCP.STEPCAFControl import STEPCAFControl_Reader
    from OCP.XCAFDoc import XCAFDoc_DocumentTool

    from rvs.files.cad.open_cascade import new_document

    document = new_document()
    reader = STEPCAFControl_Reader()
    reader.ReadStream("x", BytesIO(data))
    reader.Transfer(document)
    tool = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    tops = Sequence_TDF_Label()
    tool.GetFreeShapes(tops)
    (top,) = [tops.Value(k) for k in range(1, tops.Length() + 1)]
    parts = Sequence_TDF_Label()
    tool.GetComponents_s(top, parts)
    labels = [parts.Value(k) for k in range(1, parts.Length() + 1)]
    return {_name(one): tool.GetShape_s(one) for one in labels}


def _name(label):
    from OCP.TDataStd import TDataStd_Name

    found = TDataStd_Name()
    assert label.FindAttribute(TDataStd_Name.GetID_s(), found)
    return found.Get().ToExtString()


@pytest.mark.parametrize("name", ["puma560", "scara"])
def test_a_robot_is_an_assembly_with_a_part_for_each_link_in_its_posture(name):
    from rvs.bodies.skeleton.skeleton import world_frames
    from rvs.export.models.step import step_bytes

    state = state_of(name)
    (placed,) = state.document.robots
    made = step_bytes(model_nodes(state), state)
    assert made.notes == ()
    assert made.faces == 0
    found = read(made.data)
    body = usable_model(load_robot(name))
    bulks = {}
    for part in fit(body, placed.robot).parts:
        place = placed.robot.n if part.place == "tool" else part.place
        bulks[place] = bulks.get(place, EMPTY) + part_bulk(part)
    frames = world_frames(placed, state.postures[placed.id])
    assert set(found) == {f"link {one}" if one else "base" for one in bulks}
    for place, bulk in bulks.items():
        volume, center, moments = properties(found[f"link {place}" if place else "base"])
        there = bulk.moved(frames[place])
        assert volume == pytest.approx(there.volume, rel=1e-6)
        assert center == pytest.approx(there.center, abs=1e-6)
        assert moments == pytest.approx(there.moments, abs=1e-6 * np.abs(there.moments).max())


def test_names_and_colours_are_those_of_the_parts():
    from rvs.export.models.step import step_bytes

    state = state_of("planar-2r")
    data = step_bytes(model_nodes(state), state).data.decode()
    assert "PRODUCT('link 2'" in data
    body = automatic_body(state.document.robots[0].robot)
    for link in body.links:
        for part in link.parts:
            assert f"MANIFOLD_SOLID_BREP('{part.id}'" in data
    assert "COLOUR_RGB" in data
    assert "SI_UNIT(.MILLI.,.METRE.)" in data


def test_what_has_no_exact_solid_is_flat_and_the_answer_says_so(tmp_path):
    from rvs.export.models.exact_solids import faceted
    from rvs.geometry.shapes.revolved import sphere
    from rvs.model.things.thing import Thing

    state = state_of("planar-2r", Thing("ball", "sphere"), Thing("box", "box"))
    written = write_model(tmp_path / "cell.step", state)
    assert written.exact > 20
    assert "ball" in written.notes[0]
    assert "flat faces instead of exact solids: ball" in written.words
    mesh = sphere(0.5)
    volume, *_ = properties(faceted(mesh))
    corners = mesh.vertices[mesh.corners[mesh.triangles]]
    assert volume == pytest.approx(np.linalg.det(corners).sum() / 6, rel=1e-9)


def test_without_opencascade_the_line_that_installs_it_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(distribution, "find_spec", lambda _: None)
    with pytest.raises(RvsError, match="python -m pip install cadquery-ocp-novtk"):
        write_model(tmp_path / "robot.step", state_of("planar-2r"))
