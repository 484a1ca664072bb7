"""One posture for a pose by damped least squares, for any robot.

Each step solves ``(J^T J + E 1) dq = J^T e`` with the error e and E = e^T e / 2 (Levenberg and
Marquardt; the damping after Sugihara 2011): bold near a solution, careful far from one and at
singularities.  Where it gets stuck it starts again from a random posture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    Booleans,
    Integers,
    check_array,
    check_flag,
    check_index,
    check_one,
    check_pose,
    check_posture,
    check_robot,
)
from rvs.engine.checks import check_positive
from rvs.engine.errors import ArgumentError
from rvs.engine.inverse.folding import fold, outside
from rvs.engine.inverse.reason import Reason
from rvs.engine.inverse.solution import Solution, together
from rvs.engine.jacobians import pose_and_jacobian
from rvs.engine.robot import Robot
from rvs.engine.screws import log3

# A step this small, in rad and parts of the reach, goes nowhere any more.
_NO_STEP = 1e-13


@dataclass(frozen=True)
class _Problem:
    """What does not change while one pose is searched for."""

    robot: Robot
    target: Array
    rows: Integers  # which of the six conditions count
    moving: Booleans  # which joints take part
    link: int | None
    limits: bool
    scale: Array  # of the six errors: lengths in parts of the reach
    tolerance: float
    iterations: int

    def error(self, T: Array) -> Array:
        """Rotation vector and translation from a pose to the target in world axes (6,)."""
        turn = log3(self.target[:3, :3] @ T[:3, :3].T)
        return np.concatenate([turn, self.target[:3, 3] - T[:3, 3]])

    def residual(self, q: Array) -> float:
        """Norm of the error that counts, in rad and m."""
        T, _ = pose_and_jacobian(self.robot, q, self.link)
        return float(np.linalg.norm(self.error(T)[self.rows]))


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
) -> Solution:
    """Return a posture that puts the tool at a pose, found by damped least squares.

    Args:
        robot: The robot; its locked joints stay where q0 has them.
        T: Pose (4, 4) of the tool in the world, or a batch (m, 4, 4), each of which starts from the
            answer before.
        q0: Posture to start from (n,); the home posture when omitted.
        mask: Which of the six conditions count (6,), rotation about x, y, z first, then position,
            in world axes; all when omitted.
        limits: Whether the answer has to lie within the limits.
        link: Number of the frame, 1 to n, that is to reach the pose instead of the tool; later
            joints stay where q0 has them.
        tolerance: Largest error, in rad and, for lengths, in parts of the robot's reach.
        iterations: Most steps from one start.
        starts: Most starts; all after the first are random, the same at every call.

    Returns:
        Revolute angles are in (-pi, pi], or another copy where only that lies within the limits.
        Where nothing reaches the pose, the posture with the smallest error, and the reason.

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
    rows = _rows(mask)
    last = robot.n if link is None else check_index(link, "link", 1, robot.n)
    moving = np.array([not joint.locked for joint in robot.joints]) & (np.arange(robot.n) < last)
    attempts = check_index(starts, "starts", 1, 10**6)
    steps = check_index(iterations, "iterations", 1, 10**6)
    goal = check_positive(tolerance, "tolerance")
    bounded = check_flag(limits, "limits")
    scale = np.repeat([1.0, 1.0 / _reach(robot)], 3)
    found = []
    for target in targets.reshape(-1, 4, 4):
        problem = _Problem(robot, target, rows, moving, link, bounded, scale, goal, steps)
        found.append(_search(problem, start, attempts))
        if found[-1].success:
            start = found[-1].q
    return found[0] if targets.ndim == 2 else together(found, robot.n)


def _rows(mask: ArrayLike | None) -> Integers:
    if mask is None:
        return np.arange(6)
    rows = np.flatnonzero(check_one(mask, "mask", 6))
    if not len(rows):
        raise ArgumentError("mask: expected at least one condition that counts")
    return rows


def _reach(robot: Robot) -> float:
    """Length that the robot spans, an upper bound; 1 for a robot of no size."""
    slides = [np.abs(j.limits).max() for j in robot.joints if j.kind == "prismatic"]
    finite = sum(float(slide) for slide in slides if np.isfinite(slide))
    spans = sum(joint.span for joint in robot.joints)
    return spans + finite + float(np.linalg.norm(robot.tool[:3, 3])) or 1.0


