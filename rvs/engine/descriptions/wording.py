"""A robot or a joint in words and numbers, and the state of a posture relative to its limits."""

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
    """Return a robot as tables of its joints, masses and motors, or a joint as a line; SI units.

    Args:
        thing: A robot or one of its joints.

    >>> from rvs.engine.robot import Robot
    >>> print(describe(Robot.from_dh([1, 0.5], 0, 0, 0, "RP", name="arm")))
    arm: 2 joints, RP, standard; m, rad
      joint  kind       a    alpha  d  theta
      1      revolute   1    0      0  0
      2      prismatic  0.5  0      0  0
    """
    if isinstance(thing, Joint):
        return ", ".join(f"{key} {value}" for key, value in _fields(thing).items())
    check_robot(thing, "thing")
    joints = list(enumerate(thing.joints, 1))
    lines = [f"{headline(thing)}; m, rad"]
    lines += _table([{"joint": str(i), **_geometry(joint)} for i, joint in joints])
    bodies = [{"joint": str(i), **_body(joint)} for i, joint in joints if joint.inertia]
    motors = [{"joint": str(i), **_motor(joint)} for i, joint in joints if joint.motor]
    if bodies:
        lines += [
            "masses in kg, centres in m, moments xx yy zz xy yz xz in kg m^2",
            *_table(bodies),
        ]
    if motors:
        lines += ["motors, before the gear, in kg m^2, N m s/rad, N m", *_table(motors)]
    for label, pose in (("base", thing.base), ("tool", thing.tool)):
        if not np.array_equal(pose, np.eye(4)):
            lines.append(f"{label}: {_place(pose)}")
    return "\n".join(lines)


def headline(robot: Robot) -> str:
    """Return name, number and kinds of joints and convention of a robot in one line."""
    kinds = "".join(joint.kind[0].upper() for joint in robot.joints)
    conventions = " and ".join(sorted({joint.convention for joint in robot.joints}))
    return f"{robot.name or 'robot'}: {robot.n} joints, {kinds}, {conventions}"


def _table(rows: list[dict[str, str]]) -> list[str]:
    """Return rows under their headings, a column for each key present in any of them."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    cells = [keys, *([row.get(key, "") for key in keys] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  " + "  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]


def _fields(joint: Joint) -> dict[str, str]:
    return _geometry(joint) | _body(joint) | _motor(joint)


def _geometry(joint: Joint) -> dict[str, str]:
    found = {"name": joint.name} if joint.name else {}
    found["kind"] = joint.kind
    if joint.convention == "general":
        found |= {"before": _place(joint.before), "after": _place(joint.after)}
        found["home"] = f"{joint.home:g}"
    else:
        found |= {key: f"{getattr(joint, key):g}" for key in ("a", "alpha", "d", "theta")}
    if joint.kind == "helical":
        found["pitch"] = f"{joint.pitch:g}"
    if joint.offset:
        found["offset"] = f"{joint.offset:g}"
    if any(math.isfinite(bound) for bound in joint.limits):
        found["limits"] = "{:g} to {:g}".format(*joint.limits)
    for key in ("rate", "acceleration", "effort", "stiffness"):
        if math.isfinite(value := getattr(joint, key)):
            found[key] = f"{value:g}"
    if joint.locked:
        found["locked"] = "yes"
    return found


def _body(joint: Joint) -> dict[str, str]:
    if (body := joint.inertia) is None:
        return {}
    return {"mass": f"{body.mass:g}", "centre": _words(body.com), "moments": _words(body.moments)}


def _motor(joint: Joint) -> dict[str, str]:
    if (motor := joint.motor) is None:
        return {}
    values = {key: f"{getattr(motor, key):g}" for key in ("inertia", "gear", "viscous")}
    return values | {"coulomb": _words(motor.coulomb)}


def _place(pose: ArrayLike) -> str:
    return "; ".join(_words(row) for row in np.asarray(pose)[:3])


def _words(numbers: ArrayLike) -> str:
    return " ".join(f"{number:g}" for number in np.asarray(numbers).tolist())


def limit_state(robot: Robot | Joint, q: ArrayLike) -> Integers:
    """Return the state of joint values: -1 below the limits, 0 within, 1 above.

    Args:
        robot: A robot, or one joint.
        q: Posture (n,) or batch (m, n); for one joint a value or an array of values.

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
