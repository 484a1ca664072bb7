"""A smooth way through many poses."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from math import pi

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_array
from rvs.engine.errors import ArgumentError
from rvs.engine.quaternion import Quaternion
from rvs.engine.trajectory import spline
from rvs.model.block import Block, block
from rvs.model.paths.pieces import as_rows, turn_between
from rvs.value_class import dataclass

# Steps between two poses in the table that makes the way even.
STEPS = 256


@dataclass(frozen=True)
class Spline:
    """A cubic spline through poses: direction and curvature of the way are continuous.

    Points and unit quaternions, each with the sign nearest to the one before, are splined over the
    length of the chords; the quaternions are made unit again.

    Attributes:
        via: The poses (k, 4, 4), two or more.

    Raises:
        ArgumentError: Fewer than two poses, or two equal ones in a row.
    """

    via: Block

    def __post_init__(self) -> None:
        if self.via.array.ndim != 3 or len(self.via) < 2:
            raise ArgumentError("via: expected two poses or more")
        if not (np.diff(self._knots) > 0.0).all():
            at = int(np.argmin(np.diff(self._knots)))
            raise ArgumentError(f"via: poses {at + 1} and {at + 2} are the same")

    @classmethod
    def through(cls, poses: ArrayLike) -> Spline:
        """Make a spline through poses (k, 4, 4)."""
        return cls(block(check_array(poses, "poses", 4, 4)))

    @cached_property
    def _knots(self) -> Array:
        """Length of the chords up to each pose; a turn on the spot counts as some way, too."""
        ways = np.linalg.norm(np.diff(self.via.array[:, :3, 3], axis=0), axis=1)
        rows = [as_rows(pose) for pose in self.via.array]
        turns = np.array([turn_between(a, b) for a, b in pairwise(rows)])
        worth = (float(ways.mean()) or 1.0) / pi
        return np.concatenate([[0.0], np.cumsum(np.hypot(ways, worth * turns))])

    @cached_property
    def _controls(self) -> Array:
        """Points and quaternions of the poses (k, 7)."""
        turns = np.array([Quaternion.from_rotation(T[:3, :3]) for T in self.via.array])
        for before, after in pairwise(range(len(turns))):
            if turns[before] @ turns[after] < 0.0:
                turns[after] *= -1.0
        return np.hstack([self.via.array[:, :3, 3], turns])

    @cached_property
    def _table(self) -> tuple[Array, Array]:
        """Own parameter at many places, and the way gone up to each."""
        knots = self._knots
        places = [np.linspace(a, b, STEPS, endpoint=False) for a, b in pairwise(knots.tolist())]
        own = np.concatenate([*places, knots[-1:]])
        steps = np.linalg.norm(np.diff(self._values(own)[:, :3], axis=0), axis=1)
        return own, np.concatenate([[0.0], np.cumsum(steps)])

    def _values(self, own: Array) -> Array:
        knots, controls = self._knots, self._controls
        first, last = ((controls[i + 1] - controls[i]) / (knots[i + 1] - knots[i]) for i in (0, -2))
        return spline(controls, knots, np.clip(own, 0.0, knots[-1]), first, last)[0]

    @property
    def length(self) -> float:
        """Way of the tool point, in m."""
        return float(self._table[1][-1])

    @cached_property
    def turn(self) -> float:
        """How far the tool turns, in rad."""
        rows = [as_rows(pose) for pose in self.poses(np.linspace(0.0, 1.0, 4 * len(self.via)))]
        return sum(turn_between(a, b) for a, b in pairwise(rows))

    def poses(self, s: Array) -> Array:
        """Return the poses (m, 4, 4) at parts of the way from 0 to 1 (m,)."""
        own, ways = self._table
        if ways[-1] > 0.0:
            wanted = np.interp(np.asarray(s) * ways[-1], ways, own)
        else:
            wanted = np.asarray(s) * own[-1]
        values = self._values(wanted)
        found = np.tile(np.eye(4), (len(values), 1, 1))
        found[:, :3, 3] = values[:, :3]
        found[:, :3, :3] = _rotations(values[:, 3:])
        return found


def _rotations(quaternions: Array) -> Array:
    """Rotation matrices (m, 3, 3) of quaternions (m, 4) of any length, scalar first."""
    unit = quaternions / np.linalg.norm(quaternions, axis=1, keepdims=True)
    s, v = unit[:, 0], unit[:, 1:]
    across = np.cross(v[:, None, :], np.eye(3)[None])
    outer = v[:, :, None] * v[:, None, :]
    straight = (2 * s**2 - 1)[:, None, None] * np.eye(3)
    return np.asarray(straight + 2 * outer + 2 * s[:, None, None] * np.swapaxes(across, 1, 2))
