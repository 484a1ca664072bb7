"""Work required for the next step: the window shows it, and the work can be cancelled."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from rvs.ui.work.jobs import Jobs

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
