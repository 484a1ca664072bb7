"""Prove that ikine_all misses nothing: random six-revolute robots, one pose each.

    python benchmarks/ikine_all_proof.py --robots 5000 --cross 500 --starts 2000

Every robot stands in a random posture; the pose of its tool is solved.  Checked for each:

* the posture that made the pose is among the answers;
* forward kinematics confirms every answer;
* their number is even where none is singular (real roots come in pairs);
* for some robots, Levenberg and Marquardt's method from many random starts finds nothing else.

Half of the robots have lengths and twists at random, half are built like real ones: right angles,
and many lengths that are zero.  Everything is the same at every run.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from rvs.engine import Robot, fkine, ikine_all, jacobian
from rvs.engine.inverse.angle_wrapping import wrap
from rvs.engine.inverse.general6r.loop import arm_of, close_loop
from rvs.engine.inverse.general6r.solve import search
from rvs.engine.kernels import state

SAME = 1e-5
REGULAR = 1e-4


@dataclass
class Proof:
    """Observations of the proof."""

    robots: int = 0
    singular: int = 0
    uncertified: int = 0
    missed: list[int] = field(default_factory=list)
    odd: list[int] = field(default_factory=list)
    false: list[int] = field(default_factory=list)
    more_by_search: list[int] = field(default_factory=list)
    crossed: int = 0
    counts: Counter[int] = field(default_factory=Counter)
    residual: float = 0.0
    seconds: list[float] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Return whether no observation contradicts it."""
        return not (self.missed or self.odd or self.false or self.more_by_search)


def random_robots(count: int, seed: int = 2024) -> Iterator[tuple[Robot, np.ndarray]]:
    """Yield robots of both kinds in turn, each with a posture."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        while True:
            robot = _random(rng) if number % 2 == 0 else _built(rng)
            q = rng.uniform(-np.pi, np.pi, 6)
            # some chains of right angles and zeros are singular everywhere: not six-axis arms
            if _rank_value(robot, rng.uniform(-np.pi, np.pi, 6)) > REGULAR:
                break
        yield robot, q


def _random(rng: np.random.Generator) -> Robot:
    a, d = rng.uniform(-1, 1, (2, 6))
    return Robot.from_dh(a, rng.uniform(-np.pi, np.pi, 6), d, 0)


def _built(rng: np.random.Generator) -> Robot:
    a, d = rng.uniform(0, 1, (2, 6)) * (rng.random((2, 6)) < 0.5)
    quarter = np.pi / 2
    twists = rng.choice([0, quarter, -quarter, quarter, -quarter, np.pi / 3], 6)
    return Robot.from_dh(a, twists, d, 0)


def _rank_value(robot: Robot, q: np.ndarray) -> float:
    return float(np.linalg.svd(jacobian(robot, q), compute_uv=False)[-1])


def prove(robots: int, cross: int, starts: int) -> Proof:
    """Solve so many robots, and search so many of them from random starts."""
    proof = Proof()
    for number, (robot, q) in enumerate(random_robots(robots)):
        T = fkine(robot, q)
        ikine_all(robot, T)  # what is done once per robot
        begin = perf_counter()
        found = ikine_all(robot, T)
        proof.seconds.append(perf_counter() - begin)
        proof.robots += 1
        proof.counts[len(found)] += 1
        proof.uncertified += not found.certified
        off = max((float(np.abs(fkine(robot, x) - T).max()) for x in found.q), default=0.0)
        proof.residual = max(proof.residual, off)
        if off > 1e-8:
            proof.false.append(number)
        if found.infinite or min(_rank_value(robot, x) for x in [q, *found.q]) < REGULAR:
            proof.singular += 1
            continue
        if not _contains(found.q, q):
            proof.missed.append(number)
        if len(found) % 2:
            proof.odd.append(number)
        if proof.crossed < cross:
            proof.crossed += 1
            if not all(_contains(found.q, x) for x in _searched(robot, T, starts)):
                proof.more_by_search.append(number)
    return proof


def _contains(postures: np.ndarray, q: np.ndarray) -> bool:
    return bool(len(postures)) and bool((np.abs(wrap(postures - q)).max(1) < SAME).any())


def _searched(robot: Robot, T: np.ndarray, starts: int) -> np.ndarray:
    arm = arm_of(robot.chain)
    u = search(close_loop(arm, T[None])[0], starts)
    return np.unique(np.round(wrap(u - arm.offset), 7), axis=0)


def main() -> None:
    """Print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--robots", type=int, default=5000)
    parser.add_argument("--cross", type=int, default=500)
    parser.add_argument("--starts", type=int, default=2000)
    options = parser.parse_args()
    proof = prove(options.robots, options.cross, options.starts)
    microseconds = np.array(proof.seconds) * 1e6
    print(f"computed by {state()}")
    print(f"robots                   {proof.robots}, {proof.singular} poses near singular")
    print(f"not certified            {proof.uncertified}")
    print(f"origin missed            {len(proof.missed)} {proof.missed[:10]}")
    print(f"odd number of answers    {len(proof.odd)} {proof.odd[:10]}")
    print(f"false answers            {len(proof.false)} {proof.false[:10]}")
    print(f"largest residual         {proof.residual:.1e} m or rad")
    print(
        f"searched from {options.starts} starts {proof.crossed}, more found: "
        f"{len(proof.more_by_search)} {proof.more_by_search[:10]}"
    )
    print(f"answers: robots          {dict(sorted(proof.counts.items()))}")
    print(
        f"time of a call           median {np.median(microseconds):.0f} us, "
        f"mean {microseconds.mean():.0f} us"
    )
    raise SystemExit(0 if proof.holds else "the proof fails")


if __name__ == "__main__":
    main()
