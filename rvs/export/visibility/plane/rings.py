"""Outlines of sets of polygons with shared edges: the two directions of inner edges cancel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.export.visibility.plane.sorting import stable_order

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
