"""One posture for a pose: by descent, or by all methods for the arm; motions that keep the pose.

Redundant joints used to stay away from the limits.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    Integers,
    check_array,
    check_flag,
    check_index,
    check_joints,
    check_one,
    check_pose,
    check_positive,
    check_posture,
    check_robot,
)
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse.all_postures import ikine_all
from rvs.engine.inverse.explain import limit_excess, why_beyond, why_partial
from rvs.engine.inverse.plan import plan_of
from rvs.engine.inverse.search import Outcome, Problem, descend, reach, search, search_in_turn
from rvs.engine.inverse.solution import Reason, Solution, Solutions, together
from rvs.engine.jacobians import jacobian, pose_and_jacobian
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot

# Singular values below this part of the largest count as lost.
LOST = 1e-9


def null_space_motion(
    robot: Robot, q: ArrayLike, qd: ArrayLike | None = None, mask: ArrayLike | None = None
) -> Array:
    """Return the joint speeds nearest to given ones that do not move the tool.

    ``(1 - J^+ J) qd`` (Liegeois 1977).  Without given speeds the result leads away from the limits
    by reducing the sum of squares of the distances from mid-range, relative to the ranges; joints
    without limits are not included.

    Args:
        robot: The robot; its locked joints have speed 0.
        q: Posture (n,) or batch (m, n), rad or m.
        qd: Required joint speeds, likewise.
        mask: Active ones of the six conditions (6,), rotation about x, y, z first, then position,
            in world axes; all when omitted.

    Returns:
        Joint speeds (n,) or (m, n); 0 if no motion is left.

    Raises:
        ArgumentError: An argument of another shape or not finite.

    >>> arm = Robot.from_dh([1, 1, 1], 0, 0, 0)
    >>> speeds = null_space_motion(arm, [0.1, 0.2, 0.3], [1, 0, 0], mask=[0, 0, 0, 1, 1, 1])
    >>> bool(np.abs((jacobian(arm, [0.1, 0.2, 0.3]) @ speeds)[3:]).max() < 1e-12)
    True
    """
    posture = check_posture(robot, q)
    wanted = away_from_limits(robot, posture) if qd is None else check_joints(robot, qd, "qd")
    if wanted.shape not in (posture.shape, (robot.n,)):
        raise ArgumentError(f"qd: expected shape {posture.shape}, got {wanted.shape}")
    rows = np.ones(6) if mask is None else check_one(mask, "mask", 6)
    free = np.array([not joint.locked for joint in robot.joints], dtype=float)
    J = jacobian(robot, posture)[..., np.flatnonzero(rows), :]
    J_plus = np.linalg.pinv(J, rcond=LOST)
    wanted = (free * wanted)[..., None]
    return np.asarray((wanted - J_plus @ (J @ wanted))[..., 0] * free)


def away_from_limits(robot: Robot, q: Array) -> Array:
    """Return the speeds (..., n) straight towards the middle between the limits."""
    lower, upper = robot.limits.T
    bounded = np.isfinite(upper - lower) & (upper > lower)
    span = np.where(bounded, upper - lower, 1.0)
    middle = np.where(bounded, lower + span / 2, 0.0)
    return np.asarray(np.where(bounded, (middle - q) / span**2, 0.0))


# Starts after which to ask the arm's structure.
PATIENCE = 6
# Values of a surplus joint that are tried, and postures of these that are pushed into the limits.
SAMPLES = 144
PUSHED = 12

MOST_STEPS = 60
# Largest step of a joint, rad or m, and the part of a step at which to give up.
FARTHEST, SHORTEST = 0.3, 1e-3


def ikine(
    robot: Robot,
    T: ArrayLike,
    q0: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    limits: bool = True,
    link: int | None = None,
    *,
    tolerance: float = 1e-9,
    iterations: int = 100,
    starts: int = 30,
    avoid_limits: bool = False,
) -> Solution:
    """Return a posture for a pose of the tool, found by damped least squares.

    If that fails, and all six conditions of the tool are active, ``ikine_all`` decides: it finds
    another posture, or the reason why there is none.

    Args:
        robot: The robot; its locked joints keep their values in q0.
        T: Pose (4, 4) of the tool in the world, or a batch (m, 4, 4), each of which starts from the
            previous answer.
        q0: Posture to start from (n,); the home posture when omitted.
        mask: Active ones of the six conditions (6,), rotation about x, y, z first, then position,
            in world axes; all when omitted.
        limits: Require an answer within the limits.
        link: Number of the frame, 1 to n, that is to reach the pose instead of the tool; later
            joints keep their values in q0.
        tolerance: Largest error, in rad and, for lengths, relative to the robot's reach.
        iterations: Largest number of steps from one start.
        starts: Largest number of starts; all after the first are random, the same at every call.
        avoid_limits: Use redundant joints to stay away from the limits.

    Returns:
        Revolute angles are in (-pi, pi], or if limits are respected the copy within them nearest to
        q0. If no posture reaches the pose, the posture with the smallest error, and the reason.

    Raises:
        ArgumentError: An argument of another shape, not finite or out of range.

    >>> arm = Robot.from_dh([1, 1], 0, 0, 0)
    >>> T = np.eye(4)
    >>> T[:2, 3] = [1, 1]
    >>> ikine(arm, T, [0.1, 0.1], mask=[0, 0, 0, 1, 1, 0]).q.round(6) + 0.0
    array([0.      , 1.570796])
    """
    check_robot(robot)
    targets = check_pose(check_array(T, "T", 4, 4), "T")
    if targets.ndim > 3:
        raise ArgumentError(f"T: expected shape (4, 4) or (m, 4, 4), got {targets.shape}")
    start = robot.home if q0 is None else check_posture(robot, q0, "q0")
    if start.ndim != 1:
        raise ArgumentError(f"q0: expected shape ({robot.n},), got {start.shape}")
    last = robot.n if link is None else check_index(link, "link", 1, robot.n)
    problem = Problem(
        robot,
        np.eye(4),
        rows=_rows(mask),
        moving=np.isin(np.arange(robot.n), robot.active) & (np.arange(robot.n) < last),
        link=link,
        limits=check_flag(limits, "limits"),
        scale=np.repeat([1.0, 1.0 / reach(robot)], 3),
        tolerance=check_positive(tolerance, "tolerance"),
        iterations=check_index(iterations, "iterations", 1, 10**6),
    )
    attempts = check_index(starts, "starts", 1, 10**6)
    roomy = check_flag(avoid_limits, "avoid_limits")
    if targets.ndim == 2:
        return _solve(replace(problem, target=targets), start, attempts, roomy)
    return _solve_in_turn(problem, targets, start, attempts, roomy)


def _rows(mask: ArrayLike | None) -> Integers:
    if mask is None:
        return np.arange(6)
    rows = np.flatnonzero(check_one(mask, "mask", 6))
    if not len(rows):
        raise ArgumentError("mask: expected at least one condition")
    return rows


def _solve_in_turn(
    problem: Problem, targets: Array, start: Array, attempts: int, avoid_limits: bool
) -> Solution:
    """Return the solutions of a batch of poses, each from the previous answer."""
    parts: list[Solution] = []
    tries = min(attempts, _patience(problem))
    while len(targets):
        if not avoid_limits:
            q, residuals, steps = search_in_turn(problem, targets, start, tries)
            done = len(q)
            reasons = (Reason(),) * done
            parts.append(Solution(q, np.ones(done, dtype=bool), residuals, steps, reasons))
            start, targets = (q[-1], targets[done:]) if done else (start, targets)
        if len(targets):
            one = _solve(replace(problem, target=targets[0]), start, attempts, avoid_limits)
            parts.append(one)
            start, targets = one.q if one.success else start, targets[1:]
    return together(parts, problem.robot.n)


def _solve(problem: Problem, start: Array, attempts: int, avoid_limits: bool) -> Solution:
    outcome = search(problem, start, min(attempts, _patience(problem)))
    if not outcome.found:
        return _rescued(problem, start, outcome, attempts)
    q = spread(problem, outcome.q) if avoid_limits else outcome.q
    return Solution(q, True, problem.residual(q), outcome.steps, Reason())


def _patience(problem: Problem) -> int:
    """Return a sensible number of starts: few if the structure gives all postures afterwards."""
    if len(problem.rows) < 6 or problem.link is not None:
        return 10**6
    plan = plan_of(problem.robot)
    return 10**6 if plan.free or plan.way == "numeric" else PATIENCE


def _rescued(problem: Problem, start: Array, outcome: Outcome, attempts: int) -> Solution:
    """Return one of all postures of the arm after a failed descent, or the reason."""
    robot, q = problem.robot, outcome.q
    if len(problem.rows) < 6 or problem.link is not None:
        reason = why_partial(problem, outcome, attempts)
        return Solution(q, False, problem.residual(q), outcome.steps, reason)
    every = ikine_all(
        _held(robot, start), problem.target, tolerance=problem.tolerance, samples=SAMPLES
    )
    postures = [problem.at_home(one, start) for one in every.q]
    fitting = [one for one in postures if not problem.beyond(one)]
    fitting = fitting or _pushed_inside(problem, every)
    if fitting:
        q = min(fitting, key=lambda one: float(np.abs(one - start).max()))
        return Solution(q, True, problem.residual(q), outcome.steps, Reason())
    if len(every):
        reason = why_beyond(robot, every.q)
    elif outcome.blocked is not None:
        reason = why_beyond(robot, outcome.blocked[None])
    else:
        reason = every.reason
        q = q if reason.posture is None else reason.posture
    return Solution(q, False, problem.residual(q), outcome.steps, reason)


def _pushed_inside(problem: Problem, every: Solutions) -> list[Array]:
    """Return the postures within the limits that descents from samples closest to them find."""
    inside = []
    excess = [float(limit_excess(problem.robot, q).sum()) for q in every.samples]
    for i in np.argsort(excess)[:PUSHED]:
        end, _ = descend(problem, every.samples[i], True)
        if problem.reached(end) and not problem.beyond(end):
            inside.append(end)
    return inside


def _held(robot: Robot, q: Array) -> Robot:
    """Return the robot with its locked joints at their values in a posture."""
    joints = tuple(
        _at(joint, float(value)) if joint.locked else joint
        for joint, value in zip(robot.joints, q, strict=True)
    )
    return robot.replace(joints=joints) if joints != robot.joints else robot


def _at(joint: Joint, value: float) -> Joint:
    return replace(joint, theta=value) if joint.turns else replace(joint, d=value)


def spread(problem: Problem, q: Array) -> Array:
    """Return a posture for the same pose with its joints farther from their limits.

    Args:
        problem: The problem solved.
        q: A solution (n,).
    """
    part, cost = 1.0, _cost(problem.robot, q)
    for _ in range(MOST_STEPS):
        step = part * _idle_step(problem, q)
        tried, _ = descend(problem, q + step, problem.limits)
        cheaper = _cost(problem.robot, tried)
        if cheaper < cost - 1e-9 and problem.reached(tried) and not problem.beyond(tried):
            q, cost, part = tried, cheaper, min(1.0, 2.0 * part)
        else:
            part *= 0.5
        if part < SHORTEST:
            break
    return q


def _cost(robot: Robot, q: Array) -> float:
    """Return half the sum of squares of the distances from mid-range, relative to the ranges."""
    lower, upper = robot.limits.T
    bounded = np.isfinite(upper - lower) & (upper > lower)
    parts = (q - (lower + upper) / 2)[bounded] / (upper - lower)[bounded]
    return 0.5 * float(parts @ parts)


def _idle_step(problem: Problem, q: Array) -> Array:
    """Return a step away from the limits that preserves the active conditions, of limited size."""
    _, J = pose_and_jacobian(problem.robot, q, problem.link)
    A = J[problem.rows] * problem.moving
    wanted = away_from_limits(problem.robot, q) * problem.moving
    idle = wanted - np.linalg.pinv(A, rcond=LOST) @ (A @ wanted)
    idle *= 10.0
    return np.asarray(idle / max(1.0, float(np.abs(idle).max()) / FARTHEST))
