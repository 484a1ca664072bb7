"""One context of OpenGL for the views of all tests' windows, as views of one window share theirs.

Every window has a renderer of its own there; only compiled shaders and meshes are common.
"""

from __future__ import annotations

from types import TracebackType

from rvs.gl.renderer import Renderer
from rvs.ui.pictures.offscreen import HiddenContext
from rvs.ui.view.canvas import CardCanvas, ImageCanvas


class BesideOthers:
    """Stands for a hidden context of one window; current inside its ``with`` block."""

    def __init__(self, common: HiddenContext) -> None:
        self._common = common
        self._renderer: Renderer | None = None

    def __enter__(self) -> HiddenContext:
        return self._common.__enter__()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._common.__exit__(kind, value, trace)

    @property
    def version(self) -> tuple[int, int]:
        return self._common.version

    def renderer(self) -> Renderer:
        """Return the renderer of the window."""
        if self._renderer is None:
            self._renderer = Renderer(beside=self._common.renderer())
        return self._renderer

    def release(self) -> None:
        """Free what is the window's own."""
        if self._renderer is not None:
            with self:
                self._renderer.release()
            self._renderer = None


def let_go(canvas: CardCanvas | ImageCanvas | None) -> None:
    """Free what the canvas of a window that closes has drawn with, in the common context."""
    if not isinstance(canvas, ImageCanvas) or not isinstance(canvas._hidden, BesideOthers):
        return
    with canvas._hidden:
        canvas._screen.release()
        if canvas._own is not None:
            canvas._own.release()
    canvas._hidden.release()
    # A picture that is asked for during the closing is drawn by nobody any more.
    canvas._failed = True
