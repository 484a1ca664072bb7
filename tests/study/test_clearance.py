"""Distances of bodies, equal to closed forms and another solver, with and without the kernel."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from bodies import box_distance, capsule_distance, random_pose, separating_depth
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.errors import ArgumentError
from rvs.engine.transforms import pose
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes.revolved import tube
from rvs.study import collider
from rvs.study.clearance import CONTACT, Checker, clearance
from rvs.study.collider import PlainCollider
from rvs.study.shapes import (
    Shape,
    box,
    capsule,
    ground,
    hull,
    joined,
    pack,
    polyhedron,
    sphere,
    surface,
)
from tests.examples import examples

pytestmark = pytest.mark.property

SEEDS = st.integers(0, 2**32 - 1)
NATIVE = collider.NATIVE


SETS = NATIVE.instruction_sets() if NATIVE else []


@pytest.fixture(params=[*SETS, "reference"], autouse=True)
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Measure with the kernel of each instruction set, and without."""
    if request.param == "reference":
        monkeypatch.setattr(collider, "NATIVE", None)
        yield
        return
    before = NATIVE.instruction_set()
    NATIVE.use_instruction_set(request.param)
    yield
    NATIVE.use_instruction_set(before)


def of_mesh(mesh: Mesh) -> Shape:
    return surface(mesh.vertices, mesh.corners, mesh.starts)


def some_shape(random: np.random.Generator) -> Shape:
    kind = random.integers(5)
    if kind == 0:
        return box(*random.uniform(0.05, 0.6, 3))
    if kind == 1:
        return sphere(random.uniform(0.05, 0.3))
    if kind == 2:
        return capsule(*random.uniform(0.05, 0.4, 2))
    if kind == 3:
        return of_mesh(tube(0.4, 0.3, 0.3, 9))
    return hull(random.normal(size=(random.integers(4, 20), 3)) * 0.2)


@given(SEEDS)
def test_boxes_are_as_far_apart_as_a_least_squares_solver_says(seed: int) -> None:
    random = np.random.default_rng(seed)
    edges, places = random.uniform(0.01, 1.0, (2, 3)), [random_pose(random) for _ in range(2)]
    found = clearance(box(*edges[0]), box(*edges[1]), *places)
    assert found.distance == pytest.approx(box_distance(edges, places), abs=1e-9)
    if found.colliding:
        assert found.depth == pytest.approx(separating_depth(edges, places), abs=1e-9)
    else:
        apart = np.linalg.norm(found.point_a - found.point_b)
        assert apart == pytest.approx(found.distance, abs=1e-9)


@given(SEEDS)
def test_spheres_and_capsules_are_as_far_apart_as_closed_forms_say(seed: int) -> None:
    random = np.random.default_rng(seed)
    radii, lengths = random.uniform(0.05, 0.4, 2), random.uniform(0.05, 0.8, 2)
    places = [random_pose(random) for _ in range(2)]
    balls = clearance(sphere(radii[0]), sphere(radii[1]), *places)
    wanted = np.linalg.norm(places[0][:3, 3] - places[1][:3, 3]) - radii.sum()
    assert balls.distance - balls.depth == pytest.approx(wanted, abs=1e-12)
    rods = clearance(capsule(radii[0], lengths[0]), capsule(radii[1], lengths[1]), *places)
    wanted = capsule_distance(lengths, places) - radii.sum()
    assert rods.distance - rods.depth == pytest.approx(wanted, abs=1e-9)


@examples(25)
@given(SEEDS)
def test_order_and_rigid_motion_change_nothing(seed: int) -> None:
    random = np.random.default_rng(seed)
    a, b = some_shape(random), some_shape(random)
    A, B, X = (random_pose(random) for _ in range(3))
    found, back, moved = clearance(a, b, A, B), clearance(b, a, B, A), clearance(a, b, X @ A, X @ B)
    assert back.distance == pytest.approx(found.distance, abs=1e-9)
    assert moved.distance == pytest.approx(found.distance, abs=1e-9)
    assert back.colliding == found.colliding == moved.colliding
    if found.distance:
        assert moved.point_a == pytest.approx((X @ [*found.point_a, 1.0])[:3], abs=1e-4)


@examples(25)
@given(SEEDS)
def test_the_way_out_leads_out(seed: int) -> None:
    random = np.random.default_rng(seed)
    clouds = random.normal(size=(2, 12, 3)) * 0.3
    a, b = map(hull, clouds)
    found = clearance(a, b)
    assert (found.distance == 0.0) == (found.depth > 0.0)
    way = found.point_a - found.point_b
    if found.colliding:
        assert np.linalg.norm(way) == pytest.approx(found.depth, abs=1e-9)
        free = clearance(a, b, pose_b=pose(p=way * (1 + 1e-6)))
        assert not free.colliding
        assert clearance(a, b, pose_b=pose(p=way * 0.9)).colliding


def test_a_body_within_another_collides() -> None:
    inner = box(0.1, 0.1, 0.1)
    whole = clearance(box(2.0, 2.0, 2.0), inner)
    assert whole.colliding
    assert whole.depth == pytest.approx(1.05)
    wall = of_mesh(tube(1.0, 0.5, 1.0, 48))
    in_wall = clearance(wall, inner, pose_b=pose(p=[0.75, 0.0, 0.5]))
    assert in_wall.colliding
    assert in_wall.depth >= 0.19
    in_hole = clearance(wall, inner, pose_b=pose(p=[0.0, 0.0, 0.5]))
    assert in_hole.distance == pytest.approx(0.5 * np.cos(np.pi / 48) - 0.05 * 2**0.5, abs=2e-3)
    names = {"wall": wall, "inner": inner}
    poses = [np.eye(4), pose(p=[0.75, 0.0, 0.5])]
    assert Checker(names).colliding(poses) == (("wall", "inner"),)


