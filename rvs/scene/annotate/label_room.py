"""Obstacles to labels on the screen, and the cost of covering them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rvs.engine.arrays import Array
from rvs.scene.camera import pixel_sizes, projected
from rvs.scene.items import Line
from rvs.value_class import dataclass

# Between labels, and between a label and anything else, in pixels.
CLEARANCE = 1.0
# An arrow's shaft, the wide part of its head and the narrow one: where they end and half their
# widths, in shares of the arrow's length.
ARROW = ((0.73, 0.034), (0.87, 0.092), (1.0, 0.046))
# What it costs, in pixels of way, to cover something at all, and each pixel of it.
ANY, ON_HEAD, ON_SHAFT, ON_LINE, ON_LABEL, OUTSIDE = 8.0, 300.0, 60.0, 20.0, 200.0, 300.0
LINE_HALF = 1.0


@dataclass(frozen=True, eq=False)
class Obstacles:
    """Thick lines on the screen, in pixels, y down.

    Attributes:
        starts: Start of each (m, 2).
        ways: Vector from there to its end (m, 2).
        halves: Half its width (m,).
        weights: Cost of covering a pixel of it (m,).
    """

    starts: Array
    ways: Array
    halves: Array
    weights: Array

    def around(self, places: Array, size: Array) -> Obstacles:
        """Return the obstacles that labels of a size (2,) at positions (..., 2) could cover."""
        room = size / 2 + CLEARANCE
        low, high = places.min(axis=0) - room, places.max(axis=0) + room
        ends = self.starts + self.ways
        wide = self.halves[:, None]
        near = np.all(
            (np.minimum(self.starts, ends) - wide <= high)
            & (np.maximum(self.starts, ends) + wide >= low),
            axis=1,
        )
        return Obstacles(self.starts[near], self.ways[near], self.halves[near], self.weights[near])

    def and_others(self, others: Obstacles) -> Obstacles:
        """Return these and other obstacles."""
        return Obstacles(
            np.concatenate([self.starts, others.starts]),
            np.concatenate([self.ways, others.ways]),
            np.concatenate([self.halves, others.halves]),
            np.concatenate([self.weights, others.weights]),
        )

    def cost(self, places: Array, sizes: Array) -> Array:
        """Return the covering cost of labels of sizes (..., 2) at positions (..., 2) (...,)."""
        if not len(self.starts):
            return np.zeros(places.shape[:-1])
        half = sizes[..., None, :] / 2 + self.halves[:, None] + CLEARANCE
        covered = lengths_inside(self.starts, self.ways, places[..., None, :], half)
        return running_sums(np.where(covered >= 0.0, ANY + covered, 0.0) * self.weights)


NOTHING = Obstacles(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0), np.zeros(0))


def lengths_inside(starts: Array, ways: Array, middles: Array, halves: Array) -> Array:
    """Return the lengths of segments inside rectangles (...,); -1 if they do not meet.

    Args:
        starts: Starts of segments (..., 2).
        ways: Vectors from there to their ends (..., 2).
        middles: Centres of rectangles (..., 2).
        halves: Half their widths and heights (..., 2).
    """
    steps = np.where(np.abs(ways) < 1e-9, 1e-9, ways)
    apart = middles - starts
    one, two = (apart - halves) / steps, (apart + halves) / steps
    first = np.maximum(np.minimum(one, two).max(axis=-1), 0.0)
    last = np.minimum(np.maximum(one, two).min(axis=-1), 1.0)
    found: Array = np.where(
        last >= first, (last - first) * np.hypot(steps[..., 0], steps[..., 1]), -1.0
    )
    return found


def arrows(stems: Array, tips: Array, lens: Array) -> Obstacles:
    """Return arrows from stems (n, 3) to tips (n, 3), in m, in the picture of a camera.

    Args:
        stems: Their starts.
        tips: Their ends.
        lens: The numbers of ``rvs.scene.camera.lens``.
    """
    tails, ends = projected(stems, lens), projected(tips, lens)
    if not lens[15]:
        kept = (tails[:, 2] > 0.0) & (ends[:, 2] > 0.0)
        stems, tips, tails, ends = stems[kept], tips[kept], tails[kept], ends[kept]
    x, y, z = (tips - stems).T
    long = np.sqrt(x * x + y * y + z * z) / pixel_sizes(tips, lens)
    tail, way = tails[:, :2], ends[:, :2] - tails[:, :2]
    marks = [tail, *(tail + end * way for end, _ in ARROW)]
    starts = np.concatenate(marks[:-1])
    halves = np.concatenate([half * long for _, half in ARROW])
    weights = np.repeat([ON_SHAFT, ON_HEAD, ON_HEAD], len(tail))
    return Obstacles(starts, np.concatenate(marks[1:]) - starts, halves, weights)


def lines_in_the_way(lines: Sequence[Line], lens: Array) -> Obstacles:
    """Return lines in the picture of a camera, by the numbers of ``rvs.scene.camera.lens``."""
    if not lines:
        return NOTHING
    starts, ends = (
        np.concatenate(part) for part in zip(*(_along(line, lens) for line in lines), strict=True)
    )
    count = len(starts)
    return Obstacles(starts, ends - starts, np.full(count, LINE_HALF), np.full(count, ON_LINE))


def _along(line: Line, lens: Array) -> tuple[Array, Array]:
    ends = np.asarray(line.points, float)
    pieces = ends.reshape(-1, 2, 3) if line.pairs else np.stack([ends[:-1], ends[1:]], axis=1)
    seen = projected(pieces, lens)
    if not lens[15]:
        seen = seen[(seen[..., 2] > 0.0).all(axis=1)]
    return seen[:, 0, :2], seen[:, 1, :2]


def covered_areas(places: Array, sizes: Array, others: Array) -> Array:
    """Return the overlap of labels at positions (..., 2) with other rectangles, in pixels² (...,).

    Args:
        places: Centres of the labels (..., 2).
        sizes: Their widths and heights (..., 2).
        others: Centre, width and height of the others (r, 4).
    """
    apart = np.abs(places[..., None, :] - others[:, :2])
    room = (sizes[..., None, :] + others[:, 2:]) / 2 + CLEARANCE - apart
    return running_sums(np.maximum(room, 0.0).prod(axis=-1))


def running_sums(values: Array) -> Array:
    """Return the sums of rows (..., m), added in the kernel's order (...,)."""
    if not values.shape[-1]:
        return np.zeros(values.shape[:-1])
    sums: Array = np.add.accumulate(values, axis=-1)[..., -1]
    return sums


def beyond(places: Array, sizes: Array, page: Array) -> Array:
    """Return the excess of labels at positions (..., 2) beyond a page's two corners (...,)."""
    low, high = places - sizes / 2, places + sizes / 2
    out: Array = np.maximum(np.maximum(page[0] - low, high - page[1]), 0.0).sum(axis=-1)
    return out


def distances(points: Array, places: Array, sizes: Array) -> Array:
    """Return the distances of points (..., 2) from labels at positions (..., 2); 0 inside."""
    apart = np.abs(points - places) - sizes / 2
    found: Array = np.linalg.norm(np.maximum(apart, 0.0), axis=-1)
    return found
