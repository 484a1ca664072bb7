"""Delay of the figure window: from a change to the picture on the screen.

    python benchmarks/figures_preview.py [--rounds N]

The real window holds the full PUMA 560.  Light changes, which hide nothing else, are timed until
the new figure is shown; turned views until the rough picture is shown.  On a machine without a
display it starts ``xvfb-run`` itself.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from paper import Row

ROUNDS = 7
LIGHT_BAR, TURNED_BAR = 0.150, 0.100
SCREEN = ("xvfb-run", "-a", "-s", "-screen 0 1600x1200x24")
PATIENCE = 60.0
CHANGES: dict[str, Callable[[int], dict[str, Any]]] = {
    "colour": lambda k: {"gray": k % 2 == 0},
    "type size": lambda k: {"type_size": 7.0 + k / 4},
    "line width": lambda k: {"outer": 0.3 + 0.05 * k},
    "width": lambda k: {"width": 80.0 + 5 * k},
    "margin": lambda k: {"margin": 1.5 + k / 2},
}
TURN = 0.15
Times = list[tuple[float, float]]


def rows(rounds: int = ROUNDS) -> Iterator[Row]:
    """Measure in a process of its own, so that the window is the only one.

    Raises:
        OSError: There is no display, and no xvfb-run.
    """
    words = [sys.executable, __file__, "--json", "--rounds", str(rounds)]
    if sys.platform == "linux" and not os.environ.get("DISPLAY"):
        if shutil.which(SCREEN[0]) is None:
            raise OSError("no display, and no xvfb-run")
        words = [*SCREEN, *words]
    with tempfile.TemporaryDirectory() as home:
        surroundings = {**os.environ, "RVS_HOME": home}
        done = subprocess.run(words, env=surroundings, stdout=subprocess.PIPE, check=True)
    for name, clock, used, bar in json.loads(done.stdout.splitlines()[-1]):
        yield Row(name, clock, used, bar)


def measured(rounds: int) -> list[Row]:
    """Measure in this process; its window is hidden in the end."""
    from rvs.ui import app
    from rvs.ui.application import make_application
    from rvs.ui.figures.choices import changed
    from rvs.ui.paper.commands import figure_window

    application = make_application()
    window = app.make_window("puma560")
    window.show()
    window.session.look(mode="full")
    window.actions_["export_figure"].trigger()
    figures = figure_window(window.desk)
    maker, preview, session = figures.maker, figures.preview, window.session

    def wait(until: Callable[[], object]) -> None:
        begun = time.perf_counter()
        while not until():
            application.processEvents()
            time.sleep(0.0005)
            if time.perf_counter() - begun > PATIENCE:
                raise TimeoutError("the figure window shows nothing")

    def timed(change: Callable[[], object], until: Callable[[], object]) -> tuple[float, float]:
        clock, used = time.perf_counter(), time.process_time()
        change()
        wait(until)
        return time.perf_counter() - clock, time.process_time() - used

    def rest() -> None:
        wait(lambda: maker.made is not None and not maker.busy and preview.sharp)

    rest()
    found: dict[str, Times] = {name: [] for name in CHANGES}
    turned: Times = []
    for k in range(rounds + 1):
        for name, fields in CHANGES.items():
            before = preview.image.cacheKey()
            other = changed(maker.choices, **fields(k))
            seconds = timed(
                lambda other=other: maker.choose(other),
                lambda before=before: preview.image.cacheKey() != before,
            )
            rest()
            if k:
                found[name].append(seconds)
        camera = session.state.view.camera
        camera = replace(camera, azimuth=camera.azimuth + TURN)
        rough: list[object] = []
        maker.turned.connect(rough.append)
        seconds = timed(
            lambda camera=camera: session.look(camera=camera), lambda rough=rough: bool(rough)
        )
        maker.turned.disconnect(rough.append)
        rest()
        if k:
            turned.append(seconds)
    rows = [
        _row(f"the figure window after a change of {words}", found[words], LIGHT_BAR)
        for words in CHANGES
    ]
    return [
        *rows,
        _row("the rough picture of the figure window after a turn of the view", turned, TURNED_BAR),
    ]


def _row(name: str, times: Times, bar: float) -> Row:
    clock, used = (statistics.median(column) for column in zip(*times, strict=True))
    return Row(name, clock, used, bar)


def main() -> int:
    """Print what was measured; the status tells whether every bar was reached."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--rounds", type=int, default=ROUNDS)
    options.add_argument("--json", action="store_true", help="in this process, for programs")
    chosen = options.parse_args()
    if chosen.json:
        found = measured(chosen.rounds)
        print(json.dumps([(row.name, row.clock, row.used, row.bar) for row in found]), flush=True)
        # nothing is left to be saved
        os._exit(0)
    every = list(rows(chosen.rounds))
    for row in every:
        print(row.words)
    return 0 if all(row.reached for row in every) else 1


if __name__ == "__main__":
    raise SystemExit(main())
