"""Long texts compressed while they are still being written, in threads beside the one that writes.

Compressing lets Python go on meanwhile.  The text is cut into parts, each of which is compressed on
its own but with the end of the one before as its dictionary, so that it gets no longer; the parts
together are one stream of zlib (RFC 1950, 1951).
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

# The best takes two and a half times as long and saves one byte in a hundred.
LEVEL = 6
# A part, and how far back deflate looks for what was there before, in bytes.
PART, WINDOW = 1 << 17, 1 << 15
THREADS = 2
# What a stream of this compression begins with.
_HEAD = b"\x78\x9c"
_RAW = -zlib.MAX_WBITS


class Deflater:
    """Compresses what it is given, as one stream."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._before = b""
        self._sum = zlib.adler32(b"")
        self._parts: list[Future[bytes]] = []
        self._threads: Executor | None = None

    def add(self, data: bytes) -> None:
        """Go on with more of the text."""
        self._rest += data
        while len(self._rest) > PART:
            self._begin(bytes(self._rest[:PART]))
            del self._rest[:PART]

    def done(self) -> bytes:
        """Return the stream, once all of the text is there."""
        last = _packed(bytes(self._rest), self._before, True)
        self._sum = zlib.adler32(self._rest, self._sum)
        parts = [part.result() for part in self._parts]
        if self._threads is not None:
            self._threads.shutdown()
        return b"".join([_HEAD, *parts, last, self._sum.to_bytes(4, "big")])

    def _begin(self, part: bytes) -> None:
        if self._threads is None:
            # here, since short texts do without
            from concurrent.futures import ThreadPoolExecutor

            self._threads = ThreadPoolExecutor(THREADS)
        self._parts.append(self._threads.submit(_packed, part, self._before, False))
        self._sum = zlib.adler32(part, self._sum)
        self._before = part[-WINDOW:]


def _packed(part: bytes, before: bytes, last: bool) -> bytes:
    """A part as blocks of deflate that end at a whole byte."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, _RAW, zdict=before)
    return packer.compress(part) + packer.flush(zlib.Z_FINISH if last else zlib.Z_SYNC_FLUSH)
