"""Success rate of ``ikine`` for random reachable targets, for every arm of the library.

    python benchmarks/ikine_targets.py [TARGETS]

Targets are poses of random postures: anywhere in a turn where limits do not count, within the
limits where they do.  Each search starts at home.  The bars: every target without limits, 99.5 % of
those with limits.
"""

from __future__ import annotations

import sys

import numpy as np

from rvs.engine import Robot, fkine, ikine
from rvs.engine.kernels import state
from rvs.files.library import load_robot, names

BARS = {False: 1.0, True: 0.995}


def targets(robot: Robot, limits: bool, count: int) -> np.ndarray:
    """Return poses (count, 4, 4) of random postures."""
    rng = np.random.default_rng(7)
    lower, upper = robot.limits.T
    span = np.where([joint.turns for joint in robot.joints], np.pi, 1.0)
    counts = np.isfinite(upper - lower) & (limits | ~np.array([j.turns for j in robot.joints]))
    low, high = np.where(counts, lower, -span), np.where(counts, upper, span)
    return fkine(robot, rng.uniform(low, high, (count, robot.n)))


def reached(robot: Robot, limits: bool, poses: np.ndarray) -> int:
    """Return how many poses are reached, and held to be by forward kinematics."""
    count = 0
    for T in poses:
        answer = ikine(robot, T, limits=limits)
        inside = (
            not limits
            or ((answer.q >= robot.limits[:, 0]) & (answer.q <= robot.limits[:, 1])).all()
        )
        count += bool(answer.success and inside and np.abs(fkine(robot, answer.q) - T).max() < 1e-6)
    return count


def main(count: int) -> int:
    """Print a row for each arm; return 1 if one is below a bar."""
    print(state())
    print(f"{'arm':24}{'no limits':>12}{'limits':>12}   of {count}")
    failed = False
    for name in names():
        robot = load_robot(name).robot
        if robot.n < 6:
            continue
        row = {limits: reached(robot, limits, targets(robot, limits, count)) for limits in BARS}
        low = any(row[limits] < bar * count for limits, bar in BARS.items())
        print(f"{name:24}{row[False]:12}{row[True]:12}   {'BELOW' if low else ''}", flush=True)
        failed |= low
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
