"""What the renderer sends is the same by the kernels in C++ and by their NumPy forms."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rvs.gl.card.buffers import GAP, changed_runs
from rvs.gl.lines import segment_rows
from rvs.gl.quickline import edge_pixels

from ..two_forms import both, with_kernels

pytestmark = with_kernels(segment_rows, changed_runs, edge_pixels)


@settings(max_examples=80, deadline=None)
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


@settings(max_examples=80, deadline=None)
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


@settings(max_examples=80, deadline=None)
@given(
    st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 40), st.integers(0, 5),
    st.data(),
)  # fmt: skip
def test_pixels_of_edges_are_alike(seed, high, wide, far, data):
    random = np.random.default_rng(seed)
    # few spots, with rows and columns that are alike
    coarse = random.random((high // 4 + 1, wide // 3 + 1)) < 0.5
    mask = np.ascontiguousarray(np.repeat(np.repeat(coarse, 4, 0), 3, 1)[:high, :wide])
    aslant, near = (data.draw(st.integers(0, far)) for _ in range(2))
    for got, wanted in zip(*both(edge_pixels, mask, far, aslant, near), strict=True):
        assert got.shape == wanted.shape
        assert got.dtype == wanted.dtype
        assert np.array_equal(got, wanted)
