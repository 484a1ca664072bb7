"""Jobs with later results, done in this process and in others.

Drawing figures holds Python's lock for most of its time, so threads would wait for each other.
Without processes, and if a job cannot be sent, everything is done here.
"""

from __future__ import annotations

import gc
import logging
import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from threading import Condition, Thread
from typing import Any, Generic, TypeVar

from rvs.allocator import NEW_OBJECTS, keep_all
from rvs.model.jobs import Progress, finished
from rvs.processes.worker import Lost, Worker, can_start

log = logging.getLogger(__name__)

Result = TypeVar("Result")

# Fewer jobs than this are done before another process has started.
WORTH_STARTING = 4
MOST_PROCESSES = 3
WAIT = 0.05


class Pending(Generic[Result]):
    """A job whose result is available when all are finished."""

    def __init__(
        self, job: Callable[..., Generator[Progress, None, Result]], arguments: tuple[Any, ...]
    ) -> None:
        self.job, self.arguments = job, arguments
        self.done = False
        self._result: Result | None = None

    def settle(self, result: Result) -> None:
        """Set the result."""
        self._result, self.done = result, True

    @property
    def result(self) -> Result:
        """The result; a pending job is done now."""
        if not self.done:
            for _ in self.steps():
                pass
        return self._result  # type: ignore[return-value]

    def steps(self) -> Iterator[Progress]:
        """Do the job here."""
        self.settle((yield from self.job(*self.arguments)))


class Beside:
    """Executor of jobs in several processes. As a context manager it ends them, finished or not."""

    def __init__(self, processes: int | None = None) -> None:
        """Set the maximum number of processes; as many as suit the machine if None."""
        self._most = _usual_processes() if processes is None else processes
        self._every: list[Pending[Any]] = []
        # what anybody may do, and what came back from a process that could not
        self._open: deque[Pending[Any]] = deque()
        self._back: deque[Pending[Any]] = deque()
        self._changed = Condition()
        self._closed = False
        self._workers: list[Worker] = []
        self._feeders: list[Thread] = []

    def __enter__(self) -> Beside:
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for worker, feeder in zip(self._workers, self._feeders, strict=True):
            worker.close()
            feeder.join()

    def begin(self, job: Callable[..., Generator[Progress, None, None]], *arguments: Any) -> None:
        """Start the processes before the jobs arrive, if many are expected.

        Args:
            job: The first task of each process, such as loading the data for jobs.
            arguments: Its arguments.
        """
        for _ in range(self._most):
            self._start(job, *arguments)

    def add(
        self,
        job: Callable[..., Generator[Progress, None, Result]],
        *arguments: Any,
        long: bool = False,
    ) -> Pending[Result]:
        """Add a job.

        Args:
            job: A function of a module that yields its progress and returns its result.
            arguments: Its arguments.
            long: It takes longer than others: if started last, it would delay the end.
        """
        pending = Pending(job, arguments)
        self._every.append(pending)
        with self._changed:
            if long:
                self._open.appendleft(pending)
            else:
                self._open.append(pending)
            self._changed.notify()
        if len(self._every) == WORTH_STARTING and not self._workers:
            self.begin(ready)
        return pending

    def finish(self, words: str) -> Iterator[Progress]:
        """Do all remaining jobs; yield the progress, 0 to 1."""
        while not all(pending.done for pending in self._every):
            pending = self._next()
            if pending is None:
                with self._changed:
                    self._changed.wait(WAIT)
                yield Progress(self._part(0.0), words)
                continue
            for step in pending.steps():
                yield Progress(self._part(step.part), words)

    def _part(self, here: float) -> float:
        done = sum(pending.done for pending in self._every)
        return min((done + here) / max(len(self._every), 1), 1.0)

    def _next(self) -> Pending[Any] | None:
        """Return a job to do here."""
        with self._changed:
            jobs = self._back or self._open
            return jobs.popleft() if jobs else None

    def _wait(self) -> Pending[Any] | None:
        """Return a job for a process as soon as one is available."""
        with self._changed:
            while not self._open and not self._closed:
                self._changed.wait()
            return None if self._closed else self._open.popleft()

    def _start(self, *first: Any) -> None:
        worker = Worker(remembers=True)
        try:
            worker.start()
        except Lost as reason:
            log.debug("figures are drawn without a worker: %s", reason)
            return
        feeder = Thread(target=self._feed, args=(worker, first), daemon=True)
        self._workers.append(worker)
        self._feeders.append(feeder)
        feeder.start()

    def _feed(self, worker: Worker, first: tuple[Any, ...]) -> None:
        """Pass jobs to a process until there are no more, or it has ended."""
        # What fails there says so again when a job needs it.
        with suppress(Lost):
            finished(worker.steps(*first))
        while (pending := self._wait()) is not None:
            try:
                result = finished(worker.steps(pending.job, *pending.arguments))
            except Lost as reason:
                # Whatever it is, the job is done here, and fails here if it must.
                log.debug("figure drawn in-process: %s", reason)
                with self._changed:
                    self._back.append(pending)
                    self._changed.notify_all()
                if worker.process is None:
                    return
            else:
                with self._changed:
                    pending.settle(result)
                    self._changed.notify_all()


def ready() -> Generator[Progress, None, None]:
    """Prepare a short-lived process, which ends before much garbage accumulates."""
    yield Progress(0.0, "starting")
    gc.set_threshold(NEW_OBJECTS)
    keep_all()


def _usual_processes() -> int:
    if not can_start():
        return 0
    processors = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    )
    return max(min((processors or 1) - 1, MOST_PROCESSES), 0)
