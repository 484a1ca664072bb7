"""Programs that tests start: every one of them ends in time, whatever happens."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Seconds; far more than any of them takes on a busy machine.
PATIENCE = 120


def environment(**changes: str | None) -> dict[str, str]:
    """Return the environment of this process with changes; None takes a variable out."""
    changed = {**os.environ, **changes}
    return {name: value for name, value in changed.items() if value is not None}


def run(
    *words: str | Path,
    folder: Path | None = None,
    patience: float = PATIENCE,
    **changes: str | None,
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, and return what it printed.

    Args:
        words: The program and its arguments.
        folder: Where it runs.
        patience: After how many seconds it is killed.
        changes: What is different in its environment; None takes a variable out.

    Raises:
        TimeoutExpired: It did not end.
    """
    return subprocess.run(
        words,
        cwd=folder,
        env=environment(**changes),
        capture_output=True,
        encoding="utf-8",
        timeout=patience,
        check=False,
    )


def python(*words: str | Path, **options) -> subprocess.CompletedProcess[str]:
    """Run Python to its end, with the arguments of ``run``."""
    return run(sys.executable, *words, **options)


@contextmanager
def started(
    *words: str | Path, folder: Path | None = None, **changes: str | None
) -> Iterator[subprocess.Popen[str]]:
    """Start Python, to read what it prints while it runs; it is killed in the end.

    One that says nothing more is killed after a while, and what is read from it ends.
    """
    with subprocess.Popen(
        [sys.executable, *words],
        cwd=folder,
        env=environment(**changes),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        clock = threading.Timer(PATIENCE, process.kill)
        clock.start()
        try:
            yield process
        finally:
            clock.cancel()
            process.kill()
