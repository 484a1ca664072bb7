from itertools import pairwise
from math import pi

import numpy as np
import pytest

from rvs.bodies.skeleton.meshes import lids
from rvs.bodies.solid import Solid
from rvs.engine.transforms import pose, rotx
from rvs.export.visibility.painting_order import merged_regions
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.free import elbow
from rvs.geometry.shapes.revolved import cylinder, cylinder_fillet, sphere, tube
from rvs.geometry.surfaces import merged, moved
from rvs.model.views.view import Section
from rvs.scene.annotate.frames import arrow_mesh
from rvs.scene.shadow import FOOT, GROWTH, LIGHT, SPREAD, extreme_points, footprint, shadow_regions

GRAY = (0.5, 0.5, 0.5, 1.0)


def solid(mesh, at=(0, 0, 0), **changes):
    return Solid(mesh, pose(p=at), GRAY, **changes)


def inside(points, polygons):
    """Return whether each point lies in the union of counter-clockwise convex polygons."""
    found = np.zeros(len(points), bool)
    for corners in polygons:
        steps = np.roll(corners, -1, axis=0) - corners
        away = points[:, None] - corners
        found |= (steps[:, 0] * away[..., 1] - steps[:, 1] * away[..., 0] >= -1e-9).all(axis=1)
    return found


def exact(points, parts, factor, scale=1.0):
    """The same union by brute force: along 720 directions, for every vertex of every part."""
    angle = np.linspace(0, 2 * np.pi, 720, endpoint=False)
    directions = np.stack([np.cos(angle), np.sin(angle)])
    found = np.zeros(len(points), bool)
    for part in parts:
        height = np.maximum(part[:, 2:], 0)
        thrown = part[:, :2] + height * LIGHT
        reach = (thrown @ directions + factor * (FOOT * scale + SPREAD * height)).max(axis=0)
        found |= (points @ directions <= reach).all(axis=1)
    return found


@pytest.mark.parametrize("ring", range(len(GROWTH)))
def test_rings_are_grown_silhouettes(ring):
    body = solid(cylinder_fillet(0.05, 0.2, 0.01, 0.01, 48), (0.1, 0, 0.3))
    bend = Solid(elbow(0.03, 0.1, pi / 2, 48), pose(rotx(0.7), [0, 0.1, 0.5]), GRAY)
    polygons = footprint([body, bend], 1.0).rings[ring]
    parts = [
        (s.mesh.vertices @ s.pose[:3, :3].T + s.pose[:3, 3])[part]
        for s in (body, bend)
        for part in s.mesh.parts
    ]
    points = np.random.default_rng(0).uniform(-0.1, 0.6, (4000, 2))
    differ = inside(points, polygons) != exact(points, parts, GROWTH[ring])
    assert exact(points, parts, GROWTH[ring]).sum() > 20
    assert differ.mean() < 0.012


def test_rings_are_nested_and_convex():
    rings = footprint([solid(block(0.2, 0.1, 0.3), (0, 0, 0.4))], 1.0).rings
    middle = rings[-1][0].mean(axis=0)
    reaches = [np.linalg.norm(ring[0] - middle, axis=1).mean() for ring in rings]
    assert all(a > b for a, b in pairwise(reaches))
    for ring in rings:
        steps = np.roll(ring[0], -1, axis=0) - ring[0]
        after = np.roll(steps, -1, axis=0)
        assert (steps[:, 0] * after[:, 1] - steps[:, 1] * after[:, 0] > -1e-6).all()


def test_what_is_below_the_floor_casts_nothing():
    below = footprint([solid(sphere(0.1, 48), (0, 0, -0.2))], 1.0)
    assert all(len(ring) == 0 for ring in below.rings)
    half = footprint([solid(sphere(0.1, 48), (0, 0, 0.0))], 1.0).rings[5][0]
    assert np.linalg.norm(half, axis=1).max() < 0.16


def test_annotations_and_inner_bodies_cast_nothing():
    arrow = solid(arrow_mesh(0.3, 0.01, 0.02, 0.1), layer="annotation")
    caps = solid(lids(0.1, 0.2, 0.01))
    assert all(len(ring) == 0 for ring in footprint([arrow, caps], 1.0).rings)
    assert shadow_regions([footprint([], 1.0)], "light") == ()


