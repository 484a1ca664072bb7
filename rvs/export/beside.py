"""Jobs whose results are wanted later, done in this process and in others beside it.

What draws figures keeps Python's lock for most of its time, so threads would wait for each other.
The processes are programs of their own that read jobs and write results: nothing of the program
that asks is loaded again in them, as ``multiprocessing`` would where it can't fork.  Without them,
and where a job can't be sent, all is done here.
"""

from __future__ import annotations

import copyreg
import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from threading import Condition, Thread
from types import MappingProxyType
from typing import Any, BinaryIO, Generic, TypeVar

from rvs.export.progress import Progress

Result = TypeVar("Result")

# Fewer jobs than this are done before another process has started.
WORTH_STARTING = 4
MOST_PROCESSES = 3
# A process that ends with its parent: it reads jobs until there is nothing more to read.
SERVE = "import sys; sys.path[:] = sys.argv[1:]; from rvs.export.beside import serve; serve()"
WAIT = 0.05


def _proxy(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)


# The postures of a state are such a view of a dictionary, which pickle does not know by itself.
copyreg.pickle(MappingProxyType, lambda mapping: (_proxy, (dict(mapping),)))


class Pending(Generic[Result]):
    """A job whose result is there when all of them are finished."""

    def __init__(
        self, job: Callable[..., Generator[Progress, None, Result]], arguments: tuple[Any, ...]
    ) -> None:
        self.job, self.arguments = job, arguments
        self.done = False
        self._result: Result | None = None

    def settle(self, result: Result) -> None:
        """Take the result."""
        self._result, self.done = result, True

    @property
    def result(self) -> Result:
        """The result; a job that was not done yet is done now."""
        if not self.done:
            for _ in self.steps():
                pass
        return self._result  # type: ignore[return-value]

    def steps(self) -> Iterator[Progress]:
        """Do the job here."""
        self.settle((yield from self.job(*self.arguments)))


class Beside:
    """Does jobs in several processes.  As a context it ends them, done or not."""

    def __init__(self, processes: int | None = None) -> None:
        """Take how many processes may be started; as many as the machine is good for if None."""
        self._most = _usual_processes() if processes is None else processes
        self._every: list[Pending[Any]] = []
        # what anybody may do, and what came back from a process that could not
        self._open: deque[Pending[Any]] = deque()
        self._back: deque[Pending[Any]] = deque()
        self._changed = Condition()
        self._closed = False
        self._running: list[subprocess.Popen[bytes]] = []
        self._feeders: list[Thread] = []

    def __enter__(self) -> Beside:
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for process, feeder in zip(self._running, self._feeders, strict=True):
            process.kill()
            feeder.join()
            process.wait()
            for stream in (process.stdin, process.stdout):
                with suppress(OSError):  # what was not sent yet is lost
                    stream.close()  # type: ignore[union-attr]

    def add(
        self,
        job: Callable[..., Generator[Progress, None, Result]],
        *arguments: Any,
        long: bool = False,
    ) -> Pending[Result]:
        """Ask for a job.

        Args:
            job: A module's function that yields how far it is and returns its result.
            arguments: What it takes.
            long: It takes longer than others: begun last, it would be waited for alone.
        """
        pending = Pending(job, arguments)
        self._every.append(pending)
        with self._changed:
            if long:
                self._open.appendleft(pending)
            else:
                self._open.append(pending)
            self._changed.notify()
        if len(self._every) == WORTH_STARTING:
            for _ in range(self._most):
                self._start()
        return pending

    def finish(self, words: str) -> Iterator[Progress]:
        """Do all jobs that are left; yield how far they are, 0 to 1."""
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
        """A job to be done here."""
        with self._changed:
            jobs = self._back or self._open
            return jobs.popleft() if jobs else None

    def _wait(self) -> Pending[Any] | None:
        """A job for a process, as soon as there is one."""
        with self._changed:
            while not self._open and not self._closed:
                self._changed.wait()
            return None if self._closed else self._open.popleft()

    def _start(self) -> None:
        try:
            process = subprocess.Popen(
                [sys.executable, "-c", SERVE, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # no console window beside ours
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError:
            return
        feeder = Thread(target=self._feed, args=(process,), daemon=True)
        self._running.append(process)
        self._feeders.append(feeder)
        feeder.start()

    def _feed(self, process: subprocess.Popen[bytes]) -> None:
        """Hand jobs to a process until there are no more, or it fails."""
        assert process.stdin is not None
        assert process.stdout is not None
        # one pickler for all: what several jobs share is sent and made once
        send = pickle.Pickler(process.stdin, -1)
        while (pending := self._wait()) is not None:
            try:
                send.dump((pending.job, pending.arguments))
                process.stdin.flush()
                fine, result = pickle.load(process.stdout)
            except Exception:
                import traceback

                traceback.print_exc()
                # whatever it is, the job is done here, and fails here if it must
                fine = None
            with self._changed:
                if fine:
                    pending.settle(result)
                else:
                    self._back.append(pending)
                self._changed.notify_all()
            if fine is None:
                break


def serve() -> None:
    """Do the jobs that come on the standard input; write what they give to the output."""
    stream: BinaryIO = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # whatever prints must not come between the results
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    receive = pickle.Unpickler(sys.stdin.buffer)
    while True:
        try:
            job, arguments = receive.load()
        except EOFError:
            return
        pending: Pending[Any] = Pending(job, arguments)
        try:
            answer = True, pending.result
        except Exception:  # it is done once more where it was asked for, and said there
            answer = False, None
        pickle.dump(answer, stream, -1)
        stream.flush()


def _usual_processes() -> int:
    if not sys.executable or getattr(sys, "frozen", False):
        return 0
    processors = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    )
    return max(min((processors or 1) - 1, MOST_PROCESSES), 0)
