"""Largest size of a picture, in pixels."""

from __future__ import annotations

from rvs.engine.errors import ArgumentError

LARGEST_SIDE, LARGEST_PIXELS = 32_768, 256_000_000


def check_picture_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height of a picture in pixels.

    Raises:
        ArgumentError: They are not two whole numbers that a picture can have.

    >>> check_picture_size((1280, 800))
    (1280, 800)
    """
    try:
        width, height = size
        whole = int(width) == width and int(height) == height
    except (TypeError, ValueError, OverflowError) as error:
        raise ArgumentError(
            f"size: expected width and height in pixels, got {size!r:.60}"
        ) from error
    if not (whole and 0 < width <= LARGEST_SIDE and 0 < height <= LARGEST_SIDE):
        raise ArgumentError(
            f"size: each side must be 1 to {LARGEST_SIDE} pixels, got {width:g} × {height:g}"
        )
    if width * height > LARGEST_PIXELS:
        raise ArgumentError(
            f"size: at most {LARGEST_PIXELS // 10**6} million pixels, got {width:g} × {height:g}"
        )
    return int(width), int(height)
