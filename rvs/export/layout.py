"""How large a figure is on paper, and which part of the picture it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import atan, tan

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.export.formats.drawing import MM_PER_INCH, PIXELS_PER_INCH, POINTS_PER_INCH, Text
from rvs.export.lettering import Letters, Type, dimension_lines, letters
from rvs.export.styles import Style
from rvs.export.visibility.sheet import Sheet
from rvs.model.views.view import Camera
from rvs.scene.camera import half_height
from rvs.scene.items import Item, Label, Line, Points, Region

Box = tuple[float, float, float, float]

LABEL_SIZE = 17.0
# The smallest type in print, in points, unless a smaller one is chosen for all.
SMALLEST = 6.05
# The size of labels depends on the crop and the crop on that of labels: so often it is tried.
ROUNDS, STEADY = 8, 1e-6
# Letters may cover others by so much, in pixels of a screen: their box is a little too high.
OVER = 5.0
# Labels and dimensions may reach so far out of the picture, in its sizes.
MOST_BEYOND = 0.5


@dataclass(frozen=True, slots=True)
class Paper:
    """Size of a picture, and of the figure that is made of it.

    Attributes:
        width: Width of the picture in pixels of a screen.
        height: Its height in pixels.
        mm: Width of the figure on paper; None makes a pixel 1/96 inch.
        scale: One metre is 1/scale metres on paper, in parallel views; decides instead of ``mm``.
    """

    width: int
    height: int
    mm: float | None = None
    scale: float | None = None

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ArgumentError(f"size: {self.width} x {self.height} is not a picture")
        for name, value in (("width", self.mm), ("scale", self.scale)):
            if value is not None and not 0.0 < value < 1e6:
                raise ArgumentError(f"{name}: expected a positive number, got {value}")


Room = Callable[[Sheet, float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Layout:
    """What a figure shows of a sheet.

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


def layout(
    items: Sequence[Item],
    camera: Camera,
    paper: Paper,
    style: Style,
    room: Room | None = None,
) -> Layout:
    """Return where a figure's edges are and how large it becomes.

    Args:
        items: What it shows.
        camera: From where.
        paper: Size of the picture and of the figure.
        style: How it looks.
        room: Says how far a sheet is widened that needs so much sideways and up or down; as far as
            it needs if None.

    Raises:
        ArgumentError: A scale or a scale bar in perspective, where there is none.
    """
    if not camera.parallel and (paper.scale is not None or style.scale_bar):
        raise ArgumentError("a scale needs a parallel view: in perspective there is none")
    sheet = Sheet(camera, float(paper.width), float(paper.height))
    frame = (0.0, 0.0, sheet.width, sheet.height)
    place = _laid(items, sheet, frame, paper, style)
    aside, above = _beyond(place.box, frame) if style.crop else (0.0, 0.0)
    if room is not None and style.crop:
        aside, above = room(sheet, aside, above)
    if aside <= 0.0 and above <= 0.0:
        return place
    # What names something at the edge of the picture would be cut: the sheet becomes larger.
    wide = _widened(sheet, aside, above)
    inner = (aside, above, aside + sheet.width, above + sheet.height)
    return _laid(items, wide, inner, paper, style, place.letters)


def _laid(
    items: Sequence[Item],
    sheet: Sheet,
    frame: Box,
    paper: Paper,
    style: Style,
    before: Letters | None = None,
) -> Layout:
    """The page on a sheet; of bodies, what lies in the frame counts."""
    fixed = _fixed_mm(sheet, paper.scale)
    page = (0.0, 0.0, sheet.width, sheet.height)
    box, mm = page, fixed or _mm_of(paper, page)
    solid = _places([i for i in items if style.crop and not on_floor(i)], sheet)
    shade = _places([i for i in items if style.crop and is_shadow(i)], sheet)
    labels = [item for item in items if isinstance(item, Label) and item.layer != "overlay"]
    lines, how = dimension_lines(items), _type(paper, style, frame)
    for _ in range(ROUNDS):
        if paper.mm is not None or paper.scale is not None:
            sheet = replace(sheet, pixel=_pixel(style, mm))
        # They keep their places while they can, or size and places would chase each other.
        before = letters(labels, sheet, lines, how, before)
        if style.crop:
            box = _grown(
                _content((solid, shade), items, sheet, frame, before) or frame, style.margin / mm
            )
        last, mm = mm, fixed or _mm_of(paper, box)
        if abs(mm - last) < STEADY * mm:
            break
    return Layout(sheet, box, mm, _fitting(before or Letters(), box, sheet))


