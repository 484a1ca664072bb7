"""The PUMA 560 as each side has it, made from one value, and random motions of it."""

from __future__ import annotations

from typing import Any

import numpy as np

from rvs.engine import Robot, without_friction
from rvs.engine.dynamics.bodies import drives
from rvs.files.library import load_robot

SEED = 1


def puma() -> Robot:
    """Return the PUMA 560 without friction, which the peers do not have, and without limits."""
    return without_friction(load_robot("puma560").robot, viscous=True)


def motions(count: int | None = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return postures, velocities and accelerations, one row each or so many."""
    rng = np.random.default_rng(SEED)
    shape = (6,) if count is None else (count, 6)
    return rng.uniform(-3, 3, shape), rng.normal(size=shape), rng.normal(size=shape)


def pinocchio(robot: Robot) -> Any:
    """Return a robot of revolute joints as a Pinocchio model with a frame ``tool``."""
    import pinocchio as pin

    model = pin.Model()
    before = robot.base
    parent = 0
    for i, joint in enumerate(robot.joints):
        lead, trail = robot.chain.before[i], robot.chain.after[i]
        place = pin.SE3(before @ lead)
        parent = model.addJoint(parent, pin.JointModelRZ(), place, f"joint{i}")
        link = joint.inertia
        xx, yy, zz, xy, yz, xz = link.moments
        moments = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        body = pin.Inertia(link.mass, np.array(link.com), moments)
        model.appendBodyToJoint(parent, body, pin.SE3(trail))
        before = trail
    tool = pin.Frame("tool", parent, 0, pin.SE3(before @ robot.tool), pin.OP_FRAME)
    model.addFrame(tool)
    model.armature = drives(robot).inertia.copy()
    model.gravity.linear = np.array(robot.gravity)
    return model


def toolbox(robot: Robot) -> Any:
    """Return a robot of revolute joints as one of the Robotics Toolbox for Python."""
    import roboticstoolbox as rtb

    links = [rtb.RevoluteDH(a=joint.a, alpha=joint.alpha, d=joint.d) for joint in robot.joints]
    return rtb.DHRobot(links)


def missing(module: str) -> str:
    """Tell why a peer is not here; empty where it is."""
    try:
        __import__(module)
    except ImportError as error:
        return f"is not installed here ({error})"
    return ""
