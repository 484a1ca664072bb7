"""Fonts cut down to the letters that a figure uses."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from rvs.export.formats.drawing import Run, Text
from rvs.files.storage.disk_cache import cached_result
from rvs.scene.fonts import SANS
from rvs.scene.fonts.families import FontFile, family
from rvs.value_class import dataclass
from rvs.version import __version__

# Family, and whether it is the bold face.
Key = tuple[str, bool]
# Raised when a face is kept in another form, or cut in another way.
FORM = 1


@dataclass(frozen=True, eq=False)
class Face:
    """A face of a font with some of its letters.

    Attributes:
        family: Name of its family; empty is the program's default.
        bold: It is the bold face.
        data: The TrueType font.
        letters: The letters, sorted.
        numbers: Number of each letter's glyph in the font.
        names: Names of all glyphs, by number.
        widths: Advance width of each letter, in thousandths of the type size.
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
        """Name in files: six letters that distinguish subsets, then the name of the font."""
        code = sum((k + 1) * ord(letter) for k, letter in enumerate(self.letters))
        tag = "".join(chr(65 + code // 26**k % 26) for k in range(6))
        return f"{tag}+{self.plain}{'-Bold' if self.bold else ''}"

    @property
    def plain(self) -> str:
        """Name of the family, only with letters and digits."""
        return re.sub(r"[^A-Za-z0-9]", "", self.family or SANS) or "Font"


def faces(texts: Iterable[Text]) -> dict[Key, Face]:
    """Return the faces used by texts, with the letters they use.

    Raises:
        ArgumentError: A font is not installed, or its licence forbids embedding.
    """
    used: dict[Key, set[str]] = {}
    for text in texts:
        for run in text.runs:
            # SVG holds the words, whose letters a viewer joins by itself
            letters = run.words + run.glyphs(text.bold)
            used.setdefault(key_of(text, run), set()).update(letters)
    return {key: face(key, "".join(sorted(letters))) for key, letters in sorted(used.items())}


def key_of(text: Text, run: Run) -> Key:
    """Return the face in which a run of a text is written."""
    return run.font, text.bold


def face(key: Key, letters: str) -> Face:
    """Return a face with some letters; missing ones become its empty box.

    Cutting a font takes as long as drawing a small figure, so the results are stored.

    Raises:
        ArgumentError: The font is not installed, or its licence forbids embedding.
    """
    name, bold = key
    file = family(name).file(bold)
    about = file.path.stat()
    facts = [FORM, __version__, str(file.path), file.number, about.st_mtime_ns, about.st_size]
    made = cached_result(
        "fonts", [*facts, name, bold, letters], lambda: _packed(_cut(key, file, letters))
    )
    return _unpacked(made)


def _cut(key: Key, file: FontFile, letters: str) -> Face:
    # here, as it is loaded for longer than it works
    from rvs.export.formats.cut_font import cut

    return _described(*key, letters, *cut(file, key[0], letters))


def _packed(face: Face) -> bytes:
    values = {one.name: getattr(face, one.name) for one in fields(face)}
    return json.dumps(values | {"data": b64encode(face.data).decode()}).encode()


def _unpacked(kept: bytes) -> Face:
    values = json.loads(kept)
    values["data"] = b64decode(values["data"])
    return Face(**values | {name: tuple(values[name]) for name in ("names", "box")})


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
