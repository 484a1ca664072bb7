"""Labels that gave way are joined to what they name."""

import numpy as np
import pytest

from rvs.model.views.view import Camera
from rvs.scene.annotate.label_table import LEAST_MOVE
from rvs.scene.annotate.labels import leader_lines, place_labels, rough_size
from rvs.scene.camera import project
from rvs.scene.items import Label

INK, SIZE = (0.1, 0.2, 0.3, 1.0), (800, 600)


def label(x: float) -> Label:
    return Label("Z", np.array([x, 0.0, 0.5]), INK, INK, away=(0, 0, 1), owner=("arm", "frame", 1))


@pytest.mark.parametrize("camera", [Camera(), Camera(parallel=True, elevation=0.9)])
def test_a_line_leads_from_the_anchor_to_the_rim_of_a_far_label(camera: Camera) -> None:
    labels = [label(0.001 * i) for i in range(6)]
    places = place_labels(labels, camera, *SIZE, rough_size)
    far = [
        (one, place)
        for one, place in zip(labels, places, strict=True)
        if place and place.moved >= LEAST_MOVE
    ]
    lines = leader_lines(labels, places, camera, *SIZE)
    assert 0 < len(lines) == len(far) < len(labels)
    for line, (one, place) in zip(lines, far, strict=True):
        start, end = project(camera, line.points, *SIZE)
        assert line.points[0] == pytest.approx(one.at)
        assert start[2] == pytest.approx(end[2])
        assert abs(end[0] - place.x) <= place.width / 2 + 1.001
        assert abs(end[1] - place.y) <= place.height / 2 + 1.001
        # It ends at the rim, not below the letters.
        assert np.abs((end[:2] - (place.x, place.y)) / (place.width, place.height)).max() > 0.5
        assert (line.owner, line.depth, line.color[:3]) == (one.owner, one.depth, INK[:3])


def test_labels_at_home_have_none() -> None:
    labels = [label(-1.0), label(1.0)]
    places = place_labels(labels, Camera(), *SIZE, rough_size)
    assert leader_lines(labels, places, Camera(), *SIZE) == []
    assert leader_lines(labels, [None, None], Camera(), *SIZE) == []
