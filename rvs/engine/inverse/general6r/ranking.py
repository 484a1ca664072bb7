"""Order in which the splits of a robot's loop are tried.

Determined once by trial on random poses of the robot itself; the condition number of the matrices
is not a guide (a matrix with a condition number of 100 finds 9 of 16 postures).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rvs.engine.chain import Chain
from rvs.engine.inverse.general6r.loop import (
    JOINTS,
    SPLITS,
    Arm,
    Split,
    arm_of,
    close_loop,
    motion_inverse,
    turn,
)
from rvs.engine.inverse.general6r.splitting import SplitAnswer, solve_split

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
