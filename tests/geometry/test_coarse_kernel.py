"""Meshes made coarser in C++ are those of the NumPy form, whatever is wrong with them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.geometry.coarse import RULES, Given, chosen_normals, reduced
from rvs.geometry.shapes.flat import rounded_block
from rvs.geometry.shapes.revolved import cylinder_fillet, sphere
from tests.examples import examples

from ..two_forms import both, with_kernels

pytestmark = with_kernels(reduced, chosen_normals)
SEEDS = st.integers(0, 10**6)
LIMITS = np.array([1e-4, 1e-3, 4e-3, 0.02, 0.1]) ** 2


def faces(mesh):
    """Points (v, 3) and triangles (t, 3) of a mesh."""
    return mesh.vertices.copy(), mesh.corners[mesh.triangles].astype(np.int64)


def compare(points, triangles, limits=LIMITS):
    """The triangles that are left after the last limit, by both alike."""
    got, wanted = both(reduced, points, triangles, limits, RULES)
    assert len(got) == len(wanted) == len(limits)
    for one, other in zip(got, wanted, strict=True):
        assert one.dtype == other.dtype
        assert one.shape == other.shape
        assert np.array_equal(one, other)
    return got[-1]


@examples(120)
@given(SEEDS, st.integers(1, 60), st.integers(0, 250), st.booleans())
def test_soups_are_alike(seed, count, many, even):
    """Triangles that cross, lie twice or are no more than a line; edges that have many."""
    random = np.random.default_rng(seed)
    points = random.uniform(-0.1, 0.1, (count, 3))
    if even:
        # many points in one place and in one plane
        points = np.round(points, 1) + 0.0
    triangles = random.integers(0, count, (many, 3))
    compare(points, triangles)


@examples(60)
@given(
    SEEDS,
    st.sampled_from(
        [sphere(0.1, 24), cylinder_fillet(0.05, 0.2, 0.01, 0.01, 24),
         rounded_block(0.2, 0.1, 0.1, 0.02)]
    ),
    st.sampled_from(["whole", "holes", "doubled", "turned over", "crumpled", "far away"]),
)  # fmt: skip
def test_damaged_surfaces_are_alike(seed, mesh, damage):
    random = np.random.default_rng(seed)
    points, triangles = faces(mesh)
    some = random.random(len(triangles)) < 0.3
    if damage == "holes":
        triangles = triangles[~some]
    elif damage == "doubled":
        triangles = np.concatenate([triangles, triangles[some], triangles[some][:, ::-1]])
    elif damage == "turned over":
        triangles[some] = triangles[some][:, ::-1]
    elif damage == "crumpled":
        points += random.normal(scale=random.choice([1e-5, 1e-3, 0.05]), size=points.shape)
    elif damage == "far away":
        points *= random.choice([1e-150, 1e-9, 1e9, 1e30])
        points += 3.0 * points.max(axis=0)
    random.shuffle(triangles)
    limits = LIMITS * points.std() ** 2 / 1e-3
    left = compare(np.ascontiguousarray(points), triangles, limits)
    if damage == "whole":
        assert 0 < len(left) < 0.2 * len(triangles)


def test_limits_in_any_order_are_alike():
    points, triangles = faces(sphere(0.1, 24))
    compare(points, triangles, LIMITS[::-1].copy())
    compare(points, triangles, np.array([0.0, np.inf, 1e-6]))


def test_what_has_no_triangles_stays_without():
    points = np.zeros((3, 3))
    assert len(compare(points, np.zeros((0, 3), np.int64))) == 0
    assert len(compare(points, np.array([[0, 0, 1], [2, 2, 2]]))) == 0


@pytest.mark.parametrize("wrong", [np.nan, np.inf, 1e80])
def test_coordinates_beyond_all_are_left_to_numpy(wrong):
    points, triangles = faces(sphere(0.1, 8))
    points[3, 1] = wrong
    with pytest.raises(AssertionError, match="declined"):
        both(reduced, points, triangles, LIMITS, RULES)


@pytest.mark.parametrize("corner", [-1, 10**6])
def test_corners_that_are_not_there_are_left_to_numpy(corner):
    points, triangles = faces(sphere(0.1, 8))
    triangles[5, 2] = corner
    with pytest.raises(AssertionError, match="declined"):
        both(reduced, points, triangles, LIMITS, RULES)


def some_normals(seed, count, many, each, faces):
    """Return arguments of ``chosen_normals``: triangles, normals of their points, flat faces."""
    random = np.random.default_rng(seed)
    points = np.round(random.uniform(-0.1, 0.1, (count, 3)), random.integers(1, 6)) + 0.0
    counts = random.integers(1, each, count)
    starts = np.concatenate([[0], np.cumsum(counts)])
    # few directions, so that several are as near
    ways = random.normal(size=(6, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    flats = np.column_stack([ways[random.integers(0, 6, faces)], random.normal(0, 0.05, faces)])
    normals = ways[random.integers(0, 6, starts[-1])]
    return points, random.integers(0, count, (many, 3)), starts, normals, flats


@examples(120)
@given(SEEDS, st.integers(1, 40), st.integers(1, 90), st.integers(2, 9), st.integers(0, 12))
def test_normals_are_alike(seed, count, many, each, faces):
    asked = some_normals(seed, count, many, each, faces)
    got, wanted = both(chosen_normals, *asked, np.array([0.6, 0.7, 0.05]))
    assert got.shape == (3 * many, 3)
    assert np.array_equal(got, wanted)


@pytest.mark.parametrize("tolerance", [1e-3, 4e-3])
def test_normals_of_surfaces_are_alike(tolerance):
    mesh = rounded_block(0.2, 0.1, 0.1, 0.02)
    points, triangles = faces(mesh)
    given = Given.of(mesh, mesh.corners.astype(np.int64), mesh.normals, len(points))
    left = compare(points, triangles, np.array([tolerance**2]))
    rules = np.array([0.6, 0.99, 2.0 * tolerance])
    got, wanted = both(
        chosen_normals, points, left, given.starts, given.normals, given.flats, rules
    )
    assert np.array_equal(got, wanted)
    assert len(given.flats) == 6
    assert (np.abs(got).max(axis=1) == 1.0).sum() >= 12


@pytest.mark.parametrize("wrong", ["a vertex without normals", "normals that are not there", "NaN"])
def test_normals_that_are_missing_are_left_to_numpy(wrong):
    points, triangles, starts, normals, flats = some_normals(1, 9, 20, 4, 3)
    if wrong == "NaN":
        normals[2, 1] = np.nan
    elif wrong == "a vertex without normals":
        starts[: triangles[0, 0] + 2] = 0
    else:
        starts[-1] += 1
    with pytest.raises(AssertionError, match="declined"):
        both(chosen_normals, points, triangles, starts, normals, flats, np.array([0.6, 0.7, 0.05]))
