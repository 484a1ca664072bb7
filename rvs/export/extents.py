"""Bounds of the items of a scene on a sheet, and the items that a picture shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.export.visibility.sheet import Box, Sheet
from rvs.model.refs import Ref
from rvs.scene.items import Item, Label, Line, Points, Region
from rvs.value_class import dataclass

# Labels and dimensions may reach so far out of the picture, in its sizes.
MOST_BEYOND = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Extents:
    """Bounds of items on a sheet.

    Attributes:
        solid: Corners of the boxes around bodies and all other solid items, two each (2 n, 2).
        shade: The same for shadows.
        lines: Owner and points (n, 2) of each line that is never hidden, such as a dimension.
        anchors: Anchor point of each label (2,), or None for a label at a fixed position on the
            picture.
    """

    solid: Array
    shade: Array
    lines: tuple[tuple[Ref, Array], ...] = ()
    anchors: Mapping[Label, Array | None] = field(default_factory=dict)

    def moved(self, by: tuple[float, float]) -> Extents:
        """Return the bounds on a sheet that extends farther left and up."""
        lines = tuple((owner, points + by) for owner, points in self.lines)
        anchors = {label: at if at is None else at + by for label, at in self.anchors.items()}
        return Extents(self.solid + by, self.shade + by, lines, anchors)

    def whole(self, frame: Box) -> bool:
        """Return whether a frame shows all its bodies completely."""
        low, high = np.reshape(frame, (2, 2))
        return bool(_inside(_meeting(self.solid, low, high), low, high).all())

    def content(self, frame: Box, texts: Mapping[Label, Array]) -> Box | None:
        """Return the content of a picture: all in its frame, and its whole labels and dimensions.

        Args:
            frame: Edges of the picture.
            texts: The box of each label's letters (2, 2).
        """
        low, high = np.reshape(frame, (2, 2))
        least, most = np.reshape(most_of(frame), (2, 2))
        solid, shade = (_meeting(some, low, high) for some in (self.solid, self.shade))
        inside = [np.clip(solid, low, high)]
        # The shadow of what is seen as a whole is so, too.
        ends = (least, most) if self.whole(frame) else (low, high)
        inside.append(np.clip(shade, *ends))
        shown = set()
        for owner, points in self.lines:
            if _inside(points, low, high).any():
                shown.add(owner)
                inside.append(np.clip(points, least, most))
        for label, box in texts.items():
            at = self.anchors[label]
            if at is None or _inside(at, low, high) or label.owner in shown:
                inside.append(np.clip(box, least, most))
        everything = np.concatenate(inside)
        if not len(everything):
            return None
        first, last = everything.min(axis=0), everything.max(axis=0)
        if not (last > first).all():
            return None
        (left, top), (right, bottom) = first.tolist(), last.tolist()
        return left, top, right, bottom


def extents(items: Sequence[Item], sheet: Sheet) -> Extents:
    """Return the bounds of items on a sheet."""
    lines = (
        (item.owner, _places(item.points.reshape(-1, 3), sheet))
        for item in items
        if isinstance(item, Line) and item.layer != "overlay" and item.depth == "on top"
    )
    labels = [item for item in items if isinstance(item, Label) and item.layer != "overlay"]
    at = sheet.place(np.array([label.at for label in labels]).reshape(-1, 3))[:, :2]
    return Extents(
        _boxes((item for item in items if not of_floor(item)), sheet),
        _boxes((item for item in items if is_shadow(item)), sheet),
        tuple(lines),
        {
            label: place if label.sheet is None else None
            for label, place in zip(labels, at, strict=True)
        },
    )


def most_of(frame: Box) -> Box:
    """Return the distance that labels and dimensions may extend beyond a frame."""
    wide, high = MOST_BEYOND * (frame[2] - frame[0]), MOST_BEYOND * (frame[3] - frame[1])
    return frame[0] - wide, frame[1] - high, frame[2] + wide, frame[3] + high


def is_shadow(item: Item) -> bool:
    """Return whether an item is the visible part of a shadow: its rim is too faint."""
    return isinstance(item, Region) and item.nested


def of_floor(item: Item) -> bool:
    """Return whether an item is the floor, its grid or a shadow, which have no definite ends.

    A workspace or a path at the height of the floor is not included.
    """
    return on_floor(item) and (item.alphas is not None or getattr(item, "united", False))


def on_floor(item: Item) -> TypeGuard[Line | Region]:
    """Return whether an item is drawn on the floor."""
    if not isinstance(item, Line | Region):
        return False
    points = np.asarray(item.points)
    return not points.size or not points[..., 2].any()


def _inside(points: Array, low: Array, high: Array) -> NDArray[np.bool_]:
    """Return which points (..., 2) are in a frame."""
    return np.asarray(((points >= low) & (points <= high)).all(axis=-1))


def _meeting(corners: Array, low: Array, high: Array) -> Array:
    """Return the corners of the boxes that intersect a frame."""
    boxes = corners.reshape(-1, 2, 2)
    meets = np.all((boxes[:, 0] <= high) & (boxes[:, 1] >= low), axis=-1)
    found: Array = boxes[meets].reshape(-1, 2)
    return found


def _boxes(items: Iterable[Item], sheet: Sheet) -> Array:
    """Return the corners of the boxes around items on the sheet (2 n, 2)."""
    places = [_places(_points(item, sheet), sheet) for item in items]
    ends = [end for place in places if len(place) for end in (place.min(axis=0), place.max(axis=0))]
    return np.array(ends).reshape(-1, 2)


def _places(points: Array, sheet: Sheet) -> Array:
    """Return the positions on the sheet of points beyond the near plane (n, 2)."""
    found: Array = sheet.place(points[sheet.ahead(points) > 0.0])[:, :2]
    return found


def _points(item: Item, sheet: Sheet) -> Array:
    if isinstance(item, Label) or item.layer == "overlay":
        return np.zeros((0, 3))
    if isinstance(item, Solid):
        size = 1.0
        if item.size_in == "screen":
            size = float(sheet.unit_size(item.pose[:3, 3])) * sheet.pixel
        placed: Array = size * item.mesh.vertices @ item.pose[:3, :3].T + item.pose[:3, 3]
        return placed
    return np.asarray(item.at if isinstance(item, Points) else item.points, float).reshape(-1, 3)
