"""Requirements of windows on a system, and a sentence about missing ones, with the cure.

Qt ends the process if a display or a library is missing, so both are checked before Qt is loaded.
"""

from __future__ import annotations

import ctypes
import os
import re
import socket
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from rvs.engine.errors import RvsError

# Library -> its package in Debian and Ubuntu, and what it is called elsewhere.
PACKAGES: Mapping[str, tuple[str, str]] = {
    "libEGL": ("libegl1", "mesa-libEGL"),
    "libGL": ("libgl1", "mesa-libGL"),
    "libGLX": ("libgl1", "mesa-libGL"),
    "libOpenGL": ("libopengl0", "libglvnd-opengl"),
    "libX11": ("libx11-6", "libX11"),
    "libX11-xcb": ("libx11-xcb1", "libX11-xcb"),
    "libdbus-1": ("libdbus-1-3", "dbus-libs"),
    "libfontconfig": ("libfontconfig1", "fontconfig"),
    "libfreetype": ("libfreetype6", "freetype"),
    "libglib-2.0": ("libglib2.0-0", "glib2"),
    "libgthread-2.0": ("libglib2.0-0", "glib2"),
    "libxcb": ("libxcb1", "libxcb"),
    "libxcb-cursor": ("libxcb-cursor0", "xcb-util-cursor"),
    "libxcb-icccm": ("libxcb-icccm4", "xcb-util-wm"),
    "libxcb-image": ("libxcb-image0", "xcb-util-image"),
    "libxcb-keysyms": ("libxcb-keysyms1", "xcb-util-keysyms"),
    "libxcb-randr": ("libxcb-randr0", "libxcb"),
    "libxcb-render": ("libxcb-render0", "libxcb"),
    "libxcb-render-util": ("libxcb-render-util0", "xcb-util-renderutil"),
    "libxcb-shape": ("libxcb-shape0", "libxcb"),
    "libxcb-shm": ("libxcb-shm0", "libxcb"),
    "libxcb-sync": ("libxcb-sync1", "libxcb"),
    "libxcb-xfixes": ("libxcb-xfixes0", "libxcb"),
    "libxcb-xkb": ("libxcb-xkb1", "libxcb"),
    "libxkbcommon": ("libxkbcommon0", "libxkbcommon"),
    "libxkbcommon-x11": ("libxkbcommon-x11-0", "libxkbcommon-x11"),
}
QT = "PySide6"
# Displays of X with a connection that stays: a server whose last client leaves starts again, and
# would refuse Qt meanwhile.
_reached: dict[str, ctypes.c_void_p] = {}
ELSEWHERE = "'rvs render' draws without one, 'xvfb-run rvs' makes a virtual one"


class NoWindow(RvsError):
    """This system can't show a window; the sentence gives the reason and the cure."""


def expect_qt() -> None:
    """Raise an error unless Qt can be loaded.

    Raises:
        NoWindow: It is not installed, or a library that it needs is missing.
    """
    fault = _qt_fault()
    if fault:
        raise NoWindow(fault)


def expect_window_system() -> None:
    """Raise an error unless windows can be shown here.

    Raises:
        NoWindow: Qt, a library or the display is missing.
    """
    fault = window_fault()
    if fault:
        raise NoWindow(fault)


def window_fault() -> str:
    """Return the reason why no window can be shown, with the cure, or nothing."""
    return _qt_fault() or _display_fault()


def cure(words: str) -> str:
    """Return the fault of a library in plain words, from the message of the loader."""
    found = re.search(r"(?<![\w.+-])([\w.+-]+?)\.so(?:\.\d+)*(?=[\s:'\"]|$)", words)
    if found is None:
        return words
    library = found.group(0).rsplit("/", 1)[-1]
    package = PACKAGES.get(found.group(1).rsplit("/", 1)[-1])
    if package is None:
        return f"the library {library} could not be loaded: {words}"
    debian, other = package
    called = debian if debian == other else f"{debian} (elsewhere it is called {other})"
    return f"the library {library} could not be loaded; install {called}"


def _qt_fault() -> str:
    if f"{QT}.QtWidgets" in sys.modules:
        return ""
    try:
        if find_spec(QT) is None:
            raise ModuleNotFoundError(QT)
        import_module(f"{QT}.QtWidgets")
        import_module(f"{QT}.QtOpenGLWidgets")
    except ModuleNotFoundError:
        return "a window needs Qt, which is not installed: python -m pip install PySide6-Essentials"
    except ImportError as error:
        return f"a window needs Qt: {cure(str(error))}"
    return ""


def _display_fault() -> str:
    if sys.platform in ("win32", "darwin"):
        return ""
    chosen = [one.split(":")[0] for one in os.environ.get("QT_QPA_PLATFORM", "").split(";") if one]
    if not chosen:
        wanted = {"WAYLAND_DISPLAY": "wayland", "DISPLAY": "xcb"}
        chosen = [name for variable, name in wanted.items() if os.environ.get(variable)]
    if not chosen:
        return f"there is no display to open a window on; {ELSEWHERE}"
    faults = [_plugin_fault(name) for name in chosen]
    return faults[-1] if all(faults) else ""


def _plugin_fault(name: str) -> str:
    """Return the reason why Qt can't use one of its display platforms."""
    folder = _plugins()
    file = folder / f"libq{name}.so"
    if folder.is_dir() and not file.is_file():
        known = sorted(one.stem.removeprefix("libq") for one in folder.glob("libq*.so"))
        return f"QT_QPA_PLATFORM: there is no {name!r}; expected one of {', '.join(known)}"
    try:
        if file.is_file():
            ctypes.CDLL(str(file))
    except OSError as error:
        return f"a window can't be opened: {cure(str(error))}"
    if name == "xcb":
        return _x_fault()
    return _wayland_fault() if name.startswith("wayland") else ""


def _plugins() -> Path:
    places = os.environ.get("QT_QPA_PLATFORM_PLUGIN_PATH", "")
    found = find_spec(QT)
    home = Path(found.origin).parent if found is not None and found.origin else Path()
    return Path(places) if places else home / "Qt" / "plugins" / "platforms"


def _x_fault() -> str:
    """Return the reason why the X display can't be reached, checked in the same way as by Qt."""
    display = os.environ.get("DISPLAY", "")
    if display in _reached:
        return ""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        return f"a window can't be opened: {cure(str(error))}"
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    if not xcb.xcb_connection_has_error(connection):
        _reached[display] = connection
        return ""
    xcb.xcb_disconnect(connection)
    return f"the display {display!r} that DISPLAY names can't be reached; {ELSEWHERE}"


def _wayland_fault() -> str:
    display = os.environ.get("WAYLAND_DISPLAY", "wayland-0")
    place = Path(os.environ.get("XDG_RUNTIME_DIR", ""), display)
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(place))
    except OSError:
        return f"the display {display!r} that WAYLAND_DISPLAY names can't be reached; {ELSEWHERE}"
    return ""
