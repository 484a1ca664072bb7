"""Pictures without a window: of any size, drawn in tiles.

OpenGL is imported only inside the functions, after its platform has been chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from rvs.gl.context.images import Pixels, unweighted, write_png
from rvs.gl.context.platform import NoOffscreen
from rvs.gl.context.report import describe_gl
from rvs.gl.frame import Shot, Tile, device_size

if TYPE_CHECKING:
    from rvs.gl.renderer import Renderer

__all__ = [
    "NoOffscreen",
    "Pixels",
    "Shot",
    "describe_gl",
    "render_in_current_context",
    "render_pixels",
    "write_png",
]
TILE = 2048


def render_in_current_context(
    shot: Shot, renderer: Renderer | None = None, tile: int = TILE
) -> Pixels:
    """Draw a picture with whatever OpenGL context is current and return its pixels.

    Args:
        shot: The picture.
        renderer: One of this context to use; None makes one and frees it.
        tile: Longest side of a part drawn in one step.

    Returns:
        Red, green, blue and opacity, top row first (h, w, 4); colours are not premultiplied.
    """
    from rvs.gl.context.target import Target, max_size
    from rvs.gl.renderer import Renderer

    used = renderer or Renderer()
    wide, high = device_size(shot.width, shot.height, shot.scale)
    pixels = np.empty((high, wide, 4), np.uint8)
    parts = list(tiles(wide, high, min(tile, max_size())))
    # The parts of one picture have their labels in the same places anyway.
    steady = shot.steady and len(parts) == 1
    try:
        for part in parts:
            with Target(part.width, part.height, shot.samples) as target:
                used.draw(
                    shot.scene, shot.camera, shot.width, shot.height, scale=shot.scale,
                    transparent=shot.transparent, tile=part, steady=steady,
                )  # fmt: skip
                rows = slice(part.y, part.y + part.height)
                pixels[rows, part.x : part.x + part.width] = target.read()
    finally:
        if renderer is None:
            used.release()
    return unweighted(pixels)


def tiles(width: int, height: int, side: int) -> Iterator[Tile]:
    """Cut a picture row by row into the fewest parts of similar size not longer than ``side``.

    The framebuffer of a part needs many times the memory of its pixels.  All sizes are in device
    pixels.
    """
    for top, bottom in pairwise(_cuts(height, side)):
        for left, right in pairwise(_cuts(width, side)):
            yield Tile(left, top, right - left, bottom - top)


def _cuts(length: int, side: int) -> list[int]:
    count = -(-length // side)
    return [length * k // count for k in range(count + 1)]


def render_pixels(shot: Shot) -> Pixels:
    """Draw a picture without any window system (Linux) and return its pixels (h, w, 4).

    Raises:
        NoOffscreen: This process can't do so; use a hidden window's context instead.
    """
    from rvs.gl.context.surfaceless import surfaceless

    with surfaceless() as context:
        return render_in_current_context(shot, context.renderer())
