"""Long polylines with fewer points, for pictures between others."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.gl.frame import Frame
from rvs.model.views.view import Camera
from rvs.scene.camera import lens, pixel_sizes, projected
from rvs.scene.items import Line
from rvs.value_class import dataclass

# Lines of fewer points are left as they are.
MANY = 100
# Pixels by which chords stray from bends; corners that turn by more than this angle stay.
STRAY, CORNER = 0.1, cos(radians(10.0))


@dataclass(frozen=True, slots=True, eq=False)
class Thinned:
    """A polyline with fewer points.

    Attributes:
        line: The polyline.
        points: Those that stay (k, 3), m.
        starts: Pixels of the whole polyline before each segment (k - 1,).
    """

    line: Line
    points: Array
    starts: NDArray[np.float32]


def thinned(line: Line, frame: Frame) -> Thinned | None:
    """Return as many points of a polyline as a quick picture needs; None where it needs all."""
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
    """Return how many pixels, right or down, a segment counts at most for dashes."""
    return 4.0 * max(size)


@accelerated
def needed_points(
    points: Array, lens: Array, stray: float, corner: float, reach: float
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return which points of a polyline stay: its ends, corners, and as many as bends need.

    A chord strays from an arc by the product of its length and the angle by which it turns, over
    eight.  So of a chord that strays by s, a step of length l that turns by t takes the share
    sqrt(l t / 8 s).

    Args:
        points: The polyline (m, 3).
        lens: The numbers by which they are projected, as ``rvs.scene.camera.lens`` gives them.
        stray: How far chords stray, in pixels.
        corner: Cosine of the angle from which on a turn is a corner.
        reach: Pixels, right or down, that a step counts at most for the length.

    Returns:
        The numbers of these points (k,), and how long the line is on the screen up to each (k,).
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
    """Scalar products of vectors (m, 3), summed as the kernel sums them (m,)."""
    products = one * two
    found: Array = products[:, 0] + products[:, 1] + products[:, 2]
    return found
