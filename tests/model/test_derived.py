"""Values kept for the state, and the time when they are discarded."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from threading import Thread

import pytest

from rvs.model.derived import (
    GENERATION,
    by_members,
    by_value,
    count_change,
    derived,
    forget_all,
    passing,
)
from rvs.model.document import Document, PlacedRobot
from rvs.model.session import Session
from rvs.model.state import State


class Value:
    """Anything that can be watched."""


@pytest.fixture
def function():
    """A function that is remembered, with the arguments it was really called with."""
    calls: list[Value] = []

    @derived(size=4)
    def remembered(value: Value) -> int:
        calls.append(value)
        return len(calls)

    remembered.calls = calls
    return remembered


def test_the_same_argument_gives_the_same_result(function) -> None:
    one, other = Value(), Value()
    assert [function(one), function(other), function(one)] == [1, 2, 1]


def test_the_oldest_goes_when_there_are_too_many(function) -> None:
    values = [Value() for _ in range(5)]
    found = [function(value) for value in values]
    assert [function(value) for value in values[1:]] == found[1:]
    assert function(values[0]) == 6


def test_what_is_used_stays_and_what_is_not_goes(function) -> None:
    used, left = Value(), Value()
    function(used), function(left)
    for _ in range(2 * GENERATION):
        function(used)
        count_change()
    assert function(used) == 1
    assert function(left) == 3


def test_equal_arguments_may_do_and_are_forgotten_like_others() -> None:
    calls: list[tuple[Value, ...]] = []

    @derived(size=4, known=by_value)
    def remembered(values: tuple[Value, ...], scale: float) -> int:
        calls.append(values)
        return len(calls)

    one, other = Value(), Value()
    assert [remembered((one, other), 2.0 * float(k > 0)) for k in (1, 2, 0)] == [1, 1, 2]
    forget_all()
    assert remembered((one, other), 2.0) == 3


def test_tuples_made_afresh_of_the_same_things_may_do() -> None:
    calls: list[tuple[Value, ...]] = []

    @derived(size=4, known=by_members)
    def remembered(values: tuple[Value, ...], scale: float) -> int:
        calls.append(values)
        return len(calls)

    one, other = Value(), Value()
    pairs = [(one, other), (one, other), (other, one)]
    assert [remembered(tuple(pair), 2.0 * float(k < 9)) for k, pair in enumerate(pairs)] == [
        1,
        1,
        2,
    ]
    assert remembered((one, other), 1.0) == 3


def test_of_one_argument_only_the_last_few_are_kept() -> None:
    calls: list[Value] = []

    @derived(size=64, alike=3)
    def remembered(robot: Value, posture: Value) -> int:
        calls.append(posture)
        return len(calls)

    still, moving, home = Value(), Value(), Value()
    assert remembered(still, home) == 1
    postures = [Value() for _ in range(9)]
    found = [remembered(moving, posture) for posture in postures]
    assert [remembered(moving, posture) for posture in postures[-3:]] == found[-3:]
    assert remembered(moving, postures[0]) == len(postures) + 2
    assert remembered(still, home) == 1


def test_what_passes_is_forgotten_at_its_end_and_the_rest_is_not(function) -> None:
    before, inside = Value(), Value()
    assert function(before) == 1
    with passing():
        assert [function(before), function(inside), function(inside)] == [1, 2, 2]
        with passing():
            assert [function(inside), function(other := Value())] == [2, 3]
        assert [function(inside), function(other)] == [2, 4]
    assert [function(before), function(inside), function(other)] == [1, 5, 6]


def test_other_threads_keep_theirs_while_something_passes(function) -> None:
    value = Value()
    with passing():
        worker = Thread(target=function, args=(value,))
        worker.start()
        worker.join()
    assert function(value) == 1


def test_a_forgotten_argument_is_freed(function) -> None:
    value = Value()
    known = weakref.ref(value)
    function(value)
    function.calls.clear()
    del value
    gc.collect()
    assert known() is not None
    forget_all()
    gc.collect()
    assert known() is None


def test_robots_that_change_age_what_was_remembered(function, puma) -> None:
    placed = PlacedRobot("one", puma)
    session, value = Session(State(Document((placed,)))), Value()
    function(value)
    for step in range(2 * GENERATION):
        moved = replace(placed, start=float(step + 1))
        session.edit("Start later", lambda found, moved=moved: replace(found, robots=(moved,)))
    assert function(value) == 2
    for step in range(2 * GENERATION):
        session.pose(placed.id, tuple(0.001 * step for _ in range(placed.robot.n)))
    assert function(value) == 2
