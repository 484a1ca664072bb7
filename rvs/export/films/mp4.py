"""Films as MP4, by PyAV: H.264, which every program plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rvs.distribution import install_line
from rvs.engine.errors import RvsError

if TYPE_CHECKING:
    from rvs.export.films.film import Film

Bytes = NDArray[np.uint8]

CODEC = "libx264"
# Steps of quality of x264: 0 loses nothing, 23 is usual; 18 is hard to tell from the frames.
QUALITY = "18"
# Seconds between frames that need no others, to which programs jump.
JUMP = 2
# ITU-R BT.709, as the standard numbers its primaries, transfer and matrix.
BT709 = 1
CURE = f"MP4 needs PyAV, which is not installed: {install_line('video')}"


def check_encoder() -> None:
    """Raise an error unless films can be written as MP4 here.

    Raises:
        RvsError: PyAV is missing, or was built without H.264.
    """
    av = _av()
    if CODEC not in av.codecs_available:
        line = install_line("video")
        raise RvsError(
            f"MP4: this PyAV was built without H.264; the one from PyPI contains it: {line}"
        )


def _av() -> Any:
    try:
        return import_module("av")
    except ImportError as error:
        raise RvsError(CURE) from error


@contextmanager
def mp4_writer(path: Path, film: Film, looks: Sequence[Bytes]) -> Iterator[Callable[[Bytes], None]]:
    """Return a generator that adds frames (h, w, 4) to an MP4.

    Odd sizes get one more row or column, because H.264 stores colours in blocks of two by two.
    """
    del looks
    av = _av()
    container = av.open(str(path), "w", format="mp4", options={"movflags": "faststart"})
    try:
        writer = _Mp4(av, container, film)
        yield writer.add
        writer.end()
    finally:
        container.close()


class _Mp4:
    """An MP4 during writing."""

    def __init__(self, av: Any, container: Any, film: Film) -> None:
        self._av, self._container, self._film = av, container, film
        self._stream: Any = None
        self._count = 0

    def add(self, pixels: Bytes) -> None:
        """Add a frame (h, w, 4)."""
        high, wide = pixels.shape[:2]
        even = np.pad(pixels[..., :3], ((0, high % 2), (0, wide % 2), (0, 0)), "edge")
        if self._stream is None:
            self._stream = self._begin(even.shape[1], even.shape[0])
        picture = self._av.VideoFrame.from_ndarray(np.ascontiguousarray(even), format="rgb24")
        frame = picture.reformat(format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG")
        frame.pts, frame.time_base = self._count, 1 / self._film.rate
        self._count += 1
        self._container.mux(self._stream.encode(frame))

    def end(self) -> None:
        """Write the rest of the encoder's output."""
        if self._stream is not None:
            self._container.mux(self._stream.encode())

    def _begin(self, width: int, height: int) -> Any:
        options = {"crf": QUALITY, "preset": "medium"}
        stream = self._container.add_stream(CODEC, rate=self._film.rate, options=options)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.time_base = 1 / self._film.rate
        context = stream.codec_context
        context.gop_size = max(round(JUMP * self._film.rate), 1)
        context.colorspace = context.color_primaries = context.color_trc = BT709
        context.color_range = 1
        return stream
