"""Connected parts of a graph."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.engine.kernels import accelerated

Ints = NDArray[np.int64]


@accelerated
def connected(one: Ints, two: Ints, count: int) -> Ints:
    """Number the connected parts of a graph, beginning with that of its first node.

    Args:
        one: A node of each edge (n,).
        two: The other one (n,).
        count: Number of nodes.

    Returns:
        The part of each node (count,).

    >>> connected(np.array([3, 1]), np.array([1, 4]), 5).tolist()
    [0, 1, 2, 1, 1]
    """
    first = np.arange(count)
    while True:
        # the least node known to be of its part, carried over the edges and then to its own
        least = first.copy()
        np.minimum.at(least, first[one], first[two])
        np.minimum.at(least, first[two], first[one])
        least = least[least]
        if np.array_equal(least, first):
            break
        first = least
    return np.unique(first, return_inverse=True)[1]
