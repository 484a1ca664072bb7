"""Jobs that a process is given by ``test_worker.py``; it has to find them by their names."""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from rvs.processes import serve


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


def resting(seconds: float) -> Iterator[int]:
    """Return the rests between the steps once there was one, or none after so long."""
    rests: list[float] = []
    serve.sleep = rests.append
    end = time.monotonic() + seconds
    while not rests and time.monotonic() < end:
        time.sleep(0.002)
        yield 0
    return rests
