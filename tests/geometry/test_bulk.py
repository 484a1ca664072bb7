"""Volumes of shapes: closed forms of textbooks, and fine meshes of every shape."""

from math import cos, hypot, pi, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.engine.rotations import rotation
from rvs.geometry.bulk import inside, section, turned
from rvs.geometry.outline import circle, rounded
from rvs.geometry.shapes import SHAPES
from rvs.geometry.surfaces import moved, volume
from tests.examples import examples

FINE = 192
# Of a shape that is wound they are many more triangles.
FEWER = {"spring": 128}


def defaults(name, **changes):
    return {**{one.name: one.default for one in SHAPES[name].parameters}, **changes}


def bulk(name, **changes):
    return SHAPES[name].bulk(defaults(name, **changes))


def mesh(name, **changes):
    return SHAPES[name].mesh(defaults(name, **changes))


def about_center(name, **changes):
    return bulk(name, **changes).moments / bulk(name, **changes).volume


def extrapolated(name, **changes):
    """Volume, first and second moments in the limit of many sides, from two meshes (Richardson)."""
    sides = FEWER.get(name, FINE)
    coarse, fine = (inside(mesh(name, sides=n, **changes)).bulk for n in (sides, 2 * sides))
    return tuple(
        (4 * np.asarray(getattr(fine, one)) - np.asarray(getattr(coarse, one))) / 3
        for one in ("volume", "first", "second")
    )


# shape -> its own sizes, volume, height of its centre, moments per mass about it
CLOSED = {
    "box": (
        {"x": 0.3, "y": 0.2, "z": 0.1},
        (0.006, 0.05, (0.05 / 12, 0.1 / 12, 0.13 / 12)),
    ),
    "cylinder": (
        {"radius": 0.2, "height": 0.6},
        (pi * 0.024, 0.3, (0.04, 0.04, 0.02)),
    ),
    "cone": (
        {"radius": 0.2, "height": 0.4},
        (pi * 0.016 / 3, 0.1, (3 / 80 * (0.16 + 0.16), 3 / 80 * (0.16 + 0.16), 0.3 * 0.04)),
    ),
    "tube": (
        {"outer": 0.3, "inner": 0.2, "height": 0.6},
        (pi * 0.05 * 0.6, 0.3, ((3 * 0.13 + 0.36) / 12,) * 2 + (0.065,)),
    ),
    "sphere": ({"radius": 0.5}, (pi / 6, 0.0, (0.1, 0.1, 0.1))),
    "hemisphere": (
        {"radius": 1.0},
        (2 / 3 * pi, 3 / 8, (83 / 320, 83 / 320, 0.4)),
    ),
    "ellipsoid": (
        {"x": 0.3, "y": 0.2, "z": 0.1},
        (4 / 3 * pi * 0.006, 0.0, (0.05 / 5, 0.1 / 5, 0.13 / 5)),
    ),
    "torus": (
        {"radius": 2.0, "bar": 0.5},
        (pi**2, 0.0, (2.0 + 5 / 32, 2.0 + 5 / 32, 4.0 + 3 / 16)),
    ),
    "pyramid": (
        {"x": 0.3, "y": 0.2, "height": 0.4},
        (0.008, 0.1, (0.04 / 20 + 3 * 0.16 / 80, 0.09 / 20 + 3 * 0.16 / 80, 0.13 / 20)),
    ),
}  # fmt: skip
# the cable and the tapered link are cut into steps that do not double evenly
ROUND = [name for name, one in SHAPES.items() if one.smooth and one.parameter("sides")]
FLAT = [name for name, one in SHAPES.items() if one.smooth is None]


