"""The OpenGL platform that PyOpenGL selects at import, from the environment."""

from __future__ import annotations

import os
import sys

from rvs.engine.errors import RvsError

WITHOUT_WINDOW = ""


class NoOffscreen(RvsError):
    """This process cannot draw without a window system."""


def choose_platform(qt_platform: str) -> str:
    """Make PyOpenGL use the same window system as Qt; call it before anything imports OpenGL.

    PyOpenGL otherwise guesses from the session's variables, and its calls fail when the guess
    differs from the platform that Qt really uses (for example, an X11 window in a Wayland session).

    Args:
        qt_platform: Value of ``QGuiApplication.platformName()``; empty without Qt.

    Returns:
        ``"glx"`` or ``"egl"`` on Linux and similar systems, ``"native"`` on Windows and macOS.

    Raises:
        RvsError: OpenGL has been imported already, for another window system.
    """
    choice = _choice(qt_platform)
    loaded = _loaded()
    if loaded not in ("", choice):
        raise RvsError(
            f"OpenGL: it was loaded for {loaded.upper()} earlier in this process, but this window "
            f"system ({qt_platform or 'none'}) needs {choice.upper()}; start a new process"
        )
    if choice == "native":
        os.environ.pop("PYOPENGL_PLATFORM", None)
    else:
        os.environ["PYOPENGL_PLATFORM"] = choice
    return choice


def _choice(qt_platform: str) -> str:
    if sys.platform in ("win32", "darwin"):
        return "native"
    if qt_platform == "xcb":
        return "egl" if os.environ.get("QT_XCB_GL_INTEGRATION") == "xcb_egl" else "glx"
    if qt_platform == "offscreen" and os.environ.get("DISPLAY"):
        return "glx"
    return "egl"


def _loaded() -> str:
    """Return the platform that PyOpenGL was loaded for, empty if it was not."""
    module = sys.modules.get("OpenGL.platform")
    plugin = getattr(module, "PLATFORM", None)
    if plugin is None:
        return ""
    names = {"GLXPlatform": "glx", "EGLPlatform": "egl"}
    return names.get(type(plugin).__name__, "native")
