"""What a search for one posture returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers


@dataclass(frozen=True, eq=False)
class Solution:
    """A posture that reaches a pose, or the nearest one found and why it does not.

    For a batch of m poses every attribute has m entries.

    Attributes:
        q: Posture (n,), or (m, n).
        success: Whether the pose is reached, within the limits where these count.
        residual: Norm of what is left of the rotation vector (rad) and the position error (m).
        iterations: Steps taken, all starts together.
        reason: Why the pose is not reached; empty where it is.
    """

    q: Array
    success: bool | Booleans
    residual: float | Array
    iterations: int | Integers
    reason: str | tuple[str, ...]


def together(solutions: Sequence[Solution], n: int) -> Solution:
    """Return the solutions of a batch of poses as one, for a robot with n joints."""
    return Solution(
        q=np.array([one.q for one in solutions], dtype=float).reshape(-1, n),
        success=np.array([one.success for one in solutions], dtype=bool),
        residual=np.array([one.residual for one in solutions], dtype=float),
        iterations=np.array([one.iterations for one in solutions], dtype=int),
        reason=tuple(str(one.reason) for one in solutions),
    )
