"""Condition numbers of a million postures on one thread, and how long best postures take."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable

import numpy as np
from threads import with_threads

from rvs.files.library import load_robot
from rvs.study.dexterity import condition_number, maximum_reach, optimum_posture
from rvs.study.dexterity.condition import pose_conditions

COUNT, FEW = 1_000_000, 10_000
ROBOTS = ("puma560", "fanuc-arc-mate", "rediestro", "ur5e")


def seconds(call: Callable[..., object], *arguments: object) -> float:
    """Return how long a call keeps the processor busy, in s: other programs do not count."""
    begun = time.process_time()
    call(*arguments)
    return time.process_time() - begun


def main() -> None:
    """Print what was measured."""
    robot = load_robot("puma560").robot
    Q = np.random.default_rng(1).uniform(-np.pi, np.pi, (COUNT, robot.n))
    alone = with_threads(condition_number, 1)
    for what, length, norm in (
        ("Frobenius norm, best length", None, "frobenius"),
        ("Frobenius norm, length given", 0.3, "frobenius"),
        ("2-norm, length given", 0.3, "2"),
    ):
        took = seconds(alone, robot, Q, length, norm)
        print(f"{COUNT:,} condition numbers, {what}: {took:.2f} s")
    took = seconds(inspect.unwrap(pose_conditions), robot, Q[:FEW]) * COUNT / FEW
    print(f"{COUNT:,} condition numbers, NumPy: {took:.0f} s, from {FEW:,}")
    for name in ROBOTS:
        arm = load_robot(name).robot
        thesis, two = (seconds(optimum_posture, arm, norm) for norm in ("frobenius", "2"))
        print(f"{name}: best posture {thesis:.2f} s, in the 2-norm {two:.2f} s", end="; ")
        print(f"reach {seconds(maximum_reach, arm):.2f} s")


if __name__ == "__main__":
    main()
