"""Lines around silhouettes in whole pixels: found in NumPy where the processor draws anyway.

A shader that looks around each pixel of a silhouette's box takes a processor many times as long.
"""

from __future__ import annotations

import ctypes
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Outlined
from rvs.gl.card.buffers import Buffer
from rvs.gl.card.opengl import GL
from rvs.gl.card.program import Program

Mask = NDArray[np.bool_]
Pixels = NDArray[np.int64]
ASLANT = 0.5**0.5


class QuickLine:
    """Draws the pixels of lines."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._vao = int(GL.glGenVertexArrays(1))
        GL.glBindVertexArray(self._vao)
        self._pixels = Buffer(GL.GL_ARRAY_BUFFER)
        self._pixels.fill(np.zeros((1, 2), np.float32))
        GL.glEnableVertexAttribArray(0)
        GL.glVertexAttribPointer(0, 2, GL.GL_FLOAT, False, 8, ctypes.c_void_p(0))

    def draw(
        self, mask: Mask, left: int, bottom: int, outline: Outlined, widths: tuple[float, float]
    ) -> None:
        """Draw the line around a silhouette.

        Args:
            mask: Where it is in a box, bottom row first (h, w).
            left: Columns of the whole picture to the left of the box.
            bottom: Rows of it below the box.
            outline: The colours.
            widths: Of the line outside and of that inside, in device pixels.
        """
        if not mask.size:
            return
        outside, inside = line_pixels(mask, *widths)
        pixels = np.concatenate([outside, inside]) + np.array([left, bottom])
        self._pixels.fill(pixels.astype(np.float32))
        self._program.use()
        GL.glBindVertexArray(self._vao)
        pieces = ((outline.outside, 0, len(outside)), (outline.inside, len(outside), len(inside)))
        for color, first, count in pieces:
            if count and color[3] > 0.0:
                self._program.set_color("color", color)
                GL.glDrawArrays(GL.GL_POINTS, first, count)

    def release(self) -> None:
        """Free everything but the program."""
        self._pixels.release()
        GL.glDeleteVertexArrays(1, [self._vao])


def line_pixels(mask: Mask, width: float, rim: float) -> tuple[Pixels, Pixels]:
    """Return the pixels x, y of the line outside a silhouette (n, 2) and of that inside (m, 2).

    Args:
        mask: Where the silhouette is (h, w); it goes on beyond the edges as it is there.
        width: Width of the line outside, in pixels.
        rim: Width of the line inside, in pixels.
    """
    far, aslant, near = round(width), round(ASLANT * width), round(rim)
    high, wide = mask.shape
    # bytes are counted several times as quickly as truths are joined
    padded = np.pad(mask, far, mode="edge").view(np.uint8)

    def around(x: int, y: int) -> NDArray[np.uint8]:
        ways = ((x, y), (-y, x), (-x, -y), (y, -x))
        seen = (padded[far + b : far + b + high, far + a : far + a + wide] for a, b in ways)
        return reduce(np.add, seen)

    ring = around(far, 0) + around(aslant, aslant)
    outside, inside = ~mask & (ring > 0), mask & (ring < 8) & (around(near, 0) < 4)
    return _places(outside), _places(inside)


def _places(mask: Mask) -> Pixels:
    rows, columns = np.divmod(np.flatnonzero(mask), mask.shape[1])
    return np.stack([columns, rows], axis=1)
