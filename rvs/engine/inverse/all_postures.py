"""Every posture for a pose: by the robot's structure if it has one, verified in any case.

Copies of postures by whole turns within the limits.
"""

from __future__ import annotations

from itertools import product
from math import prod

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import (
    Array,
    Booleans,
    check_flag,
    check_index,
    check_one,
    check_pose,
    check_positive,
    check_robot,
)
from rvs.engine.inverse import descent
from rvs.engine.inverse.angle_wrapping import AT_LIMIT, TURN, wrap
from rvs.engine.inverse.continuum import curves_through, idle_motions, on_curve, thinned
from rvs.engine.inverse.descent import (
    VERIFIED,
    distinct,
    errors_and_jacobians,
    folded,
    gaps,
    polish,
)
from rvs.engine.inverse.explain import why_beyond, why_infinite, why_none
from rvs.engine.inverse.families import family
from rvs.engine.inverse.general6r import all_postures
from rvs.engine.inverse.plan import STILL, Plan, plan_of, six_turns
from rvs.engine.inverse.solution import Reason, Solutions
from rvs.engine.joint import Joint
from rvs.engine.kernels import accelerated
from rvs.engine.robot import Robot
from rvs.engine.transforms import nearest_pose

# Points of curves after which no more are followed: there is a surface of postures.
MOST_POINTS = 1000
# Descents for each value of a surplus joint.
STARTS_EACH = 8
# A joint that changes less along a curve (rad, m) stands still.
MOVED = 1e-6
# Singular postures nearer than this (rad) are one root of high multiplicity, blurred by rounding.
BLURRED = 0.02
# Its smallest singular value, lengths in parts of the size; that of two single roots is larger.
MULTIPLE = 2e-6

# A joint that turns so often has no limits that matter: one copy of its angle will do.
MANY_TURNS = 10
# So many copies are returned of all postures together; of more, those with the smallest angles.
MOST_COPIES = 20_000


@accelerated
def ikine_all(
    robot: Robot,
    T: ArrayLike,
    *,
    limits: bool = False,
    tolerance: float = 1e-6,
    samples: int = 36,
) -> Solutions:
    """Return every posture for a pose of the tool, each verified by forward kinematics.

    The robot's structure gives them in closed form where possible (``family``); any other arm of
    six revolute joints is solved by elimination; all others are searched from many starts, without
    a certificate.  Where a curve of postures reaches the pose, points along it are returned, and
    for an arm of more than six joints the postures on a grid of the surplus ones.

    Args:
        robot: The robot; its locked joints stay at home.
        T: Pose (4, 4) of the tool in the world.
        limits: Return only postures within the limits, in every copy by whole turns within them
            (for joints with a range of ten turns or more, or none, the copy nearest to 0; of more
            than 20,000 those with the smallest angles); otherwise revolute angles are in (-pi, pi].
        tolerance: Largest error of a posture, in rad or relative to arm size; it matters for
            arms of fewer than six joints, which reach few poses exactly.
        samples: Approximate number of points of each curve, or values of a surplus joint, to
            return.

    Raises:
        ArgumentError: An argument of another shape, not finite or out of range.

    >>> arm = Robot.from_dh([1, 1], 0, 0, 0)
    >>> T = np.array([[0, -1, 0, 1], [1, 0, 0, 1], [0, 0, 1, 0], [0, 0, 0, 1]])
    >>> found = ikine_all(arm, T)
    >>> found.q.round(6) + 0.0, found.certified
    (array([[0.      , 1.570796]]), True)
    """
    check_robot(robot)
    target = nearest_pose(check_pose(check_one(T, "T", 4, 4), "T"))
    within = check_flag(limits, "limits")
    goal = check_positive(tolerance, "tolerance")
    count = check_index(samples, "samples", 1, 10**6)
    plan = plan_of(robot)
    Q, certified, reason = _found(robot, plan, target, count, goal)
    alone, curves = _curves_apart(robot, plan, target, Q)
    certified = certified and not any(_blurred(robot, plan, target, q) for q in alone)
    points = [folded(robot, thinned(curve, count)) for curve in curves]
    if len(Q) and (plan.free or curves):
        reason = why_infinite(robot, plan, curves)
    Q = np.vstack([alone, *points])
    isolated = np.arange(len(Q)) < (0 if plan.free else len(alone))
    if within and len(Q):
        inside, isolated = copies_within(robot, Q, isolated)
        reason = reason if len(inside) else why_beyond(robot, Q)
        Q = inside
    errors, _ = errors_and_jacobians(robot, target, Q)
    return Solutions(
        q=Q,
        isolated=isolated,
        certified=certified and all(_wrist_alone(plan, curve) for curve in curves),
        family=family(robot),
        infinite=bool((~isolated).any()),
        residual=np.linalg.norm(errors, axis=1),
        reason=reason,
    )