@pytest.mark.parametrize("size", [0.05, 1.0, 20.0])
def test_a_surface_encloses_what_lies_in_its_wall_and_not_in_its_hole(size: float) -> None:
    (wall,) = of_mesh(tube(size, size / 2, size, 48)).shells
    random = np.random.default_rng(3)
    for x, y, z in random.uniform([-1.1, -1.1, -0.1], [1.1, 1.1, 1.1], (400, 3)):
        # the faces of the tube lie a little within its circles
        r, inside = np.hypot(x, y), 0.0 < z < 1.0
        if not (np.cos(np.pi / 48) < r < 1.0 or np.cos(np.pi / 48) < 2 * r < 1.0):
            wanted = inside and 0.5 <= r <= 1.0
            assert collider.encloses(wall, size * np.array([x, y, z])) == wanted, (x, y, z)


def test_bodies_that_touch_do_not_collide() -> None:
    found = clearance(box(1, 1, 1), box(1, 1, 1), pose_b=pose(p=[1.0, 0.2, 0.0]))
    assert found.distance == pytest.approx(0.0, abs=1e-12)
    assert not found.colliding
    assert clearance(box(1, 1, 1), box(1, 1, 1), pose_b=pose(p=[1 - 3 * CONTACT, 0, 0])).colliding


def test_the_ground_is_all_below_its_plane() -> None:
    tilted = pose(np.eye(3)[:, [2, 0, 1]])
    found = clearance(sphere(0.2), ground(), pose(p=[0.5, 3.0, -7.0]), tilted)
    normal = tilted[:3, 2]
    assert found.distance == pytest.approx([0.5, 3.0, -7.0] @ normal - 0.2)
    assert found.point_b @ normal == pytest.approx(0.0)
    sunk = clearance(ground(), box(1, 1, 1), pose_b=pose(p=[0, 0, 0.4]))
    assert sunk.colliding
    assert sunk.depth == pytest.approx(0.1)


def test_an_open_surface_has_no_inside() -> None:
    mesh = tube(1.0, 0.5, 1.0, 48)
    ends = mesh.starts.tolist()
    faces = [mesh.corners[a:b].tolist() for a, b in pairwise(ends)]
    closed, opened = (polyhedron(mesh.vertices, faces[k:]) for k in (0, 1))
    assert len(closed.shells) == 1
    assert not opened.shells


@examples(20)
@given(SEEDS)
def test_a_checker_finds_what_each_pair_alone_gives(seed: int) -> None:
    random = np.random.default_rng(seed)
    shapes = {name: some_shape(random) for name in "abcd"}
    places = np.array([random_pose(random) for _ in shapes])
    checker = Checker(shapes)
    alone = {
        pair: clearance(*(shapes[n] for n in pair), *(places["abcd".index(n)] for n in pair))
        for pair in checker.pairs
    }
    every = checker.near(places, np.inf)
    assert {(one.a, one.b) for one in every} == set(alone)
    signed = [one.clearance.distance - one.clearance.depth for one in every]
    assert signed == sorted(signed)
    for one in every:
        assert one.clearance.distance == pytest.approx(alone[one.a, one.b].distance, abs=1e-12)
    least = min(one.distance for one in alone.values())
    assert checker.least(places) == pytest.approx(least, abs=1e-12)
    hits = {pair for pair, one in alone.items() if one.colliding}
    assert set(checker.colliding(places)) == hits
    near = {(one.a, one.b) for one in checker.near(places, 0.2)}
    assert near == {pair for pair, one in alone.items() if one.distance <= 0.2}
    assert len(checker.near(places, 0.0, nearest=True)) >= 1


@examples(25)
@given(SEEDS)
def test_kernel_and_reference_agree(seed: int) -> None:
    if NATIVE is None:
        pytest.skip("the kernels are not built or turned off")
    random = np.random.default_rng(seed)
    packed = pack([*(some_shape(random) for _ in range(3)), ground()])
    places = np.array([*(random_pose(random) for _ in range(3)), np.eye(4)]).reshape(-1, 16)
    pairs = np.array([[0, 1], [0, 2], [1, 2], [0, 3], [3, 1]])
    asked = (places, pairs, np.inf, False, True)
    plain, quick = (
        PlainCollider(packed).measure(*asked),
        NATIVE.Collider(*packed.arrays()).measure(*asked),
    )
    assert plain[0].tolist() == quick[0].tolist()
    assert quick[1][:, :2] == pytest.approx(plain[1][:, :2], abs=1e-9)


def test_joined_shapes_are_one_body() -> None:
    dumbbell = joined([(sphere(0.1), pose(p=[x, 0, 0])) for x in (-1.0, 1.0)])
    found = clearance(dumbbell, sphere(0.1), pose_b=pose(p=[0.7, 0.0, 0.0]))
    assert found.distance == pytest.approx(0.1)
    assert found.point_a == pytest.approx([0.9, 0.0, 0.0])


def test_bad_arguments_are_named() -> None:
    with pytest.raises(ArgumentError, match="radius"):
        sphere(-1.0)
    with pytest.raises(ArgumentError, match="points"):
        hull([[1.0, 2.0]])
    with pytest.raises(ArgumentError, match="there is no body 'c'"):
        Checker({"a": sphere(1.0), "b": sphere(1.0)}, [("a", "c")])
    checker = Checker({"a": sphere(1.0), "b": sphere(1.0)})
    with pytest.raises(ArgumentError, match="poses"):
        checker.near([np.eye(4)])
    with pytest.raises(ArgumentError, match="margin"):
        checker.near([np.eye(4)] * 2, -1.0)
    with pytest.raises(ArgumentError, match="shapes of one piece"):
        clearance(joined([]), sphere(1.0))
