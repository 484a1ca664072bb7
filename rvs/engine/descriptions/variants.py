"""Robots made from robots: in series, without friction, with slightly wrong masses."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, overload

import numpy as np

from rvs.engine.arrays import check_flag, check_index, check_one, check_robot
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint

if TYPE_CHECKING:
    from rvs.engine.robot import Robot


def series(a: Robot, b: Robot) -> Robot:
    """Return the robot whose arm is the joints of a and then those of b.

    It has the base, gravity and name of a and the tool of b, with the names of their links; a's
    tool and b's base are dropped.

    Args:
        a: The robot at the base.
        b: The robot on its last frame.

    >>> from rvs.engine.robot import Robot
    >>> arm = Robot.from_dh([1, 1], 0, 0, 0)
    >>> series(arm, arm).n
    4
    """
    check_robot(a, "a")
    check_robot(b, "b")
    return a.replace(joints=a.joints + b.joints, tool=b.tool, tool_link=b.tool_link)


@overload
def without_friction(robot: Robot, viscous: bool = False) -> Robot: ...


@overload
def without_friction(robot: Joint, viscous: bool = False) -> Joint: ...


def without_friction(robot: Robot | Joint, viscous: bool = False) -> Robot | Joint:
    """Return a robot without Coulomb friction, ``NF/`` before its name, or one joint without it.

    Args:
        robot: The robot, or one joint.
        viscous: Also remove the viscous friction.

    Raises:
        ArgumentError: Neither a robot nor a joint, or viscous is neither True nor False.

    >>> from rvs.engine.robot import Robot
    >>> arm = Robot.from_dh([1], 0, 0, 0, coulomb=[(2, -1)], viscous=[3], name="arm")
    >>> without_friction(arm).joints[0].motor
    Motor(inertia=0.0, gear=1.0, viscous=3.0, coulomb=(0.0, 0.0))
    >>> without_friction(arm.joints[0], viscous=True).motor
    Motor(inertia=0.0, gear=1.0, viscous=0.0, coulomb=(0.0, 0.0))
    """
    every = check_flag(viscous, "viscous")
    if isinstance(robot, Joint):
        return _smooth(robot, every)
    check_robot(robot)
    return robot.replace(
        joints=tuple(_smooth(joint, every) for joint in robot.joints), name=f"NF/{robot.name}"
    )


def _smooth(joint: Joint, viscous: bool) -> Joint:
    if joint.motor is None:
        return joint
    motor = replace(joint.motor, coulomb=(0.0, 0.0))
    return replace(joint, motor=replace(motor, viscous=0.0) if viscous else motor)


def perturb(robot: Robot, p: float = 0.1, rng: np.random.Generator | int | None = None) -> Robot:
    """Return the robot with random errors of masses and inertias, ``P/`` before its name.

    Args:
        robot: The robot.
        p: Largest relative error of a link's mass, and independently of its inertia.
        rng: Random numbers, or a seed for them.

    Raises:
        ArgumentError: p is negative, rng neither a generator nor a seed.

    >>> from rvs.engine.robot import Robot
    >>> heavy = Robot.from_dh([1], 0, 0, 0, mass=[10])
    >>> 9 <= perturb(heavy).joints[0].inertia.mass <= 11
    True
    """
    check_robot(robot)
    share = float(check_one(p, "p"))
    if share < 0:
        raise ArgumentError(f"p: expected a non-negative fraction, got {share:g}")
    factors = _random(rng).uniform(1 - share, 1 + share, (robot.n, 2)).tolist()
    joints = tuple(_scaled(joint, *pair) for joint, pair in zip(robot.joints, factors, strict=True))
    return robot.replace(joints=joints, name=f"P/{robot.name}")


def _random(rng: np.random.Generator | int | None) -> np.random.Generator:
    if rng is None or isinstance(rng, np.random.Generator):
        return np.random.default_rng(rng)
    return np.random.default_rng(check_index(rng, "rng", 0, 2**63 - 1))


def _scaled(joint: Joint, mass: float, moments: float) -> Joint:
    if joint.inertia is None:
        return joint
    scaled = tuple(moment * moments for moment in joint.inertia.moments)
    inertia = replace(joint.inertia, mass=joint.inertia.mass * mass, moments=scaled)  # type: ignore[arg-type]
    return replace(joint, inertia=inertia)
