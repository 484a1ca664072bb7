"""A cell checked at one time: colliding bodies, and the distances between the others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rvs.bodies.robot_body import START
from rvs.collision.grasping import Held, grasped_objects, held_at, with_grasped
from rvs.collision.pairs import Bodies, cell_bodies
from rvs.collision.shapes import cell_poses, opening_now
from rvs.engine.arrays import Array
from rvs.model.collision.rules import Pair
from rvs.model.derived import derived
from rvs.model.document import Document
from rvs.model.motions.motion import Motion
from rvs.model.refs import Ref
from rvs.model.state import Postures, State
from rvs.model.views.view import Mode
from rvs.study.clearance import Checker, Encounter
from rvs.study.shapes import Shape
from rvs.value_class import dataclass

Near = Encounter[Ref]
Pairs = tuple[tuple[Ref, Ref], ...]


@dataclass(frozen=True, eq=False)
class CellCheck:
    """Checks postures of one cell.

    Attributes:
        document: The cell.
        mode: Display mode.
        bodies: The checked bodies.
        checker: Finder of near pairs.
    """

    document: Document
    mode: Mode
    bodies: Bodies
    checker: Checker[Ref]

    def poses(self, postures: Postures, motion: Motion | None = None, t: float = START) -> Array:
        """Return the poses of all bodies (b, 4, 4); see ``cell_poses``."""
        document = with_grasped(self.document, motion, t)
        return cell_poses(document, postures, self.mode, self.bodies.refs, motion, t)

    def near(
        self,
        postures: Postures,
        margin: float,
        nearest: bool = True,
        motion: Motion | None = None,
        t: float = START,
    ) -> tuple[Near, ...]:
        """Return the pairs within a margin: collisions first, deepest first, then by distance.

        Args:
            postures: Joint values of every robot, rad and m.
            margin: Pairs up to this distance are found, m.
            nearest: The nearest pair is found in any case.
            motion: The motion in which payloads are gripped and released, or None.
            t: Time in that motion, in s.
        """
        return self.checker.near(self.poses(postures, motion, t), margin, nearest)

    def colliding(self, postures: Postures) -> Pairs:
        """Return the pairs that collide."""
        return self.checker.colliding(self.poses(postures))


def check_of(
    document: Document,
    mode: Mode,
    motion: Motion | None = None,
    t: float = START,
    held: Held | None = None,
) -> CellCheck:
    """Return the check of a cell, with the openings of its grippers at a time of a motion.

    Args:
        document: The cell.
        mode: Display mode.
        motion: The motion in which objects and payloads are gripped and released, or None.
        t: Time in that motion, in s.
        held: Objects carried by robots, with the robots; those at that time when None.
    """
    openings = [opening_now(placed, mode, motion, t) for placed in document.robots]
    carried = held_at(grasped_objects(document, motion), t) if held is None else held
    return _check(document, mode, carried, *openings)


def check_state(state: State) -> CellCheck:
    """Return the check of the cell of a state, as currently drawn."""
    return check_of(state.document, state.view.mode, state.motion, state.playhead)


def hits(near: Sequence[Near]) -> tuple[Near, ...]:
    """Return the pairs that collide."""
    return tuple(one for one in near if one.clearance.colliding)


@derived(size=128)
def _check(document: Document, mode: Mode, held: Held, *openings: float) -> CellCheck:
    bodies = cell_bodies(document, mode, openings, held)
    checker = _checker(bodies.refs, bodies.shapes, bodies.checked, bodies.beside)
    return CellCheck(document, mode, bodies, checker)


# By value: tuples of the same bodies are made again with every edit of the document.
@lru_cache(maxsize=2)
def _checker(
    refs: tuple[Ref, ...], shapes: tuple[Shape, ...], checked: Pairs, beside: frozenset[Pair]
) -> Checker[Ref]:
    """Return one checker for documents with the same bodies, whose poses alone may differ."""
    return Checker(dict(zip(refs, shapes, strict=True)), checked, beside)
