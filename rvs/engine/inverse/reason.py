"""The reason why a pose is not reached: a plain sentence with its numbers."""

from __future__ import annotations

from typing import Any, Literal

from rvs.engine.arrays import Array

Cause = Literal["", "reach", "limits", "singularity", "redundant", "rotation", "not found"]


class Reason(str):
    """A sentence, empty if there is no fault, with its facts as attributes.

    Attributes:
        kind: ``"reach"``: the pose lies where the arm cannot go.  ``"limits"``: only postures
            beyond limits reach it.  ``"singularity"``: a singularity makes the answer ambiguous
            or infinite.  ``"redundant"``: more joints than conditions leave a choice.
            ``"rotation"``: the position can be reached, this rotation there cannot.
            ``"not found"``: nothing is proven.  ``""``: all is well.
        joints: The joints, 0 to n - 1, whose limits are in the way, that a singularity lets move,
            or that can be chosen.
        excess: By how much each of them would have to exceed its limit, rad or m.
        distance: How far the nearest reachable pose is away, m; None where it is not known.
        angle: By which angle it is turned, rad; None where it is not known.
        nearest: The nearest reachable pose that was found (4, 4), or None.
        posture: A posture with that pose (n,), or None.
        starts: How many starts were tried where nothing was found.

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
