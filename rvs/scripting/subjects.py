"""Subjects of script functions: a cell, a robot as a value, by name, id or file, or nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.robot import Robot
from rvs.fields.field import asked
from rvs.files.library import find_cell, letters, names
from rvs.model.current import current_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.motion import JointTrajectory, Motion
from rvs.model.motions.recording import rows_of
from rvs.model.robots.payloads import PAYLOADS, Payload
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.views.view import View
from rvs.scene.camera import looking
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.files.cells.cell import Cell as SavedCell
    from rvs.scripting.cell import Cell


def meant_robot(document: Document, name: str) -> str:
    """Return the id of a robot from a similar name, such as ``puma560`` for ``PUMA 560``.

    A name that matches none, or several, stays unchanged.
    """
    known = [placed.id for placed in document.robots]
    if name in known:
        return name
    meant = [one for one in known if letters(one) == letters(str(name))]
    return meant[0] if len(meant) == 1 else name


# A text, as a robot alone is drawn without what scripts work on.
What: TypeAlias = "Cell | State | PlacedRobot | Robot | str | Path | None"
SUFFIX = ".rvs"

# How a robot is looked at that nobody has looked at yet.
FIRST_VIEW = View(camera=looking(View().camera, "iso"), mode="full")


class Alone:
    """A robot alone, as a cell for questions, without functions for changing and saving.

    Attributes:
        state: The robot in its initial posture.
        alone: It contains only a robot.
        path: No file.
    """

    alone, path = True, None

    def __init__(self, placed: PlacedRobot) -> None:
        document = Document((placed,))
        postures = MappingProxyType({placed.id: tuple(placed.robot.home.tolist())})
        self.state = State(document, postures, FIRST_VIEW)
        self.document, self.robots = document, document.robots
        self.postures, self.view = postures, FIRST_VIEW

    @property
    def present(self) -> SavedCell:
        """The cell in the form of a file."""
        # here: few motions are of a cell
        from rvs.files.cells.cell import Cell

        return Cell().holding(self.state)


def cell_of(what: What) -> Cell:
    """Return the cell meant: the current one, or a separate one for a robot.

    Raises:
        RvsError: There is no such robot or file, or it has errors.
        ArgumentError: It is neither a cell nor a robot.
    """
    from rvs.files.cells.session_file import HeldCell
    from rvs.scripting.cell import Cell, current

    if what is None:
        return current()
    if isinstance(what, Cell):
        return what
    if isinstance(what, State):
        return Cell(HeldCell(Session(what)))
    file = cell_file(what) if isinstance(what, str | Path) else None
    if file is not None:
        held = HeldCell(Session())
        held.open(file)
        return Cell(held)
    from rvs.scripting.opening import placed

    if not isinstance(what, PlacedRobot | Robot | str | Path):
        raise ArgumentError(f"expected a cell, a robot, or its name or file, got {what!r:.80}")
    alone = Document((placed(what if isinstance(what, PlacedRobot | Robot) else str(what)),))
    return Cell(HeldCell(Session(State(alone, view=FIRST_VIEW))), alone=True)


def cell_file(name: str | Path) -> Path | None:
    """Return the file of a cell with a name, or None if the name means a robot or nothing."""
    words = str(name)
    if words.lower().endswith(SUFFIX):
        return find_cell(words)
    # A robot comes first, as in the window.
    return None if Path(words).suffix or words in names() else find_cell(words)


def robot_in(cell: Cell, robot_id: str = "") -> PlacedRobot:
    """Return a robot of a cell: the one with an id, else the active one.

    Raises:
        RvsError: The cell has no such robot, or none at all.
    """
    if not robot_id:
        found = current_robot(cell.state)
        if found is None:
            raise RvsError("the cell has no robot")
        return found
    try:
        return cell.document.robot(meant_robot(cell.document, robot_id))
    except ArgumentError as error:
        # as scripts and the command line call it
        raise ArgumentError(str(error).replace("robot_id", "robot", 1)) from error


def motion_field(says: str, **facts: Any) -> Any:
    """Return the field of a question for a motion, or the name of one."""
    return asked(None, says, **{"kind": "motion", "label": "Motion"} | facts)


def posture_field(says: str, usual: str = "the current one", **facts: Any) -> Any:
    """Return the field of a question for a posture."""
    return asked(None, says, **{"kind": "joints", "usual": usual, "label": "Posture"} | facts)


def payload_field() -> Any:
    """Return the field of a question for a payload, whose answer begins with ``with_cube``."""
    says = "Add a payload of this mass, a cube of 60 mm"
    return asked(0.0, says, unit="kg", least=0.0, label="Payload")


def processes_field(work: str = "work", result: str = "the numbers are the same") -> Any:
    """Return the field of a question for its number of processes."""
    says = (
        f"Distribute the {work} over processes; in Python, over the workers of an executor such as "
        f"``client.get_executor()`` of Dask; {result}"
    )
    return asked(None, says, kind="executor", option="--processes", usual="one process")


def with_cube(placed: PlacedRobot, mass: float, name: str = "payload") -> PlacedRobot:
    """Return a robot with a cube of 60 mm as payload, or with its own payload for no mass.

    Args:
        placed: The robot.
        mass: Mass of the payload, in kg.
        name: The argument or option with which it was given.

    Raises:
        ArgumentError: A mass below 0.
    """
    if not mass >= 0.0:
        raise ArgumentError(f"{name}: expected 0 kg or more, got {mass:g}")
    return replace(placed, payload=Payload("box", PAYLOADS["box"].sizes, mass)) if mass else placed


@dataclass(frozen=True)
class Titled:
    """A motion with the name by which it was requested."""

    title: str
    motion: Motion


def title_of(motion: object) -> str:
    """Return the name of a motion, or "the motion" for one without a name."""
    return motion if isinstance(motion, str) else getattr(motion, "title", "the motion")


def motion_in(
    cell: Cell, motion: Motion | Titled | str | None, robot_id: str = "", damping: float = 0.0
) -> Motion:
    """Return a motion: a value, one by its name, or the loaded one.

    Args:
        cell: The cell.
        motion: The motion, the name of one, or None.
        robot_id: The robot of a file that names none; the active one if left out.
        damping: Permitted deviation of the tool from the path of a file near singularities.

    Raises:
        RvsError: There is none, its file has errors, or the robot can't follow it.
    """
    if isinstance(motion, str):
        from rvs.files.cells.motions import motion_of

        return motion_of(cell.present, motion, robot_in(cell, robot_id).id, damping)
    if isinstance(motion, Titled):
        return motion.motion
    found = cell.state.motion if motion is None else motion
    return cell.timeline() if found is None else found


def rows_in(cell: Cell, motion: Motion | Titled | str | None, robot_id: str) -> JointTrajectory:
    """Return the postures of a robot in a motion as rows; arguments as ``motion_in``."""
    return rows_of(motion_in(cell, motion, robot_id), robot_id)


def at_start(state: State, motion: Motion) -> State:
    """Return a state at the start of a motion; other robots keep their postures."""
    return at_time(state, motion, 0.0)


def at_time(state: State, motion: Motion, time: float) -> State:
    """Return a state at a time of a motion, in s; other robots keep their postures."""
    postures = MappingProxyType({**state.postures, **motion.at(time)})
    return replace(state, postures=postures, motion=motion, playhead=time)
