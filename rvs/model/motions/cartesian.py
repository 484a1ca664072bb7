"""Conversion of a tool's motion to joint motion, with its obstacles and remedies."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import ceil
from types import MappingProxyType
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_positive
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import ikine
from rvs.engine.measures import Singularity, singularity
from rvs.engine.notebooks import Shown
from rvs.engine.robot import Robot
from rvs.engine.tracking import Stop, Tracked, settle, track
from rvs.model.array_value import block
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.rates import (
    NO_DEFAULTS,
    Defaults,
    Violation,
    bound_words,
    rate_words,
    runs,
    velocities,
    violations,
)
from rvs.model.motions.recording import MOST_ROWS
from rvs.model.paths import MovePlan, PoseRows, TimedPath, ToolMotion
from rvs.model.robots.branches import branches
from rvs.model.state import Posture, Postures
from rvs.value_class import dataclass

Cure = Literal["slow down", "damp", "other branch", "move the path", "widen the limit"]

DT = 0.01
# Smallest singular value, lengths in parts of the reach, that is worth a warning.
NEAR = 0.02
# Near a singularity a joint is fast beyond this part of its rate.
FAST = 0.5
# What is assumed of joints whose rate nobody states: few arms are faster.
BRISK = Defaults(turning_rate=2 * np.pi, sliding_rate=2.0)
# How far off its way, in m and rad, a tool has to be for it to be said.
ASTRAY, ASTRAY_TURN = 1e-4, 1e-3


@dataclass(frozen=True, slots=True)
class Finding:
    """An obstacle to the motion of a tool.

    Attributes:
        start: Its start, in s.
        end: Its end, in s; equal to the start if the motion ends there.
        place: Position of the tool at the start (x, y, z), m, relative to the place of the robot.
        words: Description, in a sentence.
        cures: Remedies, the best first.
        stops: The tool cannot continue.
        joint: The joint concerned, from 0, or None.
        share: Fraction of the pace at which it would disappear.
    """

    start: float
    end: float
    place: tuple[float, float, float]
    words: str
    cures: tuple[Cure, ...] = ()
    stops: bool = False
    joint: int | None = None
    share: float = 1.0


@dataclass(frozen=True)
class ToolTrajectory(Shown):
    """A motion in which a robot moves its tool along a given path.

    Attributes:
        robot_id: The robot in the document.
        robot: The robot itself.
        way: Motion of its tool.
        joints: The postures at even times, the last where the tool cannot continue.
        exact: Correct the posture at every time, not only at these, except where damping let the
            tool leave its path.
    """

    robot_id: str
    robot: Robot
    way: ToolMotion
    joints: JointTrajectory
    exact: bool = True

    @property
    def duration(self) -> float:
        """Duration, in s."""
        return self.joints.duration

    @cached_property
    def keys(self) -> Array:
        """Times of interest (k,), in s: rests of the tool, and the end."""
        inside = self.way.keys[self.way.keys < self.duration]
        return np.append(inside, self.duration) if self.duration else np.zeros(1)

    def at(self, t: float) -> Postures:
        """Return the posture at a time in s, by the robot's id."""
        return MappingProxyType({self.robot_id: self.posture(t)})

    def posture(self, t: float) -> Posture:
        """Return the joint values at a time in s."""
        time = min(max(t, 0.0), self.duration)
        near = self.joints.posture(time)
        if not self.exact:
            return near
        settled = settle(self.robot, self.way.poses(np.array([time]))[0], near)
        return near if settled is None else tuple(settled.tolist())


@dataclass(frozen=True)
class ToolPlan:
    """The motion of a robot that follows its tool's motion, and problems along the path.

    Attributes:
        trajectory: The feasible part of the motion; None if even the first pose cannot be reached.
        findings: The obstacles, in order of time.
        turn_error: Largest angle between the actual and the required orientation of the tool, rad.
        error: Largest distance between its actual and required position, m.
    """

    trajectory: ToolTrajectory | None
    findings: tuple[Finding, ...]
    turn_error: float = 0.0
    error: float = 0.0

    @property
    def complete(self) -> bool:
        """Return whether the tool reaches the end."""
        return self.trajectory is not None and not any(found.stops for found in self.findings)


