"""Buffers of which only the changed parts are sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from rvs.engine.kernels import accelerated
from rvs.gl.card.opengl import GL

# Rows between two changes that are sent with them, rather than by a call more.
GAP = 8


class Buffer:
    """A buffer object for data of changing length; only what has changed is sent."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.name = int(GL.glGenBuffers(1))
        self._held: NDArray[Any] = np.zeros((0, 1))
        self._room = 0

    def fill(self, data: NDArray[Any]) -> None:
        """Replace its contents by an array (n, …)."""
        if not data.size:
            return
        rows = np.ascontiguousarray(data).reshape(len(data), -1)
        GL.glBindBuffer(self.target, self.name)
        alike = rows.dtype == self._held.dtype and rows.shape[1:] == self._held.shape[1:]
        if not alike or rows.nbytes > self._room:
            GL.glBufferData(self.target, rows.nbytes, rows, GL.GL_STREAM_DRAW)
            self._held, self._room = rows.copy(), rows.nbytes
            return
        runs = changed_runs(_as_bytes(rows), _as_bytes(self._held), GAP)
        if not runs:
            return
        size = rows.nbytes // len(rows)
        for first, end in runs:
            part = rows[first:end]
            GL.glBufferSubData(self.target, first * size, part.nbytes, part)
        if len(rows) > len(self._held):
            self._held = rows.copy()
        else:
            self._held[: len(rows)] = rows

    def release(self) -> None:
        """Free it."""
        GL.glDeleteBuffers(1, [self.name])


@accelerated
def changed_runs(
    rows: NDArray[np.uint8], held: NDArray[np.uint8], gap: int
) -> list[tuple[int, int]]:
    """Return runs of changed or additional rows, as first and end.

    Args:
        rows: The bytes of each row (n, b).
        held: Bytes of the previous rows (m, b).
        gap: Limit on the number of equal rows between two changed runs that are sent with them.
    """
    common = min(len(rows), len(held))
    other = np.flatnonzero((rows[:common] != held[:common]).any(axis=1))
    other = np.concatenate([other, np.arange(common, len(rows))])
    if not len(other):
        return []
    breaks = np.flatnonzero(np.diff(other) > gap)
    firsts = other[np.concatenate([[0], breaks + 1])].tolist()
    ends = (other[np.concatenate([breaks, [len(other) - 1]])] + 1).tolist()
    return list(zip(firsts, ends, strict=True))


def _as_bytes(rows: NDArray[Any]) -> NDArray[np.uint8]:
    """Return the bytes of contiguous rows (n, b)."""
    found: NDArray[np.uint8] = rows.view(np.uint8).reshape(len(rows), -1)
    return found


class TexelBuffer:
    """Rows of four floats that shaders fetch by number."""

    def __init__(self) -> None:
        self.buffer = Buffer(GL.GL_TEXTURE_BUFFER)
        self.texture = int(GL.glGenTextures(1))
        self.fill(np.zeros((1, 4), np.float32))
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, self.texture)
        GL.glTexBuffer(GL.GL_TEXTURE_BUFFER, GL.GL_RGBA32F, self.buffer.name)

    def fill(self, rows: NDArray[np.float32]) -> None:
        """Replace its contents by an array of 4k floats in any shape."""
        self.buffer.fill(np.ascontiguousarray(rows, np.float32))

    def bind(self) -> None:
        """Bind it as the texture buffer of unit 0."""
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, self.texture)

    def release(self) -> None:
        """Free it."""
        GL.glDeleteTextures(1, [self.texture])
        self.buffer.release()


T = TypeVar("T")
P = TypeVar("P")


class Packs(Generic[T, P]):
    """Packed data of each item of the last picture, stored by identity."""

    def __init__(self, pack: Callable[[T], P]) -> None:
        self._pack = pack
        self._kept: dict[int, tuple[T, P]] = {}

    def of(self, items: Sequence[T]) -> tuple[list[P], bool]:
        """Return the pack of each item, and whether the items are those of the last call."""
        before = self._kept
        keys = [id(item) for item in items]
        same = keys == list(before)
        if not same:
            self._kept = {
                key: before.get(key) or (item, self._pack(item))
                for key, item in zip(keys, items, strict=True)
            }
        return [self._kept[key][1] for key in keys], same
