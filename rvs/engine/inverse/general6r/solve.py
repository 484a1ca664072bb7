"""Every posture of a six-revolute arm for a pose, with a certificate.

Many random starts for cases without certainty from the algebra.
"""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.chain import Chain
from rvs.engine.inverse.angle_wrapping import wrap
from rvs.engine.inverse.general6r.loop import JOINTS, Split, close_loop
from rvs.engine.inverse.general6r.polish import CLOSED, distinct, polish
from rvs.engine.inverse.general6r.splitting import prepared, solve_split
from rvs.value_class import dataclass

STARTS = 256
_STEPS = 60


@dataclass(frozen=True, eq=False)
class Postures:
    """Postures for a pose, with the certainty that there are no others.

    Attributes:
        q: The postures (k, 6), rad, in (-pi, pi], including some points of every curve of postures
            found.
        certified: Two independent eliminations agree that there are no others.
    """

    q: Array
    certified: bool


def all_postures(chain: Chain, T: Array) -> Postures:
    """Return every posture of a chain of six revolute joints for one pose.

    Args:
        chain: The chain, without locked joints.
        T: Pose of the tool in the world (4, 4), a proper rigid motion.

    >>> from rvs.engine import Robot
    >>> arm = Robot.from_dh([1, 2, 3, 1, 2, 1], [1, 2, 1, 2, 1, 0], [1, 1, 2, 1, 2, 3], 0)
    >>> far_away = np.eye(4)
    >>> far_away[0, 3] = 99
    >>> found = all_postures(arm.chain, far_away)
    >>> len(found.q), found.certified
    (0, True)
    """
    arm, splits = prepared(chain)
    links = close_loop(arm, T[None])[0]
    if np.linalg.norm(links[-1, :3, 3]) > arm.reach * (1 + 1e-9):
        return Postures(np.empty((0, JOINTS)), True)
    u, certified = certified_union(links, splits)
    if not certified:
        u = unite(links, u, search(links))
    q = wrap(u - arm.offset)
    return Postures(q[np.lexsort(np.round(q, 6).T[::-1])], certified)


def certified_union(links: Array, splits: tuple[Split, ...]) -> tuple[Array, bool]:
    """Try one split after another until two clean ones have found all known postures.

    Args:
        links: The loop (6, 4, 4).
        splits: The splits, best first.

    Returns:
        Postures (k, 6), and True if two clean splits agree on them.
    """
    known = np.empty((0, JOINTS))
    counts: list[int] = []
    for split in splits:
        answer = solve_split(links[None], split)[0]
        known = unite(links, known, answer.u)
        if answer.clean:
            counts.append(len(answer.u))
        # no split knows a posture twice: as many as all together means the same ones
        if counts.count(len(known)) >= 2:
            return known, True
    return known, False


def unite(links: Array, known: Array, more: Array) -> Array:
    """Return the different postures in two sets of closed ones (k, 6)."""
    together = np.concatenate([known, more])
    return np.asarray(together[distinct(links, together)])


def search(links: Array, starts: int = STARTS, seed: int = 0) -> Array:
    """Return closed postures found by the method of Levenberg and Marquardt, (k, 6).

    Args:
        links: The loop (6, 4, 4).
        starts: Number of random postures to start from.
        seed: Seed of the random numbers; the same starts at every call.
    """
    u = np.random.default_rng(seed).uniform(-np.pi, np.pi, (starts, JOINTS))
    u, left = polish(np.broadcast_to(links, (starts, JOINTS, 4, 4)), u, _STEPS)
    return np.asarray(u[left < CLOSED])
