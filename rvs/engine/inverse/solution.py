"""Results of inverse kinematics: one posture or all of them, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers
from rvs.engine.inverse.reason import Reason
from rvs.engine.notebooks import Shown
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Solution:
    """A posture that reaches a pose, or the nearest one with the reason.

    For a batch of m poses every attribute has m entries.

    Attributes:
        q: Posture (n,), or (m, n).
        success: The pose is reached, within the limits if these apply.
        residual: Norm of the remaining rotation vector (rad) and position error (m).
        iterations: Total number of steps from all starts.
        reason: Reason why the pose is not reached; empty if it is.
    """

    q: Array
    success: bool | Booleans
    residual: float | Array
    iterations: int | Integers
    reason: Reason | tuple[Reason, ...]


@dataclass(frozen=True, eq=False)
class Solutions(Shown):
    """Every posture found for a pose; its length is their number.

    Attributes:
        q: Postures (k, n), isolated ones first.
        isolated: True for isolated postures (k,); the others are samples of a continuum.
        certified: No isolated posture and no continuum can be missing.
        family: The structure used, as named by ``family``.
        infinite: There are infinitely many postures.
        residual: Remaining error of each posture (k,), rad and m.
        reason: Reason for none, or infinitely many; empty otherwise.
    """

    q: Array
    isolated: Booleans
    certified: bool
    family: str
    infinite: bool
    residual: Array
    reason: Reason

    def __len__(self) -> int:
        return len(self.q)

    @property
    def samples(self) -> Array:
        """The postures that sample a continuum (m, n)."""
        return self.q[~self.isolated]


def together(parts: Sequence[Solution], n: int) -> Solution:
    """Return solutions of one pose, or of several poses together, for a robot with n joints."""
    reasons = [(one.reason,) if isinstance(one.reason, Reason) else one.reason for one in parts]
    return Solution(
        q=np.concatenate([np.empty((0, n)), *(np.atleast_2d(one.q) for one in parts)]),
        success=np.hstack([np.empty(0, dtype=bool), *(one.success for one in parts)]),
        residual=np.hstack([np.empty(0), *(one.residual for one in parts)]),
        iterations=np.hstack([np.empty(0, dtype=int), *(one.iterations for one in parts)]),
        reason=tuple(chain.from_iterable(reasons)),
    )
