"""Progress of long work, reported from inside its loops to any listener.

The listener ends the work by raising an error.  A nested loop reports fractions of its own turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
Listener = Callable[[str], object]
Watcher = Callable[[object], object]


class _Work:
    """Some work: its listener, and the current part of the whole, by its two ends."""

    def __init__(self, listener: Listener, watcher: Watcher) -> None:
        self.listener, self.watcher, self.ends = listener, watcher, (0.0, 1.0)


_WORK: ContextVar[_Work] = ContextVar("work")


@contextmanager
def progress_to(listener: Listener, watcher: Watcher = id) -> Iterator[None]:
    """Let a function receive the progress of all work inside, in words such as ``"40%"``.

    Args:
        listener: Receives the words.
        watcher: Receives the best answers so far, for work that improves step by step.
    """
    token = _WORK.set(_Work(listener, watcher))
    try:
        yield
    finally:
        _WORK.reset(token)


def report_progress(part: float, words: str = "") -> None:
    """Report the progress of the current work, 0 to 1, with further words.

    >>> with progress_to(print):
    ...     report_progress(0.5, "the best of 7")
    50%, the best of 7
    """
    work = _WORK.get(None)
    if work is not None:
        low, high = work.ends
        work.listener(f"{low + part * (high - low):.0%}{', ' * bool(words)}{words}")


def report_best(answer: object) -> None:
    """Report the best answer of the current work so far."""
    work = _WORK.get(None)
    if work is not None:
        work.watcher(answer)


def result_of(steps: Iterable[float | T]) -> T:
    """Return the last result that some work yields, and report the preceding parts.

    >>> with progress_to(print):
    ...     print(result_of([0.25, "the result"]))
    25%
    the result
    """
    for step in steps:
        if isinstance(step, float):
            report_progress(step)
        else:
            result = step
    return result


def with_progress(turns: Collection[T]) -> Iterator[T]:
    """Yield the turns of a loop, and report before each the number completed.

    >>> with progress_to(print):
    ...     for _ in with_progress("ab"):
    ...         report_progress(0.5)
    0%
    25%
    50%
    75%
    """
    work = _WORK.get(None)
    if work is None:
        yield from turns
        return
    low, high = before = work.ends
    try:
        for k, turn in enumerate(turns):
            start, end = (low + (high - low) * i / len(turns) for i in (k, k + 1))
            work.ends = start, end
            report_progress(0.0)
            yield turn
    finally:
        work.ends = before
