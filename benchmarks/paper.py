"""Time of whole commands that draw: figures, a report, a film; and a figure drawn again.

    python benchmarks/paper.py [--rounds N]

Commands are started in turns, with their bytecode cached, and among them a process that only
imports NumPy: it tells the pace of the machine in that hour.  Times are medians, by the clock and
of the processor, which other programs disturb less.  Drawn again is a figure of which only the
colours turned to grey, or lines, type or paper changed, as the preview of the window does it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from start import NUMPY, command, one_run

ROUNDS = 5
AGAIN = ({"gray": True}, {"outer": 0.5}, {"type_size": 7.0}, {"width": 100.0}, {"margin": 2.0})
AGAIN_BAR = 0.150
CELL = str(Path("work_env") / "pick-and-place.rvs")
FILM = ("puma560", "puma560-place", "--size", "1280x720", "--fps", "10", "--to", "5")


@dataclass(frozen=True)
class Row:
    """Something that was measured, in seconds; the bar, where there is one, is for the clock."""

    name: str
    clock: float
    used: float
    bar: float | None

    @property
    def reached(self) -> bool:
        """Return whether it was quick enough."""
        return self.bar is None or self.clock <= self.bar

    @property
    def words(self) -> str:
        """A line of what was measured."""
        said = "reached" if self.reached else "missed"
        bar = "" if self.bar is None else f"  bar {self.bar:g}: {said}"
        times = f"{self.clock:7.2f} s by the clock, {self.used:6.2f} s of the processor"
        return f"{self.name:42}{times}{bar}"


def commands(folder: Path) -> dict[str, tuple[tuple[str, ...], float | None]]:
    """Return what is run, by its name, and its bar in seconds."""
    figure, report, film = (str(folder / name) for name in ("figure.pdf", "report.pdf", "film.gif"))
    lines = ("rediestro", "--style", "lines")
    moved = ("report", "puma560", "--motion", "puma560-place")
    return {
        "import numpy, the pace of the machine": (("-c", NUMPY), None),
        "figure of the full PUMA 560": (command("export", "puma560", "-o", figure), 1.2),
        "pick-and-place cell": (command("export", CELL, "-o", figure), 2.5),
        "REDIESTRO in lines": (command("export", *lines, "-o", figure), 0.8),
        "picture of the PUMA 560": (
            command("render", "puma560", "-o", str(folder / "picture.png")),
            0.8,
        ),
        "report of the PUMA 560": (command("report", "puma560", "-o", report), 6.0),
        "the same with a motion": (command(*moved, "-o", report), 10.0),
        "film of 51 frames, 1280 × 720": (command("play", *FILM, "-o", film), 8.0),
    }


def rows(rounds: int = ROUNDS) -> Iterator[Row]:
    """Measure everything."""
    with tempfile.TemporaryDirectory() as home:
        asked = commands(Path(home))
        places = {"PYTHONPYCACHEPREFIX": os.path.join(home, "code"), "RVS_HOME": home}
        surroundings = {**os.environ, **places}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in asked}
        for turn in range(rounds + 1):
            for name, (words, _) in asked.items():
                seconds = one_run(words, surroundings)
                if turn:
                    found[name].append(seconds)
    for name, (_, bar) in asked.items():
        used, clock = (statistics.median(column) for column in zip(*found[name], strict=True))
        yield Row(name, clock, used, bar)
    again = [seconds for _ in range(rounds) for seconds in drawn_again()]
    clock, used = (statistics.median(column) for column in zip(*again, strict=True))
    yield Row("the figure of the PUMA 560 drawn again", clock, used, AGAIN_BAR)


def drawn_again() -> Iterator[tuple[float, float]]:
    """Seconds by the clock and of the processor for changes that hide nothing else."""
    from rvs.cli import parser
    from rvs.commands.export import seen
    from rvs.export.figure import Memory, draw_job
    from rvs.export.named import figure_paper, figure_style
    from rvs.model.jobs import finished

    chosen = seen(parser(["export"]).parse_args(["export", "puma560", "-o", "figure.pdf"]))
    memory, figure, scene = Memory(), chosen.figure, chosen.scene
    for change in ({}, *AGAIN):
        other = replace(figure, **change)
        begun, before = time.perf_counter(), time.process_time()
        paper, style = figure_paper(other), figure_style(other)
        finished(draw_job(scene, other.view.camera, paper, style, memory=memory))
        if change:
            yield time.perf_counter() - begun, time.process_time() - before


def main() -> int:
    """Print what was measured; the status tells whether every bar was reached."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--rounds", type=int, default=ROUNDS)
    good = True
    for row in rows(options.parse_args().rounds):
        print(row.words, flush=True)
        good = good and row.reached
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
