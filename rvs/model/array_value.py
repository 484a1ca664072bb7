"""A read-only table of numbers of any size, compared by its contents."""

from __future__ import annotations

from functools import cached_property
from hashlib import blake2b

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass

DIGEST_BYTES = 16


@dataclass(frozen=True, eq=False)
class Block:
    """Read-only numbers; two blocks are equal if their shapes and numbers are.

    Attributes:
        array: The numbers, float64 and contiguous.

    >>> block([[1, 2], [3, 4]]) == block([[1.0, 2.0], [3.0, 4.0]])
    True
    """

    array: Array

    @cached_property
    def digest(self) -> str:
        """The digest of the shape and the numbers, exact to the last bit."""
        summed = blake2b(repr(self.array.shape).encode(), digest_size=DIGEST_BYTES)
        # Adding zero makes a negative zero, which equals zero, the same bits.
        summed.update((self.array + 0.0).data)
        return summed.hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Block):
            return NotImplemented
        return self is other or self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        # All numbers of a motion would be pages.
        sides = " × ".join(map(str, self.array.shape))
        return f"<{sides} numbers>"

    def __len__(self) -> int:
        return len(self.array)


def block(values: ArrayLike) -> Block:
    """Return a block of finite numbers.

    An array that owns its numbers and is already read-only is used directly; any other is copied.

    Raises:
        ArgumentError: Not numbers, or not finite.
    """
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ArgumentError("values: expected a table of numbers") from error
    if not np.isfinite(array).all():
        raise ArgumentError("values: every number must be finite")
    safe = array.base is None and array.flags.c_contiguous and not array.flags.writeable
    if not safe:
        array = np.array(array, dtype=np.float64, order="C")
        array.setflags(write=False)
    return Block(array)
