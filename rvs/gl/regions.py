"""Regions: flat areas whose overlapping polygons are painted once, using the stencil.

Nested regions as one area whose opacity grows inwards without steps.

Convex polygons divided into triangles.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rvs.geometry.rows import each_once
from rvs.gl.card.buffers import Buffer, Packs
from rvs.gl.card.opengl import GL
from rvs.gl.card.program import Program
from rvs.gl.frame import Frame
from rvs.scene.camera import axes, eye, pixel_size
from rvs.scene.items import GROUND_FROM_BELOW, Region

NUMBER_BITS, GLASS_BIT = 0x7F, 0x80


class Stencil:
    """The numbering of areas that are painted once; its upper bit marks glass."""

    def __init__(self) -> None:
        self._number = 0

    def reset(self) -> None:
        """Begin again; the stencil buffer must be clear."""
        self._number = 0

    def once(self, glass: bool = False) -> None:
        """Paint each pixel once from now on, and optionally mark it as glass."""
        if self._number == NUMBER_BITS:
            GL.glStencilMask(NUMBER_BITS)
            GL.glClear(GL.GL_STENCIL_BUFFER_BIT)
            self._number = 0
        self._number += 1
        mark = GLASS_BIT if glass else 0
        GL.glEnable(GL.GL_STENCIL_TEST)
        GL.glStencilMask(NUMBER_BITS | mark)
        GL.glStencilFunc(GL.GL_NOTEQUAL, self._number | mark, NUMBER_BITS)
        GL.glStencilOp(GL.GL_KEEP, GL.GL_KEEP, GL.GL_REPLACE)

    def on_glass(self) -> None:
        """Draw only on glass from now on."""
        GL.glEnable(GL.GL_STENCIL_TEST)
        GL.glStencilMask(0)
        GL.glStencilFunc(GL.GL_EQUAL, GLASS_BIT, GLASS_BIT)

    def off(self) -> None:
        """Draw as usual from now on."""
        GL.glDisable(GL.GL_STENCIL_TEST)


Stack = tuple[Region, ...]
# Indices of triangles, and the ring that they begin at.
Layer = tuple[int, NDArray[np.uint32]]

# Of a small polygon every third corner is drawn.
THINNED = 3

Pack = tuple[NDArray[np.float32], list[Layer]]

# Pixels below which an area of a quick picture is small; where more than some make a shadow
# together, larger ones are, up to so many times: each is a small part of its outline.
SMALL, MANY, LARGER = 30.0, 60, 4.0


def stacks(regions: Sequence[Region]) -> list[Stack]:
    """Return regions in groups: nested regions together, every other region alone."""
    found: list[list[Region]] = []
    for region in regions:
        if region.nested and found and _alike(region, found[-1][-1]):
            found[-1].append(region)
        else:
            found.append([region])
    return [tuple(stack) for stack in found]


def unions(found: Sequence[Stack]) -> list[list[Stack]]:
    """Return stacks in groups: consecutive united stacks together, every other one alone."""
    groups: list[list[Stack]] = []
    for stack in found:
        if groups and _counts_with(stack, groups[-1][-1]):
            groups[-1].append(stack)
        else:
            groups.append([stack])
    return groups


def _counts_with(stack: Stack, other: Stack) -> bool:
    region, last = stack[0], other[0]
    same = (region.color, region.depth, len(stack)) == (last.color, last.depth, len(other))
    return region.united and last.united and same


def _alike(region: Region, below: Region) -> bool:
    """Return whether two regions can be drawn as one area."""
    return (
        region.color == below.color
        and region.depth == below.depth
        and region.alphas is None is below.alphas
        and (region.starts is below.starts or np.array_equal(region.starts, below.starts))
    )


def darkest(stack: Sequence[Region]) -> float:
    """Return the opacity in the middle of a stack."""
    return 1.0 - (1.0 - stack[0].color[3]) ** len(stack)


def stack_triangles(
    stack: Stack, small: NDArray[np.bool_] | None = None, rings: Sequence[int] | None = None
) -> tuple[NDArray[np.float32], list[Layer]]:
    """Return corners with opacity (n, 4) and layers of triangles (3t,), the innermost first.

    Painted so that the first triangle at a pixel is visible, the areas look the same as all regions
    over each other, but the opacity changes evenly from one outline to the next.

    Args:
        stack: The regions, from outside in.
        small: Polygons so small on the screen that few corners and outlines are enough (k,); None
            means none.
        rings: The outlines between which the opacity changes evenly; None means all.
    """
    starts = np.asarray(stack[0].starts)
    sides = np.diff(starts)
    regular = len(sides) > 0 and bool((sides == sides[0]).all()) and sides[0] % THINNED == 0
    if small is None or not regular or not small.any():
        small = np.zeros(len(sides), bool)
    if not small.any():
        return _layers(stack, rings or range(len(stack)), starts, slice(None))
    each = np.arange(starts[-1]).reshape(len(sides), -1)
    few = sorted({0, len(stack) // 2, len(stack) - 1})
    parts = [(rings or range(len(stack)), each[~small]), (few, each[small][:, ::THINNED])]
    made, layers, base = [], [], 0
    for rings, chosen in parts:
        ends = np.arange(0, chosen.size + 1, chosen.shape[1], dtype=np.int32)
        corners, own = _layers(stack, rings, ends, chosen.ravel())
        layers += [(ring, faces + np.uint32(base)) for ring, faces in own]
        made.append(corners)
        base += len(corners)
    return np.concatenate(made), inside_out(layers)


def inside_out(layers: Sequence[Layer]) -> list[Layer]:
    """Return layers of one or more stacks, the innermost first."""
    return sorted(layers, key=lambda layer: -layer[0])


def _layers(
    stack: Stack, rings: Sequence[int], starts: NDArray[np.int32], chosen: Any
) -> tuple[NDArray[np.float32], list[Layer]]:
    """Return corners of rings with opacity (n, 4), and the triangles inside each, inmost first."""
    count, each = len(stack), int(starts[-1])
    corners = np.empty((len(rings) * each, 4), np.float32)
    corners[:, :3] = np.concatenate([stack[ring].points[chosen] for ring in rings])
    layers = np.array(rings) * (count / (count - 1))
    corners[:, 3] = np.repeat(1.0 - (1.0 - stack[0].color[3]) ** layers, each)
    inner, bands = _faces(starts.tobytes(), len(rings))
    found = [(rings[-1], inner)]
    return corners, found + [(rings[k], band) for k, band in zip(*bands, strict=True)]


# By value: triangles depend on the numbers of corners alone, and those stay while points move.
@lru_cache(maxsize=128)
def _faces(
    starts_bytes: bytes, count: int
) -> tuple[NDArray[np.uint32], tuple[list[int], list[NDArray[np.uint32]]]]:
    """Return the triangles of the innermost polygons, and of the bands, from inside out."""
    starts = np.frombuffer(starts_bytes, np.int32)
    each = int(starts[-1])
    here = np.arange(each)
    after = here + 1
    after[starts[1:] - 1] = starts[:-1]
    ring = np.stack([here, after, after + each, here, after + each, here + each], axis=1).ravel()
    outer = list(range(count - 2, -1, -1))
    inner = polygon_triangles(starts) + np.uint32(each * (count - 1))
    return inner, (outer, [(ring + each * k).astype(np.uint32) for k in outer])


class RegionPainter:
    """The painter of regions; regions on the floor are transparent from below.

    Attributes:
        draw_calls: Number of draw calls since it was made.
    """

    def __init__(
        self, program: Program, stencil: Stencil, rings: Sequence[int] | None = None
    ) -> None:
        """Store the objects used for drawing, and the outlines that suffice for stacks of 8."""
        self.draw_calls = 0
        self._stencil, self._rings = stencil, rings
        self._stacks: dict[int, Stack] = {}
        self._packs: Packs[Region, Pack] = Packs(triangles)
        self._ranges: dict[int, tuple[int, int]] = {}
        self._ground: set[int] = set()
        self._detail: tuple[object, ...] = ()
        self._from_below = False
        self._vao = int(GL.glGenVertexArrays(1))
        GL.glBindVertexArray(self._vao)
        self._corners = Buffer(GL.GL_ARRAY_BUFFER)
        self._indices = Buffer(GL.GL_ELEMENT_ARRAY_BUFFER)
        self._corners.fill(np.zeros((1, 4), np.float32))
        self._indices.fill(np.zeros(1, np.uint32))
        GL.glEnableVertexAttribArray(0)
        GL.glVertexAttribPointer(0, 4, GL.GL_FLOAT, False, 16, ctypes.c_void_p(0))
        self._program = program

    def load(self, regions: Sequence[Region], frame: Frame) -> None:
        """Send all regions of a picture."""
        towards = axes(frame.camera)[2] if frame.camera.parallel else eye(frame.camera)
        self._from_below = bool(towards[2] < 0.0)
        self._stacks = {id(stack[0]): stack for stack in stacks(regions)}
        firsts = [stack[0] for stack in self._stacks.values()]
        camera = frame.camera
        scale = camera.distance, camera.field_of_view, camera.parallel, frame.device[1]
        if self._detail != (frame.quick, scale):
            self._detail = frame.quick, scale
            self._packs = Packs(partial(self._pack, frame=frame))
        packs, same = self._packs.of(firsts)
        if same:
            return
        corners, indices = self._arranged(packs)
        if indices:
            GL.glBindVertexArray(self._vao)
            self._corners.fill(np.concatenate(corners))
            self._indices.fill(np.concatenate(indices))

    def _arranged(
        self, packs: Sequence[Pack]
    ) -> tuple[list[NDArray[np.float32]], list[NDArray[np.uint32]]]:
        """Return corners and indices in drawing order; store the position of each area.

        In united stacks, the inner rings of all stacks precede the outer ones, so that the darkest
        is visible where they overlap.
        """
        self._ranges, self._ground = {}, set()
        indices: list[NDArray[np.uint32]] = []
        base = first = 0
        left = iter(packs)
        for union in unions(list(self._stacks.values())):
            key, layers, flat = id(union[0][0]), [], True
            for corners, own in islice(left, len(union)):
                layers += [(ring, faces + np.uint32(base)) for ring, faces in own]
                flat = flat and not corners[:, 2].any()
                base += len(corners)
            faces = [faces for _, faces in inside_out(layers)]
            count = sum(map(len, faces))
            self._ranges[key] = first, count
            if flat:
                self._ground.add(key)
            indices += faces
            first += count
        return [corners for corners, _ in packs], indices

    def draw(self, regions: Sequence[Region], opacity: float = 1.0) -> None:
        """Draw regions in order, each pixel of each region once."""
        self._program.use()
        GL.glBindVertexArray(self._vao)
        for region in regions:
            # A nested region is drawn with the one it lies on, a united one with the first.
            first, count = self._ranges.get(id(region), (0, 0))
            if not count:
                continue
            if region.alphas is None:
                self._stencil.once()
            red, green, blue, alpha = region.color
            if len(self._stacks[id(region)]) > 1:
                alpha = 1.0
            if self._from_below and id(region) in self._ground:
                alpha *= GROUND_FROM_BELOW
            self._program.set_color("color", (red, green, blue, alpha * opacity))
            GL.glDrawElements(
                GL.GL_TRIANGLES, count, GL.GL_UNSIGNED_INT, ctypes.c_void_p(4 * first)
            )
            self.draw_calls += 1
            self._stencil.off()

    def draw_all(self) -> None:
        """Draw all regions at once, in any order; the program is in use."""
        GL.glBindVertexArray(self._vao)
        count = sum(count for _, count in self._ranges.values())
        GL.glDrawElements(GL.GL_TRIANGLES, count, GL.GL_UNSIGNED_INT, ctypes.c_void_p(0))
        self.draw_calls += 1

    def _pack(self, region: Region, frame: Frame) -> Pack:
        stack = self._stacks[id(region)]
        if len(stack) == 1:
            return triangles(region)
        return stack_triangles(stack, small_on_screen(region, frame), self._rings)

    def release(self) -> None:
        """Free everything but the program."""
        self._corners.release()
        self._indices.release()
        GL.glDeleteVertexArrays(1, [self._vao])


def small_on_screen(region: Region, frame: Frame) -> NDArray[np.bool_] | None:
    """Return the polygons smaller than some pixels in a quick picture (k,), or None."""
    starts = np.asarray(region.starts)
    if not frame.quick or len(starts) < 2:
        return None
    points = np.asarray(region.points)
    high = np.maximum.reduceat(points, starts[:-1])
    low = np.minimum.reduceat(points, starts[:-1])
    size = pixel_size(frame.camera, (low + high) / 2, frame.device[1])
    limit = SMALL * min(max((len(starts) - 1) / MANY, 1.0), LARGER)
    small: NDArray[np.bool_] = (high - low).max(axis=1) < limit * size
    return small


def triangles(region: Region) -> Pack:
    """Return corners with opacity (n, 4) and the polygons' triangles (3t,) as the only layer."""
    points = np.asarray(region.points, np.float32).reshape(-1, 3)
    corners = np.ones((len(points), 4), np.float32)
    corners[:, :3] = points
    if region.alphas is not None:
        corners[:, 3] = region.alphas
    return corners, [(0, polygon_triangles(np.asarray(region.starts)))]


def polygon_triangles(starts: NDArray[np.int32]) -> NDArray[np.uint32]:
    """Return the triangles (3t,) of polygons with corners ``starts[k]`` to ``starts[k+1]``."""
    sizes = np.diff(starts)
    faces = [
        (starts[:-1][sizes == size][:, None] + inside(int(size))).ravel()
        for size in each_once(sizes)
        if size > 2
    ]
    return np.concatenate([np.zeros(0), *faces]).astype(np.uint32)


# By value: depends on the number of corners alone.
@lru_cache(maxsize=256)
def inside(size: int) -> NDArray[np.int64]:
    """Return the triangles of a convex polygon (3 (size - 2),), removing every other corner.

    They are compact, whereas the triangles of a fan are slivers that take a software rasterizer
    twice as long.
    """
    left = list(range(size))
    cut: list[int] = []
    while len(left) > 2:
        for i in range(0, len(left) - 1, 2):
            cut += (left[i], left[i + 1], left[(i + 2) % len(left)])
        left = left[::2]
    return np.array(cut)