def test_a_mesh_without_known_parts_casts_the_same_shadow():
    whole = elbow(0.05, 0.2, pi / 2, 48)
    bare = Mesh(whole.vertices, whole.corners, whole.starts, whole.normals, whole.groups)
    points = np.random.default_rng(0).uniform(-0.2, 0.5, (3000, 2))
    known, faces = (
        inside(points, footprint([solid(mesh, (0, 0, 0.1))], 1.0).rings[4])
        for mesh in (whole, bare)
    )
    assert (known != faces).mean() < 0.01


def test_a_thin_hole_lets_light_through():
    ring = solid(tube(0.5, 0.45, 0.02, 48), (0, 0, 0.01))
    outer = footprint([ring], 1.0).rings[2]
    assert not inside(np.array([[0.0, 0.0]]), outer)[0]
    assert inside(np.array([[0.48, 0.0]]), outer)[0]


def test_regions_hold_all_robots_widest_first():
    prints = [footprint([solid(block(1, 1, 1), (x, 0, 1))], 1.0) for x in (0, 3)]
    regions = merged_regions(shadow_regions(prints, "dark"))
    assert len(regions) == 8
    assert all(len(region.starts) == 3 for region in regions)
    spans = [np.ptp(region.points[:, 0]) for region in regions]
    assert spans == sorted(spans, reverse=True)


def test_who_stands_still_keeps_the_regions_of_the_shadow():
    still, moved_one, there = (
        footprint([solid(block(1, 1, 1), (x, 0, 1))], 1.0) for x in (0, 3, 5)
    )
    before = shadow_regions([moved_one, still], "light")
    after = shadow_regions([there, still], "light")
    assert [a is b for a, b in zip(before, after, strict=True)] == [False] * 8 + [True] * 8
    assert all(region.united for region in after)


def test_extreme_points_keep_the_corners_of_a_box():
    both = merged([block(1, 1, 1), moved(block(1, 1, 1), pose(p=[3, 0, 0]))])
    points, counts = extreme_points(both)
    assert counts.tolist() == [8, 8]
    assert len(points) == 16


def reaches(points):
    """Return the extent of points in 90 directions."""
    angle = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    return (points @ np.stack([np.cos(angle), np.sin(angle)])).max(axis=0)


def test_rings_lie_corner_by_corner_in_each_other_and_say_so():
    thin = solid(block(0.3, 0.01, 0.01), (0, 0, 0.5))
    thick = solid(block(0.2, 0.2, 0.2), (1, 0, 0.4))
    regions = shadow_regions([footprint([thin, thick], 1.0)], "light")
    assert [region.nested for region in regions] == [False, *[True] * 7]
    assert len({region.starts.tobytes() for region in regions}) == 1
    for outer, inner in pairwise(regions):
        polygons = np.split(outer.points[:, :2], outer.starts[1:-1])
        held = np.split(inner.points[:, :2], inner.starts[1:-1])
        for points, polygon in zip(held, polygons, strict=True):
            # Where a thin body closes, tangents that others make needless cross a little.
            assert (reaches(points) <= reaches(polygon) + 0.005).all()


def test_small_parts_and_those_in_the_shadow_of_others_cast_none():
    plate = solid(block(0.4, 0.4, 0.05), (0, 0, 0.3))
    bolt = solid(cylinder(0.006, 0.01, 48), (2, 0, 0.3))
    hub = solid(cylinder(0.05, 0.058, 48), (0, 0, 0.3))
    beside = solid(cylinder(0.05, 0.06, 48), (0.22, 0, 0.3))
    assert len(footprint([plate, bolt, hub], 1.0).rings[0]) == 1
    assert len(footprint([plate, beside], 1.0).rings[0]) == 2
    assert len(footprint([bolt], 0.2).rings[0]) == 1


def test_what_a_section_cuts_off_casts_no_shadow() -> None:
    body = solid(block(0.4, 0.2, 0.6), (0, 0, 0.5))
    left = footprint([body], 1.0, Section(on=True, normal=(1.0, 0.0, 0.0), offset=0.05)).rings[4][0]
    smaller = footprint([solid(block(0.25, 0.2, 0.6), (-0.075, 0, 0.5))], 1.0).rings[4][0]
    assert left == pytest.approx(smaller, abs=1e-6)
    gone = footprint([body], 1.0, Section(on=True, normal=(1.0, 0.0, 0.0), offset=-0.3))
    assert all(len(ring) == 0 for ring in gone.rings)
    whole = footprint([body], 1.0, Section(on=True, normal=(1.0, 0.0, 0.0), offset=0.3)).rings[4]
    assert whole == pytest.approx(footprint([body], 1.0).rings[4], abs=1e-6)
