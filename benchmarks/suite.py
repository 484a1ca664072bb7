"""Duration of the whole test suite, and the memory of its largest process.

    python benchmarks/suite.py

It is run as ``make test`` runs it, on two processes, by the clock.  The largest process is one of
those that run the tests, or of the programs that tests start.
"""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
MINUTES_BAR, MEGABYTES_BAR = 12.0, 1000.0
# Bytes of what the system counts the largest memory in.
UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Row:
    """Something that was measured, in its unit; the bar is the most it may be."""

    name: str
    value: float
    unit: str
    bar: float

    @property
    def reached(self) -> bool:
        """Return whether it is small enough."""
        return self.value <= self.bar

    @property
    def words(self) -> str:
        """A line of what was measured."""
        said = "reached" if self.reached else "missed"
        return f"{self.name:42}{self.value:8.1f} {self.unit}  bar {self.bar:g}: {said}"


def rows() -> Iterator[Row]:
    """Run the suite.

    Raises:
        RuntimeError: A test failed, so that the time means nothing.
    """
    tool = runpy.run_path(str(FOLDER / "tools" / "project.py"))
    surroundings = tool["test_environment"]()
    surroundings.pop("RVS_HOME", None)
    clock, sizes = time.perf_counter(), []
    for command in tool["test_commands"](sys.executable, "2"):
        going = subprocess.Popen(command, cwd=FOLDER, env=surroundings)
        status, largest = _ended(going)
        if status:
            raise RuntimeError(f"the test suite failed with status {status}")
        sizes.append(largest)
    minutes = (time.perf_counter() - clock) / 60.0
    yield Row("the whole test suite, two processes", minutes, "min", MINUTES_BAR)
    known = [size for size in sizes if size is not None]
    if known:
        yield Row("its largest process", max(known), "MB", MEGABYTES_BAR)


def _ended(going: subprocess.Popen[bytes]) -> tuple[int, float | None]:
    """The status of a program once it has ended, and the memory of the largest one below it, MB."""
    if sys.platform == "win32":
        return going.wait(), None
    _, status, used = os.wait4(going.pid, 0)
    return os.waitstatus_to_exitcode(status), UNIT * used.ru_maxrss / 1e6


def main() -> int:
    """Print what was measured; the status tells whether every bar was reached."""
    every = list(rows())
    for row in every:
        print(row.words)
    return 0 if all(row.reached for row in every) else 1


if __name__ == "__main__":
    raise SystemExit(main())
