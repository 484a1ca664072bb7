"""All meshes in one vertex buffer and one index buffer, each uploaded once."""

from __future__ import annotations

import ctypes

import numpy as np
from numpy.typing import NDArray

from rvs.geometry.coarse import corners_of
from rvs.geometry.mesh import Mesh
from rvs.gl.card.buffers import Buffer
from rvs.gl.card.opengl import GL
from rvs.gl.detail import shared_detail
from rvs.value_class import dataclass

VERTEX_BYTES = 24
INDEX_BYTES = 4
FRESH = 60
ROW_PLACE, FEWEST_ROWS = 2, 1024


@dataclass(slots=True)
class Slot:
    """Location of a mesh in the arena.

    Attributes:
        vertices: Positions and normals (v, 6), stored to move the mesh when the arena grows.
        indices: Triangles (3t,), numbered from its own first vertex.
        base: Its first vertex in the buffer.
        first: Its first index in the buffer.
        used: Number of the last draw that used it.
    """

    vertices: NDArray[np.float32]
    indices: NDArray[np.uint32]
    base: int = 0
    first: int = 0
    used: int = 0

    @property
    def count(self) -> int:
        """Number of indices."""
        return len(self.indices)

    @property
    def nbytes(self) -> int:
        """Size of vertices and indices."""
        return self.vertices.nbytes + self.indices.nbytes


