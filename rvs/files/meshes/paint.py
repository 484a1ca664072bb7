"""Colours of mesh files: what a material says, and the mean of a texture."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from rvs.files.text.source import MEGABYTE

LARGEST_TEXTURE = 64 * MEGABYTE
MOST_PIXELS = 50_000_000
SIDE = 64


def hex_of(rgba: tuple[float, ...]) -> str:
    """Return a colour of numbers from 0 to 1 as ``#RRGGBB``, with its opacity if it has one.

    >>> hex_of((1.0, 0.5, 0.0, 1.0))
    '#ff8000'
    """
    parts = [min(255, max(0, round(255 * one))) for one in rgba]
    return "#" + "".join(f"{one:02x}" for one in (parts[:3] if parts[3:] == [255] else parts))


def texture_color(source: Path | bytes | Any) -> str:
    """Return the mean colour of a picture, or nothing where it can't be read.

    Args:
        source: A file, its bytes, or a picture of Pillow that is not decoded yet.
    """
    from PIL import Image

    try:
        if isinstance(source, Path):
            if source.stat().st_size > LARGEST_TEXTURE:
                return ""
            source = source.read_bytes()
        picture = Image.open(BytesIO(source)) if isinstance(source, bytes) else source
        if picture.width * picture.height > MOST_PIXELS:
            return ""
        picture.draft("RGB", (SIDE, SIDE))
        pixels = np.asarray(picture.convert("RGB").resize((SIDE, SIDE), Image.Resampling.BOX))
    except Exception:
        # A damaged picture may raise anything; the mesh is as good without it.
        return ""
    return hex_of(tuple(pixels.reshape(-1, 3).mean(axis=0) / 255.0))
