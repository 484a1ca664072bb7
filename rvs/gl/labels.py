"""Labels: texts that face the viewer, each pixel of theirs on a pixel of the screen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from OpenGL import GL

from rvs.gl.atlas import Atlas
from rvs.gl.buffers import TexelBuffer
from rvs.gl.frame import Frame
from rvs.gl.program import Program
from rvs.gl.text import Lettering, corner_of
from rvs.scene.camera import axes, project
from rvs.scene.items import Label

HALO_OPACITY = 0.85


class LabelPainter:
    """Draws labels.

    Attributes:
        draw_calls: Number of draw calls since it was made.
    """

    def __init__(self, program: Program) -> None:
        self.draw_calls = 0
        self._atlas = Atlas()
        self._texels = TexelBuffer()
        self._program = program

    def draw(self, labels: Sequence[Label], frame: Frame) -> None:
        """Place labels and draw them, first to last."""
        if not labels:
            return
        middles = placed(labels, frame)
        held = self._atlas.hold([Lettering.of(label, frame.scale) for label in labels])
        rows = np.zeros((len(labels), 4, 4), np.float32)
        for row, label, middle, (sprite, place) in zip(rows, labels, middles, held, strict=True):
            if middle is None:
                continue
            high, wide, _ = sprite.cover.shape
            x, y = (value * frame.scale for value in middle[:2])
            row[0] = (*corner_of(sprite, x, y), wide, high)
            row[1] = (*place, middle[2], 0.0)
            row[2], row[3] = label.color, label.halo
        rows[:, 3, 3] *= HALO_OPACITY
        self._texels.fill(rows)
        self._texels.bind()
        GL.glActiveTexture(GL.GL_TEXTURE1)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._atlas.texture)
        GL.glActiveTexture(GL.GL_TEXTURE0)
        self._program.use()
        GL.glDrawArraysInstanced(GL.GL_TRIANGLE_STRIP, 0, 4, len(labels))
        self.draw_calls += 1

    def release(self) -> None:
        """Free everything but the program."""
        self._atlas.release()
        self._texels.release()


def placed(labels: Sequence[Label], frame: Frame) -> list[tuple[float, float, float] | None]:
    """Return the middle of each label in logical pixels, x right and y down, and its depth.

    Depth is that of clip space; None stands for an anchor behind the viewer.
    """
    clip = np.array([(*label.at, 1.0) for label in labels]) @ frame.clip_matrix().T
    anchors = project(frame.camera, [label.at for label in labels], frame.width, frame.height)
    screen = axes(frame.camera)[:2]
    result: list[tuple[float, float, float] | None] = []
    for label, anchor, (_, _, z, w) in zip(labels, anchors, clip, strict=True):
        if z + w <= 0.0:
            result.append(None)
            continue
        right, up = screen @ np.asarray(label.away)
        size = float(np.hypot(right, up))
        step = label.gap / size if size > 1e-6 else 0.0
        result.append((anchor[0] + right * step, anchor[1] - up * step, z / w))
    return result
