"""The border of a workspace: cells that sampling missed, and how much of each cell counts."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers
from rvs.study.workspace.cells import Cells
from rvs.study.workspace.reaching import reach
from rvs.study.workspace.sweep import Sweep

# A border cell is judged at so many points along u and v; where one of these does not change, there
# are few such cells, and nothing evens out along a border.
PARTS, FLAT_PARTS = 3, 27


def grow(sweep: Sweep, cells: Cells, size: float, flat: Booleans) -> Integers:
    """Reach for the cells beside reached ones until none more is reached; return those added."""
    tried: set[tuple[int, int]] = set()
    added: list[Integers] = []
    while True:
        targets, sources = cells.frontier()
        pairs = list(zip(targets.tolist(), sources.tolist(), strict=True))
        new = np.array([pair not in tried for pair in pairs], dtype=bool)
        if not new.any():
            break
        tried.update(pairs)
        targets, sources = targets[new], sources[new]
        centres = cells.frame.centres(targets)
        q, there = reach(sweep, centres, cells.postures[sources], size, flat)
        if not there.any():
            break
        added.append(cells.add(q[there], sweep.coordinates(q[there])))
    return np.unique(np.concatenate(added)) if added else np.zeros(0, dtype=np.int64)


def coverage(sweep: Sweep, cells: Cells, size: float, flat: Booleans) -> tuple[Integers, Booleans]:
    """Return the cells at the border, and which of their parts are reached (k, parts)."""
    beside, _ = cells.frontier()
    border = np.union1d(cells.rim(), beside)
    offsets = parts(flat)
    got = np.zeros((len(border), len(offsets)), dtype=bool)
    around = np.column_stack([border, cells.frame.neighbours(border)])
    for column in around.T:
        known = (column >= 0) & cells.hit[np.maximum(column, 0)]
        open_, part = np.nonzero(known[:, None] & ~got)
        if not len(open_):
            continue
        targets = cells.frame.centres(border[open_]) + offsets[part] * cells.frame.step
        starts = cells.postures[column[open_]]
        _, there = reach(sweep, targets, starts, size, flat)
        got[open_[there], part[there]] = True
    return border, got


def parts(flat: Booleans) -> Array:
    """Return the middles of a cell's parts (p, 2), in cells from its own middle."""
    count = FLAT_PARTS if flat.any() else PARTS
    own = (np.arange(count) + 0.5) / count - 0.5
    u, v = (np.zeros(1) if still else own for still in flat)
    return np.stack(np.meshgrid(u, v, indexing="ij"), axis=-1).reshape(-1, 2)
