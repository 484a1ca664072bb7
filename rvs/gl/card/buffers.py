"""Buffers that are filled anew whenever what they hold changes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from OpenGL import GL


class Buffer:
    """A buffer object for data of changing length."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.name = int(GL.glGenBuffers(1))

    def fill(self, data: NDArray[Any]) -> None:
        """Replace everything it holds."""
        GL.glBindBuffer(self.target, self.name)
        GL.glBufferData(self.target, data.nbytes, data, GL.GL_STREAM_DRAW)

    def release(self) -> None:
        """Free it."""
        GL.glDeleteBuffers(1, [self.name])


class TexelBuffer:
    """Rows of four floats that shaders fetch by number."""

    def __init__(self) -> None:
        self.buffer = Buffer(GL.GL_TEXTURE_BUFFER)
        self.texture = int(GL.glGenTextures(1))
        self.fill(np.zeros((1, 4), np.float32))
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, self.texture)
        GL.glTexBuffer(GL.GL_TEXTURE_BUFFER, GL.GL_RGBA32F, self.buffer.name)

    def fill(self, rows: NDArray[np.float32]) -> None:
        """Replace everything it holds by an array of 4k floats in any shape."""
        self.buffer.fill(np.ascontiguousarray(rows, np.float32))

    def bind(self) -> None:
        """Make it the texture buffer of unit 0."""
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, self.texture)

    def release(self) -> None:
        """Free it."""
        GL.glDeleteTextures(1, [self.texture])
        self.buffer.release()
