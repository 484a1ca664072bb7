"""Where labels go on the screen, so that none covers another; the same for every painter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, hypot

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.views.view import Camera
from rvs.scene.camera import axes, project
from rvs.scene.items import Label, Line

Measure = Callable[[Label], tuple[float, float]]
# Middle, width and height.
Rectangle = tuple[float, float, float, float]

CLEARANCE = 1.0
STEP = 5.0
STEPS = 9
# Ways to give way: on along the axis, then to its sides, then back.
TURNS = np.array([[1.0, 0.0], [0.6, 0.8], [0.6, -0.8], [0.0, 1.0], [0.0, -1.0], [-1.0, 0.0]])

# Pixels that each of these ways must save to be taken.
PENALTIES = np.array([0.0, 4.0, 4.0, 12.0, 12.0, 24.0])
LETTER_WIDTH, SUBSCRIPT = 0.68, 0.72
# How lines that are kept clear of are counted: squares so far apart, so wide, so many a piece.
LINE_STEP, LINE_WIDTH, MOST_ALONG = 5.0, 3.0, 200


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label's rectangle on the screen, in pixels, y down.

    Attributes:
        x: Middle, from the left.
        y: Middle, from the top.
        width: Width of the text.
        height: Height of the text.
        moved: How far it gave way to others.
    """

    x: float
    y: float
    width: float
    height: float
    moved: float


def place_labels(
    labels: Sequence[Label],
    camera: Camera,
    width: int,
    height: int,
    measure: Measure,
    lines: Sequence[Line] = (),
) -> list[PlacedLabel | None]:
    """Return where each label goes; None for one behind the eye.

    A label sits ``gap`` pixels from its anchor in the direction of its axis as seen.  Where an
    earlier one is in the way it moves on along its axis, then beside it; the order of the labels
    decides, not the view, so that turning the camera does not make them jump.

    Args:
        labels: The labels.
        camera: From where.
        width: Width of the picture, in pixels.
        height: Height of the picture, in pixels.
        measure: Width and height of a label's text, in pixels.
        lines: Lines that labels keep clear of, too.
    """
    if not labels:
        return []
    anchors = project(camera, np.array([label.at for label in labels]), width, height)
    away = np.array([label.away for label in labels]) @ axes(camera)[:2].T * (1.0, -1.0)
    taken = _fixed(labels, anchors, width, height, measure)
    taken += _along(lines, camera, width, height)
    placed: list[PlacedLabel | None] = []
    steady = _unit(away)
    homes = anchors[:, :2] + np.array([[label.gap] for label in labels]) * steady
    for label, anchor, home, axis in zip(labels, anchors, homes.tolist(), steady, strict=True):
        size = measure(label)
        spot = _spot(label, anchor, width, height)
        if anchor[2] <= 0.0 and not camera.parallel and label.sheet is None:
            placed.append(None)
            continue
        if spot is not None:
            placed.append(PlacedLabel(*spot, *size, 0.0))
            continue
        x, y = middle = _free(home, axis, size, taken)
        taken.append((*middle, *size))
        placed.append(PlacedLabel(x, y, *size, hypot(x - home[0], y - home[1])))
    return placed


def _along(lines: Sequence[Line], camera: Camera, width: int, height: int) -> list[Rectangle]:
    """Small squares along straight pieces of lines, in pixels."""
    found: list[Rectangle] = []
    for line in lines:
        ends = np.asarray(line.points)
        pieces = ends.reshape(-1, 2, 3) if line.pairs else np.stack([ends[:-1], ends[1:]], axis=1)
        seen = project(camera, pieces, width, height)
        for (x0, y0, near), (x1, y1, far) in seen.tolist():
            if not camera.parallel and min(near, far) <= 0.0:
                continue
            count = min(ceil(hypot(x1 - x0, y1 - y0) / LINE_STEP), MOST_ALONG) + 1
            for part in np.linspace(0.0, 1.0, count).tolist():
                x, y = x0 + part * (x1 - x0), y0 + part * (y1 - y0)
                found.append((x, y, LINE_WIDTH, LINE_WIDTH))
    return found


def _spot(label: Label, anchor: Array, width: int, height: int) -> tuple[float, float] | None:
    """Middle of a label that stays where it is put, or None for one that gives way."""
    if label.shift is None and label.sheet is None:
        return None
    x, y = anchor[:2].tolist()
    if label.sheet is not None:
        x, y = label.sheet[0] * width, label.sheet[1] * height
    right, down = label.shift or (0.0, 0.0)
    return x + right, y + down


def _fixed(
    labels: Sequence[Label], anchors: Array, width: int, height: int, measure: Measure
) -> list[Rectangle]:
    """Rectangles of labels that stay where they are put."""
    return [
        (*spot, *measure(label))
        for label, anchor in zip(labels, anchors, strict=True)
        if (spot := _spot(label, anchor, width, height)) is not None
    ]


def rough_size(label: Label) -> tuple[float, float]:
    """Return about how wide and high a label's text is, in pixels, without knowing its font."""
    letters = len(label.text) + SUBSCRIPT * len(label.subscript)
    return LETTER_WIDTH * label.size * letters, label.size


def _unit(directions: Array) -> Array:
    """Directions on the screen (m, 2) of length 1, or 0 where an axis points at the eye."""
    length = np.hypot(directions[:, :1], directions[:, 1:])
    seen = length > 1e-6
    return np.where(seen, directions / np.where(seen, length, 1.0), 0.0)


def _ways() -> Array:
    """Moves to try (m, 2), along and across an axis: the least first, of equal ones the earlier."""
    steps = STEP * np.arange(1, STEPS + 1)
    moves = (TURNS[:, None] * steps[:, None]).reshape(-1, 2)
    order = np.argsort(np.tile(steps, len(TURNS)) + np.repeat(PENALTIES, STEPS), kind="stable")
    return np.concatenate([np.zeros((1, 2)), moves[order]])


WAYS = _ways()


def _free(
    home: list[float], axis: Array, size: tuple[float, float], taken: list[Rectangle]
) -> tuple[float, float]:
    """The first place where nothing is covered, or the one where least is."""
    x, y = home
    # Few labels are in the way of others: numbers one by one are faster here than arrays.
    if not any(
        abs(x - left) < (size[0] + wide) / 2 + CLEARANCE
        and abs(y - top) < (size[1] + high) / 2 + CLEARANCE
        for left, top, wide, high in taken
    ):
        return x, y
    along, across = axis if axis.any() else (0.0, -1.0)
    places = np.array(home) + WAYS @ np.array([[along, across], [-across, along]])
    covered = _covered(places, size, np.array(taken))
    best_x, best_y = places[int(np.argmin(covered))].tolist()
    return best_x, best_y


def _covered(places: Array, size: tuple[float, float], taken: Array) -> Array:
    """Area of other labels that a label at each place (m, 2) would cover (m,)."""
    apart = np.abs(places[:, None] - taken[:, :2])
    room = (np.asarray(size) + taken[:, 2:]) / 2 + CLEARANCE - apart
    area: Array = np.maximum(room, 0.0).prod(axis=-1).sum(axis=-1)
    return area
