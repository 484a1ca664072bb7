"""Pictures with pixels as words 0xAARRGGBB, the form for windows."""

from __future__ import annotations

from rvs.gl.card.opengl import GL

# How the pixels of such a picture are read: as they lie.
WORDS = GL.GL_BGRA, GL.GL_UNSIGNED_INT_8_8_8_8_REV


def attach_words(texture: int, width: int, height: int) -> None:
    """Attach an empty texture of a size as colours of the bound framebuffer.

    If drivers choose the pixel layout themselves (``GL_RGBA8``), most choose the other order, and
    then reverse each pixel when it is read.
    """
    GL.glActiveTexture(GL.GL_TEXTURE0)
    GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
    GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA, width, height, 0, *WORDS, None)
    for name in (GL.GL_TEXTURE_MIN_FILTER, GL.GL_TEXTURE_MAG_FILTER):
        GL.glTexParameteri(GL.GL_TEXTURE_2D, name, GL.GL_NEAREST)
    GL.glFramebufferTexture2D(
        GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, texture, 0
    )
