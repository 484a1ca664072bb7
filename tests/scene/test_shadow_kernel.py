"""The rings of shadows in C++ are those of the NumPy form, to the last bit."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.scene.shadow import SIDES, TABLES, placed_points, shadow_rings
from tests.examples import examples

from ..two_forms import both, with_kernels

pytestmark = with_kernels(shadow_rings)
SEEDS = st.integers(0, 10**6)


@examples(40)
@given(SEEDS)
def test_points_are_placed_alike(seed):
    random = np.random.default_rng(seed)
    points = random.normal(size=(random.integers(0, 40), 3)).astype(np.float32)
    poses = random.normal(size=(random.integers(1, 6), 3, 4)).astype(np.float32)
    got, wanted = both(placed_points, points, random.integers(0, len(poses), len(points)), poses)
    assert np.array_equal(got, wanted)


@examples(120)
@given(SEEDS)
def test_rings_are_alike(seed):
    random = np.random.default_rng(seed)
    counts = random.integers(1, 20, random.integers(1, 90))
    middles = np.repeat(random.uniform(-0.3, 0.5, (len(counts), 3)), counts, axis=0)
    size = random.choice([0.003, 0.02, 0.2])
    vertices = (middles + random.normal(scale=size, size=middles.shape)).astype(np.float32)
    starts = np.cumsum(counts) - counts
    got, wanted = both(shadow_rings, vertices, starts, 0.006, float(size) / 5, TABLES)
    assert got.shape == wanted.shape == (len(TABLES.shares), len(wanted[0]), SIDES, 2)
    assert np.array_equal(got, wanted)


def test_parts_below_the_floor_and_inside_others_cast_none():
    cube = np.array(np.meshgrid(*[[-0.1, 0.1]] * 3), np.float32).reshape(3, -1).T
    up = np.array([0.0, 0.0, 1.0], np.float32)
    parts = np.ascontiguousarray(np.concatenate([cube - up, cube + up, 0.5 * cube + up]))
    starts = np.arange(0, 24, 8)
    for made in both(shadow_rings, parts, starts, 0.006, 0.0, TABLES):
        assert made.shape[1] == 1


def test_what_is_not_a_number_is_left_to_numpy():
    vertices = np.full((4, 3), np.nan, np.float32)
    with pytest.raises(AssertionError, match="declined"):
        both(shadow_rings, vertices, np.array([0]), 0.006, 0.0, TABLES)
