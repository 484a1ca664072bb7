"""Motions made in a cell: parts of its document, unsaved until written to a file."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from rvs.engine.notebooks import Shown
from rvs.fields.edit import edit
from rvs.model.document import Document, PlacedRobot, turning
from rvs.model.members import fresh_id, without
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.model.motions.motion import JointTrajectory
    from rvs.model.motions.player import Repeat


@dataclass(frozen=True, slots=True)
class KeptMotion(Shown):
    """A motion that was computed or recorded, in the form that files can store.

    Attributes:
        name: Displayed name, including the changes made; unique in the cell.
        trajectory: The rows.
        repeat: Behaviour of players at its end.
        marks: Times at which the steps of a program are reached, in s.
        simulated: It is a run of the simulation.
        file: File to which it was saved, or empty.
    """

    name: str
    trajectory: JointTrajectory
    repeat: Repeat = "once"
    marks: tuple[float, ...] = ()
    simulated: bool = False
    file: str = ""

    @property
    def robot_id(self) -> str:
        """Id of its robot."""
        return self.trajectory.robot_id

    @property
    def said(self) -> Hashable:
        """Content of its file, independent of the name of the robot."""
        return self.name, self.repeat, replace(self.trajectory, robot_id="")


def keep_motion(document: Document, motion: KeptMotion) -> Document:
    """Store a motion in the cell, replacing one of the robot with the same name."""
    others = tuple(
        one
        for one in document.motions
        if (one.name, one.robot_id) != (motion.name, motion.robot_id)
    )
    free = fresh_id(motion.name, (one.name for one in others))
    return replace(document, motions=(*others, replace(motion, name=free)))


@edit("Discard motion {name}")
def drop_motion(document: Document, name: str) -> Document:
    """Remove a motion from the cell.

    Raises:
        ArgumentError: The cell keeps no motion of this name.
    """
    return without(document, "motions", name)


def kept_motion(document: Document, name: str) -> KeptMotion | None:
    """Return the motion with a name that was made in the cell, or None."""
    return next((one for one in document.motions if one.name == name), None)


def filed(
    saved: Iterable[KeptMotion], robots: Iterable[PlacedRobot], document: Document
) -> Document:
    """Return a document whose motions refer to the files to which they were saved.

    Args:
        saved: The motions as they were saved, with their files.
        robots: Their robots then: rows are angles or lengths according to the joints of these.
        document: The document that contains them, possibly with earlier ones of the same names.
    """
    then = {placed.id: turning(placed) for placed in robots}
    files = {(one.said, then.get(one.robot_id)): one.file for one in saved if one.file}
    motions = tuple(
        replace(one, file=files.get((one.said, turning(document.robot(one.robot_id))), one.file))
        for one in document.motions
    )
    return document if motions == document.motions else replace(document, motions=motions)
