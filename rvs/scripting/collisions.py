"""What collides, at a moment or along a motion, as results of scripts."""

from __future__ import annotations

from functools import cached_property

from rvs.collision.check import Near, check_of
from rvs.collision.motion import check_motion
from rvs.collision.words import pair_words, signed
from rvs.model.collision.edits import set_collision
from rvs.model.document import Document
from rvs.model.motions.motion import Motion
from rvs.model.refs import Ref
from rvs.model.state import Postures, with_posture
from rvs.model.steps import finished
from rvs.model.views.view import Mode
from rvs.scripting.subjects import What, cell_of, motion_in, robot_in
from rvs.scripting.tables import Tabled, tabulate
from rvs.study.passage import Passage
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Collisions:
    """What a check for collision is of, and what it finds.

    Attributes:
        document: The cell.
        postures: Joint values of every robot, rad and m.
        mode: Which bodies count.
        motion: What is played, or None for a moment.
    """

    document: Document
    postures: Postures
    mode: Mode
    motion: Motion | None = None

    @property
    def margin(self) -> float:
        """Pairs that are nearer than this are named, m."""
        return self.document.collision.margin

    @cached_property
    def near(self) -> tuple[Near, ...]:
        """The pairs within the margin at the moment, else the nearest one, the deepest first."""
        return check_of(self.document, self.mode).near(self.postures, self.margin)

    @property
    def within(self) -> tuple[Near, ...]:
        """The pairs within the margin at the moment."""
        return tuple(one for one in self.near if one.clearance.distance <= self.margin)

    @property
    def hits(self) -> tuple[Near, ...]:
        """The pairs that collide at the moment."""
        return tuple(one for one in self.within if one.clearance.colliding)

    @cached_property
    def passage(self) -> Passage[Ref]:
        """What the motion comes near to.

        Raises:
            RvsError: There is no motion.
        """
        job = check_motion(self.document, self.postures, self.mode, self._moving)
        return finished(job)

    @property
    def _moving(self) -> Motion:
        from rvs.engine.errors import RvsError

        if self.motion is None:
            raise RvsError("a moment was checked; name a motion to check the whole of it")
        return self.motion

    @property
    def colliding(self) -> bool:
        """Whether anything collides."""
        return bool(self.passage.collisions if self.motion else self.hits)

    @property
    def least(self) -> float:
        """Least distance, m; below 0 is how deep bodies overlap at least, inf if nothing moves."""
        if self.motion is not None:
            return self.passage.least[0]
        return signed(self.near[0]) if self.near else float("inf")

    @property
    def pairs(self) -> tuple[tuple[Ref, Ref], ...]:
        """The pairs that collide, each once."""
        found = self.passage.collisions if self.motion else self.hits
        return tuple(dict.fromkeys((one.a, one.b) for one in found))

    @property
    def table(self) -> Tabled:
        """What collides and what is near, to be shown and written; distances in mm."""
        if self.motion is None:
            rows = [
                ("collides" if one.clearance.colliding else "near",
                 pair_words(self.document, one.a, one.b), 1000.0 * signed(one))
                for one in self.within
            ]  # fmt: skip
            return tabulate(rows, ("", "pair", "distance (mm)"), "Collisions")
        episodes = [
            ("collides" if one.colliding else "near", pair_words(self.document, one.a, one.b),
             one.start, one.end, 1000.0 * one.least)
            for one in self.passage.episodes
        ]  # fmt: skip
        headings = ("", "pair", "from (s)", "to (s)", "least distance (mm)")
        return tabulate(episodes, headings, "Collisions along the motion")

    def __repr__(self) -> str:
        count = len(self.pairs)
        found = f"{count} pair{'s' * (count != 1)} collide{'s' * (count == 1)}"
        return f"<Collisions: {found if count else 'nothing collides'}>"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def collide(
    what: What = None,
    *,
    motion: Motion | str | None = None,
    q: object = None,
    robot: str = "",
    margin: float | None = None,
    floor: bool | None = None,
    mode: Mode | None = None,
) -> Collisions:
    """Check a cell or a robot for collision, now or along a motion.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        motion: What to check the whole of: a motion, or the name of one.
        q: Posture of the robot (n,), rad and m; the present one if left out.
        robot: Id of the robot of the posture; the active one if left out.
        margin: Name pairs that are nearer than this, m; as the cell says if left out.
        floor: Whether the floor counts; as the cell says if left out.
        mode: Which bodies count, such as ``"full"``; those that are shown if left out.

    Returns:
        What touches or is too near, pair by pair, or each contact of the motion with its times.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: A posture or a margin that can't be.
    """
    cell = cell_of(what)
    postures = cell.postures
    if q is not None:
        from rvs.engine.kinematics import check_posture

        placed = robot_in(cell, robot)
        values = check_posture(placed.robot, q)  # type: ignore[arg-type]
        postures = with_posture(postures, placed.id, tuple(values.tolist()))
    document = set_collision(cell.document, floor, margin)
    found = None if motion is None else motion_in(cell, motion, robot)
    return Collisions(document, postures, mode or cell.view.mode, found)
