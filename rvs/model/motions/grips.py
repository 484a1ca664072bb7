"""Times at which a robot grips and releases its payload, and the opening of its gripper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf, isfinite

from rvs.engine.errors import ArgumentError
from rvs.model.bounds import TIME, check_fields
from rvs.value_class import dataclass

# how long a gripper takes to close or open, in s
STROKE = 0.25
MOST_GRIPS = 1000
RELEASE = replace(TIME, free=True)


@dataclass(frozen=True, slots=True)
class Grip:
    """A period in which the payload is held.

    Attributes:
        take: Time at which it is gripped, in s from the start of the motion.
        release: Time at which it is released; infinite if it never is.

    Raises:
        ArgumentError: It would be released before it is taken, or a time is negative.
    """

    take: float
    release: float = inf

    def __post_init__(self) -> None:
        check_fields(self, {"take": TIME, "release": RELEASE})
        if not self.release > self.take:
            raise ArgumentError(f"release: {self.release:g} s is not after {self.take:g} s")


Grips = tuple[Grip, ...]
# Times in s, rising, with how far apart the fingers go from each of them on, in m.
Openings = tuple[tuple[float, float], ...]


def retimed(grips: Grips, time: Callable[[float], float]) -> Grips:
    """Return grips of a motion at another pace.

    Args:
        grips: The grips.
        time: Returns the time at which the motion has the position of a given time, in s.
    """
    return tuple(
        Grip(time(one.take), time(one.release) if isfinite(one.release) else inf) for one in grips
    )


def check_grips(grips: Sequence[Grip]) -> None:
    """Raise an error unless the grips follow one another.

    Raises:
        ArgumentError: Two overlap, or they are not in order.
    """
    if len(grips) > MOST_GRIPS:
        raise ArgumentError(f"grips: expected at most {MOST_GRIPS:,}, got {len(grips):,}")
    for one, after in pairwise(grips):
        if one.release > after.take:
            raise ArgumentError(
                f"grips: no release between the grips at {one.take:g} and {after.take:g} s"
            )


def holds(grips: Grips, t: float) -> bool:
    """Return whether the payload is held at a time; without any grips it is always held."""
    return not grips or any(grip.take <= t < grip.release for grip in grips)


def resting_since(grips: Grips, t: float) -> float:
    """Return the time of the posture that gives the pose of a released payload.

    Before the first grip its position is the first gripping position, later that of the last
    release.
    """
    gone = [grip.release for grip in grips if grip.release <= t]
    return gone[-1] if gone else grips[0].take


def opening(grips: Grips, t: float, wide: float, closed: float = 0.0) -> float:
    """Return the opening of a gripper, 0 to 1; it closes before a grip, opens after a release.

    Args:
        grips: Periods in which it holds the payload.
        t: Time in s.
        wide: Opening while it holds nothing.
        closed: Opening while it holds the payload.
    """
    shut = 0.0
    for grip in grips:
        rising = (t - grip.take) / STROKE + 1.0
        falling = (grip.release - t) / STROKE + 1.0
        shut = max(shut, min(rising, falling, 1.0))
    return wide + shut * (closed - wide)


def opened(openings: Openings, t: float, at_first: float) -> float:
    """Return the opening of a gripper at a time; every change takes a stroke.

    Args:
        openings: Times and the openings set at them, in any unit.
        t: Time in s.
        at_first: Opening before the first of them.
    """
    now = at_first
    for start, wanted in openings:
        if t > start:
            now += min((t - start) / STROKE, 1.0) * (wanted - now)
    return now


def take(grips: Grips, t: float) -> Grips:
    """Return the grips with the payload gripped at a time, until the next grip.

    Raises:
        ArgumentError: It is held at that time already.
    """
    if grips and holds(grips, t):
        raise ArgumentError(f"t: something is already held at {t:.2f} s; release it first")
    later = [grip.take for grip in grips if grip.take > t]
    new = Grip(t, (t + later[0]) / 2 if later else inf)
    return tuple(sorted((*grips, new), key=lambda grip: grip.take))


def release(grips: Grips, t: float) -> Grips:
    """Return the grips with the payload released at a time.

    Raises:
        ArgumentError: It is not held then.
    """
    for k, grip in enumerate(grips):
        if grip.take < t < grip.release:
            return (*grips[:k], Grip(grip.take, t), *grips[k + 1 :])
    raise ArgumentError(f"t: nothing is held at {t:.2f} s; grip something first")


def without(grips: Grips, t: float) -> Grips:
    """Return the grips without the one with the start or end nearest to a time."""
    if not grips:
        return ()
    nearest = min(grips, key=lambda grip: min(abs(grip.take - t), abs(grip.release - t)))
    return tuple(grip for grip in grips if grip is not nearest)
