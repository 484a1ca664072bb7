"""A small picture that is kept and put over others as long as nothing about it changes."""

from __future__ import annotations

from rvs.gl.card.opengl import GL
from rvs.gl.card.program import Program

Key = tuple[object, ...]


class Stamp:
    """A picture of colours weighted with their opacity."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._wanted: Key = ()
        self._kept: Key = ()
        self._size = (0, 0)
        self._before = 0
        self._vao = int(GL.glGenVertexArrays(1))
        self._frame = int(GL.glGenFramebuffers(1))
        self._depth = int(GL.glGenRenderbuffers(1))
        self._texture = int(GL.glGenTextures(1))

    def wanted_again(self, key: Key) -> bool:
        """Return whether a picture was wanted the last time too, so that it is worth keeping."""
        again, self._wanted = key == self._wanted, key
        return again

    @property
    def ready(self) -> bool:
        """Whether the wanted picture is kept."""
        return self._wanted == self._kept

    def begin(self, width: int, height: int) -> None:
        """Let what is drawn from now on go into the kept picture, which is empty."""
        self._before = int(GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING))
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._frame)
        if self._size != (width, height):
            self._size = width, height
            self._allocate()
        GL.glClearColor(0.0, 0.0, 0.0, 0.0)
        GL.glClear(GL.GL_COLOR_BUFFER_BIT)

    def end(self) -> None:
        """Keep what was drawn, and draw again where was drawn before."""
        self._kept = self._wanted
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._before)

    def put(self, left: int, bottom: int) -> None:
        """Draw the kept picture over the viewport, which begins there and has its size."""
        GL.glDisable(GL.GL_DEPTH_TEST)
        GL.glEnable(GL.GL_BLEND)
        self._program.use()
        self._program.set_int("left", left)
        self._program.set_int("bottom", bottom)
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._texture)
        GL.glBindVertexArray(self._vao)
        GL.glDrawArrays(GL.GL_TRIANGLE_STRIP, 0, 4)

    def release(self) -> None:
        """Free everything but the program."""
        GL.glDeleteFramebuffers(1, [self._frame])
        GL.glDeleteRenderbuffers(1, [self._depth])
        GL.glDeleteTextures(1, [self._texture])
        GL.glDeleteVertexArrays(1, [self._vao])

    def _allocate(self) -> None:
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._texture)
        GL.glTexImage2D(
            *(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA8, *self._size, 0),
            *(GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, None),
        )
        for name in (GL.GL_TEXTURE_MIN_FILTER, GL.GL_TEXTURE_MAG_FILTER):
            GL.glTexParameteri(GL.GL_TEXTURE_2D, name, GL.GL_NEAREST)
        GL.glFramebufferTexture2D(
            GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, self._texture, 0
        )
        GL.glBindRenderbuffer(GL.GL_RENDERBUFFER, self._depth)
        GL.glRenderbufferStorage(GL.GL_RENDERBUFFER, GL.GL_DEPTH24_STENCIL8, *self._size)
        GL.glFramebufferRenderbuffer(
            GL.GL_FRAMEBUFFER, GL.GL_DEPTH_STENCIL_ATTACHMENT, GL.GL_RENDERBUFFER, self._depth
        )
