"""Pixels as arrays, and image files: PNG, JPEG and BMP."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rvs.files import png
from rvs.files.storage.atomic import write_bytes

Pixels = NDArray[np.uint8]
PNG = ".png"
# Formats of pictures by their suffixes.
PICTURES = {PNG: "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".bmp": "BMP"}
# Of JPEG; thin lines and letters stay sharp without subsampling of colours.
QUALITY = {"quality": 95, "subsampling": 0}


def unweighted(pixels: Pixels) -> Pixels:
    """Convert premultiplied pixels to straight alpha."""
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


def write_pixels(path: Path, pixels: Pixels) -> None:
    """Write pixels (h, w, 4) in the format of the suffix, completely or not at all."""
    write_bytes(path, picture_bytes(path.suffix.lower(), pixels))


def picture_bytes(suffix: str, pixels: Pixels) -> bytes:
    """Return pixels (h, w, 4) as the bytes of a file with a suffix of ``PICTURES``.

    JPEG and BMP have no opacity: pixels that are not opaque appear on white.
    """
    if suffix == PNG:
        return png_bytes(pixels)
    # Only here: few pictures are written so.
    from PIL import Image

    opacity = pixels[..., 3:].astype(np.uint16)
    mixed = (pixels[..., :3] * opacity + 255 * (255 - opacity) + 127) // 255
    file = BytesIO()
    Image.fromarray(mixed.astype(np.uint8)).save(file, PICTURES[suffix], **QUALITY)
    return file.getvalue()


def png_bytes(pixels: Pixels) -> bytes:
    """Return pixels (h, w, 4) as the bytes of a PNG file, without alpha if all are opaque."""
    opaque = pixels[..., 3].min() == 255
    return png.png_bytes(pixels[..., :3] if opaque else pixels)
