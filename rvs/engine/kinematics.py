"""Kinematics: poses, velocities and dexterity in a posture."""

from __future__ import annotations

from rvs.engine.arrays import check_posture as check_posture
from rvs.engine.jacobians import (
    Frame,
    fkine,
    fkine_derivative,
    frames,
    hessian,
    jacobian,
    jacobian_dot,
    velocity,
)
from rvs.engine.measures import (
    Measure,
    Rule,
    Singularity,
    damped_inverse,
    manipulability,
    singularity,
)

__all__ = [
    "Frame",
    "Measure",
    "Rule",
    "Singularity",
    "damped_inverse",
    "fkine",
    "fkine_derivative",
    "frames",
    "hessian",
    "jacobian",
    "jacobian_dot",
    "manipulability",
    "singularity",
    "velocity",
]
