"""Films as animated images, GIF and APNG, of the differences between frames.

Colours that are not in the palette are mixed from neighbours by a pattern that is fixed to the
picture (ordered dithering, Bayer 1973), so that nothing flickers and static parts are the same in
all frames. Pillow encodes each frame as it arrives: its ``save_all`` would store all of them until
the last one.

Frames of APNG, with every colour and degree of opacity, are written as they arrive.  Pillow would
need all of them together: a hundred of 1280 x 720 pixels needed 730 MB, against 30 MB here, in the
same time.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.GifImagePlugin import getdata, getheader
from scipy.spatial import cKDTree  # type: ignore[import-untyped]

from rvs.files.png import SIGNATURE, chunk, header, packed_rows

if TYPE_CHECKING:
    from rvs.export.films.film import Film


Box = tuple[int, int, int, int]


def changed_box(before: NDArray[np.uint8] | None, now: NDArray[np.uint8]) -> Box:
    """Return left, top, right, bottom of the difference; one pixel if there is none.

    Args:
        before: The previous frame (h, w) or (h, w, n); None differs everywhere.
        now: The current frame.
    """
    if before is None:
        return 0, 0, now.shape[1], now.shape[0]
    other = before != now
    if other.ndim == 3:
        other = other.any(axis=2)
    rows, columns = np.flatnonzero(other.any(axis=1)), np.flatnonzero(other.any(axis=0))
    if not len(rows):
        return 0, 0, 1, 1
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


Bytes = NDArray[np.uint8]

COLORS = 255
# The last entry of the palette stands for what is not painted.
CLEAR = 255
# Colours are told apart by so many bits a channel, and mixed over so many levels of 255.
BITS, SPREAD = 6, 8.0
# How much a colour's area counts: 1 as it is, 0 not at all.
AREA = 0.4
# What becomes of a frame when the next one comes: it stays, or gives way to the ground.
KEEP, RESTORE = 1, 2
OPAQUE = 128
BAYER = np.array([[0, 2], [3, 1]])
for _ in range(2):
    BAYER = np.block([[4 * BAYER, 4 * BAYER + 2], [4 * BAYER + 3, 4 * BAYER + 1]])


@contextmanager
def gif_writer(path: Path, film: Film, looks: Sequence[Bytes]) -> Iterator[Callable[[Bytes], None]]:
    """Return a generator that adds frames (h, w, 4) to a GIF.

    Args:
        path: The file.
        film: Its properties.
        looks: Frames whose colours are required.
    """
    with path.open("wb") as stream:
        writer = _Gif(stream, film, chosen_colors(looks))
        yield writer.add
        stream.write(b";")


def chosen_colors(looks: Sequence[Bytes]) -> Bytes:
    """Return the 255 colours (255, 3) that suit some frames (h, w, 4) best."""
    found = np.concatenate([look[look[..., 3] >= OPAQUE][:, :3] for look in looks])
    if not len(found):
        return np.zeros((COLORS, 3), np.uint8)
    shift = 8 - BITS
    codes = (found >> shift).astype(np.int64) @ (1 << 2 * BITS, 1 << BITS, 1)
    kinds, counts = np.unique(codes, return_counts=True)
    # a small part of the robot must not lose its colour to a large floor
    often = np.ceil(counts.astype(float) ** AREA).astype(int)
    channels = np.stack([kinds >> 2 * BITS, kinds >> BITS, kinds], axis=1) & (1 << BITS) - 1
    pixels = np.repeat((channels << shift) + (1 << shift >> 1), often, axis=0).astype(np.uint8)
    image = Image.frombytes("RGB", (len(pixels), 1), pixels.tobytes())
    palette = image.quantize(COLORS, Image.Quantize.MEDIANCUT).getpalette() or []
    colors = np.zeros((COLORS, 3), np.uint8)
    known = np.array(palette[: 3 * COLORS], np.uint8).reshape(-1, 3)
    colors[: len(known)] = known
    return colors


class _Gif:
    """A GIF during writing."""

    def __init__(self, stream: BinaryIO, film: Film, colors: Bytes) -> None:
        self._stream, self._film = stream, film
        self._palette = colors.tobytes() + bytes(3)
        self._told = {
            "duration": 10 * round(100 / film.rate),
            "disposal": RESTORE if film.transparent else KEEP,
            "transparency": CLEAR,
        }
        levels = np.arange(1 << BITS) * (256 >> BITS) + (256 >> BITS + 1)
        cells = np.stack(np.meshgrid(levels, levels, levels, indexing="ij"), axis=-1)
        self._nearest = cKDTree(colors).query(cells.reshape(-1, 3))[1].astype(np.uint8)
        self._before: Bytes | None = None

    def add(self, pixels: Bytes) -> None:
        """Add a frame (h, w, 4)."""
        indices = self._indices(pixels)
        if self._before is None:
            self._stream.writelines(self._header(indices))
        left, top, right, bottom = changed_box(
            None if self._film.transparent else self._before, indices
        )
        shown = indices[top:bottom, left:right]
        if self._before is not None and not self._film.transparent:
            rests = shown == self._before[top:bottom, left:right]
            shown = np.where(rests, np.uint8(CLEAR), shown)
        self._before = indices
        image = self._picture(shown)
        self._stream.writelines(getdata(image, (left, top), **self._told))

    def _picture(self, indices: Bytes) -> Image.Image:
        image = Image.frombytes("P", indices.shape[::-1], indices.tobytes())
        image.putpalette(self._palette)
        return image

    def _indices(self, pixels: Bytes) -> Bytes:
        high, wide = pixels.shape[:2]
        pattern = (BAYER + 0.5) / BAYER.size - 0.5
        rows, columns = -(-high // 8), -(-wide // 8)
        shift = np.tile(np.rint(SPREAD * pattern).astype(np.int16), (rows, columns))[:high, :wide]
        mixed = np.clip(pixels[..., :3].astype(np.int16) + shift[..., None], 0, 255)
        red, green, blue = (mixed[..., k].astype(np.int32) >> 8 - BITS for k in range(3))
        indices: Bytes = self._nearest[red << 2 * BITS | green << BITS | blue]
        if self._film.transparent:
            indices = np.where(pixels[..., 3] >= OPAQUE, indices, np.uint8(CLEAR))
        return indices

    def _header(self, indices: Bytes) -> list[bytes]:
        # programs count how often it is shown again
        loops = {} if self._film.loops == 1 else {"loop": max(self._film.loops - 1, 0)}
        told = {**self._told, "background": CLEAR, **loops}
        return getheader(self._picture(indices), info=told)[0]


@contextmanager
def apng_writer(
    path: Path, film: Film, looks: Sequence[Bytes]
) -> Iterator[Callable[[Bytes], None]]:
    """Return a generator that adds frames (h, w, 4) to an APNG."""
    del looks
    with path.open("wb") as stream:
        writer = _Apng(stream, film)
        yield writer.add
        stream.write(chunk(b"IEND", b""))


class _Apng:
    """An APNG being written (Portable Network Graphics, third edition, 11.3.2)."""

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
        data = packed_rows(shown[top:bottom, left:right])
        if first:
            self._stream.write(chunk(b"IDAT", data))
        else:
            self._write(b"fdAT", data)

    def _begin(self, high: int, wide: int, channels: int) -> None:
        self._stream.write(SIGNATURE + header(high, wide, channels))
        self._stream.write(chunk(b"acTL", struct.pack(">2I", self._film.count, self._film.loops)))

    def _write(self, kind: bytes, data: bytes) -> None:
        """Write a chunk that has a number."""
        self._stream.write(chunk(kind, struct.pack(">I", self._number) + data))
        self._number += 1
