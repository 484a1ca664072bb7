"""A written tool path: a first pose and one move after another."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import Literal, get_args

import numpy as np

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Pose
from rvs.model.bounds import MOST_MOVES
from rvs.model.paths.path import Piece, Screw, ToolPath, arc_through, circle_through, through
from rvs.model.paths.smooth import Spline, smoothed
from rvs.model.paths.timing import Pace, TimedPath
from rvs.value_class import dataclass

MoveKind = Literal["line", "arc", "circle", "screw", "spline"]
Point = tuple[float, float, float]

KINDS: tuple[MoveKind, ...] = get_args(MoveKind)
# How many poses a move leads through, and how many points it passes; None is one or more.
POSES: dict[MoveKind, int | None] = {"line": 1, "arc": 1, "circle": 0, "screw": 1, "spline": None}
POINTS: dict[MoveKind, int] = {"line": 0, "arc": 1, "circle": 2, "screw": 0, "spline": 0}


@dataclass(frozen=True)
class Move:
    """One move of a tool from its current pose.

    Attributes:
        kind: ``"line"``, ``"arc"`` (through a point), ``"circle"`` (through two points and back),
            ``"screw"`` or ``"spline"``.
        to: The poses on its path, the last one its end; empty for a circle.
        via: Points on an arc or circle, m.
        blend: Distance from the end of a line at which the corner to the next line is rounded, in
            m; 0 stops there.

    Raises:
        ArgumentError: A wrong number of poses or points for the kind, or a negative blend.
    """

    kind: MoveKind
    to: tuple[Pose, ...] = ()
    via: tuple[Point, ...] = ()
    blend: float = 0.0

    def __post_init__(self) -> None:
        check_choice(self.kind, "kind", KINDS)
        wanted = POSES[self.kind]
        if wanted is None and not self.to:
            raise ArgumentError("to: a spline needs at least one pose")
        if wanted is not None and len(self.to) != wanted:
            raise ArgumentError(f"to: expected {wanted} poses for {self.kind}, got {len(self.to)}")
        if len(self.via) != POINTS[self.kind]:
            raise ArgumentError(
                f"via: expected {POINTS[self.kind]} points for {self.kind}, got {len(self.via)}"
            )
        if not 0.0 <= self.blend < np.inf or (self.blend and self.kind != "line"):
            raise ArgumentError(
                f"blend: expected 0 m or more, and only for a line, got {self.blend:g}"
            )


@dataclass(frozen=True)
class MovePlan:
    """Moves from a first pose, and their pace.

    Attributes:
        start: First pose, as rows.
        moves: The moves, at least one.
        pace: Their pace.

    Raises:
        ArgumentError: No moves, more than ``MOST_MOVES``, or ones that form no path: an arc through
            collinear points, a blend that does not fit or that no line follows.
    """

    start: Pose
    moves: tuple[Move, ...]
    pace: Pace = field(default_factory=Pace)

    def __post_init__(self) -> None:
        if not self.moves:
            raise ArgumentError("moves: expected at least one")
        if sum(len(move.to) or 1 for move in self.moves) > MOST_MOVES:
            words = "expected fewer; each pose of a spline counts as one move"
            raise ArgumentError(f"moves: more than {MOST_MOVES:,} moves; {words}")
        for index, move in enumerate(self.moves):
            following = self.moves[index + 1 : index + 2]
            if move.blend and not (following and following[0].kind == "line"):
                raise ArgumentError(
                    f"moves: move {index + 1} has a blend, but the next move is not a line"
                )
        self.timed.path.runs()

    @cached_property
    def timed(self) -> TimedPath:
        """The moves as a motion of the tool."""
        return TimedPath(_path(self.start, self.moves), self.pace)


def _path(start: Pose, moves: tuple[Move, ...]) -> ToolPath:
    pieces: list[Piece] = []
    stops: list[bool] = []
    here = start
    index = 0
    while index < len(moves):
        last = index
        while moves[last].blend:
            last += 1
        try:
            part = _part(here, moves[index : last + 1])
        except ArgumentError as error:
            raise ArgumentError(f"moves: move {index + 1}: {error}") from error
        pieces += part.pieces
        stops += part.stops
        here = moves[last].to[-1] if moves[last].to else here
        index = last + 1
    return smoothed(ToolPath(tuple(pieces), tuple(stops)))


def _part(start: Pose, moves: tuple[Move, ...]) -> ToolPath:
    """Return one move, or lines blended into each other."""
    move = moves[0]
    if move.kind == "line":
        poses = [start, *(line.to[0] for line in moves)]
        return through(poses, [line.blend for line in moves[:-1]])
    if move.kind == "arc":
        return ToolPath.of(arc_through(start, move.via[0], move.to[0]))
    if move.kind == "circle":
        return ToolPath.of(circle_through(start, *move.via))
    if move.kind == "screw":
        return ToolPath.of(Screw(start, move.to[0]))
    return ToolPath.of(Spline.through([start, *move.to]))
