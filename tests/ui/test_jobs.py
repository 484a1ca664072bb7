"""Work in a thread: heard however quick it is, and nothing is held when it is over."""

import gc
import weakref
from threading import Event

import pytest

from rvs.engine.errors import RvsError
from rvs.ui.work.jobs import Jobs, Latest

from .hands import settle

pytestmark = pytest.mark.ui


@pytest.fixture
def jobs(qapp):
    made = Jobs()
    yield made
    made.close()


def quick(result=None):
    yield "step"
    return result


def wrong():
    yield "step"
    raise RvsError("no")


def test_quick_work_is_heard(jobs, qtbot) -> None:
    heard = []
    for _ in range(20):
        job = jobs.start(lambda: quick(1))
        job.progressed.connect(heard.append)
        job.done.connect(heard.append)
    qtbot.waitUntil(lambda: len(heard) == 40, timeout=60_000)
    for _ in range(20):
        jobs.start(wrong).failed.connect(lambda error: heard.append(str(error)))
    qtbot.waitUntil(lambda: heard.count("no") == 20, timeout=60_000)


def test_what_listens_is_let_go_of(jobs, qtbot) -> None:
    class Heavy:
        pass

    heavy = Heavy()
    gone = weakref.ref(heavy)
    job = jobs.start(quick)
    job.done.connect(lambda _result, heavy=heavy: None)
    job.cancel()
    del heavy, job

    def forgotten() -> bool:
        gc.collect()
        return gone() is None

    qtbot.waitUntil(forgotten, timeout=60_000)


def test_nothing_begins_after_the_end(qapp, qtbot) -> None:
    made = Jobs()
    heard = []
    made.start(quick).done.connect(heard.append)
    made.close()
    settle()
    assert heard == []


def test_only_the_latest_work_is_told(qtbot, qapp) -> None:
    latest, told, gate = Latest(), [], Event()

    def slow():
        yield "slow"
        gate.wait(10)
        return "slow"

    def quick():
        yield "quick"
        return "quick"

    latest.start(slow, told.append, told.append, told.append)
    qtbot.waitUntil(lambda: told == ["slow"], timeout=5000)
    latest.start(quick, told.append, told.append, told.append)
    gate.set()
    qtbot.waitUntil(lambda: not latest.busy, timeout=5000)
    assert told == ["slow", "quick", "quick"]
    latest.close()


def test_work_that_fails_is_over(qtbot, qapp) -> None:
    latest, told = Latest(), []

    def broken():
        yield
        raise ValueError("broken")

    latest.start(broken, told.append, lambda error: told.append(str(error)))
    qtbot.waitUntil(lambda: told == ["broken"], timeout=5000)
    assert not latest.busy
    assert not latest.cancel()
    latest.close()
