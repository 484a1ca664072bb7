"""Data of labels that are sent to the graphics card."""

import numpy as np

from rvs.gl.labels import LabelSet, drawn_labels
from rvs.model.views.view import Camera
from rvs.scene.annotate.label_room import NOTHING
from rvs.scene.annotate.label_table import label_numbers, label_places
from rvs.scene.camera import depth_range, lens
from rvs.scene.items import Label

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


def test_some_labels_have_lines_and_some_are_not_seen():
    random = np.random.default_rng(5)
    labels, kept = crowd(random, 25, 0.2)
    camera = Camera((0.0, 0.0, 0.1), 0.5, 0.3, 1.5)
    numbers, view = label_numbers(labels), lens(camera, WIDE, HIGH)
    page = np.array([[0.0, 0.0], [WIDE, HIGH]])
    places = label_places(numbers, kept.sizes, view, page, NOTHING, None, -1)
    cells, lines = drawn_labels(kept, numbers, places, view, np.array(depth_range(camera)))
    seen = cells.any(axis=1)
    assert 0 < seen.sum() < 25
    assert 0 < len(lines) < 50
    assert np.array_equal(cells[seen, 2:6], kept.cells[seen, 2:6])
