"""Geometry of figures: cutting, outlines, patches, hiding."""

import doctest
import importlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from manifold3d import CrossSection, FillRule

from rvs.bodies.solid import Solid
from rvs.export.visibility.bodies import visible
from rvs.export.visibility.facets import facets
from rvs.export.visibility.order import BODY, GLASS, order, separated
from rvs.export.visibility.patches import patches
from rvs.export.visibility.plane.areas import areas, cut
from rvs.export.visibility.plane.rings import rings
from rvs.export.visibility.plane.rows import numbered, stable_order
from rvs.export.visibility.sheet import Sheet
from rvs.geometry.shapes.flat import block
from rvs.geometry.shapes.free import elbow
from rvs.geometry.shapes.revolved import sphere
from rvs.model.views.view import Camera
from rvs.scene.camera import project

AHEAD = Camera((0.0, 0.0, 0.0), 0.0, 0.0, 4.0)
SHEET = Sheet(AHEAD, 200.0, 100.0)
GRAY = (0.5, 0.5, 0.5, 1.0)


def at(x: float, y: float, z: float) -> np.ndarray:
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def box(size: float, *place: float, **more: object) -> Solid:
    return Solid(block(size, size, size), at(*place), GRAY, **more)


def seen_areas(*items: Solid, sheet: Sheet = SHEET) -> dict[int, float]:
    """Area that is seen of each solid."""
    made = patches(facets(items, sheet))
    hides = np.ones(len(made), bool)
    found = visible(made, order(made), range(len(made)), hides)
    total = dict.fromkeys(range(len(items)), 0.0)
    for patch, area in found.items():
        total[int(made.solid[patch])] += area.area()
    return total


@pytest.mark.parametrize(
    "name",
    [
        "visibility.plane.areas",
        "visibility.plane.rows",
        "formats.svg",
        "lettering",
        "formats.drawing",
    ],
)
def test_examples_in_the_words(name):
    module = importlib.import_module(f"rvs.export.{name}")
    assert doctest.testmod(module).failed == 0


def test_things_seen_through_are_compared_with_what_may_hide_them_alone():
    cubes = (box(1.0, 0.0, 0.0, 0.0), box(1.0, 0.4, 0.3, 0.2), box(1.0, -0.3, 0.4, 0.1))
    made = patches(facets(cubes, SHEET))
    kinds = np.array([BODY, GLASS, GLASS + 1])[made.solid]
    whole, some = order(made), order(made, kinds)
    pairs = list(zip(some.hidden.tolist(), some.hiding.tolist(), strict=True))
    assert 0 < len(pairs) < len(whole.hidden)
    assert not any({kinds[a], kinds[b]} == {GLASS, GLASS + 1} for a, b in pairs)
    for kind in (BODY, GLASS, GLASS + 1):
        hides = (kinds == BODY) | (kinds == kind)
        which = np.flatnonzero(kinds == kind).tolist()
        mine, theirs = (visible(made, ranks, which, hides) for ranks in (some, whole))
        assert mine.keys() == theirs.keys()
        assert all(mine[k].area() == pytest.approx(theirs[k].area()) for k in mine)


@given(st.lists(st.floats(-1, 1), min_size=3, max_size=3), st.floats(-0.9, 0.9))
def test_both_sides_of_a_cut_make_the_whole(normal, offset):
    square = np.array([[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]])
    counts = np.array([4])
    values = square @ np.array(normal[:2]) + offset
    one, two = cut(square, counts, values), cut(square, counts, -values)
    if np.abs(values).max() > 1e-9:
        assert areas(*one)[0] + areas(*two)[0] == pytest.approx(1.0, abs=1e-9)


def test_a_cut_carries_what_else_a_corner_has():
    square = np.array([[[0.0, 0.0, 5.0], [2.0, 0.0, 9.0], [2.0, 2.0, 9.0], [0.0, 2.0, 5.0]]])
    left, count = cut(square, np.array([4]), 1.0 - square[..., 0])
    assert count[0] == 4
    assert sorted(left[0, :4, 2].tolist()) == [5.0, 5.0, 7.0, 7.0]


@given(st.integers(0, 2**9 - 1))
def test_outlines_fill_what_their_cells_fill(bits):
    cells = [divmod(k, 3) for k in range(9) if bits >> k & 1]
    places = np.array([(x, y) for x in range(4) for y in range(4)], float)
    starts, ends = [], []
    for x, y in cells:
        ring = [4 * x + y, 4 * (x + 1) + y, 4 * (x + 1) + y + 1, 4 * x + y + 1]
        starts += ring
        ends += ring[1:] + ring[:1]
    group = np.zeros(len(starts), np.int64)
    found = rings(group, np.array(starts, np.int64), np.array(ends, np.int64), places, 1)[0]
    assert CrossSection(found, FillRule.Positive).area() == pytest.approx(len(cells))


def test_the_sheet_places_points_where_the_screen_does():
    rng = np.random.default_rng(1)
    points = rng.normal(size=(50, 3))
    for parallel in (False, True):
        camera = Camera((0.1, 0.2, 0.3), 0.4, 0.5, 6.0, parallel=parallel)
        sheet = Sheet(camera, 320.0, 200.0)
        assert np.allclose(sheet.place(points)[:, :2], project(camera, points, 320, 200)[:, :2])


