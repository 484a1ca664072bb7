"""Solids: grouped by mesh, every pose, colour and material in one buffer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from OpenGL import GL

from rvs.engine.robot import Array
from rvs.gl.arena import Arena
from rvs.gl.buffers import TexelBuffer
from rvs.gl.frame import Frame
from rvs.gl.program import Program
from rvs.model.colors import Rgba
from rvs.model.materials import MATERIALS
from rvs.model.refs import Ref
from rvs.scene.camera import axes, eye, pixel_size
from rvs.scene.items import Solid
from rvs.scene.light import to_linear
from rvs.scene.mesh import Mesh

Run = tuple[Mesh, bool, int, int]
Batch = list[Run]
ROWS = 5
# A processor that draws sorts triangles into tiles in one thread and paints tiles in others, which
# begin at a flush.
TRIANGLES_A_FLUSH = 50_000


class SolidPainter:
    """Draws batches of solids.

    Attributes:
        draw_calls: Number of draw calls since it was made.
    """

    def __init__(self, program: Program, quick: Program, arena: Arena) -> None:
        self.draw_calls = 0
        self._exact, self._quick = program, quick
        self._waiting = 0
        self._arena = arena
        self._meshes: set[Mesh] = set()
        self._texels = TexelBuffer()
        self._program = program

    def load(self, batches: Sequence[Sequence[Solid]], frame: Frame) -> list[Batch]:
        """Send poses, colours and materials of all batches; return what to draw for each."""
        everything = [solid for batch in batches for solid in batch]
        if not everything:
            self._meshes = set()
            return [[] for _ in batches]
        poses = np.array([solid.pose for solid in everything])
        mirrored = iter(np.linalg.det(poses[:, :3, :3]) < 0.0)
        rows: list[Solid] = []
        result = [_runs(zip(batch, mirrored, strict=False), rows) for batch in batches]
        self._texels.fill(solid_rows(rows, frame))
        self._meshes = {solid.mesh for solid in rows}
        self.keep()
        return result

    def keep(self) -> None:
        """Make sure that the meshes of the last ``load`` are there."""
        self._arena.need(self._meshes)

    def begin(self, quick: bool) -> None:
        """Begin a picture, lit at each pixel or quickly at the corners of the meshes alone."""
        self._program = self._quick if quick else self._exact
        self._waiting = 0

    def stand_on_ground(self, on_ground: bool) -> None:
        """Let solids end at the floor, or not."""
        self._program.use()
        self._program.set_float("on_ground", float(on_ground))
        # Drivers differ in whether a distance that is written also counts without this.
        (GL.glEnable if on_ground else GL.glDisable)(GL.GL_CLIP_DISTANCE0)

    def draw(self, batch: Batch, opacity: float = 1.0, program: Program | None = None) -> None:
        """Draw a batch that ``load`` returned; another program than its own knows no opacity."""
        if not batch:
            return
        used = program or self._program
        used.use()
        if program is None:
            used.set_float("opacity", opacity)
        self._texels.bind()
        GL.glBindVertexArray(self._arena.vao)
        slots = self._arena.need(set())
        place = used.place("base")
        for mesh, mirrored, first, count in batch:
            slot = slots[mesh]
            if mirrored:
                GL.glFrontFace(GL.GL_CW)
            GL.glUniform1i(place, first)
            GL.glDrawElementsInstancedBaseVertex(
                GL.GL_TRIANGLES, slot.count, GL.GL_UNSIGNED_INT, slot.offset, count, slot.base
            )
            if mirrored:
                GL.glFrontFace(GL.GL_CCW)
            self.draw_calls += 1
            self._flush_many(slot.count // 3 * count)

    def release(self) -> None:
        """Free everything but program and arena."""
        self._texels.release()

    def _flush_many(self, triangles: int) -> None:
        self._waiting += triangles
        if self._waiting > TRIANGLES_A_FLUSH:
            GL.glFlush()
            self._waiting = 0


def _runs(batch: Iterable[tuple[Solid, bool]], rows: list[Solid]) -> Batch:
    """Group solids by mesh, append them to ``rows``, and return their runs there."""
    groups: dict[tuple[Mesh, bool], list[Solid]] = {}
    for solid, mirrored in batch:
        groups.setdefault((solid.mesh, bool(mirrored)), []).append(solid)
    runs = []
    for (mesh, mirrored), members in groups.items():
        runs.append((mesh, mirrored, len(rows), len(members)))
        rows.extend(members)
    return runs


def solid_rows(solids: Sequence[Solid], frame: Frame) -> NDArray[np.float32]:
    """Return pose, linear colour and material of each solid (n, 5, 4), as the shader wants them."""
    rows = np.zeros((len(solids), ROWS, 4), np.float32)
    poses = np.array([solid.pose for solid in solids])
    on_screen = np.array([solid.size_in == "screen" for solid in solids])
    if on_screen.any():
        places = poses[on_screen, :3, 3]
        size = pixel_size(frame.camera, places, frame.height)
        poses[on_screen, :3, :3] *= size[:, None, None]
    rows[:, :3] = poses[:, :3]
    rows[:, 3:] = [solid_look(solid.color, solid.material) for solid in solids]
    return rows


@lru_cache(maxsize=1024)
def solid_look(color: Rgba, material: str) -> tuple[Rgba, Rgba]:
    """Return linear colour with opacity, and metal, rough, spec of a surface."""
    look = MATERIALS[material]
    red, green, blue = to_linear(color[:3]).tolist()
    return (red, green, blue, color[3] * look.alpha), (look.metal, look.rough, look.spec, 0.0)


def opacity(solid: Solid) -> float:
    """Return how opaque a solid is."""
    return solid.color[3] * MATERIALS[solid.material].alpha


def far_first(solids: Sequence[Solid], frame: Frame) -> list[list[Solid]]:
    """Return transparent solids in groups of one owner, the farthest group first.

    The parts of one thing (a ghost of a robot) are one group: only their nearest surface shows.
    """
    groups: dict[Ref, list[Solid]] = {}
    for solid in solids:
        groups.setdefault(solid.owner[:1] if solid.owner else (str(id(solid)),), []).append(solid)
    place, towards = eye(frame.camera), axes(frame.camera)[2]

    def depth(group: list[Solid]) -> float:
        middle = np.mean([_middle(solid) for solid in group], axis=0)
        return float((place - middle) @ towards)

    return sorted(groups.values(), key=depth, reverse=True)


def _middle(solid: Solid) -> Array:
    middle: Array = solid.pose[:3, :3] @ solid.mesh.bounds.mean(axis=0) + solid.pose[:3, 3]
    return middle
