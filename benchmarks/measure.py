"""Method of all measurements: both sides in one process, in turns, after they agree."""

from __future__ import annotations

import platform
import statistics
import sys
import timeit
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

ROUNDS = 25
# how long one turn of one side takes, in s: long beside the clock, short beside what disturbs it
TURN = 0.02


@dataclass(frozen=True)
class Contest:
    """One operation done by both sides.

    Attributes:
        name: What is done.
        peer: Whose function it is measured against.
        ours: Our statement.
        theirs: Their statement.
        names: What the statements speak of.
        agree: Largest difference of the results; it has to be below ``within``.
        bar: The ratio that we want to reach, or None.
        within: How far apart the results may be.
        count: How many results one statement gives; times are told for one.
        note: Anything worth knowing.
    """

    name: str
    peer: str
    ours: str
    theirs: str
    names: dict[str, Any]
    agree: Callable[[], float]
    bar: float | None
    within: float = 1e-9
    count: int = 1
    note: str = ""


@dataclass(frozen=True)
class Result:
    """Medians in seconds for one result of each side."""

    contest: Contest
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """Speed of RVS relative to the other."""
        return self.theirs / self.ours

    @property
    def reached(self) -> bool:
        """Return whether the bar is reached."""
        return self.contest.bar is None or self.ratio >= self.contest.bar


@dataclass(frozen=True)
class Missing:
    """An operation whose peer is not installed here."""

    name: str
    peer: str
    why: str


@dataclass
class Table:
    """Measurements of a script, and those that failed."""

    results: list[Result] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)


def measure(contest: Contest) -> Result:
    """Compare the results, then time both sides in turns.

    Raises:
        SystemExit: The results differ; what does not agree is not worth timing.
    """
    difference = contest.agree()
    if not difference <= contest.within:
        sys.exit(f"{contest.name}: results differ by {difference:.3g}, not timed")
    timers = [timeit.Timer(s, globals=contest.names) for s in (contest.ours, contest.theirs)]
    repeats = [max(1, round(TURN / (timer.timeit(1) + 1e-9))) for timer in timers]
    repeats = [
        max(1, round(TURN * n / timer.timeit(n))) for timer, n in zip(timers, repeats, strict=True)
    ]
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for timer, n, into in zip(timers, repeats, times, strict=True):
            into.append(timer.timeit(n) / n / contest.count)
    return Result(contest, *(statistics.median(side) for side in times))


def run(contests: Callable[[], Sequence[Contest | Missing]]) -> Table:
    """Measure all that a script has to offer."""
    table = Table()
    for contest in contests():
        if isinstance(contest, Missing):
            table.missing.append(contest)
        else:
            table.results.append(measure(contest))
    return table


def show(table: Table) -> None:
    """Print versions and what was measured."""
    for line in versions():
        print(line)
    for result in table.results:
        contest = result.contest
        bar = "" if contest.bar is None else f", bar {contest.bar:g}"
        print(
            f"{contest.name}: RVS {duration(result.ours)}, {contest.peer} "
            f"{duration(result.theirs)}, ratio {result.ratio:.1f}{bar}"
        )
    for gap in table.missing:
        print(f"{gap.name}: {gap.peer} {gap.why}")


def duration(seconds: float) -> str:
    """Tell a time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def gap(a: Any, b: Any) -> float:
    """Largest difference of two arrays, in parts of the largest number."""
    first, second = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if first.shape != second.shape:
        return float("inf")
    return float(np.abs(first - second).max() / max(1.0, np.abs(second).max()))


def versions() -> list[str]:
    """Tell machine, interpreter and packages."""
    from rvs.engine import kernels

    packages = ("numpy", "pin", "roboticstoolbox-python", "EAIK", "ssik")
    found = [f"{name} {version(name)}" for name in packages]
    return [
        f"{processor()}, {platform.system()}, Python {platform.python_version()}",
        f"engine: {kernels.state()}",
        ", ".join(found),
    ]


def version(package: str) -> str:
    """Tell the version of a package."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def processor() -> str:
    """Tell the name of the processor."""
    information = Path("/proc/cpuinfo")
    if information.is_file():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
