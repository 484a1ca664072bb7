"""A font cut down to some letters, as TrueType.

Outlines of PostScript fonts as TrueType outlines, which all formats support.
"""

from __future__ import annotations

import io
from typing import Any

from fontTools import subset
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable

from rvs.engine.errors import ArgumentError
from rvs.scene.fonts.families import WHOLE_ONLY, FontFile, may_embed

# Tables that no figure needs: how letters are joined and kerned.
UNUSED = ("GDEF", "GPOS", "GSUB", "FFTM", "kern", "TeX ")

# How far a curve may be from what it was, in parts of the height of the type.
ERROR = 1 / 2000
TRUETYPE = "\x00\x01\x00\x00"


def cut(file: FontFile, name: str, letters: str) -> tuple[Any, bytes]:
    """Return a font with some letters as a fontTools font, and the bytes of its file.

    Args:
        file: Its path.
        name: Name of its family, for messages.
        letters: The required letters.

    Raises:
        ArgumentError: Its licence forbids embedding.
    """
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.glyph_names = True
    options.name_IDs = [1, 2, 6]
    options.desubroutinize = True
    font: Any = file.open()
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
    return font, stream.getvalue()


def _licence(font: Any, name: str) -> int:
    """Return the licence bits of a font.

    Raises:
        ArgumentError: They forbid embedding its outlines.
    """
    bits = int(font["OS/2"].fsType)
    if not may_embed(bits):
        raise ArgumentError(
            f"font: the licence of {name} does not permit embedding; write labels as "
            "outlines, or choose another font"
        )
    return bits


def with_quadratic_outlines(font: Any) -> None:
    """Change the cubic outlines of a font (``CFF``) to quadratic ones (``glyf``), in place."""
    names = font.getGlyphOrder()
    glyphs = font.getGlyphSet()
    error = ERROR * font["head"].unitsPerEm
    made = {}
    for name in names:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, error, reverse_direction=True))
        made[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = table = newTable("glyf")
    table.glyphOrder, table.glyphs = names, made
    for tag in ("CFF ", "VORG"):
        if tag in font:
            del font[tag]
    table.compile(font)
    for name, glyph in made.items():
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(glyph, "xMin", 0))
    head = font["maxp"]
    head.tableVersion = 0x00010000
    for field in (
        "maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs",
        "maxStackElements", "maxSizeOfInstructions",
    ):  # fmt: skip
        setattr(head, field, 0)
    head.maxZones = 1
    head.maxComponentElements = max(
        (len(glyph.components) for glyph in made.values() if glyph.isComposite()), default=0
    )
    head.recalc(font)
    font["post"].formatType = 2.0
    font["post"].extraNames, font["post"].mapping = [], {}
    font.sfntVersion = TRUETYPE
