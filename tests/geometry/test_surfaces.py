from math import pi, sin

import numpy as np
import pytest

from rvs.bodies.skeleton.meshes import lids
from rvs.engine.errors import ArgumentError
from rvs.engine.transforms import pose, rotx
from rvs.geometry.outline import circle, rounded
from rvs.geometry.shapes.flat import block, prism, rounded_block
from rvs.geometry.shapes.free import elbow
from rvs.geometry.shapes.revolved import cone, cylinder, sphere, truncated_cone, tube
from rvs.geometry.surfaces import extrude, inlaid, merged, moved, revolve, sweep, volume
from rvs.scene.annotate.frames import arrow_mesh

BODIES = {
    "centred box": lambda: block(1, 2, 3),
    "rounded block": lambda: rounded_block(1, 2, 3, 0.1),
    "arrow": lambda: arrow_mesh(1.0, 0.03, 0.08, 0.3),
    "lids": lambda: lids(0.1, 0.3, 0.01),
    "half turn": lambda: elbow(0.1, 0.1, pi, 48),
    "l-beam": lambda: extrude(
        rounded([(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)], closed=True), 0.5
    ),
    "torus": lambda: revolve(moved_circle(0.5, 0.1)),
}


def moved_circle(middle, radius):
    ring = circle(radius, 24)
    return type(ring)(np.add(ring.points, (middle, 0.0)), ring.normals, ring.groups)


@pytest.mark.parametrize("name", BODIES)
def test_bodies_are_closed_flat_faced_and_point_outwards(name, assert_body):
    mesh = BODIES[name]()
    assert_body(mesh)
    assert volume(mesh) > 0


def ngon(sides):
    """Area of the regular polygon in the unit circle."""
    return sides / 2 * sin(2 * pi / sides)


@pytest.mark.parametrize(
    ("make", "exact"),
    [
        (lambda n: cylinder(0.1, 0.3, n), lambda n: ngon(n) * 0.01 * 0.3),
        (lambda n: cone(0.1, 0.3, n), lambda n: ngon(n) * 0.01 * 0.1),
        (lambda n: tube(0.2, 0.1, 0.3, n), lambda n: ngon(n) * 0.03 * 0.3),
        (lambda n: prism(0.1, 0.3, n), lambda n: ngon(n) * 0.01 * 0.3),
        (
            lambda n: truncated_cone(0.2, 0.1, 0.3, n),
            lambda n: ngon(n) * 0.1 * (0.04 + 0.02 + 0.01),
        ),
    ],
)
@pytest.mark.parametrize("sides", [3, 8, 48])
def test_volume_is_that_of_the_inscribed_polyhedron(make, exact, sides):
    assert volume(make(sides)) == pytest.approx(exact(sides))


@pytest.mark.parametrize(
    ("make", "limit"),
    [
        (lambda n: sphere(0.1, n), 4 / 3 * pi * 1e-3),
        (lambda n: cylinder(0.1, 0.3, n), pi * 0.01 * 0.3),
        (lambda n: extrude(circle(0.1, n), 0.3), pi * 0.01 * 0.3),
    ],
)
def test_volume_converges_quadratically(make, limit):
    errors = [limit - volume(make(n)) for n in (16, 32, 64)]
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.05)
    assert errors[1] / errors[2] == pytest.approx(4, rel=0.05)


def test_a_box_is_exact():
    box = block(1, 2, 3)
    assert volume(box) == pytest.approx(6)
    assert len(box.groups) == 6
    assert box.bounds.tolist() == [[-0.5, -1, -1.5], [0.5, 1, 1.5]]


def test_normals_are_those_of_the_smooth_surface():
    ball = sphere(0.1, 48)
    assert np.allclose(ball.normals, ball.vertices[ball.corners] / 0.1, atol=1e-9)
    spike = cone(0.3, 0.4, 48)
    wall = spike.normals[spike.normals[:, 2] > 0]
    assert np.allclose(wall[:, 2], 0.6)


def test_a_flat_end_is_one_face():
    assert sorted(np.diff(cylinder(0.1, 0.2, 20).starts).tolist()) == [4] * 20 + [20, 20]


def test_a_step_along_the_axis_makes_no_faces(assert_body):
    needle = revolve(rounded([(0, 0), (1, 0), (1, 1), (0, 1.5), (0, 2)]), 12)
    assert_body(needle)
    assert needle.bounds[1, 2] == 1.5


def test_the_elbow_ends_where_it_says():
    mesh = elbow(0.1, 0.3, pi / 2, 48)
    end = mesh.vertices[np.isclose(mesh.vertices[:, 0], 0.3)]
    assert np.allclose(end.mean(axis=0), [0.3, 0, 0.3])
    assert mesh.vertices[:, 2].min() == pytest.approx(0.0, abs=1e-12)


def test_sweeping_up_is_extruding():
    section = circle(0.1, 12)
    up = sweep(section, np.stack([pose(), pose(p=[0, 0, 0.5])]))
    assert up == extrude(section, 0.5)


def test_convex_parts_fill_the_body():
    ell = BODIES["l-beam"]()
    assert len(ell.parts) == 2
    assert len(block(1, 1, 1).parts) == 1
    assert 2 <= len(elbow(0.1, 0.2, pi / 2, 48).parts) <= 4
    ring = BODIES["torus"]()
    assert all(np.ptp(ring.vertices[part][:, 0]) < 0.8 for part in ring.parts)


def test_moving_and_merging_keep_bodies_whole(assert_body):
    box = block(1, 1, 1)
    far = moved(box, pose(rotx(0.3), [3, 0, 0]))
    both = merged([box, far])
    assert_body(both)
    assert volume(both) == pytest.approx(2)
    assert len(both.parts) == 2
    assert merged([box, inlaid(far)]).parts[0].tolist() == list(range(8))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: cylinder(0.1, 1.0, 2), "sides"),
        (lambda: revolve(rounded([(0, 1), (1, 1), (1, 0), (0, 0)])), "counter-clockwise"),
        (lambda: revolve(rounded([(0, 0), (1, 0), (1, 1)])), "axis"),
        (lambda: revolve(rounded([(0, 0), (1, 0), (-1, 1), (0, 2)])), "negative"),
        (lambda: extrude(rounded([(0, 0), (1, 0), (1, 1)]), 1.0), "closed"),
        (lambda: extrude(circle(1.0), -1.0), "height"),
        (lambda: sweep(circle(1.0), np.eye(4)[None]), "poses"),
    ],
)
def test_wrong_sizes_are_named(make, words):
    with pytest.raises(ArgumentError, match=words):
        make()


def test_rounded_box_loses_the_volume_of_its_edges():
    r, box = 0.1, rounded_block(1, 1, 1, 0.1)
    exact = (1 - 2 * r) ** 3 + 6 * r * (1 - 2 * r) ** 2 + 3 * pi * r * r * (1 - 2 * r)
    exact += 4 / 3 * pi * r**3
    assert volume(box) == pytest.approx(exact, rel=5e-3)
    assert volume(box) < exact
