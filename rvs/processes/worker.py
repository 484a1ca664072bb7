"""A second process that does jobs.

It is a separate program that reads jobs and writes their results: it does not reload anything from
the calling program, unlike ``multiprocessing`` where it cannot fork.
"""

from __future__ import annotations

import atexit
import copyreg
import io
import logging
import pickle
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import suppress
from functools import cache, partial
from itertools import count
from queue import Empty, SimpleQueue
from threading import Lock, Thread, Timer
from types import MappingProxyType
from typing import Any, TypeVar

from rvs.processes.serve import DONE, FAILED, TOLD

Result = TypeVar("Result")
Steps = Generator[Any, None, Result]
Job = Callable[..., Steps[Result]]
Answers = SimpleQueue[tuple[str, Any]]
# None is the end.
Outgoing = SimpleQueue[bytes | None]

log = logging.getLogger(__name__)

# What it is started with: where modules are, and how it does its jobs.
# Ctrl+C in a terminal reaches this process, too; it ends when the one that asks does.
SERVE = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); sys.path[:] = sys.argv[3:]; "
    "from rvs.processes.serve import serve; serve()"
)
# Who waits for an answer is told at least so often that there is none yet, s.
WAIT = 0.05
# A process that has nothing to do ends after this, s.
IDLE = 30.0


class Lost(Exception):
    """A job that a process cannot do; it has to be done in this one."""


def _proxy(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)


# The postures of a state are such a view of a dictionary, which pickle does not know by itself.
copyreg.pickle(MappingProxyType, lambda mapping: (_proxy, (dict(mapping),)))


def can_start() -> bool:
    """Return whether processes can be started; the stand-alone program accepts ``-c``, too."""
    return bool(sys.executable)


