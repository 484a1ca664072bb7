"""Films as APNG: every colour and every degree of opacity, nothing lost."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from rvs.export.films.change import changed_box

if TYPE_CHECKING:
    from rvs.export.films.film import Film

Bytes = NDArray[np.uint8]

SIGNATURE = b"\x89PNG\r\n\x1a\n"
RGB, RGBA = 2, 6
PACKING = 6


@contextmanager
def apng_writer(
    path: Path, film: Film, looks: Sequence[Bytes]
) -> Iterator[Callable[[Bytes], None]]:
    """Give what adds frames (h, w, 4) to an APNG."""
    del looks
    with path.open("wb") as stream:
        writer = _Apng(stream, film)
        yield writer.add
        stream.write(_chunk(b"IEND", b""))


class _Apng:
    """An APNG that is being written (Portable Network Graphics, third edition, 11.3.2)."""

    def __init__(self, stream: BinaryIO, film: Film) -> None:
        self._stream, self._film = stream, film
        self._number = 0
        self._before: Bytes | None = None

    def add(self, pixels: Bytes) -> None:
        """Add a frame (h, w, 4)."""
        shown = pixels if self._film.transparent else pixels[..., :3]
        first = self._before is None
        if first:
            self._begin(*shown.shape)
        left, top, right, bottom = changed_box(self._before, shown)
        self._before = shown.copy()
        delay = 1 / self._film.rate
        place = (right - left, bottom - top, left, top)
        self._write(b"fcTL", struct.pack(">4I2H2B", *place, *delay.as_integer_ratio(), 0, 0))
        data = _packed(np.ascontiguousarray(shown[top:bottom, left:right]))
        if first:
            self._stream.write(_chunk(b"IDAT", data))
        else:
            self._write(b"fdAT", data)

    def _begin(self, high: int, wide: int, channels: int) -> None:
        color = RGBA if channels == 4 else RGB
        head = struct.pack(">2I5B", wide, high, 8, color, 0, 0, 0)
        self._stream.write(SIGNATURE + _chunk(b"IHDR", head))
        self._stream.write(_chunk(b"acTL", struct.pack(">2I", self._film.count, self._film.loops)))

    def _write(self, kind: bytes, data: bytes) -> None:
        """Write a chunk that has a number."""
        self._stream.write(_chunk(kind, struct.pack(">I", self._number) + data))
        self._number += 1


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _packed(pixels: Bytes) -> bytes:
    """The data of a picture, as Pillow compresses it."""
    high, wide, channels = pixels.shape
    image = Image.frombytes("RGBA" if channels == 4 else "RGB", (wide, high), pixels.tobytes())
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=PACKING)
    file, at, parts = buffer.getvalue(), len(SIGNATURE), []
    while at < len(file):
        (length,) = struct.unpack(">I", file[at : at + 4])
        if file[at + 4 : at + 8] == b"IDAT":
            parts.append(file[at + 8 : at + 8 + length])
        at += length + 12
    return b"".join(parts)
