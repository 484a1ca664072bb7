"""Positions of labels on the screen, from numbers of labels and a camera."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rvs.engine.arrays import Array
from rvs.scene.annotate.label_room import Obstacles, arrows
from rvs.scene.annotate.label_table import (
    FREE,
    LEAST_MOVE,
    STILL,
    STRIDE,
    TIP_ROOM,
    Table,
    settled_labels,
    towards,
)
from rvs.scene.camera import projected
from rvs.scene.items import Label

NUMBERS, PLACE = 14, 9
_NOWHERE = (np.nan,) * 3


def label_numbers(labels: Sequence[Label]) -> Array:
    """Return the numbers that determine label positions in addition to sizes (n, 14).

    Anchor; direction away from it; stem, NaN without one; gap; shift and position on the sheet, NaN
    without them.
    """
    rows = [
        (
            *label.at, *label.away, *(_NOWHERE if label.stem is None else label.stem), label.gap,
            *(label.shift or _NOWHERE[:2]), *(label.sheet or _NOWHERE[:2]),
        )
        for label in labels
    ]  # fmt: skip
    return np.array(rows, float).reshape(-1, NUMBERS)


def label_places(
    numbers: Array,
    sizes: Array,
    lens: Array,
    page: Array,
    lines: Obstacles,
    before: Array | None,
    searches: int,
) -> Array:
    """Return the positions of labels in the form of ``place_labels`` (n, 9).

    Centre; anchor; goal relative to it, NaN at the first position; displacement; 1 if a line leads
    to it; depth of the anchor.  A label behind the eye has only NaN.

    Args:
        numbers: The data from ``label_numbers`` (n, 14).
        sizes: Widths and heights of their texts, in pixels (n, 2).
        lens: The numbers of ``rvs.scene.camera.lens``.
        page: Left and top, right and bottom of the area whose labels stay inside it (2, 2).
        lines: Obstacles in addition to arrows.
        before: The result for them in the previous picture, NaN for new ones; or None.
        searches: Maximum number of labels that search for another position when the scene moves
            after a previous picture; all may if it is negative.  If it is 0, they only continue to
            their goals.
    """
    seen = projected(numbers[:, :3], lens)
    anchors, depth = np.ascontiguousarray(seen[:, :2]), seen[:, 2]
    on_sheet, shifted = ~np.isnan(numbers[:, 12]), ~np.isnan(numbers[:, 10])
    lost = (depth <= 0.0) & ~on_sheet & (not lens[15])
    fixed = on_sheet | shifted
    loose = ~fixed & ~lost
    named = ~np.isnan(numbers[:, 6])
    spots = np.where(on_sheet[:, None], numbers[:, 12:14] * (2.0 * lens[12:14]), anchors)
    spots += np.where(shifted[:, None], numbers[:, 10:12], 0.0)
    steady = _directions(numbers[:, 3:6], lens)
    reach = (np.abs(steady) * sizes / 2).sum(axis=1) + TIP_ROOM
    gaps = np.where(named, np.maximum(numbers[:, 9], reach), numbers[:, 9])
    homes = anchors + gaps[:, None] * steady
    known = np.full((len(sizes), PLACE), np.nan) if before is None else before
    shift = anchors - known[:, 2:4]
    starts = np.where(np.isnan(known[:, :1]), homes, shift + known[:, :2])
    goals = np.where(np.isnan(known[:, 4:6]), homes, anchors + known[:, 4:6])
    goals = np.where(fixed[:, None], spots, goals)
    at_once = searches < 0 or not np.any(np.abs(shift) >= STILL)
    table = None
    if at_once or searches:
        blocks = arrows(numbers[named, 6:9], numbers[named, :3], lens).and_others(lines)
        along = np.where(np.any(steady, axis=1, keepdims=True), steady, (0.0, -1.0))
        table = Table(anchors, homes, along, sizes, named & ~lost, blocks, page)
        most = len(sizes) if at_once else searches
        goals = settled_labels(table, goals, fixed, loose, most, before is not None)
    places = goals
    if before is not None:
        stride = np.inf if at_once else STRIDE
        places = np.where(loose[:, None], towards(starts, goals, stride), goals)
    moved = np.where(loose, _lengths(places - homes), 0.0)
    if table is None:
        unclear = loose & (known[:, 7] > 0.0) & (known[:, 6] < LEAST_MOVE)
    else:
        unclear = table.ambiguous(places, loose)
    led = unclear | (moved >= LEAST_MOVE)
    away = _lengths(goals - homes) > FREE
    beside = np.where(away[:, None], goals - anchors, np.nan)
    rows = np.column_stack([places, anchors, beside, moved, led, depth])
    rows[lost] = np.nan
    return rows


def _directions(ways: Array, lens: Array) -> Array:
    """Return directions on the screen (n, 2) of length 1, or 0 if an axis points at the eye."""
    x, y, z = ways.T
    right, up = (x * row[0] + y * row[1] + z * row[2] for row in lens[3:9].reshape(2, 3))
    flat = np.stack([right, -up], axis=1)
    length = np.hypot(flat[:, :1], flat[:, 1:])
    seen = length > 1e-6
    return np.where(seen, flat / np.where(seen, length, 1.0), 0.0)


def _lengths(ways: Array) -> Array:
    found: Array = np.linalg.norm(ways, axis=1)
    return found
