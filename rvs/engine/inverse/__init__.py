"""Inverse kinematics: from the pose of the tool to postures."""

from __future__ import annotations

from rvs.engine.inverse.all_postures import ikine_all
from rvs.engine.inverse.configuration import ikine_config
from rvs.engine.inverse.families import family
from rvs.engine.inverse.numeric import ikine, null_space_motion
from rvs.engine.inverse.solution import Reason, Solution, Solutions

__all__ = [
    "Reason",
    "Solution",
    "Solutions",
    "family",
    "ikine",
    "ikine_all",
    "ikine_config",
    "null_space_motion",
]
