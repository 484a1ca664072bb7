"""All closed postures found by one split of the loop, its reliability, and the order of splits.

A split is *clean* at a pose if its determinant is regular, every posture has its own root, and
every remaining root is clearly off the unit circle: ten times further than the roots of the
postures, which would be on it exactly but for rounding.  Even a clean split may have missed some
postures.  Hence the certificate requires two of them.

Determined once by trial on random poses of the robot itself; the condition number of the matrices
is not a guide (a matrix with a condition number of 100 finds 9 of 16 postures).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.chain import Chain
from rvs.engine.inverse.angle_wrapping import wrap
from rvs.engine.inverse.general6r.elimination import Elimination, eliminate
from rvs.engine.inverse.general6r.loop import (
    JOINTS,
    SPLITS,
    Arm,
    Split,
    arm_of,
    arrange,
    close_loop,
    motion_inverse,
    restore,
    turn,
)
from rvs.engine.inverse.general6r.polish import CLOSED, distinct, polish
from rvs.engine.inverse.general6r.roots import (
    NEAR_CIRCLE,
    Complex,
    Roots,
    circle_roots,
    refined,
    substitute,
)
from rvs.value_class import dataclass

# The least rounding of roots that is reckoned with, and how far off it the others have to be.
_LEAST_ROUNDING = 1e-5
_CLEARLY = 10.0


@dataclass(frozen=True, eq=False)
class SplitAnswer:
    """Result of one split for one loop.

    Attributes:
        u: The robot's angles (k, 6), each closing the loop to 1e-9.
        clean: The postures account for all roots on the unit circle.
    """

    u: Array
    clean: bool


def solve_split(links: Array, split: Split, thorough: bool = True) -> list[SplitAnswer]:
    """Return the results of a split for loops.

    Args:
        links: Loops in the robot's own order (m, 6, 4, 4).
        split: The split.
        thorough: Correct the roots if they are not clean.
    """
    arranged = arrange(links, split)
    equations = eliminate(arranged)
    roots = circle_roots(equations.reduced)
    answers = _follow(arranged, equations, roots, split)
    for i, answer in enumerate(answers):
        if thorough and not answer.clean and not roots.singular[i]:
            better = Roots(
                refined(equations.reduced[i], roots.z[i])[None], roots.singular[i : i + 1]
            )
            answers[i] = _follow(arranged[i : i + 1], equations.of(i), better, split)[0]
    return answers


def _follow(links: Array, equations: Elimination, roots: Roots, split: Split) -> list[SplitAnswer]:
    """Return the answers obtained from the roots of loops."""
    found = substitute(links, equations, roots)
    u, left = polish(links[found.loop], found.u)
    answers = []
    for i, loop in enumerate(links):
        postures = u[(found.loop == i) & (left < CLOSED)]
        postures = postures[distinct(loop, postures)]
        clean = not roots.singular[i] and accounted_for(roots.z[i], postures[:, 2])
        answers.append(SplitAnswer(restore(postures, split), clean))
    return answers


def accounted_for(z: Complex, u3: Array) -> bool:
    """Return whether postures explain the roots near the unit circle, one root each.

    Args:
        z: Roots (16,).
        u3: The postures' angles of the third joint of the split (k,).
    """
    off = np.abs(np.abs(z) - 1.0)
    near = off < NEAR_CIRCLE
    angles, off = np.angle(z[near]), off[near]
    if len(u3) > len(off):
        return False
    apart = np.abs(wrap(u3[:, None] - angles))
    rounding, taken = _LEAST_ROUNDING, np.zeros(len(off), dtype=bool)
    for _ in u3:
        posture, root = np.unravel_index(np.argmin(apart), apart.shape)
        if apart[posture, root] > NEAR_CIRCLE:
            return False
        rounding = max(rounding, float(apart[posture, root]), float(off[root]))
        taken[root] = True
        apart[posture], apart[:, root] = np.inf, np.inf
    return bool((off[~taken] > _CLEARLY * rounding).all())


TRIALS = 30
# Robots whose ranking is remembered.
_REMEMBERED = 256


@lru_cache(maxsize=_REMEMBERED)
def prepared(chain: Chain) -> tuple[Arm, tuple[Split, ...]]:
    """Return the constant part of a chain's loop and its splits, best first.

    The chain is a part of the robot value and compared by identity, so the work is done once for a
    robot.
    """
    arm = arm_of(chain)
    return arm, rank_splits(arm)


def rank_splits(arm: Arm) -> tuple[Split, ...]:
    """Return all splits, starting with those that miss the fewest postures at random poses.

    Args:
        arm: The constant part of the loop.
    """
    links = random_loops(arm, TRIALS)
    answers = [solve_split(links, split, thorough=False) for split in SPLITS]
    most = [max(len(answer.u) for answer in poses) for poses in zip(*answers, strict=True)]

    def faults(index: int) -> tuple[int, int]:
        return _faults(answers[index], most)

    return tuple(SPLITS[index] for index in sorted(range(len(SPLITS)), key=faults))


def _faults(answers: list[SplitAnswer], most: list[int]) -> tuple[int, int]:
    missed = sum(best - len(answer.u) for answer, best in zip(answers, most, strict=True))
    unclean = sum(not answer.clean for answer in answers)
    return missed, unclean


def random_loops(arm: Arm, count: int) -> np.typing.NDArray[np.float64]:
    """Return loops closed by random postures (count, 6, 4, 4); the same at every call."""
    u = np.random.default_rng(0).uniform(-np.pi, np.pi, (count, JOINTS))
    X = np.broadcast_to(np.eye(4), (count, 4, 4))
    for i in range(JOINTS - 1):
        X = X @ turn(u[:, i]) @ arm.links[i]
    links = close_loop(arm, np.broadcast_to(np.eye(4), (count, 4, 4)))
    links[:, -1] = motion_inverse(X @ turn(u[:, -1]))
    return links
