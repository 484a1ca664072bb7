"""Lines and points: segments as rectangles, and round dots, of a fixed size on the screen.

Spacing of the lines of a grid: lines that are dense on the screen fade.

Long polylines with fewer points, for intermediate pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, groupby
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.gl.card.buffers import Buffer, Packs, TexelBuffer
from rvs.gl.card.opengl import GL
from rvs.gl.card.program import Program
from rvs.gl.frame import Frame
from rvs.model.derived import derived
from rvs.model.views.view import Camera
from rvs.scene.camera import lens, pixel_sizes, projected
from rvs.scene.items import Line, Points
from rvs.value_class import dataclass

FIELDS = 28
# Two triangles of a segment's four corners: a processor that draws takes longer for as many
# instances of four vertices.
TRIANGLES = np.array([0, 1, 2, 2, 1, 3], np.uint32)
FEWEST = 256
Floats = NDArray[np.float32]

FEWEST_LINES = 3
SAME_WAY = 1e-4
SAME_PLACE = 1e-6

# Lines of fewer points are left as they are.
MANY = 100
# Pixels by which chords stray from bends; corners that turn by more than this angle stay.
STRAY, CORNER = 0.1, cos(radians(10.0))


class LinePainter:
    """The painter of runs of lines.

    Attributes:
        draw_calls: Number of draw calls since it was made.
    """

    def __init__(self, program: Program) -> None:
        self.draw_calls = 0
        self._packs: Packs[Line | Thinned, Floats] = Packs(_packed)
        self._texels = TexelBuffer()
        self._ranges: dict[int, tuple[int, int]] = {}
        self._program = program
        self._vao = int(GL.glGenVertexArrays(1))
        GL.glBindVertexArray(self._vao)
        self._indices, self._corners = Buffer(GL.GL_ELEMENT_ARRAY_BUFFER), 0
        self._view: tuple[Camera, tuple[int, int]] | None = None

    def load(self, lines: Sequence[Line], frame: Frame) -> None:
        """Send the segments of all lines of a picture."""
        items = [thinned(line, frame) or line for line in lines]
        packs, same = self._packs.of(items)
        dashed = [isinstance(one, Line) and (one.dashed or one.depth == "hidden") for one in items]
        view = frame.camera, frame.device
        if same and (view == self._view or not any(dashed)):
            return
        self._view = view
        ends = list(accumulate(map(len, packs)))
        firsts = [0, *ends]
        self._ranges = dict(zip(map(id, lines), zip(firsts, ends, strict=False), strict=True))
        if not firsts[-1]:
            return
        rows = np.concatenate(packs)
        for some, which in groupby(range(len(lines)), dashed.__getitem__):
            numbers = list(which)
            first, last = firsts[numbers[0]], ends[numbers[-1]]
            if some and first < last:
                rows[first:last, 20] = _dashes(rows[first:last], frame)
        self._texels.fill(rows)

    def draw(self, lines: Sequence[Line], opacity: float = 1.0, dashed: bool = False) -> None:
        """Draw consecutive lines of ``load``, with a factor on their opacity."""
        first, last = self._ranges[id(lines[0])][0], self._ranges[id(lines[-1])][1]
        self._draw(first, last, opacity, dashed)

    def draw_segments(self, rows: Floats) -> None:
        """Send segments from ``segment_rows`` instead of lines, and draw them."""
        self._texels.fill(rows)
        self._draw(0, len(rows), 1.0, False)

    def _draw(self, first: int, last: int, opacity: float, dashed: bool) -> None:
        if last == first:
            return
        program = self._program
        program.use()
        program.set_float("opacity", opacity)
        program.set_float("dash_all", float(dashed))
        self._texels.bind()
        GL.glBindVertexArray(self._vao)
        if last > self._corners:
            self._make_room(last)
        count = TRIANGLES.size * (last - first)
        GL.glDrawElements(GL.GL_TRIANGLES, count, GL.GL_UNSIGNED_INT, TRIANGLES.nbytes * first)
        self.draw_calls += 1

    def _make_room(self, segments: int) -> None:
        """Reserve triangles for at least this number of segments."""
        self._corners = max(2 * self._corners, segments, FEWEST)
        indices = 4 * np.arange(self._corners, dtype=np.uint32)[:, None] + TRIANGLES
        self._indices.fill(indices)

    def release(self) -> None:
        """Free everything but the program."""
        self._texels.release()
        self._indices.release()
        GL.glDeleteVertexArrays(1, [self._vao])


def _dashes(rows: Floats, frame: Frame) -> Floats:
    """Return the length of lines in pixels before each of their segments (n,)."""
    return dash_starts(rows, lens(frame.camera, *frame.device), reach(frame.device))


def _packed(item: Line | Thinned) -> Floats:
    """Return the segments of a line; the dashes of a thinned line start as in the full one."""
    if isinstance(item, Line):
        return _grid(item) if item.pairs else segments(item)
    rows = segments(item.line, item.points)
    rows[:, 20] = item.starts
    return rows


@derived(size=64)
def _grid(line: Line) -> Floats:
    """Return the segments of a line of pairs, with steps between neighbours in a grid."""
    rows = segments(line)
    if len(rows):
        ends = np.asarray(line.points, float).reshape(-1, 3)[: 2 * len(rows)]
        rows[:, 24:27] = steps_to_neighbours(ends[::2], ends[1::2])
    return rows


def segments(line: Line, points: Array | None = None) -> Floats:
    """Return one row per segment (n, 28), as ``segment_rows`` makes them.

    Args:
        line: The line.
        points: The points to use (k, 3); all if omitted.
    """
    found = np.ascontiguousarray(line.points if points is None else points, float).reshape(-1, 3)
    alphas = None if line.alphas is None else np.ascontiguousarray(line.alphas, float)
    looks = (line.width, float(line.size_in == "world"), *line.color, float(line.dashed))
    return segment_rows(found, alphas, line.pairs, looks)


@accelerated
def segment_rows(
    points: Array, alphas: Array | None, pairs: bool, looks: tuple[float, ...]
) -> Floats:
    """Return one row per segment (n, 28).

    Seven groups of four: neighbour before and opacity at the start; start and opacity at the end;
    end and width; neighbour behind and 1 if the width is in m; colour; start of the dashes, 1 if
    dashed, 1 if it continues the segment before; step to the next line of a grid.  An end without a
    neighbour repeats its own position there.

    Args:
        points: The points of a line (m, 3).
        alphas: Their opacities (m,); None is 1.
        pairs: Every two points form a separate segment.
        looks: Width, 1 if it is in m, colour, and 1 if dashed.
    """
    step = 2 if pairs else 1
    starts, ends = points[:-1:step].astype(np.float32), points[1::step].astype(np.float32)
    count = min(len(starts), len(ends))
    rows = np.zeros((count, FIELDS), np.float32)
    if not count:
        return rows
    rows[:, 4:7], rows[:, 8:11] = starts[:count], ends[:count]
    rows[:, 0:3], rows[:, 12:15] = rows[:, 4:7], rows[:, 8:11]
    joined = (rows[1:, 4:7] == rows[:-1, 8:11]).all(axis=1)
    rows[1:, 0:3][joined], rows[:-1, 12:15][joined] = rows[:-1, 4:7][joined], rows[1:, 8:11][joined]
    rows[1:, 22] = joined
    if not pairs and count > 1 and np.array_equal(starts[0], ends[-1]):
        rows[0, 0:3], rows[-1, 12:15] = rows[-1, 4:7], rows[0, 8:11]
    opacities = np.ones(len(points)) if alphas is None else alphas
    rows[:, 3], rows[:, 7] = opacities[:-1:step][:count], opacities[1::step][:count]
    rows[:, 11], rows[:, 15:20], rows[:, 21] = looks[0], looks[1:6], looks[6]
    return rows


def dash_starts(rows: Floats, lens: Array, reach: float) -> Floats:
    """Return the length on the screen before each segment, so that dashes continue around corners.

    Args:
        rows: The segments, as returned by ``segment_rows`` (n, 28).
        lens: The numbers of the projection, as returned by ``rvs.scene.camera.lens``.
        reach: Largest length of a segment that is included, in pixels across or down.
    """
    starts, ends = (projected(rows[:, k : k + 3].astype(float), lens) for k in (4, 8))
    step = np.clip(ends[:, :2] - starts[:, :2], -reach, reach)
    length = np.sqrt(step[:, 0] ** 2 + step[:, 1] ** 2)
    before = np.concatenate([[0.0], np.cumsum(length)[:-1]])
    begins = rows[:, 22] == 0.0
    found: Floats = (before - before[begins][np.cumsum(begins) - 1]).astype(np.float32)
    return found


def steps_to_neighbours(starts: Array, ends: Array) -> Array:
    """Return the step from each segment of a grid to the adjacent line (n, 3).

    Segments belong to a grid if at least three adjacent lines in a plane have their direction; all
    others have a step of zero.
    """
    steps = np.zeros((len(starts), 3))
    way = ends - starts
    size = np.linalg.norm(way, axis=1, keepdims=True)
    way = np.divide(way, size, out=np.zeros_like(way), where=size > 0.0)
    left = size[:, 0] > 0.0
    while left.any():
        along = way[np.argmax(left)]
        family = left & (np.abs(way @ along) > 1.0 - SAME_WAY)
        left &= ~family
        steps[family] = _step(starts[family], along)
    return steps


def _step(points: Array, along: Array) -> Array:
    """Return the step between neighbours of parallel lines (n, 3), or zero if no grid."""
    aside = points - points[0]
    aside -= np.outer(aside @ along, along)
    far = aside[np.argmax(np.linalg.norm(aside, axis=1))]
    reach = float(np.linalg.norm(far))
    if reach <= SAME_PLACE * float(np.ptp(points, axis=0).max()):
        return np.zeros(3)
    across = far / reach
    places = aside @ across
    if np.abs(aside - np.outer(places, across)).max() > SAME_PLACE * reach:
        return np.zeros(3)
    gaps = np.diff(np.sort(places))
    gaps = np.sort(gaps[gaps > SAME_PLACE * reach])
    count = len(gaps)
    if count < FEWEST_LINES - 1:
        return np.zeros(3)
    # the median, without the masked arrays that NumPy's would load first
    step: Array = across * gaps[(count - 1) // 2 : count // 2 + 1].mean()
    return step


@dataclass(frozen=True, slots=True, eq=False)
class Thinned:
    """A polyline with fewer points.

    Attributes:
        line: The polyline.
        points: The remaining points (k, 3), m.
        starts: Pixels of the whole polyline before each segment (k - 1,).
    """

    line: Line
    points: Array
    starts: NDArray[np.float32]


def thinned(line: Line, frame: Frame) -> Thinned | None:
    """Return a polyline with enough points for a quick picture, or None to keep all."""
    if not frame.quick or line.pairs or line.alphas is not None or len(line.points) < MANY:
        return None
    return _thinned(line, frame.camera, frame.device)


# Lines by identity, cameras by value: while both rest, so does what is sent of the line.
@lru_cache(maxsize=32)
def _thinned(line: Line, camera: Camera, size: tuple[int, int]) -> Thinned | None:
    points = np.ascontiguousarray(line.points, float)
    kept, starts = needed_points(points, lens(camera, *size), STRAY, CORNER, reach(size))
    return Thinned(line, points[kept], starts[:-1]) if len(kept) < len(points) else None


def reach(size: tuple[int, int]) -> float:
    """Return the largest segment length, in pixels across or down, that dashes include."""
    return 4.0 * max(size)


@accelerated
def needed_points(
    points: Array, lens: Array, stray: float, corner: float, reach: float
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the points of a polyline to keep: its ends, corners, and enough for its bends.

    A chord deviates from an arc by the product of its length and its turning angle, over eight.
    Hence, of a chord that deviates by s, a step of length l that turns by t uses the share sqrt(l t
    / 8 s).

    Args:
        points: The polyline (m, 3).
        lens: The numbers of the projection, as returned by ``rvs.scene.camera.lens``.
        stray: Permitted deviation of chords, in pixels.
        corner: Cosine of the smallest angle of a turn that is a corner.
        reach: Largest length of a step that is included, in pixels across or down.

    Returns:
        The numbers of these points (k,), and the length of the line on the screen up to each (k,).
    """
    ways = np.diff(points, axis=0)
    long = np.sqrt(_products(ways, ways))
    apart = np.flatnonzero(long > 0.0)
    ways, long, bends = ways[apart], long[apart], apart[1:]
    along, both = _products(ways[1:], ways[:-1]), long[1:] * long[:-1]
    turn = np.sqrt(np.maximum(both * both - along * along, 0.0)) / both
    step = (long[1:] + long[:-1]) / pixel_sizes(points[bends], lens)
    chords = np.cumsum(np.sqrt(turn * step / (16.0 * stray)))
    stays = np.diff(np.floor(chords), prepend=0.0) > 0.0
    stays |= along < corner * both
    kept = np.concatenate([[0], bends[stays], [len(points) - 1]])
    steps = np.clip(np.diff(projected(points, lens)[:, :2], axis=0), -reach, reach)
    lengths = np.append(0.0, np.cumsum(np.sqrt(steps[:, 0] ** 2 + steps[:, 1] ** 2)))
    return kept, lengths[kept].astype(np.float32)


