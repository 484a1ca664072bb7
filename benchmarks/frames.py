"""Frames a second of the window by the clock, with bars: one robot, each bundled one, many views.

    python benchmarks/frames.py

Runs ``window.py``, which says what is measured and how to do without a display, once for each row.
The Panda is that of the package ``example-robot-data``; without it its row is left out.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median

WINDOW = Path(__file__).parent / "window.py"
RUNS = 3
WIDE = ("--size", "1920", "1080")
PANDA = "share/example-robot-data/robots/panda_description/urdf/panda.urdf"
BY_THE_CLOCK = re.compile(r"by the clock: ([\d.]+) frames per second")
OF_A_ROBOT = re.compile(r"^(.*) \w+ \d+x\d+: ([\d.]+) frames per second$", re.MULTILINE)


@dataclass(frozen=True)
class Row:
    """A line of the table.

    Attributes:
        name: What moves.
        rate: Frames a second.
        bar: How many there are to be.
    """

    name: str
    rate: float
    bar: float

    @property
    def reached(self) -> bool:
        """Return whether the bar is reached."""
        return self.rate >= self.bar


def rows() -> Iterator[Row]:
    """Measure one row after the other."""
    yield Row("PUMA 560, motion played", played("play"), 60)
    yield Row("the same in a window of 1920 × 1080", played("play", *WIDE), 60)
    panda = panda_file()
    if panda is not None:
        robot = ("--robot", str(panda))
        yield Row("Panda of mesh files, motion played", played("play", *robot), 60)
        yield Row("the same in a window of 1920 × 1080", played("play", *robot, *WIDE), 60)
    name, rate = slowest()
    yield Row(f"the slowest bundled robot, {name}, 1920 × 1080, median of {RUNS} runs", rate, 60)
    yield Row("four views, the active one, 1920 × 1080", played("views", *WIDE), 60)
    yield Row("ten robots among 1,000 objects", played("crowd"), 40)


def played(*words: str) -> float:
    """Return how many frames per second a motion has by the clock."""
    return float(BY_THE_CLOCK.findall(told(*words))[-1])


def slowest() -> tuple[str, float]:
    """Return the bundled robot that has the fewest frames per second, and how many.

    What else the machine does slows some robots of each run: a robot counts with its middle one.
    """
    rates: dict[str, list[float]] = {}
    for _ in range(RUNS):
        for name, rate in OF_A_ROBOT.findall(told("robots", *WIDE)):
            rates.setdefault(name, []).append(float(rate))
    found = [(name, median(each)) for name, each in rates.items()]
    return min(found, key=lambda one: one[1])


def told(*words: str) -> str:
    """Return what the script of the window prints.

    Raises:
        subprocess.CalledProcessError: It failed.
    """
    done = subprocess.run(
        [sys.executable, str(WINDOW), *words], check=True, capture_output=True, text=True
    )
    return done.stdout


def panda_file() -> Path | None:
    """Return the description of the Panda, or None where it is not installed."""
    spec = find_spec("cmeel")
    if spec is None or spec.origin is None:
        return None
    found = Path(spec.origin).parent.parent / "cmeel.prefix" / PANDA
    return found if found.is_file() else None


if __name__ == "__main__":
    for row in rows():
        verdict = "reached" if row.reached else "missed"
        print(
            f"{row.name}: {row.rate:.1f} frames per second, bar {row.bar:g}, {verdict}", flush=True
        )
