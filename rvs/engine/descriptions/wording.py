"""A robot or a joint in words and numbers, and where a posture stands among the limits."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, Integers, check_numbers, check_posture, check_robot
from rvs.engine.chain import link_sides, screw_z
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import Joint

if TYPE_CHECKING:
    from rvs.engine.robot import Robot


def describe(thing: Robot | Joint) -> str:
    """Return a robot or a joint as text: its table and what is known of masses and motors.

    Args:
        thing: A robot or one of its joints.

    >>> from rvs.engine.robot import Robot
    >>> print(describe(Robot.from_dh([1, 0.5], 0, 0, 0, "RP", name="arm")))
    arm: 2 joints, RP, standard
      0: revolute, a 1, alpha 0, d 0, theta 0
      1: prismatic, a 0.5, alpha 0, d 0, theta 0
    """
    if isinstance(thing, Joint):
        return _joint_text(thing)
    check_robot(thing, "thing")
    kinds = "".join(joint.kind[0].upper() for joint in thing.joints)
    conventions = " and ".join(sorted({joint.convention for joint in thing.joints}))
    lines = [f"{thing.name or 'robot'}: {thing.n} joints, {kinds}, {conventions}"]
    lines += [f"  {i}: {_joint_text(joint)}" for i, joint in enumerate(thing.joints)]
    for label, pose in (("base", thing.base), ("tool", thing.tool)):
        if not np.array_equal(pose, np.eye(4)):
            rows = "; ".join(_words(row) for row in pose[:3])
            lines.append(f"  {label}: {rows}")
    return "\n".join(lines)


def _joint_text(joint: Joint) -> str:
    parts = [f"{joint.name} ({joint.kind})" if joint.name else joint.kind]
    if joint.convention == "general":
        parts += [f"{side} {_place(getattr(joint, side))}" for side in ("before", "after")]
        parts.append(f"home {joint.home:g}")
    else:
        parts += [f"{field} {getattr(joint, field):g}" for field in ("a", "alpha", "d", "theta")]
    if joint.kind == "helical":
        parts.append(f"pitch {joint.pitch:g}")
    if joint.offset:
        parts.append(f"offset {joint.offset:g}")
    if any(math.isfinite(bound) for bound in joint.limits):
        parts.append("limits {:g} to {:g}".format(*joint.limits))
    if joint.locked:
        parts.append("locked")
    return ", ".join(parts + _load(joint))


def _load(joint: Joint) -> list[str]:
    parts = []
    if joint.inertia is not None:
        body = joint.inertia
        parts.append(f"mass {body.mass:g} at {_words(body.com)}, moments {_words(body.moments)}")
    if joint.motor is not None:
        motor = joint.motor
        parts.append(
            f"motor inertia {motor.inertia:g}, gear {motor.gear:g}, viscous {motor.viscous:g}, "
            f"coulomb {_words(motor.coulomb)}"
        )
    return parts


def _place(pose: tuple[tuple[float, ...], ...]) -> str:
    return "; ".join(_words(row) for row in pose[:3])


def _words(numbers: ArrayLike) -> str:
    return " ".join(f"{number:g}" for number in np.asarray(numbers).tolist())


def limit_state(robot: Robot | Joint, q: ArrayLike) -> Integers:
    """Return where joint values stand: -1 below the limits, 0 within, 1 above.

    Args:
        robot: A robot, or one joint.
        q: Posture (n,) or batch (m, n); of one joint a value or an array of them.

    Raises:
        ArgumentError: q has another shape or is not finite.

    >>> from rvs.engine.robot import Robot
    >>> limit_state(Robot.from_dh([1, 1], 0, 0, 0, limits=[(-1, 1), (-1, 1)]), [0, 2])
    array([0, 1])
    """
    if isinstance(robot, Joint):
        values, bounds = check_numbers(q, "q"), np.array(robot.limits)
    else:
        values, bounds = check_posture(robot, q), robot.limits
    above, below = values > bounds[..., 1], values < bounds[..., 0]
    return np.asarray(above.astype(int) - below.astype(int))


def link_transform(joint: Joint, q: ArrayLike) -> Array:
    """Return the pose of a joint's frame in the frame before it.

    Args:
        joint: The joint.
        q: Its value in rad or m, or several (m,).

    Raises:
        ArgumentError: q is not finite.

    >>> link_transform(Joint(a=0.4), 0.0)[:3, 3]
    array([0.4, 0. , 0. ])
    """
    if not isinstance(joint, Joint):
        raise ArgumentError(f"joint: expected a Joint, got {joint!r:.60}")
    values = check_numbers(q, "q")
    before, after = link_sides(joint)
    turn, slide = float(joint.turns), {"revolute": 0.0, "prismatic": 1.0}.get(joint.kind)
    along = joint.pitch if slide is None else slide
    moved = (values + joint.offset).ravel()
    motions = [before @ screw_z(turn * value, along * value) @ after for value in moved.tolist()]
    return np.array(motions).reshape(*values.shape, 4, 4)
