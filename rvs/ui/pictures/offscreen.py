"""Pictures from a hidden Qt context, if there is no other context or a window is open."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from PySide6.QtCore import QObject, QThread, QTimer
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QOffscreenSurface,
    QOpenGLContext,
    QSurface,
    QSurfaceFormat,
)

from rvs.engine.errors import RvsError
from rvs.gl.frame import Shot

if TYPE_CHECKING:
    from rvs.gl.context.images import Pixels
    from rvs.gl.renderer import Renderer

Made = TypeVar("Made")
WAIT_S = 0.1


class HiddenContext:
    """An OpenGL context without a window; current inside its ``with`` block.

    It needs a QGuiApplication. The previously current context is restored afterwards.
    """

    def __init__(self, surface: QOffscreenSurface | None = None) -> None:
        """Make it for the calling thread.

        Args:
            surface: Made in the window's thread, for a context of another thread; it stays alive.

        Raises:
            RvsError: The system gives no OpenGL 3.3.
        """
        self._renderer: Renderer | None = None
        self._context = QOpenGLContext()
        self._context.setFormat(QSurfaceFormat.defaultFormat())
        self._own = surface is None
        self._surface = surface or offscreen_surface()
        self._before: tuple[QOpenGLContext, QSurface] | None = None
        if not self._context.create() or not self._surface.isValid():
            raise RvsError("this system has no OpenGL 3.3 to draw pictures with")

    def __enter__(self) -> HiddenContext:
        before = QOpenGLContext.currentContext()
        self._before = (before, before.surface()) if before is not None else None
        if not self._context.makeCurrent(self._surface):
            raise RvsError("this system's OpenGL 3.3 cannot be used without a window")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._context.doneCurrent()
        if self._before is not None:
            context, surface = self._before
            context.makeCurrent(surface)

    @property
    def version(self) -> tuple[int, int]:
        """The version of OpenGL."""
        major, minor = self._context.format().version()
        return major, minor

    def renderer(self) -> Renderer:
        """Return the one renderer of the context, which must be current."""
        from rvs.gl.renderer import picture_renderer

        if self._renderer is None:
            self._renderer = picture_renderer()
        return self._renderer

    def render(self, shot: Shot) -> Pixels:
        """Draw a picture and return its pixels, top row first (h, w, 4)."""
        from rvs.gl.context.offscreen import render_in_current_context

        with self:
            return render_in_current_context(shot, self.renderer())

    def picture(self, shot: Shot) -> QImage:
        """Draw a picture for the window."""
        return image_of(self.render(shot))

    def release(self) -> None:
        """Free its objects on the graphics card."""
        if self._renderer is not None:
            with self:
                self._renderer.release()
            self._renderer = None
        if self._own:
            self._surface.destroy()


class ContextOnDemand:
    """A hidden context that is made on request, and may be released in between."""

    def __init__(self) -> None:
        self.made: HiddenContext | None = None

    def __call__(self) -> HiddenContext:
        """Return the context.

        Raises:
            RvsError: The system gives no OpenGL 3.3.
        """
        if self.made is None:
            self.made = HiddenContext()
        return self.made

    def release(self) -> None:
        """Free the context; the next request makes a new one."""
        if self.made is not None:
            self.made.release()
            self.made = None


def image_of(pixels: Pixels) -> QImage:
    """Return pixels (h, w, 4) as a Qt image."""
    rows = np.ascontiguousarray(pixels)
    high, wide = rows.shape[:2]
    return QImage(rows.data, wide, high, 4 * wide, QImage.Format.Format_RGBA8888).copy()


def offscreen_surface() -> QOffscreenSurface:
    """Return the surface of a context without a window; call it in the window's thread."""
    surface = QOffscreenSurface()
    surface.setFormat(QSurfaceFormat.defaultFormat())
    surface.create()
    return surface


def render_pixels(shot: Shot) -> Pixels:
    """Draw a picture without showing a window and return its pixels, top row first (h, w, 4).

    Raises:
        RvsError: There is no display, or no OpenGL 3.3.
    """
    application = QGuiApplication.instance()
    if application is None:
        from rvs.ui.application import make_application

        application = make_application()
    if QThread.currentThread() is not application.thread():
        return in_thread_of(application, lambda: render_pixels(shot))
    hidden = HiddenContext()
    try:
        return hidden.render(shot)
    finally:
        hidden.release()


def in_thread_of(receiver: QObject, do: Callable[[], Made]) -> Made:
    """Run a function in the thread of an object, and return its result."""
    answers: list[Made | BaseException] = []
    over = Event()

    def work() -> None:
        try:
            answers.append(do())
        except BaseException as error:
            answers.append(error)
        finally:
            over.set()

    QTimer.singleShot(0, receiver, work)
    # in small parts, so that who waits can be stopped
    while not over.wait(WAIT_S):
        pass
    answer = answers[0]
    if isinstance(answer, BaseException):
        raise answer
    return answer
