"""How large a figure is on paper, and which part of the picture it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Array
from rvs.export.drawing import MM_PER_INCH, PIXELS_PER_INCH, POINTS_PER_INCH, Text
from rvs.export.lettering import label_texts
from rvs.export.sheet import Sheet
from rvs.export.styles import Style
from rvs.model.view import Camera
from rvs.scene.camera import half_height
from rvs.scene.items import Item, Label, Line, Points, Region, Solid

Box = tuple[float, float, float, float]

LABEL_SIZE = 17.0
# The size of labels depends on the crop and the crop on that of labels: so often it is tried.
ROUNDS, STEADY = 8, 1e-6


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
            raise ArgumentError(f"size: {self.width} x {self.height} is no picture")
        for name, value in (("width", self.mm), ("scale", self.scale)):
            if value is not None and not 0.0 < value < 1e6:
                raise ArgumentError(f"{name}: expected a positive number, got {value}")


@dataclass(frozen=True, slots=True)
class Layout:
    """What a figure shows of a sheet: left, top, right, bottom in units; millimetres of a unit."""

    sheet: Sheet
    box: Box
    mm: float


def layout(items: Sequence[Item], camera: Camera, paper: Paper, style: Style) -> Layout:
    """Return where a figure's edges are and how large it becomes.

    Raises:
        ArgumentError: A scale or a scale bar in perspective, where there is none.
    """
    if not camera.parallel and (paper.scale is not None or style.scale_bar):
        raise ArgumentError("a scale needs a parallel view: in perspective there is none")
    sheet = Sheet(camera, float(paper.width), float(paper.height))
    page = (0.0, 0.0, sheet.width, sheet.height)
    fixed = _fixed_mm(camera, paper)
    box, mm = page, fixed or _mm_of(paper, page)
    solid = _places(items, sheet) if style.crop else np.zeros((0, 2))
    for _ in range(ROUNDS):
        if paper.mm is not None or paper.scale is not None:
            sheet = replace(sheet, pixel=_pixel(style, mm))
        if style.crop:
            box = _grown(_content(solid, items, sheet) or page, style.margin / mm)
        before, mm = mm, fixed or _mm_of(paper, box)
        if abs(mm - before) < STEADY * mm:
            break
    return Layout(sheet, box, mm)


def _fixed_mm(camera: Camera, paper: Paper) -> float | None:
    """Millimetres of a unit at a scale."""
    if paper.scale is None:
        return None
    return 1000.0 / paper.scale * 2.0 * half_height(camera) / paper.height


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
    """Corners of the boxes around items on the sheet, without the floor (n, 2)."""
    clouds = [_points(item, sheet) for item in items if not on_floor(item)]
    places = [sheet.place(cloud[sheet.ahead(cloud) > 0.0])[:, :2] for cloud in clouds]
    ends = [end for place in places if len(place) for end in (place.min(axis=0), place.max(axis=0))]
    return np.array(ends).reshape(-1, 2)


def _content(places: Array, items: Sequence[Item], sheet: Sheet) -> Box | None:
    """What a picture shows: places and labels."""
    labels = [item for item in items if isinstance(item, Label) and item.layer != "overlay"]
    texts = [_text_box(text) for text in label_texts(labels, sheet) if text is not None]
    everything = np.concatenate([places, *texts])
    if not len(everything):
        return None
    low = np.maximum(everything.min(axis=0), 0.0)
    high = np.minimum(everything.max(axis=0), (sheet.width, sheet.height))
    if not (high > low).all():
        return None
    (left, top), (right, bottom) = low.tolist(), high.tolist()
    return left, top, right, bottom


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


def on_floor(item: Item) -> bool:
    """Return whether an item is drawn on the floor."""
    if not isinstance(item, Line | Region):
        return False
    points = np.asarray(item.points)
    return not points.size or not points[..., 2].any()
