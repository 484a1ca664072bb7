"""Work that yields how far it is."""

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")


def finish(job: Generator[Any, None, T]) -> tuple[list[Any], T]:
    """Return all that a job yields on its way, and its result."""
    steps = []
    while True:
        try:
            steps.append(next(job))
        except StopIteration as end:
            return steps, end.value
