"""Pictures as PNG (Portable Network Graphics, third edition).

Rows are compressed without the filters of section 9: pixels of a drawn scene repeat exactly, which
compression finds without them; Pillow's choice of filters takes twice as long and makes files a
tenth larger.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# Colour types of three and four channels.
TYPES = {3: 2, 4: 6}
PACKING = 6
PLAIN = 0


def png_bytes(pixels: Pixels) -> bytes:
    """Return a PNG file of pixels: red, green, blue and optionally opacity (h, w, 3 or 4)."""
    packed = chunk(b"IDAT", packed_rows(pixels))
    return SIGNATURE + header(*pixels.shape) + packed + chunk(b"IEND", b"")


def header(high: int, wide: int, channels: int) -> bytes:
    """Return the first chunk of a file.

    Raises:
        ValueError: Pixels have neither three nor four channels.
    """
    if channels not in TYPES:
        raise ValueError(f"a pixel of a PNG has 3 or 4 channels, not {channels}")
    return chunk(b"IHDR", struct.pack(">2I5B", wide, high, 8, TYPES[channels], 0, 0, 0))


def packed_rows(pixels: Pixels) -> bytes:
    """Return the data of a picture (h, w, channels), each row preceded by its filter."""
    rows = np.empty((len(pixels), 1 + pixels[0].size), np.uint8)
    rows[:, 0] = PLAIN
    rows[:, 1:] = pixels.reshape(len(pixels), -1)
    return zlib.compress(rows.data, PACKING)


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk with its length and its checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
