"""Outlines of PostScript fonts as those of TrueType, which all formats take in."""

from __future__ import annotations

from typing import Any

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import newTable

# How far a curve may be from what it was, in parts of the height of the type.
ERROR = 1 / 2000
TRUETYPE = "\x00\x01\x00\x00"


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
