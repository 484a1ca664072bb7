"""Joint motion that keeps a tool on a given motion, and the reason why it stops.

Each small step predicts along the Jacobian and corrects by Newton's method to the full accuracy; a
step that would jump is halved (Whitney 1969; Allgower and Georg 1990, ch. 6).  The cause of a stop
of the tool is determined and reported: a limit, the end of the reach, or a singularity.

The fact that another posture reaches the very next pose proves little: up to the border of the
reach some branch continues.  So the whole remaining path is examined, nearby and far ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    Booleans,
    Integers,
    check_array,
    check_flag,
    check_numbers,
    check_one,
    check_pose,
    check_positive,
    check_posture,
    check_robot,
)
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse import Reason, ikine
from rvs.engine.jacobians import fkine, jacobian
from rvs.engine.measures import Singularity, singularity
from rvs.engine.robot import Robot
from rvs.engine.screws import log3, rotation_vector
from rvs.engine.transforms import interpolate
from rvs.value_class import dataclass

__all__ = ["Pulled", "Stop", "Tracked", "pull", "settle", "track"]

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
    far = _left_words(lost, *misses)
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


def _left_words(lost: _Loss, distance: float, angle: float) -> str:
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


# A joint that turns by more, in rad, or slides by more, in parts of the reach, in one step jumps.
JUMP = 0.25
CORRECTIONS = 12
# A step is halved so often before the tool counts as stopped.
HALVINGS = 14
# Singular values below count as lost where a step is taken exactly.
LOST = 1e-9
DAMPED_STEPS = 4
# Pulling has to keep up with a hand: a way is halved less often, and how calm its end is.
PULL_HALVINGS, PULL_DAMPING, PULL_STEPS = 6, 0.03, 8
# A damped tool farther off, in rad or parts of the reach, has lost its way.
ASTRAY = 0.2


@dataclass(frozen=True, eq=False)
class Tracked:
    """Joint motion along a tool's motion, up to its end or a stop.

    Attributes:
        q: Postures (k, n) at the first k of the times, rad and m.
        turn_errors: Angle between the tool and its required pose (k,), rad.
        errors: Distance between them (k,), m.
        margins: Smallest singular value of the Jacobian (k,), lengths relative to the reach; 0 at a
            singularity.
        stop: Reason for an end before the last time, or None.
    """

    q: Array
    turn_errors: Array
    errors: Array
    margins: Array
    stop: Stop | None


@dataclass(frozen=True, eq=False)
class Pulled:
    """Result for a tool that is pulled towards a pose.

    Attributes:
        q: Posture (n,), rad or m.
        reached: The tool is at the pose.
        turn_error: Remaining angle between the tool and the pose, rad.
        error: Remaining distance, m.
    """

    q: Array
    reached: bool
    turn_error: float
    error: float


@dataclass(frozen=True)
class _Task:
    """Constant data along the path."""

    robot: Robot
    poses: Callable[[Array], Array]
    rows: Integers
    moving: Booleans
    limits: Array
    jump: Array
    scale: Array
    tolerance: float
    damping: float

    def target(self, t: float) -> Array:
        return np.asarray(self.targets(np.array([t]))[0])

    def targets(self, times: Array) -> Array:
        return check_pose(check_array(self.poses(times), "poses", 4, 4), "poses")

    def error(self, T: Array, target: Array) -> Array:
        """Return the scaled rotation vector and distance from poses to targets, if active."""
        turn = rotation_vector(target[..., :3, :3] @ np.swapaxes(T[..., :3, :3], -1, -2))
        whole = np.concatenate([turn, target[..., :3, 3] - T[..., :3, 3]], axis=-1)
        return np.asarray((self.scale * whole)[..., self.rows])

    def linear(self, q: Array, target: Array) -> tuple[Array, Array]:
        """Return scaled errors and Jacobians at postures."""
        J = (self.scale[:, None] * jacobian(self.robot, q))[..., self.rows, :]
        return self.error(fkine(self.robot, q), target), J


def track(
    robot: Robot,
    poses: Callable[[Array], Array],
    times: ArrayLike,
    q0: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    limits: bool = True,
    damping: float = 0.0,
    tolerance: float = 1e-9,
) -> Tracked:
    """Return the postures that keep the tool on a motion, on the branch of the first posture.

    Args:
        robot: The robot; locked joints are unchanged.
        poses: Function that returns the poses (m, 4, 4) of the tool in the world at times (m,).
        times: Times of the required postures (k,), rising.
        q0: Posture (n,) at the first time; it must be near the first pose.
        mask: Active ones of the six conditions (6,), rotation about x, y, z first, then position,
            in world axes; all when omitted.
        limits: Respect the joint limits.
        damping: Permitted deviation of the tool from its path near singularities instead of a stop,
            lengths relative to the reach; 0 allows none, 0.05 passes most without jumps.
        tolerance: Largest error without damping, in rad and, for lengths, relative to the reach.

    Raises:
        ArgumentError: A wrong shape, times that do not rise, or a first posture far from the pose.

    >>> arm = Robot.from_dh([1, 1], 0, 0, 0)
    >>> def across(t):
    ...     T = np.tile(np.eye(4), (len(t), 1, 1))
    ...     T[:, 0, 3], T[:, 1, 3] = 1.0, t
    ...     return T
    >>> found = track(arm, across, [1.0, 1.2, 5.0], [0, np.pi / 2], mask=[0, 0, 0, 1, 1, 0])
    >>> len(found.q), found.stop.kind, round(found.stop.time, 3)
    (2, 'reach', 1.732)
    """
    check_robot(robot)
    whens = check_numbers(times, "times")
    if whens.ndim != 1 or not len(whens) or not (np.diff(whens) > 0.0).all():
        raise ArgumentError("times: expected an increasing row of times")
    task = _task(robot, poses, mask, check_flag(limits, "limits"), damping, tolerance)
    q = check_one(check_posture(robot, q0, "q0"), "q0", robot.n)
    # All at once: one by one they would take longer than to follow them.
    targets = task.targets(whens)
    start = _correct(task, q, targets[0])
    if start is None:
        raise ArgumentError(
            "q0: the tool is not at the first pose; expected a posture that reaches it"
        )
    return _follow(task, whens, targets, start)


def settle(robot: Robot, T: ArrayLike, q: ArrayLike, *, limits: bool = False) -> Array | None:
    """Return the posture close to another for a pose of the tool, on the same branch.

    Args:
        robot: The robot.
        T: Pose of the tool in the world (4, 4).
        q: A posture (n,) with the tool near that pose, rad or m.
        limits: Respect the joint limits.

    Returns:
        The posture (n,), or None if none is close enough to avoid a jump of a joint.

    Raises:
        ArgumentError: A wrong shape, or not a pose.

    >>> arm = Robot.from_dh([1, 1], 0, 0, 0)
    >>> settle(arm, fkine(arm, [0.3, 0.5]), [0.31, 0.52]).round(9)
    array([0.3, 0.5])
    """
    target = check_pose(check_one(T, "T", 4, 4), "T")
    start = check_one(check_posture(robot, q, "q"), "q", robot.n)
    task = _task(robot, lambda _: target[None], None, check_flag(limits, "limits"), 0.0, 1e-11)
    return _correct(task, start, target)


def pull(robot: Robot, T: ArrayLike, q: ArrayLike, *, limits: bool = True) -> Pulled:
    """Return the posture of a robot whose tool is pulled towards a pose.

    The tool moves straight towards the pose on its current branch; where that ends, it moves as
    near to the pose as the arm can follow without a jump.

    Args:
        robot: The robot; locked joints are unchanged.
        T: Pose of the tool in the world (4, 4).
        q: Posture to start from (n,), rad or m.
        limits: Respect the joint limits.

    Raises:
        ArgumentError: A wrong shape, or not a pose.

    >>> arm = Robot.from_dh([1, 1, 0.5], 0, 0, 0)
    >>> pull(arm, fkine(arm, [0.3, 0.5, 0.7]), [0.1, 0.9, 0.6]).q.round(6)
    array([0.3, 0.5, 0.7])
    """
    goal = check_pose(check_one(T, "T", 4, 4), "T")
    start = check_one(check_posture(robot, q, "q"), "q", robot.n)
    check_flag(limits, "limits")
    begin = fkine(robot, start)
    task = _task(robot, lambda t: interpolate(begin, goal, t), None, limits, 0.0, 1e-9)
    found, _ = _advance(task, start, 0.0, 1.0, goal, PULL_HALVINGS)
    straight = np.linalg.norm(task.error(fkine(robot, found), goal))
    if straight >= task.tolerance:
        found = _approach(replace(task, damping=PULL_DAMPING), found, goal, PULL_STEPS)
    turns, errors, _ = _left(task, found[None], goal[None])
    scaled = np.linalg.norm(task.error(fkine(robot, found), goal))
    return Pulled(found, bool(scaled < 10 * task.tolerance), float(turns[0]), float(errors[0]))


def _task(
    robot: Robot,
    poses: Callable[[Array], Array],
    mask: ArrayLike | None,
    limits: bool,
    damping: float,
    tolerance: float,
) -> _Task:
    reach = _reach(robot)
    rows = np.arange(6) if mask is None else np.flatnonzero(check_one(mask, "mask", 6))
    if not len(rows):
        raise ArgumentError("mask: expected at least one condition")
    if not (damping >= 0.0 and np.isfinite(damping)):
        raise ArgumentError(f"damping: expected 0 or more, got {damping}")
    turns = np.array([joint.turns for joint in robot.joints])
    return _Task(
        robot,
        poses,
        rows,
        np.array([not joint.locked for joint in robot.joints]),
        robot.limits if limits else np.tile([-np.inf, np.inf], (robot.n, 1)),
        np.where(turns, JUMP, JUMP * reach),
        np.repeat([1.0, 1.0 / reach], 3),
        check_positive(tolerance, "tolerance"),
        float(damping),
    )


def _reach(robot: Robot) -> float:
    spans = sum(joint.span for joint in robot.joints)
    return spans + float(np.linalg.norm(robot.tool[:3, 3])) or 1.0


def _follow(task: _Task, times: Array, targets: Array, q: Array) -> Tracked:
    found, stop = [q], None
    for index, (before, after) in enumerate(pairwise(times.tolist())):
        move = _damped if task.damping > 0.0 else _advance
        q, reached = move(task, q, before, after, targets[index + 1])
        if reached < after:
            stop = _explain(task, q, reached, times[index + 1 :])
            break
        found.append(q)
    rows = np.array(found)
    return Tracked(rows, *_left(task, rows, targets[: len(rows)]), stop)


def _advance(
    task: _Task, q: Array, start: float, end: float, target: Array, halvings: int = HALVINGS
) -> tuple[Array, float]:
    """Move towards the pose of a later time; return the posture and the time reached."""
    t, step, least = start, end - start, (end - start) / 2**halvings
    while t < end and step >= least:
        goal = min(t + step, end)
        following = _correct(task, q, task.target(goal) if goal < end else target)
        if following is None:
            step /= 2
        else:
            q, t, step = following, goal, 2 * step
    return q, t


def _correct(task: _Task, start: Array, target: Array) -> Array | None:
    """Solve for a nearby pose; None if that requires a jump, exceeds a limit or fails.

    A joint that reaches its limit stays there, and the others continue without it.
    """
    q, free = start.copy(), task.moving.copy()
    lower, upper = task.limits.T
    for _ in range(CORRECTIONS):
        e, J = task.linear(q, target)
        if np.linalg.norm(e) < task.tolerance:
            return q
        dq = np.zeros_like(q)
        dq[free] = np.linalg.lstsq(J[:, free], e, rcond=LOST)[0]
        q = q + dq
        if (np.abs(q - start) > task.jump).any():
            return None
        beyond = (q < lower) | (q > upper)
        if beyond.any():
            q = np.where(beyond, np.clip(q, np.minimum(lower, start), np.maximum(upper, start)), q)
            free = free & ~beyond
            if not free.any():
                return None
    return None


def _damped(task: _Task, q: Array, start: float, end: float, target: Array) -> tuple[Array, float]:
    """Approach a pose in damped steps; return the posture and the time reached."""
    exact = _correct(task, q, target)
    if exact is not None:
        return exact, end
    calm = _approach(task, q, target, DAMPED_STEPS)
    if np.linalg.norm(task.error(fkine(task.robot, calm), target)) > ASTRAY:
        return q, start
    return calm, end


def _approach(task: _Task, q: Array, target: Array, steps: int) -> Array:
    """Take damped steps that approach a pose, without a jump, within the limits.

    The damping grows with the error (Sugihara 2011) and after an unsuccessful step.
    """
    near, (lower, upper) = q, task.limits.T
    lower, upper = np.minimum(lower, q), np.maximum(upper, q)
    e, J = task.linear(near, target)
    stiffness = 1.0
    for _ in range(steps):
        J = J * (task.moving & ~_pressed(near, J.T @ e, lower, upper))
        damping = task.damping**2 + stiffness * float(e @ e) / 2
        step = J.T @ np.linalg.solve(J @ J.T + damping * np.eye(len(e)), e)
        tried = q + np.clip(np.clip(near + step, lower, upper) - q, -task.jump, task.jump)
        e_tried, J_tried = task.linear(tried, target)
        if e_tried @ e_tried < e @ e:
            near, e, J, stiffness = tried, e_tried, J_tried, stiffness / 4
        else:
            stiffness *= 8
    return near


def _pressed(q: Array, downhill: Array, lower: Array, upper: Array) -> Booleans:
    """Return joints at a limit that would go beyond it."""
    return np.asarray((q <= lower) & (downhill < 0) | (q >= upper) & (downhill > 0))


def _left(task: _Task, q: Array, targets: Array) -> tuple[Array, Array, Array]:
    """Return active errors (k,) in rad and m, and the smallest singular value, of postures."""
    e, J = task.linear(q, targets)
    sigma = np.linalg.svd(J[..., task.moving], compute_uv=False)
    turns = task.rows < 3
    reach = 1.0 / task.scale[-1]
    return (
        np.asarray(np.linalg.norm(e[:, turns], axis=1)),
        np.asarray(np.linalg.norm(e[:, ~turns], axis=1) * reach),
        np.asarray(sigma[:, -1]),
    )


def _explain(task: _Task, q: Array, t: float, later: Array) -> Stop:
    """Determine the obstacle to a tool after a posture; ``later`` are the remaining times."""
    robot = task.robot
    unlimited = replace(task, limits=np.tile([-np.inf, np.inf], (robot.n, 1)))
    nearby = _correct(unlimited, q, task.target(t + (later[0] - t) / 2 ** (HALVINGS - 1)))
    joint = None
    if nearby is not None:
        beyond = (nearby < task.limits[:, 0]) | (nearby > task.limits[:, 1])
        joint = int(np.argmax(beyond)) if beyond.any() else None
    mask = np.isin(np.arange(6), task.rows)
    limited = bool(np.isfinite(task.limits).any())
    times, reach = np.concatenate([[t], later]), 1.0 / float(task.scale[-1])
    return why_stopped(Rest(robot, task.poses, times, mask, limited, reach), q, joint)
