"""Results of inverse kinematics: one posture or all of them, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Literal

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers
from rvs.engine.notebooks import Shown
from rvs.value_class import dataclass

Cause = Literal["", "reach", "limits", "singularity", "redundant", "rotation", "not found"]


class Reason(str):
    """A sentence, empty if there is no fault, with its facts as attributes.

    Attributes:
        kind: ``"reach"``: the pose is outside the reach of the arm.  ``"limits"``: only postures
            beyond limits reach it.  ``"singularity"``: a singularity makes the answer ambiguous or
            infinite.  ``"redundant"``: more joints than conditions leave a choice. ``"rotation"``:
            the position can be reached, but not with this orientation. ``"not found"``: nothing is
            proven.  ``""``: there is no fault.
        joints: The joints, 0 to n - 1, whose limits prevent the pose, that a singularity permits to
            move, or that can be chosen.
        excess: Excess of each of them beyond its limit, rad or m.
        distance: Distance of the nearest reachable pose, m; None if unknown.
        angle: Rotation angle of that pose, rad; None if unknown.
        nearest: The nearest reachable pose that was found (4, 4), or None.
        posture: A posture with that pose (n,), or None.
        starts: Number of starts if no posture was found.

    >>> reason = Reason("joint 2 is in the way", kind="limits", joints=(2,))
    >>> print(reason, reason.joints)
    joint 2 is in the way (2,)
    """

    kind: Cause
    joints: tuple[int, ...]
    excess: tuple[float, ...]
    distance: float | None
    angle: float | None
    nearest: Array | None
    posture: Array | None
    starts: int

    def __new__(
        cls,
        text: str = "",
        *,
        kind: Cause = "",
        joints: tuple[int, ...] = (),
        excess: tuple[float, ...] = (),
        distance: float | None = None,
        angle: float | None = None,
        nearest: Array | None = None,
        posture: Array | None = None,
        starts: int = 0,
    ) -> Reason:
        """Make a reason from its sentence and its facts."""
        reason = super().__new__(cls, text)
        reason.kind, reason.joints, reason.excess = kind, joints, excess
        reason.distance, reason.angle, reason.nearest = distance, angle, nearest
        reason.posture, reason.starts = posture, starts
        return reason

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]:
        return (str(self),), dict(vars(self))


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
