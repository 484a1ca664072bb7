"""Drawings as PDF: one page of the figure's size, a layer for each group, the font embedded.

The objects of a PDF file: numbered, referenced by number, written with their offsets.

Long texts compressed during writing, in threads parallel to the writing one.

Python continues during compression.  The text is divided into parts, each compressed separately but
with the end of the previous one as its dictionary, so that it is no longer than otherwise; the
parts together are one stream of zlib (RFC 1950, 1951).
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.export.formats.drawing import (
    MM_PER_INCH,
    POINTS_PER_INCH,
    Drawing,
    Fill,
    Group,
    Mark,
    Run,
    Stroke,
    Text,
)
from rvs.export.formats.fonts import Face, Key, faces, key_of
from rvs.export.formats.svg import number
from rvs.model.appearance.colors import Rgba

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future


DIGITS = 2
# All digits that a coordinate has, without zeros at its end.
START, CORNER, LAST = "%.15g %.15g m ", "%.15g %.15g l ", "%.15g %.15g "
# Colour of areas and letters, or of lines.
Use = Literal["fill", "stroke"]
# How letters are written: filled, or their outlines alone.
FILLED, OUTLINED = 0, 1


class MarkPainter(ABC):
    """Painter of marks on a page whose units are those of the drawing, y down."""

    @abstractmethod
    def trace(self, commands: Sequence[str]) -> None:
        """Add commands that trace a path and paint it."""

    @abstractmethod
    def paint(self, use: Use, color: Rgba) -> None:
        """Choose a colour and its opacity."""

    @abstractmethod
    def pen(self, width: float, dashes: tuple[float, ...]) -> None:
        """Choose the width of lines and their dashes."""

    @abstractmethod
    def letters(self, mark: Text, runs: Sequence[Run], mode: int) -> None:
        """Write the letters of a text."""

    def mark(self, mark: Mark) -> None:
        """Paint a mark."""
        if isinstance(mark, Text):
            self._text(mark)
            return
        area = isinstance(mark, Fill)
        data = path(mark.rings if isinstance(mark, Fill) else mark.lines, area)
        if not data:
            return
        self.paint("fill" if area else "stroke", mark.color)
        if isinstance(mark, Stroke):
            self.pen(mark.width, mark.dashes)
        self.trace([*data, "f*" if area else "S"])

    def _text(self, mark: Text) -> None:
        if mark.halo is not None:
            self.paint("stroke", mark.halo)
            self.pen(2 * mark.rim, ())
            self.letters(mark, mark.runs, OUTLINED)
        self.paint("fill", mark.color)
        self.letters(mark, mark.runs, FILLED)


def path(lines: Sequence[Array], closed: bool) -> list[str]:
    """Return the commands that trace polylines or rings (n, 2) each, one line of text per path."""
    words = path_words(tuple(lines), closed)
    return [words] if words else []


@accelerated
def path_words(lines: tuple[Array, ...], closed: bool) -> str:
    """Return the commands of polylines or rings, a line of text for each with more than one point.

    Args:
        lines: Their points (n, 2) each.
        closed: They are rings.
    """
    every = [line for line in lines if len(line)]
    if not every:
        return ""
    counts = np.array([len(line) for line in every])
    starts = np.cumsum(counts) - counts
    places = np.rint(np.concatenate(every) * 10**DIGITS).astype(np.int64)
    moved = np.ones(len(places), bool)
    moved[1:] = (places[1:] != places[:-1]).any(axis=1)
    moved[starts] = True
    left = np.add.reduceat(moved, starts, dtype=np.int64)
    real = left >= (3 if closed else 2)
    points = places[moved & np.repeat(real, counts)]
    end = "l h" if closed else "l"
    words = "\n".join(START + CORNER * (count - 2) + LAST + end for count in left[real].tolist())
    return words % tuple((points / 10**DIGITS).ravel().tolist())


SYMBOLIC = 4
STEM = {False: 80, True: 140}
MAPPED_AT_ONCE = 100
# So many lines are compressed while more are written.
AT_ONCE = 500

HEADER = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"

# The best takes two and a half times as long and saves one byte in a hundred.
LEVEL = 6
# A part, and how far back deflate looks for what was there before, in bytes.
PART, WINDOW = 1 << 17, 1 << 15
THREADS = 2
# What a stream of this compression begins with.
_HEAD = b"\x78\x9c"
_RAW = -zlib.MAX_WBITS


def pdf(drawing: Drawing) -> bytes:
    """Return the bytes of a PDF file."""
    objects = PdfObjects()
    catalog, pages, page = objects.reserve(), objects.reserve(), objects.reserve()
    texts = [mark for mark in drawing.marks() if isinstance(mark, Text)]
    used = faces(texts)
    fonts = {key: add_font(objects, face) for key, face in used.items()}
    content = _Content(objects, used)
    order = content.draw(drawing)
    stream = objects.add_packed(content.packed())
    scale = drawing.mm / MM_PER_INCH * POINTS_PER_INCH
    box = f"0 0 {number(drawing.width * scale, 4)} {number(drawing.height * scale, 4)}"
    objects.fill(pages, f"<</Type/Pages/Kids[{page} 0 R]/Count 1>>")
    group = "/Group<</S/Transparency/CS/DeviceRGB>>" if content.states else ""
    objects.fill(
        page,
        f"<</Type/Page/Parent {pages} 0 R/MediaBox[{box}]/Contents {stream} 0 R{group}"
        f"/Resources<<{content.resources(fonts)}>>>>",
    )
    listed = " ".join(f"{layer} 0 R" for layer in content.layers)
    objects.fill(
        catalog,
        f"<</Type/Catalog/Pages {pages} 0 R/OCProperties<</OCGs[{listed}]"
        f"/D<</Order[{order}]/ON[{listed}]>>>>>>",
    )
    producer = pdf_text("RVS")
    info = objects.add(f"<</Title{pdf_text(drawing.title)}/Producer{producer}>>")
    return objects.write(catalog, info)


class _Content(MarkPainter):
    """The commands of a page and their referenced objects."""

    def __init__(self, objects: PdfObjects, used: dict[Key, Face]) -> None:
        self._lines: list[str] = []
        self._packer = Deflater()
        self.layers: list[int] = []
        self.states: dict[float, str] = {}
        self._objects = objects
        self._faces = used
        self._names = {
            key: f"F{int(key[1])}" + (f"-{face.plain}" if key[0] else "")
            for key, face in used.items()
        }
        self._alpha = 1.0
        self._colors: dict[str, str] = {}
        self._stroke: tuple[float, tuple[float, ...]] | None = None

    def draw(self, drawing: Drawing) -> str:
        """Write all groups; return the order of the layers."""
        scale = drawing.mm / MM_PER_INCH * POINTS_PER_INCH
        x, y = -drawing.left * scale, (drawing.top + drawing.height) * scale
        s = number(scale, 6)
        self._lines.append(f"{s} 0 0 -{s} {number(x, 4)} {number(y, 4)} cm 1 J 1 j")
        box = (drawing.left, drawing.top, drawing.width, drawing.height)
        self._lines.append(" ".join(number(value, 3) for value in box) + " re W n")
        return " ".join(self._group(group) for group in drawing.parts)

    def packed(self) -> bytes:
        """Return the compressed commands after all drawing."""
        self._packer.add("\n".join(self._lines).encode("ascii"))
        return self._packer.done()

    def resources(self, fonts: dict[Key, int]) -> str:
        """Return the entries of the page's resources."""
        names = "".join(f"/{self._names[key]} {font} 0 R" for key, font in fonts.items())
        layers = "".join(f"/L{layer} {layer} 0 R" for layer in self.layers)
        states = "".join(f"/{name}<</ca {a:g}/CA {a:g}>>" for a, name in self.states.items())
        return f"/Font<<{names}>>/Properties<<{layers}>>/ExtGState<<{states}>>"

    def _group(self, group: Group) -> str:
        inner = []
        layer = self._objects.add(f"<</Type/OCG/Name{pdf_text(group.name)}>>")
        self.layers.append(layer)
        self._lines.append(f"/OC /L{layer} BDC")
        for part in group.parts:
            if isinstance(part, Group):
                inner.append(self._group(part))
            else:
                self.mark(part)
        self._lines.append("EMC")
        return f"{layer} 0 R" + (f" [{' '.join(inner)}]" if inner else "")

    def trace(self, commands: Sequence[str]) -> None:
        self._lines += commands
        if len(self._lines) > AT_ONCE:
            self._packer.add("\n".join([*self._lines, ""]).encode("ascii"))
            self._lines.clear()

    def letters(self, mark: Text, runs: Sequence[Run], mode: int) -> None:
        self._lines.append(f"BT {mode} Tr")
        for run in runs:
            place = f"1 0 0 -1 {number(run.x, 3)} {number(run.y, 3)} Tm"
            key = key_of(mark, run)
            words = encoded(self._faces[key], run.glyphs(mark.bold))
            font = f"/{self._names[key]} {number(run.size, 3)} Tf"
            self._lines.append(f"{font} {place} {words} Tj")
        self._lines.append("ET")

    def paint(self, use: Use, color: Rgba) -> None:
        command = {"fill": "rg", "stroke": "RG"}[use]
        if color[3] != self._alpha:
            alpha = round(color[3], 4)
            name = self.states.setdefault(alpha, f"G{len(self.states)}")
            self._lines.append(f"/{name} gs")
            self._alpha = color[3]
        channels = " ".join(number(min(max(value, 0.0), 1.0), 4) for value in color[:3])
        if self._colors.get(command) != channels:
            self._lines.append(f"{channels} {command}")
            self._colors[command] = channels

    def pen(self, width: float, dashes: tuple[float, ...]) -> None:
        if self._stroke != (width, dashes):
            parts = " ".join(number(part, 3) for part in dashes)
            self._lines.append(f"{number(width, 3)} w [{parts}] 0 d")
            self._stroke = (width, dashes)


