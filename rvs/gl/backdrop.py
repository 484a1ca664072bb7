"""What is behind everything."""

from __future__ import annotations

from OpenGL import GL

from rvs.gl.card.program import Program
from rvs.scene.items import Backdrop

# cells of the grid in the vertex shader
COLUMNS, ROWS = 8, 48


def draw_backdrop(program: Program, backdrop: Backdrop | None) -> None:
    """Fill the picture from the colour of the horizon to that overhead; None leaves it empty."""
    if backdrop is None:
        GL.glClearColor(0.0, 0.0, 0.0, 0.0)
        GL.glClear(GL.GL_COLOR_BUFFER_BIT)
        return
    GL.glClearColor(*backdrop.horizon)
    GL.glClear(GL.GL_COLOR_BUFFER_BIT)
    program.use()
    program.set_color("sky", backdrop.sky)
    program.set_color("horizon", backdrop.horizon)
    GL.glDrawArraysInstanced(GL.GL_TRIANGLE_STRIP, 0, 2 * (COLUMNS + 1), ROWS)
