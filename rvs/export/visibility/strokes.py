"""Lines and points of a scene on the sheet: cut by bodies in front, joined as strokes."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Fill, Mark, Stroke
from rvs.export.visibility.line_cuts import Curtain, Pieces
from rvs.export.visibility.sheet import Sheet
from rvs.scene.items import DASH_ON, DASH_PERIOD, FAINT, Line, Points

Ints = NDArray[np.int64]
# Opacities along a line are rounded to this; what is fainter than the last is left out.
ALPHA_STEP, UNSEEN = 1 / 24, 0.01
THINNEST = 0.25
DOT_SIDES = 24
# Lines are drawn this far beyond the picture, in units, where nobody sees their ends.
MARGIN = 8.0


def line_marks(line: Line, sheet: Sheet, curtain: Curtain | None) -> list[Mark]:
    """Return a line as strokes; without a curtain nothing is hidden."""
    segments, alphas, number = _segments(line, sheet)
    if not len(segments):
        return []
    every = np.arange(len(segments))
    whole = Pieces(every, np.zeros(len(segments)), np.ones(len(segments)))
    seen = whole if curtain is None else curtain.seen(segments)
    width = _widths(line, segments, sheet)
    dashes = (DASH_ON * sheet.pixel, (DASH_PERIOD - DASH_ON) * sheet.pixel)
    marks = _strokes(line, seen, segments, alphas, number, width, dashes if line.dashed else ())
    if line.depth == "hidden" and curtain is not None:
        behind = curtain.hidden(segments)
        marks += _strokes(line, behind, segments, alphas * FAINT, number, width, dashes)
    return marks


def point_marks(points: Points, sheet: Sheet, curtain: Curtain | None) -> list[Mark]:
    """Return points as discs; a point is visible if its centre is."""
    at = np.asarray(points.at, float).reshape(-1, 3)
    at = at[sheet.ahead(at) > 0.0]
    if not len(at):
        return []
    place = sheet.place(at)
    seen = np.ones(len(at), bool)
    if curtain is not None:
        ends = np.stack([place, place + np.array([1e-6, 0.0, 0.0])], axis=1)
        seen[curtain.hidden(ends).segment] = False
    marks: list[Mark] = []
    for here, alpha in ((seen, 1.0), (~seen, FAINT)):
        if here.any() and (alpha == 1.0 or points.depth == "hidden"):
            rings = tuple(_dot(one[:2], points.size * sheet.pixel / 2) for one in place[here])
            marks += [Fill((ring,), (*points.color[:3], points.color[3] * alpha)) for ring in rings]
    return marks


def _dot(middle: Array, radius: float) -> Array:
    angle = 2 * np.pi * np.arange(DOT_SIDES) / DOT_SIDES
    ring: Array = middle + radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return ring


def _segments(line: Line, sheet: Sheet) -> tuple[Array, Array, Ints]:
    """Return segments beyond the near plane, on the sheet (s, 2, 3), opacity and indices."""
    points = np.asarray(line.points, float).reshape(-1, 3)
    step = 2 if line.pairs else 1
    count = min(len(points[:-1:step]), len(points[1::step]))
    ends = np.stack([points[:-1:step][:count], points[1::step][:count]], axis=1)
    alphas = np.ones(len(points)) if line.alphas is None else np.asarray(line.alphas, float)
    alpha = (alphas[:-1:step][:count] + alphas[1::step][:count]) / 2
    ahead = sheet.ahead(ends)
    number = np.flatnonzero((ahead > 0.0).any(axis=1))
    ends, ahead, alpha = ends[number], ahead[number], alpha[number]
    for k in (0, 1):
        here, there = ahead[:, k], ahead[:, 1 - k]
        gap = np.where(here > 0.0, 1.0, there - here)
        share = np.where(here > 0.0, 0.0, -here / gap * (1 + 1e-9))[:, None]
        ends[:, k] = ends[:, k] + share * (ends[:, 1 - k] - ends[:, k])
    placed, inside = _in_picture(sheet.place(ends), sheet)
    return placed[inside], alpha[inside], number[inside]


def _in_picture(segments: Array, sheet: Sheet) -> tuple[Array, NDArray[np.bool_]]:
    """Return segments clipped to the picture, and the indices of those inside it."""
    start, way = segments[:, 0], segments[:, 1] - segments[:, 0]
    first, last = np.zeros(len(start)), np.ones(len(start))
    for axis, size in ((0, sheet.width), (1, sheet.height)):
        step = np.where(np.abs(way[:, axis]) < 1e-12, 1e-12, way[:, axis])
        one = (-MARGIN - start[:, axis]) / step
        two = (size + MARGIN - start[:, axis]) / step
        first = np.maximum(first, np.minimum(one, two))
        last = np.minimum(last, np.maximum(one, two))
    shares = np.stack([first, last], axis=1)[..., None]
    return start[:, None] + shares * way[:, None], last > first


def _widths(line: Line, segments: Array, sheet: Sheet) -> Array:
    if line.size_in == "screen":
        return np.full(len(segments), max(line.width, THINNEST) * sheet.pixel)
    size = sheet.height / (2.0 * np.tan(sheet.camera.field_of_view / 2)) / sheet.camera.distance
    depth = segments[..., 2].mean(axis=1)
    scale = size if sheet.camera.parallel else size * -depth
    widths: Array = np.maximum(line.width * scale, THINNEST * sheet.pixel)
    return widths


def _strokes(
    line: Line,
    pieces: Pieces,
    segments: Array,
    alphas: Array,
    number: Ints,
    width: Array,
    dashes: tuple[float, ...],
) -> list[Mark]:
    """Return pieces joined as polylines; those of equal opacity and width form one stroke."""
    if not len(pieces.segment):
        return []
    of = pieces.segment
    start, way = segments[of, 0, :2], segments[of, 1, :2] - segments[of, 0, :2]
    begin, end = start + pieces.first[:, None] * way, start + pieces.last[:, None] * way
    level = np.rint(alphas[of] * line.color[3] / ALPHA_STEP).astype(np.int64)
    level = np.where(alphas[of] * line.color[3] < UNSEEN, 0, np.maximum(level, 1))
    thick = np.rint(width[of] * 50).astype(np.int64)
    found: list[Mark] = []
    for key in sorted(set(zip(level.tolist(), thick.tolist(), strict=True))):
        here = np.flatnonzero((level == key[0]) & (thick == key[1]))
        if not key[0]:
            continue
        lines = tuple(_joined(begin[here], end[here], number[of[here]], line.pairs))
        alpha = min(key[0] * ALPHA_STEP, 1.0) if line.alphas is not None else _alpha(line, alphas)
        found.append(Stroke(lines, (*line.color[:3], alpha), key[1] / 50, dashes))
    return found


def _alpha(line: Line, alphas: Array) -> float:
    return float(line.color[3] * alphas[0])


def _joined(begin: Array, end: Array, number: Ints, pairs: bool) -> Iterable[Array]:
    """Return polylines of consecutive segments."""
    follows = np.abs(begin[1:] - end[:-1]).max(axis=1, initial=0.0) < 1e-6
    follows &= (number[1:] - number[:-1] <= 1) | pairs
    for some in np.split(np.arange(len(begin)), np.flatnonzero(~follows) + 1):
        if len(some):
            yield np.concatenate([begin[some[:1]], end[some]])
