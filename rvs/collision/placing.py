"""Collisions of a robot, or of its work, at other positions."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.collision.check import check_of
from rvs.collision.pairs import stands_still
from rvs.collision.shapes import cell_poses, thing_shape
from rvs.collision.words import pair_words
from rvs.engine.arrays import Array
from rvs.engine.kinematics import frames
from rvs.model.collision.rules import Pair, pair_of
from rvs.model.document import Document
from rvs.model.refs import Ref, thing_ref
from rvs.model.state import Postures
from rvs.model.views.view import Mode
from rvs.study.clearance import Checker

# Objects this near each other, in m, stand on each other.
TOUCHING = 1e-3


class PlaceCheck:
    """Collision check of a robot, or of some objects, at other positions.

    Bodies that neither move nor are carried are checked only against moving or carried ones.

    Args:
        document: The cell with the robot as mounted and at its intended height.
        postures: Joint values of every robot, rad and m.
        mode: Display mode of the cell.
        robot_id: The robot.
        work: Ids of the objects that move, in place of the robot; None: the robot moves.
        touching: Ids of objects that the robot may touch.
        margin: Bodies nearer than this collide, m.
    """

    def __init__(
        self, document: Document, postures: Postures, mode: Mode, robot_id: str,
        work: Collection[str] | None = None, touching: Collection[str] = (), margin: float = 0.0,
    ) -> None:  # fmt: skip
        self.document, self.margin = document, margin
        self._placed = placed = document.robot(robot_id)
        self._moves = work is None
        bodies = check_of(document, mode).bodies
        moved = {thing_ref(one) for one in work or ()}
        own = {ref for ref in bodies.refs if ref[0] == robot_id}
        moving = moved | {ref for ref in own if self._moves or not stands_still(ref)}
        allowed = {thing_ref(one) for one in touching}
        pairs = [
            pair for pair in (*bodies.checked, *_beside_work(document, moved))
            if moving.intersection(pair)
            and not (allowed.intersection(pair) and own.intersection(pair))
        ]  # fmt: skip
        wanted = {ref for pair in pairs for ref in pair}
        shapes = {
            ref: shape
            for ref, shape in zip(bodies.refs, bodies.shapes, strict=True) if ref in wanted
        }  # fmt: skip
        beside = [pair for pair in pairs if pair in bodies.beside]
        self._checker: Checker[Ref] = Checker(shapes, pairs, beside)
        names = self._checker.names
        self._poses = cell_poses(document, postures, mode, names)
        world = world_frames(placed, postures[robot_id])
        self._own = np.array([k for k, ref in enumerate(names) if ref in own], dtype=int)
        carriers = [int(ref[2]) if ref[1:2] == ("link",) else placed.robot.n
                    for ref in (names[k] for k in self._own)]  # fmt: skip
        self._carriers = np.array(carriers, dtype=int)
        # links and tool are in their frames; a payload has a place of its own in the last
        self._local = np.linalg.inv(world[self._carriers]) @ self._poses[self._own]
        self._things = np.array([k for k, ref in enumerate(names) if ref in moved], dtype=int)
        self._resting = self._poses[self._things]

    def poses(self, place: Array, q: Array) -> Array:
        """Return the poses of bodies (b, 4, 4) with the robot, or its work, at a pose (4, 4)."""
        poses = self._poses.copy()
        base = place if self._moves else np.asarray(self._placed.place)
        poses[self._own] = (base @ frames(self._placed.robot, q))[self._carriers] @ self._local
        if not self._moves:
            poses[self._things] = place @ self._resting
        return poses

    def meets(self, place: Array, q: Array) -> str:
        """Return the collisions and near bodies of the robot in a posture (n,), or nothing.

        Args:
            place: Pose of the robot, or the motion of the work from its current pose (4, 4).
            q: The posture, rad and m.
        """
        poses = self.poses(place, q)
        if self.margin > 0.0:
            near = self._checker.near(poses, self.margin)
            pair = (near[0].a, near[0].b) if near else None
        else:
            pair = next(iter(self._checker.colliding(poses)), None)
        return pair_words(self.document, *pair) if pair else ""

    def least(self, place: Array, postures: Array) -> float:
        """Return the least distance of bodies in postures (t, n), m; infinite for none."""
        found = [self._checker.least(self.poses(place, q)) for q in postures]
        return min(found, default=np.inf)


def _beside_work(document: Document, moved: Collection[Ref]) -> Iterator[Pair]:
    """Yield the pairs of moved objects with fixed ones that they do not touch now."""
    if not moved:
        return
    shapes = {thing_ref(one.id): thing_shape(one) for one in document.things if not one.hidden}
    poses = {thing_ref(one.id): np.asarray(one.place) for one in document.things}
    pairs = [(a, b) for a in shapes if a in moved for b in shapes if b not in moved]
    checker = Checker(shapes, pairs)
    touching = {(one.a, one.b) for one in checker.near([poses[ref] for ref in shapes], TOUCHING)}
    yield from (pair_of(*pair) for pair in pairs if pair not in touching)
