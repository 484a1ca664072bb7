"""Fonts cut down to the letters that a figure uses."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fontTools import subset

from rvs.engine.errors import ArgumentError
from rvs.export.formats.drawing import Run, Text
from rvs.export.formats.quadratic import with_quadratic_outlines
from rvs.scene.fonts import SANS
from rvs.scene.fonts.families import family

# Family, and whether it is the bold face.
Key = tuple[str, bool]
# Bits by which a font's licence says what files it may lie in.
MAY_NOT, WHOLE_ONLY, PIXELS_ONLY = 0x0002, 0x0100, 0x0200
MAY = 0x000C
# Tables that no figure needs: how letters are joined and kerned.
UNUSED = ("GDEF", "GPOS", "GSUB", "FFTM", "kern", "TeX ")


@dataclass(frozen=True, eq=False)
class Face:
    """A face of a font with some of its letters.

    Attributes:
        family: Name of its family; empty is the program's own.
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

    family: str
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
        return f"{tag}+{self.plain}{'-Bold' if self.bold else ''}"

    @property
    def plain(self) -> str:
        """Name of the family in letters and digits alone."""
        return re.sub(r"[^A-Za-z0-9]", "", self.family or SANS) or "Font"


def faces(texts: Iterable[Text]) -> dict[Key, Face]:
    """Return the faces that texts are written in, with the letters they use.

    Raises:
        ArgumentError: A font is not installed, or its licence keeps it out of files.
    """
    used: dict[Key, set[str]] = {}
    for text in texts:
        for run in text.runs:
            used.setdefault(key_of(text, run), set()).update(run.words)
    return {key: face(key, "".join(sorted(letters))) for key, letters in sorted(used.items())}


def key_of(text: Text, run: Run) -> Key:
    """Return which face a run of a text is written in."""
    return run.font, text.bold


def face(key: Key, letters: str) -> Face:
    """Return a face with some letters; those that the font has not become its empty box.

    Raises:
        ArgumentError: The font is not installed, or its licence keeps it out of files.
    """
    name, bold = key
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.glyph_names = True
    options.name_IDs = [1, 2, 6]
    options.desubroutinize = True
    font: Any = family(name).file(bold).open()
    # before they are read, which takes longer than all the rest
    for table in UNUSED:
        if table in font:
            del font[table]
    cutter = subset.Subsetter(options)
    if _licence(font, name) & WHOLE_ONLY:
        cutter.populate(unicodes=list(font.getBestCmap()))
    cutter.populate(text=letters)
    cutter.subset(font)
    if "glyf" not in font:
        with_quadratic_outlines(font)
    stream = io.BytesIO()
    font.save(stream, reorderTables=True)
    return _described(name, bold, letters, font, stream.getvalue())


def _licence(font: Any, name: str) -> int:
    """The bits of a font's licence.

    Raises:
        ArgumentError: They keep its outlines out of files.
    """
    bits = int(font["OS/2"].fsType)
    if bits & PIXELS_ONLY or (bits & MAY_NOT and not bits & MAY):
        raise ArgumentError(
            f"font: the licence of {name} does not let its letters be embedded; "
            "write labels as outlines, or choose another font"
        )
    return bits


def _described(name: str, bold: bool, letters: str, font: Any, data: bytes) -> Face:
    scale = 1000.0 / font["head"].unitsPerEm
    # A font of which no letter is used has no table of letters.
    known = font.getBestCmap() or {}
    glyph = {letter: known.get(ord(letter), ".notdef") for letter in letters}
    head = font["head"]
    return Face(
        name,
        bold,
        data,
        letters,
        {letter: font.getGlyphID(one) for letter, one in glyph.items()},
        tuple(font.getGlyphOrder()),
        {letter: font["hmtx"][one][0] * scale for letter, one in glyph.items()},
        (head.xMin * scale, head.yMin * scale, head.xMax * scale, head.yMax * scale),
        font["hhea"].ascent * scale,
        font["hhea"].descent * scale,
        getattr(font["OS/2"], "sCapHeight", 0.729 * font["head"].unitsPerEm) * scale,
    )
