"""Solids: grouped by mesh, every pose, colour and material in one buffer.

Positions of the poses of moving solids in the buffer of all poses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Bodies, Solid, Solids, Tint, count
from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.gl.card.arena import FRESH, Arena
from rvs.gl.card.buffers import TexelBuffer
from rvs.gl.card.multidraw import TRIANGLES_A_FLUSH, Batch, MultiDraw, Piece, Run
from rvs.gl.card.opengl import GL
from rvs.gl.card.program import Program
from rvs.gl.detail import levels
from rvs.gl.frame import Frame
from rvs.model.appearance.colors import Rgba
from rvs.model.appearance.materials import MATERIALS
from rvs.model.refs import Ref
from rvs.scene.camera import axes, eye, pixel_size
from rvs.scene.items import middle_of
from rvs.scene.light import to_linear
from rvs.value_class import dataclass

Floats = NDArray[np.float32]
ROWS = 5
# What a tint is of, as the shader takes for granted.
TINT, UNTINTED = "matte", (0.0, 0.0, 0.0, 0.0)
# Middle of the floor, from where and to where it fades, in m.
Fading = tuple[float, float, float, float]
NO_FLOOR: Fading = (0.0, 0.0, 0.0, 0.0)
# Bodies that reach less deep below the floor, in m, end at it: it hides what is under it anyway.
SUNK = 5e-3
# Sides of the floor.
ABOVE, BELOW, BOTH = 1.0, -1.0, 0.0
# How coarse meshes may be is found out once in so many pictures, as long as no pose has changed by
# more than this times the distance of the camera, or 1 m.
LOOKS, HARDLY = 8, 0.1
# Draws after which the arena is asked again for meshes that it had.
SELDOM = FRESH // 4

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
# Numbers from the first solid of a body on, and how many.
Span = tuple[int, int]

# Of a box about the origin that reaches to 1 (8, 3).
CORNERS = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], float)


class SolidPainter:
    """The painter of batches of solids."""

    def __init__(self, program: Program, quick: Program, sunk: Program, arena: Arena) -> None:
        self._exact, self._quick, self._quick_sunk = program, quick, sunk
        self._program = program
        self._hurried = False
        self._floor: Fading | None = None
        self._arena = arena
        self._draws = MultiDraw(arena)
        self._meshes: set[Mesh] = set()
        self._texels = TexelBuffer()
        self._rows: Floats = np.zeros((0, ROWS, 4), np.float32)
        self._every: Sequence[Solid] = ()
        self._drawn: Sequence[Solid] = ()
        self._spans: tuple[Span, ...] = ()
        self._found = track_of((), (), ())
        self._middles = self._halves = np.zeros((0, 3))
        self._radii = np.zeros(0)
        self._starts = self._order = np.zeros(0, int)
        self._low: frozenset[int] | None = None
        self._complete = True
        self._levels: list[int] | None = None
        self._asked: tuple[int, int] | None = None
        self._since, self._looked = 0, self._rows[:, :3]
        self._frame: Frame | None = None

    @property
    def draw_calls(self) -> int:
        """Number of draw calls since it was made."""
        return self._draws.calls

    def load(
        self, every: Sequence[Solid], batches: Sequence[Sequence[Solid]], frame: Frame
    ) -> list[Batch]:
        """Send poses, colours and materials of all batches; return the draws of each.

        Args:
            every: All solids, in the order of the numbers by which they are moved.
            batches: The solids that are drawn together.
            frame: The picture.
        """
        everything = [solid for batch in batches for solid in batch]
        self._every, self._drawn, self._spans, self._low = every, (), (), None
        if not everything:
            self._draws.load([])
            self._meshes = set()
            return [[] for _ in batches]
        turned = iter(mirrored(poses_of(everything)).tolist())
        solids: list[Solid] = []
        runs = [_runs(zip(batch, turned, strict=False), solids) for batch in batches]
        self._drawn = solids
        self._rows = solid_rows(solids, frame)
        boxes = np.array([solid.mesh.bounds for solid in solids])
        self._middles, self._halves = boxes.mean(axis=1), np.ptp(boxes, axis=1) / 2
        self._radii = np.linalg.norm(self._halves, axis=1)
        self._texels.fill(self._rows)
        self._arena.number_rows(len(solids))
        pieces = self._draws.load(runs)
        firsts = [run.first for run in self._draws.runs]
        self._starts, self._order = np.unique(firsts, return_inverse=True)
        self._use_meshes(frame)
        self._need()
        return pieces

    def move(self, moved: Mapping[int, Bodies], frame: Frame) -> bool:
        """Replace solids by others of equal appearance; return whether that was possible.

        Args:
            moved: The solids, and groups of them, by the number of the first one in ``load``.
            frame: The picture.
        """
        if moved:
            track, bodies = self._track(moved), list(moved.values())
            poses = poses_of(bodies)
            # Groups move rigidly.
            alone = [
                k for k, one in zip(track.firsts, bodies, strict=True) if isinstance(one, Solid)
            ]
            if alone and not np.array_equal(mirrored(poses[alone]), track.mirrored[alone]):
                return False
            self._rows[track.rows, :3] = _shown(poses, track.on_screen, frame)[track.sources, :3]
            self._low = None
            self._texels.fill(self._rows)
        self.keep(frame)
        return True

    def _track(self, moved: Mapping[int, Bodies]) -> Track:
        """Return the rows for poses; mostly the same bodies move in successive pictures."""
        spans = tuple((k, count(one)) for k, one in moved.items())
        if self._spans != spans:
            self._spans, self._found = spans, track_of(self._every, self._drawn, spans)
        return self._found

    def keep(self, frame: Frame) -> None:
        """Ensure that the meshes of the last ``load`` exist at the resolution of a picture."""
        if not self._looked_just_now(frame):
            wanted = self._wanted(frame)
            if wanted != self._levels or (wanted and not self._complete):
                self._use_meshes(frame)
        self._need()

    def _looked_just_now(self, frame: Frame) -> bool:
        """Return whether the last levels are sufficient, because solids have hardly moved."""
        poses, self._since = self._rows[:, :3], self._since + 1
        known = self._frame == frame and self._levels is not None and self._complete
        if known and self._since < LOOKS and poses.shape == self._looked.shape:
            far = HARDLY * min(1.0, frame.camera.distance)
            if np.abs(poses - self._looked).max(initial=0.0) < far:
                return True
        self._since, self._looked = 0, poses.copy()
        return False

    def _need(self) -> None:
        """Load the meshes into the arena, which does not drop recently requested ones."""
        asked = self._arena.draws, self._arena.edition
        if self._asked is None or asked[1] != self._asked[1] or asked[0] - self._asked[0] >= SELDOM:
            self._arena.need(self._meshes)
            self._asked = self._arena.draws, self._arena.edition

    def _use_meshes(self, frame: Frame) -> None:
        meshes = exact = [run.mesh for run in self._draws.runs]
        self._levels = self._wanted(frame)
        if self._levels is not None:
            wanted = zip(exact, self._levels, strict=True)
            meshes, self._complete = self._arena.detail.choose(wanted)
        self._draws.use(meshes)
        self._meshes, self._asked = {*meshes, *exact}, None

    def foresee(self) -> bool:
        """Request the meshes for the next quick picture; return whether some are still missing."""
        if self._frame is None or not self._draws.runs:
            return False
        wanted = self._wanted(replace(self._frame, quick=True)) or []
        return self._arena.detail.foresee(
            zip((run.mesh for run in self._draws.runs), wanted, strict=True)
        )

    def _wanted(self, frame: Frame) -> list[int] | None:
        """Return the coarsest level for the mesh of each run that its nearest instance allows."""
        self._frame = frame
        if not frame.quick or not self._draws.runs:
            return None
        each = levels(self._rows, self._middles, self._radii, frame)
        found: list[int] = np.minimum.reduceat(each, self._starts)[self._order].tolist()
        return found

    def meshes(self, batch: Batch) -> tuple[Mesh, ...]:
        """Return the meshes of a batch, which may be coarser than its own."""
        return tuple(mesh for piece in batch for mesh in self._draws.meshes(piece))

    def corners(self, batch: Batch) -> Array:
        """Return the corners of the bounding boxes of a batch in the world (8 n, 3), m."""
        runs = [run for piece in batch for run in self._draws.of(piece)]
        first, end = min(run.first for run in runs), max(run.first + run.count for run in runs)
        poses = self._rows[first:end, :3].astype(float)
        middles = (poses[:, :, :3] @ self._middles[first:end, :, None])[:, :, 0] + poses[:, :, 3]
        ways = CORNERS @ (poses[:, :, :3] * self._halves[first:end, None]).transpose(0, 2, 1)
        found: Array = (middles[:, None] + ways).reshape(-1, 3)
        return found

    def below(self, batches: Iterable[Batch]) -> Batch:
        """Return the parts of batches below the floor."""
        return [piece for batch in batches for piece in self._split(batch)[1]]

    def _low_runs(self) -> frozenset[int]:
        """Return the runs with an instance that extends below the floor."""
        if self._low is None:
            upward, middle, half = self._rows[:, 2], self._middles, self._halves
            up = upward[:, :3]
            reach = (up * middle - np.abs(up) * half).sum(axis=1) + upward[:, 3]
            low = np.minimum.reduceat(reach, self._starts)[self._order] < -SUNK
            self._low = frozenset(np.flatnonzero(low).tolist())
        return self._low

    def _split(self, batch: Batch) -> tuple[Batch, Batch]:
        """Return the parts of a batch that end at the floor, and those that extend below it."""
        low = self._low_runs()
        if not low:
            return batch, []
        parts: tuple[Batch, Batch] = ([], [])
        for piece in batch:
            runs = range(piece.first, piece.first + piece.count)
            for is_low, group in groupby(runs, low.__contains__):
                first, *others = group
                part = Piece(piece.mirrored, piece.tint, first, 1 + len(others))
                parts[is_low].append(part)
        return parts

    def begin(self, quick: bool) -> None:
        """Compute the light at each pixel from now on, or only at the corners of meshes."""
        self._program, self._hurried = (self._quick if quick else self._exact), quick

    def stand_on(self, floor: Fading | None) -> None:
        """Draw the items above a finished picture of the floor from now on.

        Args:
            floor: The area where it fades and shows objects below it; its picture is the texture of
                unit 1. Everything ends at a floor that does not fade.  None: there is no such
                picture.
        """
        self._floor = floor
        self.end_at_floor(BOTH if floor is None else ABOVE)

    def end_at_floor(self, side: float, fading: Fading = NO_FLOOR) -> None:
        """Draw only a part of all solids.

        Args:
            side: The part above the floor (1) or below it (-1); everything with 0.
            fading: The area where the floor above them fades.
        """
        self._program.use()
        self._program.set_float("side", side)
        self._program.set_color("fading", fading)
        # Drivers differ in whether a distance that is written also counts without this.
        (GL.glEnable if side else GL.glDisable)(GL.GL_CLIP_DISTANCE0)

    def draw(self, batch: Batch, opacity: float = 1.0, program: Program | None = None) -> None:
        """Draw a batch from ``load``.

        Args:
            batch: The batch.
            opacity: Opacity of the solids; tints cover solids that are drawn fully, and are drawn
                alone where nothing else is.
            program: Another program to use, without opacity and tint.
        """
        if program or self._floor in (None, NO_FLOOR):
            self._draw(batch, opacity, program)
            return
        end_there, sunk = self._split(batch)
        self._draw(end_there, opacity)
        if sunk:
            self._draw_sunk(sunk, opacity)

    def _draw_sunk(self, batch: Batch, opacity: float) -> None:
        """Draw solids that extend below the floor: whole, and faded by the floor below it."""
        program, usual = self._quick_sunk if self._hurried else self._exact, self._program
        self._program = program
        self.end_at_floor(BOTH, self._floor or NO_FLOOR)
        program.set_int("on_ground", True)
        self._draw(batch, opacity)
        program.set_int("on_ground", False)
        self._program = usual
        self.end_at_floor(ABOVE)

    def _draw(self, batch: Batch, opacity: float, program: Program | None = None) -> None:
        if not batch:
            return
        used = program or self._program
        used.use()
        if program is None:
            used.set_float("opacity", opacity)
        self._texels.bind()
        GL.glBindVertexArray(self._arena.vao)
        for piece in batch:
            if program is None:
                used.set_color("tint", UNTINTED if 0.0 < opacity < 1.0 else piece.tint)
            triangles = self._draws.draw(piece)
            if self._hurried and triangles > TRIANGLES_A_FLUSH:
                GL.glFlush()

    def release(self) -> None:
        """Free everything but programs and arena."""
        self._texels.release()
        self._draws.release()


def tinted(batch: Batch) -> Batch:
    """Return the tinted pieces of a batch."""
    return [piece for piece in batch if piece.tint != UNTINTED]


def _runs(batch: Iterable[tuple[Solid, bool]], solids: list[Solid]) -> list[Run]:
    """Group solids by mesh and tint, append them to ``solids``, and return their runs there."""
    groups: dict[tuple[Mesh, bool, Tint | None], list[Solid]] = {}
    for solid, turned in batch:
        groups.setdefault((solid.mesh, turned, solid.tint), []).append(solid)
    runs = []
    for (mesh, turned, tint), members in groups.items():
        over = UNTINTED if tint is None else solid_look(tint.color, TINT)[0]
        runs.append(Run(mesh, turned, over, len(solids), len(members)))
        solids.extend(members)
    return runs


def _shown(poses: Array, on_screen: NDArray[np.int64], frame: Frame) -> Array:
    """Return poses (n, 4, 4), scaled for solids whose size is in pixels."""
    if len(on_screen):
        size = pixel_size(frame.camera, poses[on_screen, :3, 3], frame.height)
        poses[on_screen, :3, :3] *= size[:, None, None]
    return poses


def solid_rows(solids: Sequence[Solid], frame: Frame) -> NDArray[np.float32]:
    """Return pose, linear colour and material of each solid (n, 5, 4), for the shader."""
    rows = np.zeros((len(solids), ROWS, 4), np.float32)
    on_screen = [k for k, solid in enumerate(solids) if solid.size_in == "screen"]
    rows[:, :3] = _shown(poses_of(solids), np.array(on_screen, np.int64), frame)[:, :3]
    rows[:, 3:] = [solid_look(solid.color, solid.material) for solid in solids]
    return rows


# By value: thousands of solids share a few looks.
@lru_cache(maxsize=1024)
def solid_look(color: Rgba, material: str) -> tuple[Rgba, Rgba]:
    """Return linear colour with opacity, and metal, rough, spec of a surface."""
    look = MATERIALS[material]
    red, green, blue = to_linear(color[:3]).tolist()
    return (red, green, blue, color[3] * look.alpha), (look.metal, look.rough, look.spec, 0.0)


def far_first(solids: Sequence[Solid], frame: Frame) -> dict[Ref, list[Solid]]:
    """Return transparent solids in groups by owner, the farthest group first.

    The parts of one object (a ghost of a robot) form one group: only their nearest surface is
    visible.
    """
    groups: dict[Ref, list[Solid]] = {}
    for solid in solids:
        groups.setdefault(solid.owner[:1] if solid.owner else (str(id(solid)),), []).append(solid)
    place, towards = eye(frame.camera), axes(frame.camera)[2]

    def depth(owner: Ref) -> float:
        middle = np.mean([middle_of(solid) for solid in groups[owner]], axis=0)
        return float((place - middle) @ towards)

    return {owner: groups[owner] for owner in sorted(groups, key=depth, reverse=True)}


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """The map of some solids, in their order, to the rows from which they are drawn.

    Attributes:
        rows: Rows of the buffer (m,); a solid may be drawn more than once.
        sources: Index of the solid of each row (m,).
        firsts: Index of the first solid of each body.
        on_screen: Solids whose size is in pixels.
        mirrored: True if the pose of the solid turned its mesh inside out.
    """

    rows: Ints
    sources: Ints
    firsts: tuple[int, ...]
    on_screen: Ints
    mirrored: Flags


def track_of(every: Sequence[Solid], drawn: Sequence[Solid], moved: Sequence[Span]) -> Track:
    """Return the map of the moving solids.

    Args:
        every: All solids.
        drawn: The solid of each row of the buffer.
        moved: The moving solids.
    """
    solids = [every[k] for first, count in moved for k in range(first, first + count)]
    place = {id(solid): k for k, solid in enumerate(solids)}
    found = [(row, place[id(solid)]) for row, solid in enumerate(drawn) if id(solid) in place]
    rows, sources = np.array(found, np.int64).reshape(-1, 2).T
    counts = [count for _, count in moved]
    firsts = tuple(np.cumsum([0, *counts[:-1]]).tolist())
    on_screen = [k for k, solid in enumerate(solids) if solid.size_in == "screen"]
    return Track(rows, sources, firsts, np.array(on_screen, np.int64), mirrored(poses_of(solids)))


def poses_of(bodies: Sequence[Bodies]) -> Array:
    """Return the poses of solids and of members of groups (n, 4, 4)."""
    found = [body.poses if isinstance(body, Solids) else body.pose[None] for body in bodies]
    return np.concatenate(found) if found else np.zeros((0, 4, 4))


def mirrored(poses: Array) -> Flags:
    """Return whether each pose (n, 4, 4) turns a mesh inside out (n,)."""
    found: Flags = np.linalg.det(poses[:, :3, :3]) < 0.0
    return found
