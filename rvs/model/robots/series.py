"""Robots in series: one arm on another."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.engine.arrays import IDENTITY, pose_rows
from rvs.engine.chain import link_sides
from rvs.engine.descriptions.redescribe import moved_inertia
from rvs.engine.joint import DH_CONVENTIONS, Convention, Joint
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse


def connect(first: Robot, second: Robot, name: str = "") -> Robot:
    """Return a robot with another mounted on its tool frame: the joints of both.

    Its tool pose at ``(q1, q2)`` is that of the first at q1 times that of the second at q2. Limits,
    rates, masses and motors are included.  It is described in one convention, that of the first if
    it has one; if a tool frame and a base are between the arms, numbers of the adjacent joints
    change, and the meaning of their values is kept.

    Args:
        first: The robot at the base.
        second: The robot on its tool frame.
        name: Name of the new robot; both names when empty.
    """
    between = first.tool @ second.base
    joints = first.joints
    if not np.array_equal(between, np.eye(4)):
        joints = (*joints[:-1], _longer(joints[-1], between))
    joined = first.replace(
        joints=(*joints, *second.joints),
        tool=second.tool,
        tool_link=second.tool_link,
        name=name or f"{first.name or 'robot'} + {second.name or 'robot'}",
        manufacturer="",
        maker=np.eye(4),
        comment=f"{second.name or 'A robot'} on the tool frame of {first.name or 'a robot'}",
        source="",
    )
    conventions = {joint.convention for joint in joined.joints}
    return joined if len(conventions) == 1 else joined.to_dh(_wanted(first))


def _wanted(robot: Robot) -> Convention:
    own = [j.convention for j in robot.joints if j.convention in DH_CONVENTIONS]
    return own[0] if own else "standard"


def _longer(joint: Joint, tail: np.ndarray) -> Joint:
    """Return a joint whose link extends to another frame, with its mass unmoved."""
    before, after = link_sides(joint)
    inertia = joint.inertia and moved_inertia(joint.inertia, inverse(tail))
    # A general joint says all its constant geometry in two poses.
    plain = {"a": 0.0, "alpha": 0.0, "theta" if joint.kind == "prismatic" else "d": 0.0}
    return replace(
        joint,
        **plain,  # type: ignore[arg-type]
        convention="general",
        before=_rows(before),
        after=_rows(after @ tail),
        inertia=inertia,
    )


def _rows(pose: np.ndarray) -> tuple[tuple[float, ...], ...]:
    return IDENTITY if np.array_equal(pose, np.eye(4)) else pose_rows(pose, "pose")
