import numpy as np
import pytest

from rvs.bodies.solid import Solid
from rvs.engine.transforms import pose, rotx
from rvs.geometry.shapes.revolved import sphere
from rvs.model.views.view import Camera
from rvs.scene.build import build_scene, default_camera
from rvs.scene.camera import project, ray
from rvs.scene.items import Label, Line, Points, Scene
from rvs.scene.pick import pick

INK = (0.1, 0.2, 0.3, 1.0)
CAMERA = Camera(target=(0, 0, 0), distance=4.0)
SIZE = (400, 300)


def scene(*items):
    return Scene(tuple(items), None)


def ball(at, name, **changes):
    return Solid(sphere(0.2, 48), pose(p=at), INK, owner=(name,), **changes)


def at_pixel(point, camera=CAMERA):
    return project(camera, point, *SIZE)[:2].tolist()


def brute(the_scene, camera, x, y):
    """Every triangle of every solid."""
    origin, along = ray(camera, x, y, *SIZE)
    best = (np.inf, None)
    for item in the_scene.items:
        if not isinstance(item, Solid) or not item.owner:
            continue
        world = item.mesh.vertices @ item.pose[:3, :3].T + item.pose[:3, 3]
        a, b, c = np.swapaxes(world[item.mesh.corners[item.mesh.triangles]], 0, 1)
        matrices = np.stack([b - a, c - a, np.broadcast_to(-along, a.shape)], axis=-1)
        seen = np.abs(np.linalg.det(matrices)) >= 1e-15
        u, v, t = np.linalg.solve(matrices[seen], (origin - a[seen])[:, :, None])[:, :, 0].T
        met = t[(u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0) & (t < best[0])]
        if len(met):
            best = (float(met.min()), item.owner)
    return best


@pytest.mark.parametrize("parallel", [False, True])
def test_picks_what_brute_force_picks(state_of, puma, parallel):
    state = state_of(puma, q=[0.4, 0.8, -0.6, 0.2, -0.9, 0.1], frames=False, floor=False)
    camera = default_camera(state, 4 / 3)
    camera = Camera(
        camera.target, camera.azimuth, camera.elevation, camera.distance, parallel=parallel
    )
    the_scene = build_scene(state)
    rng, hits = np.random.default_rng(5), 0
    for x, y in rng.uniform((175, 30), (230, 270), (16, 2)):
        distance, owner = brute(the_scene, camera, x, y)
        hit = pick(the_scene, camera, x, y, *SIZE)
        assert (hit.owner if hit else None) == owner
        if hit:
            hits += 1
            assert hit.distance == pytest.approx(distance)
    assert hits > 2


def test_the_nearer_solid_wins_and_the_point_lies_on_it():
    the_scene = scene(ball((0, 0, 0), "middle"), ball((0, 2, 0), "far"))
    camera = Camera(target=(0, 0, 0), azimuth=-np.pi / 2, elevation=0.0)
    hit = pick(the_scene, camera, 200, 150, *SIZE)
    assert hit.owner == ("middle",)
    assert hit.point == pytest.approx([0, -0.2, 0], abs=1e-2)


def test_things_without_an_owner_and_empty_space_are_not_hit():
    anonymous = Solid(sphere(0.2, 48), np.eye(4), INK)
    assert pick(scene(anonymous), CAMERA, 200, 150, *SIZE) is None
    assert pick(scene(ball((0, 0, 0), "ball")), CAMERA, 5, 5, *SIZE) is None
    assert pick(scene(), CAMERA, 5, 5, *SIZE) is None


def test_overlays_come_first_even_from_behind():
    front = ball((0, 0, 0), "body")
    behind = ball((0, 3, 0), "overlay", layer="overlay")
    camera = Camera(target=(0, 0, 0), azimuth=-np.pi / 2, elevation=0.0)
    assert pick(scene(front, behind), camera, 200, 150, *SIZE).owner == ("overlay",)


def test_overlays_come_before_what_is_on_top():
    on_top = Points(np.array([[0.0, 0, 0]]), INK, owner=("dot",), depth="on top")
    overlay = ball((0, 3, 0), "overlay", layer="overlay")
    camera = Camera(target=(0, 0, 0), azimuth=-np.pi / 2, elevation=0.0)
    assert pick(scene(on_top, overlay), camera, 200, 150, *SIZE).owner == ("overlay",)
    assert pick(scene(on_top, ball((0, 0, 0), "ball")), camera, 200, 150, *SIZE).owner == ("dot",)


def test_lines_are_hit_within_a_few_pixels():
    line = Line(np.array([[-1, 0, 0], [1, 0, 0.0]]), INK, owner=("line",))
    x, y = at_pixel([0.5, 0, 0])
    hit = pick(scene(line), CAMERA, x, y + 4, *SIZE)
    assert hit.owner == ("line",)
    assert hit.point == pytest.approx([0.5, 0, 0], abs=0.1)
    assert pick(scene(line), CAMERA, x, y + 20, *SIZE) is None


def test_pairs_have_no_line_between_them():
    points = np.array([[-1, 0, 0], [-0.5, 0, 0], [0.5, 0, 0], [1, 0, 0.0]])
    pairs = Line(points, INK, pairs=True, owner=("line",))
    chain = Line(points, INK, owner=("line",))
    x, y = at_pixel([0, 0, 0])
    assert pick(scene(pairs), CAMERA, x, y, *SIZE) is None
    assert pick(scene(chain), CAMERA, x, y, *SIZE) is not None


def test_points_and_labels_are_hit_where_they_are_seen():
    dots = Points(np.array([[0, 0, 0], [0.3, 0, 0.0]]), INK, owner=("dots",))
    hit = pick(scene(dots), CAMERA, *at_pixel([0.3, 0, 0]), *SIZE)
    assert hit.point == pytest.approx([0.3, 0, 0])
    label = Label("Z", np.zeros(3), INK, INK, away=(0, 0, 1), owner=("label",))
    x, y = at_pixel([0, 0, 0])
    assert pick(scene(label), CAMERA, x, y - 15, *SIZE).owner == ("label",)
    assert pick(scene(label), CAMERA, x, y + 15, *SIZE) is None


def test_a_solid_measured_in_pixels_is_hit_at_its_size_on_the_screen():
    handle = Solid(
        sphere(20.0, 48), pose(rotx(0.3), [0, 0, 0.1]), INK, owner=("grip",), size_in="screen"
    )
    x, y = at_pixel([0, 0, 0.1])
    assert pick(scene(handle), CAMERA, x + 18, y, *SIZE) is not None
    assert pick(scene(handle), CAMERA, x + 23, y, *SIZE) is None