def _products(one: Array, two: Array) -> Array:
    """Return the scalar products of vectors (m, 3), summed in the kernel's order (m,)."""
    products = one * two
    found: Array = products[:, 0] + products[:, 1] + products[:, 2]
    return found


class PointPainter:
    """The painter of runs of points.

    Attributes:
        draw_calls: Number of draw calls since it was made.
    """

    def __init__(self, program: Program) -> None:
        self.draw_calls = 0
        self._packs = Packs(dots)
        self._texels = TexelBuffer()
        self._ranges: dict[int, tuple[int, int]] = {}
        self._program = program

    def load(self, points: Sequence[Points]) -> None:
        """Send all points of a picture."""
        packs, same = self._packs.of(points)
        if same:
            return
        ends = np.cumsum([len(pack) for pack in packs])
        self._ranges = {
            id(item): (int(end) - len(pack), int(end))
            for item, pack, end in zip(points, packs, ends, strict=True)
        }
        if len(ends) and ends[-1]:
            self._texels.fill(np.concatenate(packs))

    def draw(self, points: Sequence[Points], opacity: float = 1.0) -> None:
        """Draw consecutive points of ``load``."""
        first, last = self._ranges[id(points[0])][0], self._ranges[id(points[-1])][1]
        if last == first:
            return
        self._program.use()
        self._program.set_int("base", first)
        self._program.set_float("opacity", opacity)
        self._texels.bind()
        GL.glDrawArraysInstanced(GL.GL_TRIANGLE_STRIP, 0, 4, last - first)
        self.draw_calls += 1

    def release(self) -> None:
        """Free everything but the program."""
        self._texels.release()


def dots(points: Points) -> NDArray[np.float32]:
    """Return position, diameter and colour of each dot (n, 8)."""
    places = np.asarray(points.at, np.float32).reshape(-1, 3)
    rows = np.empty((len(places), 8), np.float32)
    rows[:, :3], rows[:, 3], rows[:, 4:] = places, points.size, points.color
    return rows
