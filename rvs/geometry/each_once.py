"""Different numbers among many, without what NumPy's ``unique`` loads first: masked arrays."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Numbers = TypeVar("Numbers", bound=np.generic)


def each_once(values: NDArray[Numbers]) -> NDArray[Numbers]:
    """Return the different values among numbers (n,), from the least on.

    >>> each_once(np.array([5, 2, 5])).tolist()
    [2, 5]
    """
    ordered = np.sort(values)
    new = np.ones(len(ordered), bool)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new]
