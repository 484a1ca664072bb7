"""Tool paths: pieces, joined to a path, and its timing."""

from __future__ import annotations

from rvs.model.paths.moves import Move, MoveKind, MovePlan
from rvs.model.paths.path import ToolPath, through
from rvs.model.paths.pieces import Arc, Bend, Line, Piece, Screw, arc_through, circle_through
from rvs.model.paths.spline import Spline
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
