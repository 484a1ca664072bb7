"""Our own table of OpenGL's functions and constants says what PyOpenGL's says."""

import importlib
import pkgutil
import subprocess
import sys
from ctypes import c_int, c_uint, c_void_p, sizeof
from typing import Any

import numpy as np
import pytest

from rvs.gl.card import opengl
from rvs.gl.card.opengl import Constants

pytestmark = pytest.mark.gl
CONSTANTS = [name for name in vars(Constants) if name.startswith("GL_")]
FUNCTIONS = {name: call for name, call in vars(opengl.GL).items() if isinstance(call, opengl._Call)}


@pytest.fixture(scope="module")
def context():
    """The table, while a context is current that was made before PyOpenGL guesses a platform."""
    from rvs.gl.context.surfaceless import surfaceless

    with surfaceless():
        yield opengl.GL


@pytest.fixture(scope="module")
def raw(context) -> dict[str, Any]:
    """PyOpenGL's functions without their forms, by name."""
    from OpenGL.raw.GL import VERSION

    found: dict[str, Any] = {}
    for module in pkgutil.iter_modules(VERSION.__path__):
        for name, value in vars(
            importlib.import_module(f"{VERSION.__name__}.{module.name}")
        ).items():
            found.setdefault(name, value)
    return found


@pytest.mark.parametrize("name", CONSTANTS)
def test_a_constant_has_its_number(name: str, context) -> None:
    from OpenGL import GL

    assert getattr(Constants, name) == int(getattr(GL, name))


def kind(one: Any) -> tuple[str, int]:
    """A type of a call as what it is in C: signs of counts aside, which differ in PyOpenGL."""
    if one is None:
        return ("nothing", 0)
    if one in (opengl.ADDRESS, opengl.NAMES, opengl.TEXT) or issubclass(one, c_void_p):
        return ("address", 8)
    code = getattr(one, "_type_", "P")
    if not isinstance(code, str) or code in "PzO":
        return ("address", 8)
    return ("real" if code in "fd" else "whole", sizeof(one))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_its_arguments(name: str, raw: dict[str, Any]) -> None:
    call, other = FUNCTIONS[name], raw[name]
    assert [kind(one) for one in call._arguments] == [kind(one) for one in other.argtypes]
    assert kind(call._result) == kind(other.restype)
    if call._result in (c_int, c_uint):
        assert call._result is other.restype


def test_a_call_that_is_refused_raises(context) -> None:
    from OpenGL.error import GLError

    with pytest.raises(GLError, match="1280"):
        context.glEnable(0xFFFF)
    context.glEnable(context.GL_BLEND)


def test_what_was_asked_for_is_returned(context) -> None:
    one, more = context.glGenBuffers(1), context.glGenBuffers(3)
    assert isinstance(one, int)
    assert len({one, *more}) == 4
    context.glDeleteBuffers(4, [one, *more])
    assert context.glGetIntegerv(context.GL_MAJOR_VERSION) >= 3
    assert all(side >= 1024 for side in context.glGetIntegerv(context.GL_MAX_VIEWPORT_DIMS, 2))
    assert context.glGetString(context.GL_VERSION)[:1].isdigit()


def test_the_driver_tells_why_a_shader_does_not_compile(context) -> None:
    shader = context.glCreateShader(context.GL_VERTEX_SHADER)
    context.glShaderSource(shader, "#version 330 core\nvoid main() { glück = 1; }")
    context.glCompileShader(shader)
    assert context.glGetShaderiv(shader, context.GL_COMPILE_STATUS) == 0
    assert b"error" in context.glGetShaderInfoLog(shader).lower()
    context.glDeleteShader(shader)


def test_arrays_lie_in_one_piece(context) -> None:
    name = context.glGenBuffers(1)
    context.glBindBuffer(context.GL_ARRAY_BUFFER, name)
    data = np.zeros((4, 4), np.float32)
    context.glBufferData(context.GL_ARRAY_BUFFER, data.nbytes, data, context.GL_STATIC_DRAW)
    with pytest.raises(Exception, match="contiguous"):
        context.glBufferSubData(context.GL_ARRAY_BUFFER, 0, 32, data[:, :2])
    context.glDeleteBuffers(1, [name])


def test_pictures_do_without_the_whole_of_pyopengl() -> None:
    code = (
        "import sys; from rvs.gl.context.surfaceless import surfaceless\n"
        "from rvs.gl.renderer import Renderer\n"
        "with surfaceless(): Renderer().release()\n"
        "print('OpenGL.GL' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False"]


def test_programs_are_compiled_after_the_compiler_was_released(context) -> None:
    from rvs.gl.card.program import Programs

    for _ in range(2):
        Programs.compiled().release()
        opengl.release_compiler()


def test_an_old_driver_is_not_asked_for_what_it_has_not(monkeypatch) -> None:
    def refuse() -> None:
        raise AssertionError

    monkeypatch.setattr(opengl.GL, "glReleaseShaderCompiler", refuse)
    monkeypatch.setattr(opengl, "version", lambda: (3, 3))
    opengl.release_compiler()
