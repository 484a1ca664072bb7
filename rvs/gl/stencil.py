"""The stencil: an area of many overlapping parts is painted only once."""

from __future__ import annotations

from rvs.gl.card.opengl import GL

NUMBER_BITS, GLASS_BIT = 0x7F, 0x80


class Stencil:
    """The numbering of areas that are painted once; its upper bit marks glass."""

    def __init__(self) -> None:
        self._number = 0

    def reset(self) -> None:
        """Begin again; the stencil buffer must be clear."""
        self._number = 0

    def once(self, glass: bool = False) -> None:
        """Paint each pixel once from now on, and optionally mark it as glass."""
        if self._number == NUMBER_BITS:
            GL.glStencilMask(NUMBER_BITS)
            GL.glClear(GL.GL_STENCIL_BUFFER_BIT)
            self._number = 0
        self._number += 1
        mark = GLASS_BIT if glass else 0
        GL.glEnable(GL.GL_STENCIL_TEST)
        GL.glStencilMask(NUMBER_BITS | mark)
        GL.glStencilFunc(GL.GL_NOTEQUAL, self._number | mark, NUMBER_BITS)
        GL.glStencilOp(GL.GL_KEEP, GL.GL_KEEP, GL.GL_REPLACE)

    def on_glass(self) -> None:
        """Draw only on glass from now on."""
        GL.glEnable(GL.GL_STENCIL_TEST)
        GL.glStencilMask(0)
        GL.glStencilFunc(GL.GL_EQUAL, GLASS_BIT, GLASS_BIT)

    def off(self) -> None:
        """Draw as usual from now on."""
        GL.glDisable(GL.GL_STENCIL_TEST)
