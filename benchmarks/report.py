"""Measure everything in turn and write docs/benchmarks.md.

python benchmarks/report.py
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

THREADS = {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "PASSIVE"}


@contextmanager
def few_threads() -> Iterator[None]:
    """Load libraries whose waiting threads do not take the processor from the other side.

    Commands are measured outside, in the surroundings that their user has.
    """
    added = {name: value for name, value in THREADS.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            del os.environ[name]


with few_threads():
    from measure import Missing, Result, Table, duration, run, versions

SCRIPTS = (
    "fkine",
    "jacobian",
    "dynamics",
    "fkine_batch",
    "dynamics_batch",
    "ikine",
    "ikine_all",
    "ikine_all_general6r",
    "ctraj",
)
KEPT = "## Collision"
PAPER = (
    "## Figures, reports, films",
    "",
    "`python benchmarks/paper.py` measures complete commands. The times are medians of {rounds}",
    "runs; the targets are wall-clock times on an otherwise idle machine with 2 cores.",
    "",
    "| command | wall clock | processor time | target | |",
    "|---|---:|---:|---:|---|",
)
GL2PS = (
    "`python benchmarks/figures_gl2ps.py` compares RVS with gl2ps, which writes the same scenes as",
    "PDF by the feedback mode of OpenGL. The times are processor times; those of RVS are for the",
    "complete command:",
    "",
    "| figure | RVS | gl2ps | ratio | target | |",
    "|---|---:|---:|---:|---:|---|",
)
START = (
    "## Start and memory",
    "",
    "`python benchmarks/start.py` and `python benchmarks/memory.py` measure these values and",
    "explain the comparisons. Times are processor times; ratios refer to the last line without a",
    "target.",
    "",
    "| item | time, memory | ratio | target | |",
    "|---|---:|---:|---:|---|",
)
FRAMES = (
    "## Frames",
    "",
    "`python benchmarks/frames.py` measures the frames per second that the window shows, at most",
    "66.7. The processor renders; the window has 1280 × 800 pixels unless stated otherwise.",
    "",
    "| item | frames per second | target | |",
    "|---|---:|---:|---|",
)
SUITE = (
    "## The test suite",
    "",
    "`python benchmarks/suite.py` measures all tests on two processes, as in `make test`.",
    "",
    "| item | | target | |",
    "|---|---:|---:|---|",
)
PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

`python benchmarks/report.py` measures these numbers in one run. RVS and the other library
alternate in one process, with the same robot (PUMA 560 without friction, made from one table).
Their results are compared first, and only equal results are timed. Times are medians of 25 rounds
through the public functions, for one result. `benchmarks/requirements.txt` pins the other
libraries, which RVS itself does not need. All of them install from PyPI unless a line states
otherwise.
"""


def main() -> int:
    """Write the page; the status tells whether every bar was reached."""
    # first, since all that follows is in vain where a test fails
    tested = list(importlib.import_module("suite").rows())
    with few_threads():
        tables = [run(importlib.import_module(name).contests) for name in SCRIPTS]
    whole = Table(
        [result for table in tables for result in table.results],
        [gap for table in tables for gap in table.missing],
    )
    starts = importlib.import_module("import_time").starts()
    paper = importlib.import_module("paper")
    drawn = [*paper.rows(), *importlib.import_module("figures_preview").rows()]
    beside = list(importlib.import_module("figures_gl2ps").rows())
    lines = [HEAD, *(f"* {line}" for line in versions()), ""]
    lines += [
        "| operation | RVS | other library | its time | ratio | target | |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [row(result) for result in whole.results]
    lines += ["", *notes(whole.results), *(missing_line(gap) for gap in whole.missing)]
    lines += [
        "",
        "| start of a process | more than `import numpy` | target | |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| `{start.name}` | {1e3 * start.above:.1f} ms | 50 ms | {mark(start.reached)} |"
        for start in starts
    ]
    lines += ["", *(line.format(rounds=paper.ROUNDS) for line in PAPER)]
    lines += [drawn_row(one) for one in drawn]
    lines += ["", *GL2PS, *(beside_row(one) for one in beside)]
    begun = list(importlib.import_module("start").rows())
    held = list(importlib.import_module("memory").rows())
    lines += ["", *START, *(start_row(one) for one in begun), *(memory_row(one) for one in held)]
    shown = list(importlib.import_module("frames").rows())
    lines += ["", *FRAMES, *(frames_row(one) for one in shown)]
    lines += ["", *SUITE, *(suite_row(one) for one in tested)]
    PAGE.write_text("\n".join([*lines, "", *kept_lines()]) + "\n", encoding="utf-8")
    print("\n".join(lines))
    every = (*whole.results, *starts, *drawn, *beside, *begun, *held, *shown, *tested)
    return 0 if all(one.reached for one in every) else 1


def drawn_row(one: Any) -> str:
    """One line of the table of commands that draw."""
    bar = " | " if one.bar is None else f"{one.bar:g} s | {mark(one.reached)}"
    return f"| {one.name} | {one.clock:.2f} s | {one.used:.2f} s | {bar} |"


def beside_row(one: Any) -> str:
    """One line of the table of figures that gl2ps draws, too."""
    times = f"{one.ours:.2f} s | {one.theirs:.2f} s | {one.ratio:.2f}"
    return f"| {one.name} | {times} | ≤ 1.5 | {mark(one.reached)} |"


def start_row(one: Any) -> str:
    """One line of the table of starts."""
    return f"| {one.name} | {1e3 * one.used:.0f} ms | {one.ratio:.2f} | {barred(one)} |"


def memory_row(one: Any) -> str:
    """One line of the table of memory."""
    return f"| {one.name} | {one.megabytes:.0f} MB | | {barred(one)} |"


def frames_row(one: Any) -> str:
    """One line of the table of frames."""
    return f"| {one.name} | {one.rate:.0f} | ≥ {one.bar:g} | {mark(one.reached)} |"


def suite_row(one: Any) -> str:
    """One line of the table of the test suite."""
    return f"| {one.name} | {one.value:.1f} {one.unit} | {barred(one)} |"


def barred(one: Any) -> str:
    """The bar of a line, and whether it was reached."""
    return " | " if one.bar is None else f"≤ {one.bar:g} | {mark(one.reached)}"


def kept_lines() -> list[str]:
    """Return the part of the page that other scripts measure, from collision on."""
    lines = PAGE.read_text(encoding="utf-8").splitlines() if PAGE.is_file() else []
    return lines[lines.index(KEPT) :] if KEPT in lines else []


def row(result: Result) -> str:
    """One line of the table."""
    contest = result.contest
    bar = "–" if contest.bar is None else f"≥ {contest.bar:g}"
    return (
        f"| {contest.name} | {duration(result.ours)} | {contest.peer} | "
        f"{duration(result.theirs)} | {result.ratio:.1f} | {bar} | "
        f"{'' if contest.bar is None else mark(result.reached)} |"
    )


def mark(reached: bool) -> str:
    """Say whether a bar was reached."""
    return "reached" if reached else "**missed**"


def notes(results: list[Result]) -> list[str]:
    """Return remarks on single lines."""
    return [f"* {one.contest.name}: {one.contest.note}." for one in results if one.contest.note]


def missing_line(gap: Missing) -> str:
    """Say what was not measured."""
    return f"* {gap.name}: not measured, {gap.peer} {gap.why}."


if __name__ == "__main__":
    sys.exit(main())
