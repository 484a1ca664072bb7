"""The canonical chain: what every kernel works on, whatever convention described the robot.

Joint i carries its frame by ``X_i = X_{i-1} before_i M_i(q_i) after_i`` where ``M_i`` turns about and
slides along the z axis reached by ``before_i``.  Standard Denavit-Hartenberg has ``before = 1``,
the modified form has ``after = 1``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import cos, sin

import numpy as np

from rvs.engine.joint import Joint
from rvs.engine.robot import Array, Robot


@dataclass(frozen=True, eq=False)
class Chain:
    """Arrays of a compiled robot; all read-only.

    Attributes:
        base: Pose of frame 0 in the world (4, 4).
        before: Constant transforms ahead of each joint's motion (n, 4, 4).
        after: Constant transforms behind it (n, 4, 4).
        turn: Radians turned per unit of ``q + offset`` (n,): 1, or 0 where the joint slides.
        slide: Metres slid per unit of ``q + offset`` (n,): 0, the pitch, or 1.
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


@lru_cache(maxsize=256)
def compile_chain(robot: Robot) -> Chain:
    """Return the canonical chain of a robot; the same robot compiles once."""
    constants = [_constant(joint) for joint in robot.joints]
    identities = [np.eye(4)] * robot.n
    standard = [joint.convention == "standard" for joint in robot.joints]
    arrays = {
        "base": robot.base,
        "before": [i if s else c for s, c, i in zip(standard, constants, identities, strict=True)],
        "after": [c if s else i for s, c, i in zip(standard, constants, identities, strict=True)],
        "turn": [float(joint.turns) for joint in robot.joints],
        "slide": [_slide(joint) for joint in robot.joints],
        "offset": [joint.offset for joint in robot.joints],
        "tool": robot.tool,
    }
    frozen = {name: np.array(values, dtype=float) for name, values in arrays.items()}
    for array in frozen.values():
        array.setflags(write=False)
    return Chain(**frozen)


def _slide(joint: Joint) -> float:
    return {"revolute": 0.0, "helical": joint.pitch, "prismatic": 1.0}[joint.kind]


def _constant(joint: Joint) -> Array:
    """The part of the link that q does not change, (4, 4).

    Turning about and sliding along one axis commute, so the constant half of the z screw may stand
    on the side of the x screw.
    """
    turn = joint.theta if joint.kind == "prismatic" else 0.0
    slide = 0.0 if joint.kind == "prismatic" else joint.d
    z_screw = _screw_z(turn, slide)
    x_screw = _screw_x(joint.alpha, joint.a)
    return z_screw @ x_screw if joint.convention == "standard" else x_screw @ z_screw


def _screw_z(angle: float, distance: float) -> Array:
    c, s = cos(angle), sin(angle)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, distance], [0, 0, 0, 1.0]])


def _screw_x(angle: float, distance: float) -> Array:
    c, s = cos(angle), sin(angle)
    return np.array([[1, 0, 0, distance], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1.0]])
