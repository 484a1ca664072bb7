"""The kernels of figures in C++ give what their NumPy forms give, to the last bit."""

from dataclasses import replace
from itertools import chain

import numpy as np
import pytest
from figures_scenes import random_arm
from hypothesis import given
from hypothesis import strategies as st

from rvs.export.formats.pdf import path_words
from rvs.export.visibility.bands import MOST_HUES, STEP_OF_HUE, band_pieces
from rvs.export.visibility.facets import Facets, facets
from rvs.export.visibility.order import _pairs
from rvs.export.visibility.patches import Patches, patches
from rvs.export.visibility.plane.areas import cut, wide_rings
from rvs.export.visibility.plane.rings import rings
from rvs.export.visibility.plane.rows import numbered
from rvs.export.visibility.sheet import Sheet
from rvs.export.visibility.triangle_overlaps import SLIVER, TIE, common, compared, nearer_parts
from rvs.geometry.graph import connected
from tests.examples import examples

from ..two_forms import both, with_kernels

KERNELS = (
    cut,
    rings,
    numbered,
    path_words,
    wide_rings,
    compared,
    nearer_parts,
    band_pieces,
    connected,
)
pytestmark = with_kernels(*KERNELS)
SEEDS = st.integers(0, 10**6)


def seen(seed: int) -> Patches:
    """The patches of an arm that reaches through itself, on a small sheet."""
    scene, camera = random_arm(seed, 8)
    return patches(facets(scene.items, Sheet(camera, 300, 200)))


@examples(60)
@given(SEEDS)
def test_polygons_are_cut_alike(seed):
    random = np.random.default_rng(seed)
    many, corners, width = random.integers(0, 30), random.integers(3, 8), random.integers(2, 7)
    points = random.normal(size=(many, corners, width))
    counts = random.integers(0, corners + 1, many)
    values = np.round(random.normal(size=(many, corners)), 1) + random.choice([-9.0, 0.0, 9.0])
    got, wanted = both(cut, points, counts, values)
    assert np.array_equal(got[0], wanted[0])
    assert np.array_equal(got[1], wanted[1])


@examples(60)
@given(SEEDS)
def test_outlines_run_alike(seed):
    random = np.random.default_rng(seed)
    count, points = int(random.integers(1, 4)), int(random.integers(3, 12))
    triangles = random.integers(0, points, (random.integers(0, 40), 3))
    starts, ends = triangles.ravel(), triangles[:, [1, 2, 0]].ravel()
    groups = np.repeat(random.integers(0, count, len(triangles)), 3)
    places = random.normal(size=(points, 2))
    got, wanted = both(rings, groups, starts, ends, places, count)
    assert [len(some) for some in got] == [len(some) for some in wanted]
    for mine, theirs in zip(chain(*got), chain(*wanted), strict=True):
        assert np.array_equal(mine, theirs)


@pytest.mark.parametrize("seed", range(3))
def test_triangles_are_compared_alike(seed):
    made = seen(seed)
    pairs = _pairs(made)
    got, wanted = both(compared, made.facets, made.of, pairs, TIE, SLIVER)
    assert len(wanted[0]) > 100
    for mine, theirs in zip(got, wanted, strict=True):
        assert mine.dtype == theirs.dtype
        assert np.array_equal(mine, theirs)
    one, two, nearer, farther = wanted
    for side in (1.0, -1.0):
        arguments = made.facets, one, two, nearer & farther, side, SLIVER
        got, wanted = both(nearer_parts, *arguments)
        assert wanted[1].any()
        assert not wanted[1].all()
        for mine, theirs in zip(got, wanted, strict=True):
            assert mine.dtype == theirs.dtype
            assert np.array_equal(mine, theirs)


def slivers(made: Facets, seed: int) -> Facets:
    """The same triangles with their corners on a few lines, but for the last bits."""
    random = np.random.default_rng(seed)
    along = random.integers(-4, 5, len(made.paper)) / 3.0
    slope, shift = random.choice([0.1, 0.7, 1.0 / 3.0]), random.choice([0.0, 1e3])
    noise = random.integers(-2, 3, (2, len(along))) * 2.0**-52 * max(1.0, shift)
    paper = np.stack([along + shift + noise[0], slope * along + shift + noise[1]], axis=1)
    return replace(made, paper=np.concatenate([paper, made.paper[:, 2:]], axis=1))


