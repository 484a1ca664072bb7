"""Drawings as PostScript, EPS or a page: a tight box, no transparency, the font embedded.

A face of the font inside a PostScript file, as TrueType (Type 42).
"""

from __future__ import annotations

import io
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
from rvs.export.formats.svg import number
from rvs.model.appearance.colors import Rgba

DIGITS = 2
PROLOG = (
    "/m{moveto}bind def/l{rlineto}bind def/h{closepath}bind def/f{eofill}bind def"
    "/s{stroke}bind def/c{setrgbcolor}bind def"
    "/rim{dup gsave false charpath stroke grestore stringwidth rmoveto}bind def"
)

# One font of PostScript has a code for this many letters at a time.
CODES = 255
LINE = 72
TABLES = ("cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep")
# Strings of PostScript end below 64 KiB.
LONGEST = 65534


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


def font_name(face: Face, part: int) -> str:
    """Return the name of a part of a face in the file."""
    family = f"{face.plain}-" if face.family else ""
    return f"RVS-{family}{'Bold' if face.bold else 'Regular'}-{part}"


def font_lines(face: Face) -> list[str]:
    """Return the PostScript that defines a face, in parts of 255 letters."""
    data = _tables(face.data)
    parts = -(-len(face.letters) // CODES)
    return [line for part in range(parts) for line in _part(face, part, data)]


def encoded(face: Face, words: str) -> list[tuple[int, str]]:
    """Return words as parts of the face and the strings to show in them, in order."""
    found: list[tuple[int, str]] = []
    for letter in words:
        part, code = divmod(face.letters.index(letter), CODES)
        if found and found[-1][0] == part:
            found[-1] = part, found[-1][1] + f"{code:02x}"
        else:
            found.append((part, f"{code:02x}"))
    return [(part, f"<{codes}>") for part, codes in found]


def _part(face: Face, part: int, data: Sequence[bytes]) -> list[str]:
    letters = face.letters[part * CODES : (part + 1) * CODES]
    names = [face.names[face.numbers[letter]] for letter in letters]
    glyphs = {".notdef": 0} | {name: face.names.index(name) for name in names}
    box = " ".join(f"{value / 1000:.4f}" for value in face.box)
    lines = [
        f"%%BeginResource: font {font_name(face, part)}",
        "11 dict begin",
        f"/FontName /{font_name(face, part)} def /FontType 42 def /PaintType 0 def",
        f"/FontMatrix [1 0 0 1 0 0] def /FontBBox [{box}] def",
        "/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for",
        *(f"dup {code} /{name} put" for code, name in enumerate(names)),
        f"def /CharStrings {len(glyphs)} dict dup begin",
        *(f"/{name} {number} def" for name, number in glyphs.items()),
        "end def /sfnts [",
    ]
    for piece in data:
        digits = piece.hex() + "00"
        lines += ["<", *(digits[k : k + LINE] for k in range(0, len(digits), LINE)), ">"]
    return [*lines, "] def FontName currentdict end definefont pop", "%%EndResource"]


def _tables(data: bytes) -> list[bytes]:
    """Return the tables that a printer needs, as strings that end between two glyphs."""
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    for name in [tag for tag in font.keys() if tag not in TABLES]:  # noqa: SIM118
        if name != "GlyphOrder":
            del font[name]
    stream = io.BytesIO()
    font.save(stream, reorderTables=True)
    whole = stream.getvalue()
    if len(whole) <= LONGEST:
        return [whole]
    return _split(whole)


def _split(whole: bytes) -> list[bytes]:
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(whole))
    glyphs = font.reader.tables["glyf"]
    ends = [entry.offset for entry in font.reader.tables.values()]
    ends += [glyphs.offset + int(place) for place in font["loca"].locations]
    pieces, start = [], 0
    for end in [*sorted(set(ends)), len(whole)]:
        if end - start > LONGEST:
            last = max(e for e in ends if start < e <= start + LONGEST)
            pieces.append(whole[start:last])
            start = last
    return [*pieces, whole[start:]]