def _search(problem: _Problem, start: Array, attempts: int) -> Solution:
    """Descend from one start after another until the pose is reached."""
    rng = np.random.default_rng(0)
    q, best, least, taken = start, start, np.inf, 0
    blocked: list[int] = []
    too_far = _too_far(problem)
    for _ in range(1 if too_far else attempts):
        for bounded in (False, True):
            reached, steps = _descend(problem, q, bounded)
            taken += steps
            answer = fold(problem.robot, reached, start, problem.limits, problem.moving)
            beyond = outside(problem.robot, answer, problem.moving) if problem.limits else []
            residual = problem.residual(answer)
            if not beyond and _reached(problem, answer):
                return Solution(answer, True, residual, taken, Reason())
            if beyond and _reached(problem, answer):
                blocked = blocked or beyond
            elif residual < least:
                best, least = answer, residual
            if not beyond:
                break
            q = answer
        q = _random_posture(problem, start, rng)
    reason = too_far or _reason(problem, blocked, attempts)
    return Solution(best, False, problem.residual(best), taken, Reason(reason))


def _reached(problem: _Problem, q: Array) -> bool:
    T, _ = pose_and_jacobian(problem.robot, q, problem.link)
    scaled = (problem.scale * problem.error(T))[problem.rows]
    return bool(np.linalg.norm(scaled) < problem.tolerance)


def _descend(problem: _Problem, start: Array, bounded: bool) -> tuple[Array, int]:
    """Step until the error vanishes or does not shrink; return posture and number of steps."""
    lower, upper = problem.robot.limits.T
    q = np.clip(start, lower, upper) if bounded else start.copy()
    q = np.where(problem.moving, q, start)
    best, least = q, np.inf
    for step in range(problem.iterations):
        T, J = pose_and_jacobian(problem.robot, q, problem.link)
        e = (problem.scale * problem.error(T))[problem.rows]
        size = float(np.linalg.norm(e))
        polished = size > 0.5 * least and least < problem.tolerance
        if size < least:
            best, least = q, size
        if polished or size == 0.0:
            return best, step
        free = problem.moving.copy()
        A = (problem.scale[:, None] * J)[problem.rows]
        if bounded:
            downhill = A.T @ e
            free = free & ~((q <= lower) & (downhill < 0) | (q >= upper) & (downhill > 0))
        dq = _step(A, e, free)
        if np.abs(dq).max(initial=0.0) < _NO_STEP:
            return best, step
        q = np.clip(q + dq, lower, upper) if bounded else q + dq
        q = np.where(problem.moving, q, start)
    return best, problem.iterations


def _step(A: Array, e: Array, free: Booleans) -> Array:
    """Damped least-squares step of the free joints, 0 for the others."""
    J = A[:, free]
    dq = np.zeros(A.shape[1])
    damping = 0.5 * float(e @ e) + 1e-15
    if J.shape[1]:
        dq[free] = np.linalg.solve(J.T @ J + damping * np.eye(J.shape[1]), J.T @ e)
    return dq


def _random_posture(problem: _Problem, start: Array, rng: np.random.Generator) -> Array:
    """Moving joints anywhere within limits; without limits, within a turn or the reach."""
    robot = problem.robot
    span = np.array([np.pi if joint.turns else _reach(robot) for joint in robot.joints])
    lower, upper = robot.limits.T
    lower = np.where(np.isfinite(lower) & problem.limits, lower, -span)
    upper = np.where(np.isfinite(upper) & problem.limits, upper, np.maximum(span, lower + span))
    lower = np.minimum(lower, upper)
    return np.where(problem.moving, rng.uniform(lower, upper), start)


def _too_far(problem: _Problem) -> str:
    """Say that the target lies beyond the reach, or nothing where that is not certain."""
    robot = problem.robot
    if any(joint.kind != "revolute" for joint in robot.joints) or not set(
        problem.rows.tolist()
    ) >= {3, 4, 5}:
        return ""
    distance = float(np.linalg.norm(problem.target[:3, 3] - robot.base[:3, 3]))
    reach = _reach(robot)
    if distance <= reach * (1 + problem.tolerance):
        return ""
    return (
        f"out of reach: the target is {distance:.6g} m from the base, the robot spans {reach:.6g} m"
    )


def _reason(problem: _Problem, blocked: list[int], attempts: int) -> str:
    if blocked:
        joints = ", ".join(str(i) for i in blocked)
        return f"the pose is reached only outside the limits of joint {joints}"
    joints_free, conditions = int(problem.moving.sum()), len(problem.rows)
    if joints_free < conditions:
        return f"{joints_free} joints cannot meet {conditions} conditions here; a mask may help"
    return f"no posture found from {attempts} starts"
