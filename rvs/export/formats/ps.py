"""Drawings as PostScript, EPS or a page: a tight box, no transparency, the font embedded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

import numpy as np

from rvs.engine.arrays import Array
from rvs.export.formats.drawing import (
    MM_PER_INCH,
    POINTS_PER_INCH,
    Drawing,
    Fill,
    Group,
    Mark,
    Stroke,
    Text,
)
from rvs.export.formats.flatten import flattened
from rvs.export.formats.fonts import Face, Key, faces, key_of
from rvs.export.formats.ps_font import encoded, font_lines, font_name
from rvs.export.formats.svg import number
from rvs.model.appearance.colors import Rgba

DIGITS = 2
PROLOG = (
    "/m{moveto}bind def/l{rlineto}bind def/h{closepath}bind def/f{eofill}bind def"
    "/s{stroke}bind def/c{setrgbcolor}bind def"
    "/rim{dup gsave false charpath stroke grestore stringwidth rmoveto}bind def"
)


def eps(drawing: Drawing) -> str:
    """Return the text of an EPS file."""
    return _file(drawing, "%!PS-Adobe-3.0 EPSF-3.0", [], [])


def ps(drawing: Drawing) -> str:
    """Return the text of a PostScript file of one page of the drawing's size."""
    width, height = _size(drawing)
    size = f"{number(width, 3)} {number(height, 3)}"
    setup = ["%%BeginSetup", f"<< /PageSize [{size}] >> setpagedevice", "%%EndSetup"]
    return _file(drawing, "%!PS-Adobe-3.0", setup, ["showpage"])


def _size(drawing: Drawing) -> tuple[float, float]:
    scale = drawing.mm / MM_PER_INCH * POINTS_PER_INCH
    return drawing.width * scale, drawing.height * scale


def _file(drawing: Drawing, kind: str, setup: list[str], end: list[str]) -> str:
    opaque = flattened(drawing)
    used = faces(mark for mark in opaque.marks() if isinstance(mark, Text))
    width, height = _size(opaque)
    lines = [
        kind,
        f"%%BoundingBox: 0 0 {ceil(width - 1e-6)} {ceil(height - 1e-6)}",
        f"%%HiResBoundingBox: 0 0 {number(width, 4)} {number(height, 4)}",
        f"%%Title: ({_ascii(opaque.title)})",
        "%%Creator: RVS",
        "%%LanguageLevel: 2",
        "%%Pages: 1",
        "%%EndComments",
        "%%BeginProlog",
        PROLOG,
        *(line for face in used.values() for line in font_lines(face)),
        "%%EndProlog",
        *setup,
        "%%Page: 1 1",
        "gsave",
        *_Page(opaque, used).lines,
        "grestore",
        *end,
        "%%EOF",
        "",
    ]
    return "\n".join(lines)


def _ascii(words: str) -> str:
    return words.encode("ascii", "replace").decode().replace("(", "[").replace(")", "]")


class _Page:
    """The commands of a page."""

    def __init__(self, drawing: Drawing, used: dict[Key, Face]) -> None:
        self._faces = used
        self._color: Rgba | None = None
        self._pen: tuple[float, tuple[float, ...]] | None = None
        scale = number(drawing.mm / MM_PER_INCH * POINTS_PER_INCH, 6)
        # y is turned around in every number, so that text stands upright
        self._bottom = drawing.top + drawing.height
        size = f"{number(drawing.width, 3)} {number(drawing.height, 3)}"
        self.lines = [
            f"{scale} dup scale 0 0 {size} rectclip",
            f"{number(-drawing.left, 3)} 0 translate 1 setlinejoin 1 setlinecap",
        ]
        for group in drawing.parts:
            self._group(group)

    def _group(self, group: Group) -> None:
        self.lines.append(f"% {_ascii(group.name)}")
        for part in group.parts:
            if isinstance(part, Group):
                self._group(part)
            else:
                self._mark(part)

    def _mark(self, mark: Mark) -> None:
        if isinstance(mark, Text):
            self._text(mark)
            return
        closed = isinstance(mark, Fill)
        data = list(self._path(mark.rings if isinstance(mark, Fill) else mark.lines, closed))
        if not data:
            return
        self._paint(mark.color)
        if isinstance(mark, Stroke):
            self._set_pen(mark.width, mark.dashes)
        self.lines += [*data, "f" if closed else "s"]

    def _path(self, lines: Sequence[Array], closed: bool) -> Iterable[str]:
        for line in lines:
            places = np.asarray(line) * (1.0, -1.0) + (0.0, self._bottom)
            whole = np.rint(places * 10**DIGITS).astype(np.int64)
            steps = np.diff(whole, axis=0)
            steps = steps[steps.any(axis=1)]
            if len(steps) < (2 if closed else 1):
                continue
            x, y = (_decimal(value) for value in whole[0].tolist())
            yield f"{x} {y} m"
            yield from (f"{_decimal(a)} {_decimal(b)} l" for a, b in steps.tolist())
            if closed:
                yield "h"

    def _text(self, mark: Text) -> None:
        for halo in (True, False):
            if halo and mark.halo is None:
                continue
            if halo and mark.halo is not None:
                self._paint(mark.halo)
                self._set_pen(2 * mark.rim, ())
            else:
                self._paint(mark.color)
            for run in mark.runs:
                self.lines.append(f"{number(run.x, 3)} {number(self._bottom - run.y, 3)} m")
                face = self._faces[key_of(mark, run)]
                for part, words in encoded(face, run.glyphs(mark.bold)):
                    name = f"/{font_name(face, part)} {number(run.size, 3)} selectfont"
                    show = f"{words} rim" if halo else f"{words} show"
                    self.lines.append(f"{name} {show}")

    def _paint(self, color: Rgba) -> None:
        if color != self._color:
            channels = " ".join(number(min(max(value, 0.0), 1.0), 4) for value in color[:3])
            self.lines.append(f"{channels} c")
            self._color = color

    def _set_pen(self, width: float, dashes: tuple[float, ...]) -> None:
        if self._pen != (width, dashes):
            parts = " ".join(number(part, 3) for part in dashes)
            self.lines.append(f"{number(width, 3)} setlinewidth [{parts}] 0 setdash")
            self._pen = (width, dashes)


def _decimal(value: int) -> str:
    return number(value / 10**DIGITS, DIGITS)
