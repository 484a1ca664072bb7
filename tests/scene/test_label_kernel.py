"""The search for places of labels in C++ finds what its NumPy form finds, to the last bit."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rvs.scene.annotate.label_room import Obstacles
from rvs.scene.annotate.label_table import Table, settled_labels

from ..two_forms import both, with_kernels

pytestmark = with_kernels(settled_labels)
SIZE = 400.0, 300.0


def crowded(seed, count, blocks):
    """A table of labels in a small picture, and where each was before."""
    random = np.random.default_rng(seed)
    anchors = np.round(random.uniform(-20, 1.05, (count, 2)) % 1.1 * SIZE, random.integers(0, 3))
    angles = random.choice([0.0, 0.5, 1.0, 1.5, 0.3], count) * np.pi
    along = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    sizes = np.stack([random.integers(8, 60, count), np.full(count, 17)], axis=1).astype(float)
    homes = anchors + random.choice([0.0, 15.0], (count, 1)) * along
    starts = np.concatenate([anchors, random.uniform(0, 1, (blocks, 2)) * SIZE])
    ways = np.round(random.normal(scale=60.0, size=starts.shape), 1)
    ways[random.random(len(ways)) < 0.2, 0] = 0.0
    lines = Obstacles(
        starts, ways, random.uniform(1, 9, len(starts)), random.choice([20.0, 60.0], len(starts))
    )
    table = Table(
        anchors, homes, along, sizes, random.random(count) < 0.6, lines,
        np.array([[0.0, 0.0], SIZE]),
    )  # fmt: skip
    before = np.where(
        random.random((count, 1)) < 0.5, homes, homes + random.normal(0, 9, (count, 2))
    )
    kinds = random.choice(3, count, p=[0.1, 0.8, 0.1])
    return table, before, kinds == 0, kinds == 1


@settings(max_examples=150, deadline=None)
@given(
    st.integers(0, 10**6), st.integers(0, 25), st.integers(0, 30), st.integers(0, 30), st.booleans()
)
def test_labels_settle_in_the_same_places(seed, count, blocks, searches, follows):
    table, before, fixed, loose = crowded(seed, count, blocks)
    got, wanted = both(settled_labels, table, before, fixed, loose, searches, follows)
    assert np.array_equal(got, wanted)


def test_crowded_labels_really_move():
    table, before, fixed, loose = crowded(1, 25, 30)
    got, _ = both(settled_labels, table, before, fixed, loose, 25, True)
    moved = np.linalg.norm(got - before, axis=1) > 0.0
    assert moved[loose].sum() > 8
    assert not moved[~loose].any()


def test_what_is_not_a_number_is_left_to_numpy():
    table, before, fixed, loose = crowded(2, 5, 0)
    before[np.flatnonzero(loose)[0]] = np.nan
    with pytest.raises(AssertionError, match="declined"):
        both(settled_labels, table, before, fixed, loose, 5, False)
