"""A second scene in a corner of the picture: the view cube.

A small picture that is cached and drawn over others until something in it changes.
"""

from __future__ import annotations

from collections.abc import Callable

from rvs.gl.card.arena import Arena
from rvs.gl.card.opengl import GL
from rvs.gl.card.program import Program, Programs
from rvs.gl.frame import Frame
from rvs.gl.painter import ScenePainter
from rvs.model.views.view import Camera
from rvs.scene.items import Scene

Corner = tuple[Scene, Camera, tuple[int, int, int, int]]

Key = tuple[object, ...]


class CornerPainter:
    """The painter of the corner; quick pictures store it as a stamp while the camera rests."""

    def __init__(
        self, programs: Programs, arena: Arena, begin: Callable[[], None],
        set_frame: Callable[[Frame], None],
    ) -> None:  # fmt: skip
        """Store the objects used for drawing.

        Args:
            programs: The programs.
            arena: The meshes.
            begin: Sets the state required at the start of every stage.
            set_frame: Sends the data of a picture to the programs.
        """
        self._scene = ScenePainter(programs, arena)
        self._stamp = Stamp(programs.stamp)
        self._begin, self._set_frame = begin, set_frame

    @property
    def draw_calls(self) -> int:
        """Number of draw calls since it was made."""
        return self._scene.draw_calls

    def prepare(self, corner: Corner, whole: Frame) -> bool:
        """Make the stamp if it is worthwhile, before anything is drawn into the picture itself.

        Returns:
            True if it drew.
        """
        scene, camera, (*_, width, height) = corner
        frame = _frame(corner, whole)
        key = scene, camera, width, height, whole.scale
        if not whole.quick or not self._stamp.wanted_again(key) or self._stamp.ready:
            return False
        GL.glViewport(0, 0, *frame.device)
        self._stamp.begin(*frame.device)
        self._draw_scene(scene, frame)
        self._stamp.end()
        return True

    def draw(self, corner: Corner, whole: Frame) -> None:
        """Draw it over the picture."""
        frame = _frame(corner, whole)
        x, y, *_ = corner[2]
        wide, high = frame.device
        left = round(x * whole.scale)
        below = whole.device[1] - round(y * whole.scale) - high
        GL.glViewport(left, below, wide, high)
        if whole.quick and self._stamp.ready:
            self._stamp.put(left, below)
            return
        GL.glScissor(left, below, wide, high)
        GL.glEnable(GL.GL_SCISSOR_TEST)
        self._draw_scene(corner[0], frame)
        GL.glDisable(GL.GL_SCISSOR_TEST)

    def release(self) -> None:
        """Free everything but programs and arena."""
        self._scene.release()
        self._stamp.release()

    def _draw_scene(self, scene: Scene, frame: Frame) -> None:
        GL.glDepthMask(True)
        GL.glStencilMask(0xFF)
        GL.glClear(GL.GL_DEPTH_BUFFER_BIT | GL.GL_STENCIL_BUFFER_BIT)
        self._begin()
        self._set_frame(frame)
        ready = self._scene.sort(scene, frame)
        self._scene.load(ready, frame)
        self._scene.draw(ready, frame)


def _frame(corner: Corner, whole: Frame) -> Frame:
    _, camera, (*_, width, height) = corner
    return Frame(camera, width, height, whole.scale, quick=whole.quick)


class Stamp:
    """A picture with premultiplied colours."""

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
        """Return whether the last picture was the same, so that it is worth storing."""
        again, self._wanted = key == self._wanted, key
        return again

    @property
    def ready(self) -> bool:
        """Return whether the picture is available."""
        return self._wanted == self._kept

    def begin(self, width: int, height: int) -> None:
        """Draw into the stored picture, which is empty, from now on."""
        self._before = int(GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING))
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._frame)
        if self._size != (width, height):
            self._size = width, height
            self._allocate()
        GL.glClearColor(0.0, 0.0, 0.0, 0.0)
        GL.glClear(GL.GL_COLOR_BUFFER_BIT)

    def end(self) -> None:
        """Store the picture, and return to the previous target."""
        self._kept = self._wanted
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._before)

    def put(self, left: int, bottom: int) -> None:
        """Draw the stored picture over the viewport, which has its size."""
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