class Worker:
    """One process, started on demand; several threads may use it at the same time.

    Attributes:
        process: The running process, or None.
    """

    def __init__(self, background: bool = False, remembers: bool = False) -> None:
        """Store how jobs are done.

        Args:
            background: Other work of the processor has priority; it ends when there are no jobs.
            remembers: Data shared by several jobs are sent once.  It does one job after another,
                and stores all data that were sent.
        """
        self.process: subprocess.Popen[bytes] | None = None
        self._background, self._remembers = background, remembers
        self._answers: dict[int, Answers] = {}
        self._numbers, self._lock = count(), Lock()
        self._packed: Callable[[Any], bytes] = pickle.dumps
        self._outgoing: Outgoing = SimpleQueue()
        self._idle: Timer | None = None
        self._listener: Thread | None = None
        self._closed = False

    def start(self) -> None:
        """Start the process, if necessary, so that it is ready for a job.

        Raises:
            Lost: It can't be started.
        """
        with self._lock:
            self._start()

    def steps(self, job: Job[Result], *arguments: Any, before: Any = None) -> Steps[Result]:
        """Do a job in the process; closing the generator ends it.

        Args:
            job: A module's function that yields its progress and returns its result.
            arguments: Its arguments.
            before: Yielded until the job yields its first value.

        Returns:
            The result of the job.  Its progress is yielded from time to time, and repeated while
            there is nothing new.

        Raises:
            Lost: The job could not be sent, or failed, or the process ended.
        """
        number, answers = self._send(job, arguments)
        kind, told = TOLD, before
        try:
            while kind == TOLD:
                yield told
                with suppress(Empty):
                    kind, told = answers.get(timeout=WAIT)
        finally:
            self._discard(number, unfinished=kind == TOLD)
        if kind != DONE:
            raise Lost(told)
        found: Result = told
        return found

    def throttle(self, seconds: float) -> None:
        """Run jobs only a fifth of the time for this duration: others need the processor.

        A process of the lowest priority still slows down programs on the other half of a core.
        """
        # Nobody waits for it: who asks draws pictures, and asks again soon.
        if not self._lock.acquire(blocking=False):
            return
        try:
            if self.process is not None and self._answers:
                self._outgoing.put(self._packed((None, None, (seconds,))))
        finally:
            self._lock.release()

    def close(self) -> None:
        """End the process and its work permanently."""
        with self._lock:
            self._closed = True
            self._end()
            listener = self._listener
        # When Python ends it must not be stopped while it holds the lock.
        if listener is not None:
            listener.join()

    def _start(self) -> None:
        if self.process is not None and self.process.poll() is None:
            return
        self._end()
        if self._closed or not can_start():
            raise Lost("no process can be started")
        how = [str(int(one)) for one in (self._background, self._remembers)]
        try:
            self.process = process = subprocess.Popen(
                [sys.executable, "-c", SERVE, *how, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                creationflags=self._flags(),
            )
        except OSError as error:
            raise Lost(str(error)) from error
        self._packed = _packer(self._remembers)
        self._outgoing = SimpleQueue()
        Thread(target=_deliver, args=(process, self._outgoing), daemon=True).start()
        self._listener = Thread(target=self._listen, args=(process,), daemon=True)
        self._listener.start()
        atexit.register(self.close)

    def _flags(self) -> int:
        # no console window beside ours
        flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
        return flags | (getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) * self._background)

    def _end(self) -> None:
        """End the process; waiting callers are notified that it is lost."""
        process, self.process = self.process, None
        if process is None:
            return
        atexit.unregister(self.close)
        process.kill()
        process.wait()
        self._outgoing.put(None)
        for answers in self._answers.values():
            answers.put((FAILED, "the process has ended"))

    def _send(self, job: Job[Any], arguments: tuple[Any, ...]) -> tuple[int, Answers]:
        answers: Answers = SimpleQueue()
        with self._lock:
            self._start()
            if self._idle is not None:
                self._idle.cancel()
            number = next(self._numbers)
            self._answers[number] = answers
            try:
                self._outgoing.put(self._packed((number, job, arguments)))
            except Exception as error:  # whatever a job holds that can't be sent
                del self._answers[number]
                if self._remembers:
                    # It would not know what has been remembered here of what it did not get.
                    self._end()
                log.debug("a job was not sent", exc_info=error)
                raise Lost(str(error)) from error
        return number, answers

    def _discard(self, number: int, unfinished: bool) -> None:
        with self._lock:
            del self._answers[number]
            if self.process is None:
                return
            if unfinished:
                self._outgoing.put(self._packed((number, None, ())))
            if self._background and not self._answers:
                self._idle = Timer(IDLE, self._rest)
                self._idle.daemon = True
                self._idle.start()

    def _rest(self) -> None:
        with self._lock:
            if not self._answers:
                self._end()

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        """Pass incoming messages to those who wait for them, until no more can arrive."""
        assert process.stdout is not None
        try:
            while True:
                number, kind, value = pickle.load(process.stdout)
                answers = self._answers.get(number)
                if answers is not None:
                    answers.put((kind, value))
        except Exception as error:  # it has ended, or what comes can't be read
            log.debug("a process ended unexpectedly", exc_info=error)
        process.stdout.close()
        with self._lock:
            if self.process is process:
                self._end()


def _deliver(process: subprocess.Popen[bytes], outgoing: Outgoing) -> None:
    """Send the pending data; a busy process does not block anybody else."""
    stream = process.stdin
    assert stream is not None
    # What was not sent when it ends is lost.
    with suppress(OSError):
        while (text := outgoing.get()) is not None:
            stream.write(text)
            stream.flush()
    with suppress(OSError):
        stream.close()


def _packer(remembers: bool) -> Callable[[Any], bytes]:
    """Return a function that converts a message to bytes, completely or not at all."""
    packed = io.BytesIO()
    pickler = pickle.Pickler(packed, -1)

    def pack(message: Any) -> bytes:
        packed.seek(0)
        packed.truncate()
        pickler.dump(message)
        return packed.getvalue()

    return pack if remembers else partial(pickle.dumps, protocol=-1)


def run_here(job: Job[Result], *arguments: Any, before: Any = None) -> Steps[Result]:
    """Do a job in this process, like ``Worker.steps`` in another."""
    yield before
    return (yield from job(*arguments))


# One for all windows: most of what a process takes is its start.
@cache
def shared_worker() -> Worker:
    """Return the process for background work of windows."""
    return Worker(background=True)


def steps_in_background(job: Job[Result], *arguments: Any, before: Any = None) -> Steps[Result]:
    """Do a job in the shared process, or here if that is impossible; see ``Worker.steps``."""
    try:
        return (yield from shared_worker().steps(job, *arguments, before=before))
    except Lost as reason:
        log.debug("a job runs in this process: %s", reason)
    return (yield from run_here(job, *arguments, before=before))
