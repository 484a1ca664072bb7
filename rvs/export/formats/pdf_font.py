"""A face of the font inside a PDF file: embedded, and its text can be copied."""

from __future__ import annotations

from rvs.export.formats.fonts import Face
from rvs.export.formats.pdf_objects import PdfObjects

SYMBOLIC = 4
STEM = {False: 80, True: 140}
MAPPED_AT_ONCE = 100


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
    """Return words as the glyphs of a face."""
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