class Arena:
    """Meshes on the graphics card; equal ones are stored once.

    When it is full, or holds more than ``stale`` bytes of them, meshes that the last ``fresh``
    draws did not use are removed, then the least recently used above ``limit`` bytes; its buffers
    get the size required by the rest.

    Attributes:
        uploads: Number of meshes sent since its creation.
        edition: A number that changes whenever meshes have moved.
        slots: Location of each mesh.
        detail: Coarser meshes, for code that draws from this arena.
    """

    def __init__(
        self,
        limit: int = 256 * 2**20,
        vertices: int = 2**16,
        stale: int = 4 * 2**20,
        fresh: int = FRESH,
    ) -> None:
        self.limit, self.stale, self.fresh = limit, stale, fresh
        self.uploads = self.edition = 0
        self.slots: dict[Mesh, Slot] = {}
        self.detail = shared_detail()
        self._rows = Buffer(GL.GL_ARRAY_BUFFER)
        self._row_count = 0
        self._draw = 0
        self._least = self._room = vertices, 3 * vertices
        self._used = 0, 0
        self.vao = int(GL.glGenVertexArrays(1))
        self._buffers: tuple[int, ...] = ()
        self._allocate()

    def __len__(self) -> int:
        return len(self.slots)

    def tick(self) -> None:
        """Begin a new drawing."""
        self._draw += 1

    @property
    def draws(self) -> int:
        """Number of drawings so far."""
        return self._draw

    def need(self, meshes: set[Mesh]) -> dict[Mesh, Slot]:
        """Return the location of each mesh, after sending the missing ones.

        Slots are valid until the next call.
        """
        for mesh in meshes & self.slots.keys():
            self.slots[mesh].used = self._draw
        sent = meshes - self.slots.keys()
        if sent and self._unused() > self.stale:
            self._make_room()
        for mesh in sent:
            slot = self.slots[mesh] = Slot(*packed(mesh), used=self._draw)
            self.uploads += 1
            if not self._place(slot):
                self._make_room()
        return self.slots

    def number_rows(self, count: int) -> None:
        """Number instances up to ``count``, by a vertex attribute."""
        if count <= self._row_count:
            return
        self._row_count = max(2 * self._row_count, count, FEWEST_ROWS)
        self._rows.fill(np.arange(self._row_count, dtype=np.int32))
        GL.glBindVertexArray(self.vao)
        GL.glEnableVertexAttribArray(ROW_PLACE)
        GL.glVertexAttribDivisor(ROW_PLACE, 1)
        self.number_from(0)

    def number_from(self, row: int) -> None:
        """Set the number of the first instance; the vertex array must be bound."""
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self._rows.name)
        GL.glVertexAttribIPointer(ROW_PLACE, 1, GL.GL_INT, 4, ctypes.c_void_p(4 * row))

    def release(self) -> None:
        """Free everything."""
        self._rows.release()
        GL.glDeleteVertexArrays(1, [self.vao])
        GL.glDeleteBuffers(len(self._buffers), list(self._buffers))
        self.slots.clear()

    def _place(self, slot: Slot) -> bool:
        """Append a mesh to the buffers; False if it does not fit."""
        base, first = self._used
        end = base + len(slot.vertices), first + slot.count
        if end[0] > self._room[0] or end[1] > self._room[1]:
            return False
        slot.base, slot.first = base, first
        self._used = end
        GL.glBindVertexArray(self.vao)
        data = ((slot.vertices, GL.GL_ARRAY_BUFFER), (slot.indices, GL.GL_ELEMENT_ARRAY_BUFFER))
        starts = base * VERTEX_BYTES, first * INDEX_BYTES
        for name, (array, target), start in zip(self._buffers, data, starts, strict=True):
            GL.glBindBuffer(target, name)
            GL.glBufferSubData(target, start, array.nbytes, array)
        return True

    def _unused(self) -> int:
        """Return the bytes of meshes that the last draws did not use, and keep the meshes alive."""
        slots = self.slots.values()
        return sum(slot.nbytes for slot in slots if self._draw - slot.used >= self.fresh)

    def _make_room(self) -> None:
        self.edition += 1
        self.slots = {
            mesh: slot for mesh, slot in self.slots.items() if self._draw - slot.used < self.fresh
        }
        by_age = sorted(self.slots, key=lambda mesh: self.slots[mesh].used)
        size = sum(slot.nbytes for slot in self.slots.values())
        for mesh in by_age:
            slot = self.slots[mesh]
            if size <= self.limit or slot.used == self._draw:
                break
            size -= slot.nbytes
            del self.slots[mesh]
        vertices = sum(len(slot.vertices) for slot in self.slots.values())
        indices = sum(slot.count for slot in self.slots.values())
        self._room = self._least
        while 2 * vertices > self._room[0] or 2 * indices > self._room[1]:
            self._room = 2 * self._room[0], 2 * self._room[1]
        self._allocate()
        for slot in self.slots.values():
            self._place(slot)

    def _allocate(self) -> None:
        """Make new, empty buffers of the current capacity."""
        if self._buffers:
            GL.glDeleteBuffers(len(self._buffers), list(self._buffers))
        self._used = 0, 0
        self._buffers = tuple(int(name) for name in GL.glGenBuffers(2))
        GL.glBindVertexArray(self.vao)
        GL.glBindBuffer(GL.GL_ARRAY_BUFFER, self._buffers[0])
        GL.glBufferData(GL.GL_ARRAY_BUFFER, self._room[0] * VERTEX_BYTES, None, GL.GL_STATIC_DRAW)
        GL.glBindBuffer(GL.GL_ELEMENT_ARRAY_BUFFER, self._buffers[1])
        GL.glBufferData(
            GL.GL_ELEMENT_ARRAY_BUFFER, self._room[1] * INDEX_BYTES, None, GL.GL_STATIC_DRAW
        )
        for place in range(2):
            GL.glEnableVertexAttribArray(place)
            GL.glVertexAttribPointer(
                place, 3, GL.GL_FLOAT, False, VERTEX_BYTES, ctypes.c_void_p(12 * place)
            )


def packed(mesh: Mesh) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
    """Return position and normal of each distinct corner (v, 6) and the triangles (3t,)."""
    chosen, corner = corners_of(mesh)
    vertices = np.hstack([mesh.vertices[mesh.corners[chosen]], mesh.normals[chosen]])
    return vertices.astype(np.float32), corner[mesh.triangles].ravel().astype(np.uint32)
