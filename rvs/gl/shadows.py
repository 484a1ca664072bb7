"""Shadows of resting bodies, kept with the floor, and shadows of moving ones.

United shadows form one area, with the darkest value where they overlap.  Shadows of moving bodies
are drawn over the stored ones, starting from the floor without any shadow: the darker of both
remains.

Shadows of moving bodies, on an existing floor.

Their darkness is first drawn into a small picture, in which the darkest value wins whatever the
drawing order of its parts; one rectangle on the floor then shows it.  This takes half as long as
drawing their rings in the picture itself, and shadows are soft enough for half of its resolution.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import numpy as np

from rvs.gl.card.opengl import GL
from rvs.gl.card.program import Programs
from rvs.gl.frame import Frame
from rvs.gl.ground import Ground
from rvs.gl.regions import RegionPainter, Stack, Stencil, darkest, stacks
from rvs.gl.stages import Run
from rvs.scene.items import Region
from rvs.scene.shadow import KNOTS
from rvs.value_class import dataclass

# From this number of polygons on, shadows that rest are kept.
WORTH_KEEPING = 100

# Pixels of the picture along a side of one of its own.
COARSE = 2


@dataclass(frozen=True, slots=True)
class Shadows:
    """United areas directly behind the floor.

    Attributes:
        parts: Stacks of regions that are united.
        moved: Indices in ``parts`` of those that have moved since all were at rest.
        resting: Regions of the others, if they are worth storing.
        moving: Regions of all that are not stored.
    """

    parts: tuple[Stack, ...] = ()
    moved: frozenset[int] = frozenset()
    resting: tuple[Region, ...] = ()
    moving: tuple[Region, ...] = ()

    def __len__(self) -> int:
        return sum(map(len, self.parts))


def shadows_of(runs: Sequence[Run], before: Shadows | None, rested: bool) -> Shadows:
    """Sort the shadows of a picture.

    Args:
        runs: Runs that follow the floor; shadows are at the beginning of the first one.
        before: Shadows of the previous picture; None treats all as moving.
        rested: Nothing moved in it.
    """
    regions = _united(runs[0]) if runs else ()
    if not regions:
        return Shadows()
    parts = tuple(stacks(regions))
    if before is None:
        return Shadows(parts, moving=regions)
    moved = _moved(parts, before, rested)
    kept = [part for k, part in enumerate(parts) if k not in moved]
    if sum(len(part[0].starts) - 1 for part in kept) < WORTH_KEEPING:
        return Shadows(parts, moved, moving=regions)
    going = tuple(region for k in sorted(moved) for region in parts[k])
    return Shadows(parts, moved, tuple(region for part in kept for region in part), going)


def _moved(parts: Sequence[Stack], before: Shadows, rested: bool) -> frozenset[int]:
    if len(parts) != len(before.parts):
        # Others came or went; what moves is seen in the next picture.
        return frozenset()
    pairs = zip(parts, before.parts, strict=True)
    found = frozenset(k for k, (new, old) in enumerate(pairs) if new[0] is not old[0])
    return found if rested else found | before.moved


def _united(run: Run) -> tuple[Region, ...]:
    """Return united regions at the beginning of a run, and the regions nested in them."""
    if run.kind is not Region or run.depth != "tested":
        return ()
    first = run.items[0]
    if not isinstance(first, Region) or not first.united:
        return ()
    return tuple(
        item
        for item in takewhile(lambda one: isinstance(one, Region) and one.united, run.items)
        if isinstance(item, Region)
    )


class ShadePainter:
    """The painter of united regions on the floor."""

    def __init__(self, programs: Programs, stencil: Stencil) -> None:
        self._own_calls = 0
        self._program = programs.shade
        self._dark = programs.dark
        self._rings = RegionPainter(programs.dark, stencil, KNOTS)
        self._size = (0, 0)
        self._vao = int(GL.glGenVertexArrays(1))
        # What is drawn into, what that is copied to, and which of both is shown.
        self._drawn, self._settled = (int(GL.glGenTextures(1)) for _ in range(2))
        self._shown = self._drawn
        self._frame = int(GL.glGenFramebuffers(1))

    @property
    def draw_calls(self) -> int:
        """Number of draw calls since it was made."""
        return self._own_calls + self._rings.draw_calls

    def prepare(self, regions: Sequence[Region], frame: Frame) -> None:
        """Draw the darkness of the floor before anything is drawn into the picture itself."""
        if not regions:
            return
        self._rings.load(regions, frame)
        before = int(GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING))
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._frame)
        wide, high = (-(-side // COARSE) for side in frame.device)
        if self._size != (wide, high):
            self._size = wide, high
            self._allocate()
        GL.glViewport(0, 0, wide, high)
        GL.glClearColor(0.0, 0.0, 0.0, 0.0)
        GL.glClear(GL.GL_COLOR_BUFFER_BIT)
        GL.glEnable(GL.GL_BLEND)
        GL.glBlendEquation(GL.GL_MAX)
        first = stacks(regions)[0]
        self._dark.use()
        self._dark.set_float("darkest", darkest(first) if len(first) > 1 else 1.0)
        self._rings.draw_all()
        # A processor that draws begins with it now, and not when its pixels are wanted.
        GL.glFlush()
        GL.glBlendEquation(GL.GL_FUNC_ADD)
        GL.glDisable(GL.GL_BLEND)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, before)
        GL.glViewport(0, 0, *frame.device)
        self._shown = self._drawn

    def settle(self, regions: Sequence[Region]) -> None:
        """Use the results of ``prepare``, after other work in between.

        Showing a picture that a software renderer is still drawing waits for all its pending work.
        """
        if not regions:
            return
        wide, high = self._size
        pixels = np.empty((high, wide), np.uint8)
        before = int(GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING))
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self._frame)
        GL.glPixelStorei(GL.GL_PACK_ALIGNMENT, 1)
        GL.glReadPixels(0, 0, wide, high, GL.GL_RED, GL.GL_UNSIGNED_BYTE, pixels)
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, before)
        self._bind(self._settled)
        GL.glPixelStorei(GL.GL_UNPACK_ALIGNMENT, 1)
        GL.glTexSubImage2D(
            *(GL.GL_TEXTURE_2D, 0, 0, 0, wide, high),
            *(GL.GL_RED, GL.GL_UNSIGNED_BYTE, pixels),
        )
        GL.glActiveTexture(GL.GL_TEXTURE0)
        self._shown = self._settled

    def draw(self, regions: Sequence[Region], on: Ground | None) -> None:
        """Darken the floor.

        Args:
            regions: The regions given to ``prepare``.
            on: The floor without any shadow, if it has other shadows: the darker value remains.
        """
        if not regions:
            return
        widest = np.concatenate([one.points for one in regions if not one.nested])
        box = (*widest.min(axis=0)[:2].tolist(), *widest.max(axis=0)[:2].tolist())
        self._program.use()
        self._program.set_color("box", box)
        self._program.set_color("color", (*regions[0].color[:3], darkest(stacks(regions)[0])))
        self._program.set_int("over_others", on is not None)
        self._bind(self._shown)
        if on is not None:
            on.bind_plain()
            GL.glBlendEquation(GL.GL_MIN)
        GL.glBindVertexArray(self._vao)
        GL.glDrawArrays(GL.GL_TRIANGLE_STRIP, 0, 4)
        GL.glBlendEquation(GL.GL_FUNC_ADD)
        GL.glActiveTexture(GL.GL_TEXTURE0)
        self._own_calls += 1

    def release(self) -> None:
        """Free everything but the programs."""
        self._rings.release()
        GL.glDeleteFramebuffers(1, [self._frame])
        GL.glDeleteTextures(2, [self._drawn, self._settled])
        GL.glDeleteVertexArrays(1, [self._vao])

    def _bind(self, texture: int) -> None:
        """Bind it to texture unit 1."""
        GL.glActiveTexture(GL.GL_TEXTURE1)
        GL.glBindTexture(GL.GL_TEXTURE_2D, texture)

    def _allocate(self) -> None:
        for texture in (self._settled, self._drawn):
            self._bind(texture)
            GL.glTexImage2D(
                *(GL.GL_TEXTURE_2D, 0, GL.GL_R8, *self._size, 0),
                *(GL.GL_RED, GL.GL_UNSIGNED_BYTE, None),
            )
            for name in (GL.GL_TEXTURE_MIN_FILTER, GL.GL_TEXTURE_MAG_FILTER):
                GL.glTexParameteri(GL.GL_TEXTURE_2D, name, GL.GL_LINEAR)
        GL.glFramebufferTexture2D(
            GL.GL_FRAMEBUFFER, GL.GL_COLOR_ATTACHMENT0, GL.GL_TEXTURE_2D, self._drawn, 0
        )
        GL.glActiveTexture(GL.GL_TEXTURE0)
