"""Jobs: generators that yield how far they are and return what they made."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

Step = TypeVar("Step")
Said = TypeVar("Said")
Made = TypeVar("Made")


def finished(job: Generator[Any, None, Made]) -> Made:
    """Do all of a job and return what it made."""
    while True:
        try:
            next(job)
        except StopIteration as end:
            made: Made = end.value
            return made


def told(
    job: Generator[Step, None, Made], words: Callable[[Step], Said]
) -> Generator[Said, None, Made]:
    """Do a job and report each of its steps in other words."""
    while True:
        try:
            step = next(job)
        except StopIteration as end:
            made: Made = end.value
            return made
        yield words(step)
