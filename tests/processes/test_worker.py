"""Jobs done in a process give what they give here; who asks never waits for ever."""

import signal
import subprocess
import sys
import threading
import time
from types import MappingProxyType

import numpy as np
import pytest

from rvs.geometry.shapes.revolved import sphere
from rvs.processes import worker as module
from rvs.processes.serve import LONGEST_REST
from rvs.processes.worker import Lost, Worker, steps_in_background

from ..jobs import finish
from .jobs import counted, echoed, ended, failing, printing, resting, unpicklable

UNTIL = 60.0


@pytest.fixture(scope="module")
def worker():
    made = Worker(background=True)
    yield made
    made.close()


def test_values_come_back_as_they_were_sent(worker) -> None:
    sent = MappingProxyType({"a": (1.0, 2.0)})
    _, found = finish(worker.steps(echoed, sent))
    assert isinstance(found, MappingProxyType)
    assert dict(found) == dict(sent)
    mesh = sphere(0.3, 8)
    _, found = finish(worker.steps(echoed, mesh))
    assert found == mesh
    assert not found.vertices.flags.writeable


def test_it_tells_how_far_it_is(worker) -> None:
    told, found = finish(worker.steps(counted, 10, 0.02, before=-1))
    assert found == 10
    assert told[0] == -1
    assert told == sorted(told)
    assert len(set(told)) > 3


def test_several_threads_may_ask_at_once(worker) -> None:
    found = []

    def ask(number: int) -> None:
        found.append(finish(worker.steps(counted, number, 0.01))[1])

    threads = [threading.Thread(target=ask, args=(number,)) for number in (90, 4, 40)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(UNTIL)
    # not one after another
    assert found == [4, 40, 90]


def test_jobs_rest_between_their_steps_while_others_need_the_processor() -> None:
    asked = Worker(background=True)
    try:
        # with nothing to do there is nobody to tell
        asked.throttle(UNTIL)
        steps = asked.steps(resting, 0.3, before=-1)
        _, rests = finish(steps)
        assert not rests
        steps = asked.steps(resting, UNTIL, before=-1)
        assert next(steps) == -1
        asked.throttle(UNTIL)
        _, rests = finish(steps)
        assert len(rests) == 1
        assert 0.002 < rests[0] <= LONGEST_REST
    finally:
        asked.close()


def test_what_is_not_wanted_any_more_ends(worker, tmp_path) -> None:
    path = tmp_path / "ticks"
    steps = worker.steps(counted, 1_000_000, 0.01, str(path))
    next(steps)
    end = time.monotonic() + UNTIL
    while not path.exists() and time.monotonic() < end:
        next(steps)
    steps.close()
    assert finish(worker.steps(echoed, 1))[1] == 1
    # The step in progress may still write; another job takes longer than it.
    finish(worker.steps(counted, 3, 0.01))
    size = path.stat().st_size
    finish(worker.steps(counted, 10, 0.01))
    assert path.stat().st_size == size


@pytest.mark.parametrize("job", [failing, unpicklable, ended, lambda: iter(())])
def test_what_can_not_be_done_there_is_lost(worker, job) -> None:
    with pytest.raises(Lost):
        finish(worker.steps(job))
    # and the next job is done, if need be by another process
    assert finish(worker.steps(echoed, "next"))[1] == "next"


def test_what_a_job_prints_does_not_come_between(worker) -> None:
    assert finish(worker.steps(printing, "words"))[1] == "words"


def test_a_process_without_jobs_ends_and_is_started_again(monkeypatch) -> None:
    monkeypatch.setattr(module, "IDLE", 0.05)
    made = Worker(background=True)
    assert finish(made.steps(echoed, 1))[1] == 1
    process = made.process
    assert process is not None
    assert process.wait(UNTIL) is not None
    assert finish(made.steps(echoed, 2))[1] == 2
    made.close()


def test_nobody_waits_while_something_large_is_sent() -> None:
    made = Worker(remembers=True)
    busy = made.steps(counted, 1_000_000, 0.01)
    next(busy)
    # Nobody reads it.
    steps = made.steps(echoed, bytes(10_000_000), before="under way")
    assert [next(steps), next(steps)] == ["under way"] * 2
    made.close()


def test_closing_ends_what_is_waited_for() -> None:
    made = Worker()
    steps = made.steps(counted, 1_000_000, 0.01)
    next(steps)
    made.close()
    with pytest.raises(Lost):
        finish(steps)
    with pytest.raises(Lost, match="started"):
        next(made.steps(echoed, 1))


def test_what_was_sent_is_remembered() -> None:
    made = Worker(remembers=True)
    sent = np.arange(3)
    first = finish(made.steps(echoed, sent))[1]
    second = finish(made.steps(echoed, sent))[1]
    assert first.tolist() == second.tolist() == [0, 1, 2]
    # What was packed of a job that can't be sent is not taken for something else later.
    other, more = np.arange(7.0), np.arange(5)
    with pytest.raises(Lost):
        finish(made.steps(echoed, (other, lambda: None)))
    _, (third, fourth) = finish(made.steps(echoed, (other, more)))
    made.close()
    assert third.tolist() == other.tolist()
    assert fourth.tolist() == more.tolist()


def test_where_no_process_can_be_started_all_is_done_here(monkeypatch) -> None:
    monkeypatch.setattr(module, "shared_worker", lambda: Worker())
    monkeypatch.setattr(sys, "executable", "")
    told, found = finish(steps_in_background(counted, 3, 0.0, before=0))
    assert found == 3
    assert told[-1] == 2


ENDS = """
import sys
sys.path.insert(0, sys.argv[1])
from rvs.processes.worker import Worker
from tests.processes.jobs import counted
made = Worker(background=True)
steps = made.steps(counted, 1_000_000, 0.01)
next(steps), next(steps)
print(made.process.pid, flush=True)
"""


@pytest.mark.parametrize("how", ["", "import os; os._exit(0)"])
def test_it_ends_with_the_program(pytestconfig, how) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ENDS + how, str(pytestconfig.rootpath)],
        capture_output=True, text=True, timeout=UNTIL,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip().isdigit()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
def test_the_interrupt_of_a_terminal_is_for_who_asks(worker) -> None:
    finish(worker.steps(echoed, 1))
    assert worker.process is not None
    worker.process.send_signal(signal.SIGINT)
    assert finish(worker.steps(echoed, 2))[1] == 2
    assert worker.process.poll() is None
