"""Pixels as arrays, and PNG files of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rvs.files import png
from rvs.files.storage.atomic import write_bytes

Pixels = NDArray[np.uint8]


def unweighted(pixels: Pixels) -> Pixels:
    """Return pixels whose colours were weighted with their opacity without the weight."""
    opacity = pixels[..., 3:]
    if opacity.min() == 255:
        return pixels
    result = pixels.copy()
    weight = np.maximum(opacity, 1).astype(np.uint16)
    full = pixels[..., :3].astype(np.uint16) * 255
    result[..., :3] = np.minimum((full + weight // 2) // weight, 255)
    return result


def write_png(path: Path, pixels: Pixels) -> None:
    """Write pixels (h, w, 4) to a PNG file that appears complete or not at all."""
    write_bytes(path, png_bytes(pixels))


def png_bytes(pixels: Pixels) -> bytes:
    """Return pixels (h, w, 4) as the bytes of a PNG file, without opacity where all are opaque."""
    opaque = pixels[..., 3].min() == 255
    return png.png_bytes(pixels[..., :3] if opaque else pixels)
