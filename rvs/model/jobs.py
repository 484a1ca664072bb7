"""Jobs: generators that yield their progress and return a result."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

from rvs.value_class import dataclass

Step = TypeVar("Step")
Said = TypeVar("Said")
Made = TypeVar("Made")


def finished(job: Generator[Any, None, Made]) -> Made:
    """Run a job to its end and return its result."""
    while True:
        try:
            next(job)
        except StopIteration as end:
            made: Made = end.value
            return made


def told(
    job: Generator[Step, None, Made], words: Callable[[Step], Said]
) -> Generator[Said, None, Made]:
    """Run a job and report each of its steps in words."""
    while True:
        try:
            step = next(job)
        except StopIteration as end:
            made: Made = end.value
            return made
        yield words(step)


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of some work: 0 to 1, and the current step."""

    part: float
    words: str
