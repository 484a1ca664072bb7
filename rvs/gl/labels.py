"""Labels: texts that face the viewer, each pixel of theirs on a pixel of the screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from OpenGL import GL

from rvs.gl.atlas import Atlas
from rvs.gl.buffers import TexelBuffer
from rvs.gl.frame import Frame
from rvs.gl.program import Program
from rvs.gl.text import Lettering, corner_of
from rvs.scene.annotate.labels import place_labels
from rvs.scene.fonts.measure import measure
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
    places = place_labels(
        labels, frame.camera, frame.width, frame.height, partial(measure, scale=frame.scale)
    )
    clip = np.array([(*label.at, 1.0) for label in labels]) @ frame.clip_matrix().T
    return [
        None if place is None or z + w <= 0.0 else (place.x, place.y, z / w)
        for place, (_, _, z, w) in zip(places, clip.tolist(), strict=True)
    ]