def _found(
    robot: Robot, plan: Plan, T: Array, samples: int, tolerance: float
) -> tuple[Array, bool, Reason]:
    """Return distinct postures that reach a pose, their completeness, and a reason if none."""
    rough, certified = _candidates(robot, plan, T, samples)
    # joints in surplus reach a pose exactly or not at all
    close = min(tolerance, VERIFIED) if plan.free else tolerance
    Q = _verified(robot, plan, T, rough, close)
    if len(Q):
        return Q, certified, Reason()
    reason = why_none(robot, T, plan, certified)
    near = np.zeros((0, robot.n)) if reason.posture is None else reason.posture[None]
    if len(_verified(robot, plan, T, near, tolerance)):
        # equations of a closed form that hold for any value may let a singular posture slip
        starts = descent.random_postures(robot, plan.size, descent.STARTS)
        rough = descent.candidates(robot, T, plan.size, starts)
        return _verified(robot, plan, T, np.vstack([near, rough]), tolerance), False, Reason()
    return Q, certified, reason


def _candidates(robot: Robot, plan: Plan, T: Array, samples: int) -> tuple[Array, bool]:
    """Return postures (m, n) that may reach a pose, and True if no branch can be missing."""
    if plan.way == "closed" and plan.method is not None:
        found = []
        for held in _grid(robot, plan, samples):
            arm = plan.arm(robot, held)
            values = np.reshape(list(plan.method.solve(arm, arm.goal(T))), (-1, len(plan.joints)))
            found.append(arm.postures(values))
        return np.vstack(found), not plan.free
    if plan.way == "general":
        arm = plan.arm(robot, robot.home)
        answer = all_postures(six_turns(robot).chain, T)
        still = (np.abs(wrap(answer.q[:, len(arm.joints) :])) < STILL).all(axis=1)
        return arm.postures(answer.q[still, : len(arm.joints)]), answer.certified
    starts = descent.random_postures(robot, plan.size, descent.STARTS)
    if plan.free:
        held = np.repeat(_grid(robot, plan, samples), STARTS_EACH, axis=0)
        starts = np.resize(starts, held.shape)
        starts[:, list(plan.free)] = held[:, list(plan.free)]
    return descent.candidates(robot, T, plan.size, starts, plan.free), False


def _grid(robot: Robot, plan: Plan, count: int) -> Array:
    """Return postures (k, n) with the surplus joints at values all over their ranges."""
    if not plan.free:
        return robot.home[None]
    lower, upper = robot.limits[list(plan.free)].T
    turns = [robot.joints[i].turns for i in plan.free]
    span = np.where(turns, np.pi, 2 * plan.size)
    lower = np.where(np.isfinite(lower), lower, -span)
    upper = np.where(np.isfinite(upper), upper, span)
    if len(plan.free) == 1:
        parts = np.linspace(0.0, 1.0, count, endpoint=False)[:, None] + 0.5 / count
    else:
        parts = np.random.default_rng(4).uniform(0.0, 1.0, (count, len(plan.free)))
    held = np.tile(robot.home, (count, 1))
    held[:, list(plan.free)] = lower + parts * (upper - lower)
    return held


def _verified(robot: Robot, plan: Plan, T: Array, rough: Array, tolerance: float) -> Array:
    """Return the distinct postures among candidates that reach a pose (k, n), in order.

    If some reach it exactly, postures that are only within the tolerance are remnants of a descent.
    """
    polished, off = polish(robot, T, rough, plan.size)
    exact = off <= min(tolerance, VERIFIED)
    reached = exact if exact.any() else off <= tolerance
    Q, off = folded(robot, polished[reached]), off[reached]
    Q = Q[distinct(robot, Q, plan.size, off)]
    return np.asarray(Q[np.lexsort(np.round(Q, 6).T[::-1])])


