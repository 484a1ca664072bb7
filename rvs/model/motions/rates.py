"""Velocities and accelerations of the joints along a trajectory: their limits, and assumed ones.

Assumed numbers propose a duration. They are not limits of a robot: no request is refused because of
them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import degrees, inf
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, Booleans
from rvs.engine.differences import differences
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.derived import derived
from rvs.model.motions.motion import JointTrajectory
from rvs.value_class import dataclass

Quantity = Literal["position", "velocity", "acceleration", "torque"]

# What rows tell by themselves; torques need the masses of a robot as well.
QUANTITIES: tuple[Quantity, ...] = ("position", "velocity", "acceleration")
# Rows that keep a limit exactly leave it by rounding.
SLACK = 1e-6


@dataclass(frozen=True, slots=True)
class Violation:
    """A period in which a joint exceeds a limit.

    Attributes:
        joint: The joint, from 0.
        quantity: The quantity that exceeds its limit.
        start: Time at which it exceeds the limit, in s.
        end: Time at which it returns, in s.
        worst: The most excessive value, in rad or m and s.
        limit: The limit, in the same unit and of the same sign.
    """

    joint: int
    quantity: Quantity
    start: float
    end: float
    worst: float
    limit: float


@dataclass(frozen=True, slots=True)
class Defaults:
    """Rates and accelerations of joints without their own limits, in SI units.

    Attributes:
        turning_rate: For revolute joints, in rad/s.
        turning_acceleration: For revolute joints, in rad/s^2.
        sliding_rate: For prismatic joints, in m/s.
        sliding_acceleration: For prismatic joints, in m/s^2.
    """

    turning_rate: float = inf
    turning_acceleration: float = inf
    sliding_rate: float = inf
    sliding_acceleration: float = inf

    def bounds(self, robot: Robot) -> tuple[Array, Array]:
        """Return the largest rate and acceleration of each joint of a robot, (n,) each."""
        turning, sliding = (
            (self.turning_rate, self.turning_acceleration),
            (self.sliding_rate, self.sliding_acceleration),
        )
        pairs = []
        for joint in robot.joints:
            rate, acceleration = turning if joint.turns else sliding
            pairs.append(
                (
                    joint.rate if joint.rate < inf else rate,
                    joint.acceleration if joint.acceleration < inf else acceleration,
                )
            )
        rates, accelerations = np.array(pairs).T
        return rates, accelerations


NO_DEFAULTS = Defaults()


def velocities(trajectory: JointTrajectory) -> tuple[Array, Array]:
    """Return the velocities of the joints between the m rows of a trajectory.

    Returns:
        The middle of each step (m - 1,) in s, and the velocities there (m - 1, n).
    """
    times, rows = trajectory.times.array, trajectory.rows.array
    steps = np.diff(times)
    return times[:-1] + steps / 2, np.diff(rows, axis=0) / steps[:, None]


def accelerations(trajectory: JointTrajectory) -> tuple[Array, Array]:
    """Return the accelerations of the joints at the m - 2 inner rows.

    Returns:
        The times of the inner rows (m - 2,) in s, and the accelerations there (m - 2, n).
    """
    middles, speeds = velocities(trajectory)
    changes = np.diff(speeds, axis=0) / np.diff(middles)[:, None]
    return trajectory.times.array[1:-1], changes


def violations(
    robot: Robot,
    trajectory: JointTrajectory,
    defaults: Defaults = NO_DEFAULTS,
    only: Sequence[Quantity] = QUANTITIES,
) -> tuple[Violation, ...]:
    """Return every period in which a trajectory exceeds a limit, joint by joint.

    Args:
        robot: The robot.
        trajectory: The planned motion.
        defaults: Rates and accelerations used where the robot has no limit.
        only: The quantities to check.

    Raises:
        ArgumentError: The trajectory has the wrong joint count.
    """
    check_fits(robot, trajectory)
    found: list[Violation] = []
    for quantity in only:
        limited = bounds(robot, quantity, defaults)
        if not np.isfinite(limited).any():
            continue
        values, spans = _spans(trajectory, quantity)
        for joint, limits in enumerate(limited.tolist()):
            found += beyond(joint, quantity, values[:, joint], (limits[0], limits[1]), spans)
    return tuple(sorted(found, key=lambda one: (one.joint, QUANTITIES.index(one.quantity))))


def bounds(robot: Robot, quantity: Quantity, defaults: Defaults = NO_DEFAULTS) -> Array:
    """Return lower and upper limits of each joint (n, 2), infinite if there is none."""
    if quantity == "position":
        return robot.limits
    largest = defaults.bounds(robot)[0 if quantity == "velocity" else 1]
    return np.stack([-largest, largest], axis=1)


def _spans(trajectory: JointTrajectory, quantity: Quantity) -> tuple[Array, tuple[Array, Array]]:
    """Return the values of all joints, and the period of each."""
    times = trajectory.times.array
    if quantity == "position":
        return trajectory.rows.array, (times, times)
    middles, speeds = velocities(trajectory)
    if quantity == "velocity":
        return speeds, (times[:-1], times[1:])
    return accelerations(trajectory)[1], (middles[:-1], middles[1:])


def check_fits(robot: Robot, trajectory: JointTrajectory) -> None:
    """Raise an error if a trajectory cannot belong to a robot.

    Raises:
        ArgumentError: It has the wrong joint count.
    """
    if trajectory.n != robot.n:
        raise ArgumentError(
            f"trajectory: expected rows of {robot.n} values for {robot.name or 'the robot'}, "
            f"got {trajectory.n}"
        )


def beyond(
    joint: int,
    quantity: Quantity,
    values: Array,
    limits: tuple[float, float],
    spans: tuple[Array, Array],
) -> list[Violation]:
    """Return runs of values beyond either limit.

    A value is valid from one end of its span to the other.  Positions and torques are valid only at
    their row: a run begins and ends where the line to the next row crosses the limit.

    Args:
        joint: The joint, from 0.
        quantity: Quantity of the values.
        values: Values (m,).
        limits: The lower and the upper limit.
        spans: Start and end of the span of each value, (m,) each.
    """
    found = []
    for limit, sign in zip(limits, (-1.0, 1.0), strict=True):
        if not np.isfinite(limit):
            continue
        excess = sign * (values - limit)
        for first, last in runs(excess > SLACK * max(1.0, abs(limit))):
            start, end = float(spans[0][first]), float(spans[1][last])
            if quantity in ("position", "torque"):
                start, end = _crossings(excess, spans[0], first, last)
            worst = float(values[first + int(np.argmax(excess[first : last + 1]))])
            found.append(Violation(joint, quantity, start, end, worst, limit))
    return sorted(found, key=lambda violation: violation.start)


def runs(inside: Booleans) -> list[tuple[int, int]]:
    """Return first and last index of each run of True."""
    edges = np.diff(np.concatenate([[False], inside, [False]]).astype(np.int8))
    firsts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    return list(zip(firsts.tolist(), (ends - 1).tolist(), strict=True))


def _crossings(excess: Array, times: Array, first: int, last: int) -> tuple[float, float]:
    def crossing(inside: int, outside: int) -> float:
        if not 0 <= inside < len(times):
            return float(times[outside])
        part = excess[outside] / (excess[outside] - min(excess[inside], 0.0))
        return float(times[outside] + part * (times[inside] - times[outside]))

    return crossing(first - 1, first), crossing(last + 1, last)


def times_of(found: Sequence[Violation]) -> Iterator[tuple[float, float]]:
    """Yield the periods with any of the violations, without overlaps, in s."""
    begun: tuple[float, float] | None = None
    for one in sorted(found, key=lambda violation: violation.start):
        if begun is not None and one.start <= begun[1]:
            begun = begun[0], max(begun[1], one.end)
            continue
        if begun is not None:
            yield begun
        begun = one.start, one.end
    if begun is not None:
        yield begun


@derived(size=8)
def rates(trajectory: JointTrajectory) -> tuple[Array, Array]:
    """Return velocities and accelerations (m, n) at the rows of a trajectory.

    They are the known ones if it has both, else differences of its rows.
    """
    if trajectory.speeds is not None and trajectory.accelerations is not None:
        return trajectory.speeds.array, trajectory.accelerations.array
    return differences(trajectory.times.array, trajectory.rows.array)


# Where the numbers are entered that make an assumption unnecessary.
MOTORS = "Dynamics ▸ Motors"
TOOL = "Acceleration of the tool…"
CURE = f"enter the robot's own values in {MOTORS}"
TOOL_CURE = f"enter the robot's own value with {TOOL} in the menu of the program"
SECONDS = {"rate": "s", "acceleration": "s²"}
# A joint that goes less far than this, in rad or m, is at rest but for rounding.
STILL = 1e-6


def assumed_words(robot: Robot, defaults: Defaults, moved: Collection[int] | None = None) -> str:
    """Return the assumed rates and accelerations, or an empty text if all are known.

    Args:
        robot: The robot.
        defaults: Values for a robot without them.
        moved: The relevant joints, from 0; None means all.

    >>> from rvs.model.motions.recording import GENTLE
    >>> arm = Robot.from_dh([0.0] * 2, [0.0] * 2, [0.0] * 2, [0.0] * 2, rate=[1.0, 1.0])
    >>> assumed_words(arm, GENTLE)
    'an assumed 180°/s² for all joints'
    """
    found: dict[tuple[str, float, bool], tuple[int, ...]] = {}
    for name, values in zip(SECONDS, defaults.bounds(robot), strict=True):
        for k, joint in enumerate(robot.joints):
            if getattr(joint, name) == inf and values[k] < inf and (moved is None or k in moved):
                key = name, float(values[k]), joint.turns
                found[key] = (*found.get(key, ()), k)
    shared: dict[tuple[int, ...], list[str]] = {}
    for (name, value, turns), which in found.items():
        shared.setdefault(which, []).append(rate_words(value, name, turns))
    parts = [f"{' and '.join(words)} for {_joints(robot, k)}" for k, words in shared.items()]
    return f"an assumed {' and '.join(parts)}" if parts else ""


def moving(ways: Sequence[tuple[ArrayLike, ArrayLike]]) -> tuple[int, ...]:
    """Return the joints, from 0, that move between some pairs of postures.

    >>> moving([((0.0, 1.0), (1e-12, 2.0))])
    (1,)
    """
    far = [np.abs(np.subtract(end, start)) > STILL for start, end in ways]
    return tuple(np.flatnonzero(np.any(far, axis=0)).tolist()) if far else ()


def joints_rest(words: str) -> str:
    """Return the sentence about the assumed rates of joints on which the times depend."""
    return f"Times are based on {words}; {CURE}."


def tool_rests(acceleration: float) -> str:
    """Return the sentence about the assumed acceleration of the tool on which times depend."""
    return f"Times are based on an assumed {acceleration:g} m/s² for the tool; {TOOL_CURE}."


def on_paper(sentences: Iterable[str]) -> tuple[str, ...]:
    """Return the assumptions about times, without the hint about entry in the window.

    >>> on_paper([tool_rests(2.0)])
    ('Times are based on an assumed 2 m/s² for the tool.',)
    """
    cures = (f"; {CURE}.", f"; {TOOL_CURE}.")
    return tuple(
        next((one.removesuffix(cure) + "." for cure in cures if one.endswith(cure)), one)
        for one in sentences
    )


def rate_words(value: float, name: str, turns: bool) -> str:
    """Return a rate or an acceleration in words, without its sign."""
    size = abs(value)
    return f"{degrees(size):g}°/{SECONDS[name]}" if turns else f"{size:g} m/{SECONDS[name]}"


def bound_words(joint: Joint, name: str, value: float) -> str:
    """Return the exceeded limit of a joint: its own rate or acceleration, or an assumed one."""
    if getattr(joint, name) < inf:
        return f"its {name}"
    return f"an assumed {rate_words(value, name, joint.turns)}, because its own {name} is not known"


def _joints(robot: Robot, which: tuple[int, ...]) -> str:
    if len(which) == robot.n:
        return "all joints" if robot.n > 1 else "the joint"
    numbers = [str(k + 1) for k in which]
    if len(numbers) == 1:
        return f"joint {numbers[0]}"
    return f"joints {', '.join(numbers[:-1])} and {numbers[-1]}"
