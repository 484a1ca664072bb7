"""Choice of the method for all postures, made once per robot, and the closed solution of an arm.

An arm of fewer than six joints is extended by fixed joints after its last one; where they would
have to move, the arm cannot reach the pose.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, islice
from math import comb
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.chain import chain_frames, joint_axes
from rvs.engine.inverse.angle_wrapping import wrap
from rvs.engine.inverse.arm import Arm, Axes, arm_of
from rvs.engine.inverse.position import ALIKE
from rvs.engine.inverse.structure import (
    Values,
    meeting_point,
    plane_normal,
    with_meeting_last,
    with_plane_first,
)
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

Triple = Literal["meeting", "plane"]
# How far an added joint may move from where it is to stand; polishing and checking decide later.
STILL = 1e-2
# How near to the posture that it came from a trial has to lead, and how many there are.
NEAR = 1e-4
TRIALS = 6
# Six joints reach a pose in at most sixteen postures, roots that are nearly double counting twice;
# equations with more solutions hold for any value and determine nothing.
MOST_BRANCHES = 32


@dataclass(frozen=True, eq=False)
class Method:
    """A closed solution of an arm.

    Attributes:
        triple: True if it uses three intersecting axes, false if three joints in a plane.
        first: The first joint of that triple, numbered along the arm.
        added: Fixed axes after the last joint, up to six in all.
    """

    triple: Triple
    first: int
    added: Axes

    def solve(self, arm: Arm, goal: Array) -> Iterator[Values]:
        """Yield candidates for the values of the arm's joints.

        Args:
            arm: An arm with the structure of the method.
            goal: Required product of all motions (4, 4).
        """
        six = arm.axes.followed_by(self.added)
        start = (self.first + 3) % 6 if self.triple == "meeting" else self.first
        rolled = six.rolled(start, goal)
        if self.triple == "meeting":
            point = meeting_point(rolled.pick((3, 4, 5)), arm.size)
            found = iter(()) if point is None else with_meeting_last(rolled, point, goal)
        else:
            normal = plane_normal(rolled.pick((0, 1, 2)))
            found = iter(()) if normal is None else with_plane_first(rolled, normal, goal)
        count = len(arm.axes)
        for values in found:
            straight = (*values[6 - start :], *values[: 6 - start])
            if self._stands(straight[count:]):
                yield straight[:count]

    def _stands(self, values: Values) -> bool:
        return not values or bool(np.abs(wrap(np.array(values))).max() < STILL)


def method_of(arm: Arm) -> Method | None:
    """Return the closed solution of an arm of at most six joints, or None if there is none."""
    for method in _ideas(arm):
        if works(method, arm):
            return method
    return None


def works(method: Method, arm: Arm) -> bool:
    """Return whether a method recovers the joint values of some poses."""
    rng = np.random.default_rng(1)
    unit = np.where(arm.axes.turns, 1.0, arm.size)
    for _ in range(TRIALS):
        values = rng.uniform(-3.0, 3.0, len(unit)) * np.where(arm.axes.turns, 1.0, unit / 3)
        all_found = method.solve(arm, arm.axes.product(values.tolist()))
        candidates = list(islice(all_found, MOST_BRANCHES + 1))
        if len(candidates) > MOST_BRANCHES:
            return False
        found = np.array(candidates).reshape(-1, len(unit))
        step = found - values
        miss = np.abs(np.where(arm.axes.turns, wrap(step), step / unit)).max(axis=1)
        if not (miss < NEAR).any():
            return False
    return True


def _ideas(arm: Arm) -> Iterator[Method]:
    """Return methods with an existing triple, those with few added joints in it first."""
    count = len(arm.axes)
    starts = range(min(count, 3) + 1)
    for first in sorted(starts, key=lambda start: max(0, start + 3 - count)):
        real = arm.axes.pick(range(first, min(first + 3, count)))
        points = _point(real, arm.size)
        if points is not None:
            yield Method("meeting", first, _added(arm, points, None, 3 - len(real)))
        if len(real):
            normal = plane_normal(real)
            if normal is not None:
                yield Method("plane", first, _added(arm, None, normal, 3 - len(real)))


def _point(real: Axes, size: float) -> Array | None:
    """Return the intersection of up to three axes, any point for a single one."""
    if not real.turns.all():
        return None
    if len(real) == 3:
        return meeting_point(real, size)
    if len(real) == 2:
        third = np.cross(real.h[0], real.h[1])
        if np.linalg.norm(third) < ALIKE:
            return None
        foot = _foot(real)
        return meeting_point(real.followed_by(Axes(third[None], foot[None], real.turns[:1])), size)
    spot, _ = _generic(0)
    return real.p[0] + 0.3 * size * real.h[0] if len(real) else size * spot


def _foot(real: Axes) -> Array:
    """Return the point of the first of two axes nearest to the second."""
    h, k, between = real.h[0], real.h[1], real.p[1] - real.p[0]
    cosine = h @ k
    return np.asarray(real.p[0] + h * ((between @ h - (between @ k) * cosine) / (1 - cosine**2)))


def _added(arm: Arm, point: Array | None, normal: Array | None, within: int) -> Axes:
    """Return axes that complete the triple, then arbitrary ones, up to six in all."""
    generic = generic_axes(arm, 6 - len(arm.axes))
    if point is not None:
        generic.p[:within] = point
    if normal is not None:
        generic.h[:within] = normal
    return generic


def generic_axes(arm: Arm, count: int) -> Axes:
    """Return random axes of revolute joints of the size of the arm."""
    axes = [_generic(i + 1) for i in range(count)]
    h = np.array([axis for axis, _ in axes]).reshape(-1, 3)
    p = np.array([spot * arm.size for _, spot in axes]).reshape(-1, 3)
    return Axes(h, p, np.ones(count, dtype=bool))


def _generic(i: int) -> tuple[Array, Array]:
    """Return a direction and a point unrelated to those of any arm."""
    rng = np.random.default_rng(100 + i)
    direction = rng.normal(size=3)
    return direction / np.linalg.norm(direction), rng.uniform(-0.5, 0.5, 3)


# A joint that moves less than this in motions of its own cannot be chosen.
LEAST_IDLE = 0.02
# Of so many ways to choose the joints that are held, all are tried: up to twelve joints.
MOST_CHOICES = 1000

Way = Literal["closed", "general", "numeric"]


@dataclass(frozen=True, eq=False)
class Plan:
    """Method for all postures of a robot.

    Attributes:
        way: ``"closed"`` form, the ``"general"`` 6R method, or ``"numeric"``: many starts.
        method: The closed form.
        joints: The joints to solve for.
        free: The joints held at one value after another, since six are sufficient.
        size: A typical length of the arm, m.
    """

    way: Way
    method: Method | None
    joints: tuple[int, ...]
    free: tuple[int, ...]
    size: float

    def arm(self, robot: Robot, held: Array) -> Arm:
        """Return the arm of the solved joints, with the others held."""
        return arm_of(robot, held, self.joints)


@lru_cache(maxsize=64)
def plan_of(robot: Robot) -> Plan:
    """Return the plan for all postures of a robot."""
    moving = robot.active
    turning = [robot.joints[i].kind == "revolute" for i in moving]
    size = arm_of(robot, robot.home, moving).size
    if len(moving) > 6:
        return _redundant(robot, size)
    if not moving or _helical(robot):
        return Plan("numeric", None, moving, (), size)
    method = method_of(arm_of(robot, robot.home, moving))
    if method is not None:
        return Plan("closed", method, moving, (), size)
    general = len(moving) in (5, 6) and all(turning)
    return Plan("general" if general else "numeric", None, moving, (), size)


def _redundant(robot: Robot, size: float) -> Plan:
    """Hold the joints that leave a closed form and that move most while the tool is fixed."""
    moving, surplus = robot.active, len(robot.active) - 6
    idle = _idle_motion(robot)
    slides = np.array([not joint.turns for joint in robot.joints])
    # a rail is what one would choose first
    order = sorted(_choices(moving, surplus, slides, idle), key=lambda f: _worth(slides, idle, f))
    for free in order:
        if min(idle[list(free)]) < LEAST_IDLE:
            continue
        rest = _without(moving, free)
        method = None if _helical(robot) else method_of(arm_of(robot, robot.home, rest))
        if method is not None and _works_elsewhere(robot, method, rest):
            return Plan("closed", method, rest, free, size)
    return Plan("numeric", None, _without(moving, order[0]), order[0], size)


def _choices(
    moving: tuple[int, ...], surplus: int, slides: Booleans, idle: Array
) -> list[tuple[int, ...]]:
    """Return the sets of joints that may be held; a selection if there are very many."""
    if comb(len(moving), surplus) <= MOST_CHOICES:
        return list(combinations(moving, surplus))
    runs = [_without(moving, moving[i : i + 6]) for i in range(surplus + 1)]
    best = sorted(moving, key=lambda i: (not slides[i], -idle[i]))[:surplus]
    return [tuple(sorted(best)), *runs]


def _without(moving: tuple[int, ...], free: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(i for i in moving if i not in free)


def _helical(robot: Robot) -> bool:
    return any(robot.joints[i].kind == "helical" for i in robot.active)


def _worth(slides: Booleans, idle: Array, free: tuple[int, ...]) -> tuple[int, float]:
    chosen = list(free)
    return -int(slides[chosen].sum()), -float(min(idle[chosen]))


def _works_elsewhere(robot: Robot, method: Method, rest: tuple[int, ...]) -> bool:
    held = np.random.default_rng(2).uniform(-1.0, 1.0, (2, robot.n))
    return all(works(method, arm_of(robot, values, rest)) for values in held)


def _idle_motion(robot: Robot) -> Array:
    """Return the mean motion of each joint in motions that do not move the tool (n,)."""
    Q = np.random.default_rng(3).uniform(-1.0, 1.0, (20, robot.n)) + robot.home
    total = np.zeros(robot.n)
    moving = list(robot.active)
    for q in Q:
        J = _jacobian(robot, q)[:, moving]
        idle = np.linalg.svd(J)[2][6:]
        total[moving] += np.linalg.norm(idle, axis=0)
    return total / len(Q)


def _jacobian(robot: Robot, q: Array) -> Array:
    z, p = joint_axes(robot.chain, chain_frames(robot.chain, q))
    turn, slide = robot.chain.turn[:, None], robot.chain.slide[:, None]
    return np.hstack([turn * z, turn * np.cross(p, z) + slide * z]).T


@lru_cache(maxsize=64)
def six_turns(robot: Robot) -> Robot:
    """Return a robot of five or six revolute joints as one of six without locked joints.

    The added joints follow the last joint and are to stay fixed; joint values are the same.
    """
    if robot.n == 6 and len(robot.active) == 6:
        return robot
    arm = arm_of(robot, robot.home, robot.active)
    axes = arm.axes.followed_by(generic_axes(arm, 6 - len(arm.axes)))
    screws = np.hstack([axes.h, np.cross(axes.p, axes.h)]).T
    return Robot.from_screws(arm.zero, screws)
