"""Memory of the window, and the part of it that is free again once it is closed.

    python benchmarks/memory.py [--windows N] [--figures N] [--rounds N]

Every row is a process of its own and tells its resident memory once it has rested for some seconds,
as the program gives memory back then.  A start before it has drawn the pictures of the library,
which lie on disk from then on; the row of the first start of all is one without.  Much of a window
without a graphics card is the processor's OpenGL, so a bare window with an empty view is told
beside.  On a machine without a display put ``xvfb-run -a -s "-screen 0 1600x1200x24"`` in front.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

WINDOWS, FIGURES, ROUNDS = 50, 20, 12
FIRST = "the window at its very first start"
PATIENCE = 120.0
# Seconds in which nobody touches the window; it looks every two whether it may clean up.
PAUSE = 6.0
APPLICATIONS: list[Any] = []
ROBOTS = ("scara", "ur5e", "stanford", "puma560")


@dataclass(frozen=True)
class Row:
    """Something that was done, and the memory it left.

    Attributes:
        name: What was done.
        megabytes: Resident memory, or growth.
        bar: The most it may be, or None.
    """

    name: str
    megabytes: float
    bar: float | None

    @property
    def reached(self) -> bool:
        """Return whether it stays below its bar."""
        return self.bar is None or self.megabytes <= self.bar


def main() -> int:
    """Print all rows; the status tells whether every bar was reached."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--windows", type=int, default=WINDOWS)
    parser.add_argument("--figures", type=int, default=FIGURES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--alone", choices=TASKS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if sys.platform != "linux":
        parser.error("how much memory a process holds is read as Linux tells it")
    counts = (options.windows, options.figures, options.rounds)
    if options.alone:
        print(TASKS[options.alone](*counts))
        return 0
    good = True
    for row in rows(*counts):
        word = "" if row.bar is None else f"  bar {row.bar:g}: {mark(row)}"
        print(f"{row.name:44}{row.megabytes:8.1f} MB{word}", flush=True)
        good = good and row.reached
    return 0 if good else 1


def mark(row: Row) -> str:
    """Say whether a row stays below its bar."""
    return "reached" if row.reached else "missed"


def rows(windows: int = WINDOWS, figures: int = FIGURES, rounds: int = ROUNDS) -> Iterator[Row]:
    """Measure one after the other, each in a new process."""
    told: tuple[tuple[str, str, float | None], ...] = (
        ("a bare window", "bare", None),
        (FIRST, "window", None),
        ("the window with one robot, all panels", "window", 300.0),
        (f"growth after {windows} windows were closed", "windows", 2.0 * windows),
        (f"the window after {figures} figures", "figures", 450.0),
        (f"the window after {rounds} rounds of work", "work", 450.0),
    )
    for name, task, bar in told:
        counts = ("--windows", windows, "--figures", figures, "--rounds", rounds)
        with tempfile.TemporaryDirectory() as home:
            if task != "bare" and name != FIRST:
                alone("window", home)
            yield Row(name, alone(task, home, *map(str, counts)), bar)


def alone(task: str, home: str, *counts: str) -> float:
    """Do one of the tasks in a process of its own, and return what it tells."""
    done = subprocess.run(
        [sys.executable, __file__, "--alone", task, *counts],
        env={**os.environ, "RVS_HOME": home, "XDG_CONFIG_HOME": home},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout.split()[-1])


def rested() -> float:
    """Return the resident memory of this process after a pause, in MB."""
    from rvs.ui.application import rest

    rest(PAUSE)
    return resident()


def resident() -> float:
    """Return the resident memory of this process now, in MB, without what could be given back."""
    from PySide6.QtCore import QCoreApplication, QEvent

    for _ in range(2):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
    ctypes.CDLL("libc.so.6").malloc_trim(0)
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def bare(*_counts: int) -> float:
    """Open a window with an empty view of OpenGL."""
    import numpy
    from PySide6.QtOpenGLWidgets import QOpenGLWidget
    from PySide6.QtWidgets import QApplication, QMainWindow

    application = QApplication([numpy.__name__])
    window, view = QMainWindow(), QOpenGLWidget()
    window.resize(1280, 800)
    window.setCentralWidget(view)
    view.frameSwapped.connect(lambda: application.exit(0))
    window.show()
    application.exec()
    return resident()


def opened() -> Any:
    """Open the program's window and wait for all of it."""
    from rvs.ui.qt_names import keep_names

    # As the program does; see there.
    keep_names()
    from rvs.ui import app
    from rvs.ui.application import make_application, rest

    if not APPLICATIONS:
        APPLICATIONS.append(make_application())
    window, whole = app.make_window([]), []
    window.resize(1280, 800)
    window.panels.call_when_whole(lambda: whole.append(True))
    window.show()
    wait(lambda: bool(whole))
    rest(0.5)
    return window


def wait(done: Callable[[], bool]) -> None:
    """Let the window work until something is done."""
    from rvs.ui.application import rest

    end = perf_counter() + PATIENCE
    while not done():
        if perf_counter() > end:
            raise TimeoutError("the window did not come to rest")
        rest(0.02)


def window_alone(*_counts: int) -> float:
    """Open the window and rest."""
    window = opened()
    found = rested()
    shut(window)
    return found


def shut(window: Any) -> None:
    """Close a window; nobody answers the question about unsaved changes."""
    from rvs.ui.application import rest

    window.session.mark_saved()
    window.close()
    rest(0.0)


def windows_in_turn(windows: int, *_counts: int) -> float:
    """Open windows and close them; return what is held more than after the second."""
    first = 0.0
    for number in range(windows):
        shut(opened())
        if number == 1:
            first = resident()
    return resident() - first


def draw_figure(window: Any) -> None:
    """Open the window of figures, wait until it is sharp, and close it."""
    from rvs.ui.paper import commands

    window.actions_["export_figure"].trigger()
    found = commands.figure_window(window.desk)
    wait(lambda: not found.maker.busy and found.preview.sharp)
    found.close()


def turn(window: Any, angle: float) -> None:
    """Look from elsewhere."""
    from dataclasses import replace

    session = window.session
    session.look(camera=replace(session.state.view.camera, azimuth=angle))


def figures_in_turn(_windows: int, figures: int, _rounds: int) -> float:
    """Draw figures of other views, one after the other."""
    window = opened()
    for number in range(figures):
        turn(window, 0.1 * number)
        draw_figure(window)
    found = rested()
    shut(window)
    return found


def work(_windows: int, _figures: int, rounds: int) -> float:
    """Open robots, move them, turn the view, play, undo and draw figures."""
    from rvs.ui.application import rest
    from rvs.ui.commands import files

    window = opened()
    session = window.session
    for number in range(rounds):
        session.mark_saved()
        files.show_robot(window.desk, ROBOTS[number % len(ROBOTS)])
        rest(0.2)
        (placed,) = session.state.document.robots
        home = placed.robot.home
        for step in range(40):
            session.pose(placed.id, (home + 0.005 * step).tolist())
            turn(window, 0.02 * step)
            rest(0.0)
        for _ in range(10):
            session.undo()
            rest(0.0)
        for name in ("workspace", "numbers", "robot_table"):
            window.desk.call(name)
            rest(0.1)
        draw_figure(window)
    found = rested()
    shut(window)
    return found


TASKS: dict[str, Callable[..., float]] = {
    "bare": bare,
    "window": window_alone,
    "windows": windows_in_turn,
    "figures": figures_in_turn,
    "work": work,
}

if __name__ == "__main__":
    sys.exit(main())
