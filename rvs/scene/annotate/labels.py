"""Positions of labels on the screen without overlaps, and lines to their subjects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan, nan

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.appearance.colors import Rgba
from rvs.model.views.view import Camera
from rvs.scene.annotate.label_room import lines_in_the_way
from rvs.scene.annotate.label_table import PLACE, label_numbers, label_places
from rvs.scene.camera import covered, lens, projected
from rvs.scene.items import Label, Line
from rvs.value_class import dataclass

Measure = Callable[[Label], tuple[float, float]]

LETTER_WIDTH, SUBSCRIPT = 0.68, 0.72


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label's rectangle on the screen, in pixels, y down.

    Attributes:
        x: Centre, from the left.
        y: Centre, from the top.
        width: Width of the text.
        height: Height of the text.
        moved: Its displacement because of others.
        led: A line leads to it, because it is far from its anchor or near that of another.
        anchor: The named point.
        goal: Its current or future position relative to the anchor; None at its first position.
    """

    x: float
    y: float
    width: float
    height: float
    moved: float
    led: bool = False
    anchor: tuple[float, float] = (0.0, 0.0)
    goal: tuple[float, float] | None = None


def place_labels(
    labels: Sequence[Label],
    camera: Camera,
    width: float,
    height: float,
    measure: Measure,
    lines: Sequence[Line] = (),
    page: Sequence[float] | None = None,
    before: Sequence[PlacedLabel | None] | None = None,
    searches: int | None = None,
) -> list[PlacedLabel | None]:
    """Return the position of each label; None for one behind the camera.

    A label is ``gap`` pixels from its anchor in the visible direction of its axis.  If an earlier
    label, an arrow or a line is in its way, or the edge of the picture, it moves to the nearest
    free position: further along its axis, beside it, or farther around its anchor.  The order of
    the labels decides, not the view, so that they do not jump when the camera turns.

    Args:
        labels: The labels.
        camera: The camera.
        width: Width of the picture, in pixels.
        height: Height of the picture, in pixels.
        measure: Width and height of a label's text, in pixels.
        lines: Additional lines that labels avoid.
        page: Left, top, right, bottom in pixels of the area whose labels stay inside it; the
            picture if omitted.
        before: The labels in the previous picture; each keeps its position relative to its anchor
            if possible, and returns to its first position when there is room.
        searches: In a moving picture: maximum number of labels that search for another position and
            move there in small steps, one per picture; with 0, none searches, and each continues to
            the position found before.
    """
    if not labels:
        return []
    sizes = np.array([measure(label) for label in labels], float)
    numbers, seen = label_numbers(list(labels)), lens(camera, width, height)
    known = None if before is None else np.array([_row(one) for one in before])
    rows = label_places(
        numbers, sizes, seen, np.reshape(page or (0.0, 0.0, width, height), (2, 2)).astype(float),
        lines_in_the_way(lines, seen), known, -1 if searches is None else searches,
    )  # fmt: skip
    return [_placed(*size, *row) for size, row in zip(sizes.tolist(), rows.tolist(), strict=True)]


def _placed(wide: float, high: float, x: float, y: float, *rest: float) -> PlacedLabel | None:
    """Return a label of a given size from its row of positions."""
    left, top, right, down, moved, led, _ = rest
    if isnan(x):
        return None
    goal = None if isnan(right) else (right, down)
    return PlacedLabel(x, y, wide, high, moved, bool(led), (left, top), goal)


def _row(place: PlacedLabel | None) -> tuple[float, ...]:
    """Return the row of positions of a placed label."""
    if place is None:
        return (nan,) * PLACE
    goal = place.goal or (nan, nan)
    return place.x, place.y, *place.anchor, *goal, place.moved, float(place.led), nan


def rough_size(label: Label) -> tuple[float, float]:
    """Return the approximate size of a label's text, in pixels, without its font."""
    letters = len(label.text) + SUBSCRIPT * len(label.subscript)
    return LETTER_WIDTH * label.size * letters, label.size


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
