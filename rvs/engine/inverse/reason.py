"""The reason why a pose is not reached: a plain sentence with its numbers."""

from __future__ import annotations

from typing import Any, Literal

from rvs.engine.arrays import Array

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
