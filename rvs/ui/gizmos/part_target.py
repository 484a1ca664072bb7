"""The gizmo of a part of a body: dragging it changes the part's moves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.engine.screws import log3
from rvs.engine.transforms import inverse
from rvs.model.body.fit import fit
from rvs.model.body.part_text import moved, turned
from rvs.model.body.values import Move, Place
from rvs.model.document import PlacedRobot
from rvs.model.state import State
from rvs.ui.gizmos.gizmo_target import GizmoTarget

# Drags go by steps of a hundredth of a millimetre and of a degree, so that numbers stay readable.
FINE, FINE_TURN = 1e-5, float(np.radians(0.01))

Change = Callable[[tuple[Move, ...], object], None]


class PartTarget(GizmoTarget):
    """Where a part is, and the moves that a drag gives it.

    Attributes:
        change: Takes the moves, and what makes those of one drag one step.
    """

    def __init__(self) -> None:
        super().__init__()
        self.change: Change = lambda _moves, _merge: None
        self._moves: tuple[Move, ...] = ()

    def aim(self, state: State, placed: PlacedRobot | None, place: Place, part_id: str) -> None:
        """Sit at a part, its first copy where it is repeated, or nowhere."""
        self.pose = None
        if placed is not None and placed.body is not None and part_id:
            fitted = fit(placed.body, placed.robot).parts
            poses = [one.poses[0] for one in fitted if (one.place, one.id) == (place, part_id)]
            frames = world_frames(placed, state.postures[placed.id])
            index = placed.robot.n if place == "tool" else place
            if poses:
                self.pose = np.asarray(frames[index] @ poses[0])
                self._moves = placed.body.part(place, part_id).moves
        self.changed.emit()

    def lead(self, pose: Array, *, merge: object = None) -> None:
        """Give the part the moves that bring it to a pose in the world (4, 4)."""
        if self.pose is None:
            return
        step = inverse(self.pose) @ pose
        turn = log3(step[:3, :3])
        axis = int(np.argmax(np.abs(turn)))
        moves = self._moves
        way = np.round(step[:3, 3] / FINE) * FINE
        if np.abs(way).max() > 0.0:
            moves = moved(moves, (float(way[0]), float(way[1]), float(way[2])))
        angle = float(np.round(turn[axis] / FINE_TURN) * FINE_TURN)
        if angle:
            moves = turned(moves, axis, angle)
        if moves != self._moves:
            self.change(moves, merge)
