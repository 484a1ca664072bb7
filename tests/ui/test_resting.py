"""A window that rests gives memory back, once for each time that something was done."""

import weakref

import pytest

from rvs.ui.work import resting
from rvs.ui.work.resting import Resting

pytestmark = pytest.mark.ui


class Clock:
    """Seconds of the processor that a test spends."""

    def __init__(self) -> None:
        self.now = 10.0

    def __call__(self) -> float:
        return self.now


class Ring:
    """Garbage: it holds itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def clock(monkeypatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(resting, "process_time", made)
    return made


@pytest.fixture
def freed(monkeypatch) -> list[str]:
    done: list[str] = []
    monkeypatch.setattr(resting, "give_back", lambda: done.append("given"))
    return done


def test_it_cleans_once_after_work(qtbot, window, clock, freed) -> None:
    watch = Resting(window)
    watch._look()
    assert freed == []  # so much was done since the last look
    watch._look()
    assert freed == ["given"]
    for _ in range(3):
        clock.now += resting.STILL_S / 2
        watch._look()
    assert len(freed) == 1
    clock.now += 2 * resting.WORK_S
    watch._look()
    assert len(freed) == 1
    watch._look()
    assert freed == ["given"] * 2


def test_it_waits_while_something_goes_on(window, clock, freed) -> None:
    watch = Resting(window)
    for _ in range(5):
        clock.now += 2 * resting.STILL_S
        watch._look()
    assert freed == []


def test_garbage_goes_with_it(window, freed) -> None:
    ring = Ring()
    known = weakref.ref(ring)
    del ring
    assert known() is not None
    window.resting.clean()
    assert known() is None
    assert freed == ["given"]


def test_it_looks_by_itself(qtbot, window, clock, freed, monkeypatch) -> None:
    monkeypatch.setattr(resting, "LOOK_MS", 10)
    watch = Resting(window)
    qtbot.waitUntil(lambda: "given" in freed, timeout=5000)
    assert freed == ["given"]
    assert watch.parent() is window
