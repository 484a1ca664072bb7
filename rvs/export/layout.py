"""Size of a figure on paper, the part of the picture in it, and bounds of its items."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from math import ceil
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.export.formats.drawing import MM_PER_INCH, PIXELS_PER_INCH, POINTS_PER_INCH, Text
from rvs.export.lettering import Letters, Type, dimension_lines, letters
from rvs.export.visibility.sheet import Box, Sheet
from rvs.model.figures.figure import Style
from rvs.model.refs import Ref
from rvs.model.views.view import Camera
from rvs.scene.camera import half_height
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


LABEL_SIZE = 17.0
# The smallest type in print, in points, unless a smaller one is chosen for all.
SMALLEST = 6.05
# The size of labels depends on the crop and the crop on that of labels: so often it is tried.
ROUNDS, STEADY = 8, 1e-6
# Where a pixel has its size, places are first found for so much larger a type: with little room
# labels stand beside the bodies, and stay there.
AMPLE = 1.6
# Between a legend and what it explains, in pixels of a screen.
GAP = 12.0
# Letters reach so far above the line they stand on, in sizes of the type.
RISE = 0.865
# Letters may cover others by so much, in pixels of a screen: their box is a little too high.
OVER = 5.0
# A sheet is widened by so much of the picture, or twice or three times that; where the picture cuts
# bodies by less.
ROOM, CUT_ROOM = 1 / 4, 1 / 16


@dataclass(frozen=True, slots=True)
class Paper:
    """Size of a picture, and of the figure made from it.

    Attributes:
        width: Width of the picture in pixels of a screen.
        height: Its height in pixels.
        mm: Width of the figure on paper; None makes a pixel 1/96 inch.
        scale: One metre is 1/scale metres on paper, in parallel views; overrides ``mm``.
        pixel: Millimetres of a pixel of the picture; overrides both, whatever the clipping.
    """

    width: int
    height: int
    mm: float | None = None
    scale: float | None = None
    pixel: float | None = None

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ArgumentError(
                f"size: expected a width and a height above 0, got {self.width} x {self.height}"
            )
        sizes = (("width", self.mm), ("scale", self.scale), ("pixel", self.pixel))
        for name, value in sizes:
            if value is not None and not 0.0 < value < 1e6:
                raise ArgumentError(f"{name}: expected a positive number, got {value}")

    @property
    def sized(self) -> bool:
        """Return whether its size on paper is chosen."""
        return any(value is not None for value in (self.mm, self.scale, self.pixel))


@dataclass(frozen=True, slots=True)
class Layout:
    """Part of a sheet in a figure.

    Attributes:
        sheet: The sheet.
        box: Left, top, right, bottom in units.
        mm: Millimetres of a unit.
        letters: The labels.
    """

    sheet: Sheet
    box: Box
    mm: float
    letters: Letters = field(default_factory=Letters)

    @property
    def seen(self) -> Box:
        """The box, from the upper left corner of the picture."""
        left, top = self.sheet.picture[:2]
        return self.box[0] - left, self.box[1] - top, self.box[2] - left, self.box[3] - top


def layout(items: Sequence[Item], camera: Camera, paper: Paper, style: Style) -> Layout:
    """Return the edges of a figure and its size.

    Args:
        items: Its contents.
        camera: The camera.
        paper: Size of the picture and of the figure.
        style: Its look.

    Raises:
        ArgumentError: A scale or a scale bar in perspective, where there is none.
    """
    if not camera.parallel and (paper.scale is not None or style.scale_bar):
        raise ArgumentError("a scale needs a parallel view; a perspective has no scale")
    sheet = Sheet(camera, float(paper.width), float(paper.height))
    ends = extents(items if style.crop else (), sheet)
    place = _laid(items, ends, sheet, paper, style, sheet.width)
    left, top, right, bottom = place.box
    aside = max(-left, right - sheet.width, 0.0)
    above = max(-top, bottom - sheet.height, 0.0)
    least = max(aside / sheet.width, above / sheet.height)
    if least <= 0.0:
        return place
    # What names something at the edge of the picture would be cut: the sheet becomes larger, in
    # steps, so that larger type or a wider margin seldom needs more: what hides what is found out
    # again for every other sheet.  The steps are small where a wider sheet shows more of things.
    step = ROOM if ends.whole(sheet.picture) else CUT_ROOM
    wide = sheet.widened(step * ceil(least / step))
    moved = ends.moved(wide.picture[:2])
    return _laid(items, moved, wide, paper, style, sheet.width + 2.0 * aside, place.letters)


def _laid(
    items: Sequence[Item],
    ends: Extents,
    sheet: Sheet,
    paper: Paper,
    style: Style,
    width: float,
    before: Letters | None = None,
) -> Layout:
    """Return the page on a sheet; for bodies, its picture is used.

    The size of the figure is first tried with a width, and letters near their previous positions.
    """
    fixed, frame = _fixed_mm(sheet, paper), sheet.picture
    box, mm = (0.0, 0.0, sheet.width, sheet.height), fixed or _mm_of(paper, width)
    mm /= AMPLE if paper.pixel is not None else 1.0
    labels = [item for item in items if isinstance(item, Label) and item.layer != "overlay"]
    set_apart = Letters()
    lines, how = dimension_lines(items), _type(paper, style, frame)
    for _ in range(ROUNDS):
        if paper.sized:
            sheet = replace(sheet, pixel=_pixel(style, mm))
        # They keep their places while they can, or size and places would chase each other.
        before = letters(labels, sheet, lines, how, before)
        if style.crop:
            set_apart, content = _beside(before, ends, frame, sheet.pixel)
            box = _grown(content, style.margin / mm)
        else:
            set_apart = before
        last, mm = mm, fixed or _mm_of(paper, box[2] - box[0])
        if abs(mm - last) < STEADY * mm:
            break
    return Layout(sheet, box, mm, _fitting(set_apart, box, sheet))


def _beside(letters: Letters, ends: Extents, frame: Box, pixel: float) -> tuple[Letters, Box]:
    """Return legends, which have no position in the cell, beside the content; and the whole box."""
    boxes = {label: _text_box(text) for label, text in letters.texts.items()}
    legend = {label: box for label, box in boxes.items() if label.sheet is not None}
    rest = {label: box for label, box in boxes.items() if label not in legend}
    content = ends.content(frame, rest)
    if content is None or not legend:
        return letters, ends.content(frame, boxes) or frame
    left, top, right, bottom = content
    corners = np.array(list(legend.values()))
    low, high = corners[:, 0].min(axis=0), corners[:, 1].max(axis=0)
    across, down = left - GAP * pixel - high[0], bottom - high[1]
    moved = {label: letters.texts[label].moved(across, down) for label in legend}
    box = (low[0] + across, min(top, low[1] + down), right, bottom)
    return replace(letters, texts={**letters.texts, **moved}), box


def _fitting(letters: Letters, box: Box, sheet: Sheet) -> Letters:
    """Return the labels that fit: labels that are clipped or cover others are omitted.

    Names of arrows may cover others; objects outside the picture need no label.
    """
    left, top, right, bottom = box
    kept: dict[Label, Array] = {}
    for label, text in letters.texts.items():
        (x0, y0), (x1, y1) = ends = _text_box(text)
        whole = x0 >= left and y0 >= top and x1 <= right and y1 <= bottom
        free = whole and not _covers(ends, kept, OVER * sheet.pixel)
        if free or (whole and label.stem is not None):
            kept[label] = ends
    out = [label for label in letters.texts if label not in kept]
    ends = np.array([sheet.place(label.at)[:2] for label in out]).reshape(-1, 2)
    missed = np.flatnonzero(np.all((ends > box[:2]) & (ends < box[2:]), axis=1))
    return letters.only(kept, [out[k] for k in missed.tolist()])


def _covers(ends: Array, others: Mapping[Label, Array], by: float) -> bool:
    """Return whether a rectangle covers others by more than a small amount each way."""
    if not others:
        return False
    every = np.array(list(others.values()))
    common = np.minimum(ends[1], every[:, 1]) - np.maximum(ends[0], every[:, 0])
    return bool((common > by).all(axis=1).any())


def _fixed_mm(sheet: Sheet, paper: Paper) -> float | None:
    """Return the millimetres of a unit where they do not depend on clipping."""
    if paper.pixel is not None or paper.scale is None:
        return paper.pixel
    return 1000.0 / paper.scale * 2.0 * half_height(sheet.camera) / sheet.height


def _mm_of(paper: Paper, width: float) -> float:
    """Return the millimetres of a unit of a page of some width."""
    return MM_PER_INCH / PIXELS_PER_INCH if paper.mm is None else paper.mm / width


def _pixel(style: Style, mm: float) -> float:
    """Return the units per screen pixel that give labels their size in print."""
    return style.type_size / POINTS_PER_INCH * MM_PER_INCH / mm / LABEL_SIZE


def _grown(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by


def _type(paper: Paper, style: Style, frame: Box) -> Type:
    """Return the type of the labels: none is smaller than the smallest type in print."""
    points = style.type_size if paper.sized else LABEL_SIZE / PIXELS_PER_INCH * POINTS_PER_INCH
    least = LABEL_SIZE * min(1.0, SMALLEST / points)
    return Type(style.font, least, most_of(frame) if style.crop else None)


def _text_box(text: Text) -> Array:
    run = text.runs[0]
    drop = max(one.y - run.y for one in text.runs) + 0.25 * run.size
    return np.array([[run.x, run.y - RISE * run.size], [run.x + text.width, run.y + drop]])
