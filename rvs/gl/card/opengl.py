"""The functions of OpenGL used here, by the names of its specification.

PyOpenGL finds the library and its functions, as required by the window system.  Importing its own
forms of all functions, of which a tenth are used, would take as long as importing everything else
needed for a picture.

The values of the OpenGL constants used by the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from ctypes import (
    Array,
    byref,
    c_char_p,
    c_float,
    c_int,
    c_ssize_t,
    c_ubyte,
    c_uint,
    c_uint64,
    c_void_p,
    create_string_buffer,
)
from typing import Any

import numpy as np

Function = Callable[..., Any]
BOOL, INT, UINT, FLOAT, SIZE = c_ubyte, c_int, c_uint, c_float, c_ssize_t
LOG_BYTES = 8192
RELEASES_SINCE = (4, 1)


class Constants:
    """Constants of OpenGL by the names of its specification."""

    GL_ARRAY_BUFFER = 0x8892
    GL_BACK = 0x405
    GL_BGRA = 0x80E1
    GL_BLEND = 0xBE2
    GL_CCW = 0x901
    GL_CLIP_DISTANCE0 = 0x3000
    GL_COLOR_ATTACHMENT0 = 0x8CE0
    GL_COLOR_BUFFER_BIT = 0x4000
    GL_COMPILE_STATUS = 0x8B81
    GL_CULL_FACE = 0xB44
    GL_CW = 0x900
    GL_DEPTH24_STENCIL8 = 0x88F0
    GL_DEPTH_BUFFER_BIT = 0x100
    GL_DEPTH_STENCIL_ATTACHMENT = 0x821A
    GL_DEPTH_TEST = 0xB71
    GL_DRAW_FRAMEBUFFER = 0x8CA9
    GL_DRAW_FRAMEBUFFER_BINDING = 0x8CA6
    GL_DRAW_INDIRECT_BUFFER = 0x8F3F
    GL_ELEMENT_ARRAY_BUFFER = 0x8893
    GL_EQUAL = 0x202
    GL_EXTENSIONS = 0x1F03
    GL_FLOAT = 0x1406
    GL_FRAGMENT_SHADER = 0x8B30
    GL_FRAMEBUFFER = 0x8D40
    GL_FRAMEBUFFER_COMPLETE = 0x8CD5
    GL_FUNC_ADD = 0x8006
    GL_GREATER = 0x204
    GL_INT = 0x1404
    GL_INVALID_INDEX = 0xFFFFFFFF
    GL_KEEP = 0x1E00
    GL_LEQUAL = 0x203
    GL_LINEAR = 0x2601
    GL_LINK_STATUS = 0x8B82
    GL_MAJOR_VERSION = 0x821B
    GL_MAX = 0x8008
    GL_MAX_RENDERBUFFER_SIZE = 0x84E8
    GL_MAX_SAMPLES = 0x8D57
    GL_MAX_VIEWPORT_DIMS = 0xD3A
    GL_MIN = 0x8007
    GL_MINOR_VERSION = 0x821C
    GL_NEAREST = 0x2600
    GL_NOTEQUAL = 0x205
    GL_NUM_EXTENSIONS = 0x821D
    GL_ONE = 0x1
    GL_ONE_MINUS_SRC_ALPHA = 0x303
    GL_PACK_ALIGNMENT = 0xD05
    GL_POINTS = 0x0
    GL_POLYGON_OFFSET_FILL = 0x8037
    GL_R8 = 0x8229
    GL_READ_FRAMEBUFFER = 0x8CA8
    GL_RED = 0x1903
    GL_RENDERBUFFER = 0x8D41
    GL_RENDERER = 0x1F01
    GL_REPLACE = 0x1E01
    GL_RG = 0x8227
    GL_RG8 = 0x822B
    GL_RGBA = 0x1908
    GL_RGBA32F = 0x8814
    GL_RGBA8 = 0x8058
    GL_SAMPLES = 0x80A9
    GL_SCISSOR_TEST = 0xC11
    GL_STATIC_DRAW = 0x88E4
    GL_STENCIL_BUFFER_BIT = 0x400
    GL_STENCIL_TEST = 0xB90
    GL_STREAM_DRAW = 0x88E0
    GL_SYNC_GPU_COMMANDS_COMPLETE = 0x9117
    GL_TEXTURE0 = 0x84C0
    GL_TEXTURE1 = 0x84C1
    GL_TEXTURE_2D = 0xDE1
    GL_TEXTURE_BUFFER = 0x8C2A
    GL_TEXTURE_MAG_FILTER = 0x2800
    GL_TEXTURE_MIN_FILTER = 0x2801
    GL_TIMEOUT_EXPIRED = 0x911B
    GL_TRIANGLES = 0x4
    GL_TRIANGLE_STRIP = 0x5
    GL_UNIFORM_BUFFER = 0x8A11
    GL_UNPACK_ALIGNMENT = 0xCF5
    GL_UNSIGNED_BYTE = 0x1401
    GL_UNSIGNED_INT = 0x1405
    GL_UNSIGNED_INT_8_8_8_8_REV = 0x8367
    GL_VENDOR = 0x1F00
    GL_VERSION = 0x1F02
    GL_VERTEX_SHADER = 0x8B31


class Sync(c_void_p):
    """A fence; a separate type keeps its address whole."""


class ADDRESS:
    """Location of data: an array, an address, or None."""

    @staticmethod
    def from_param(data: Any) -> Any:
        """Return the value for ctypes.

        Raises:
            ValueError: The array is not contiguous.
        """
        if not isinstance(data, np.ndarray):
            return c_void_p(data) if isinstance(data, int) else data
        if not data.flags.c_contiguous:
            raise ValueError("OpenGL requires contiguous arrays")
        return c_void_p(data.ctypes.data)


class NAMES:
    """Numbers of objects of the driver."""

    @staticmethod
    def from_param(names: Sequence[int]) -> Array[c_uint]:
        """Return the value for ctypes."""
        return (c_uint * len(names))(*names)


class TEXT:
    """A name in a shader."""

    @staticmethod
    def from_param(text: str) -> c_char_p:
        """Return the value for ctypes."""
        return c_char_p(text.encode())


def load_library() -> Any:
    """Load OpenGL for the chosen window system; return PyOpenGL's access to it.

    Raises:
        ImportError: There is none.
    """
    from OpenGL.platform import PLATFORM

    if PLATFORM.GL is None:
        raise ImportError("the OpenGL library is missing")
    return PLATFORM


class _Call:
    """A function of the driver, looked up when it is first required.

    Windows finds most of them only while a context is current.
    """

    def __init__(
        self, result: Any, *arguments: Any, form: Callable[[Function], Function] | None = None,
        checked: bool = True,
    ) -> None:  # fmt: skip
        self._result, self._arguments = result, arguments
        self._form, self._checked = form, checked
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> Function:
        platform = load_library()
        found: Any = platform.constructFunction(
            self._name, platform.GL, self._result, self._arguments
        )
        if self._checked:
            found.errcheck = _checked
        function: Function = self._form(found) if self._form else found
        # From now on without this.
        setattr(owner, self._name, function if self._form is None else staticmethod(function))
        return function


def _checked(result: Any, function: Any, arguments: tuple[Any, ...]) -> Any:
    """Return the result of a call that the driver has not refused."""
    code = GL.glGetError()
    if code:
        from OpenGL.error import GLError

        raise GLError(err=code, result=result, cArguments=arguments, baseOperation=function)
    return result


def _new_names(call: Function) -> Function:
    """Return the names of new objects: a number for one, a list for several."""

    def make(count: int) -> Any:
        names = (c_uint * count)()
        call(count, names)
        return names[0] if count == 1 else list(names)

    return make


def _number(call: Function) -> Function:
    """Return a number from the driver, or a list of several."""

    def ask(name: int, count: int = 1) -> Any:
        found = (c_int * count)()
        call(name, found)
        return found[0] if count == 1 else list(found)

    return ask


def _number_of(call: Function) -> Function:
    """Return one number of an object."""

    def ask(thing: int, name: int) -> int:
        found = c_int()
        call(thing, name, byref(found))
        return found.value

    return ask


def _log(call: Function) -> Function:
    """Return the driver's messages about a shader or a program."""

    def ask(thing: int) -> bytes:
        text = create_string_buffer(LOG_BYTES)
        call(thing, LOG_BYTES, None, text)
        return text.value

    return ask


