"""A scene as a drawing: everything in the order of painting, in named groups.

A bar of known length below a figure.

Line widths suitable for the size of robots in print.

The background, as areas of one colour each.

Colours, line widths, type and paper do not affect the visibility of solids.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from math import cos, floor, log10, sin, tan

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.export.formats.drawing import (
    MM_PER_INCH,
    POINTS_PER_INCH,
    Drawing,
    Entry,
    Fill,
    Group,
    Mark,
    Run,
    Stroke,
    Text,
    in_gray,
    nested,
)
from rvs.export.layout import Layout, Paper, layout, on_floor
from rvs.export.lettering import Letters, text_width
from rvs.export.visibility.bodies import Bodies, bodies_job, paint_ghosts, paint_glass, paint_opaque
from rvs.export.visibility.contours import begin_edges, edge_entries
from rvs.export.visibility.flat_regions import Flats
from rvs.export.visibility.line_cuts import Curtain, curtain_of
from rvs.export.visibility.painting_order import Flat, Stage, is_glass, stages
from rvs.export.visibility.sheet import Box, Sheet
from rvs.export.visibility.strokes import line_marks, point_marks
from rvs.model.figures.figure import Style
from rvs.model.jobs import Progress as Progress
from rvs.model.jobs import finished, told
from rvs.model.views.view import Camera
from rvs.scene.camera import axes, eye
from rvs.scene.items import (
    BACKDROP_BAND,
    BACKDROP_SCREEN_BAND,
    Backdrop,
    Item,
    Label,
    Line,
    Points,
    Region,
    Scene,
)

# What lies on top of a figure has its own solids.
STAGES = 2


class Memory:
    """Stores the solids of the last figure with the results about them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], Bodies] = OrderedDict()

    def bodies_job(self, solids: Sequence[Solid], sheet: Sheet) -> Generator[float, None, Bodies]:
        """Compute the visible part of each solid unless it is known; yield the progress, 0 to 1."""
        key = _shapes(solids, sheet)
        known = self._kept.get(key)
        if known is None:
            made = yield from bodies_job(solids, sheet)
            self._kept[key] = made
            if len(self._kept) > STAGES:
                self._kept.popitem(last=False)
            return made
        self._kept.move_to_end(key)
        return _painted_as(known, solids, sheet)


def _shapes(solids: Sequence[Solid], sheet: Sheet) -> tuple[object, ...]:
    """Return all values that determine the visibility of solids."""
    every = tuple(
        (
            solid.mesh, solid.pose.tobytes(), solid.owner, solid.layer, solid.depth, solid.size_in,
            is_glass(solid),
        )
        for solid in solids
    )  # fmt: skip
    fixed = any(solid.size_in == "screen" for solid in solids)
    return sheet.camera, sheet.width, sheet.height, sheet.pixel if fixed else None, every


def _painted_as(made: Bodies, solids: Sequence[Solid], sheet: Sheet) -> Bodies:
    """Return the same bodies in the colours of other solids."""
    facets = replace(made.facets, solids=tuple(solids), sheet=sheet)
    return replace(made, patches=replace(made.patches, facets=facets))


WHITE = (1.0, 1.0, 1.0, 1.0)

Job = Generator[Progress, None, Drawing]

# Longest bar, of the figure's width; height of its ends and gap to what is above, in mm.
LONGEST, TICK, GAP = 0.3, 1.2, 1.5
INK = (0.08, 0.09, 0.11, 1.0)

# Robots at least so large on paper, in mm, have lines of their full usual width.
FULL = 40.0
# Lines become no thinner than this part of it: thinner ones break up in print.
LEAST = 0.3

COLUMNS, ROWS = 17, 400
# Difference of a colour's channel from one area to the next.
STEP = 1.5 / 255


def draw(scene: Scene, camera: Camera, paper: Paper, style: Style, title: str = "") -> Drawing:
    """Return the drawing of a scene.

    Args:
        scene: The scene; overlays are omitted.
        camera: The camera.
        paper: Size of the picture and of the figure.
        style: Its look.
        title: Words for the file's properties.

    Raises:
        ArgumentError: The style needs a scale that the view lacks.
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

    Arguments as for ``draw``, and the data stored from the previous figure for the next one.

    Yields:
        The progress.

    Returns:
        The drawing.
    """
    yield Progress(0.0, "placing")
    known = memory or Memory()
    place = layout(scene.items, camera, paper, style)
    weight = line_weight(scene.items, place)
    main, top = stages(scene.items)
    yield Progress(0.05, "finding visible lines")
    parts = [*_behind(scene, place, style)]
    seen = yield from _finding(main, place.sheet, known)
    yield Progress(0.5, "shading")
    parts += _stage(main, seen, place, style, weight)
    yield Progress(0.9, "drawing the labels")
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
    """Return a drawing without areas and lines outside the page."""
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
    """Return a mark with only its selected areas or lines; nothing if none is selected."""
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
        yield from told(job, lambda done: Progress(begin + part * done, "finding visible lines"))
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
    """Return groups of a stage: items on the floor, solids, other lines and areas, labels."""
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
    """Return texts, with their leader lines below; a body hides a label as a whole."""
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


