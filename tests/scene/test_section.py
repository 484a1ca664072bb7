"""Bodies cut at a plane: what is left, cut faces, hatching, and the same in figures and pointer."""

from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.bodies.plane_cut import cut_mesh
from rvs.bodies.solid import Solid
from rvs.engine.screws import exp6
from rvs.engine.transforms import pose
from rvs.export.figure import draw
from rvs.export.layout import Paper
from rvs.files.library import load_robot
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.free import elbow
from rvs.geometry.shapes.revolved import cylinder, sphere, tube
from rvs.model.document import Document, PlacedRobot
from rvs.model.figures.figure import Style
from rvs.model.state import State
from rvs.model.views.view import Camera, Section, View, flipped_plane
from rvs.scene.build import build_scene
from rvs.scene.items import Line, Scene
from rvs.scene.pick import pick
from rvs.scene.sections import hatching, sectioned, widest
from tests.examples import examples

from ..alone import robot_alone

SHAPES = {
    "cylinder": cylinder(0.5, 1.0, 48),
    "tube": tube(0.5, 0.3, 1.0, 48),
    "sphere": sphere(0.6, 48),
    "box": block(0.4, 0.9, 1.3),
    "elbow": elbow(0.1, 0.3, pi / 2, 48),
}
RED = (1.0, 0.0, 0.0, 1.0)


def volume(solids_of: list[Solid]) -> float:
    """Volume inside closed surfaces, by the divergence theorem."""
    total = 0.0
    for solid in solids_of:
        mesh = solid.mesh
        points = mesh.vertices @ solid.pose[:3, :3].T + solid.pose[:3, 3]
        a, b, c = np.moveaxis(points[mesh.corners[mesh.triangles]], 1, 0)
        total += float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6.0
    return total


def cut(mesh: Mesh, section: Section, pose=None) -> list[Solid]:
    solid = Solid(mesh, np.eye(4) if pose is None else pose, RED, owner=("thing",))
    items = sectioned(Scene((solid,), None), section, "light").items
    return [item for item in items if isinstance(item, Solid)]


@examples(30)
@given(
    st.sampled_from(sorted(SHAPES)),
    st.tuples(*[st.floats(-3.0, 3.0)] * 6),
    st.tuples(*[st.floats(-1.0, 1.0)] * 3).filter(lambda n: sum(x * x for x in n) > 0.01),
    st.floats(-0.5, 0.5),
    st.booleans(),
)
def test_both_sides_together_are_the_whole(shape, twist, normal, share, mirrored) -> None:
    pose = exp6(np.asarray(twist) * 0.3)
    if mirrored:
        pose = pose @ np.diag([-1.0, 1.0, 1.0, 1.0])
    mesh = SHAPES[shape]
    section = Section(True, normal, 0.0)
    middle = pose[:3, :3] @ mesh.bounds.mean(axis=0) + pose[:3, 3]
    section = Section(True, normal, float(middle @ np.asarray(section.unit)) + share)
    whole = volume([Solid(mesh, pose, RED)])
    sign = -1.0 if mirrored else 1.0
    # A mirrored solid is seen from outside too, so its own surface counts the other way round.
    parts = []
    for side in (section, flipped_plane(section)):
        left = cut(mesh, side, pose)
        own = [one for one in left if one.pose is pose]
        caps = [one for one in left if one.pose is not pose]
        parts.append(sign * volume(own) + volume(caps))
    assert sum(parts) == pytest.approx(sign * whole, abs=1e-6)
    assert min(parts) > -1e-7


def test_a_cut_tube_has_a_ring_for_a_face() -> None:
    cut_at = cut_mesh(SHAPES["tube"], np.array([0.0, 0.0, 1.0]), 0.4)
    assert len(cut_at.rings) == 2
    assert cut_at.mesh is not None
    assert cut_at.mesh.bounds[1, 2] == pytest.approx(0.4)
    _, cap = cut(SHAPES["tube"], Section(True, (0.0, 0.0, 1.0), 0.4))
    triangles = cap.mesh.vertices[cap.mesh.corners[cap.mesh.triangles]]
    area = np.linalg.norm(np.cross(*(triangles[:, k] - triangles[:, 0] for k in (1, 2))), axis=1)
    flat = 48 * np.sin(2 * pi / 48) / 2
    assert area.sum() / 2 == pytest.approx(flat * (0.5**2 - 0.3**2), rel=1e-4)
    assert np.allclose(cap.mesh.normals, (0.0, 0.0, 1.0))


