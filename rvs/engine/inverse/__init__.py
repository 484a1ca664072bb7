"""Inverse kinematics: from the pose of the tool to postures."""

from __future__ import annotations

from rvs.engine.inverse.numeric import ikine
from rvs.engine.inverse.solution import Solution

__all__ = ["Solution", "ikine"]
