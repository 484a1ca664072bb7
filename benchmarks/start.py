"""Response time of the program: first frame and short commands, as ratios in one run.

    python benchmarks/start.py [--rounds N]

The window is measured against one that only holds an empty OpenGL view, in a process that imports
NumPy and pyqtgraph, too; short commands against ``import numpy``.  All are started in turns.  Times
are of the processor, which other programs disturb less, and by the clock.  "All panels" is when
nothing of the window is still being made.  Without bytecode every module is compiled again, on both
sides, and nothing is kept from an earlier start.  On a machine without a display put
``xvfb-run -a -s "-screen 0 1600x1200x24"`` in front.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass

ROUNDS = 7
NUMPY = "import numpy"
BARE = """
import sys
import numpy, pyqtgraph
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QApplication, QMainWindow
application = QApplication(sys.argv)
window, view = QMainWindow(), QOpenGLWidget()
window.resize(1440, 900)
window.setCentralWidget(view)
view.frameSwapped.connect(lambda: application.exit(0))
window.show()
application.exec()
"""
PROGRAM = """
import os
from rvs import cli
from rvs.ui.qt_names import keep_names
keep_names()
from rvs.ui import app
make = app.make_window
def made(*arguments, **named):
    window = make(*arguments, **named)
    window.viewport.frame_drawn.connect(lambda: os._exit(0))
    return window
app.make_window = made
cli.main([])
"""
# A start that is not cut short: it keeps what the next one finds, as at home.
WHOLE = """
import os
from rvs import cli
from rvs.ui.qt_names import keep_names
keep_names()
from rvs.ui import app
app._started = lambda times: os._exit(0)
cli.main([])
"""


@dataclass(frozen=True)
class Race:
    """Some programs that are measured against the first one, and by how much they may be slower."""

    programs: dict[str, tuple[str, ...]]
    bars: dict[str, float]
    bytecode: bool = True
    prepare: tuple[str, ...] = ()


@dataclass(frozen=True)
class Line:
    """Measurements of a program.

    Attributes:
        name: The program.
        used: Seconds of the processor.
        clock: Seconds by the clock.
        ratio: The processor's seconds, in those of the first program of its race.
        clock_ratio: The same by the clock.
        bar: The largest good ratio of the processor's seconds, or None.
    """

    name: str
    used: float
    clock: float
    ratio: float
    clock_ratio: float
    bar: float | None

    @property
    def reached(self) -> bool:
        """Return whether it keeps its bar."""
        return self.bar is None or self.ratio <= self.bar


def command(*words: str) -> tuple[str, ...]:
    """Return the arguments of Python that run a command."""
    return ("-m", "rvs", *words)


RACES = (
    Race(
        {
            NUMPY: ("-c", NUMPY),
            "rvs list": command("list"),
            "rvs fk": command("fk", "puma560"),
            "rvs check": command("check", "arch/puma560.arch"),
        },
        {"rvs list": 1.5, "rvs fk": 1.5, "rvs check": 1.5},
    ),
    Race(
        {
            "bare window": ("-c", BARE),
            "first frame": ("-c", PROGRAM),
            "all panels": ("-c", WHOLE),
        },
        {"first frame": 1.7, "all panels": 3.0},
        prepare=("-c", WHOLE),
    ),
    Race(
        {"bare window": ("-c", BARE), "first frame without bytecode": ("-c", PROGRAM)},
        {"first frame without bytecode": 2.2},
        bytecode=False,
    ),
)


def main() -> int:
    """Print what was measured; the status tells whether every bar was reached."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    rounds = parser.parse_args().rounds
    good = True
    for one in rows(rounds):
        tell(one)
        good = good and one.reached
    return 0 if good else 1


def times(race: Race, rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Run all programs in turns; return seconds of the processor and by the clock of each run."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in race.programs}
    with tempfile.TemporaryDirectory() as home:
        places = {"RVS_HOME": home, "XDG_CONFIG_HOME": home}
        surroundings = {**os.environ, **places, "PYTHONPYCACHEPREFIX": os.path.join(home, "code")}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
        if race.prepare:
            one_run(race.prepare, surroundings)
        for turn in range(rounds + 1):
            for number, (name, words) in enumerate(race.programs.items()):
                if not race.bytecode:
                    fresh = os.path.join(home, f"code{turn}.{number}")
                    surroundings["PYTHONPYCACHEPREFIX"] = fresh
                seconds = one_run(words, surroundings)
                if turn:
                    found[name].append(seconds)
    return found


def one_run(words: tuple[str, ...], surroundings: dict[str, str]) -> tuple[float, float]:
    """Run Python once; return the seconds of the processor and by the clock."""
    before, begun = os.times(), time.perf_counter()
    subprocess.run(
        [sys.executable, *words], env=surroundings, stdout=subprocess.DEVNULL, check=True
    )
    after, ended = os.times(), time.perf_counter()
    used = after.children_user + after.children_system
    return used - before.children_user - before.children_system, ended - begun


def lines(race: Race, found: dict[str, list[tuple[float, float]]]) -> Iterator[Line]:
    """Yield what was measured of each program, the first one being what others are held against."""
    middles = {
        name: tuple(statistics.median(column) for column in zip(*runs, strict=True))
        for name, runs in found.items()
    }
    base = next(iter(middles.values()))
    for name, (used, clock) in middles.items():
        yield Line(name, used, clock, used / base[0], clock / base[1], race.bars.get(name))


def rows(rounds: int = ROUNDS) -> Iterator[Line]:
    """Measure everything; yield what was measured."""
    for race in RACES:
        yield from lines(race, times(race, rounds))


def tell(one: Line) -> None:
    """Print a line."""
    verdict = "reached" if one.reached else "missed"
    word = "" if one.bar is None else f"  bar {one.bar:g}: {verdict}"
    print(
        f"{one.name:30}{1e3 * one.used:7.0f} ms of the processor, ratio {one.ratio:.2f}; "
        f"{1e3 * one.clock:7.0f} ms by the clock, ratio {one.clock_ratio:.2f}{word}",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
