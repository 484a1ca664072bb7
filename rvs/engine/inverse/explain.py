"""The reason why a pose is not reached, or reached in infinitely many ways, in words."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.inverse.angle_wrapping import AT_LIMIT, TURN
from rvs.engine.inverse.descent import (
    STARTS,
    descend,
    errors_and_jacobians,
    folded,
    random_postures,
    scales,
)
from rvs.engine.inverse.plan import Plan
from rvs.engine.inverse.search import Outcome, Problem
from rvs.engine.inverse.solution import Cause, Reason
from rvs.engine.jacobians import fkine, pose_and_jacobian
from rvs.engine.measures import Singularity, singularity
from rvs.engine.robot import Robot

# Descents that look for the nearest pose, and their steps.
DESCENTS, STEPS = 24, 60
CALM = 0.25
# Smallest singular value of a posture on the border of what the arm reaches.
BORDER = 1e-3
# A gap below this part of the arm's size is none.
TOUCHING = 1e-6
# So many joints that can be chosen are named; of more it is said how many.
MOST_NAMED = 4


def why_none(robot: Robot, T: Array, plan: Plan, proven: bool) -> Reason:
    """Return the reason why no posture reaches a pose, with the nearest reachable pose.

    Args:
        robot: The robot.
        T: Required pose (4, 4).
        plan: Method for its postures.
        proven: True if the method has shown that there are none.
    """
    postures = random_postures(robot, plan.size, DESCENTS)
    if plan.free:
        postures = np.vstack([postures, _calm(robot, postures)])
    q = folded(robot, _nearest(robot, T, postures, scales(plan.size)))
    point = _nearest(robot, T, np.vstack([postures, q]), np.repeat([0.0, 1.0 / plan.size], 3))
    angle, distance = _miss(robot, T, q)
    _, gap = _miss(robot, T, point)
    kind, sentence = _verdict(robot, plan, proven, gap)
    nearest = f"the nearest pose found is {_measures(distance, angle)} away{_border(robot, q)}"
    return Reason(
        f"{sentence}; {nearest}",
        kind=kind,
        distance=distance,
        angle=angle,
        nearest=fkine(robot, q),
        posture=q,
        starts=STARTS if kind == "not found" else 0,
    )


def _calm(robot: Robot, postures: Array) -> Array:
    """Return postures ever farther from home: random ones of a long arm are always curled up."""
    parts = np.linspace(0.0, CALM, len(postures))[:, None]
    return robot.home + parts * (postures - robot.home)


def why_partial(problem: Problem, outcome: Outcome, attempts: int) -> Reason:
    """Return the reason why a search failed with only some conditions or some joints.

    Args:
        problem: The problem.
        outcome: The result of the search.
        attempts: Number of starts.
    """
    if outcome.blocked is not None:
        return why_beyond(problem.robot, outcome.blocked[None])
    angle, distance = problem.misses(outcome.q)
    joints, conditions = int(problem.moving.sum()), len(problem.rows)
    few = f"; {joints} joints for {conditions} conditions" if joints < conditions else ""
    return Reason(
        f"not found in {attempts} starts; the nearest pose found is "
        f"{_measures(distance, angle)} away{few}",
        kind="not found",
        distance=distance,
        angle=angle,
        nearest=pose_and_jacobian(problem.robot, outcome.q, problem.link)[0],
        posture=outcome.q,
        starts=attempts,
    )


def _verdict(robot: Robot, plan: Plan, proven: bool, gap: float) -> tuple[Cause, str]:
    if gap > TOUCHING * plan.size:
        return "reach", f"out of reach: the tool comes no closer than {gap:.4g} m to the position"
    if len(robot.active) < 6:
        count = len(robot.active)
        return "rotation", f"{count} joints cannot give this orientation at this position"
    if proven:
        return "reach", "out of reach: the position can be reached, but not with this orientation"
    return "not found", (
        f"not found in {STARTS} starts, which does not prove that there is no solution"
    )


def _border(robot: Robot, q: Array) -> str:
    """Return the singularity at the border of the reach, if it has a name."""
    if not robot.active:
        return ""
    near = singularity(robot, q)
    if not isinstance(near, Singularity) or near.kind == "other" or near.distance > BORDER:
        return ""
    return f", at the {near.kind} singularity"


def _nearest(robot: Robot, T: Array, Q: Array, scale: Array) -> Array:
    """Return the posture with the smallest error (n,)."""
    found, off = descend(robot, T, Q, scale, STEPS)
    return np.asarray(found[np.argmin(off)])


def _miss(robot: Robot, T: Array, q: Array) -> tuple[float, float]:
    """Return the angle and distance between the pose reached by a posture and a pose."""
    errors, _ = errors_and_jacobians(robot, T, q[None])
    return float(np.linalg.norm(errors[0, :3])), float(np.linalg.norm(errors[0, 3:]))


def _measures(distance: float, angle: float) -> str:
    if np.degrees(angle) < 1e-3 and distance > 0:
        return f"{distance:.4g} m"
    return f"{distance:.4g} m and {np.degrees(angle):.4g}°"


def why_beyond(robot: Robot, Q: Array) -> Reason:
    """Return the limits that prevent a pose, for the posture nearest to all limits.

    Args:
        robot: The robot.
        Q: Postures that reach the pose (m, n), all beyond some limit.
    """
    excess = np.array([limit_excess(robot, q) for q in Q])
    angles = np.where([joint.turns for joint in robot.joints], excess, 0.0)
    # the smallest angles, then the shortest slides
    best = excess[np.lexsort([excess.sum(1), angles.sum(1).round(9)])[0]].tolist()
    joints = tuple(i for i, value in enumerate(best) if value > 0)
    amounts = tuple(best[i] for i in joints)
    named = " and ".join(
        f"joint {i + 1} by {_amount(robot, i, value)}"
        for i, value in zip(joints, amounts, strict=True)
    )
    return Reason(
        f"the pose can be reached only outside the limits of {named}",
        kind="limits",
        joints=joints,
        excess=amounts,
    )


def limit_excess(robot: Robot, q: Array) -> Array:
    """Return the excess of each joint beyond its limits in its best copy by whole turns (n,)."""
    lower, upper = robot.limits.T
    copies = q + TURN * np.arange(-3, 4)[:, None]
    revolute = [joint.kind == "revolute" for joint in robot.joints]
    copies = np.where(revolute, copies, q)
    beyond = np.maximum(np.maximum(lower - copies, copies - upper), 0.0).min(axis=0)
    return np.where([joint.locked for joint in robot.joints], 0.0, beyond)


def _amount(robot: Robot, i: int, value: float) -> str:
    return f"{np.degrees(value):.4g}°" if robot.joints[i].turns else f"{value:.4g} m"


def why_infinite(robot: Robot, plan: Plan, curves: list[Array]) -> Reason:
    """Return the reason why infinitely many postures reach a pose; empty for finitely many.

    Args:
        robot: The robot.
        plan: Method for its postures.
        curves: Postures along each curve that reaches the pose.
    """
    if plan.free:
        joints = " and ".join(f"joint {i + 1}" for i in plan.free)
        if len(plan.free) > MOST_NAMED:
            joints = f"{len(plan.free)} of the {robot.n} joints"
        return Reason(
            f"infinitely many postures: {joints} can be chosen", kind="redundant", joints=plan.free
        )
    if not curves:
        return Reason()
    middles = np.array([curve[len(curve) // 2] for curve in curves])
    kinds = sorted({one.kind for one in np.atleast_1d(np.array(singularity(robot, middles)))})
    spans = np.max([np.ptp(curve, axis=0) for curve in curves], axis=0)
    moving = np.flatnonzero(spans > 0.01 * spans.max()).tolist()
    where = " and ".join(kind for kind in kinds if kind != "other")
    if plan.method is not None and plan.method.triple == "meeting":
        # A stretched arm whose wrist moves on stands at two singularities; only one lets it move.
        triple = plan.joints[plan.method.first : plan.method.first + 3]
        where = "wrist" if set(moving) <= set(triple) and plan.method.first == 3 else where
    what = f"{where} singularity" if where else "singularity"
    listed = ", ".join(str(i + 1) for i in moving)
    return Reason(
        f"infinitely many postures: at this {what}, joints {listed} can move while the "
        "tool is fixed",
        kind="singularity",
        joints=tuple(moving),
    )


def beyond_limits(robot: Robot, q: Array) -> list[int]:
    """Return the numbers, from 1, of the joints of a posture (n,) beyond their limits."""
    return [i for i, excess in enumerate(limit_excess(robot, q), 1) if excess > AT_LIMIT]


def beyond_words(robot: Robot, q: Array) -> str:
    """Return the exceeded limits of a posture (n,) in words, or nothing."""
    beyond = ", ".join(map(str, beyond_limits(robot, q)))
    return f"beyond limits of joint {beyond}" if beyond else ""
