"""A scene as a drawing: everything in the order in which it is painted, in named groups."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace

import numpy as np

from rvs.engine.arrays import Array
from rvs.export.extents import on_floor
from rvs.export.formats.drawing import Drawing, Fill, Group, Mark, Stroke, Text
from rvs.export.formats.grey import in_gray
from rvs.export.layout import Layout, Paper, layout
from rvs.export.lettering import Letters
from rvs.export.progress import Progress as Progress
from rvs.export.scale_bar import with_scale_bar
from rvs.export.styles import Style
from rvs.export.tree import Entry, nested
from rvs.export.visibility.backdrop import backdrop_fills
from rvs.export.visibility.bodies import (
    Bodies,
    paint_ghosts,
    paint_glass,
    paint_opaque,
)
from rvs.export.visibility.contours import begin_edges, edge_entries
from rvs.export.visibility.flats import Flats
from rvs.export.visibility.line_cuts import Curtain, curtain_of
from rvs.export.visibility.memory import Memory
from rvs.export.visibility.sheet import Box, Sheet
from rvs.export.visibility.stages import Flat, Stage, stages
from rvs.export.visibility.strokes import line_marks, point_marks
from rvs.export.weights import line_weight
from rvs.model.steps import finished, told
from rvs.model.views.view import Camera
from rvs.scene.camera import axes, eye
from rvs.scene.items import Label, Line, Points, Region, Scene

WHITE = (1.0, 1.0, 1.0, 1.0)


Job = Generator[Progress, None, Drawing]


def draw(scene: Scene, camera: Camera, paper: Paper, style: Style, title: str = "") -> Drawing:
    """Return the drawing of a scene.

    Args:
        scene: What to draw; overlays are left out.
        camera: From where.
        paper: Size of the picture and of the figure.
        style: How it looks.
        title: Words for the file's properties.

    Raises:
        ArgumentError: The style wants a scale that the view has not.
    """
    return finished(draw_job(scene, camera, paper, style, title))


def draw_job(
    scene: Scene,
    camera: Camera,
    paper: Paper,
    style: Style,
    title: str = "",
    memory: Memory | None = None,
) -> Job:
    """Draw a scene step by step; closing the job cancels it.

    Arguments as for ``draw``, and what is remembered of the figure before and for the next one.

    Yields:
        How far it is.

    Returns:
        The drawing.
    """
    yield Progress(0.0, "placing")
    known = memory or Memory()
    place = layout(scene.items, camera, paper, style)
    weight = line_weight(scene.items, place)
    main, top = stages(scene.items)
    yield Progress(0.05, "finding what is seen")
    parts = [*_behind(scene, place, style)]
    seen = yield from _finding(main, place.sheet, known)
    yield Progress(0.5, "shading")
    parts += _stage(main, seen, place, style, weight)
    yield Progress(0.9, "drawing what lies on top")
    over = yield from _finding(top, place.sheet, known, 0.9, 0.0)
    parts += _stage(top, over, place, style, weight, "on top" if top.solids or top.flats else "")
    left, upper, right, lower = place.box
    missed = tuple(label.text + label.subscript for label in place.letters.left_out)
    size = right - left, lower - upper
    drawing = Drawing(left, upper, *size, place.mm, tuple(parts), title, missed, weight)
    if place.sheet.beyond:
        drawing = _on_page(drawing, place.box)
    if style.scale_bar:
        drawing = with_scale_bar(drawing, place.sheet, style)
    return in_gray(drawing) if style.gray else drawing


def _on_page(drawing: Drawing, box: Box) -> Drawing:
    """A drawing without areas and lines that lie beside the page."""
    marks = [mark for mark in drawing.marks() if not isinstance(mark, Text)]
    every = [one for mark in marks for one in _paths(mark)]
    if not every:
        return drawing
    counts = [len(_paths(mark)) for mark in marks]
    rims = [0.0 if isinstance(mark, Fill) else mark.width for mark in marks]
    rim = np.repeat(rims, counts)[:, None]
    ends = np.cumsum([len(one) for one in every])
    points, starts = np.concatenate(every), np.concatenate([[0], ends[:-1]])
    above = np.maximum.reduceat(points, starts) > np.array(box[:2]) - rim
    below = np.minimum.reduceat(points, starts) < np.array(box[2:]) + rim
    on_page = iter((above & below).all(axis=1).tolist())
    return drawing.changed(lambda mark: _kept(mark, on_page))


def _paths(mark: Fill | Stroke) -> Sequence[Array]:
    return mark.rings if isinstance(mark, Fill) else mark.lines


def _kept(mark: Mark, wanted: Iterator[bool]) -> Sequence[Mark]:
    """A mark with those of its areas or lines that are wanted; nothing if none is."""
    if isinstance(mark, Text):
        return [mark]
    every = _paths(mark)
    kept = tuple(one for one in every if next(wanted))
    if len(kept) == len(every):
        return [mark]
    if not kept:
        return []
    return [replace(mark, rings=kept) if isinstance(mark, Fill) else replace(mark, lines=kept)]


def _finding(
    stage: Stage, sheet: Sheet, memory: Memory, begin: float = 0.05, part: float = 0.45
) -> Generator[Progress, None, Bodies]:
    job = memory.bodies_job(stage.solids, sheet)
    return (
        yield from told(job, lambda done: Progress(begin + part * done, "finding what is seen"))
    )


def _behind(scene: Scene, place: Layout, style: Style) -> list[Group]:
    if style.ground == "none" or (style.ground == "screen" and scene.backdrop is None):
        return []
    if style.ground == "screen" and scene.backdrop is not None:
        fills = backdrop_fills(scene.backdrop, place.sheet, _page(place))
        return [Group("background", tuple(fills))]
    return [Group("background", (Fill((_page(place),), WHITE),))]


def _page(place: Layout) -> Array:
    left, top, right, bottom = place.box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _stage(
    stage: Stage, seen: Bodies, place: Layout, style: Style, weight: float, prefix: str = ""
) -> list[Group]:
    """Groups of a stage: what lies on the floor, solids, other lines and areas, labels."""
    sheet = place.sheet
    if style.edges:
        begin_edges(seen)
    alike = replace(sheet, pixel=1.0)
    flats = seen.once("flats", (alike,), lambda: Flats(alike, seen))
    curtain = curtain_of(seen)
    floor = [flat for flat in stage.flats if _from_above(sheet) and on_floor(flat)]
    others = [flat for flat in stage.flats if flat not in floor]
    below = _flat_entries(floor, sheet, curtain, flats.below)
    above = [(flat.owner, flats.above(flat)) for flat in floor if isinstance(flat, Region)]
    paint = paint_opaque(seen, style.shading)
    notes = [*paint_ghosts(seen, style.shading)]
    notes += _flat_entries(others, sheet, curtain, flats.fills)
    notes += [entry for thing in paint_glass(seen, style.shading) for entry in thing]
    labels = _label_entries(stage.labels, sheet, curtain, place.letters)
    groups = [*nested(below, "floor"), *nested(paint)]
    if style.edges:
        groups += _named(nested(edge_entries(seen, style, place.mm, weight)), "edges")
    groups += _named(nested(above, "floor"), "floor before bodies")
    groups += _named(nested(notes), "annotations")
    groups += _named(nested(labels), "labels")
    return _named(tuple(groups), prefix) if prefix else groups


def _from_above(sheet: Sheet) -> bool:
    camera = sheet.camera
    return bool((axes(camera)[2, 2] if camera.parallel else eye(camera)[2]) > 0.0)


def _named(groups: Sequence[Group], name: str) -> list[Group]:
    return [Group(name, tuple(groups))] if groups else []


def _flat_entries(
    items: Sequence[Flat],
    sheet: Sheet,
    curtain: Curtain | None,
    fills: Callable[[Region], list[Fill]],
) -> list[Entry]:
    entries: list[Entry] = []
    for item in items:
        marks: Sequence[Mark]
        if isinstance(item, Line):
            marks = line_marks(item, sheet, curtain)
        elif isinstance(item, Points):
            marks = point_marks(item, sheet, curtain)
        else:
            marks = fills(item)
        entries.append((item.owner, marks))
    return entries


def _label_entries(
    labels: Sequence[Label], sheet: Sheet, curtain: Curtain | None, letters: Letters
) -> list[Entry]:
    """Texts, and under them lines that lead to them; a body hides a label as a whole."""
    shown = [
        label
        for label in labels
        if label in letters.texts
        and (label.depth == "on top" or curtain is None or not _hidden(label, sheet, curtain))
    ]
    leaders = [line for label in shown for line in letters.leaders[label]]
    entries = _flat_entries(leaders, sheet, None, lambda _: [])
    return [*entries, *((label.owner, [letters.texts[label]]) for label in shown)]


def _hidden(label: Label, sheet: Sheet, curtain: Curtain) -> bool:
    place = sheet.place(label.at)
    ends = np.stack([place, place + np.array([1e-6, 0.0, 0.0])])
    return len(curtain.hidden(ends[None]).segment) > 0
