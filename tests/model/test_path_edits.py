"""Edits of paths: poses one by one, kinds of moves, order."""

import numpy as np
import pytest

from rvs.engine.errors import ArgumentError
from rvs.model.paths import Move, MovePlan
from rvs.model.paths.edits import (
    Row,
    insert_move,
    pose_of,
    rows_of,
    shift_move,
    with_kind,
    with_move,
    with_pose,
    without,
)
from rvs.model.paths.moves import KINDS, POINTS
from rvs.model.paths.path import as_rows


def pose(x=0.0, y=0.0, z=0.0):
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return as_rows(T)


def plan():
    return MovePlan(
        pose(),
        (
            Move("line", (pose(1),), (), 0.1),
            Move("line", (pose(1, 1),)),
            Move("spline", (pose(1, 2), pose(2, 2))),
            Move("circle", (), ((2, 3, 0), (3, 2, 0))),
        ),
    )


def test_every_pose_is_a_row_and_a_circle_has_none():
    rows = list(rows_of(plan()))
    assert [(row.move, row.pose, row.last) for row in rows] == [
        (-1, 0, True), (0, 0, True), (1, 0, True), (2, 0, False), (2, 1, True), (3, None, True),
    ]  # fmt: skip
    assert [pose_of(plan(), row) is None for row in rows] == [False] * 5 + [True]


def test_a_row_gets_another_pose_and_the_rest_stays():
    made = with_pose(plan(), Row(2, 0, False), pose(5, 5))
    assert made.moves[2].to == (pose(5, 5), pose(2, 2))
    assert made.moves[:2] == plan().moves[:2]
    assert with_pose(plan(), Row(-1, 0), pose(0.2)).start == pose(0.2)
    with pytest.raises(ArgumentError, match="circle"):
        with_pose(plan(), Row(3, None), pose())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("index", range(4))
def test_every_move_can_become_of_every_kind(kind, index):
    made = with_kind(plan(), index, kind)
    move = made.moves[index]
    assert move.kind == kind
    assert len(move.via) == POINTS[kind]
    assert made.timed.duration > 0.0


def test_a_kind_is_found_even_for_a_move_on_the_spot_or_straight_up():
    for end in (pose(), pose(0, 0, 1)):
        start = MovePlan(pose(), (Move("line", (end,)), Move("line", (pose(1),))))
        assert with_kind(start, 0, "circle").timed.duration > 0.0


def test_corners_are_rounded_only_where_a_line_follows():
    assert without(plan(), Row(1, 0)).moves[0].blend == 0.0
    assert with_kind(plan(), 1, "screw").moves[0].blend == 0.0
    assert shift_move(plan(), 0, 3).moves[-1].blend == 0.0
    assert with_move(plan(), 0, blend=0.2).moves[0].blend == 0.2
    with pytest.raises(ArgumentError, match="half the shorter side"):
        with_move(plan(), 0, blend=0.9)


def test_one_pose_of_a_spline_or_a_whole_move_goes():
    assert without(plan(), Row(2, 0, False)).moves[2].to == (pose(2, 2),)
    assert [move.kind for move in without(plan(), Row(3, None)).moves] == ["line", "line", "spline"]
    with pytest.raises(ArgumentError, match="start"):
        without(plan(), Row(-1, 0))
    with pytest.raises(ArgumentError, match="needs a move"):
        without(MovePlan(pose(), (Move("line", (pose(1),)),)), Row(0, 0))


def test_moves_are_put_in_and_reordered():
    made = insert_move(plan(), 1, Move("line", (pose(1, 0, 1),)))
    assert made.moves[1].to == (pose(1, 0, 1),)
    assert shift_move(plan(), 3, 0).moves[0].kind == "circle"
