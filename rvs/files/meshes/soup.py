"""Triangles as a mesh file gives them, with their colours, before they are put together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.value_class import dataclass

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Patch:
    """Triangles of one colour.

    Attributes:
        vertices: Points (v, 3).
        triangles: Vertices of each triangle (t, 3).
        color: ``#RRGGBB``, ``#RRGGBBAA`` or empty.
    """

    vertices: Array
    triangles: Ints
    color: str = ""


@dataclass(frozen=True, eq=False)
class Soup:
    """What a mesh file holds.

    Attributes:
        patches: Its triangles.
        turn: Rotation (3, 3) from the axes of the file to z upwards.
        scale: Metres for one unit, as files of its format usually have it.
    """

    patches: Sequence[Patch]
    turn: Array
    scale: float

    def whole(self) -> tuple[Array, Ints, tuple[tuple[str, int], ...]]:
        """Return all points, all triangles by colour, and how many have each colour."""
        ordered = sorted(self.patches, key=lambda patch: patch.color)
        starts = np.cumsum([0, *(len(patch.vertices) for patch in ordered)])
        vertices = np.concatenate([np.zeros((0, 3)), *(patch.vertices for patch in ordered)])
        triangles = np.concatenate(
            [
                np.zeros((0, 3), np.int64),
                *(one.triangles + start for one, start in zip(ordered, starts, strict=False)),
            ]
        )
        counts: dict[str, int] = {}
        for patch in ordered:
            counts[patch.color] = counts.get(patch.color, 0) + len(patch.triangles)
        paints = tuple((color, count) for color, count in counts.items() if count)
        return vertices @ self.turn.T, triangles, paints if any(dict(paints)) else ()
