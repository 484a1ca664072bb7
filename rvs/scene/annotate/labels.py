"""Where labels go on the screen, so that none covers another; the same for every painter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.model.views.view import Camera
from rvs.scene.annotate.label_room import obstacles
from rvs.scene.annotate.label_table import FREE, LEAST_MOVE, Table, settled_labels, towards
from rvs.scene.camera import axes, project
from rvs.scene.items import Label, Line

Measure = Callable[[Label], tuple[float, float]]

LETTER_WIDTH, SUBSCRIPT = 0.68, 0.72
# Between an arrow's tip and its name at least.
TIP_ROOM = 5.0
# In pictures of what moves a label glides so far from one to the next at most.
STRIDE = 8.0
# Anchors that are less far from where they were stand still.
STILL = 0.1
_UNKNOWN = (np.nan,) * 6


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label's rectangle on the screen, in pixels, y down.

    Attributes:
        x: Middle, from the left.
        y: Middle, from the top.
        width: Width of the text.
        height: Height of the text.
        moved: How far it gave way to others.
        led: It is so far from its anchor, or so near that of another, that a line leads to it.
        anchor: The point that it names.
        goal: Where it is to be or is on its way to, seen from there; None at its first place.
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
    """Return where each label goes; None for one behind the eye.

    A label sits ``gap`` pixels from its anchor in the direction of its axis as seen.  Where an
    earlier one, an arrow or a line is in the way, or the edge of the picture, it takes the nearest
    place that is free: on along its axis, beside it, or farther around its anchor.  The order of
    the labels decides, not the view, so that turning the camera does not make them jump.

    Args:
        labels: The labels.
        camera: From where.
        width: Width of the picture, in pixels.
        height: Height of the picture, in pixels.
        measure: Width and height of a label's text, in pixels.
        lines: Lines that labels keep clear of, too.
        page: Left, top, right, bottom in pixels: labels of what is in there stay there; the picture
            if left out.
        before: The labels in the picture before; each keeps its place beside its anchor while it
            can, and goes back to its first one where there is room.
        searches: In a picture of what moves: so many labels at most look for another place, and go
            there in small steps, one from picture to picture.
    """
    if not labels:
        return []
    anchors = project(camera, np.array([label.at for label in labels], float), width, height)
    away = np.array([label.away for label in labels]) @ axes(camera)[:2].T * (1.0, -1.0)
    sizes = np.array([measure(label) for label in labels], float)
    spots = [_spot(label, at, width, height) for label, at in zip(labels, anchors, strict=True)]
    lost = [
        at[2] <= 0.0 and not camera.parallel and label.sheet is None
        for label, at in zip(labels, anchors.tolist(), strict=True)
    ]
    gone: NDArray[np.bool_] = np.array(lost, bool)
    loose = np.array([spot is None for spot in spots], bool) & ~gone
    steady = _unit(away)
    homes = anchors[:, :2] + _gaps(labels, steady, sizes)[:, None] * steady
    seen = np.any(steady, axis=1, keepdims=True)
    table = Table(
        np.ascontiguousarray(anchors[:, :2]), homes, np.where(seen, steady, (0.0, -1.0)), sizes,
        np.array([label.stem is not None for label in labels]) & ~gone,
        obstacles(labels, lines, camera, width, height),
        np.reshape(page or (0.0, 0.0, width, height), (2, 2)).astype(float),
    )  # fmt: skip
    if before is None:
        goals = places = _settled(table, spots, loose, homes.copy(), None, follows=False)
    else:
        goals, places = _followed(table, spots, loose, before, searches)
    led = table.ambiguous(places, loose)
    moved = np.where(loose, np.linalg.norm(places - homes, axis=1), 0.0)
    led |= moved >= LEAST_MOVE
    away_from = np.linalg.norm(goals - homes, axis=1) > FREE
    rows = np.column_stack([places, sizes, moved]).tolist()
    points, beside = anchors[:, :2].tolist(), (goals - anchors[:, :2]).tolist()
    return [
        None
        if behind
        else PlacedLabel(x, y, wide, high, far, line, (left, top), (dx, dy) if away else None)
        for behind, (x, y, wide, high, far), line, (left, top), (dx, dy), away in zip(
            lost, rows, led.tolist(), points, beside, away_from.tolist(), strict=True
        )
    ]


def _followed(
    table: Table,
    spots: Sequence[tuple[float, float] | None],
    loose: NDArray[np.bool_],
    before: Sequence[PlacedLabel | None],
    searches: int | None,
) -> tuple[Array, Array]:
    """Where labels are to be (n, 2), beside where they were, and where they are on their way."""
    rows = np.array([_UNKNOWN if one is None else _row(one) for one in before])
    shift = table.anchors - rows[:, 2:4]
    new = np.isnan(rows[:, :1])
    starts = np.where(new, table.homes, shift + rows[:, :2])
    goals = np.where(np.isnan(rows[:, 4:]), table.homes, table.anchors + rows[:, 4:])
    still = not np.any(np.abs(shift) >= STILL)
    goals = _settled(table, spots, loose, goals, None if still else searches, follows=True)
    stride = np.inf if searches is None or still else STRIDE
    return goals, np.where(loose[:, None], towards(starts, goals, stride), goals)


def _row(place: PlacedLabel) -> tuple[float, ...]:
    """Where a label was, its anchor, and its goal seen from there, if it has one (6,)."""
    return place.x, place.y, *place.anchor, *(place.goal or _UNKNOWN[:2])


def _settled(
    table: Table,
    spots: Sequence[tuple[float, float] | None],
    loose: NDArray[np.bool_],
    wished: Array,
    searches: int | None,
    follows: bool,
) -> Array:
    """Where labels are to be (n, 2), those that stay where they are put at their spots."""
    fixed = np.array([spot is not None for spot in spots], bool)
    wished[fixed] = [spot for spot in spots if spot is not None] or np.zeros((0, 2))
    most = len(spots) if searches is None else searches
    return settled_labels(table, wished, fixed, loose, most, follows)


def _gaps(labels: Sequence[Label], steady: Array, sizes: Array) -> Array:
    """How far the first places of labels are from their anchors (n,)."""
    gaps = np.array([label.gap for label in labels])
    named = np.array([label.stem is not None for label in labels])
    reach = (np.abs(steady) * sizes / 2).sum(axis=1) + TIP_ROOM
    return np.where(named, np.maximum(gaps, reach), gaps)


def _spot(label: Label, anchor: Array, width: float, height: float) -> tuple[float, float] | None:
    """Middle of a label that stays where it is put, or None for one that gives way."""
    if label.shift is None and label.sheet is None:
        return None
    x, y = anchor[:2].tolist()
    if label.sheet is not None:
        x, y = label.sheet[0] * width, label.sheet[1] * height
    right, down = label.shift or (0.0, 0.0)
    return x + right, y + down


def rough_size(label: Label) -> tuple[float, float]:
    """Return about how wide and high a label's text is, in pixels, without knowing its font."""
    letters = len(label.text) + SUBSCRIPT * len(label.subscript)
    return LETTER_WIDTH * label.size * letters, label.size


def _unit(directions: Array) -> Array:
    """Directions on the screen (m, 2) of length 1, or 0 where an axis points at the eye."""
    length = np.hypot(directions[:, :1], directions[:, 1:])
    seen = length > 1e-6
    return np.where(seen, directions / np.where(seen, length, 1.0), 0.0)