def _source(call: Function) -> Function:
    """Set the whole source of a shader as one text."""

    def give(shader: int, text: str) -> None:
        call(shader, 1, byref(c_char_p(text.encode())), None)

    return give


class GL(Constants):
    """Functions and constants; a refused call raises ``OpenGL.error.GLError``.

    A function accepts the arguments of the specification, with NumPy arrays for data and lists
    of numbers for names.  Functions with results behind pointers return them instead.
    """

    glActiveTexture = _Call(None, UINT)
    glAttachShader = _Call(None, UINT, UINT)
    glBindBuffer = _Call(None, UINT, UINT)
    glBindBufferBase = _Call(None, UINT, UINT, UINT)
    glBindFramebuffer = _Call(None, UINT, UINT)
    glBindRenderbuffer = _Call(None, UINT, UINT)
    glBindTexture = _Call(None, UINT, UINT)
    glBindVertexArray = _Call(None, UINT)
    glBlendEquation = _Call(None, UINT)
    glBlendFunc = _Call(None, UINT, UINT)
    glBlitFramebuffer = _Call(None, INT, INT, INT, INT, INT, INT, INT, INT, UINT, UINT)
    glBufferData = _Call(None, UINT, SIZE, ADDRESS, UINT)
    glBufferSubData = _Call(None, UINT, SIZE, SIZE, ADDRESS)
    glCheckFramebufferStatus = _Call(UINT, UINT)
    glClear = _Call(None, UINT)
    glClearColor = _Call(None, FLOAT, FLOAT, FLOAT, FLOAT)
    glClientWaitSync = _Call(UINT, Sync, UINT, c_uint64)
    glColorMask = _Call(None, BOOL, BOOL, BOOL, BOOL)
    glCompileShader = _Call(None, UINT)
    glCopyTexSubImage2D = _Call(None, UINT, INT, INT, INT, INT, INT, INT, INT)
    glCreateProgram = _Call(UINT)
    glCreateShader = _Call(UINT, UINT)
    glCullFace = _Call(None, UINT)
    glDeleteBuffers = _Call(None, INT, NAMES)
    glDeleteFramebuffers = _Call(None, INT, NAMES)
    glDeleteProgram = _Call(None, UINT)
    glDeleteRenderbuffers = _Call(None, INT, NAMES)
    glDeleteShader = _Call(None, UINT)
    glDeleteSync = _Call(None, Sync)
    glDeleteTextures = _Call(None, INT, NAMES)
    glDeleteVertexArrays = _Call(None, INT, NAMES)
    glDepthFunc = _Call(None, UINT)
    glDepthMask = _Call(None, BOOL)
    glDetachShader = _Call(None, UINT, UINT)
    glDisable = _Call(None, UINT)
    glDrawArrays = _Call(None, UINT, INT, INT)
    glDrawArraysInstanced = _Call(None, UINT, INT, INT, INT)
    glDrawElements = _Call(None, UINT, INT, UINT, ADDRESS)
    glDrawElementsInstancedBaseVertex = _Call(None, UINT, INT, UINT, ADDRESS, INT, INT)
    glEnable = _Call(None, UINT)
    glEnableVertexAttribArray = _Call(None, UINT)
    glFenceSync = _Call(Sync, UINT, UINT)
    glFlush = _Call(None)
    glFramebufferRenderbuffer = _Call(None, UINT, UINT, UINT, UINT)
    glFramebufferTexture2D = _Call(None, UINT, UINT, UINT, UINT, INT)
    glFrontFace = _Call(None, UINT)
    glGenBuffers = _Call(None, INT, ADDRESS, form=_new_names)
    glGenFramebuffers = _Call(None, INT, ADDRESS, form=_new_names)
    glGenRenderbuffers = _Call(None, INT, ADDRESS, form=_new_names)
    glGenTextures = _Call(None, INT, ADDRESS, form=_new_names)
    glGenVertexArrays = _Call(None, INT, ADDRESS, form=_new_names)
    glGetError = _Call(UINT, checked=False)
    glGetIntegerv = _Call(None, UINT, ADDRESS, form=_number)
    glGetProgramInfoLog = _Call(None, UINT, INT, ADDRESS, ADDRESS, form=_log)
    glGetProgramiv = _Call(None, UINT, UINT, ADDRESS, form=_number_of)
    glGetShaderInfoLog = _Call(None, UINT, INT, ADDRESS, ADDRESS, form=_log)
    glGetShaderiv = _Call(None, UINT, UINT, ADDRESS, form=_number_of)
    glGetString = _Call(c_char_p, UINT)
    glGetStringi = _Call(c_char_p, UINT, UINT)
    glGetUniformBlockIndex = _Call(UINT, UINT, TEXT)
    glGetUniformLocation = _Call(INT, UINT, TEXT)
    glLinkProgram = _Call(None, UINT)
    glMultiDrawElementsIndirect = _Call(None, UINT, UINT, ADDRESS, INT, INT)
    glPixelStorei = _Call(None, UINT, INT)
    glPolygonOffset = _Call(None, FLOAT, FLOAT)
    glReadPixels = _Call(None, INT, INT, INT, INT, UINT, UINT, ADDRESS)
    glReleaseShaderCompiler = _Call(None)
    glRenderbufferStorage = _Call(None, UINT, UINT, INT, INT)
    glRenderbufferStorageMultisample = _Call(None, UINT, INT, UINT, INT, INT)
    glScissor = _Call(None, INT, INT, INT, INT)
    glShaderSource = _Call(None, UINT, INT, ADDRESS, ADDRESS, form=_source)
    glStencilFunc = _Call(None, UINT, INT, UINT)
    glStencilMask = _Call(None, UINT)
    glStencilOp = _Call(None, UINT, UINT, UINT)
    glTexBuffer = _Call(None, UINT, UINT, UINT)
    glTexImage2D = _Call(None, UINT, INT, INT, INT, INT, INT, UINT, UINT, ADDRESS)
    glTexParameteri = _Call(None, UINT, UINT, INT)
    glTexSubImage2D = _Call(None, UINT, INT, INT, INT, INT, INT, UINT, UINT, ADDRESS)
    glUniform1f = _Call(None, INT, FLOAT)
    glUniform1i = _Call(None, INT, INT)
    glUniform4f = _Call(None, INT, FLOAT, FLOAT, FLOAT, FLOAT)
    glUniformBlockBinding = _Call(None, UINT, UINT, UINT)
    glUseProgram = _Call(None, UINT)
    glVertexAttribDivisor = _Call(None, UINT, UINT)
    glVertexAttribIPointer = _Call(None, UINT, INT, UINT, INT, ADDRESS)
    glVertexAttribPointer = _Call(None, UINT, INT, UINT, BOOL, INT, ADDRESS)
    glViewport = _Call(None, INT, INT, INT, INT)


def version() -> tuple[int, int]:
    """Return the version of OpenGL of the current context."""
    return GL.glGetIntegerv(GL.GL_MAJOR_VERSION), GL.glGetIntegerv(GL.GL_MINOR_VERSION)


def release_compiler() -> None:
    """Release the shader compiler of the driver, which is created again when required."""
    if version() >= RELEASES_SINCE:
        GL.glReleaseShaderCompiler()
