"""Colours of mesh files: that of a material, or the mean of a texture."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np

from rvs.files.budget import spend
from rvs.files.text.source import MEGABYTE

LARGEST_TEXTURE = 64 * MEGABYTE
MOST_PIXELS = 50_000_000
SIDE = 64
# Pillow knows many more, some of which start other programs.
FORMATS = ("PNG", "JPEG")


def hex_of(rgba: tuple[float, ...]) -> str:
    """Return a colour of numbers from 0 to 1 as ``#RRGGBB``, with its opacity if it has one.

    >>> hex_of((1.0, 0.5, 0.0, 1.0))
    '#ff8000'
    """
    parts = [min(255, max(0, round(255 * one))) for one in rgba]
    return "#" + "".join(f"{one:02x}" for one in (parts[:3] if parts[3:] == [255] else parts))


def texture_color(source: Path | bytes) -> str:
    """Return the mean colour of a picture, or nothing if it can't be read.

    Args:
        source: A file or its bytes.
    """
    if isinstance(source, bytes):
        return _mean(source)
    try:
        facts = source.stat()
    except OSError:
        return ""
    return _mean_of_file(source, facts.st_mtime_ns, facts.st_size)


# By the time of its last change: many materials have one texture.
@lru_cache(maxsize=256)
def _mean_of_file(path: Path, _time: int, size: int) -> str:
    if size > LARGEST_TEXTURE:
        return ""
    try:
        return _mean(path.read_bytes())
    except OSError:
        return ""


def _mean(data: bytes) -> str:
    import warnings

    from PIL import Image

    try:
        # It warns of large pictures; these are bounded here.
        with warnings.catch_warnings(action="ignore"):
            picture = Image.open(BytesIO(data), formats=FORMATS)
            pixels = picture.width * picture.height
            if pixels > MOST_PIXELS or spend("pixels of pictures", pixels):
                return ""
            picture.draft("RGB", (SIDE, SIDE))
            small = picture.convert("RGB").resize((SIDE, SIDE), Image.Resampling.BOX)
    except Exception:
        # A damaged picture may raise anything; the mesh is as good without it.
        return ""
    red, green, blue = np.asarray(small).reshape(-1, 3).mean(axis=0) / 255.0
    return hex_of((float(red), float(green), float(blue)))
