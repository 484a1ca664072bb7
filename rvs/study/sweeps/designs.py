"""The designs of a sweep: a grid over ranges, or a sample of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array, check_choice, check_index
from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass

Sample = Literal["grid", "random", "sobol"]

SAMPLES: dict[Sample, str] = {
    "grid": "a grid", "random": "random numbers", "sobol": "a Sobol sequence"
}  # fmt: skip
# Most designs of a sweep.
MOST = 1_000_000


@dataclass(frozen=True)
class Range:
    """A number that a sweep changes.

    Attributes:
        name: Its name, such as ``"a2"``.
        first: Its first value, in SI units.
        last: Its last value.
        count: Number of values in a grid, including both ends.

    Raises:
        ArgumentError: A number that is not finite, reversed ends, or a count below 1.
    """

    name: str
    first: float
    last: float
    count: int = 21

    def __post_init__(self) -> None:
        if not np.isfinite([self.first, self.last]).all():
            raise ArgumentError(f"vary: the range of {self.name} needs two finite numbers")
        if self.first > self.last:
            raise ArgumentError(f"vary: the range of {self.name} ends before it begins")
        check_index(self.count, f"vary: the count of {self.name}", 1, MOST)


def designs(ranges: Sequence[Range], sample: Sample, count: int, seed: int) -> Array:
    """Return the values of the designs (d, v).

    Args:
        ranges: The varied numbers, one or two of them for a grid.
        sample: ``"grid"``; ``"random"``, evenly spread; or ``"sobol"``, the scrambled sequence of
            Sobol (1967; Joe and Kuo 2008; Owen 1998), which fills the ranges more evenly.
        count: Number of designs in a sample.
        seed: Seed of a sample.

    Raises:
        ArgumentError: More ranges than a grid can have, or too many designs.

    >>> designs([Range("a1", 0.0, 1.0, 3)], "grid", 1, 0).ravel()
    array([0. , 0.5, 1. ])
    """
    check_choice(sample, "sample", tuple(SAMPLES))
    low, high = np.array([(one.first, one.last) for one in ranges]).T
    if sample == "grid":
        if len(ranges) > 2:
            raise ArgumentError(
                f"vary: a grid has one or two ranges, got {len(ranges)}; use a sample for more"
            )
        size = int(np.prod([one.count for one in ranges]))
        if size > MOST:
            raise ArgumentError(f"vary: {size} designs are more than {MOST}")
        return np.array(list(product(*(
            np.linspace(one.first, one.last, one.count).tolist() for one in ranges
        ))))  # fmt: skip
    check_index(count, "count", 1, MOST)
    if sample == "random":
        return np.asarray(
            low + np.random.default_rng(seed).random((count, len(ranges))) * (high - low)
        )
    # here: it takes a moment to import
    from scipy.stats import qmc  # type: ignore[import-untyped]

    # whole powers of 2 keep the balance of the sequence
    power = int(np.ceil(np.log2(count)))
    points = qmc.Sobol(len(ranges), seed=seed).random_base2(power)[:count]
    return np.asarray(low + points * (high - low))
