"""What is sent of labels is the same by the kernel in C++ and by its NumPy form."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rvs.gl.label_sets import LabelSet, drawn_labels
from rvs.model.views.view import Camera
from rvs.scene.annotate.label_places import label_numbers, label_places
from rvs.scene.annotate.label_room import NOTHING
from rvs.scene.annotate.label_table import MOVES
from rvs.scene.camera import depth_range, lens
from rvs.scene.items import Label

from ..two_forms import both, with_kernels

pytestmark = with_kernels(drawn_labels)
WIDE, HIGH = 400, 300


def crowd(random, count, leaders):
    """Labels near the origin, some of which are far behind the eye, and what stays of them."""
    ats = random.uniform(-1, 1, (count, 3)) * random.choice([0.05, 0.5, 4.0], (count, 1))
    labels = [
        Label(
            "X", at, (1.0,) * 4, (0.0,) * 4, away=(0.0, 0.0, 1.0),
            sheet=(0.25, 0.5) if random.random() < 0.1 else None,
            stem=at - (0.0, 0.0, 0.1),
        )
        for at in ats
    ]  # fmt: skip
    kept = LabelSet(
        [], 1.5,
        random.integers(8, 60, (count, 2)).astype(float),
        random.uniform(4, 30, (count, 2)),
        random.random((count, 16), np.float32),
        random.random((2 * count, 28), np.float32),
        random.random(count) < leaders,
    )  # fmt: skip
    return labels, kept


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 25), st.booleans(), st.sampled_from([0.0, 0.4]))
def test_cells_and_lines_are_alike(seed, count, flat, leaders):
    random = np.random.default_rng(seed)
    labels, kept = crowd(random, count, leaders)
    camera = Camera((0.0, 0.0, 0.1), 0.5, 0.3, 1.5, parallel=flat)
    numbers, view = label_numbers(labels), lens(camera, WIDE, HIGH)
    page = np.array([[0.0, 0.0], [WIDE, HIGH]])
    places = label_places(numbers, kept.sizes, view, page, NOTHING, None, -1, MOVES)
    found = both(drawn_labels, kept, numbers, places, view, np.array(depth_range(camera)))
    for got, wanted in zip(*found, strict=True):
        assert got.shape == wanted.shape
        assert got.dtype == wanted.dtype
        assert np.array_equal(got, wanted)


def test_some_labels_have_lines_and_some_are_not_seen():
    random = np.random.default_rng(5)
    labels, kept = crowd(random, 25, 0.2)
    camera = Camera((0.0, 0.0, 0.1), 0.5, 0.3, 1.5)
    numbers, view = label_numbers(labels), lens(camera, WIDE, HIGH)
    page = np.array([[0.0, 0.0], [WIDE, HIGH]])
    places = label_places(numbers, kept.sizes, view, page, NOTHING, None, -1, MOVES)
    cells, lines = drawn_labels(kept, numbers, places, view, np.array(depth_range(camera)))
    seen = cells.any(axis=1)
    assert 0 < seen.sum() < 25
    assert 0 < len(lines) < 50
    assert np.array_equal(cells[seen, 2:6], kept.cells[seen, 2:6])