@pytest.mark.parametrize("name", CLOSED)
def test_closed_forms_of_textbooks(name):
    sizes, (size, height, moments) = CLOSED[name]
    found = bulk(name, **sizes)
    assert found.volume == pytest.approx(size, rel=1e-9)
    assert found.center == pytest.approx([0.0, 0.0, height], abs=1e-9)
    assert about_center(name, **sizes) == pytest.approx(np.diag(moments), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("name", ROUND)
def test_meshes_of_many_sides_tend_to_what_a_round_shape_fills(name):
    changes = {"fillet": 0.004, "bore": 0.01, "far_bore": 0.007}
    known = {key: size for key, size in changes.items() if SHAPES[name].parameter(key)}
    found = bulk(name, **known)
    size = np.ptp(mesh(name).bounds, axis=0).max()
    filled, first, second = extrapolated(name, **known)
    assert found.volume == pytest.approx(filled, rel=1e-6)
    assert found.first == pytest.approx(first, abs=1e-6 * found.volume * size)
    assert found.second == pytest.approx(second, abs=1e-6 * found.volume * size**2)


@pytest.mark.parametrize("name", FLAT)
def test_shapes_with_flat_faces_fill_their_mesh(name):
    """Integrals over the mesh, here by the divergence theorem on its triangles."""
    found, body = bulk(name), mesh(name)
    corners = body.vertices[body.corners[body.triangles]]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    middles = np.stack([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]]).mean(axis=2)
    # A triangle's quadratic mean is that of the middles of its sides.
    half_squares = (middles**2).mean(axis=0) / 2
    assert found.volume == pytest.approx(volume(body), rel=1e-12)
    size = np.ptp(body.bounds, axis=0).max()
    expected = (half_squares * normals).sum(axis=0)
    assert found.first == pytest.approx(expected, abs=1e-12 * found.volume * size)
    a, b, c = np.moveaxis(corners, 1, 0)
    cubes = a**3 + b**3 + c**3 + a * a * (b + c) + b * b * (a + c) + c * c * (a + b) + a * b * c
    diagonal = (cubes / 30 * normals).sum(axis=0)
    assert np.diag(found.second) == pytest.approx(diagonal, rel=1e-9)


def test_every_shape_is_held_by_one_of_these():
    # A prism's sides are the body's own; it is flat.
    assert set(ROUND) | set(FLAT) == set(SHAPES)


def test_a_cable_is_as_long_as_its_middle():
    path, radius, bend = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.2), (0.3, 0.0, 0.2)), 0.01, 0.05
    long = 0.2 + 0.3 - 2 * bend + bend * pi / 2
    assert bulk("cable", path=path, radius=radius, bend=bend).volume == pytest.approx(
        pi * radius**2 * long, rel=1e-9
    )


def test_a_spring_is_as_long_as_its_wire():
    sizes = {"radius": 0.05, "wire": 0.004, "pitch": 0.02, "turns": 3.0}
    long = 3 * hypot(2 * pi * 0.05, 0.02)
    assert bulk("spring", **sizes).volume == pytest.approx(pi * 0.004**2 * long, rel=1e-9)


def test_rounded_corners_outwards_and_inwards_are_arcs():
    corners = [(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)]
    area = float(section(rounded(corners, 0.5, closed=True)).weights.sum())
    # Five corners outwards lose, one inwards wins what lies between square and quarter circle.
    assert area == pytest.approx(12.0 - 4 * 0.25 * (1 - pi / 4), rel=1e-12)


def test_holes_are_taken_away_and_coarse_circles_are_round():
    area = section(circle(2.0, 3), circle(1.0, 5))
    assert float(area.weights.sum()) == pytest.approx(3 * pi, rel=1e-6)


def test_a_ring_turned_about_its_axis_follows_pappus():
    found = turned(section(circle(0.3, 16, (2.0, 0.5)))).bulk
    assert found.volume == pytest.approx(2 * pi * 2.0 * pi * 0.09, rel=1e-12)
    assert found.center == pytest.approx([0.0, 0.0, 0.5], abs=1e-12)


@examples(25)
@given(
    st.sampled_from(["fork", "wedge", "elbow", "tapered-link"]),
    st.lists(st.floats(-2, 2), min_size=3, max_size=3),
    st.floats(-3, 3),
    st.booleans(),
)
def test_a_moved_body_is_the_body_of_the_moved_mesh(name, shift, angle, mirrored):
    pose = np.eye(4)
    pose[:3, :3] = rotation(np.array([cos(angle), sin(angle), 0.0]), angle)
    pose[:3, 3] = shift
    plain = inside(mesh(name)).bulk
    if mirrored:
        flip = np.diag([-1.0, 1.0, 1.0, 1.0])
        assert plain.moved(flip).moved(flip).second == pytest.approx(plain.second)
        assert plain.moved(flip).second[0, 1] == pytest.approx(-plain.second[0, 1])
        return
    found, there = plain.moved(pose), inside(moved(mesh(name), pose)).bulk
    scale = plain.volume * (1 + np.abs(shift).max()) ** 2
    assert found.volume == pytest.approx(there.volume)
    assert found.first == pytest.approx(there.first, abs=1e-9 * scale)
    assert found.second == pytest.approx(there.second, abs=1e-9 * scale)
