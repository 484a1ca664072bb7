"""Work that the next step needs: the window says that it works, and the work can be given up."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from rvs.ui.work.jobs import Jobs

T = TypeVar("T")

# Work that takes less, in ms, needs no sign.
PATIENCE = 350
# What nobody waits for any more goes on until it is over: it can't be broken off.
_given_up: list[Jobs] = []


class Stopped(Exception):
    """Somebody gave the work up."""


def wait_for(parent: QWidget, words: str, compute: Callable[[], T]) -> T:
    """Return the result of a pure function that may take its time; the window stays alive.

    Args:
        parent: The window, which takes no clicks meanwhile.
        words: What is being done.
        compute: The function; it runs beside the window and must not touch it.

    Raises:
        Stopped: Somebody pressed Stop.
        Exception: Whatever the function raises.
    """
    loop, jobs = QEventLoop(), Jobs()
    found: list[T] = []
    failed: list[Exception] = []

    def work() -> Generator[Any, None, T]:
        yield words
        return compute()

    dialog = QProgressDialog(words, "Stop", 0, 0, parent)
    dialog.setObjectName("waiting")
    dialog.setWindowTitle("RVS")
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setMinimumDuration(PATIENCE)
    dialog.canceled.connect(loop.quit)
    job = jobs.start(work)
    job.done.connect(found.append)
    job.failed.connect(failed.append)
    job.ended.connect(loop.quit)
    loop.exec()
    dialog.canceled.disconnect(loop.quit)
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
