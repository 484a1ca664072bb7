"""Resting position of a dragged object: on a grid, on the floor, on other objects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.document import Document
from rvs.model.things.thing import bounds

# How far below or above a top a thing is drawn to it, at least.
PULL = 0.04
# Heights that differ by less are one, m.
SAME = 1e-6


def hull(document: Document, ids: Iterable[str]) -> Array:
    """Return the common bounds of objects (2, 3), m."""
    boxes = np.array([bounds(document.thing(one)) for one in ids])
    return np.stack([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])


def snapped_shift(
    box: Array, shift: Array, others: Sequence[Array], step: float, moved: Array | None = None
) -> Array:
    """Return a shift (3,) that puts an object on the grid, the floor or another object.

    Args:
        box: Least and greatest coordinates of the object before the shift (2, 3), m.
        shift: The dragged distance (3,), m.
        others: Boxes of the objects that may support it (2, 3) each, m.
        step: Distance of the grid lines, m.
        moved: Position that snaps to the grid (3,), m; the centre of the box's foot if left out.
    """
    start = np.array([*box.mean(axis=0)[:2], box[0, 2]]) if moved is None else moved
    found = shift.copy()
    for k in range(3):
        if abs(shift[k]) > 1e-9:
            found[k] = round((start[k] + shift[k]) / step) * step - start[k]
    if abs(shift[2]) > 1e-9:
        found[2] = _on_top(box, found, shift[2], others, max(step, PULL))
    return found


def floor_below(box: Array, shift: Array, others: Iterable[Array]) -> float:
    """Return the distance that an object falls or rises when it is pushed over an edge of others.

    It is put on the highest top under the centre of its foot that is not above its initial height;
    a floating object stays at its height.

    Args:
        box: Least and greatest coordinates of the object before the shift (2, 3), m.
        shift: The pushed distance (3,), m; only along the floor.
        others: Boxes of the objects that may support it (2, 3) each, m.
    """
    height = float(box[0, 2])
    boxes = [other for other in others if other[1, 2] <= height + SAME]
    start = box.mean(axis=0)
    if abs(top_under(start[0], start[1], boxes) - height) > SAME:
        return 0.0
    return top_under(start[0] + shift[0], start[1] + shift[1], boxes) - height


def top_under(x: float, y: float, others: Iterable[Array]) -> float:
    """Return the height of the highest box over a point of the floor, or 0."""
    return max(
        (
            float(high[2])
            for low, high in others
            if low[0] <= x <= high[0] and low[1] <= y <= high[1]
        ),
        default=0.0,
    )


def _on_top(box: Array, shift: Array, wanted: float, others: Sequence[Array], pull: float) -> float:
    """Return the height of an object on the object under it, if that is near enough."""
    low, high = box[0, :2] + shift[:2], box[1, :2] + shift[:2]
    tops = [0.0]
    tops += [
        float(other[1, 2])
        for other in others
        if (other[0, :2] < high).all() and (low < other[1, :2]).all()
    ]
    ways = np.array(tops) - box[0, 2]
    nearest = ways[np.argmin(np.abs(ways - wanted))]
    return float(nearest) if abs(nearest - wanted) <= pull else float(shift[2])
