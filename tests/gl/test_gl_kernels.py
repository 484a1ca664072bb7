"""Data that the renderer sends are the same from the C++ kernels and from their NumPy forms."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rvs.gl.card.buffers import GAP, changed_runs
from rvs.gl.lines import CORNER, STRAY, needed_points, segment_rows
from rvs.model.views.view import Camera
from rvs.scene.camera import lens, projected
from tests.examples import examples

from ..two_forms import both, with_kernels

pytestmark = with_kernels(segment_rows, changed_runs, projected, needed_points)


def view(random):
    """The numbers of a camera somewhere near the origin."""
    azimuth, elevation = random.uniform(-1.5, 1.5, 2).tolist()
    target = tuple(random.normal(size=3).tolist())
    camera = Camera(target, azimuth, elevation, distance=2.0, parallel=bool(random.integers(2)))
    return lens(camera, 640, 480)


def walk(random, count):
    """A polyline that bends more and less, rests, runs straight and turns back."""
    steps = random.normal(scale=0.01, size=(count, 3)) * random.choice([0.0, 0.1, 1.0], (count, 1))
    steps += random.normal(scale=0.02, size=3)
    steps[random.random(count) < 0.2] = 0.0
    steps[random.random(count) < 0.05] *= -1.0
    return np.cumsum(steps, axis=0)


@examples(80)
@given(st.integers(0, 10**6), st.integers(0, 9), st.booleans(), st.booleans())
def test_segments_are_alike(seed, count, pairs, faded):
    random = np.random.default_rng(seed)
    # few different points, so that segments join and lines close
    points = np.round(random.uniform(-1, 1, (3, 3)), 2)[random.integers(0, 3, count)]
    alphas = random.random(count) if faded else None
    looks = (1.5, float(random.integers(0, 2)), *random.random(4).tolist(), 1.0)
    got, wanted = both(segment_rows, points, alphas, pairs, looks)
    assert got.shape == wanted.shape
    assert got.dtype == wanted.dtype
    assert np.array_equal(got, wanted)


@examples(80)
@given(st.integers(0, 10**6), st.integers(0, 60), st.integers(1, 60))
def test_runs_are_alike(seed, had, count):
    random = np.random.default_rng(seed)
    held = random.integers(0, 3, (had, 8), np.uint8)
    rows = np.resize(held, (count, 8)) if had else random.integers(0, 3, (count, 8), np.uint8)
    rows = rows.copy()
    rows[random.random(count) < 0.15, random.integers(0, 8)] += 1
    got, wanted = both(changed_runs, rows, held, GAP)
    assert got == wanted
    kept = np.ones(count, bool)
    for first, end in got:
        kept[first:end] = False
    assert np.array_equal(rows[kept], np.resize(held, (max(had, count), 8))[:count][kept])


@examples(80)
@given(st.integers(0, 10**6), st.sampled_from([(3,), (0, 3), (7, 3), (4, 2, 3)]))
def test_projected_points_are_alike(seed, shape):
    random = np.random.default_rng(seed)
    got, wanted = both(projected, random.normal(scale=3.0, size=shape), view(random))
    assert got.shape == wanted.shape
    assert np.array_equal(got, wanted)


@examples(150)
@given(st.integers(0, 10**6), st.integers(2, 200))
def test_the_same_points_are_needed(seed, count):
    random = np.random.default_rng(seed)
    points = walk(random, count)
    found = both(needed_points, points, view(random), STRAY, CORNER, 2560.0)
    for got, wanted in zip(*found, strict=True):
        assert got.dtype == wanted.dtype
        assert np.array_equal(got, wanted)
    assert (found[0][0][0], found[0][0][-1]) == (0, count - 1)


def test_what_is_not_a_number_is_left_to_numpy():
    random = np.random.default_rng(1)
    points = walk(random, 9)
    points[4] = np.nan
    for call in (
        (projected, points, view(random)),
        (needed_points, points, view(random), STRAY, CORNER, 2560.0),
    ):
        with pytest.raises(AssertionError, match="declined"):
            both(*call)
