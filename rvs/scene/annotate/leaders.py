"""Thin lines from displaced labels to their subjects; the same for every painter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.appearance.colors import Rgba
from rvs.model.views.view import Camera
from rvs.scene.annotate.labels import PlacedLabel
from rvs.scene.camera import covered, lens, projected
from rvs.scene.items import Label, Line

# The line ends so far from the letters, in pixels.
CLEAR = 1.0
WIDTH, OPACITY, RIM = 1.0, 0.7, 2.0


def leader_lines(
    labels: Sequence[Label],
    places: Sequence[PlacedLabel | None],
    camera: Camera,
    width: float,
    height: float,
) -> list[Line]:
    """Return a line from its anchor to each label that was displaced or requires one.

    Args:
        labels: The labels.
        places: Their positions from ``place_labels``.
        camera: The camera.
        width: Width of the picture, in pixels.
        height: Height of the picture, in pixels.
    """
    far = [
        (label, place)
        for label, place in zip(labels, places, strict=True)
        if place is not None and label.sheet is None and (label.leader or place.led)
    ]
    if not far:
        return []
    anchors = np.array([label.at for label, _ in far], float)
    boxes = np.array([(place.x, place.y, place.width, place.height) for _, place in far])
    ends = leader_ends(anchors, boxes[:, :2], boxes[:, 2:], lens(camera, width, height))
    return [
        Line(points, color, wide, owner=label.owner, layer=label.layer, depth=label.depth)
        for (label, _), points in zip(far, np.stack([anchors, ends], axis=1), strict=True)
        for color, wide in leader_inks(label)[0 if label.leader else 1 :]
    ]


def leader_inks(label: Label) -> tuple[tuple[Rgba, float], tuple[Rgba, float]]:
    """Return colour and width of a label's rim and line; only a leader has a rim."""
    red, green, blue, alpha = label.color
    # Where there is a rim, the line may cross bodies as bright as itself.
    color = label.color if label.leader else (red, green, blue, OPACITY * alpha)
    return (label.halo, WIDTH + RIM), (color, WIDTH)


def leader_ends(anchors: Array, middles: Array, sizes: Array, lens: Array) -> Array:
    """Return the ends of lines from anchors (n, 3) to labels, in m (n, 3).

    Args:
        anchors: The subjects of the labels.
        middles: Their centres, in pixels (n, 2).
        sizes: Their widths and heights (n, 2).
        lens: The numbers of ``rvs.scene.camera.lens``.
    """
    seen = projected(anchors, lens)
    starts, halves = seen[:, :2], sizes / 2 + CLEAR
    ways = np.minimum(np.maximum(starts, middles - halves), middles + halves) - starts
    pixel = covered(seen[:, 2:], lens)
    ends: Array = anchors + pixel * (ways[:, :1] * lens[3:6] - ways[:, 1:] * lens[6:9])
    return ends
