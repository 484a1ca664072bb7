"""The texture with the pictures of labels."""

from __future__ import annotations

import numpy as np

from rvs.gl.card.opengl import GL
from rvs.gl.text import Lettering, Sprite, sprite

# A text's picture, and where its upper left corner lies in the texture, x right and y down.
Held = tuple[Sprite, tuple[int, int]]

SIDE = 1024
LARGEST = 8192


class Atlas:
    """Sprites side by side in rows; a full atlas starts again, twice as large if necessary.

    Attributes:
        side: Width and height of the texture.
    """

    def __init__(self, side: int = SIDE) -> None:
        self.side = side
        self.texture = int(GL.glGenTextures(1))
        self._places: dict[Lettering, Held] = {}
        self._x = self._y = self._row = 0
        self._clear()

    def __len__(self) -> int:
        return len(self._places)

    def hold(self, texts: list[Lettering]) -> list[Held]:
        """Return each text's sprite and its position."""
        if not self._add(texts):
            self._clear()
            while not self._add(texts) and self.side < LARGEST:
                self.side *= 2
                self._clear()
        return [self._places[text] for text in texts if text in self._places]

    def bind(self) -> None:
        """Bind it as the texture of unit 0."""
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self.texture)

    def release(self) -> None:
        """Free it."""
        GL.glDeleteTextures(1, [self.texture])
        self._places.clear()

    def _add(self, texts: list[Lettering]) -> bool:
        """Add missing sprites; return False if there is not enough space."""
        for text in texts:
            if text not in self._places and not self._put(text, sprite(text)):
                return False
        return True

    def _put(self, text: Lettering, picture: Sprite) -> bool:
        high, wide, _ = picture.cover.shape
        if self._x + wide > self.side:
            self._x, self._y, self._row = 0, self._y + self._row, 0
        if self._y + high > self.side or wide > self.side:
            return False
        self.bind()
        GL.glPixelStorei(GL.GL_UNPACK_ALIGNMENT, 1)
        data = np.ascontiguousarray(picture.cover)
        GL.glTexSubImage2D(
            GL.GL_TEXTURE_2D, 0, self._x, self._y, wide, high, GL.GL_RG, GL.GL_UNSIGNED_BYTE, data
        )
        self._places[text] = picture, (self._x, self._y)
        self._x, self._row = self._x + wide, max(self._row, high)
        return True

    def _clear(self) -> None:
        self._places.clear()
        self._x = self._y = self._row = 0
        self.bind()
        GL.glTexImage2D(
            GL.GL_TEXTURE_2D, 0, GL.GL_RG8, self.side, self.side, 0, GL.GL_RG,
            GL.GL_UNSIGNED_BYTE, None,
        )  # fmt: skip
        GL.glTexParameteri(GL.GL_TEXTURE_2D, GL.GL_TEXTURE_MIN_FILTER, GL.GL_NEAREST)
        GL.glTexParameteri(GL.GL_TEXTURE_2D, GL.GL_TEXTURE_MAG_FILTER, GL.GL_NEAREST)
