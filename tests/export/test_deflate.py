"""Texts compressed in parts, beside the one who writes them."""

import threading
import zlib

import numpy as np
import pytest

from rvs.export.formats.pdf import LEVEL, PART, Deflater

LONG = "\n".join(
    f"{x:.2f} {y:.2f} l" for x, y in np.random.default_rng(5).normal(0, 99, (30000, 2))
)


def packed(data: bytes, piece: int) -> bytes:
    packer = Deflater()
    for start in range(0, len(data), piece):
        packer.add(data[start : start + piece])
    return packer.done()


@pytest.mark.parametrize("size", [0, 1, PART - 1, PART, PART + 1, 3 * PART, len(LONG)])
@pytest.mark.parametrize("piece", [4099, 2 * PART])
def test_a_text_is_what_it_was_however_it_was_cut(size: int, piece: int) -> None:
    data = LONG.encode()[:size]
    assert zlib.decompress(packed(data, piece)) == data


def test_a_short_text_is_compressed_as_in_one_call_and_a_long_one_hardly_longer() -> None:
    short, long = LONG[:5000].encode(), LONG.encode()
    assert len(long) > 3 * PART
    assert packed(short, 700) == zlib.compress(short, LEVEL)
    assert len(packed(long, 700)) < 1.001 * len(zlib.compress(long, LEVEL))


def test_the_cuts_depend_on_the_text_alone_and_no_thread_stays_behind() -> None:
    threads = threading.active_count()
    assert packed(LONG.encode(), 333) == packed(LONG.encode(), 70001)
    assert threading.active_count() == threads
