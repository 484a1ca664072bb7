"""Differences between consecutive frames."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Box = tuple[int, int, int, int]


def changed_box(before: NDArray[np.uint8] | None, now: NDArray[np.uint8]) -> Box:
    """Return left, top, right, bottom of the difference; one pixel if there is none.

    Args:
        before: The previous frame (h, w) or (h, w, n); None differs everywhere.
        now: The current frame.
    """
    if before is None:
        return 0, 0, now.shape[1], now.shape[0]
    other = before != now
    if other.ndim == 3:
        other = other.any(axis=2)
    rows, columns = np.flatnonzero(other.any(axis=1)), np.flatnonzero(other.any(axis=0))
    if not len(rows):
        return 0, 0, 1, 1
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