def _curves_apart(robot: Robot, plan: Plan, T: Array, Q: Array) -> tuple[Array, list[Array]]:
    """Return the isolated postures, and the curves that contain the others."""
    alone: list[Array] = []
    curves: list[Array] = []
    for q in Q:
        if plan.free or not len(idle_motions(robot, T, q, plan.size)):
            alone.append(q)
        elif sum(map(len, curves)) >= MOST_POINTS:
            curves.append(q[None])
        elif not _known(robot, plan, T, q, alone, curves):
            found = curves_through(robot, T, q, plan.size)
            curves += found
            alone += [] if found else [q]
    return np.reshape(alone, (-1, robot.n)), curves


def _known(
    robot: Robot, plan: Plan, T: Array, q: Array, alone: list[Array], curves: list[Array]
) -> bool:
    """Return whether a singular posture is on a curve, or repeats a known one inexactly."""
    near = alone and gaps(robot, np.array(alone), q, plan.size).min() < BLURRED
    if near and len(idle_motions(robot, T, q, plan.size, MULTIPLE)):
        return True
    return any(on_curve(robot, curve, q, plan.size) for curve in curves)


def _blurred(robot: Robot, plan: Plan, T: Array, q: Array) -> bool:
    """Return whether a posture is doubly singular, so that rounding may hide others near it.

    The error of a double root of a stretched arm is the square root of the rounding error; at the
    singularity of the wrist, that decides between two postures and a curve.
    """
    return not plan.free and len(idle_motions(robot, T, q, plan.size)) > 1


def _wrist_alone(plan: Plan, curve: Array) -> bool:
    """Return whether a curve moves only joints with intersecting axes, the others being fixed."""
    if plan.method is None or plan.method.triple != "meeting":
        return False
    triple = plan.joints[plan.method.first : plan.method.first + 3]
    return set(np.flatnonzero(np.ptp(curve, axis=0) > MOVED)) <= set(triple)


def copies_within(robot: Robot, Q: Array, isolated: Booleans) -> tuple[Array, Booleans]:
    """Return every copy of postures within the limits, at most ``MOST_COPIES``.

    Args:
        robot: The robot; its locked joints are unchanged.
        Q: Postures (m, n).
        isolated: A mark of each (m,).

    Returns:
        Postures (k, n) and the marks of their originals (k,).
    """
    found, which = [], []
    most = max(1, MOST_COPIES // max(1, len(Q)))
    for q, single in zip(Q.tolist(), isolated, strict=True):
        for copy in product(*_fewer(list(map(joint_copies, robot.joints, q)), most)):
            found.append(copy)
            which.append(single)
    return np.reshape(found, (-1, robot.n)), np.array(which, dtype=bool)


def _fewer(copies: list[list[float]], most: int) -> list[list[float]]:
    """Return copies of each joint's value, without the largest angles if too many combine."""
    while prod(map(len, copies)) > most:
        longest = max(copies, key=len)
        longest.remove(max(longest, key=abs))
    return copies


def joint_copies(joint: Joint, value: float) -> list[float]:
    """Return all copies of a joint value within the limits.

    Args:
        joint: The joint.
        value: Its value, rad or m.

    >>> joint_copies(Joint(limits=(-7.0, 7.0)), 0.5)
    [-5.783185307179586, 0.5, 6.783185307179586]
    """
    lower, upper = joint.limits
    if joint.locked:
        return [value]
    if joint.kind != "revolute":
        copies = np.array([value])
    elif upper - lower < MANY_TURNS * TURN:
        first, last = np.ceil((lower - value) / TURN - 1), np.floor((upper - value) / TURN + 1)
        copies = value + TURN * np.arange(first, last + 1)
    else:
        # the principal angle, or the copy next to it beyond a bound
        nearest = min(max(0.0, np.ceil((lower - value) / TURN)), np.floor((upper - value) / TURN))
        copies = np.array([value + TURN * nearest])
    inside = (copies >= lower - AT_LIMIT) & (copies <= upper + AT_LIMIT)
    return [float(copy) for copy in np.clip(copies[inside], lower, upper)]
