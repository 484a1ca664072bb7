"""Many instanced meshes drawn with one call, or with one call each if the driver lacks it."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.geometry.mesh import Mesh
from rvs.gl.card.arena import Arena
from rvs.gl.card.buffers import Buffer
from rvs.gl.card.opengl import GL, version
from rvs.model.appearance.colors import Rgba
from rvs.value_class import dataclass

INDIRECT_SINCE = (4, 3)
FIELDS = 5
# A processor that draws sorts triangles into tiles in one thread and paints tiles in others, which
# begin at a flush.
TRIANGLES_A_FLUSH = 50_000


@dataclass(frozen=True, slots=True)
class Run:
    """Instances of one mesh.

    Attributes:
        mesh: The mesh.
        mirrored: Their poses turn it inside out.
        tint: Colour over them.
        first: Row of the first instance in the buffer of poses.
        count: Their number.
    """

    mesh: Mesh
    mirrored: bool
    tint: Rgba
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Piece:
    """Consecutive runs that are drawn together.

    Attributes:
        mirrored: Either all of their poses turn meshes inside out, or none.
        tint: Colour over all of them.
        first: Number of the first run.
        count: Their number.
    """

    mirrored: bool
    tint: Rgba
    first: int
    count: int


Batch = list[Piece]


class MultiDraw:
    """The runs of a picture in the form for the driver.

    Attributes:
        calls: Number of calls made to the driver.
        runs: The runs, batch after batch.
    """

    def __init__(self, arena: Arena) -> None:
        self.calls = 0
        self._arena = arena
        self.runs: list[Run] = []
        self._meshes: list[Mesh] = []
        self._table: NDArray[np.uint32] = np.zeros((0, FIELDS), np.uint32)
        self._triangles: NDArray[np.uint32] = self._table[:, 0]
        self._edition = -1
        indirect = version() >= INDIRECT_SINCE
        self._indirect = Buffer(GL.GL_DRAW_INDIRECT_BUFFER) if indirect else None

    def load(self, batches: Sequence[Sequence[Run]]) -> list[Batch]:
        """Load the runs of a picture; return the pieces of each batch."""
        self.runs, result = [], []
        for runs in batches:
            ordered = sorted(runs, key=_alike)
            result.append(_pieces(ordered, len(self.runs)))
            self.runs += ordered
        self.use([run.mesh for run in self.runs])
        return result

    def use(self, meshes: list[Mesh]) -> None:
        """Draw other meshes in place of those of the runs, one for each."""
        self._meshes, self._edition = meshes, -1

    def of(self, piece: Piece) -> list[Run]:
        """Return the runs of a piece."""
        return self.runs[piece.first : piece.first + piece.count]

    def meshes(self, piece: Piece) -> list[Mesh]:
        """Return the meshes of a piece."""
        return self._meshes[piece.first : piece.first + piece.count]

    def draw(self, piece: Piece) -> int:
        """Draw a piece and return its number of triangles.

        The program is in use and the meshes are in the arena.
        """
        if self._edition != self._arena.edition:
            self._write()
        if piece.mirrored:
            GL.glFrontFace(GL.GL_CW)
        if self._indirect is not None:
            GL.glBindBuffer(GL.GL_DRAW_INDIRECT_BUFFER, self._indirect.name)
            start = ctypes.c_void_p(4 * FIELDS * piece.first)
            GL.glMultiDrawElementsIndirect(
                GL.GL_TRIANGLES, GL.GL_UNSIGNED_INT, start, piece.count, 0
            )
            self.calls += 1
        else:
            self._draw_each(self._table[piece.first : piece.first + piece.count].tolist())
        if piece.mirrored:
            GL.glFrontFace(GL.GL_CCW)
        return int(self._triangles[piece.first : piece.first + piece.count].sum())

    def release(self) -> None:
        """Release everything except the arena."""
        if self._indirect is not None:
            self._indirect.release()

    def _draw_each(self, table: list[list[int]]) -> None:
        for indices, instances, first, base, row in table:
            self._arena.number_from(row)
            GL.glDrawElementsInstancedBaseVertex(
                GL.GL_TRIANGLES, indices, GL.GL_UNSIGNED_INT, ctypes.c_void_p(4 * first),
                instances, base,
            )  # fmt: skip
            self.calls += 1

    def _write(self) -> None:
        """Write the current locations of the meshes."""
        self._edition = self._arena.edition
        slots = self._arena.slots
        self._table = np.array(
            [
                (slot.count, run.count, slot.first, slot.base, run.first)
                for run, mesh in zip(self.runs, self._meshes, strict=True)
                for slot in (slots[mesh],)
            ],
            np.uint32,
        ).reshape(-1, FIELDS)
        self._triangles = self._table[:, 0] // 3 * self._table[:, 1]
        if self._indirect is not None and len(self._table):
            self._indirect.fill(self._table)


def _pieces(runs: Sequence[Run], first: int) -> Batch:
    """Return runs in the largest pieces that are drawn alike, without too many triangles."""
    pieces: Batch = []
    start, triangles = 0, 0
    for k, run in enumerate(runs):
        triangles += run.count * len(run.mesh.triangles)
        last = k + 1 == len(runs) or _alike(runs[k + 1]) != _alike(run)
        if last or triangles > TRIANGLES_A_FLUSH:
            pieces.append(Piece(run.mirrored, run.tint, first + start, k + 1 - start))
            start, triangles = k + 1, 0
    return pieces


def _alike(run: Run) -> tuple[bool, Rgba]:
    """Return the properties that are equal in all runs drawn together."""
    return run.mirrored, run.tint