def add_font(objects: PdfObjects, face: Face) -> int:
    """Add a face to a file and return the number of its font object."""
    data = objects.add_stream(face.data, f"/Length1 {len(face.data)}")
    box = " ".join(f"{value:.0f}" for value in face.box)
    about = objects.add(
        f"<</Type/FontDescriptor/FontName/{face.name}/Flags {SYMBOLIC}/FontBBox[{box}]"
        f"/ItalicAngle 0/Ascent {face.ascent:.0f}/Descent {face.descent:.0f}"
        f"/CapHeight {face.capitals:.0f}/StemV {STEM[face.bold]}/FontFile2 {data} 0 R>>"
    )
    widths = " ".join(
        f"{face.numbers[letter]}[{face.widths[letter]:.1f}]" for letter in face.letters
    )
    letters = objects.add(
        f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{face.name}"
        "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
        f"/FontDescriptor {about} 0 R/CIDToGIDMap/Identity/DW 600/W[{widths}]>>"
    )
    meaning = objects.add_stream(_unicode_map(face).encode("ascii"))
    return objects.add(
        f"<</Type/Font/Subtype/Type0/BaseFont/{face.name}/Encoding/Identity-H"
        f"/DescendantFonts[{letters} 0 R]/ToUnicode {meaning} 0 R>>"
    )


