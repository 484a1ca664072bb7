"""What is behind everything."""

from __future__ import annotations

from OpenGL import GL

from rvs.gl.program import Program
from rvs.scene.items import Backdrop


def draw_backdrop(program: Program, backdrop: Backdrop) -> None:
    """Fill the picture from the colour of the horizon to that overhead."""
    program.use()
    program.set_color("sky", backdrop.sky)
    program.set_color("horizon", backdrop.horizon)
    GL.glDrawArrays(GL.GL_TRIANGLES, 0, 3)
