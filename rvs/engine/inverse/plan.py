"""Choice of the method for all postures, made once per robot."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Literal

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.chain import chain_frames, joint_axes
from rvs.engine.inverse.arm import Arm, arm_of
from rvs.engine.inverse.method import Method, generic_axes, method_of, works
from rvs.engine.robot import Robot
from rvs.value_class import dataclass

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