def test_what_the_plane_misses_stays_or_goes_as_a_whole() -> None:
    section = Section(True, (0.0, 0.0, 1.0), 2.0)
    (kept,) = cut(SHAPES["box"], section)
    assert kept.mesh is SHAPES["box"]
    assert cut(SHAPES["box"], flipped_plane(section)) == []
    scene = Scene((Solid(SHAPES["box"], np.eye(4), RED),), None)
    assert sectioned(scene, Section(), "light") is scene


def test_the_first_plane_goes_where_it_cuts_most() -> None:
    thin = Solid(block(0.2, 0.2, 0.5), np.eye(4), (1, 1, 1, 1))
    thick = Solid(block(0.4, 0.6, 0.3), pose(p=[2.0, 0.5, 0.1]), (1, 1, 1, 1))
    # x: only the thick one there; its middle, as its section is the same from end to end
    wanted = 2.0 + float(thick.mesh.bounds.mean(axis=0)[0])
    assert widest([thin, thick], (1.0, 0.0, 0.0)) == pytest.approx(wanted, abs=0.02)
    ball = Solid(sphere(0.3), pose(p=[0.0, 1.5, 0.0]), (1, 1, 1, 1))
    middle = float(ball.mesh.bounds.mean(axis=0)[1]) + 1.5
    assert widest([ball], (0.0, 1.0, 0.0)) == pytest.approx(middle, abs=0.02)


def face_area(mesh: Mesh) -> float:
    corners = mesh.vertices[mesh.corners[mesh.triangles]]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return float(np.linalg.norm(across, axis=1).sum() / 2)


def test_the_first_plane_of_a_puma_opens_its_column_and_shoulder() -> None:
    _, arm = robot_alone("puma560")
    view = View(mode="full", frames=False)
    state = State(Document((arm,)), {arm.id: tuple(arm.robot.home.tolist())}, view)
    scene = build_scene(state)
    solids = [item for item in scene.items if isinstance(item, Solid) and item.layer == "body"]
    offset = widest(solids, (0.0, 1.0, 0.0))

    def area(at: float) -> float:
        cut = sectioned(scene, Section(True, (0.0, 1.0, 0.0), at), "light")
        faces = set(cut.items) - set(scene.items)
        flat = [f for f in faces if isinstance(f, Solid) and np.ptp(f.mesh.vertices[:, 1]) < 1e-9]
        return sum(face_area(one.mesh) for one in flat)

    places = np.linspace(-0.3, 0.3, 13)
    assert area(offset) > 0.8 * max(map(area, places))


def test_a_plane_through_vertices_and_doubled_vertices() -> None:
    box = SHAPES["box"]
    faces = [box.corners[a:b] for a, b in zip(box.starts, box.starts[1:], strict=False)]
    apart = Mesh(
        box.vertices[box.corners], np.arange(len(box.corners)), box.starts, box.normals, box.groups
    )
    assert len(faces) == 6
    for mesh in (box, apart):
        for normal, offset in (((1.0, 0.0, 0.0), 0.2), ((1.0, 0.0, 0.0), 0.0)):
            parts = cut(mesh, Section(True, normal, offset))
            assert volume(parts) == pytest.approx((0.2 + offset) * 0.9 * 1.3, rel=1e-6)
        diagonal = Section(True, (0.9, -0.4, 0.0), 0.0)
        assert volume(cut(mesh, diagonal)) == pytest.approx(0.4 * 0.9 * 1.3 / 2, rel=1e-6)


def test_a_surface_with_a_hole_has_no_face_there() -> None:
    box = SHAPES["box"]
    last = int(box.starts[-2])
    open_box = Mesh(
        box.vertices, box.corners[:last], box.starts[:-1], box.normals[:last], box.groups[:-1]
    )
    low, high = open_box.bounds
    assert cut_mesh(open_box, np.array([1.0, 0.0, 0.0]), float(low[0] + high[0]) / 2).rings == ()


