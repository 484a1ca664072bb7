"""Bodies in a row: how far each has to move to stand after the one before it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array

# Between neighbours, in parts of the widest.
GAP = 0.12


def row_shifts(clouds: Sequence[Array], direction: ArrayLike) -> list[Array]:
    """Return by how much (3,), m, clouds of points move to be in a row; the first one stays.

    Args:
        clouds: Points (n, 3) of each, m.
        direction: Unit vector (3,) along the row.
    """
    along = np.asarray(direction, dtype=float)
    spans = [(float((cloud @ along).min()), float((cloud @ along).max())) for cloud in clouds]
    gap = GAP * max((high - low for low, high in spans), default=0.0)
    shifts: list[Array] = []
    end = 0.0
    for low, high in spans:
        shift = end + gap - low if shifts else 0.0
        shifts.append(shift * along)
        end = high + shift
    return shifts
