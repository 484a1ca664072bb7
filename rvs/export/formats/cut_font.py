"""A font cut down to some letters, as TrueType."""

from __future__ import annotations

import io
from typing import Any

from fontTools import subset

from rvs.engine.errors import ArgumentError
from rvs.export.formats.quadratic import with_quadratic_outlines
from rvs.scene.fonts.families import WHOLE_ONLY, FontFile, may_embed

# Tables that no figure needs: how letters are joined and kerned.
UNUSED = ("GDEF", "GPOS", "GSUB", "FFTM", "kern", "TeX ")


def cut(file: FontFile, name: str, letters: str) -> tuple[Any, bytes]:
    """Return a font with some letters as fontTools has it, and the bytes of its file.

    Args:
        file: Where it is.
        name: Of its family, for messages.
        letters: Those wanted.

    Raises:
        ArgumentError: Its licence keeps it out of files.
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
    """The bits of a font's licence.

    Raises:
        ArgumentError: They keep its outlines out of files.
    """
    bits = int(font["OS/2"].fsType)
    if not may_embed(bits):
        raise ArgumentError(
            f"font: the licence of {name} does not let its letters be embedded; "
            "write labels as outlines, or choose another font"
        )
    return bits
