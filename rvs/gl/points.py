"""Points: round dots of a fixed size on the screen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.gl.card.buffers import TexelBuffer
from rvs.gl.card.opengl import GL
from rvs.gl.card.packed import Packs
from rvs.gl.card.program import Program
from rvs.scene.items import Points


class PointPainter:
    """The painter of runs of points.

    Attributes:
        draw_calls: Number of draw calls since it was made.
    """

    def __init__(self, program: Program) -> None:
        self.draw_calls = 0
        self._packs = Packs(dots)
        self._texels = TexelBuffer()
        self._ranges: dict[int, tuple[int, int]] = {}
        self._program = program

    def load(self, points: Sequence[Points]) -> None:
        """Send all points of a picture."""
        packs, same = self._packs.of(points)
        if same:
            return
        ends = np.cumsum([len(pack) for pack in packs])
        self._ranges = {
            id(item): (int(end) - len(pack), int(end))
            for item, pack, end in zip(points, packs, ends, strict=True)
        }
        if len(ends) and ends[-1]:
            self._texels.fill(np.concatenate(packs))

    def draw(self, points: Sequence[Points], opacity: float = 1.0) -> None:
        """Draw consecutive points of ``load``."""
        first, last = self._ranges[id(points[0])][0], self._ranges[id(points[-1])][1]
        if last == first:
            return
        self._program.use()
        self._program.set_int("base", first)
        self._program.set_float("opacity", opacity)
        self._texels.bind()
        GL.glDrawArraysInstanced(GL.GL_TRIANGLE_STRIP, 0, 4, last - first)
        self.draw_calls += 1

    def release(self) -> None:
        """Free everything but the program."""
        self._texels.release()


def dots(points: Points) -> NDArray[np.float32]:
    """Return position, diameter and colour of each dot (n, 8)."""
    places = np.asarray(points.at, np.float32).reshape(-1, 3)
    rows = np.empty((len(places), 8), np.float32)
    rows[:, :3], rows[:, 3], rows[:, 4:] = places, points.size, points.color
    return rows