def encoded(face: Face, words: str) -> str:
    """Return words as glyphs of a face."""
    return "<" + "".join(f"{face.numbers[letter]:04X}" for letter in words) + ">"


def _unicode_map(face: Face) -> str:
    rows = [
        f"<{face.numbers[letter]:04X}> <{letter.encode('utf-16-be').hex().upper()}>"
        for letter in face.letters
    ]
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
        "/CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def",
        "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
        "1 begincodespacerange <0000> <FFFF> endcodespacerange",
    ]
    for k in range(0, len(rows), MAPPED_AT_ONCE):
        some = rows[k : k + MAPPED_AT_ONCE]
        lines += [f"{len(some)} beginbfchar", *some, "endbfchar"]
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines)


class PdfObjects:
    """Objects of one file; the first is the catalogue."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserve(self) -> int:
        """Return the number of an object that is filled later."""
        self._objects.append(b"null")
        return len(self._objects)

    def fill(self, number: int, content: str) -> None:
        """Fill an object."""
        self._objects[number - 1] = content.encode("ascii")

    def add(self, content: str) -> int:
        """Add an object and return its number."""
        number = self.reserve()
        self.fill(number, content)
        return number

    def add_stream(self, data: bytes, entries: str = "") -> int:
        """Add a compressed stream and return its number."""
        packer = Deflater()
        packer.add(data)
        return self.add_packed(packer.done(), entries)

    def add_packed(self, packed: bytes, entries: str = "") -> int:
        """Add an already compressed stream and return its number."""
        head = f"<<{entries}/Filter/FlateDecode/Length {len(packed)}>>stream\n"
        self._objects.append(head.encode("ascii") + packed + b"\nendstream")
        return len(self._objects)

    def write(self, catalog: int, info: int) -> bytes:
        """Return the file."""
        out = bytearray(HEADER)
        places = []
        for serial, content in enumerate(self._objects, 1):
            places.append(len(out))
            out += f"{serial} 0 obj\n".encode() + content + b"\nendobj\n"
        start = len(out)
        rows = "".join(f"{place:010d} 00000 n \n" for place in places)
        out += f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{rows}".encode()
        out += f"trailer<</Size {len(places) + 1}/Root {catalog} 0 R/Info {info} 0 R>>\n".encode()
        out += f"startxref\n{start}\n%%EOF\n".encode()
        return bytes(out)


def pdf_text(words: str) -> str:
    """Return words as a PDF text string."""
    return "<FEFF" + words.encode("utf-16-be").hex().upper() + ">"


class Deflater:
    """Compressor of texts to one stream."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._before = b""
        self._sum = zlib.adler32(b"")
        self._parts: list[Future[bytes]] = []
        self._threads: Executor | None = None

    def add(self, data: bytes) -> None:
        """Add more of the text."""
        self._rest += data
        while len(self._rest) > PART:
            self._begin(bytes(self._rest[:PART]))
            del self._rest[:PART]

    def done(self) -> bytes:
        """Return the stream after all of the text."""
        last = _packed(bytes(self._rest), self._before, True)
        self._sum = zlib.adler32(self._rest, self._sum)
        parts = [part.result() for part in self._parts]
        if self._threads is not None:
            self._threads.shutdown()
        return b"".join([_HEAD, *parts, last, self._sum.to_bytes(4, "big")])

    def _begin(self, part: bytes) -> None:
        if self._threads is None:
            # here, since short texts do without
            from concurrent.futures import ThreadPoolExecutor

            self._threads = ThreadPoolExecutor(THREADS)
        self._parts.append(self._threads.submit(_packed, part, self._before, False))
        self._sum = zlib.adler32(part, self._sum)
        self._before = part[-WINDOW:]


def _packed(part: bytes, before: bytes, last: bool) -> bytes:
    """Return a part as blocks of deflate that end at a whole byte."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, _RAW, zdict=before)
    return packer.compress(part) + packer.flush(zlib.Z_FINISH if last else zlib.Z_SYNC_FLUSH)
