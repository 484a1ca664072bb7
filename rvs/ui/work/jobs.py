"""Long background work, one job after another in one thread, and work the window waits for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from threading import Event
from typing import Any, TypeVar

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QProgressDialog, QWidget

log = logging.getLogger(__name__)

Work = Callable[[], Generator[Any, None, Any]]
Told = Callable[[Any], object]


def _nothing(_told: object) -> None:
    """Do nothing."""


NOBODY: tuple[Told, Told, Told] = (_nothing, _nothing, _nothing)


class Job(QObject):
    """Requested work; its signals arrive in the window's thread.

    Attributes:
        progressed: A yielded value.
        done: The returned value; not if cancelled.
        failed: The exception that ended it; not if cancelled.
        ended: It has ended, with or without success.
    """

    progressed = Signal(object)
    done = Signal(object)
    failed = Signal(object)
    ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._cancelled = Event()

    @property
    def cancelled(self) -> bool:
        """Return whether the result is no longer required."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """End it at its next yield; nothing more is reported."""
        self._cancelled.set()

    def run(self, work: Work) -> None:
        """Run the work in the calling thread."""
        try:
            if not self.cancelled:
                self._run(work)
        finally:
            self.ended.emit()

    def _run(self, work: Work) -> None:
        steps = None
        try:
            steps = work()
            while not self.cancelled:
                self.progressed.emit(next(steps))
        except StopIteration as end:
            if not self.cancelled:
                self.done.emit(end.value)
        except BaseException as error:  # also an exit: otherwise a panel would wait for ever
            log.debug("a job failed", exc_info=error)
            if not self.cancelled:
                self.failed.emit(error)
        finally:
            if steps is not None:
                steps.close()


class _Ended(QObject):
    """Reports in the window's thread that the thread has finished a job."""

    told = Signal(int)


class Jobs:
    """One thread for the work of one panel or dialog."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="rvs-job")
        self._running: dict[int, Job] = {}
        self._keys = count()
        self._ended = _Ended()
        self._ended.told.connect(self._forget)
        self._closed = False

    def start(self, work: Work) -> Job:
        """Start some work as soon as earlier work has ended.

        Args:
            work: Makes a generator that yields progress and returns the result.
        """
        job, key = Job(), next(self._keys)
        self._running[key] = job
        # A quick job would be over before anybody listens, who connects in this turn of the loop.
        QTimer.singleShot(0, job, lambda: self._submit(key, job, work))
        return job

    def _submit(self, key: int, job: Job, work: Work) -> None:
        if self._closed:
            return
        held, ended = [job], self._ended
        # The thread must hold nothing of the job when it is forgotten: it would be the one to
        # delete it, or still be telling its listeners.
        done = self._pool.submit(lambda: held.pop().run(work))
        done.add_done_callback(partial(_tell, ended, key))

    def _forget(self, key: int) -> None:
        """Release a job, and the references of its listeners."""
        job = self._running.pop(key, None)
        if job is not None:
            job.deleteLater()

    def close(self) -> None:
        """Cancel everything and wait for the running step."""
        for job in tuple(self._running.values()):
            job.cancel()
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)


class Latest(QObject):
    """The work of one panel: a new request replaces the previous one.

    Only the latest result is reported, in the window's thread.
    """

    def __init__(self, closing: SignalInstance | None = None) -> None:
        """Start without work; running work is cancelled on ``closing``."""
        super().__init__()
        self._jobs = Jobs()
        if closing is not None:
            closing.connect(self.close)
        self._job: Job | None = None
        self._told = NOBODY

    @property
    def busy(self) -> bool:
        """Return whether results are still expected."""
        return self._job is not None

    def start(
        self, work: Work, done: Told, failed: Told = _nothing, progressed: Told = _nothing
    ) -> Job:
        """Start some work.

        Args:
            work: Makes a generator that yields progress and returns the result.
            done: Called with the returned value.
            failed: Called with the exception that ended it.
            progressed: Called with each yielded value.
        """
        self.cancel()
        self._told = done, failed, progressed
        job = self._job = self._jobs.start(work)
        job.progressed.connect(self._progress)
        job.done.connect(self._finish)
        job.failed.connect(self._fail)
        return job

    def cancel(self) -> bool:
        """Cancel the running work; return whether there was any."""
        job, self._job, self._told = self._job, None, NOBODY
        if job is not None:
            job.cancel()
        return job is not None

    def close(self) -> None:
        """Cancel the running work and wait for its step; no more work can be started."""
        self.cancel()
        self._jobs.close()

    def _progress(self, step: object) -> None:
        if self.sender() is self._job:
            self._told[2](step)

    def _finish(self, result: object) -> None:
        self._end(0, result)

    def _fail(self, error: object) -> None:
        self._end(1, error)

    def _end(self, which: int, result: object) -> None:
        if self.sender() is self._job:
            tell = self._told[which]
            self._job, self._told = None, NOBODY
            tell(result)


def _tell(ended: _Ended, key: int, _done: object) -> None:
    ended.told.emit(key)


T = TypeVar("T")

# Work that takes less, in ms, needs no sign.
PATIENCE = 350
STEPS = 1000
# What nobody waits for any more goes on until it is over: it can't be broken off.
_given_up: list[Jobs] = []


class Stopped(Exception):
    """The user has cancelled the work."""


def wait_for(parent: QWidget, words: str, compute: Callable[[], T]) -> T:
    """Return the result of a pure function that takes a while; the window stays responsive.

    Args:
        parent: The window, which ignores clicks meanwhile.
        words: Description of the work.
        compute: The function; it runs in the background and must not use the window.

    Raises:
        Stopped: Somebody pressed Stop.
        Exception: Whatever the function raises.
    """

    def work() -> Generator[float, None, T]:
        yield 0.0
        return compute()

    return wait_through(parent, words, work)


def wait_through(parent: QWidget, words: str, work: Callable[[], Generator[float, None, T]]) -> T:
    """Return the result of work that yields its progress from 0 to 1; see ``wait_for``.

    Args:
        parent: The window.
        words: Description of the work.
        work: Makes the generator; a busy indicator is shown while it yields 0.

    Raises:
        Stopped: Somebody pressed Stop.
        Exception: Whatever the work raises.
    """
    loop, jobs = QEventLoop(), Jobs()
    found: list[T] = []
    failed: list[Exception] = []
    dialog = QProgressDialog(words, "Stop", 0, 0, parent)
    dialog.setObjectName("waiting")
    dialog.setWindowTitle("RVS")
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setMinimumDuration(PATIENCE)
    dialog.setAutoReset(False)
    dialog.canceled.connect(loop.quit)

    # What the thread has told meanwhile still arrives, after the dialog is gone.
    over: list[bool] = []

    def show(part: float) -> None:
        if part > 0.0 and not over:
            dialog.setMaximum(STEPS)
            dialog.setValue(min(round(part * STEPS), STEPS))

    job = jobs.start(work)
    job.progressed.connect(show)
    job.done.connect(found.append)
    job.failed.connect(failed.append)
    job.ended.connect(loop.quit)
    loop.exec()
    dialog.canceled.disconnect(loop.quit)
    over.append(True)
    dialog.reset()
    dialog.deleteLater()
    if found or failed:
        jobs.close()
    else:
        job.cancel()
        _given_up.append(jobs)
        raise Stopped
    if failed:
        raise failed[0]
    return found[0]
