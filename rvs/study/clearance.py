"""Distances between bodies, and collisions."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping
from itertools import combinations
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array, check_numbers
from rvs.engine.errors import ArgumentError
from rvs.study.collider import CONTACT, make_collider
from rvs.study.shapes import Indices, Shape, pack
from rvs.value_class import dataclass

__all__ = ["CONTACT", "Checker", "Clearance", "Encounter", "clearance"]

Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True, slots=True, eq=False)
class Clearance:
    """Distance between two bodies.

    Attributes:
        distance: Their distance in m; 0 if they meet.
        point_a: The nearest point of the first (3,), m; its deepest one if they collide.
        point_b: The corresponding point of the second (3,), m.
        colliding: They overlap by more than ``CONTACT``, a micrometre.
        depth: Least translation that separates them, m; a lower bound if a body is made of several
            pieces.
    """

    distance: float
    point_a: Array
    point_b: Array
    colliding: bool
    depth: float


@dataclass(frozen=True, slots=True, eq=False)
class Encounter(Generic[Name]):
    """Two bodies near each other.

    Attributes:
        a: Name of the first.
        b: Name of the second.
        clearance: Their distance.
    """

    a: Name
    b: Name
    clearance: Clearance


class Checker(Generic[Name]):
    """Finds nearby pairs of many bodies, posture after posture.

    Args:
        shapes: The bodies by their names.
        pairs: Names of the bodies whose distance is checked; all pairs if left out.
        beside: Pairs that are always near each other, and so reported only when they meet.

    Raises:
        ArgumentError: A pair names an unknown body.
    """

    def __init__(
        self,
        shapes: Mapping[Name, Shape],
        pairs: Iterable[tuple[Name, Name]] | None = None,
        beside: Collection[tuple[Name, Name]] = (),
    ) -> None:
        self.names: tuple[Name, ...] = tuple(shapes)
        self.pairs: tuple[tuple[Name, Name], ...] = tuple(
            combinations(self.names, 2) if pairs is None else pairs
        )
        place = {name: k for k, name in enumerate(self.names)}
        for name in (one for pair in self.pairs for one in pair):
            if name not in place:
                raise ArgumentError(f"pairs: there is no body {name!r}")
        rows = [[place[a], place[b]] for a, b in self.pairs]
        self._rows = np.array(rows, np.int64).reshape(-1, 2)
        aside = set(beside)
        told = np.array([pair not in aside for pair in self.pairs], bool)
        self._told, self._beside = np.flatnonzero(told), np.flatnonzero(~told)
        self._told_rows, self._beside_rows = self._rows[self._told], self._rows[self._beside]
        self._collider = make_collider(pack([shapes[name] for name in self.names]))

    def near(
        self, poses: ArrayLike, margin: float = 0.0, nearest: bool = False
    ) -> tuple[Encounter[Name], ...]:
        """Return the pairs within a margin: collisions first, deepest first, then by distance.

        Args:
            poses: Pose of each body (b, 4, 4), in the order of ``names``, m.
            margin: Pairs up to this distance are found; infinite for all.
            nearest: Find the nearest pair in any case.

        Raises:
            ArgumentError: Not one pose for each body, or a negative margin.
        """
        if not margin >= 0.0:
            raise ArgumentError(f"margin: expected 0 or more, got {margin:g}")
        which, rows = self._measure(poses, float(margin), nearest, True)
        order = np.lexsort((which, rows[:, 0] - rows[:, 1]))
        return tuple(self._encounter(int(which[k]), rows[k]) for k in order)

    def colliding(self, poses: ArrayLike) -> tuple[tuple[Name, Name], ...]:
        """Return the colliding pairs, without depths.

        Args:
            poses: Pose of each body (b, 4, 4), in the order of ``names``, m.

        Raises:
            ArgumentError: Not one pose for each body.
        """
        which, rows = self._measure(poses, 0.0, False, False)
        return tuple(self.pairs[k] for k in which[rows[:, 1] > CONTACT].tolist())

    def least(self, poses: ArrayLike) -> float:
        """Return the distance of the nearest pair; infinite if there are none to check.

        Args:
            poses: Pose of each body (b, 4, 4), in the order of ``names``, m.

        Raises:
            ArgumentError: Not one pose for each body.
        """
        _, rows = self._measure(poses, 0.0, True, False)
        return float(rows[:, 0].min()) if len(rows) else np.inf

    def _measure(
        self, poses: ArrayLike, margin: float, nearest: bool, deep: bool
    ) -> tuple[Indices, Array]:
        """Return the nearby pairs, and the numbers of each."""
        flat = self._poses(poses)
        which, rows = self._collider.measure(flat, self._told_rows, margin, nearest, deep)
        which = self._told[which]
        if len(self._beside):
            also, more = self._collider.measure(flat, self._beside_rows, 0.0, False, deep)
            met = more[:, 1] > CONTACT
            which = np.concatenate([which, self._beside[also[met]]])
            rows = np.concatenate([rows, more[met]])
        return which, rows

    def _poses(self, poses: ArrayLike) -> Array:
        found = check_numbers(poses, "poses")
        if found.shape != (len(self.names), 4, 4):
            raise ArgumentError(
                f"poses: expected shape ({len(self.names)}, 4, 4), got {found.shape}"
            )
        return np.ascontiguousarray(found.reshape(-1, 16))

    def _encounter(self, pair: int, row: Array) -> Encounter[Name]:
        a, b = self.pairs[pair]
        return Encounter(a, b, _clearance(row))


def clearance(
    a: Shape, b: Shape, pose_a: ArrayLike | None = None, pose_b: ArrayLike | None = None
) -> Clearance:
    """Return the distance between two bodies.

    Args:
        a: The first.
        b: The second.
        pose_a: Pose of the first (4, 4), m; at the origin if left out.
        pose_b: Pose of the second (4, 4), m.

    Raises:
        ArgumentError: A pose of another shape, or an empty body.

    >>> from rvs.study.shapes import box, sphere
    >>> from rvs.engine.transforms import pose
    >>> clearance(box(2, 2, 2), sphere(0.5), pose_b=pose(p=[3, 0, 0])).distance
    1.5
    """
    poses = [np.eye(4) if pose is None else pose for pose in (pose_a, pose_b)]
    found = Checker({0: a, 1: b}).near(np.stack([np.asarray(p, float) for p in poses]), np.inf)
    if not found:
        raise ArgumentError("a, b: expected shapes of one piece or more")
    return found[0].clearance


def _clearance(row: Array) -> Clearance:
    depth = float(row[1])
    return Clearance(float(row[0]), row[2:5], row[5:8], depth > CONTACT, depth)
