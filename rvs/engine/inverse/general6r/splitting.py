"""All closed postures that one split of the loop finds, and whether it can be trusted.

A split is *clean* at a pose if its determinant is regular and every root that lies on the unit
circle has led to a posture of its own.  Even a clean split may have missed some: a root may have
drifted off the circle unnoticed.  Hence the certificate asks two of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rvs.engine.arrays import Array, Booleans
from rvs.engine.inverse.general6r.backsubstitution import NEAR_CIRCLE, Candidates, substitute
from rvs.engine.inverse.general6r.elimination import eliminate
from rvs.engine.inverse.general6r.loop import Split, arrange, restore
from rvs.engine.inverse.general6r.polish import CLOSED, distinct, polish
from rvs.engine.inverse.general6r.roots import Roots, circle_roots

# A root this close to the unit circle is real.
_ON_CIRCLE = 1e-6
# How far a posture's u_3 may be from its root, and how much further if the root is off the circle.
_MOVED = 1e-4
_MOVED_OFF = 3.0


@dataclass(frozen=True, eq=False)
class SplitAnswer:
    """What one split finds for one loop.

    Attributes:
        u: The robot's angles (k, 6), each closing the loop to 1e-9.
        clean: Whether every real root has its posture.
        singular: Whether the determinant vanishes for every u_3.
    """

    u: Array
    clean: bool
    singular: bool


def solve_split(links: Array, split: Split) -> list[SplitAnswer]:
    """Return what a split finds for loops.

    Args:
        links: Loops in the robot's own order (m, 6, 4, 4).
        split: The split.
    """
    arranged = arrange(links, split)
    equations = eliminate(arranged)
    roots = circle_roots(equations.reduced)
    found = substitute(arranged, equations, roots)
    u, left = polish(arranged[found.loop], found.u)
    # a posture belongs to its root only if polishing has not led elsewhere
    start = found.u[:, 2]
    moved = np.abs(np.angle(np.exp(1j * (u[:, 2] - start))))
    off = np.abs(np.abs(roots.z[found.loop, found.root]) - 1.0)
    own = (left < CLOSED) & (moved < _MOVED + _MOVED_OFF * off)
    return [
        _answer(arranged[i], roots, found, u, left < CLOSED, own, i, split)
        for i in range(len(links))
    ]


def _answer(
    links: Array,
    roots: Roots,
    found: Candidates,
    u: Array,
    closed: Booleans,
    own: Booleans,
    i: int,
    split: Split,
) -> SplitAnswer:
    here = found.loop == i
    postures = u[here & closed]
    postures = postures[distinct(links, postures)]
    radius = np.abs(np.abs(roots.z[i]) - 1.0)
    sure = np.flatnonzero(radius < _ON_CIRCLE)
    doubtful = np.flatnonzero((radius >= _ON_CIRCLE) & (radius < NEAR_CIRCLE))
    with_own = set(found.root[here & own].tolist())
    real = len(sure) + sum(root in with_own for root in doubtful.tolist())
    singular = bool(roots.singular[i])
    clean = not singular and real == len(postures) and with_own.issuperset(sure.tolist())
    return SplitAnswer(restore(postures, split), clean, singular)
