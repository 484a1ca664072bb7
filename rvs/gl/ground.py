"""A picture of resting parts while robots move, drawn once and copied into every frame.

Most pixels of a picture show the backdrop, floor and grid.  While the camera rests they are the
same in every frame, so they are copied from a stored picture.  Then the floor is drawn before the
bodies instead of after them; their parts below it are blended with that picture, as faintly as they
show through.  If many bodies are at rest, they are in the stored picture too, which then also
stores their depth.  Resting bodies' shadows are there too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rvs.gl.card.opengl import GL
from rvs.gl.context.target import attach_words
from rvs.gl.frame import Frame
from rvs.gl.stages import Flat, Run, Stage
from rvs.scene.camera import axes, eye
from rvs.scene.items import Backdrop, Points, Region

Key = tuple[object, ...]


def ground_runs(stage: Stage) -> list[Run]:
    """Return the first runs of a stage that are on the floor and need no stencil."""
    found: list[Run] = []
    for run in stage.runs:
        if run.depth != "tested" or not all(map(_on_floor, run.items)):
            break
        found.append(run)
    return found


def floor_of(runs: Sequence[Run]) -> Region | None:
    """Return the floor, the first of all items on it."""
    first = runs[0].items[0] if runs else None
    return first if isinstance(first, Region) else None


def seen_from_above(frame: Frame) -> bool:
    """Return whether the floor is in front of the items below it."""
    camera = frame.camera
    height = axes(camera)[2, 2] if camera.parallel else eye(camera)[2]
    return bool(height > 0.0)


class Ground:
    """A picture of backdrop, floor and resting bodies, kept until any of them changes."""

    def __init__(self) -> None:
        self._wanted: Key | None = None
        self._kept: Key | None = None
        self._size = (0, 0)
        self._before = 0
        self._colors = int(GL.glGenTextures(1))
        self._depth = int(GL.glGenRenderbuffers(1))
        self._frame = int(GL.glGenFramebuffers(1))
        self._plain, self._plain_size = 0, (0, 0)

    def fits(self, items: Key, backdrop: Backdrop | None, frame: Frame) -> bool:
        """Return whether the stored picture matches; a picture is stored when it repeats.

        The bound framebuffer must have one sample; otherwise nothing can be copied into it.
        """
        key = (backdrop, frame.camera, frame.device, frame.scale, frame.quick, *items)
        again, self._wanted = _same(key, self._wanted), key
        return again and int(GL.glGetIntegerv(GL.GL_SAMPLES)) == 0

    @property
    def ready(self) -> bool:
        """Return whether the picture has been drawn already."""
        return self._kept is not None and _same(self._wanted or (), self._kept)

    def begin(self, frame: Frame) -> None:
        """Draw into the stored picture from now on."""
        self._before = int(GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING))
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._frame)
        if frame.device != self._size:
            self._size = frame.device
            # Like what a window is painted from, so that copies are mere copies.
            attach_words(self._colors, *self._size)
            GL.glBindRenderbuffer(GL.GL_RENDERBUFFER, self._depth)
            GL.glRenderbufferStorage(GL.GL_RENDERBUFFER, GL.GL_DEPTH24_STENCIL8, *self._size)
            place = GL.GL_DEPTH_STENCIL_ATTACHMENT
            GL.glFramebufferRenderbuffer(GL.GL_FRAMEBUFFER, place, GL.GL_RENDERBUFFER, self._depth)

    def keep_plain(self) -> None:
        """Store the current picture, so that shadows can be drawn on it."""
        GL.glActiveTexture(GL.GL_TEXTURE0)
        if not self._plain:
            self._plain = int(GL.glGenTextures(1))
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._plain)
        if self._plain_size != self._size:
            self._plain_size = self._size
            GL.glTexImage2D(
                *(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA8, *self._size, 0),
                *(GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, None),
            )
            for name in (GL.GL_TEXTURE_MIN_FILTER, GL.GL_TEXTURE_MAG_FILTER):
                GL.glTexParameteri(GL.GL_TEXTURE_2D, name, GL.GL_NEAREST)
        GL.glCopyTexSubImage2D(GL.GL_TEXTURE_2D, 0, 0, 0, 0, 0, *self._size)

    def bind(self) -> None:
        """Bind the stored picture to texture unit 1."""
        GL.glActiveTexture(GL.GL_TEXTURE1)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._colors)
        GL.glActiveTexture(GL.GL_TEXTURE0)

    def bind_plain(self) -> None:
        """Bind the ground without shadows to texture unit 0."""
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_2D, self._plain)

    def end(self) -> None:
        """Store the picture, and return to the previous target."""
        self._kept = self._wanted
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._before)

    def copy(self, deep: bool) -> None:
        """Fill the bound framebuffer with the stored picture and its depths."""
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self._frame)
        box = (0, 0, *self._size)
        GL.glBlitFramebuffer(*box, *box, GL.GL_COLOR_BUFFER_BIT, GL.GL_NEAREST)
        if deep:
            buffers = GL.GL_DEPTH_BUFFER_BIT | GL.GL_STENCIL_BUFFER_BIT
            GL.glBlitFramebuffer(*box, *box, buffers, GL.GL_NEAREST)
        bound = int(GL.glGetIntegerv(GL.GL_DRAW_FRAMEBUFFER_BINDING))
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, bound)

    def release(self) -> None:
        """Free it."""
        GL.glDeleteFramebuffers(1, [self._frame])
        GL.glDeleteRenderbuffers(1, [self._depth])
        GL.glDeleteTextures(1, [self._colors])
        if self._plain:
            GL.glDeleteTextures(1, [self._plain])


def _on_floor(item: Flat) -> bool:
    if isinstance(item, Points) or (isinstance(item, Region) and item.alphas is None):
        return False
    return not np.asarray(item.points)[:, 2].any()


def _same(key: Key, other: Key | None) -> bool:
    """Compare values: items of a scene by identity, cameras and colours by value."""
    return other is not None and key == other
