"""Rows: from postures and motions to a joint trajectory, and back to its stops."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, pi

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_choice, check_numbers, check_positive
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import check_posture
from rvs.engine.robot import Robot
from rvs.engine.trajectory import SCALINGS, duration, joint_line, peaks
from rvs.model.derived import derived
from rvs.model.motions.motion import JointTrajectory, Motion, check_moves
from rvs.model.motions.rates import NO_DEFAULTS, SLACK, Defaults, velocities

DT = 0.02
MOST_ROWS = 5_000_000
# What counts where a robot's file says nothing: gentle for an industrial arm.
GENTLE = Defaults(
    turning_rate=pi / 2, turning_acceleration=pi, sliding_rate=0.5, sliding_acceleration=1.0
)


def record(
    robot: Robot,
    robot_id: str,
    postures: ArrayLike,
    times: Sequence[float] | None = None,
    *,
    scaling: str = "quintic",
    dt: float = DT,
    defaults: Defaults = GENTLE,
    strict: bool = True,
) -> JointTrajectory:
    """Return a trajectory through postures, at rest at each, within the joints' limits.

    Between two postures every joint moves on a straight line, all with the same scaling.  Every
    posture is in a row: durations are rounded up, and given times rounded to the nearest, whole
    number of steps.

    Args:
        robot: The robot.
        robot_id: Its id in the document.
        postures: Two or more postures (k, n), rad and m.
        times: Time of each posture (k,), rising from 0, in s; the shortest that rates and
            accelerations allow when None.
        scaling: A name in ``rvs.engine.trajectory.SCALINGS``: ``"septic"`` is the 4-5-6-7
            polynomial.
        dt: Time from row to row, in s.
        defaults: Rates and accelerations that propose times where the robot has no limit; given
            times may exceed them.
        strict: Refuse postures beyond the limits and times that are too short; otherwise they are
            accepted, and ``violations`` finds them.

    Raises:
        ArgumentError: Not such postures or times, a locked joint that moves, more than 5,000,000
            rows, or, if strict, a limit that can't be kept; the message names it.
    """
    check_choice(scaling, "scaling", SCALINGS)
    check_positive(dt, "dt")
    via = check_posture(robot, postures, "postures")
    if via.ndim != 2 or len(via) < 2:
        raise ArgumentError(f"postures: expected at least two, got shape {via.shape}")
    _check_locked(robot, via)
    if strict:
        _check_limits(robot, via)
    if times is None:
        shortest = _shortest(robot, via, scaling, defaults)
        steps = [max(ceil(least / dt - SLACK), 1) for least in shortest]
    else:
        steps = _given_steps(times, len(via), dt)
        if strict:
            # What is merely assumed refuses nothing.
            known = _shortest(robot, via, scaling, NO_DEFAULTS)
            _check_times(robot, via, np.array(steps) * dt, (scaling, NO_DEFAULTS), known)
    if sum(steps) >= MOST_ROWS:
        raise ArgumentError(
            f"dt: {dt:g} s makes {sum(steps) + 1} rows; expected at most {MOST_ROWS}"
        )
    return JointTrajectory.evenly(robot_id, _rows(via, steps, scaling, dt), dt)


def timed_between(
    robot: Robot, postures: ArrayLike, seconds: float, scaling: str = "quintic", dt: float = DT
) -> list[float]:
    """Return the times of postures for a total duration, within the limits of each leg.

    Beyond the times proposed by assumed rates and accelerations, all legs are stretched equally;
    for less time, they approach the times allowed by the known limits, all to the same degree.

    Args:
        robot: The robot.
        postures: Two or more postures (k, n), rad and m.
        seconds: Duration, in s.
        scaling: A name in ``rvs.engine.trajectory.SCALINGS``.
        dt: Time from row to row, in s.
    """
    via = check_posture(robot, postures, "postures")
    gentle, known = (
        np.array([max(ceil(least / dt - SLACK), 1) * dt for least in found])
        for found in (_shortest(robot, via, scaling, one) for one in (GENTLE, NO_DEFAULTS))
    )
    spare = float(gentle.sum() - known.sum())
    if seconds >= gentle.sum() or spare <= 0.0:
        legs = gentle * (seconds / gentle.sum())
    else:
        legs = known + (gentle - known) * max(seconds - float(known.sum()), 0.0) / spare
    return [0.0, *np.cumsum(legs).tolist()]


def sampled(motion: Motion, robot_id: str, dt: float = DT) -> JointTrajectory:
    """Return the postures of a robot in any motion as rows.

    Args:
        motion: The motion.
        robot_id: The robot, which it must move.
        dt: Time from row to row, in s; the last row is at the end or less than a step after it.

    Raises:
        ArgumentError: It does not move that robot, or makes more than 5,000,000 rows.
    """
    check_positive(dt, "dt")
    check_moves(motion, robot_id)
    count = ceil(motion.duration / dt - SLACK) + 1
    if count > MOST_ROWS:
        raise ArgumentError(f"dt: {dt:g} s makes {count} rows; expected at most {MOST_ROWS}")
    rows = [motion.at(k * dt)[robot_id] for k in range(count)]
    return JointTrajectory.evenly(robot_id, rows, dt)


def rows_of(motion: Motion, robot_id: str) -> JointTrajectory:
    """Return the postures of a robot in a motion as rows: its own, else evenly spaced ones."""
    own = getattr(motion, "joints", motion)
    return own if isinstance(own, JointTrajectory) else sampled(motion, robot_id)


def _rows(via: Array, steps: list[int], scaling: str, dt: float) -> Array:
    parts = [via[:1]]
    for start, end, count in zip(via[:-1], via[1:], steps, strict=True):
        whole = count * dt
        along = SCALINGS[scaling](np.linspace(0.0, whole, count + 1)[1:], whole).s
        leg = joint_line(start, end, along)
        leg[-1] = end
        parts.append(leg)
    return np.concatenate(parts)


def _shortest(robot: Robot, via: Array, scaling: str, defaults: Defaults) -> list[float]:
    """Return the least duration of each leg, in s."""
    rates, pushes = defaults.bounds(robot)
    return [duration(way, rates, pushes, scaling) for way in np.diff(via, axis=0)]


def _given_steps(times: Sequence[float], count: int, dt: float) -> list[int]:
    wanted = check_numbers(times, "times")
    if wanted.shape != (count,) or wanted[0] != 0.0 or not (np.diff(wanted) > 0.0).all():
        raise ArgumentError(f"times: expected {count} increasing times from 0, one per posture")
    steps = np.diff(np.rint(wanted / dt)).astype(int)
    if not (steps > 0).all():
        raise ArgumentError(f"times: two times are less than one step of {dt:g} s apart")
    return [int(step) for step in steps]


def _check_times(
    robot: Robot,
    via: Array,
    lengths: Array,
    rules: tuple[str, Defaults],
    shortest: list[float],
) -> None:
    for leg, (length, least) in enumerate(zip(lengths.tolist(), shortest, strict=True)):
        if length < least * (1.0 - SLACK):
            joint = _slowest(robot, via[leg + 1] - via[leg], *rules)
            raise ArgumentError(
                f"times: from posture {leg + 1} to {leg + 2}, joint {joint + 1} needs "
                f"{least:.3g} s, got {length:.3g} s"
            )


def _slowest(robot: Robot, way: Array, scaling: str, defaults: Defaults) -> int:
    """Return the joint that needs the longest time on a leg."""
    speed, push = peaks(scaling)
    rates, pushes = defaults.bounds(robot)
    distance = np.abs(way)
    needs = np.maximum(distance * speed / rates, np.sqrt(distance * push / pushes))
    return int(np.argmax(needs))


def _check_locked(robot: Robot, via: Array) -> None:
    for index, joint in enumerate(robot.joints):
        if joint.locked and np.ptp(via[:, index]) > 0.0:
            raise ArgumentError(f"postures: joint {index + 1} is locked but has several values")


def _check_limits(robot: Robot, via: Array) -> None:
    lower, upper = robot.limits.T
    slack = SLACK * np.maximum(1.0, np.abs(via))
    for row, joint in np.argwhere((via < lower - slack) | (via > upper + slack)).tolist():
        bounds = f"{lower[joint]:g} to {upper[joint]:g} {'rad' if _turns(robot, joint) else 'm'}"
        raise ArgumentError(
            f"postures: in posture {row + 1}, joint {joint + 1} is at {via[row, joint]:g}, "
            f"outside its limits {bounds}"
        )


def _turns(robot: Robot, joint: int) -> bool:
    return robot.joints[joint].turns


# A joint that moves slower than this part of the fastest is taken to rest.
SLOW = 0.05
SHORT = 0.1
MOST = 200


@derived(size=4)
def keyframes(trajectory: JointTrajectory) -> Array:
    """Return the times at which all joints rest, and the first and last times.

    Returns:
        Rising times (k,) in s, each the time of a row.  A rest of more than 0.1 s has two, at its
        beginning and at its end.  A trajectory that rests more than 200 times has only its ends.
    """
    times = trajectory.times.array
    if len(times) < 2:
        return times
    _, rates = velocities(trajectory)
    # Each joint by its own measure: metres and radians do not compare.
    own = np.abs(rates).max(axis=0)
    speeds = (np.abs(rates) / np.where(own > 0.0, own, 1.0)).max(axis=1)
    at_rows = np.maximum(np.append(speeds, 0.0), np.append(0.0, speeds))
    rests: list[int] = [0]
    for first, end in _runs(at_rows < SLOW):
        rests += _ends(at_rows, times, first, end)
    rests.append(len(times) - 1)
    found = np.unique(rests)
    ends: Array = times[[0, -1]]
    return times[found] if len(found) <= MOST else ends


def _runs(slow: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[tuple[int, int]]:
    """Return the first index of each run of True, and the index after its last."""
    padded = np.concatenate([[False], slow, [False]]).astype(np.int8)
    steps = np.diff(padded)
    return list(
        zip(np.flatnonzero(steps == 1).tolist(), np.flatnonzero(steps == -1).tolist(), strict=True)
    )


def _ends(speeds: Array, times: Array, first: int, end: int) -> list[int]:
    """Return the slowest rows of a run: one, or the ends of a rest."""
    if first == 0 or end == len(times):
        # The run up to an end belongs to that end, unless the robot waits there.
        waits = times[end - 1] - times[first] > 3 * SHORT
        return [end - 1 if first == 0 else first] if waits else []
    part = speeds[first:end]
    slowest = first + np.flatnonzero(part <= part.min() + 1e-9)
    a, b = int(slowest[0]), int(slowest[-1])
    # At the rows beside a rest, the robot moves on one side only.
    return [a - 1, b + 1] if times[b] - times[a] > SHORT else [a]
