"""Work in a thread: heard however quick it is, and nothing is held when it is over."""

import gc
import weakref

import pytest

from rvs.engine.errors import RvsError
from rvs.ui.work.jobs import Jobs

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
    qtbot.wait(50)
    assert heard == []
