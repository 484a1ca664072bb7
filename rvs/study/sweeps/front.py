"""The Pareto front: designs that no other surpasses in both of two measures."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, Integers


def front(values: ArrayLike, signs: tuple[float, float] = (1.0, 1.0)) -> Integers:
    """Return the rows that no other row dominates, by rising first value (Pareto 1906).

    A row dominates another if it is as good in both values and better in one.  Equal rows are all
    on the front; rows with a NaN or an infinite number never are.

    Args:
        values: Two values for each design (d, 2).
        signs: 1 if less is better, -1 if more is.

    >>> front([[1, 3], [2, 2], [3, 3], [3, 1]]).tolist()
    [0, 1, 3]
    """
    given = np.asarray(values, dtype=float).reshape(-1, 2)
    cost: Array = given * signs
    known = np.flatnonzero(np.isfinite(cost).all(axis=1))
    order = known[np.lexsort((cost[known, 1], cost[known, 0]))]
    first, second = cost[order].T
    least = np.minimum.accumulate(np.append(np.inf, second))[:-1]
    # of rows with one first value the best comes first; its equals follow it
    same = np.append(False, (np.diff(first) == 0) & (np.diff(second) == 0))
    kept = second < least
    groups = np.maximum.accumulate(np.where(same, -1, np.arange(len(order))))
    kept = kept[groups] if len(order) else kept
    found: Integers = order[kept]
    return found
