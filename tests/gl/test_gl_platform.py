"""Which way to OpenGL is chosen, and that choosing imports nothing."""

import os
import sys
import types

import pytest

from rvs.engine.errors import RvsError
from rvs.gl.context.platform import choose_platform

from ..programs import python


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYOPENGL_PLATFORM", "something")
    monkeypatch.delenv("QT_XCB_GL_INTEGRATION", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("XDG_SESSION_TYPE", "wayland")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "modules", {**sys.modules, "OpenGL.platform": None})


@pytest.mark.parametrize(
    ("qt", "expected"),
    [("xcb", "glx"), ("wayland", "egl"), ("wayland-egl", "egl"), ("", "egl"), ("eglfs", "egl")],
)
def test_follows_the_platform_qt_has(qt: str, expected: str) -> None:
    assert choose_platform(qt) == expected
    assert os.environ["PYOPENGL_PLATFORM"] == expected


def test_xcb_with_egl_is_egl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_XCB_GL_INTEGRATION", "xcb_egl")
    assert choose_platform("xcb") == "egl"


def test_offscreen_qt_needs_a_display_for_glx(monkeypatch: pytest.MonkeyPatch) -> None:
    assert choose_platform("offscreen") == "glx"
    monkeypatch.delenv("DISPLAY")
    assert choose_platform("offscreen") == "egl"


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_native_systems_choose_nothing(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert choose_platform("windows") == "native"
    assert "PYOPENGL_PLATFORM" not in os.environ


def test_says_when_it_is_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    class GLXPlatform:
        pass

    loaded = types.SimpleNamespace(PLATFORM=GLXPlatform())
    monkeypatch.setattr(sys, "modules", {**sys.modules, "OpenGL.platform": loaded})
    assert choose_platform("xcb") == "glx"
    with pytest.raises(RvsError, match=r"loaded for GLX .* needs EGL"):
        choose_platform("wayland")


def test_nothing_imports_opengl_before_it_is_chosen() -> None:
    code = (
        "import sys, rvs.gl; from rvs.gl.context import platform, offscreen, images, report;"
        "sys.exit('OpenGL' in sys.modules)"
    )
    assert python("-c", code).returncode == 0