def with_scale_bar(drawing: Drawing, sheet: Sheet, style: Style) -> Drawing:
    """Return a drawing of a parallel view, slightly higher, with a scale bar."""
    metre = 1.0 / float(sheet.unit_size(np.zeros(3)))
    length = _round_length(LONGEST * drawing.width / metre)
    size = style.type_size / POINTS_PER_INCH * MM_PER_INCH / drawing.mm
    gap, tick = GAP / drawing.mm, TICK / drawing.mm
    left = drawing.left + gap
    y = drawing.top + drawing.height + gap + tick / 2
    ends = np.array([[left, y], [left + length * metre, y]])
    up = np.array([0.0, tick / 2])
    lines = (ends, *(np.stack([end - up, end + up]) for end in ends))
    words = f"{length * 1000:g} mm" if length < 1.0 else f"{length:g} m"
    text = Run(float(ends[1, 0]) + gap, y + 0.36 * size, words, size, style.font)
    width = text_width(words, size, False, style.font)
    marks = (
        Stroke(lines, INK, style.line_width("edge", drawing.weight) / drawing.mm),
        Text((text,), INK, width=width, anchor="start"),
    )
    return replace(
        drawing,
        height=drawing.height + max(size, tick) + 2 * gap,
        parts=(*drawing.parts, Group("scale bar", marks)),
    )


def _round_length(longest: float) -> float:
    """Return the longest length of 1, 2, 5 times a power of ten up to a limit, in m."""
    power = 10.0 ** floor(log10(longest))
    return max(step * power for step in (1.0, 2.0, 5.0) if step * power <= longest)


def line_weight(items: Iterable[Item], place: Layout) -> float:
    """Return the factor on the usual line widths for a figure: less for a small robot.

    Args:
        items: The items in the figure.
        place: Their position in the figure.

    Returns:
        From 0.3 to 1; 1 without robots.
    """
    robots: dict[object, list[np.ndarray]] = {}
    for item in items:
        if isinstance(item, Solid) and item.layer == "body" and item.owner[1:2] == ("link",):
            corners = item.mesh.bounds @ item.pose[:3, :3].T + item.pose[:3, 3]
            seen = corners[place.sheet.ahead(corners) > 0.0]
            robots.setdefault(item.owner[0], []).append(place.sheet.place(seen)[:, :2])
    every = [points for parts in robots.values() if len(points := np.concatenate(parts))]
    sizes = [float(np.ptp(points, axis=0).max()) * place.mm for points in every]
    return min(1.0, max(LEAST, min(sizes) / FULL)) if sizes else 1.0


def backdrop_fills(backdrop: Backdrop, sheet: Sheet, page: Array) -> list[Fill]:
    """Return areas from the horizon's colour to the zenith's, each painted over the previous one.

    Args:
        backdrop: The colours.
        sheet: The sheet of projection.
        page: Corners of the figure (4, 2), which may extend beyond the sheet.
    """
    left, top = np.minimum(page.min(axis=0), 0.0).tolist()
    right, bottom = np.maximum(page.max(axis=0), (sheet.width, sheet.height)).tolist()
    sky, horizon = np.array(backdrop.sky), np.array(backdrop.horizon)
    count = int(np.ceil(np.abs(sky - horizon).max() / STEP))
    across, down = np.linspace(left, right, COLUMNS), np.linspace(top, bottom, ROWS)
    x, y = 2.0 * across / sheet.width - 1.0, 1.0 - 2.0 * down / sheet.height
    share = _share(x[None, :], y[:, None], sheet)
    least = float(share.min())
    fills = [Fill((page,), _mixed(horizon, sky, least))]
    for k in range(count):
        above = share > (k + 0.5) / count
        if (k + 0.5) / count <= least or not above.any():
            continue
        edge = np.array([_crossing(column, (k + 0.5) / count) for column in share.T])
        line = np.stack([across, top + edge * (bottom - top)], axis=1)
        ring = np.concatenate([[[left, top]], [[right, top]], line[::-1]])
        fills.append(Fill((ring,), _mixed(horizon, sky, (k + 1.0) / count)))
    return fills


def _mixed(horizon: Array, sky: Array, share: float) -> tuple[float, float, float, float]:
    red, green, blue, alpha = (horizon + (sky - horizon) * min(share, 1.0)).tolist()
    return (red, green, blue, alpha)


def _crossing(column: Array, level: float) -> float:
    """Return where a column of shares falls below a level, 0 at the top to 1 at the bottom."""
    below = np.flatnonzero(column <= level)
    if not len(below):
        return 1.0
    k = int(below[0])
    if not k:
        return 0.0
    part = (column[k - 1] - level) / (column[k - 1] - column[k])
    return float((k - 1 + part) / (len(column) - 1))


def _share(x: Array, y: Array, sheet: Sheet) -> Array:
    """Return the share of the zenith colour at points of the picture, -1 to 1 each way, y up."""
    camera = sheet.camera
    if camera.parallel:
        # it is over the height of the picture, which the sheet may be larger than
        inner = y * (1.0 + 2.0 * sheet.beyond)
        return np.broadcast_to(_smoothstep(BACKDROP_SCREEN_BAND, inner), np.broadcast(x, y).shape)
    high = tan(camera.field_of_view / 2)
    across, up = x * high * sheet.width / sheet.height, y * high
    rise = up * cos(camera.elevation) - sin(camera.elevation)
    return _smoothstep(BACKDROP_BAND, rise / np.sqrt(1.0 + across**2 + up**2))


def _smoothstep(band: tuple[float, float], values: Array) -> Array:
    t = np.clip((values - band[0]) / (band[1] - band[0]), 0.0, 1.0)
    smooth: Array = t * t * (3.0 - 2.0 * t)
    return smooth