def follow(
    robot: Robot,
    robot_id: str,
    way: ToolMotion,
    q0: ArrayLike | None = None,
    *,
    dt: float = DT,
    limits: bool = True,
    damping: float = 0.0,
    mask: ArrayLike | None = None,
    defaults: Defaults = NO_DEFAULTS,
) -> ToolPlan:
    """Return the motion of a robot that follows a motion of its tool without a change of branch.

    Args:
        robot: The robot.
        robot_id: Its id in the document.
        way: Motion of the tool, relative to the place of the robot.
        q0: Posture that selects the branch (n,); the nearest one that reaches the first pose is
            used.
        dt: Time from row to row, in s; the last row is at the end.
        limits: Apply the joint limits.
        damping: Permitted deviation of the tool from its path near singularities; 0.05 is smooth.
        mask: Selects the active conditions of the six (6,), angular first, in world axes.
        defaults: Rates and accelerations used where the robot has no limit.

    Raises:
        ArgumentError: An argument of wrong shape or out of range, or over 5,000,000 rows.
    """
    times = _times(way.duration, dt)
    start, reason = _first(robot, way.poses(times[:1])[0], q0, mask, limits)
    if start is None:
        return ToolPlan(None, (_unreached(way, reason),))
    found = track(
        robot, way.poses, times, start, mask=mask, limits=limits, damping=damping, tolerance=1e-9
    )
    joints = JointTrajectory(robot_id, block(times[: len(found.q)]), block(found.q))
    whole = mask is None and damping == 0.0
    trajectory = ToolTrajectory(robot_id, robot, way, joints, exact=whole)
    findings = _singular(robot, way, joints, found, defaults)
    findings += [*_too_fast(robot, way, joints, defaults)]
    findings += [*_astray(way, times, found), *_unkept(way)]
    if found.stop is not None:
        findings.append(_stopped(way, found.stop))
    findings = _helpful(findings, robot, way, found, limits)
    return ToolPlan(
        trajectory,
        tuple(sorted(findings, key=lambda finding: finding.start)),
        float(found.turn_errors.max()),
        float(found.errors.max()),
    )


def _first(
    robot: Robot, T: Array, q0: ArrayLike | None, mask: ArrayLike | None, limits: bool
) -> tuple[Array | None, str]:
    """Return the posture at the first pose, or None and the reason why there is none.

    Near the given posture its turns are preserved; a search would count them again.
    """
    if q0 is not None and mask is None:
        near = settle(robot, T, q0, limits=limits)
        if near is not None:
            return near, ""
    found = ikine(robot, T, q0, mask, limits)
    return (found.q, "") if found.success else (None, str(found.reason))


def paced(way: MovePlan | PoseRows, share: float) -> MovePlan | PoseRows:
    """Return a tool path at a fraction of its pace.

    Raises:
        ArgumentError: A share that is not above 0.
    """
    check_positive(share, "share")
    if isinstance(way, PoseRows):
        return PoseRows(block(way.times.array / share), way.rows)
    pace = way.pace
    slower = replace(
        pace,
        speed=pace.speed * share,
        turning=pace.turning * share,
        acceleration=pace.acceleration * share**2,
    )
    return replace(way, pace=slower)


