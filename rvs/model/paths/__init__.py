"""Tool paths: pieces, joined to a path, and its timing."""

from __future__ import annotations

from rvs.model.paths.moves import Move, MoveKind, MovePlan
from rvs.model.paths.path import (
    Arc,
    Bend,
    Line,
    Piece,
    Screw,
    ToolPath,
    arc_through,
    circle_through,
    through,
)
from rvs.model.paths.smooth import Spline
from rvs.model.paths.timing import Pace, PoseRows, TimedPath, ToolMotion

__all__ = [
    "Arc",
    "Bend",
    "Line",
    "Move",
    "MoveKind",
    "MovePlan",
    "Pace",
    "Piece",
    "PoseRows",
    "Screw",
    "Spline",
    "TimedPath",
    "ToolMotion",
    "ToolPath",
    "arc_through",
    "circle_through",
    "through",
]
