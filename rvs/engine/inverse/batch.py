"""Postures for many poses together, without the reasons for missing ones.

Arms of six revolute joints are solved by the kernels where these are certain.  All other poses are
reached by descent from the nearest of many postures (Levenberg and Marquardt, the damping after
Sugihara 2011), so a branch can be missing, and an empty result proves nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from rvs.engine.arrays import Array, Booleans, Integers
from rvs.engine.inverse.angle_wrapping import TURN, wrap
from rvs.engine.inverse.descent import folded
from rvs.engine.inverse.search import reach
from rvs.engine.inverse.solution import Solutions
from rvs.engine.jacobians import fkine, jacobian
from rvs.engine.kernels import accelerated
from rvs.engine.robot import Robot
from rvs.engine.screws import rotation_vector
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from scipy.spatial import cKDTree  # type: ignore[import-untyped]

# Postures that descents start from, and how many of them for each pose.
KNOWN, STARTS = 4096, 14
# After so many poses in vain the kernel has no answer for an arm.
TRIES = 12
STEPS, PATIENCE = 36, 6
# E in parts of the squared error; the largest step of an angle, rad, or slide, parts of the size.
DAMPING, FARTHEST = 0.1, 0.8
# What counts as reached, in rad and parts of the size; postures closer than this are one.
REACHED, SAME = 1e-8, 1e-4
# Poses that are descended to at a time.
CHUNK = 1500


@dataclass(frozen=True, eq=False)
class PostureBatch:
    """Postures of many poses.

    Attributes:
        q: The postures (k, n), rad and m.
        pose: Index of the pose that each reaches (k,), in ascending order.
        certain: No posture of a pose can be missing (m,).
    """

    q: Array
    pose: Integers
    certain: Booleans


def batch_postures(robot: Robot, T: Array, position: bool = False) -> PostureBatch:
    """Return different postures for poses of the tool, each verified by forward kinematics.

    Arms with as many joints as conditions may exceed their limits, with angles in (-pi, pi]; arms
    with more joints respect them.

    Args:
        robot: The robot.
        T: The poses (m, 4, 4).
        position: Only the position of the tool point is required.
    """
    found: list[tuple[int, Array]] = []
    certain = np.zeros(len(T), dtype=bool)
    if not position and robot.native_solver is not None:
        for k, pose in enumerate(T):
            answer = _kernel(robot, pose)
            if answer is not None:
                found.append((k, answer.q))
                certain[k] = True
            elif k == TRIES and not found:
                break
    q = [one for _, one in found]
    which = [np.full(len(one), k) for k, one in found]
    left = np.flatnonzero(~certain)
    left = left[_in_range(robot, T[left])]
    for start in range(0, len(left), CHUNK):
        part = left[start : start + CHUNK]
        more, pose = _descended(robot, T[part], position)
        q.append(more)
        which.append(part[pose])
    rows = np.concatenate([np.empty((0, robot.n)), *q])
    poses = np.concatenate([np.empty(0, dtype=np.int64), *which])
    order = np.argsort(poses, kind="stable")
    return PostureBatch(rows[order], poses[order], certain)


def _none(robot: Robot, T: Array) -> Solutions | None:
    """Return nothing, as the solver of poses for which the kernel has no certain answer."""
    del robot, T
    return None


_none.__name__ = "ikine_all"
_kernel = accelerated(_none)


def farthest(robot: Robot) -> float:
    """Return an approximate upper bound of the distance of the tool point from the base, m."""
    known = _known(robot)
    away = np.linalg.norm(known.poses[:, :3, 3] - robot.base[:3, 3], axis=1)
    return float(min(1.05 * away.max(), max(known.size, away.max())))


def _in_range(robot: Robot, T: Array) -> Booleans:
    """Return which poses are within the sum of the lengths of all links (m,)."""
    away = np.linalg.norm(T[:, :3, 3] - robot.base[:3, 3], axis=1)
    unbounded = any(
        joint.kind != "revolute" and not np.isfinite(joint.limits).all() for joint in robot.joints
    )
    return np.asarray((away <= reach(robot)) | unbounded)


@dataclass(frozen=True, eq=False)
class _Known:
    """Postures within the limits, and a search for those with the tool near a pose."""

    q: Array
    poses: Array
    size: float
    places: cKDTree
    points: cKDTree


# By value: all poses of one robot are found from the same postures.
@lru_cache(maxsize=4)
def _known(robot: Robot) -> _Known:
    # here: it takes long to import
    from scipy.spatial import cKDTree

    size = reach(robot)
    low, high = _box(robot, size)
    q = np.random.default_rng(0).uniform(low, high, (KNOWN, robot.n))
    q = np.where([joint.locked for joint in robot.joints], robot.home, q)
    poses = fkine(robot, q)
    return _Known(q, poses, size, cKDTree(_features(poses, size)), cKDTree(poses[:, :3, 3]))


def _box(robot: Robot, size: float) -> tuple[Array, Array]:
    """Return the limits; for joints without limits a turn or the size (n,)."""
    span = np.array([np.pi if joint.turns else size for joint in robot.joints])
    lower, upper = robot.limits.T
    lower = np.where(
        np.isfinite(lower), lower, np.where(np.isfinite(upper), upper, span) - 2 * span
    )
    upper = np.where(np.isfinite(upper), upper, lower + 2 * span)
    return lower, np.maximum(upper, lower)


def _features(T: Array, size: float) -> Array:
    """Return numbers (m, 12) whose distances measure the distances of poses."""
    return np.hstack([3.0 * T[:, :3, 3] / size, 0.5 * T[:, :3, :3].reshape(-1, 9)])


def _descended(robot: Robot, T: Array, position: bool) -> tuple[Array, Integers]:
    """Return the distinct postures reached by descents, and the pose of each."""
    known = _known(robot)
    if position:
        _, near = known.points.query(T[:, :3, 3], STARTS)
    else:
        _, near = known.places.query(_features(T, known.size), STARTS)
    pose = np.repeat(np.arange(len(T)), STARTS)
    bounded = len(robot.active) > (3 if position else 6)
    q, there = descend(robot, T[pose], known.q[near.ravel()], position, bounded)
    q, pose = (q if bounded else folded(robot, q))[there], pose[there]
    revolute = np.array([joint.kind == "revolute" and not joint.locked for joint in robot.joints])
    unit = np.where([joint.turns for joint in robot.joints], 1.0, known.size)
    digits = np.round(q / unit / SAME)
    turned = np.round(TURN / SAME)
    digits = np.where(revolute, digits % turned, digits)
    _, first = np.unique(np.column_stack([pose, digits]), axis=0, return_index=True)
    first.sort()
    return q[first], pose[first]


def descend(
    robot: Robot, T: Array, start: Array, position: bool, bounded: bool
) -> tuple[Array, Booleans]:
    """Return postures (m, n) after steps towards a pose each, and which of them reach it (m,).

    Args:
        robot: The robot.
        T: The poses (m, 4, 4).
        start: The initial postures (m, n), rad and m.
        position: Only the position of the tool point is required.
        bounded: Stay within the limits at every step.
    """
    scale = np.repeat([0.0 if position else 1.0, 1.0 / reach(robot)], 3)
    active = list(robot.active)
    low, high = robot.limits.T
    farthest = np.where([joint.turns for joint in robot.joints], FARTHEST, FARTHEST / scale[-1])
    q, open_ = start.copy(), np.arange(len(start))
    done = np.zeros(len(start), dtype=bool)
    milestone = np.full(len(start), np.inf)
    for step in range(STEPS):
        e, A = _errors(robot, T[open_], q[open_], scale)
        off = np.linalg.norm(e, axis=1)
        done[open_] = off < REACHED
        goes_on = off >= REACHED
        if step % PATIENCE == PATIENCE - 1:
            goes_on &= off < 0.5 * milestone[open_]
            milestone[open_] = off
        open_, e, A, off = open_[goes_on], e[goes_on], A[goes_on][:, :, active], off[goes_on]
        if not len(open_):
            break
        if bounded:
            own = q[open_][:, active]
            pull = np.einsum("mri,mr->mi", A, e)
            held = ((own <= low[active]) & (pull < 0)) | ((own >= high[active]) & (pull > 0))
            A = np.where(held[:, None], 0.0, A)
        At = np.swapaxes(A, 1, 2)
        normal = At @ A + (DAMPING * off**2 + 1e-14)[:, None, None] * np.eye(len(active))
        dq = np.linalg.solve(normal, At @ e[..., None])[..., 0]
        dq /= np.maximum((np.abs(dq) / farthest[active]).max(axis=1, initial=1.0), 1.0)[:, None]
        q[np.ix_(open_, active)] += dq
        if bounded:
            q[open_] = np.clip(q[open_], low, high)
    return q, done


def _errors(robot: Robot, T: Array, q: Array, scale: Array) -> tuple[Array, Array]:
    """Return scaled errors (m, 6) in world axes, and scaled Jacobians (m, 6, n)."""
    X = fkine(robot, q)
    turn = rotation_vector(T[:, :3, :3] @ np.swapaxes(X[:, :3, :3], 1, 2))
    errors = np.concatenate([turn, T[:, :3, 3] - X[:, :3, 3]], axis=1)
    J: Any = jacobian(robot, q)
    return scale * errors, scale[:, None] * J


def within_limits(robot: Robot, q: Array, slack: float = 1e-9) -> tuple[Array, Booleans]:
    """Return postures with revolute angles shifted by whole turns to be nearest to mid-range.

    Args:
        robot: The robot.
        q: Postures (k, n).
        slack: Tolerance for rounding beyond a limit, rad and m.

    Returns:
        The postures, and which of them are within all limits (k,).
    """
    low, high = robot.limits.T
    bounded = np.isfinite(low) & np.isfinite(high)
    middle = 0.5 * (np.where(bounded, low, 0.0) + np.where(bounded, high, 0.0))
    revolute = np.array([joint.kind == "revolute" and not joint.locked for joint in robot.joints])
    copies = np.where(revolute, middle + wrap(q - middle), q)
    inside = ((copies >= low - slack) & (copies <= high + slack)) | _locked(robot)
    return np.where(_locked(robot), q, np.clip(copies, low, high)), inside.all(axis=1)


def _locked(robot: Robot) -> Booleans:
    return np.array([joint.locked for joint in robot.joints])
