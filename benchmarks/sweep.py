"""Sweeps: how long 1,000 designs of a six-axis arm take, by measure and together.

Run with ``python benchmarks/sweep.py [ROBOT]``.  The target for measures that are cheap is 10 s of
wall-clock time in one process on an otherwise idle machine.
"""

from __future__ import annotations

import sys
from time import perf_counter, process_time

import rvs
from rvs.study.measures.measures import MEASURES

RANGES = ["a2=0.3:0.6:40", "a3=0.3:0.6:25"]
COSTLY = ["a2=0.3:0.6:10"]
TOGETHER = ("kappa", "reach", "reach-across", "mass", "torque", "payload", "length")
Q = [0.0, -0.7, 0.9, 0.3, 0.5, 0.0]


def taken(robot: str, ranges: list[str], measures: tuple[str, ...]) -> tuple[int, float, float]:
    """Return how many designs there are, and seconds on the wall and of the processor."""
    begun, busy = perf_counter(), process_time()
    found = rvs.sweep(robot, ranges, measures=measures, q=Q)
    assert len(found.feasible) == len(found.values)
    return len(found.values), perf_counter() - begun, process_time() - busy


def main() -> None:
    """Print one row for every measure, and one for several together."""
    robot = sys.argv[1] if len(sys.argv) > 1 else "ur5e"
    print("{:64}{:>9}{:>10}{:>10}".format("measures", "designs", "wall s", "cpu s"))
    single = [one.name for one in MEASURES.values() if not {"box", "motion"} & set(one.needs)]
    for names in [*((name,) for name in single), TOGETHER]:
        cheap = all(MEASURES[name].cheap for name in names)
        count, wall, busy = taken(robot, RANGES if cheap else COSTLY, names)
        print(f"{', '.join(names):64}{count:>9}{wall:>10.2f}{busy:>10.2f}", flush=True)


if __name__ == "__main__":
    main()
