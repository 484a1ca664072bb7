"""Texts of a drawing as outlines: they look the same everywhere and need no font."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from fontTools.pens.basePen import BasePen
from manifold3d import CrossSection, FillRule

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Drawing, Fill, Mark, Run, Stroke, Text
from rvs.scene.fonts.families import family

# Straight pieces that a curve of an outline becomes.
PIECES = 6


def in_paths(drawing: Drawing) -> Drawing:
    """Return a drawing with its texts as filled outlines, their rims as strokes below."""
    return drawing.changed(lambda mark: outlines(mark) if isinstance(mark, Text) else (mark,))


def outlines(text: Text) -> Iterable[Mark]:
    """Yield the rim of a text, if present, and its letters."""
    rings = [ring for run in text.runs for ring in _placed(run, text.bold)]
    if not rings:
        return
    if text.halo is not None and text.rim > 0.0:
        closed = tuple(np.concatenate([ring, ring[:1]]) for ring in rings)
        yield Stroke(closed, text.halo, 2.0 * text.rim)
    yield Fill(tuple(rings), text.color)


def _placed(run: Run, bold: bool) -> Iterable[Array]:
    x = run.x
    for letter in run.glyphs(bold):
        rings, advance = _glyph(letter, bold, run.font)
        for ring in rings:
            yield run.size * ring + (x, run.y)
        x += run.size * advance


# By value: reading a font takes longer than a figure may.
@lru_cache(maxsize=8)
def _font(bold: bool, name: str) -> tuple[Any, Any, float]:
    font = family(name).file(bold).open()
    return font.getGlyphSet(), font.getBestCmap(), float(font["head"].unitsPerEm)


# By value: texts repeat their letters.
@lru_cache(maxsize=1024)
def _glyph(letter: str, bold: bool, name: str) -> tuple[tuple[Array, ...], float]:
    """Return the rings of a letter, y down, and its advance width; the type size is 1."""
    glyphs, known, em = _font(bold, name)
    glyph = glyphs[known.get(ord(letter), ".notdef")]
    pen = _Rings(glyphs)
    glyph.draw(pen)
    # parts of a letter overlap, and what is inside two rings would be left out
    area = CrossSection([np.array(ring) for ring in pen.rings if len(ring) > 2], FillRule.NonZero)
    rings = tuple(np.asarray(ring, float) / em * (1.0, -1.0) for ring in area.to_polygons())
    return rings, float(glyph.width) / em


class _Rings(BasePen):  # type: ignore[misc]
    """A pen that stores outlines as rings of points."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.rings: list[list[tuple[float, float]]] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:
        self.rings.append([pt])

    def _lineTo(self, pt: tuple[float, float]) -> None:
        self.rings[-1].append(pt)

    def _qCurveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float]) -> None:
        start = self.rings[-1][-1]
        for k in range(1, PIECES + 1):
            t = k / PIECES
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            x = a * start[0] + b * pt1[0] + c * pt2[0]
            y = a * start[1] + b * pt1[1] + c * pt2[1]
            self.rings[-1].append((x, y))

    def _curveToOne(
        self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]
    ) -> None:
        start = self.rings[-1][-1]
        for k in range(1, PIECES + 1):
            t = k / PIECES
            shares = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            points = (start, pt1, pt2, pt3)
            x = sum(share * point[0] for share, point in zip(shares, points, strict=True))
            y = sum(share * point[1] for share, point in zip(shares, points, strict=True))
            self.rings[-1].append((x, y))
