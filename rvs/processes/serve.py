"""Main loop of the process of a ``Worker``: it reads jobs and writes their results."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Generator
from contextlib import suppress
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, BinaryIO

TOLD, DONE, FAILED = "told", "done", "failed"
# A job tells no more often than this how far it is, s.
EVERY = 0.03
# How much other work goes first, as ``os.nice`` counts it.
BEHIND = 19
# Who steps aside rests so many times as long as it has worked, and no longer than this, s.
RESTS, LONGEST_REST = 4.0, 0.25


def serve() -> None:
    """Do the jobs on standard input; write their results to the output."""
    background, remembers = (word == "1" for word in sys.argv[1:3])
    # Another system is told when it starts the process.
    if background and hasattr(os, "nice"):
        os.nice(BEHIND)
    stream = os.fdopen(os.dup(1), "wb")
    # Whatever prints must not come between the answers.
    os.dup2(2, 1)
    jobs = _Jobs(stream)
    receive = _receiver(sys.stdin.buffer, remembers)
    with suppress(EOFError, OSError):
        while True:
            number, job, arguments = receive()
            if number is None:
                (seconds,) = arguments
                jobs.aside = monotonic() + seconds
                continue
            if job is None:
                jobs.wanted.discard(number)
                continue
            jobs.wanted.add(number)
            if remembers:
                jobs.do(number, job, arguments)
            else:
                Thread(target=jobs.do, args=(number, job, arguments), daemon=True).start()
    # Nobody asks any more.  No thread is waited for: some may be far from their end.
    os._exit(0)


class _Jobs:
    """The jobs in progress.

    Attributes:
        wanted: Numbers of the jobs that are still required.
        aside: End of the period in which others have the processor most of the time, by the
            monotonic clock.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.wanted: set[int] = set()
        self.aside = 0.0
        self._stream, self._lock = stream, Lock()

    def do(
        self, number: int, job: Callable[..., Generator[Any, None, Any]], arguments: tuple[Any, ...]
    ) -> None:
        """Do one job."""
        told = 0.0
        try:
            steps = job(*arguments)
            while number in self.wanted:
                begun = monotonic()
                try:
                    step = next(steps)
                except StopIteration as end:
                    self._tell(number, DONE, end.value)
                    return
                if monotonic() - told >= EVERY:
                    told = monotonic()
                    self._tell(number, TOLD, step)
                if monotonic() < self.aside:
                    sleep(min(RESTS * (monotonic() - begun), LONGEST_REST))
        except Exception as error:  # it is done once more where it was asked for, and said there
            self._tell(number, FAILED, repr(error))
        finally:
            self.wanted.discard(number)

    def _tell(self, number: int, kind: str, value: Any) -> None:
        text = pickle.dumps((number, kind, value), -1)
        with self._lock:
            try:
                self._stream.write(text)
                self._stream.flush()
            except OSError:  # who asked has ended
                os._exit(0)


def _receiver(stream: BinaryIO, remembers: bool) -> Callable[[], Any]:
    return pickle.Unpickler(stream).load if remembers else lambda: pickle.load(stream)