@pytest.mark.parametrize("seed", range(12))
def test_triangles_so_thin_that_signs_alternate_are_cut_alike(seed):
    thin = slivers(seen(1).facets, seed)
    random = np.random.default_rng(seed)
    one, two = random.integers(0, len(thin), (2, 20_000))
    most = int(common(thin, one, two)[1].max())
    assert most >= 6
    crossing = random.random(len(one)) < 0.5
    for side in (1.0, -1.0):
        got, wanted = both(nearer_parts, thin, one, two, crossing, side, -1.0)
        for mine, theirs in zip(got, wanted, strict=True):
            assert np.array_equal(mine, theirs)


@examples(60)
@given(SEEDS, st.sampled_from([1.0, 2.0]), st.sampled_from([0.02, STEP_OF_HUE]))
def test_bands_are_cut_alike(seed, wide, step):
    random = np.random.default_rng(seed)
    many = int(random.integers(0, 40))
    points = random.normal(size=(many, 3, 2))
    colors = random.uniform(size=(many, 3, 3)) ** random.integers(1, 4)
    levels = np.round(random.uniform(-0.2, 6.0, (many, 3)), random.integers(0, 4))
    surface = random.integers(0, 3, many)
    got, wanted = both(band_pieces, points, colors, levels, surface, wide, step, MOST_HUES)
    for mine, theirs in zip(got, wanted, strict=True):
        assert mine.shape == theirs.shape
        assert np.array_equal(mine, theirs)


@examples(100)
@given(SEEDS, st.sampled_from([3, 2**20, 2**62]))
def test_keys_are_numbered_alike(seed, most):
    random = np.random.default_rng(seed)
    keys = random.choice(random.integers(-most, most, 40), random.integers(0, 200))
    got, wanted = both(numbered, keys)
    for mine, theirs in zip(got, wanted, strict=True):
        assert mine.dtype == theirs.dtype
        assert np.array_equal(mine, theirs)


@examples(100)
@given(SEEDS, st.sampled_from([3, 2000, 10**8]), st.booleans())
def test_paths_are_written_alike(seed, most, closed):
    random = np.random.default_rng(seed)
    counts = random.integers(0, 7, random.integers(0, 5))
    points = random.integers(-most, most, (counts.sum(), 2)) / random.choice([1, 100, 200, 313])
    points[random.random(points.shape) < 0.2] *= 10
    points = np.repeat(points, 1 + (random.random(len(points)) < 0.2), axis=0)[: counts.sum()]
    lines = tuple(np.split(points, np.cumsum(counts)[:-1])) if len(counts) else ()
    got, wanted = both(path_words, lines, closed)
    assert got == wanted


@examples(60)
@given(SEEDS)
def test_the_same_rings_are_wide(seed):
    random = np.random.default_rng(seed)
    rings = tuple(
        random.normal(0, 1, (random.integers(0, 9), 2)) for _ in range(random.integers(0, 9))
    )
    got, wanted = both(wide_rings, rings, float(random.random()))
    assert [id(ring) for ring in got] == [id(ring) for ring in wanted]


@examples(100)
@given(SEEDS)
def test_parts_of_a_graph_are_numbered_alike(seed):
    random = np.random.default_rng(seed)
    count = int(random.integers(1, 60))
    one, two = random.integers(0, count, (2, random.integers(0, 50)))
    got, wanted = both(connected, one, two, count)
    assert np.array_equal(got, wanted)
    assert (got[one] == got[two]).all()
    first = np.unique(got, return_index=True)[1]
    assert (np.diff(first) > 0).all(), "parts are numbered from the first node on"


def test_a_long_chain_is_one_part():
    nodes = np.random.default_rng(0).permutation(3000)
    got, wanted = both(connected, nodes[:-1].copy(), nodes[1:].copy(), 3000)
    assert not got.any()
    assert not wanted.any()


def test_arguments_of_another_kind_are_answered_by_the_reference():
    points = np.array([[[0, 0], [2, 0], [0, 2]]])
    found, left = cut(points, np.array([3]), np.array([[1.0, -1.0, 1.0]]))
    assert left.tolist() == [4]
    assert found[0, :4].tolist() == [[0, 0], [1, 0], [1, 1], [0, 2]]
