"""The objects of a PDF file: numbered, referred to by number, written with their places."""

from __future__ import annotations

from rvs.export.formats.deflate import Deflater

HEADER = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"


class PdfObjects:
    """Objects of one file; the first is the catalogue."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def reserve(self) -> int:
        """Return the number of an object that is filled in later."""
        self._objects.append(b"null")
        return len(self._objects)

    def fill(self, number: int, content: str) -> None:
        """Fill in an object."""
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
        """Add a stream that is compressed already and return its number."""
        head = f"<<{entries}/Filter/FlateDecode/Length {len(packed)}>>stream\n"
        self._objects.append(head.encode("ascii") + packed + b"\nendstream")
        return len(self._objects)

    def write(self, catalog: int, info: int) -> bytes:
        """Return the file."""
        out = bytearray(HEADER)
        places = []
        for number, content in enumerate(self._objects, 1):
            places.append(len(out))
            out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
        start = len(out)
        rows = "".join(f"{place:010d} 00000 n \n" for place in places)
        out += f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{rows}".encode()
        out += f"trailer<</Size {len(places) + 1}/Root {catalog} 0 R/Info {info} 0 R>>\n".encode()
        out += f"startxref\n{start}\n%%EOF\n".encode()
        return bytes(out)


def pdf_text(words: str) -> str:
    """Return words as a PDF text string."""
    return "<FEFF" + words.encode("utf-16-be").hex().upper() + ">"
