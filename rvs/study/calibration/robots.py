"""Robots with identified numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.engine.arrays import pose_rows
from rvs.engine.chain import screw_x, screw_z
from rvs.engine.robot import Robot
from rvs.engine.rotations import roty
from rvs.study.accuracy.table import Table, same_convention


def with_table(robot: Robot, table: Table) -> Robot:
    """Return a robot with the links of a table; base and tool are unchanged.

    A link with a tilt beta becomes a general row, as four numbers do not describe it.
    """
    arm = robot if same_convention(robot) else robot.to_dh("standard")
    joints = []
    for joint, (theta, b, a, alpha, beta), slide in zip(
        arm.joints, table.links, table.slide, strict=True
    ):
        turning = joint.kind != "prismatic"
        fixed = b - slide * theta if turning else b
        own = {"offset": theta, "d": fixed} if turning else {"offset": b, "theta": theta}
        if beta == 0.0:
            joints.append(replace(joint, a=a, alpha=alpha, **own))
            continue
        tilt = np.eye(4)
        tilt[:3, :3] = roty(beta)
        along = screw_z(0.0, fixed) if turning else screw_z(theta, 0.0)
        across = screw_x(alpha, a) @ tilt
        before, after = (across, along) if table.modified else (np.eye(4), along @ across)
        own = {"offset": theta, "d": 0.0} if turning else {"offset": b, "theta": 0.0}
        joints.append(
            replace(joint, convention="general", a=0.0, alpha=0.0, **own,
                    before=pose_rows(before, "before"), after=pose_rows(after, "after"))
        )  # fmt: skip
    return arm.replace(joints=tuple(joints))
