"""Optimum design: how surely and how fast each method makes a robot isotropic.

Run with ``python benchmarks/design.py [RANDOM STARTS]``.
"""

from __future__ import annotations

import sys
from time import process_time

import numpy as np

from rvs.engine.robot import Robot
from rvs.files.library import load_robot
from rvs.study.design.design import ISOTROPIC, METHODS, Problem, design, problem

NAMED = ("puma560", "fanuc-arcmate", "ur5e")
STARTS = 60


def random_robot(rng: np.random.Generator, n: int = 6) -> Robot:
    """Return a robot of lengths and angles at random."""
    a, b = rng.normal(size=(2, n))
    alpha, theta = rng.uniform(-np.pi, np.pi, (2, n))
    return Robot.from_dh(a=a, alpha=alpha, d=b, theta=theta)


def measured(found: Problem, method: str) -> tuple[float, int, float]:
    """Return the condition number that a method comes to, its iterations, and the CPU seconds."""
    begun = process_time()
    *_, last = design(found, method)  # type: ignore[arg-type]
    return last.condition, last.index, process_time() - begun


def main() -> None:
    """Print one row for every method."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else STARTS
    rng = np.random.default_rng(60)
    problems = [problem(load_robot(name).robot) for name in NAMED]
    problems += [problem(random_robot(rng)) for _ in range(count)]
    print(f"{len(problems)} starts: {', '.join(NAMED)} and {count} at random")
    heads = ("method", "isotropic", "worst κ − 1", "median CPU s", "slowest CPU s", "iterations")
    print("{:26}{:>10}{:>14}{:>14}{:>15}{:>12}".format(*heads))
    for method in METHODS:
        rows = [measured(found, method) for found in problems]
        kappas, steps, seconds = (np.array(column) for column in zip(*rows, strict=True))
        print(
            f"{method:26}{int(np.sum(kappas - 1.0 < ISOTROPIC)):>10}{kappas.max() - 1.0:>14.1e}"
            f"{np.median(seconds):>14.3f}{seconds.max():>15.2f}{int(np.median(steps)):>12}",
            flush=True,
        )


if __name__ == "__main__":
    main()
