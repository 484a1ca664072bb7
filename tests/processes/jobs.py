"""Jobs that a process is given by ``test_worker.py``; it has to find them by their names."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path


def echoed(value):
    """Return what was sent."""
    yield 0
    return value


def counted(number: int, pause: float, path: str = ""):
    """Count slowly; leave a mark in a file at each step."""
    for k in range(number):
        if path:
            with Path(path).open("a") as file:
                file.write(".")
        yield k
        time.sleep(pause)
    return number


def failing() -> Iterator[int]:
    """Fail halfway."""
    yield 0
    raise ValueError("halfway")


def unpicklable():
    """Return what can't be sent."""
    yield 0
    return lambda: None


def ended() -> Iterator[int]:
    """End the process."""
    yield 0
    os._exit(3)


def printing(words: str):
    """Print something."""
    yield 0
    print(words)
    sys.stdout.flush()
    return words
