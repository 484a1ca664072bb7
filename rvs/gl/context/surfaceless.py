"""An OpenGL context without window, display or Qt: EGL on Linux."""

from __future__ import annotations

import ctypes
import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rvs.engine.errors import RvsError
from rvs.gl.card.opengl import load_library
from rvs.gl.context.platform import WITHOUT_WINDOW, NoOffscreen, choose_platform

if TYPE_CHECKING:
    from rvs.gl.renderer import Renderer

HOW = "install libegl1 and libgl1 with Mesa's drivers, or draw with a window system"
LIBRARY = "libEGL.so.1"
SURFACELESS_MESA, DEVICE_EXT = 0x31DD, 0x313F
MAJOR, MINOR, PROFILE, CORE = 0x3098, 0x30FB, 0x30FD, 1

log = logging.getLogger(__name__)


class SurfacelessContext:
    """A context that draws only into its own framebuffers, used by one thread at a time."""

    def __init__(self, egl: Any, display: Any, handle: Any) -> None:
        self._egl, self._display, self._handle = egl, display, handle
        self._lock = threading.RLock()
        self._renderer: Renderer | None = None

    @contextmanager
    def current(self) -> Iterator[SurfacelessContext]:
        """Make it this thread's context inside the block, then restore the previous one."""
        egl = self._egl
        none = egl.EGL_NO_SURFACE
        with self._lock:
            before = (
                egl.eglGetCurrentDisplay(),
                egl.eglGetCurrentSurface(egl.EGL_DRAW),
                egl.eglGetCurrentSurface(egl.EGL_READ),
                egl.eglGetCurrentContext(),
            )
            egl.eglMakeCurrent(self._display, none, none, self._handle)
            try:
                yield self
            finally:
                self._make_current_again(before)

    def _make_current_again(self, before: tuple[Any, Any, Any, Any]) -> None:
        egl = self._egl
        if before[3]:
            try:
                egl.eglMakeCurrent(*before)
                return
            except egl.EGLError:
                log.debug("the window that was used for drawing no longer exists")
        none = egl.EGL_NO_SURFACE
        egl.eglMakeCurrent(self._display, none, none, egl.EGL_NO_CONTEXT)

    def renderer(self) -> Renderer:
        """Return its only renderer, made on first use; the context must be current."""
        from rvs.gl.renderer import picture_renderer

        if self._renderer is None:
            self._renderer = picture_renderer()
        return self._renderer


@contextmanager
def surfaceless() -> Iterator[SurfacelessContext]:
    """Make the process's context without a window current inside the block.

    Raises:
        NoOffscreen: This machine offers none; the message names the package to install.
    """
    with _context().current() as context:
        yield context


# One context for the whole program: drivers keep what each of them takes.
@cache
def _context() -> SurfacelessContext:
    return find_context()


def find_context() -> SurfacelessContext:
    """Make a context without a window.

    Raises:
        NoOffscreen: This machine offers none; the message names the package to install.
    """
    _check_library()
    try:
        choose_platform(WITHOUT_WINDOW)
        load_library()
        egl = import_module("OpenGL.EGL")
    except (RvsError, ImportError, AttributeError, OSError) as reason:
        raise NoOffscreen(f"OpenGL without a window: {reason}; {HOW}") from reason
    reasons = []
    for find in (_mesa_display, _device_display, _default_display):
        try:
            display = find(egl)
            return SurfacelessContext(egl, display, _core_context(egl, display))
        except (egl.EGLError, AttributeError, TypeError, ValueError, LookupError) as reason:
            reasons.append(str(reason).split("\n")[0])
    raise NoOffscreen(f"OpenGL without a window: EGL refuses ({'; '.join(reasons)}); {HOW}")


def _check_library() -> None:
    """Raise if there is no EGL, before OpenGL is imported for it: Qt may need another later."""
    if sys.platform in ("win32", "darwin"):
        raise NoOffscreen("OpenGL without a window: available only on Linux; use a hidden window")
    try:
        ctypes.CDLL(LIBRARY)
    except OSError as reason:
        raise NoOffscreen(f"OpenGL without a window: there is no {LIBRARY}; {HOW}") from reason


def _mesa_display(_: Any) -> Any:
    from OpenGL.EGL.EXT.platform_base import eglGetPlatformDisplayEXT

    return eglGetPlatformDisplayEXT(SURFACELESS_MESA, ctypes.c_void_p(0), None)


def _device_display(_: Any) -> Any:
    from OpenGL.EGL.EXT.device_base import egl_get_devices
    from OpenGL.EGL.EXT.platform_base import eglGetPlatformDisplayEXT

    return eglGetPlatformDisplayEXT(DEVICE_EXT, egl_get_devices()[0], None)


def _default_display(egl: Any) -> Any:
    return egl.eglGetDisplay(egl.EGL_DEFAULT_DISPLAY)


def _core_context(egl: Any, display: Any) -> Any:
    """Return a core profile 3.3 context of a display."""
    major, minor, count = ctypes.c_int(), ctypes.c_int(), ctypes.c_int()
    egl.eglInitialize(display, major, minor)
    egl.eglBindAPI(egl.EGL_OPENGL_API)
    wanted = (egl.EGL_RENDERABLE_TYPE, egl.EGL_OPENGL_BIT, egl.EGL_SURFACE_TYPE, 0, egl.EGL_NONE)
    configs = (egl.EGLConfig * 1)()
    egl.eglChooseConfig(display, (ctypes.c_int * len(wanted))(*wanted), configs, 1, count)
    if not count.value:
        raise LookupError("no configuration for desktop OpenGL")
    version = (MAJOR, 3, MINOR, 3, PROFILE, CORE, egl.EGL_NONE)
    return egl.eglCreateContext(
        display, configs[0], egl.EGL_NO_CONTEXT, (ctypes.c_int * len(version))(*version)
    )
