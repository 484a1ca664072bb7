"""The program's font cut down to the letters that a figure uses."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont

from rvs.export.formats.drawing import Text
from rvs.scene.fonts import font_file


@dataclass(frozen=True, eq=False)
class Face:
    """A face of the font with some of its letters.

    Attributes:
        bold: Whether it is the bold one.
        data: The TrueType font.
        letters: The letters, sorted.
        numbers: Number of each letter's glyph in the font.
        names: Names of all glyphs, by number.
        widths: Advance width of each letter, in thousandths of the type's height.
        box: Left, bottom, right, top of all letters, in thousandths.
        ascent: Height of the highest letters, in thousandths.
        descent: Depth of the lowest ones, negative, in thousandths.
        capitals: Height of the capitals, in thousandths.
    """

    bold: bool
    data: bytes
    letters: str
    numbers: dict[str, int]
    names: tuple[str, ...]
    widths: dict[str, float]
    box: tuple[float, float, float, float]
    ascent: float
    descent: float
    capitals: float

    @property
    def name(self) -> str:
        """Name in files: six letters that tell subsets apart, then that of the font."""
        code = sum((k + 1) * ord(letter) for k, letter in enumerate(self.letters))
        tag = "".join(chr(65 + code // 26**k % 26) for k in range(6))
        return f"{tag}+DejaVuSans{'-Bold' if self.bold else ''}"


def faces(texts: Iterable[Text]) -> dict[bool, Face]:
    """Return the faces that texts are written in, bold or not, with the letters they use."""
    used: dict[bool, set[str]] = {}
    for text in texts:
        letters = used.setdefault(text.bold, set())
        letters.update("".join(run.words for run in text.runs))
    return {bold: face(bold, "".join(sorted(letters))) for bold, letters in sorted(used.items())}


def face(bold: bool, letters: str) -> Face:
    """Return a face with some letters; those that the font has not become its empty box."""
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.glyph_names = True
    options.name_IDs = [1, 2, 6]
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "FFTM", "kern"]
    font: Any = TTFont(str(font_file(bold)), recalcTimestamp=False)
    cutter = subset.Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(font)
    stream = io.BytesIO()
    font.save(stream, reorderTables=True)
    return _described(bold, letters, font, stream.getvalue())


def _described(bold: bool, letters: str, font: Any, data: bytes) -> Face:
    scale = 1000.0 / font["head"].unitsPerEm
    known = font.getBestCmap()
    glyph = {letter: known.get(ord(letter), ".notdef") for letter in letters}
    head = font["head"]
    return Face(
        bold,
        data,
        letters,
        {letter: font.getGlyphID(name) for letter, name in glyph.items()},
        tuple(font.getGlyphOrder()),
        {letter: font["hmtx"][name][0] * scale for letter, name in glyph.items()},
        (head.xMin * scale, head.yMin * scale, head.xMax * scale, head.yMax * scale),
        font["hhea"].ascent * scale,
        font["hhea"].descent * scale,
        getattr(font["OS/2"], "sCapHeight", 729) * scale,
    )