def other_branch(
    robot: Robot, robot_id: str, way: ToolMotion, q0: Posture, **options: Any
) -> ToolPlan | None:
    """Return a robot's motion along a path to its end on another branch, the nearest possible.

    A posture with a joint turned by a full turn counts as a different one.

    Args:
        robot: The robot.
        robot_id: Its id in the document.
        way: Motion of the tool.
        q0: Posture on the unsuitable branch.
        options: The options of ``follow``.

    Returns:
        A complete plan, or None if no branch leads to the end.
    """
    rows = branches(robot, way.poses(np.zeros(1))[0], q0).rows
    starts = [copy for row in rows if row.allowed for copy in _copies(robot, row.q)]
    starts.sort(key=lambda q: float(np.abs(q - np.array(q0)).max()))
    for start in starts:
        if not np.allclose(start, q0, atol=1e-6):
            plan = follow(robot, robot_id, way, start, **options)
            if plan.complete:
                return plan
    return None


def _copies(robot: Robot, q: Posture) -> list[Array]:
    """Return a posture, and those with one joint a full turn away within its limits."""
    found = [np.array(q)]
    for index, joint in enumerate(robot.joints):
        for turn in (-2 * np.pi, 2 * np.pi):
            lower, upper = robot.limits[index]
            if joint.kind == "revolute" and lower <= q[index] + turn <= upper:
                copy = np.array(q)
                copy[index] += turn
                found.append(copy)
    return found


def _times(duration: float, dt: float) -> Array:
    check_positive(dt, "dt")
    steps = ceil(duration / dt - 1e-9)
    if steps >= MOST_ROWS:
        raise ArgumentError(f"dt: {dt:g} s makes {steps + 1} rows; expected at most {MOST_ROWS}")
    return np.linspace(0.0, duration, steps + 1) if steps else np.zeros(1)


def _place(way: ToolMotion, t: float) -> tuple[float, float, float]:
    x, y, z = way.poses(np.array([t]))[0, :3, 3].tolist()
    return x, y, z


def _unreached(way: ToolMotion, reason: str) -> Finding:
    words = f"the first pose is out of reach: {reason}"
    return Finding(0.0, 0.0, _place(way, 0.0), words, ("move the path",), stops=True)


def _stopped(way: ToolMotion, stop: Stop) -> Finding:
    cures: dict[str, tuple[Cure, ...]] = {
        "limit": ("other branch", "widen the limit", "move the path"),
        "reach": ("move the path",),
        "singularity": ("damp", "other branch", "move the path"),
    }
    # Where no posture at all reaches the way, only another way helps.
    helps = cures["reach"] if stop.lost is not None else cures[stop.kind]
    helps = tuple(cure for cure in helps if stop.others or cure != "other branch")
    place = _place(way, stop.time)
    return Finding(stop.time, stop.time, place, stop.words, helps, True, stop.joint)


def _astray(way: ToolMotion, times: Array, found: Tracked) -> list[Finding]:
    """Return the periods in which damping lets the tool leave its path."""
    off = (found.errors > ASTRAY) | (found.turn_errors > ASTRAY_TURN)
    findings = []
    for first, last in runs(off):
        rows = slice(first, last + 1)
        by = [f"{found.errors[rows].max():.3g} m"]
        turn = float(np.degrees(found.turn_errors[rows].max()))
        by += [f"{turn:.3g}°"] if turn > np.degrees(ASTRAY_TURN) else []
        start, end = float(times[first]), float(times[last])
        words = f"the tool is up to {' and '.join(by)} off its path"
        findings.append(Finding(start, end, _place(way, start), words, ("move the path",)))
    return findings


