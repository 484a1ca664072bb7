"""Prove that ``ikine_all`` misses nothing: the arms of the library of up to six joints.

    python benchmarks/ikine_library.py [--poses 1000] [--cross 50] [--starts 300] [ARM…]

Poses are made by random postures at which the arm is not singular.  Checked for each:

* the posture that made the pose is among the answers;
* forward kinematics confirms every answer;
* their number is even for arms of six turning joints (real roots come in pairs);
* for some poses, descent from many random starts finds nothing else.

Everything is the same at every run.  ``RVS_NATIVE=0`` proves the NumPy methods.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from time import perf_counter

import numpy as np

from rvs.engine import Robot, Solutions, family, fkine, ikine_all, jacobian
from rvs.engine.inverse.descent import gaps, random_postures
from rvs.engine.inverse.plan import plan_of
from rvs.engine.inverse.search import Problem, search
from rvs.engine.kernels import state
from rvs.files.library import load_robot, names

SAME, FALSE, REGULAR = 1e-5, 1e-8, 1e-3


def has(robot: Robot, found: Solutions, q: np.ndarray) -> bool:
    """Return whether a posture is among the answers."""
    return bool(len(found)) and bool(gaps(robot, found.q, q, 1.0).min() < SAME)


def regular_postures(robot: Robot, count: int) -> np.ndarray:
    """Return random postures (count, n) at which the arm is not singular."""
    rng = np.random.default_rng(5)
    span = np.where([joint.turns for joint in robot.joints], np.pi, 0.5)
    postures = []
    while len(postures) < count:
        q = rng.uniform(-span, span)
        if np.linalg.svd(jacobian(robot, q), compute_uv=False)[-1] > REGULAR:
            postures.append(q)
    return np.array(postures)


def more_by_search(robot: Robot, T: np.ndarray, found: Solutions, starts: int) -> bool:
    """Return whether descent from random starts finds a posture that is not among the answers."""
    every, size = np.ones(robot.n, dtype=bool), plan_of(robot).size
    scale = np.repeat([1.0, 1.0 / size], 3)
    problem = Problem(robot, T, np.arange(6), every, None, False, scale, 1e-10, 100)
    ends = [search(problem, start, 1) for start in random_postures(robot, size, starts)]
    return not all(has(robot, found, end.q) for end in ends if end.found)


def prove(robot: Robot, poses: int, cross: int, starts: int) -> Counter[str]:
    """Return how often each thing was seen."""
    seen: Counter[str] = Counter()
    six = robot.n == 6 and all(joint.kind == "revolute" for joint in robot.joints)
    for number, q in enumerate(regular_postures(robot, poses)):
        T = fkine(robot, q)
        begin = perf_counter()
        found = ikine_all(robot, T)
        seen["us"] += round((perf_counter() - begin) * 1e6)
        seen["answers"] += len(found)
        seen["missed"] += not has(robot, found, q)
        seen["false"] += bool(np.abs(fkine(robot, found.q) - T).max(initial=0.0) > FALSE)
        seen["odd"] += six and len(found) % 2 == 1
        seen["uncertified"] += not found.certified
        seen["infinite"] += found.infinite
        if number < cross:
            seen["more"] += more_by_search(robot, T, found, starts)
    return seen


def main() -> int:
    """Print a row for each arm; return 1 if something speaks against the claim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--poses", type=int, default=1000)
    parser.add_argument("--cross", type=int, default=50)
    parser.add_argument("--starts", type=int, default=300)
    parser.add_argument("arms", nargs="*", metavar="ARM")
    options = parser.parse_args()
    columns = ("answers", "missed", "false", "odd", "more", "uncertified", "infinite", "us")
    print(state())
    print(f"{'arm':22}{'family':18}" + "".join(f"{name:>12}" for name in columns))
    failed = False
    for name in options.arms or names():
        robot = load_robot(name).robot
        if robot.n > 6:
            continue
        seen = prove(robot, options.poses, min(options.cross, options.poses), options.starts)
        seen["us"] //= options.poses
        failed |= any(seen[thing] for thing in ("missed", "false", "odd", "more"))
        row = "".join(f"{seen[column]:12}" for column in columns)
        print(f"{name:22}{family(robot):18}{row}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
