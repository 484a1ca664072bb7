"""Places of labels by the kernels in C++ are those of their NumPy forms, to the last bit."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rvs.model.views.view import Camera
from rvs.scene.annotate.label_places import label_numbers, label_places
from rvs.scene.annotate.label_room import NOTHING, Obstacles
from rvs.scene.annotate.label_table import MOVES, Table, settled_labels
from rvs.scene.camera import lens
from rvs.scene.items import Label

from ..two_forms import both, with_kernels

pytestmark = with_kernels(settled_labels, label_numbers, label_places)
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


def labels_around(random, count, room=0.5):
    """Labels near the origin: some of arrows, some that stay where they are put."""
    ats = random.uniform(-room, room, (count, 3))
    stems = ats - random.choice([0.0, 0.1], (count, 1)) * random.normal(size=(count, 3))
    ways = np.round(random.normal(size=(count, 3)), 1) * random.choice([0.0, 1.0], (count, 1))
    # what stays where it is put is not put behind the eye
    kinds = random.choice(
        5, count, p=[0.1, 0.1, 0.1, 0.3, 0.4] if room < 1.0 else [0, 0, 0, 0.4, 0.6]
    )
    return [
        Label(
            "X", at, (1.0,) * 4, (0.0,) * 4, away=tuple(way.tolist()),
            gap=float(random.choice([0.0, 15.0])),
            shift=(12.0, -7.0) if kind == 0 else None,
            sheet=(0.25, 0.5) if kind in (0, 1) else None,
            stem=stem if kind > 2 else None,
        )
        for at, way, stem, kind in zip(ats, ways, stems, kinds, strict=True)
    ]  # fmt: skip


def alike(got, wanted):
    return got.shape == wanted.shape and np.array_equal(got, wanted, equal_nan=True)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 25))
def test_labels_have_the_same_numbers(seed, count):
    labels = labels_around(np.random.default_rng(seed), count)
    assert alike(*both(label_numbers, labels))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 25), st.integers(-1, 6), st.booleans(), st.booleans())
def test_labels_have_the_same_places(seed, count, searches, flat, blocked):
    random = np.random.default_rng(seed)
    labels = labels_around(random, count, random.choice([0.1, 0.5, 2.0]))
    sizes = np.stack([random.integers(8, 60, count), np.full(count, 17)], axis=1).astype(float)
    page = np.array([[0.0, 0.0], SIZE])
    lines = crowded(seed, 0, 5)[0].blocks if blocked else NOTHING
    before = None
    for turn in (0.0, 0.02, 0.02, 0.3):
        camera = Camera((0.0, 0.0, 0.1), 0.5 + turn, 0.3, 1.5, parallel=flat)
        found = both(
            label_places, label_numbers(labels), sizes, lens(camera, *SIZE), page, lines, before,
            searches, MOVES,
        )  # fmt: skip
        assert alike(*found)
        before = found[0]
        before[random.random(count) < 0.1] = np.nan


def test_anchors_without_numbers_are_left_to_numpy():
    random = np.random.default_rng(3)
    numbers = label_numbers(labels_around(random, 4))
    numbers[2, 0] = np.nan
    view, page = lens(Camera(), *SIZE), np.array([[0.0, 0.0], SIZE])
    with pytest.raises(AssertionError, match="declined"):
        both(label_places, numbers, np.ones((4, 2)), view, page, NOTHING, None, 0, MOVES)
