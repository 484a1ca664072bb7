"""One posture for a pose by damped least squares, for any robot.

Each step solves ``(J^T J + E 1) dq = J^T e`` with the error e and E = e^T e / 10 (Levenberg and
Marquardt; the damping after Sugihara 2011): bold near a solution, careful far from one and at
singularities.  If it gets stuck, it restarts from a random posture.  The C++ kernels search in the
same way, except for their random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers
from rvs.engine.inverse.angle_wrapping import AT_LIMIT, fold, outside
from rvs.engine.jacobians import pose_and_jacobian
from rvs.engine.kernels import NATIVE
from rvs.engine.robot import Robot
from rvs.engine.screws import log3
from rvs.value_class import dataclass

# A step this small, in rad and parts of the reach, goes nowhere any more.
_NO_STEP = 1e-13
# E in parts of the squared error.
_DAMPING = 0.1
# In this number of steps the error has to halve, or the descent is on the way to no solution.
_PATIENCE = 12


@dataclass(frozen=True, eq=False)
class Problem:
    """Constant data of the search for one pose.

    Attributes:
        robot: The robot.
        target: The pose (4, 4).
        rows: Active ones of the six conditions.
        moving: True for the joints used (n,).
        link: The frame that is to reach the pose, the tool when None.
        limits: Respect the limits.
        scale: Factors of the six errors (6,), lengths relative to the reach.
        tolerance: Largest scaled error.
        iterations: Largest number of steps from one start.
    """

    robot: Robot
    target: Array
    rows: Integers
    moving: Booleans
    link: int | None
    limits: bool
    scale: Array
    tolerance: float
    iterations: int

    def error(self, T: Array) -> Array:
        """Return rotation vector and translation from a pose to the target, world axes (6,)."""
        turn = log3(self.target[:3, :3] @ T[:3, :3].T)
        return np.concatenate([turn, self.target[:3, 3] - T[:3, 3]])

    def misses(self, q: Array) -> tuple[float, float]:
        """Return angle (rad) and distance (m) of the remaining errors of the active conditions."""
        T, _ = pose_and_jacobian(self.robot, q, self.link)
        e = np.zeros(6)
        e[self.rows] = self.error(T)[self.rows]
        return float(np.linalg.norm(e[:3])), float(np.linalg.norm(e[3:]))

    def residual(self, q: Array) -> float:
        """Return the norm of the error of the active conditions, in rad and m."""
        return float(np.hypot(*self.misses(q)))

    def reached(self, q: Array) -> bool:
        """Return whether a posture is at the target, within the tolerance."""
        T, _ = pose_and_jacobian(self.robot, q, self.link)
        scaled = (self.scale * self.error(T))[self.rows]
        return bool(np.linalg.norm(scaled) < self.tolerance)

    def at_home(self, q: Array, near: Array) -> Array:
        """Return a posture with its angles folded, within the limits if these apply."""
        return fold(self.robot, q, near, self.limits, self.moving)

    def beyond(self, q: Array) -> list[int]:
        """Return the joints outside their limits; none if limits are ignored."""
        return outside(self.robot, q, self.moving) if self.limits else []


@dataclass(frozen=True, eq=False)
class Outcome:
    """End of a search.

    Attributes:
        q: The posture found, or the posture with the smallest error (n,).
        found: It reaches the pose within the limits.
        steps: Total number of steps from all starts.
        blocked: A posture (n,) that reaches the pose outside the limits, if found.
    """

    q: Array
    found: bool
    steps: int
    blocked: Array | None


def reach(robot: Robot) -> float:
    """Return an upper bound of the length spanned by the robot; 1 for a robot of no size."""
    slides = [np.abs(j.limits).max() for j in robot.joints if j.kind == "prismatic"]
    finite = sum(float(slide) for slide in slides if np.isfinite(slide))
    spans = sum(joint.span for joint in robot.joints)
    return spans + finite + float(np.linalg.norm(robot.tool[:3, 3])) or 1.0


def search(problem: Problem, start: Array, attempts: int) -> Outcome:
    """Descend from one start after another until the pose is reached.

    Args:
        problem: The problem.
        start: Posture to start from (n,); all further starts are random, the same at every call.
        attempts: Number of starts.
    """
    if NATIVE is not None:
        q, reached, _, taken, met = _native(problem, problem.target[None], start, attempts)
        # The kernels leave angles in (-pi, pi] where they can.
        return Outcome(problem.at_home(q[0], start), reached == 1, int(taken[0]), met)
    best, least, steps = start, np.inf, 0
    blocked: Array | None = None
    for first in _starts(problem, start, attempts):
        q = first
        for bounded in (False, True):
            end, taken = descend(problem, q, bounded)
            steps += taken
            q = problem.at_home(end, start)
            beyond, arrived = problem.beyond(q), problem.reached(q)
            if arrived and not beyond:
                return Outcome(q, True, steps, None)
            if arrived:
                blocked = q if blocked is None else blocked
            elif problem.residual(q) < least:
                best, least = q, problem.residual(q)
            if not beyond:
                break
    return Outcome(best, False, steps, blocked)


def search_in_turn(
    problem: Problem, targets: Array, start: Array, attempts: int
) -> tuple[Array, Array, Integers]:
    """Return postures, residuals and steps for consecutive poses, up to the first failure.

    Args:
        problem: The problem, apart from the target.
        targets: The poses (m, 4, 4).
        start: Initial posture for the first pose (n,); each other starts from the previous answer.
        attempts: Number of starts for each.

    Returns:
        The results of the first k poses; the next one is not reached, or there are no kernels (k =
        0).
    """
    if NATIVE is None:
        return np.empty((0, problem.robot.n)), np.empty(0), np.empty(0, dtype=int)
    q, reached, residuals, steps, _ = _native(problem, targets, start, attempts)
    for k in range(reached):
        q[k] = start = problem.at_home(q[k], start)
    return q[:reached], residuals[:reached], steps[:reached]


def _native(problem: Problem, targets: Array, start: Array, attempts: int) -> Any:
    counts = np.isin(np.arange(6), problem.rows)
    return NATIVE.search(
        problem.robot,
        targets.reshape(-1, 16),
        start,
        *problem.robot.limits.T,
        *_box(problem),
        problem.moving.astype(float),
        problem.scale * counts,
        problem.link or 0,
        problem.limits,
        problem.tolerance,
        problem.iterations,
        attempts,
        _DAMPING,
        _PATIENCE,
        _NO_STEP,
        AT_LIMIT,
    )


def _starts(problem: Problem, start: Array, attempts: int) -> Iterator[Array]:
    """Return the first start, then random ones within limits, or within a turn or the reach."""
    yield start
    rng, (lower, upper) = np.random.default_rng(0), _box(problem)
    for _ in range(attempts - 1):
        yield np.where(problem.moving, rng.uniform(lower, upper), start)


def _box(problem: Problem) -> tuple[Array, Array]:
    """Return the range of random starts: lower and upper values (n,)."""
    robot = problem.robot
    span = np.array([np.pi if joint.turns else reach(robot) for joint in robot.joints])
    lower, upper = robot.limits.T
    lower = np.where(np.isfinite(lower) & problem.limits, lower, -span)
    upper = np.where(np.isfinite(upper) & problem.limits, upper, np.maximum(span, lower + span))
    return np.minimum(lower, upper), upper


def descend(problem: Problem, start: Array, bounded: bool) -> tuple[Array, int]:
    """Step until the error vanishes or does not shrink; return posture and number of steps.

    Args:
        problem: The problem.
        start: Posture to start from (n,).
        bounded: Stay within the limits on the way.
    """
    lower, upper = problem.robot.limits.T
    q = np.clip(start, lower, upper) if bounded else start.copy()
    q = np.where(problem.moving, q, start)
    best, least, milestone = q, np.inf, np.inf
    for step in range(problem.iterations):
        T, J = pose_and_jacobian(problem.robot, q, problem.link)
        e = (problem.scale * problem.error(T))[problem.rows]
        size = float(np.linalg.norm(e))
        polished = size > 0.5 * least and least < problem.tolerance
        if size < least:
            best, least = q, size
        if polished or size == 0.0:
            return best, step
        if step % _PATIENCE == _PATIENCE - 1:
            if least > 0.5 * milestone:
                return best, step
            milestone = least
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
    """Return the damped least-squares step of the free joints, 0 for the others."""
    J = A[:, free]
    dq = np.zeros(A.shape[1])
    damping = _DAMPING * float(e @ e) + 1e-15
    if J.shape[1]:
        dq[free] = np.linalg.solve(J.T @ J + damping * np.eye(J.shape[1]), J.T @ e)
    return dq
