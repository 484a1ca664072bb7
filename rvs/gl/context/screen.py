"""Consecutive pictures, drawn into memory for a window without its own OpenGL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rvs.gl.card.opengl import GL
from rvs.gl.context.target import Target


class Screen:
    """Two framebuffers of one size, with and without samples, and the pixels of the last picture.

    Its context must be current at every call, with no other framebuffer bound.

    Attributes:
        words: The pixels as 0xAARRGGBB (h, w), top row first; a new array after each change of
            size.
    """

    def __init__(self, samples: int) -> None:
        self.words: NDArray[np.uint32] = np.zeros((0, 0), np.uint32)
        self._samples = samples
        self._size = (0, 0)
        self._targets: dict[bool, Target] = {}
        self._drawn: Target | None = None
        self._fence: Any = None

    def draw(self, width: int, height: int, smooth: bool, draw: Callable[[], None]) -> None:
        """Begin a picture; a software renderer continues with it during other work.

        Args:
            width: Width in device pixels.
            height: Height in device pixels.
            smooth: Draw with samples.
            draw: Function that draws into the bound framebuffer.
        """
        self._forget_fence()
        if self._size != (width, height):
            self.release()
            self._size = width, height
        target = self._targets.get(smooth)
        if target is None:
            target = Target(width, height, self._samples if smooth else 0, words=True)
            self._targets[smooth] = target
        self._drawn = target
        target.bind()
        try:
            draw()
        finally:
            target.unbind()
        self._fence = GL.glFenceSync(GL.GL_SYNC_GPU_COMMANDS_COMPLETE, 0)
        GL.glFlush()

    def wait(self, seconds: float) -> bool:
        """Wait a limited time for the last picture; return whether it is ready."""
        if self._fence is None:
            return True
        return bool(
            GL.glClientWaitSync(self._fence, 0, int(1e9 * seconds)) != GL.GL_TIMEOUT_EXPIRED
        )

    def fetch(self) -> bool:
        """Wait for the last picture and fetch its pixels; return False if there is none."""
        target = self._drawn
        if target is None:
            return False
        self._drawn = None
        self._forget_fence()
        if self.words.shape != (target.height, target.width):
            self.words = np.zeros((target.height, target.width), np.uint32)
        target.bind()
        try:
            target.read_words(self.words)
        finally:
            target.unbind()
        return True

    @property
    def held(self) -> bool:
        """Return whether there are framebuffers."""
        return bool(self._targets)

    def release(self) -> None:
        """Free the framebuffers, which the next picture makes again; keep the pixels."""
        for target in self._targets.values():
            target.release()
        if self._targets:
            _draw_elsewhere()
        self._targets.clear()
        self._drawn = None
        self._forget_fence()

    def _forget_fence(self) -> None:
        if self._fence is not None:
            GL.glDeleteSync(self._fence)
            self._fence = None


def _draw_elsewhere() -> None:
    """Let the driver draw something small: until then it holds its last target."""
    with Target(1, 1, 0):
        GL.glClear(GL.GL_COLOR_BUFFER_BIT)
        GL.glFlush()