def _singular(
    robot: Robot, way: ToolMotion, joints: JointTrajectory, found: Tracked, defaults: Defaults
) -> list[Finding]:
    """Return the periods near a singularity, with the actual joint speeds there."""
    findings = []
    times, most = joints.times.array, defaults.bounds(robot)[0]
    speeds = np.abs(velocities(joints)[1]) if len(times) > 1 else np.zeros((1, robot.n))
    for first, last in runs(found.margins < NEAR):
        worst = first + int(np.argmin(found.margins[first : last + 1]))
        name = cast(Singularity, singularity(robot, found.q[worst])).words
        start, end = float(times[first]), float(times[last])
        own = speeds[max(first - 1, 0) : last + 1].max(axis=0)
        shares = own / np.where(np.isfinite(most), most, BRISK.bounds(robot)[0])
        joint = int(np.argmax(shares))
        rate = rate_words(float(f"{own[joint]:.2g}"), "rate", robot.joints[joint].turns)
        if shares[joint] > FAST:
            words = f"passes close to {name}: joint {joint + 1} reaches {rate} there"
            cures: tuple[Cure, ...] = ("damp", "slow down", "other branch")
        else:
            words = f"passes close to {name}, but no joint is faster than {rate}"
            cures = ()
        findings.append(Finding(start, end, _place(way, start), words, cures))
    return findings


def _helpful(
    findings: list[Finding], robot: Robot, way: ToolMotion, found: Tracked, limits: bool
) -> list[Finding]:
    """Return findings with effective remedies: a branch must exist at both ends of the path."""
    stop = found.stop
    if not any("other branch" in one.cures or "damp" in one.cures for one in findings):
        return findings
    lost = stop is not None and (stop.lost is not None or not stop.others)
    # A branch that stops on its way is not among those of the end.
    ends = ((0.0, found.q[0], 2), (way.duration, found.q[-1], 2 if stop is None else 1))
    alone = lost or any(_count(robot, way, t, q, limits) < least for t, q, least in ends)
    useless = {*(("other branch",) if alone else ()), *(("damp",) if lost else ())}
    return [
        replace(one, cures=tuple(cure for cure in one.cures if cure not in useless))
        for one in findings
    ]


def _count(robot: Robot, way: ToolMotion, t: float, q: Array, limits: bool) -> int:
    """Return the number of postures for the pose at a time, including those a turn away."""
    rows = branches(robot, way.poses(np.array([t]))[0], tuple(q.tolist())).rows
    return sum(len(_copies(robot, row.q)) for row in rows if row.allowed or not limits)


def _unkept(way: ToolMotion) -> list[Finding]:
    """Return the periods in which the tool is far below the required speed."""
    return [
        Finding(
            slow.start, slow.end, _place(way, slow.start),
            f"{slow.wanted:g} m/s is not reached: the path is too short for the acceleration, and "
            f"the highest speed is {slow.reached:.2g} m/s",
        )
        for slow in (way.slow_runs if isinstance(way, TimedPath) else ())
    ]  # fmt: skip


def _too_fast(
    robot: Robot, way: ToolMotion, joints: JointTrajectory, defaults: Defaults
) -> list[Finding]:
    """Return the periods in which a joint would exceed its maximum speed."""
    if len(joints.rows) < 2:
        return []
    broken = violations(robot, joints, defaults, ("velocity", "acceleration"))
    # One estimate for the path, at whichever of its findings one looks.
    share = min(map(_share, broken), default=1.0)
    return [_rate_finding(robot, way, violation, share) for violation in broken]


def _share(violation: Violation) -> float:
    """Return the fraction of the pace at which a joint stays within its bound, rounded down."""
    ratio = violation.limit / violation.worst
    # An acceleration falls with the square of the pace.
    exact = ratio if violation.quantity == "velocity" else ratio**0.5
    return float(np.floor(100 * exact)) / 100 or exact


def _rate_finding(robot: Robot, way: ToolMotion, violation: Violation, share: float) -> Finding:
    joint = robot.joints[violation.joint]
    name = "rate" if violation.quantity == "velocity" else "acceleration"
    what = bound_words(joint, name, violation.limit)
    words = f"joint {violation.joint + 1} exceeds {what}; {share:.2g} of the speed obeys all limits"
    cures: tuple[Cure, ...] = ("slow down",)
    place = _place(way, violation.start)
    return Finding(
        violation.start, violation.end, place, words, cures, False, violation.joint, share
    )
