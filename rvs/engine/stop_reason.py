"""The reason why a tool stops on its path, and the possibility of reaching farther.

The fact that another posture reaches the very next pose proves little: up to the border of the
reach some branch continues.  So the whole remaining path is examined, nearby and far ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers
from rvs.engine.inverse import Reason, ikine
from rvs.engine.robot import Robot
from rvs.engine.screws import log3
from rvs.engine.singular import Singularity, singularity
from rvs.value_class import dataclass

StopKind = Literal["limit", "reach", "singularity"]

# So many poses of the rest of the way are looked at, besides those that follow at once.
AHEAD = 8
# A way that is lost within this, in rad or parts of the reach, is lost where the tool stops.
HERE = 0.05
# Smaller misses, in m and rad, are not worth saying.
LEAST, LEAST_TURN = 1e-6, 1e-4


@dataclass(frozen=True)
class Stop:
    """Reason why a tool stops.

    Attributes:
        kind: ``"limit"``: a joint is at its limit.  ``"reach"``: the path leaves the reach of the
            arm.  ``"singularity"``: other branches continue, this one does not.
        time: The last time at which the tool is at its required pose.
        words: The reason in a sentence.
        joint: The joint at its limit, from 0, or None.
        others: Other postures reach the rest of the path, within the examined times.
        lost: Time from which no posture reaches the path, in s, or None.
        distance: Largest distance of the tool from the path, m; 0 where the path is reached.
        angle: Largest rotation angle from the path, rad.
    """

    kind: StopKind
    time: float
    words: str
    joint: int | None = None
    others: bool = True
    lost: float | None = None
    distance: float = 0.0
    angle: float = 0.0


@dataclass(frozen=True)
class Rest:
    """The rest of a path after the stop of the tool.

    Attributes:
        robot: The robot.
        poses: Function that returns the poses (m, 4, 4) of the tool in the world at times (m,).
        times: Times of the required postures (k,): the time of the stop, then those that follow.
        mask: Active ones of the six conditions (6,).
        limits: Respect the joint limits.
        reach: Length that makes lengths comparable with angles, m.
    """

    robot: Robot
    poses: Callable[[Array], Array]
    times: Array
    mask: Booleans
    limits: bool
    reach: float

    def pose(self, index: int) -> Array:
        """Return the pose at one of the times (4, 4)."""
        return np.asarray(self.poses(self.times[index : index + 1])[0])


@dataclass(frozen=True)
class _Loss:
    """Part of the path that no posture reaches.

    Attributes:
        index: The first of the times without a posture, or None.
        reason: The reason at that time.
    """

    index: int | None
    reason: Reason


def why_stopped(rest: Rest, q: Array, joint: int | None) -> Stop:
    """Return the reason why a tool stops.

    Args:
        rest: The rest of its path.
        q: Posture at the stop (n,), rad or m.
        joint: The joint at its limit there, from 0, or None.
    """
    t, lost = float(rest.times[0]), _loss(rest, q, limits=False)
    barred = _loss(rest, q, limits=True) if rest.limits else lost
    misses = _misses(rest, lost, q)
    far = _left(lost, *misses)
    since = None if lost.index is None else float(rest.times[lost.index])
    later = "" if since is None else f"; from {since:.2f} s on {far}"
    facts = (barred.index is None, since, *misses)
    if joint is not None:
        words = f"joint {joint + 1} is at its limit{later}"
        return Stop("limit", t, words, joint, *facts)
    if lost.index is not None and _near(rest, lost.index):
        return Stop("reach", t, far, None, *facts)
    what = cast(Singularity, singularity(rest.robot, q)).words
    words = f"{what} ends this branch{_others(rest, barred)}{later}"
    return Stop("singularity", t, words, None, *facts)


def _others(rest: Rest, barred: _Loss) -> str:
    """Return the words for other branches at a singularity, as the end of a sentence."""
    if barred.index is None:
        return ": only another branch reaches the rest of the path"
    if barred.reason.kind != "limits":
        return ", and another branch continues for a while"
    joints = " and ".join(f"joint {index + 1}" for index in barred.reason.joints)
    when = "" if barred.index == 1 else f" from {rest.times[barred.index]:.2f} s on"
    return f", and the others exceed the limits of {joints}{when}"


def _left(lost: _Loss, distance: float, angle: float) -> str:
    """Return the words for the largest deviation from an unreached path, in m and rad."""
    by = [f"{distance:.3g} m"] if distance > LEAST else []
    by += [f"{np.degrees(angle):.3g}°"] if angle > LEAST_TURN else []
    much = f", by up to {' and '.join(by)}" if by else ""
    if lost.reason.kind == "not found":
        return f"no posture was found that reaches the path{much}"
    if lost.reason.kind == "rotation":
        return f"the arm cannot rotate the tool as the path requires{much}"
    return f"the path leaves the arm's reach{much}"


def _near(rest: Rest, index: int) -> bool:
    """Return whether a time is so close that the tool has hardly moved until then."""
    here, there = rest.pose(0), rest.pose(index)
    turn = float(np.linalg.norm(log3(there[:3, :3] @ here[:3, :3].T)))
    return index == 1 or turn + float(np.linalg.norm((there - here)[:3, 3])) / rest.reach < HERE


def _loss(rest: Rest, q: Array, limits: bool) -> _Loss:
    """Find the first of the examined times at which no posture reaches a path."""
    near = 0
    for probe in _probes(len(rest.times)).tolist():
        found, reason = _reached(rest, probe, q, limits)
        if found is not None:
            near, q = probe, found
            continue
        far = probe
        while far - near > 1:
            middle = (near + far) // 2
            found, why = _reached(rest, middle, q, limits)
            if found is None:
                far, reason = middle, why
            else:
                near, q = middle, found
        return _Loss(far, reason)
    return _Loss(None, Reason())


def _probes(count: int) -> Integers:
    """Return the times to examine: ever farther ahead, and evenly spaced to the end."""
    doubling = 2 ** np.arange(int(np.log2(count - 1)) + 1)
    return np.unique(np.concatenate([doubling, _evenly(1, count)]))


def _evenly(first: int, count: int) -> Integers:
    return np.linspace(first, count - 1, AHEAD).round().astype(int)


def _reached(rest: Rest, index: int, q: Array, limits: bool) -> tuple[Array | None, Reason]:
    """Return a posture at one of the times, or None and the reason why there is none."""
    mask = None if rest.mask.all() else rest.mask
    found = ikine(rest.robot, rest.pose(index), q, mask, limits)
    return (found.q, Reason()) if found.success else (None, cast(Reason, found.reason))


def _misses(rest: Rest, lost: _Loss, q: Array) -> tuple[float, float]:
    """Return the largest distances from the path, in m and rad, after the tool leaves it."""
    if lost.index is None:
        return 0.0, 0.0
    times = np.unique(_evenly(lost.index, len(rest.times))[1:]).tolist()
    found = [lost.reason, *(_reached(rest, k, q, limits=False)[1] for k in times)]
    return max(one.distance or 0.0 for one in found), max(one.angle or 0.0 for one in found)
