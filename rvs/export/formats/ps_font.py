"""A face of the font inside a PostScript file, as TrueType (Type 42)."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rvs.export.formats.fonts import Face

# One font of PostScript has a code for this many letters at a time.
CODES = 255
LINE = 72
TABLES = ("cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep")
# Strings of PostScript end below 64 KiB.
LONGEST = 65534


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
    """The tables that a printer needs, as strings that end between two glyphs."""
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
