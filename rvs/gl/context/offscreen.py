"""Pictures without a window: of any size, drawn in tiles.

OpenGL is imported only inside the functions, after its platform has been chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rvs.gl.context.images import Pixels, unweighted, write_png
from rvs.gl.context.platform import NoOffscreen
from rvs.gl.context.report import describe_gl
from rvs.gl.frame import Tile, device_size
from rvs.model.views.view import Camera
from rvs.scene.items import Scene

if TYPE_CHECKING:
    from rvs.gl.renderer import Renderer

__all__ = [
    "NoOffscreen",
    "Pixels",
    "describe_gl",
    "render_in_current_context",
    "render_pixels",
    "render_png",
    "write_png",
]
TILE = 2048


def render_in_current_context(
    scene: Scene,
    camera: Camera,
    width: int,
    height: int,
    *,
    samples: int = 8,
    transparent: bool = False,
    scale: float = 1.0,
    renderer: Renderer | None = None,
    tile: int = TILE,
) -> Pixels:
    """Draw a picture with whatever OpenGL context is current and return its pixels.

    Args:
        scene: What to draw.
        camera: From where.
        width: Width in logical pixels.
        height: Height in logical pixels.
        samples: Samples a pixel for smooth edges; fewer if the driver has fewer.
        transparent: Leave the backdrop out.
        scale: Pixels per logical pixel: 2 draws everything twice as fine.
        renderer: One of this context to use; None makes one and frees it.
        tile: Longest side of what is drawn at once.

    Returns:
        Red, green, blue, opacity, top row first (h, w, 4); colours are not weighted with opacity.
    """
    from rvs.gl.context.target import Target, max_size
    from rvs.gl.renderer import Renderer

    used = renderer or Renderer()
    wide, high = device_size(width, height, scale)
    pixels = np.empty((high, wide, 4), np.uint8)
    try:
        for part in tiles(wide, high, min(tile, max_size())):
            with Target(part.width, part.height, samples) as target:
                used.draw(
                    scene, camera, width, height, scale=scale, transparent=transparent, tile=part
                )
                rows = slice(part.y, part.y + part.height)
                pixels[rows, part.x : part.x + part.width] = target.read()
    finally:
        if renderer is None:
            used.release()
    return unweighted(pixels)


def tiles(width: int, height: int, side: int) -> Iterator[Tile]:
    """Cut a picture into parts no longer than ``side``, row by row; all sizes in device pixels."""
    for y in range(0, height, side):
        for x in range(0, width, side):
            yield Tile(x, y, min(side, width - x), min(side, height - y))


def render_pixels(
    scene: Scene,
    camera: Camera,
    width: int,
    height: int,
    *,
    samples: int = 8,
    transparent: bool = False,
    scale: float = 1.0,
) -> Pixels:
    """Draw a picture without any window system (Linux) and return its pixels (h, w, 4).

    Arguments as for ``render_in_current_context``.

    Raises:
        NoOffscreen: This process has no such way; use a hidden window's context instead.
    """
    from rvs.gl.context.surfaceless import surfaceless

    with surfaceless() as context:
        return render_in_current_context(
            scene, camera, width, height, samples=samples, transparent=transparent, scale=scale,
            renderer=context.renderer(),
        )  # fmt: skip


def render_png(
    path: Path,
    scene: Scene,
    camera: Camera,
    width: int,
    height: int,
    *,
    samples: int = 8,
    transparent: bool = False,
    scale: float = 1.0,
) -> None:
    """Draw a picture without any window system into a PNG file.

    Arguments as for ``render_in_current_context``.

    Raises:
        NoOffscreen: This process has no such way; use a hidden window's context instead.
    """
    write_png(
        path,
        render_pixels(
            scene, camera, width, height, samples=samples, transparent=transparent, scale=scale
        ),
    )
