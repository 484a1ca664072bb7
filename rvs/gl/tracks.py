"""Where the poses of solids that move go in the buffer of all poses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Bodies, Solid, Solids
from rvs.engine.arrays import Array
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
# Numbers from the first solid of a body on, and how many.
Span = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """The way of some solids, in their order, to the rows they are drawn from.

    Attributes:
        rows: Rows of the buffer (m,); a solid may be drawn more than once.
        sources: Which solid belongs in each (m,).
        firsts: Which solid is the first one of each body.
        on_screen: Those whose size is in pixels.
        mirrored: Whether the pose of each turned its mesh inside out.
    """

    rows: Ints
    sources: Ints
    firsts: tuple[int, ...]
    on_screen: Ints
    mirrored: Flags


def track_of(every: Sequence[Solid], drawn: Sequence[Solid], moved: Sequence[Span]) -> Track:
    """Return the way of those solids that move.

    Args:
        every: All solids.
        drawn: What each row of the buffer is of.
        moved: Those that move.
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
    """Return the poses of solids and of those in groups (n, 4, 4)."""
    found = [body.poses if isinstance(body, Solids) else body.pose[None] for body in bodies]
    return np.concatenate(found) if found else np.zeros((0, 4, 4))


def mirrored(poses: Array) -> Flags:
    """Return whether each pose (n, 4, 4) turns a mesh inside out (n,)."""
    found: Flags = np.linalg.det(poses[:, :3, :3]) < 0.0
    return found
