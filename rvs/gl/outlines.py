"""Lines around solids: their silhouette as a mask, and a line along the edge of the mask.

Lines around silhouettes in whole pixels, computed in NumPy with a software renderer.

On a processor, a shader that reads the surroundings of each pixel in a silhouette's box takes many
times as long.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from functools import reduce
from math import ceil

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Outlined, Solid
from rvs.engine.arrays import Array
from rvs.gl.card.buffers import Buffer
from rvs.gl.card.multidraw import Batch
from rvs.gl.card.opengl import GL
from rvs.gl.card.program import Program, Programs
from rvs.gl.frame import Frame, Tile
from rvs.gl.solids import SolidPainter
from rvs.scene.camera import project

WIDTH, RIM = 2.0, 1.0
SAMPLES = 4

Groups = list[tuple[Outlined, list[Solid]]]

Mask = NDArray[np.bool_]
Pixels = NDArray[np.int64]
ASLANT = 0.5**0.5


def outlined_groups(solids: Iterable[Solid]) -> Groups:
    """Return the solids with a line around them; solids with equal lines form one group.

    Lines of tints are drawn last, and therefore over the others.
    """
    groups: dict[Outlined, list[Solid]] = {}
    tinted: dict[Outlined, list[Solid]] = {}
    for solid in solids:
        if solid.outline is not None:
            groups.setdefault(solid.outline, []).append(solid)
        if solid.tint is not None:
            tinted.setdefault(solid.tint.outline, []).append(solid)
    return [*groups.items(), *tinted.items()]


class OutlinePainter:
    """The painter of lines around groups of solids, even if other objects hide these."""

    def __init__(self, programs: Programs, solids: SolidPainter) -> None:
        self.draw_calls = 0
        self._programs, self._solids = programs, solids
        self._masks: dict[int, _Mask] = {}
        self._boxes: list[Tile | None] = []
        self._quick = QuickLine(programs.quickline)
        self._vao = int(GL.glGenVertexArrays(1))

    def prepare(self, batches: Sequence[Batch], frame: Frame) -> None:
        """Draw the silhouettes, before anything is drawn into the picture.

        Switching to another framebuffer in the middle of a picture would make a software renderer
        complete its pending work first.
        """
        self._boxes = [_box(self._solids.corners(batch), frame) for batch in batches]
        if not batches:
            return
        GL.glDisable(GL.GL_DEPTH_TEST)
        # Bodies are closed: half of their faces have the same silhouette.
        GL.glEnable(GL.GL_CULL_FACE)
        GL.glCullFace(GL.GL_BACK)
        GL.glFrontFace(GL.GL_CCW)
        for k, (box, batch) in enumerate(zip(self._boxes, batches, strict=True)):
            if box is not None:
                mask = self._mask(k, frame)
                mask.begin(_with_margin(box, frame), frame.quick)
                self._solids.draw(batch, program=self._programs.mask)
                mask.end(_with_margin(box, frame), frame.quick)
        GL.glDisable(GL.GL_CULL_FACE)

    def draw(self, lines: Sequence[Outlined], frame: Frame) -> None:
        """Draw the lines, without depth and stencil tests, which are restored afterwards."""
        if not lines:
            return
        GL.glDisable(GL.GL_DEPTH_TEST)
        for k, (box, outline) in enumerate(zip(self._boxes, lines, strict=True)):
            if box is not None and frame.quick:
                box = _with_margin(box, frame)
                widths = WIDTH * frame.scale, RIM * frame.scale
                self._quick.draw(self._mask(k, frame).read(box), box.x, box.y, outline, widths)
            elif box is not None:
                self._draw_line(self._mask(k, frame), outline, frame, box)
            self.draw_calls += 1
        GL.glEnable(GL.GL_DEPTH_TEST)

    def release(self) -> None:
        """Free everything but programs and solids."""
        for mask in self._masks.values():
            mask.release()
        self._masks.clear()
        self._quick.release()
        GL.glDeleteVertexArrays(1, [self._vao])

    def _mask(self, k: int, frame: Frame) -> _Mask:
        """Return the mask of group ``k`` in pictures of this size."""
        size = frame.part.width, frame.part.height
        kept = self._masks.get(k)
        if kept is None or kept.size != size:
            if kept is not None:
                kept.release()
            kept = self._masks[k] = _Mask(*size)
        return kept

    def _draw_line(self, mask: _Mask, outline: Outlined, frame: Frame, box: Tile) -> None:
        program = self._programs.outline
        program.use()
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_2D, mask.texture)
        program.set_float("width", WIDTH * frame.scale)
        program.set_float("rim", RIM * frame.scale)
        program.set_color("outside", outline.outside)
        program.set_color("inside", outline.inside)
        GL.glEnable(GL.GL_SCISSOR_TEST)
        GL.glScissor(box.x, box.y, box.width, box.height)
        GL.glBindVertexArray(self._vao)
        GL.glDrawArrays(GL.GL_TRIANGLE_STRIP, 0, 4)
        GL.glDisable(GL.GL_SCISSOR_TEST)


class _Mask:
    """A texture, white where solids are; with samples or, in quick pictures, without."""

    def __init__(self, width: int, height: int) -> None:
        self.size = (width, height)
        self._before = int(GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING))
        self.texture = int(GL.glGenTextures(1))
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self.texture)
        GL.glTexImage2D(
            GL.GL_TEXTURE_2D, 0, GL.GL_R8, width, height, 0, GL.GL_RED, GL.GL_UNSIGNED_BYTE, None
        )
        for name in (GL.GL_TEXTURE_MIN_FILTER, GL.GL_TEXTURE_MAG_FILTER):
            GL.glTexParameteri(GL.GL_TEXTURE_2D, name, GL.GL_NEAREST)
        self._frames = [int(name) for name in GL.glGenFramebuffers(2)]
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._frames[0])
        GL.glFramebufferTexture2D(
            GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, self.texture, 0
        )
        self._store = int(GL.glGenRenderbuffers(1))
        GL.glBindRenderbuffer(GL.GL_RENDERBUFFER, self._store)
        GL.glRenderbufferStorageMultisample(GL.GL_RENDERBUFFER, SAMPLES, GL.GL_R8, width, height)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._frames[1])
        GL.glFramebufferRenderbuffer(
            GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_RENDERBUFFER, self._store
        )
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._before)

    def begin(self, box: Tile, quick: bool) -> None:
        """Start drawing into an empty box."""
        self._before = int(GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING))
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._frames[0 if quick else 1])
        GL.glEnable(GL.GL_SCISSOR_TEST)
        GL.glScissor(box.x, box.y, box.width, box.height)
        GL.glClearColor(0.0, 0.0, 0.0, 0.0)
        GL.glClear(GL.GL_COLOR_BUFFER_BIT)

    def end(self, box: Tile, quick: bool) -> None:
        """Resolve it to the texture, and return to the previous target."""
        GL.glDisable(GL.GL_SCISSOR_TEST)
        if not quick:
            GL.glBindFramebuffer(GL.GL_DRAW_FRAMEBUFFER, self._frames[0])
            area = (box.x, box.y, box.x + box.width, box.y + box.height)
            GL.glBlitFramebuffer(*area, *area, GL.GL_COLOR_BUFFER_BIT, GL.GL_NEAREST)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._before)

    def read(self, box: Tile) -> NDArray[np.bool_]:
        """Return the white pixels of a box, bottom row first (h, w)."""
        pixels = np.empty((box.height, box.width), np.uint8)
        before = int(GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING))
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self._frames[0])
        GL.glPixelStorei(GL.GL_PACK_ALIGNMENT, 1)
        GL.glReadPixels(box.x, box.y, box.width, box.height, GL.GL_RED, GL.GL_UNSIGNED_BYTE, pixels)
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, before)
        return pixels > 0

    def release(self) -> None:
        """Free it."""
        GL.glDeleteFramebuffers(len(self._frames), self._frames)
        GL.glDeleteRenderbuffers(1, [self._store])
        GL.glDeleteTextures(1, [self.texture])


def _reach(frame: Frame) -> int:
    """Return the distance that the shader reads around a pixel, in device pixels."""
    return ceil(WIDTH * frame.scale) + 1


def _with_margin(box: Tile, frame: Frame) -> Tile:
    """Return a box and the margin that the shader reads; outside, the mask has other solids."""
    by, part = _reach(frame), frame.part
    left, bottom = max(box.x - by, 0), max(box.y - by, 0)
    right = min(box.x + box.width + by, part.width)
    top = min(box.y + box.height + by, part.height)
    return Tile(left, bottom, right - left, top - bottom)


def _box(corners: Array, frame: Frame) -> Tile | None:
    """Return the part of the framebuffer, from its lower left, that the line may touch.

    Args:
        corners: Corners of the bounding boxes of the solids (n, 3), m.
        frame: The picture.
    """
    seen = project(frame.camera, corners, frame.width, frame.height)
    part, high = frame.part, frame.device[1]
    margin = _reach(frame)
    if not frame.camera.parallel and seen[:, 2].min() <= 0.0:
        return Tile(0, 0, part.width, part.height)
    low_x, low_y = seen[:, :2].min(axis=0) * frame.scale - margin
    high_x, high_y = seen[:, :2].max(axis=0) * frame.scale + margin
    left, right = (int(np.clip(x - part.x, 0, part.width)) for x in (low_x, high_x + 1.0))
    below = high - part.y - part.height
    bottom, top = (int(np.clip(high - y - below, 0, part.height)) for y in (high_y + 1.0, low_y))
    if right <= left or top <= bottom:
        return None
    return Tile(left, bottom, right - left, top - bottom)


class QuickLine:
    """The painter of the pixels of lines."""

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
            mask: True inside the silhouette in a box, bottom row first (h, w).
            left: Columns of the whole picture to the left of the box.
            bottom: Rows of the whole picture below the box.
            outline: The colours.
            widths: Widths of the line outside and the line inside, in device pixels.
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
    """Return the pixels x, y of the line outside (n, 2) and inside (m, 2) a silhouette.

    Args:
        mask: True inside the silhouette (h, w); beyond the edges the edge values continue.
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