def test_depth_is_linear_on_a_plane_and_falls_towards_the_viewer():
    for parallel in (False, True):
        sheet = Sheet(Camera((0, 0, 0), 0.3, 0.4, 3.0, parallel=parallel), 100.0, 100.0)
        a, b = np.array([0.5, -0.2, 0.1]), np.array([-0.4, 0.6, 0.3])
        line = sheet.place(a + np.linspace(0, 1, 5)[:, None] * (b - a))
        part = (line[:, 0] - line[0, 0]) / (line[-1, 0] - line[0, 0])
        assert np.allclose(line[:, 2], line[0, 2] + part * (line[-1, 2] - line[0, 2]))
        near, far = sheet.place(sheet.to_eye(np.zeros(3)) * 0.5), sheet.place(np.zeros(3))
        assert near[2] < far[2]


def test_a_nearer_box_hides_the_one_behind_whatever_the_order():
    near, far = box(0.4, 1.0, 0.0, 0.0), box(0.2, -1.0, 0.0, 0.0)
    assert seen_areas(near, far)[1] == 0.0
    assert seen_areas(far, near)[0] == 0.0


def test_what_is_seen_of_boxes_that_reach_into_each_other_is_their_silhouette():
    one, two = box(0.4, 0.0, 0.0, 0.0), box(0.4, 0.07, 0.15, 0.1)
    both = seen_areas(one, two)
    assert all(area > 0.0 for area in both.values())
    made = patches(facets([one, two], SHEET))
    whole = CrossSection.batch_boolean(made.outlines, _add()).area()
    assert sum(both.values()) == pytest.approx(whole, rel=1e-6)


def _add():
    from manifold3d import OpType

    return OpType.Add


def test_surfaces_that_coincide_are_seen_once():
    one, two = box(0.4, 0.0, 0.0, 0.0), box(0.4, 0.0, 0.0, 0.0)
    alone = seen_areas(one)[0]
    assert sum(seen_areas(one, two).values()) == pytest.approx(alone, rel=1e-6)


def test_a_surface_that_hides_itself_is_cut_in_patches():
    bend = Solid(elbow(0.1, 0.3, 3.0, 48), np.eye(4), GRAY)
    made = patches(facets([bend], Sheet(Camera((0, 0, 0), 0.1, 0.3, 2.0), 300.0, 200.0)))
    assert len(made) > len(set(made.surface.tolist()))
    for patch, outline in enumerate(made.outlines):
        assert outline.area() == pytest.approx(made.facets.areas[made.members(patch)].sum())


def test_a_plane_tells_which_is_nearer():
    made = patches(facets([box(0.4, 1.0, 0.0, 0.0), box(0.4, -1.0, 0.0, 0.0)], SHEET))
    front = [int(np.flatnonzero(made.solid == k)[0]) for k in (0, 1)]
    pair = np.array([sorted(front)])
    assert separated(made, pair)[0] == (-1 if made.solid[pair[0, 0]] == 0 else 1)


def test_triangles_across_the_near_plane_are_cut_there():
    sheet = Sheet(Camera((0.0, 0.0, 0.0), 0.0, 0.0, 1.0), 100.0, 100.0)
    floor = Solid(block(10.0, 10.0, 0.1), at(0.0, 0.0, -0.3), GRAY)
    found = facets([floor], sheet)
    assert len(found)
    assert np.isfinite(found.corners()).all()
    assert (sheet.ahead(found.world[found.triangles]) > -1e-9).all()


def test_mirrored_solids_show_their_outside():
    mirror = np.diag([-1.0, 1.0, 1.0, 1.0])
    plain = facets([box(0.4, 0.0, 0.0, 0.0)], SHEET)
    turned = facets([Solid(block(0.4, 0.4, 0.4), mirror, GRAY)], SHEET)
    assert turned.areas.sum() == pytest.approx(plain.areas.sum())
    to_eye = SHEET.to_eye(turned.world[turned.triangles])
    assert (np.einsum("tkd,tkd->tk", turned.normals, to_eye) > 0.0).all()


def test_solids_of_the_screen_keep_their_size():
    wide = []
    for distance in (2.0, 8.0):
        sheet = Sheet(Camera((0, 0, 0), 0.0, 0.0, distance), 200.0, 100.0)
        ball = Solid(sphere(10.0, 48), np.eye(4), GRAY, size_in="screen")
        wide.append(float(np.ptp(facets([ball], sheet).paper[:, 0])))
    assert wide[0] == pytest.approx(20.0, rel=0.2)
    assert wide[1] == pytest.approx(20.0, rel=0.2)


@pytest.mark.property
@given(
    st.lists(st.one_of(st.integers(-5, 5), st.integers(-(2**62), 2**62)), min_size=1, max_size=60)
)
def test_order_and_numbers_of_keys_are_those_of_numpy(keys) -> None:
    values = np.array(keys, np.int64)
    assert stable_order(values).tolist() == np.argsort(values, kind="stable").tolist()
    first, number = numbered(values)
    _, wanted_first, wanted = np.unique(values, return_index=True, return_inverse=True)
    assert first.tolist() == wanted_first.tolist()
    assert number.tolist() == wanted.tolist()
    assert stable_order(values[:0]).tolist() == []
