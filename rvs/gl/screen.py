"""One picture after another, drawn into memory: what a window paints that has no OpenGL itself."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rvs.gl.target import Target


class Screen:
    """Two framebuffers of one size, with and without samples, and the pixels of the last picture.

    Its context must be current at every call, with no framebuffer of its own bound.

    Attributes:
        words: The pixels as 0xAARRGGBB (h, w), top row first; another array after a new size.
    """

    def __init__(self, samples: int) -> None:
        self.words: NDArray[np.uint32] = np.zeros((0, 0), np.uint32)
        self._samples = samples
        self._targets: dict[bool, Target] = {}

    def draw(self, width: int, height: int, smooth: bool, draw: Callable[[], None]) -> None:
        """Draw a picture and fetch its pixels.

        Args:
            width: Width in device pixels.
            height: Height in device pixels.
            smooth: Draw with samples.
            draw: Draws into the bound framebuffer.
        """
        if self.words.shape != (height, width):
            self.release()
            self.words = np.zeros((height, width), np.uint32)
        target = self._targets.get(smooth)
        if target is None:
            target = Target(width, height, self._samples if smooth else 0)
            self._targets[smooth] = target
        target.bind()
        try:
            draw()
            target.read_words(self.words)
        finally:
            target.unbind()

    def release(self) -> None:
        """Free the framebuffers."""
        for target in self._targets.values():
            target.release()
        self._targets.clear()
