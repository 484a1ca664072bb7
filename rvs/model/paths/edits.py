"""Edits of a written tool path: its individual poses and its moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Pose
from rvs.model.paths.moves import POINTS, Move, MoveKind, MovePlan, Point
from rvs.value_class import dataclass

# How far to the side, in parts of the way, a move of another kind passes at first.
ASIDE = 0.25
# A move on the spot becomes an arc of such a size, in m.
SMALL = 0.1


@dataclass(frozen=True, slots=True)
class Row:
    """One pose of a plan in a table.

    Attributes:
        move: The move that leads to it, from 0; -1 for the start of the path.
        pose: Index of the pose in its move; None for a circle, which ends where it began.
        last: It is the last row of its move and therefore represents the move.
    """

    move: int
    pose: int | None
    last: bool = True


def rows_of(plan: MovePlan) -> Iterator[Row]:
    """Yield the start and all poses of the moves."""
    yield Row(-1, 0)
    for index, move in enumerate(plan.moves):
        if not move.to:
            yield Row(index, None)
        for k in range(len(move.to)):
            yield Row(index, k, k == len(move.to) - 1)


def pose_of(plan: MovePlan, row: Row) -> Pose | None:
    """Return the pose of a row, or None for a circle."""
    if row.move < 0:
        return plan.start
    return None if row.pose is None else plan.moves[row.move].to[row.pose]


def here_before(plan: MovePlan, index: int) -> Pose:
    """Return the start pose of a move."""
    ends = (move.to[-1] for move in reversed(plan.moves[:index]) if move.to)
    return next(ends, plan.start)


def with_pose(plan: MovePlan, row: Row, pose: Pose) -> MovePlan:
    """Return a plan with another pose in a row.

    Raises:
        ArgumentError: Moves that then form no path, or a row without a pose.
    """
    if row.move < 0:
        return replace(plan, start=pose)
    move = plan.moves[row.move]
    if row.pose is None:
        raise ArgumentError("pose: a circle ends at its start; only its points can change")
    to = (*move.to[: row.pose], pose, *move.to[row.pose + 1 :])
    return with_move(plan, row.move, to=to)


def with_move(plan: MovePlan, index: int, /, **changes: Any) -> MovePlan:
    """Return a plan with other fields of a move, such as ``blend=0.01``.

    Raises:
        ArgumentError: Values that a move does not have, or moves that then form no path.
    """
    moved = replace(plan.moves[index], **changes)
    return _with_moves(plan, (*plan.moves[:index], moved, *plan.moves[index + 1 :]))


def with_kind(plan: MovePlan, index: int, kind: MoveKind) -> MovePlan:
    """Return a plan with a move of another kind.

    Points required by the new kind are kept from the old one, or placed beside its path.

    Raises:
        ArgumentError: Moves that then form no path.
    """
    old, here = plan.moves[index], here_before(plan, index)
    end = old.to[-1] if old.to else _moved(here, old.via[-1])
    needed = POINTS[kind]
    known = (*old.via, _point(np.array(end)[:3, 3])) if old.kind == "arc" else old.via
    via = (*known[:needed], *islice(_aside(here, end), max(needed - len(known), 0)))
    to = () if kind == "circle" else (old.to or (end,) if kind == "spline" else (end,))
    blend = old.blend if kind == "line" else 0.0
    made = Move(kind, to, via, blend)
    return _with_moves(plan, (*plan.moves[:index], made, *plan.moves[index + 1 :]))


def insert_move(plan: MovePlan, index: int, move: Move) -> MovePlan:
    """Return a plan with an additional move at an index."""
    return _with_moves(plan, (*plan.moves[:index], move, *plan.moves[index:]))


def without(plan: MovePlan, row: Row) -> MovePlan:
    """Return a plan without a row: a pose of a spline, or a whole move.

    Raises:
        ArgumentError: The start, or the last move, which a path needs.
    """
    if row.move < 0:
        raise ArgumentError("row: a path needs a start")
    move = plan.moves[row.move]
    if row.pose is not None and len(move.to) > 1:
        return with_move(plan, row.move, to=(*move.to[: row.pose], *move.to[row.pose + 1 :]))
    if len(plan.moves) == 1:
        raise ArgumentError("row: a path needs a move; begin a new one instead")
    return _with_moves(plan, plan.moves[: row.move] + plan.moves[row.move + 1 :])


def shift_move(plan: MovePlan, index: int, to: int) -> MovePlan:
    """Return a plan with a move at another position in the order.

    Raises:
        ArgumentError: Moves that then form no path.
    """
    moves = list(plan.moves)
    moved = moves.pop(index)
    moves.insert(max(0, min(to, len(moves))), moved)
    return _with_moves(plan, tuple(moves))


def _with_moves(plan: MovePlan, moves: tuple[Move, ...]) -> MovePlan:
    """Return a plan of other moves; a corner is rounded only before a line."""
    following = [*(move.kind for move in moves[1:]), ""]
    tidy = tuple(
        move if not move.blend or kind == "line" else replace(move, blend=0.0)
        for move, kind in zip(moves, following, strict=True)
    )
    return replace(plan, moves=tidy)


def _aside(here: Pose, end: Pose) -> Iterator[Point]:
    """Return points beside the path between two poses, no three collinear with its ends."""
    a, b = np.array(here)[:3, 3], np.array(end)[:3, 3]
    way = b - a
    length = float(np.linalg.norm(way)) or SMALL
    level = np.cross([0.0, 0.0, 1.0], way)
    if not np.linalg.norm(level) > 1e-6 * length:
        level = np.array([1.0, 0.0, 0.0])
    side = ASIDE * length * level / np.linalg.norm(level)
    along = way if np.linalg.norm(way) > 0.0 else SMALL * np.cross(side, [0.0, 0.0, 1.0]) / length
    for part, out in ((0.5, 1.0), (0.75, 1.0)):
        yield _point(a + part * along + out * side)


def _moved(pose: Pose, point: Point) -> Pose:
    """Return a pose moved to another point."""
    return (*((*row[:3], x) for row, x in zip(pose[:3], point, strict=True)), pose[3])


def _point(place: Array) -> Point:
    x, y, z = place.tolist()
    return x, y, z