def test_faces_that_overlap_are_one_and_none_lies_on_another() -> None:
    here, there = np.eye(4), np.eye(4)
    there[0, 3] = 0.2
    items = (
        Solid(SHAPES["box"], here, RED, owner=("a", "link", 1, "part", "x")),
        Solid(SHAPES["box"], there, RED, owner=("a", "link", 1, "part", "y")),
        Solid(SHAPES["sphere"], here, RED, owner=("a", "link", 2)),
    )
    cut_scene = sectioned(Scene(items, None), Section(True, (0.0, 0.0, 1.0), 0.1), "light")
    caps = [i for i in cut_scene.items if isinstance(i, Solid) and i.owner[-1] == "section"]
    assert [cap.owner[:3] for cap in caps] == [("a", "link", 1), ("a", "link", 2)]
    areas = []
    for cap in caps:
        a, b, c = np.moveaxis(cap.mesh.vertices[cap.mesh.corners[cap.mesh.triangles]], 1, 0)
        areas.append(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)
    assert areas[0] == pytest.approx(0.6 * 0.9, rel=1e-6)
    assert areas[1] < pi * 0.6**2 - 0.6 * 0.9 + 0.1


def test_hatching_lies_inside_and_not_in_holes() -> None:
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    hole = 0.25 + square[::-1] / 2
    lines = hatching([square, hole], pi / 4, 0.05)
    middles = lines.mean(axis=1)
    assert ((middles > -1e-9) & (middles < 1 + 1e-9)).all()
    assert not ((middles > 0.251) & (middles < 0.749)).all(axis=1).any()
    length = np.linalg.norm(lines[:, 1] - lines[:, 0], axis=1).sum()
    assert length * 0.05 == pytest.approx(0.75, rel=0.03)
    assert hatching([square], 0.3, 1e-6).shape == (0, 2, 2)


@pytest.fixture(scope="module")
def cut_puma() -> tuple[State, Scene]:
    read = load_robot("PUMA 560")
    placed = PlacedRobot("puma", read.robot)
    view = View(
        camera=Camera(target=(0.0, 0.0, 0.5), distance=3.5, parallel=True, elevation=0.2),
        mode="body", frames=False, section=Section(True, (0.0, -1.0, 0.0), 0.02),
    )  # fmt: skip
    posture = {"puma": tuple(read.robot.home.tolist())}
    state = State(Document((placed,)), posture, view)
    return state, build_scene(state)


def test_the_pointer_meets_the_cut_face(cut_puma) -> None:
    state, scene = cut_puma
    hits = [
        pick(scene, state.view.camera, x, y, 400, 400)
        for x in range(120, 280, 8)
        for y in range(60, 340, 8)
    ]
    bodies = [hit for hit in hits if hit is not None and hit.solid is not None]
    assert bodies
    # Nothing in front of the plane y = -0.02 is met, and the plane itself is.
    assert min(hit.point[1] for hit in bodies) == pytest.approx(-0.02, abs=1e-6)
    faces = [hit for hit in bodies if hit.owner[-1] == "section"]
    assert faces
    assert all(abs(hit.point[1] + 0.02) < 1e-6 for hit in faces)


def test_a_figure_shows_faces_and_hatching(cut_puma) -> None:
    state, scene = cut_puma
    drawing = draw(scene, state.view.camera, Paper(400, 400), Style())
    owners = {str(group.ref) for group in _groups(drawing.parts)}
    assert any("section" in owner for owner in owners)
    assert any(isinstance(item, Line) and item.pairs and item.owner for item in scene.items)
    plain = build_scene(State(state.document, state.postures, View(mode="body", frames=False)))
    assert not any(isinstance(i, Solid) and i.owner[-1:] == ("section",) for i in plain.items)


def test_turning_the_camera_gives_the_very_same_scene(cut_puma) -> None:
    state, scene = cut_puma
    assert build_scene(state) is scene


def _groups(parts):
    for part in parts:
        if hasattr(part, "parts"):
            yield part
            yield from _groups(part.parts)
