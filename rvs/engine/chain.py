"""The canonical chain used by every kernel, whatever the convention of the robot.

Joint i moves its frame by ``X_i = X_{i-1} before_i M_i(q_i) after_i`` where ``M_i`` rotates about
and translates along the z axis reached by ``before_i``.  Standard Denavit-Hartenberg has ``before =
1``, the modified form has ``after = 1``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, read_only
from rvs.engine.joint import Joint
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.engine.robot import Robot


@dataclass(frozen=True, eq=False)
class Chain:
    """Arrays of a compiled robot; all read-only.

    Attributes:
        base: Pose of frame 0 in the world (4, 4).
        before: Constant transforms before each joint's motion (n, 4, 4).
        after: Constant transforms after it (n, 4, 4).
        turn: Rotation in rad per unit of ``q + offset`` (n,): 1, or 0 for a prismatic joint.
        slide: Translation in m per unit of ``q + offset`` (n,): 0, the pitch, or 1.
        offset: Added to q (n,).
        tool: Pose of the tool in the last frame (4, 4).
    """

    base: Array
    before: Array
    after: Array
    turn: Array
    slide: Array
    offset: Array
    tool: Array


def compile_chain(robot: Robot) -> Chain:
    """Return the canonical chain of a robot, compiled once and cached on the value."""
    return robot.chain


def chain_of(joints: Sequence[Joint], base: ArrayLike, tool: ArrayLike) -> Chain:
    """Return the canonical chain of joints between a base and a tool."""
    sides = [link_sides(joint) for joint in joints]
    return Chain(
        base=read_only(base),
        before=read_only([before for before, _ in sides]),
        after=read_only([after for _, after in sides]),
        turn=read_only([float(joint.turns) for joint in joints]),
        slide=read_only([_slide(joint) for joint in joints]),
        offset=read_only([joint.offset for joint in joints]),
        tool=read_only(tool),
    )


def link_sides(joint: Joint) -> tuple[Array, Array]:
    """Return the constant transforms before and after a joint's motion.

    Rotations about and translations along one axis commute, so the constant half of the z screw may
    be on the side of the x screw.
    """
    if joint.convention == "general":
        return np.array(joint.before), np.array(joint.after)
    z_screw, x_screw = screw_z(*z_constant(joint)), screw_x(joint.alpha, joint.a)
    if joint.convention == "standard":
        return np.eye(4), z_screw @ x_screw
    return x_screw @ z_screw, np.eye(4)


def z_constant(joint: Joint) -> tuple[float, float]:
    """Return the rotation and the shift about a joint's z axis that do not depend on q."""
    return (joint.theta, 0.0) if joint.kind == "prismatic" else (0.0, joint.d)


def chain_frames(chain: Chain, q: Array) -> Array:
    """Return the poses of frames 0 to n in the world, (..., n + 1, 4, 4), for q (..., n)."""
    poses = np.empty((*q.shape[:-1], q.shape[-1] + 1, 4, 4))
    poses[..., 0, :, :] = chain.base
    links = chain.before @ joint_motions(chain, q) @ chain.after
    for i in range(q.shape[-1]):
        np.matmul(poses[..., i, :, :], links[..., i, :, :], out=poses[..., i + 1, :, :])
    return poses


def joint_motions(chain: Chain, q: Array) -> Array:
    """Return the motion of each joint, a screw about its own z axis, (..., n, 4, 4)."""
    moved = q + chain.offset
    angle = moved * chain.turn
    motions = np.zeros((*q.shape, 4, 4))
    motions[..., 0, 0] = motions[..., 1, 1] = np.cos(angle)
    motions[..., 1, 0] = np.sin(angle)
    motions[..., 0, 1] = -motions[..., 1, 0]
    motions[..., 2, 2] = motions[..., 3, 3] = 1.0
    motions[..., 2, 3] = moved * chain.slide
    return motions


def joint_axes(chain: Chain, poses: Array) -> tuple[Array, Array]:
    """Return direction and one point of each joint's axis in the world, (..., n, 3) each.

    Args:
        chain: The chain.
        poses: Its frames 0 to n (..., n + 1, 4, 4).
    """
    ahead = poses[..., :-1, :, :] @ chain.before
    return ahead[..., :3, 2], ahead[..., :3, 3]


def screw_z(angle: float, distance: float) -> Array:
    """Return the motion about and along z by an angle and a distance, (4, 4)."""
    c, s = cos(angle), sin(angle)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, distance], [0, 0, 0, 1.0]])


def screw_x(angle: float, distance: float) -> Array:
    """Return the motion about and along x by an angle and a distance, (4, 4)."""
    c, s = cos(angle), sin(angle)
    return np.array([[1, 0, 0, distance], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1.0]])


def _slide(joint: Joint) -> float:
    return {"revolute": 0.0, "helical": joint.pitch, "prismatic": 1.0}[joint.kind]
