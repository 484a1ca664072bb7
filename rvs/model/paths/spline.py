"""A smooth path through many poses."""

from __future__ import annotations

from functools import cached_property
from math import pi

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_pose
from rvs.engine.errors import ArgumentError
from rvs.engine.screws import rotation_quaternion, rotation_vector
from rvs.engine.trajectory import hermite, spline_speeds
from rvs.model.array_value import Block, block
from rvs.model.paths.pieces import Piece
from rvs.value_class import dataclass

# Steps between two poses in the table that makes the way even.
STEPS = 256
# Places of it that are worked out at a time.
BLOCK = 64 * STEPS


@dataclass(frozen=True)
class Spline(Piece):
    """A cubic spline through poses: direction and curvature of the path are continuous.

    Points and unit quaternions, each with the sign nearest to the previous one, are splined over
    the length of the chords; the quaternions are normalized again.

    Attributes:
        via: The poses (k, 4, 4), two or more.

    Raises:
        ArgumentError: Fewer than two poses, or two equal ones in a row.
    """

    via: Block

    def __post_init__(self) -> None:
        if self.via.array.ndim != 3 or len(self.via) < 2:
            raise ArgumentError("via: expected at least two poses")
        if not (np.diff(self._knots) > 0.0).all():
            at = int(np.argmin(np.diff(self._knots)))
            raise ArgumentError(f"via: poses {at + 1} and {at + 2} are the same")

    @classmethod
    def through(cls, poses: ArrayLike) -> Spline:
        """Make a spline through poses (k, 4, 4)."""
        return cls(block(check_pose(poses, "poses")))

    @cached_property
    def _knots(self) -> Array:
        """The length of the chords up to each pose; a turn on the spot has a length, too."""
        ways = np.linalg.norm(np.diff(self.via.array[:, :3, 3], axis=0), axis=1)
        worth = (float(ways.mean()) or 1.0) / pi
        return np.concatenate([[0.0], np.cumsum(np.hypot(ways, worth * _turns(self.via.array)))])

    @cached_property
    def _controls(self) -> Array:
        """Points and quaternions of the poses (k, 7)."""
        turns = rotation_quaternion(self.via.array[:, :3, :3])
        turns[1:] *= np.cumprod(np.where((turns[:-1] * turns[1:]).sum(1) < 0.0, -1.0, 1.0))[:, None]
        return np.hstack([self.via.array[:, :3, 3], turns])

    @cached_property
    def _speeds(self) -> Array:
        """Derivatives of the points and quaternions at the poses (k, 7)."""
        knots, controls = self._knots, self._controls
        first, last = ((controls[i + 1] - controls[i]) / (knots[i + 1] - knots[i]) for i in (0, -2))
        return spline_speeds(controls, knots, first, last)

    @cached_property
    def _table(self) -> tuple[Array, Array]:
        """The curve parameter at many points, and the distance travelled up to each."""
        knots = self._knots
        parts = np.arange(STEPS) / STEPS
        own = np.append((knots[:-1, None] + np.diff(knots)[:, None] * parts).ravel(), knots[-1])
        # In blocks: what lies between is many times as large.
        blocks = (own[k : k + BLOCK + 1] for k in range(0, len(own) - 1, BLOCK))
        points = (self._values(block)[:, :3] for block in blocks)
        steps = [np.linalg.norm(np.diff(block, axis=0), axis=1) for block in points]
        return own, np.concatenate([[0.0], np.cumsum(np.concatenate(steps))])

    def _values(self, own: Array) -> Array:
        inside = np.clip(own, 0.0, self._knots[-1])
        return hermite(self._controls, self._speeds, self._knots, inside)[0]

    @property
    def length(self) -> float:
        """Length of the path of the tool point, in m."""
        return float(self._table[1][-1])

    @cached_property
    def turn(self) -> float:
        """Angle through which the tool turns, in rad."""
        return float(_turns(self.poses(np.linspace(0.0, 1.0, 4 * len(self.via)))).sum())

    def poses(self, s: Array) -> Array:
        """Return the poses (m, 4, 4) at fractions of the path from 0 to 1 (m,)."""
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


def _turns(poses: Array) -> Array:
    """Return the angles from 0 to pi between consecutive poses (k, 4, 4), (k - 1,)."""
    R = poses[:, :3, :3]
    angles: Array = np.linalg.norm(rotation_vector(np.swapaxes(R[:-1], 1, 2) @ R[1:]), axis=1)
    return angles


def _rotations(quaternions: Array) -> Array:
    """Return the rotations (m, 3, 3) of quaternions (m, 4) of any length, scalar first."""
    unit = quaternions / np.linalg.norm(quaternions, axis=1, keepdims=True)
    s, v = unit[:, 0], unit[:, 1:]
    across = np.cross(v[:, None, :], np.eye(3)[None])
    outer = v[:, :, None] * v[:, None, :]
    straight = (2 * s**2 - 1)[:, None, None] * np.eye(3)
    return np.asarray(straight + 2 * outer + 2 * s[:, None, None] * np.swapaxes(across, 1, 2))