def _fitting(letters: Letters, box: Box, sheet: Sheet) -> Letters:
    """The labels for which there is room: what would be cut or cover others is left out.

    Names of arrows may cover others; of what is not in the picture nobody misses the label.
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
    """Whether a rectangle covers others by more than a little each way."""
    if not others:
        return False
    every = np.array(list(others.values()))
    common = np.minimum(ends[1], every[:, 1]) - np.maximum(ends[0], every[:, 0])
    return bool((common > by).all(axis=1).any())


def _beyond(box: Box, page: Box) -> tuple[float, float]:
    """How far a box reaches beyond a page, sideways and up or down."""
    aside = max(page[0] - box[0], box[2] - page[2], 0.0)
    above = max(page[1] - box[1], box[3] - page[3], 0.0)
    return aside, above


def _widened(sheet: Sheet, aside: float, above: float) -> Sheet:
    """A sheet of the same scale that shows more on every side."""
    camera, height = sheet.camera, sheet.height + 2.0 * above
    slope = tan(camera.field_of_view / 2) * height / sheet.height
    wider = replace(camera, field_of_view=2.0 * atan(slope))
    return replace(sheet, camera=wider, width=sheet.width + 2.0 * aside, height=height)


def _fixed_mm(sheet: Sheet, scale: float | None) -> float | None:
    """Millimetres of a unit at a scale."""
    if scale is None:
        return None
    return 1000.0 / scale * 2.0 * half_height(sheet.camera) / sheet.height


def _mm_of(paper: Paper, box: Box) -> float:
    if paper.mm is None:
        return MM_PER_INCH / PIXELS_PER_INCH
    return paper.mm / (box[2] - box[0])


def _pixel(style: Style, mm: float) -> float:
    """Units of a screen's pixel that give labels their size in print."""
    return style.type_size / POINTS_PER_INCH * MM_PER_INCH / mm / LABEL_SIZE


def _grown(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by


def _places(items: Sequence[Item], sheet: Sheet) -> Array:
    """Corners of the boxes around items on the sheet (n, 2)."""
    clouds = [_points(item, sheet) for item in items]
    places = [sheet.place(cloud[sheet.ahead(cloud) > 0.0])[:, :2] for cloud in clouds]
    ends = [end for place in places if len(place) for end in (place.min(axis=0), place.max(axis=0))]
    return np.array(ends).reshape(-1, 2)


def _type(paper: Paper, style: Style, frame: Box) -> Type:
    """How labels are set: none is smaller than the smallest type in print."""
    sized = paper.mm is not None or paper.scale is not None
    points = style.type_size if sized else LABEL_SIZE / PIXELS_PER_INCH * POINTS_PER_INCH
    least = LABEL_SIZE * min(1.0, SMALLEST / points)
    return Type(style.font, least, _most(frame) if style.crop else None)


def _most(frame: Box) -> Box:
    """How far labels and dimensions may reach out of a frame."""
    wide, high = MOST_BEYOND * (frame[2] - frame[0]), MOST_BEYOND * (frame[3] - frame[1])
    return frame[0] - wide, frame[1] - high, frame[2] + wide, frame[3] + high


def _content(
    places: tuple[Array, Array],
    items: Sequence[Item],
    sheet: Sheet,
    frame: Box,
    letters: Letters,
) -> Box | None:
    """What a picture shows: places in its frame, and whole labels and dimensions of them."""
    low, high = np.array(frame[:2]), np.array(frame[2:])
    least, most = np.reshape(_most(frame), (2, 2))
    solid, shade = (_meeting(some, low, high) for some in places)
    inside = [np.clip(solid, low, high)]
    # The shadow of what is seen as a whole is so, too.
    whole = bool(np.all((solid >= low) & (solid <= high)))
    inside.append(np.clip(shade, least, most) if whole else np.clip(shade, low, high))
    shown = set()
    for line in items:
        if isinstance(line, Line) and line.layer != "overlay" and line.depth == "on top":
            ends = sheet.place(_ahead(line.points.reshape(-1, 3), sheet))[:, :2]
            if ((ends >= low) & (ends <= high)).all(axis=-1).any():
                shown.add(line.owner)
                inside.append(np.clip(ends, least, most))
    for label, text in letters.texts.items():
        anchor = sheet.place(label.at)[:2]
        near = label.sheet is not None or ((anchor >= low) & (anchor <= high)).all()
        if near or label.owner in shown:
            inside.append(np.clip(_text_box(text), least, most))
    everything = np.concatenate(inside)
    if not len(everything):
        return None
    first, last = everything.min(axis=0), everything.max(axis=0)
    if not (last > first).all():
        return None
    (left, top), (right, bottom) = first.tolist(), last.tolist()
    return left, top, right, bottom


def _meeting(places: Array, low: Array, high: Array) -> Array:
    """Corners of those boxes that meet a frame."""
    boxes = places.reshape(-1, 2, 2)
    meets = np.all((boxes[:, 0] <= high) & (boxes[:, 1] >= low), axis=-1)
    found: Array = boxes[meets].reshape(-1, 2)
    return found


def _ahead(points: Array, sheet: Sheet) -> Array:
    """Points before the near plane."""
    kept: Array = points[sheet.ahead(points) > 0.0]
    return kept


def _text_box(text: Text) -> Array:
    run = text.runs[0]
    drop = max(one.y - run.y for one in text.runs) + 0.25 * run.size
    return np.array([[run.x, run.y - 0.8 * run.size], [run.x + text.width, run.y + drop]])


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


def is_shadow(item: Item) -> bool:
    """Return whether an item is the part of a shadow that is seen: its rim is too faint."""
    return isinstance(item, Region) and item.nested


def on_floor(item: Item) -> bool:
    """Return whether an item is drawn on the floor."""
    if not isinstance(item, Line | Region):
        return False
    points = np.asarray(item.points)
    return not points.size or not points[..., 2].any()
