"""Dexterity: ability of a robot to move and push in a posture, and its best postures.

The homogeneous Jacobian H maps joint rates to the twist of the tool after every length was divided
by a characteristic length L (Angeles, Fundamentals of Robotic Mechanical Systems, 4th ed. 2014, ch.
5; RVS2006 thesis, 8.2).  Its singular values show how evenly the robot moves; the condition number
is 1 if all are equal, and infinite at a singularity.
"""

from rvs.study.dexterity.condition import (
    Norm,
    characteristic_length,
    condition_number,
    conditioning_index,
    homogeneous_jacobian,
    singular_values,
)
from rvs.study.dexterity.directions import (
    Direction,
    Ellipsoid,
    Nearest,
    dynamic_ellipsoid,
    dynamic_manipulability,
    force_ellipsoid,
    nearest_singularity,
    singular_directions,
    velocity_ellipsoid,
)
from rvs.study.dexterity.posture import Optimum, optimum_posture
from rvs.study.dexterity.reach import Reach, maximum_reach
from rvs.study.dexterity.tasks import (
    TASK_WORDS,
    WITHIN_LIMITS,
    Task,
    manipulability_unit,
    usual_task,
)

__all__ = [
    "TASK_WORDS",
    "WITHIN_LIMITS",
    "Direction",
    "Ellipsoid",
    "Nearest",
    "Norm",
    "Optimum",
    "Reach",
    "Task",
    "characteristic_length",
    "condition_number",
    "conditioning_index",
    "dynamic_ellipsoid",
    "dynamic_manipulability",
    "force_ellipsoid",
    "homogeneous_jacobian",
    "manipulability_unit",
    "maximum_reach",
    "nearest_singularity",
    "optimum_posture",
    "singular_directions",
    "singular_values",
    "usual_task",
    "velocity_ellipsoid",
]
