"""Joint motion that keeps a tool on a given motion, without a change of branch.

Each small step predicts along the Jacobian and corrects by Newton's method to the full accuracy; a
step that would jump is halved (Whitney 1969; Allgower and Georg 1990, ch. 6).  The cause of a stop
of the tool is determined and reported: a limit, the end of the reach, or a singularity.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

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
    check_posture,
    check_robot,
)
from rvs.engine.checks import check_positive
from rvs.engine.errors import ArgumentError
from rvs.engine.jacobians import fkine, jacobian
from rvs.engine.robot import Robot
from rvs.engine.screws import rotation_vector
from rvs.engine.stop_reason import Rest, Stop, why_stopped
from rvs.engine.transforms import interpolate
from rvs.value_class import dataclass

__all__ = ["Pulled", "Stop", "Tracked", "pull", "settle", "track"]

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
