"""Compiled pairs of shaders with their uniforms, and all of them for drawing."""

from __future__ import annotations

import re
from dataclasses import fields

from rvs.engine.errors import RvsError
from rvs.gl.card.opengl import GL
from rvs.gl.shaders import source
from rvs.value_class import dataclass

FRAME_BINDING = 0
Value = float | tuple[float, ...]


class Program:
    """A linked GLSL program; make it while a context is current."""

    def __init__(self, vertex: tuple[str, ...], fragment: tuple[str, ...]) -> None:
        """Compile and link; the file named ``frame`` precedes the named files.

        Raises:
            RvsError: The driver refuses the source.
        """
        self.name = int(GL.glCreateProgram())
        stages = [
            _compile(GL.GL_VERTEX_SHADER, vertex),
            _compile(GL.GL_FRAGMENT_SHADER, fragment),
        ]
        for stage in stages:
            GL.glAttachShader(self.name, stage)
        GL.glLinkProgram(self.name)
        for stage in stages:
            GL.glDetachShader(self.name, stage)
            GL.glDeleteShader(stage)
        if not GL.glGetProgramiv(self.name, GL.GL_LINK_STATUS):
            raise RvsError(f"OpenGL: {fragment[-1]} does not link: {_text(self.name, False)}")
        block = GL.glGetUniformBlockIndex(self.name, "Frame")
        if block != GL.GL_INVALID_INDEX:
            GL.glUniformBlockBinding(self.name, block, FRAME_BINDING)
        self._places: dict[str, int] = {}
        self._values: dict[str, Value] = {}

    def use(self) -> None:
        """Use it for drawing from now on."""
        GL.glUseProgram(self.name)

    def place(self, uniform: str) -> int:
        """Return the location of a uniform."""
        found = self._places.get(uniform)
        if found is None:
            found = self._places[uniform] = int(GL.glGetUniformLocation(self.name, uniform))
        return found

    def set_int(self, uniform: str, value: int) -> None:
        """Set an int or a sampler; the program must be in use."""
        if self._changes(uniform, value):
            GL.glUniform1i(self.place(uniform), value)

    def set_float(self, uniform: str, value: float) -> None:
        """Set a float; the program must be in use."""
        if self._changes(uniform, value):
            GL.glUniform1f(self.place(uniform), value)

    def set_color(self, uniform: str, color: tuple[float, float, float, float]) -> None:
        """Set a vec4; the program must be in use."""
        if self._changes(uniform, color):
            GL.glUniform4f(self.place(uniform), *color)

    def release(self) -> None:
        """Free it."""
        GL.glDeleteProgram(self.name)

    def _changes(self, uniform: str, value: Value) -> bool:
        """Store a value; return whether it differs from the stored one, which is still set."""
        if self._values.get(uniform) == value:
            return False
        self._values[uniform] = value
        return True


def _compile(kind: int, names: tuple[str, ...]) -> int:
    shader = int(GL.glCreateShader(kind))
    GL.glShaderSource(shader, source("frame", *names))
    GL.glCompileShader(shader)
    if not GL.glGetShaderiv(shader, GL.GL_COMPILE_STATUS):
        raise RvsError(f"OpenGL: {names[-1]} does not compile: {_text(shader, True)}")
    return shader


def _text(name: int, shader: bool) -> str:
    log = GL.glGetShaderInfoLog(name) if shader else GL.glGetProgramInfoLog(name)
    text = log.decode("utf-8", "replace") if isinstance(log, bytes) else str(log)
    return re.sub(r"\s+", " ", text).strip()


@dataclass(frozen=True, slots=True)
class Programs:
    """One program for each kind of item, one for the backdrop, two for lines around solids.

    One draws cached pictures over others, and two draw shadows on an existing floor. Solids and
    lines around them have a second program for pictures that must be quick, and solids that extend
    below the floor have a third one.
    """

    solid: Program
    quick: Program
    sunk: Program
    line: Program
    point: Program
    region: Program
    dark: Program
    shade: Program
    label: Program
    backdrop: Program
    mask: Program
    outline: Program
    quickline: Program
    stamp: Program

    @classmethod
    def compiled(cls) -> Programs:
        """Compile them all.

        Raises:
            RvsError: The driver refuses one.
        """
        programs = cls(
            solid=Program(("placing", "solid.vert"), ("light", "floor", "tint", "solid.frag")),
            quick=Program(("light", "placing", "tint", "quick.vert"), ("quick.frag",)),
            sunk=Program(("light", "placing", "tint", "quick.vert"), ("floor", "sunk.frag")),
            **{
                name: Program((f"{name}.vert",), (f"{name}.frag",))
                for name in ("line", "point", "region", "label", "backdrop", "outline")
            },
            dark=Program(("region.vert",), ("dark.frag",)),
            shade=Program(("shade.vert",), ("shade.frag",)),
            quickline=Program(("quickline.vert",), ("quickline.frag",)),
            stamp=Program(("outline.vert",), ("stamp.frag",)),
            mask=Program(("placing", "solid.vert"), ("mask.frag",)),
        )
        for program, samplers in (
            (programs.solid, {"solids": 0, "ground": 1}),
            (programs.quick, {"solids": 0}),
            (programs.sunk, {"solids": 0, "ground": 1}),
            (programs.mask, {"solids": 0}),
            (programs.outline, {"mask": 0}),
            (programs.stamp, {"stamp": 0}),
            (programs.shade, {"plain": 0, "dark": 1}),
            (programs.line, {"segments": 0}),
            (programs.point, {"dots": 0}),
            (programs.label, {"labels": 0, "letters": 1}),
        ):
            program.use()
            for name, unit in samplers.items():
                program.set_int(name, unit)
        return programs

    def release(self) -> None:
        """Free them."""
        for field in fields(self):
            getattr(self, field.name).release()
