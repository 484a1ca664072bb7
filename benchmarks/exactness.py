"""Accuracy of 100,000 random robots in 100 postures, and the intervals of 1,000 calibrations.

``python benchmarks/exactness.py`` prints the times, the largest difference of the linear
prediction from the random robots, and the part of the numbers of simulated calibrations whose truth
lies within the stated interval.
"""

from __future__ import annotations

import rvs.one_thread  # isort: skip  # noqa: F401  # first, as others import NumPy

from time import perf_counter, process_time

import numpy as np

from rvs.scripting.opening import placed
from rvs.study.accuracy.accuracy import accuracy, scatter_of
from rvs.study.accuracy.iso_poses import within
from rvs.study.accuracy.table import BETA, LINK, is_length, moved, poses_and_screws, table_of
from rvs.study.calibration.fit import Measured, candidates, fit, independent

ROBOTS, POSTURES, RUNS, POSES, NOISE = 100_000, 100, 1_000, 40, 1e-4


def tolerances() -> None:
    """Print the time of random robots and the misfit of the linear prediction."""
    robot = placed("puma560").robot
    table = table_of(robot)
    q = np.random.default_rng(0).uniform(*within(robot), (POSTURES, robot.n))
    scatter = scatter_of(table, ["lengths=0.1mm", "angles=0.01deg", "encoder=20arcsec"])
    begun, used = perf_counter(), process_time()
    found = accuracy(table, scatter, q, ROBOTS)
    seconds, used = perf_counter() - begun, process_time() - used
    print(
        f"{ROBOTS:,} robots in {POSTURES} postures: {seconds:.2f} s,"
        f" processor {used:.2f} s, target 2 s"
    )
    print(f"largest difference of the linear prediction: {found.misfit:.2%}, target 2 %")


def calibrations() -> None:
    """Print the part of simulated numbers whose truth lies within their interval."""
    robot = placed("puma560").robot
    table = table_of(robot)
    wanted = candidates(table, [k for k in range(LINK * table.n) if k % LINK != BETA], True, True,
                        False)  # fmt: skip
    inside, begun = [], perf_counter()
    for seed in range(RUNS):
        rng = np.random.default_rng(seed)
        q = rng.uniform(*within(robot), (POSES, robot.n))
        J = poses_and_screws(table, q)[1][:, 3:].reshape(-1, table.size)
        free, _ = independent(J[:, wanted], wanted)
        change = np.zeros(table.size)
        change[free] = rng.normal(0.0, [1e-3 if is_length(table, int(k)) else 2e-3 for k in free])
        points = poses_and_screws(moved(table, change), q)[0][:, :3, 3]
        measured = Measured(q, points + rng.normal(0.0, NOISE, (POSES, 3)))
        found = fit(table, measured, wanted, folds=0)
        links = found.free < LINK * table.n
        inside += (np.abs(found.change - change[found.free]) <= found.errors)[links].tolist()
    seconds = perf_counter() - begun
    print(f"{RUNS:,} calibrations: truth within the interval in {np.mean(inside):.2%}, target 95 %")
    print(f"{1e3 * seconds / RUNS:.1f} ms each")


if __name__ == "__main__":
    tolerances()
    calibrations()
