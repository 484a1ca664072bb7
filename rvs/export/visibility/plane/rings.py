"""Polygons with shared edges: welded corners, and outlines of sets of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.export.visibility.plane.rows import numbered, stable_order
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
_ODD = np.array([0x2545F4914F6CDD1D, 0x5851F42D4C957F2D, 0x14057B7EF767814F], np.int64)


@accelerated
def rings(groups: Ints, starts: Ints, ends: Ints, places: Array, count: int) -> list[list[Array]]:
    """Return the closed outlines of each group of polygons.

    For any edges, the outlines have the same winding numbers as the polygons, so filling the area
    of positive winding numbers gives the union.

    Args:
        groups: Group of each directed edge (n,); a group's edges make closed polygons.
        starts: Start point of each edge (n,).
        ends: End point of each edge (n,).
        places: Positions of the points (p, 2).
        count: Number of groups.
    """
    keep = _not_cancelled(groups, starts, ends)
    groups, starts, ends = groups[keep], starts[keep], ends[keep]
    size = np.int64(len(places))
    leaving = stable_order(groups * size + starts)
    arriving = stable_order(groups * size + ends)
    # as many edges arrive at a point as leave it: the k-th that arrives goes on as the k-th
    following = np.empty(len(groups), np.int64)
    following[arriving] = leaving
    found: list[list[Array]] = [[] for _ in range(count)]
    for group, ring in _cycles(following, groups):
        if len(ring) > 2:
            found[group].append(places[starts[ring]])
    return found


def _not_cancelled(groups: Ints, starts: Ints, ends: Ints) -> NDArray[np.bool_]:
    """Return edges left after removal of pairs of opposite edges of one group."""
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    # a hash that no two of some million edges share
    key = groups * _ODD[0] + low * _ODD[1] + high * _ODD[2]
    order = stable_order(key)
    key = key[order]
    new = np.ones(len(order), bool)
    new[1:] = key[1:] != key[:-1]
    which = np.cumsum(new) - 1
    forward = starts[order] < ends[order]
    surplus = np.zeros(int(new.sum()), np.int64)
    np.add.at(surplus, which, np.where(forward, 1, -1))
    # of several equal edges the first ones stay, as many as have no opposite
    rank = np.zeros(len(order), np.int64)
    for way in (True, False):
        part = forward == way
        counts = np.cumsum(part)
        first = counts[np.flatnonzero(new)] - part[np.flatnonzero(new)]
        rank[part] = (counts - first[which])[part] - 1
    wanted = np.where(forward, surplus[which], -surplus[which])
    keep = np.zeros(len(order), bool)
    keep[order] = (rank < wanted) & (low != high)[order]
    return keep


def _cycles(following: Ints, groups: Ints) -> list[tuple[int, list[int]]]:
    steps, owners = following.tolist(), groups.tolist()
    seen = bytearray(len(steps))
    found = []
    for first in range(len(steps)):
        if seen[first]:
            continue
        ring = []
        at = first
        while not seen[at]:
            seen[at] = 1
            ring.append(at)
            at = steps[at]
        found.append((owners[first], ring))
    return found


# Points nearer than this, in units, are one.
WELD = 1e-6


@dataclass(frozen=True, eq=False)
class Welded:
    """Corners of polygons, one polygon after the other, with coinciding ones as one point.

    Attributes:
        counts: Number of corners of each polygon (n,).
        number: Point of each corner (c,).
        places: Positions of the points (p, 2).
    """

    counts: Ints
    number: Ints
    places: Array

    @property
    def first(self) -> Ints:
        """The first corner of each polygon (n,)."""
        starts: Ints = np.cumsum(self.counts) - self.counts
        return starts


def welded(points: Array, counts: Ints) -> Welded:
    """Merge equal corners (c, 2) of polygons; their numbers of corners (n,) are at least 1."""
    cell = np.round(points / WELD).astype(np.int64)
    # a hash that no two of some million cells share
    first, number = numbered(cell[:, 0] * np.int64(0x5851F42D4C957F2D) + cell[:, 1])
    return Welded(counts, number, points[first])


def outlines(made: Welded, group: Ints, many: int) -> list[list[Array]]:
    """Return the outlines of each group, counter-clockwise with y up.

    Args:
        made: The polygons, clockwise.
        group: Group of each polygon (n,).
        many: Number of groups.
    """
    after = np.arange(1, len(made.number) + 1)
    after[made.first + made.counts - 1] = made.first
    # backwards, since y runs down
    starts, ends = made.number[after], made.number
    return rings(np.repeat(group, made.counts), starts, ends, made.places, many)
