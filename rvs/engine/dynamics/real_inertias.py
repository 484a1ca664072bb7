"""Physically possible moments of inertia, and the torques of impossible ones.

Published moments are often limited to the ones that affect torques, without the rest; physics
simulators refuse them.  A thin rod along the axis of a revolute joint has the same effect
in the link before or after the joint, as has any body at a prismatic one, so second moments may be
moved from one link to the other without a change of any torque (Khalil and Dombre 2002, section
9.4).  The least amount that makes every link a possible body is moved.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linprog  # type: ignore[import-untyped]

from rvs.engine.arrays import Array
from rvs.value_class import dataclass

# Parts of the largest moment: what rounding may take, and what is given to a link that is no body.
ROUNDING, MARGIN = 1e-13, 1e-6
ROUNDS = 60
# At a prismatic joint rods along these span all bodies.
EVERY_WAY = np.array([(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (1, 0, 1)], float)


@dataclass(frozen=True)
class Hinge:
    """Joint between a link and the one before.

    Attributes:
        turn: Rotation from the link to the previous one at rest (3, 3).
        axis: Axis of the joint in the link; None for a prismatic joint.
    """

    turn: Array
    axis: Array | None


def real_moments(moments: Sequence[Array], hinges: Sequence[Hinge]) -> list[Array] | None:
    """Return physically possible moments of inertia (3, 3) with the same torques of the chain.

    Args:
        moments: About the centres of mass of the links (3, 3), from the first moving link on.
        hinges: Joint between each link and the one before.

    Returns:
        The given moments where these are possible; None where no exchange between links makes them
        possible.
    """
    seconds = [np.trace(one) / 2 * np.eye(3) - one for one in moments]
    largest = max((float(np.abs(one).max()) for one in moments), default=0.0)
    if largest == 0.0 or not _cuts(seconds, largest):
        return list(moments)
    rods = [(k, way) for k, one in enumerate(hinges)
            for way in (EVERY_WAY if one.axis is None else [one.axis])]  # fmt: skip
    effects = [_effects(k, way, hinges[k]) for k, way in rods]
    rows: list[Array] = []
    bounds: list[float] = []
    now = seconds
    for _ in range(ROUNDS):
        for link, vector in _cuts(now, largest):
            rows.append(-np.array([vector @ one.get(link, np.zeros((3, 3))) @ vector
                                   for one in effects]))  # fmt: skip
            bounds.append(float(vector @ seconds[link] @ vector) / largest - MARGIN)
        both = np.column_stack([np.array(rows), -np.array(rows)])
        found = linprog(np.ones(both.shape[1]), both, bounds, method="highs")
        if found.x is None:
            return None
        moved = largest * np.subtract(*np.split(found.x, 2))
        now = [one.copy() for one in seconds]
        for by, effect in zip(moved, effects, strict=True):
            for link, rod in effect.items():
                now[link] += by * rod
        if not _cuts(now, largest):
            return [np.trace(one) * np.eye(3) - one for one in now]
    return None


def nearest_moments(moments: Array) -> Array:
    """Return the moments of inertia (3, 3) of a body nearest to given moments."""
    values, axes = np.linalg.eigh(np.trace(moments) / 2 * np.eye(3) - moments)
    second = axes @ np.diag(np.maximum(values, 0.0)) @ axes.T
    return moments if values[0] >= 0.0 else np.array(np.trace(second) * np.eye(3) - second)


def _effects(link: int, way: Array, hinge: Hinge) -> dict[int, Array]:
    """Return second moments that a rod adds to a link and removes from the previous one."""
    before = hinge.turn @ way
    own = {link: np.outer(way, way)}
    return {**own, link - 1: -np.outer(before, before)} if link else own


def _cuts(seconds: Sequence[Array], largest: float) -> list[tuple[int, Array]]:
    """Return links and directions along which they would have a negative extent."""
    found = []
    for link, second in enumerate(seconds):
        values, vectors = np.linalg.eigh(second)
        found += [(link, vectors[:, k]) for k in np.flatnonzero(values < -ROUNDING * largest)]
    return found
