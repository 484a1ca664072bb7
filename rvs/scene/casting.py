"""Fewer parts that cast about the same shadow: pieces of something compact are put together."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array

Floats = NDArray[np.float32]

SIDES, VIEWS = 24, 5
_ANGLES = 2 * pi * np.arange(SIDES) / SIDES
_TANGENTS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)]).astype(np.float32)
_COS, _SIN = cos(2 * pi / SIDES), sin(2 * pi / SIDES)
# Where in a polygon it is looked for something else: on its edge, and on the way to its middle.
_SHARES = np.array([1.0, 0.5], np.float32)


def joined_parts(parts: Sequence[Array], by: float) -> list[Array]:
    """Put neighbours together whose hull stands out of the silhouette of all by less than ``by``.

    It is looked at from some sides, as polygons of as many sides as shadows have.  The parts of a
    mesh file are many, pieces of its surface; most have something solid between them.

    Args:
        parts: Points of convex bodies (n, 3) each, neighbours one after the other, m.
        by: How far a hull may stand out, m.
    """
    found = list(parts)
    every = reach = np.stack([_reaches(part) for part in found], axis=1)
    first = tries = 0
    while len(found) > 1 and tries < 2:
        ends = np.arange(first, len(found) - 1, 2)
        first = 1 - first
        if not len(ends):
            tries += 1
            continue
        joint = np.maximum(reach[:, ends], reach[:, ends + 1])
        close = _standing_out(joint, every) < by
        tries = 0 if close.any() else tries + 1
        for k in ends[close][::-1].tolist():
            found[k : k + 2] = [np.concatenate(found[k : k + 2])]
        kept = np.ones(reach.shape[1], bool)
        kept[ends[close] + 1] = False
        reach = reach.copy()
        reach[:, ends[close]] = joint[:, close]
        reach = reach[:, kept]
    return found


def _reaches(points: Array) -> Floats:
    """How far points (n, 3) reach in each direction of each view (VIEWS, SIDES)."""
    seen = np.einsum("vij,nj->vni", _SEEN, points.astype(np.float32))
    reach: Floats = (seen @ _TANGENTS).max(axis=1)
    return reach


def _standing_out(joint: Floats, every: Floats) -> NDArray[np.float32]:
    """How far polygons (VIEWS, k, SIDES) stand out of the union of others (VIEWS, p, SIDES)."""
    slope = (np.roll(joint, -1, axis=-1) - joint * _COS) / _SIN
    corners = np.stack(
        [joint * _TANGENTS[i] - (1 - 2 * i) * slope * _TANGENTS[1 - i] for i in (0, 1)], axis=-1
    )
    edges = ((corners + np.roll(corners, 1, axis=2)) / 2)[:, :, ::2]
    middle = edges.mean(axis=2, keepdims=True)
    places = middle[:, :, None] + _SHARES[:, None, None] * (edges - middle)[:, :, None]
    along = places.reshape(*joint.shape[:2], -1, 2) @ _TANGENTS
    out = np.full(along.shape[:3], np.inf, np.float32)
    for k in range(every.shape[1]):
        np.minimum(out, (along - every[:, k, None, None]).max(axis=-1), out=out)
    worst: NDArray[np.float32] = out.max(axis=(0, 2))
    return worst


def _seen_from(count: int) -> Floats:
    """Two axes across each of some directions spread over a half of the sphere (count, 2, 3)."""
    k = np.arange(count) + 0.5
    z, turn = k / count, pi * (1.0 + 5.0**0.5) * k
    wide = np.sqrt(1.0 - z * z)
    towards = np.stack([wide * np.cos(turn), wide * np.sin(turn), z], axis=1)
    right = np.stack([-np.sin(turn), np.cos(turn), np.zeros(count)], axis=1)
    return np.stack([right, np.cross(towards, right)], axis=1).astype(np.float32)


_SEEN = _seen_from(VIEWS)
