"""A second scene in a corner of the picture: the view cube."""

from __future__ import annotations

from collections.abc import Callable

from rvs.gl.card.arena import Arena
from rvs.gl.card.opengl import GL
from rvs.gl.card.programs import Programs
from rvs.gl.frame import Frame
from rvs.gl.kept_picture import Stamp
from rvs.gl.painter import ScenePainter
from rvs.model.views.view import Camera
from rvs.scene.items import Scene

Corner = tuple[Scene, Camera, tuple[int, int, int, int]]


class CornerPainter:
    """Draws it; in quick pictures it is kept as a stamp while the camera rests."""

    def __init__(
        self, programs: Programs, arena: Arena, begin: Callable[[], None],
        set_frame: Callable[[Frame], None],
    ) -> None:  # fmt: skip
        """Take what it draws with.

        Args:
            programs: The programs.
            arena: The meshes.
            begin: Sets what every stage begins with.
            set_frame: Tells the programs of a picture.
        """
        self._scene = ScenePainter(programs, arena)
        self._stamp = Stamp(programs.stamp)
        self._begin, self._set_frame = begin, set_frame

    @property
    def draw_calls(self) -> int:
        """Number of draw calls since it was made."""
        return self._scene.draw_calls

    def prepare(self, corner: Corner, whole: Frame) -> bool:
        """Make the stamp if it is worth it, before anything goes into the picture itself.

        Returns:
            Whether it drew.
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
