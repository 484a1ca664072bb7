"""The document: the user's work, always valid, and the edits that change it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field, replace
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError
from rvs.engine.notebooks import Shown
from rvs.engine.robot import IDENTITY, Pose, Robot
from rvs.fields.edit import edit
from rvs.model.annotations.marks import Measure, Note, holds
from rvs.model.appearance.colors import rgba
from rvs.model.body.values import Body
from rvs.model.bounds import (
    TIME,
    Bounds,
    check_fields,
    check_name,
    check_place,
    check_robot_bounds,
    check_texts,
)
from rvs.model.collision.rules import CollisionRules, fit_rules
from rvs.model.figures.figure import NamedFigure, fit_figures
from rvs.model.members import added, find, swapped, without
from rvs.model.motions.grips import Grips, check_grips
from rvs.model.numbers.units import LENGTH_UNITS
from rvs.model.programs.program import Program
from rvs.model.robots.imported import Imported
from rvs.model.robots.named_posture import NamedPostures, fitting
from rvs.model.robots.parameters import NO_PARAMETERS, Parameters, fitted
from rvs.model.robots.payloads import Payload
from rvs.model.things.thing import MOST_THINGS, TargetFrame, Thing
from rvs.model.views.view import Bookmark, Display
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.model.motions.kept import KeptMotion

OPENING = Bounds(0.0, 1.0)
# Of a cell.
MOST_ROBOTS = 200


_ID = attrgetter("id")


@dataclass(frozen=True, slots=True)
class PlacedRobot(Shown):
    """A robot in the cell.

    Attributes:
        id: Stable name inside the document, the first part of every Ref to it.
        robot: The robot; its own base transform is applied after ``place``.
        place: Its pose in the world, as rows.
        unit: Unit of length of its file and of the numbers shown for it.
        end_effector: Name of its end-effector.
        color: Colour of its links, or empty for the standard one.
        full: Its file requests a full model.
        origin: Library name or path it was read from, or empty.
        imported: File of another program that it was made from, or None.
        body: The full model, or None.
        effector: Body of its end-effector, or None if there is none with that name.
        opening: Opening of its gripper, 0 to 1.
        payload: Its payload, or None.
        grips: Times at which it grips and releases the payload while it plays a motion; always held
            if empty.
        start: Start of its motion on the time line of the cell, in s; 0 or more.
        hidden: It is not visible.
        display: Its display, independent of the view of all robots.
        named: Postures with unique names; any with a wrong number of joint values is removed.
        parameters: Its named parameters, the cells of its table that depend on them, and its
            variants; the expression of a cell with a different number is removed.
    """

    id: str
    robot: Robot
    place: Pose = IDENTITY
    unit: str = "m"
    end_effector: str = "hand"
    color: str = ""
    full: bool = False
    origin: str = ""
    body: Body | None = None
    effector: Body | None = field(default=None, compare=False)
    opening: float = 0.6
    payload: Payload | None = None
    grips: Grips = ()
    start: float = 0.0
    hidden: bool = False
    display: Display = Display()
    named: NamedPostures = ()
    imported: Imported | None = field(default=None, compare=False)
    parameters: Parameters = NO_PARAMETERS

    def __post_init__(self) -> None:
        check_name(self, "id", "a robot")
        check_texts(self, "end_effector", "origin")
        check_choice(self.unit, "unit", LENGTH_UNITS)
        if self.color:
            rgba(self.color)
        check_robot_bounds(self.robot)
        check_place(self.place, "place")
        check_fields(self, {"opening": OPENING, "start": TIME})
        check_grips(self.grips)
        kept = fitting(self.named, self.robot.n)
        if kept != self.named:
            object.__setattr__(self, "named", kept)
        parameters = fitted(self.robot, self.parameters)
        if parameters is not self.parameters:
            object.__setattr__(self, "parameters", parameters)
        if self.body is not None and parameters.every:
            # here, since robots without parameters need none of it
            from rvs.model.robots.body_parameters import bound

            object.__setattr__(self, "body", bound(self.body, parameters, self.robot))


@dataclass(frozen=True, slots=True)
class Document:
    """Everything that is saved with a cell.

    Attributes:
        robots: Robots in the order they were placed; ids are unique.
        programs: Programs taught to the robots; names are unique.  A program is removed if its
            robot has been removed or has a new joint count: it could not be played or saved.
            A step whose place is removed remains.
        figures: Figures that can be drawn again by name; names are unique.
        things: Objects around the robots.
        targets: Named places.
        notes: Texts pinned to points; they are removed with their link or object.
        measures: Measurements; they are removed with their links or objects.
        bookmarks: Stored views; names are unique.
        collision: Rules of its collision check; pairs with removed items are removed too.
        motions: Motions made here rather than read from files; names are unique, and each is
            removed with its robot.

    Robots, objects, places, notes and measurements share no id.
    """

    robots: tuple[PlacedRobot, ...] = ()
    programs: tuple[Program, ...] = ()
    figures: tuple[NamedFigure, ...] = ()
    things: tuple[Thing, ...] = ()
    targets: tuple[TargetFrame, ...] = ()
    notes: tuple[Note, ...] = ()
    measures: tuple[Measure, ...] = ()
    bookmarks: tuple[Bookmark, ...] = ()
    collision: CollisionRules = field(default_factory=CollisionRules)
    motions: tuple[KeptMotion, ...] = ()

    def __post_init__(self) -> None:
        ids = self.ids
        if len(set(ids)) != len(ids):
            doubled = next(one for one, times in Counter(ids).items() if times > 1)
            raise ArgumentError(f"id: two items of the cell have the id {doubled!r}")
        for kind, most in (
            ("robots", MOST_ROBOTS),
            ("things", MOST_THINGS),
            ("targets", MOST_THINGS),
        ):
            if len(getattr(self, kind)) > most:
                raise ArgumentError(f"{kind}: a cell has at most {most:,}")
        names = [program.name for program in self.programs]
        if len(set(names)) != len(names):
            raise ArgumentError(
                f"programs: two have the same name; the names are {', '.join(names)}"
            )
        joints = {placed.id: placed.robot.n for placed in self.robots}
        kept = tuple(one for one in self.programs if _fits(one, joints))
        if len(kept) != len(self.programs):
            object.__setattr__(self, "programs", kept)
        object.__setattr__(self, "figures", fit_figures(self.figures, joints))
        marks = [bookmark.name for bookmark in self.bookmarks]
        if len(set(marks)) != len(marks):
            raise ArgumentError(
                f"bookmarks: two have the same name; the names are {', '.join(marks)}"
            )
        made = [one.name for one in self.motions]
        if len(set(made)) != len(made):
            raise ArgumentError(f"motions: two have the same name; the names are {', '.join(made)}")
        moved = tuple(one for one in self.motions if joints.get(one.robot_id) == one.trajectory.n)
        if len(moved) != len(self.motions):
            object.__setattr__(self, "motions", moved)
        self._drop_loose(joints)

    def _drop_loose(self, joints: Mapping[str, int]) -> None:
        """Remove notes and measurements without their items, and missing places of steps."""
        known = {"", *(target.id for target in self.targets)}
        if not all(step.place in known for one in self.programs for step in one.steps):
            programs = tuple(
                replace(
                    one,
                    steps=tuple(
                        step if step.place in known else replace(step, place="")
                        for step in one.steps
                    ),
                )
                for one in self.programs
            )
            object.__setattr__(self, "programs", programs)
        rules = self.collision
        if not (self.notes or self.measures or rules.ignored or rules.checked):
            return
        things = frozenset(map(_ID, self.things))
        notes = tuple(n for n in self.notes if n.anchor is None or holds(n.anchor, joints, things))
        fitted = fit_rules(self.collision, joints, things)
        if fitted is not self.collision:
            object.__setattr__(self, "collision", fitted)
        measures = tuple(
            one
            for one in self.measures
            if holds(one.first, joints, things) and holds(one.second, joints, things)
        )
        if len(notes) != len(self.notes):
            object.__setattr__(self, "notes", notes)
        if len(measures) != len(self.measures):
            object.__setattr__(self, "measures", measures)

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of all robots, objects, targets, notes and measurements."""
        every = (self.robots, self.things, self.targets, self.notes, self.measures)
        return tuple(map(_ID, chain.from_iterable(every)))

    def robot(self, robot_id: str) -> PlacedRobot:
        """Return the robot with this id.

        Raises:
            ArgumentError: The document has no such robot.
        """
        for placed in self.robots:
            if placed.id == robot_id:
                return placed
        known = ", ".join(placed.id for placed in self.robots) or "none"
        raise ArgumentError(f"robot_id: the cell has no robot {robot_id!r}; it has {known}")

    def thing(self, thing_id: str) -> Thing:
        """Return the object with this id.

        Raises:
            ArgumentError: The document has no such object.
        """
        thing: Thing = find(self, "things", thing_id)
        return thing

    def target(self, target_id: str) -> TargetFrame:
        """Return the target with this id.

        Raises:
            ArgumentError: The document has no such place.
        """
        target: TargetFrame = find(self, "targets", target_id)
        return target


def _fits(program: Program, joints: Mapping[str, int]) -> bool:
    count = joints.get(program.robot_id)
    return count is not None and all(len(step.q) == count for step in program.steps)


def remarks(document: Document) -> tuple[tuple[object, ...], ...]:
    """Return the possible differences of equal robots: their remarks, and their loads."""
    return tuple(
        (
            (placed.robot.manufacturer, placed.robot.comment, placed.robot.source),
            *map(_with_file, (placed.body, placed.effector)),
            _with_file(placed.payload.body if placed.payload else None),
        )
        for placed in document.robots
    )


def _with_file(body: Body | None) -> tuple[object, ...]:
    """Return a body and its file, in which equal bodies may differ."""
    return (body, body.name, body.origin) if body else ()


def title(placed: PlacedRobot) -> str:
    """Return the displayed name of a robot, with the number that distinguishes it from others."""
    name = placed.robot.name
    return placed.id if not name or placed.id.startswith(f"{name} ") else name


def called(document: Document, placed: PlacedRobot) -> str:
    """Return the displayed name of a robot: its name in the cell if there are several."""
    return placed.id if len(document.robots) > 1 else title(placed)


def filed_as(document: Document, placed: PlacedRobot) -> str:
    """Return the displayed name of a robot's file: its id if names are ambiguous."""
    own = title(placed)
    return own if sum(title(one) == own for one in document.robots) < 2 else placed.id


def add_robot(document: Document, placed: PlacedRobot) -> Document:
    """Add a robot; its id gets a number if it is taken."""
    return added(document, "robots", placed)


@edit("Remove {robot_id}")
def remove_robot(document: Document, robot_id: str) -> Document:
    """Remove a robot from the cell."""
    document.robot(robot_id)
    return without(document, "robots", robot_id)


@edit("Change {robot_id}")
def change_robot(document: Document, /, robot_id: str, **changes: Any) -> Document:
    """Change fields of a placed robot, such as ``place`` or ``robot``."""
    old = document.robot(robot_id)
    new = replace(old, **changes)
    document = swapped(document, "robots", old, new)
    if turning(old) == turning(new):
        return document
    # Files of rows say angles and lengths by the joints that the robot had.
    motions = (replace(m, file="") if m.robot_id == robot_id else m for m in document.motions)
    return replace(document, motions=tuple(motions))


def turning(placed: PlacedRobot) -> tuple[bool, ...]:
    """Return which joint values are angles."""
    return tuple(joint.turns for joint in placed.robot.joints)


@edit("Change a joint of {robot_id}")
def set_joint(document: Document, /, robot_id: str, index: int, **changes: Any) -> Document:
    """Change fields of one joint, such as ``a=0.4`` or ``limits=(-1.0, 1.0)``.

    Raises:
        ArgumentError: No such robot or joint, or a value the joint refuses.
    """
    robot = document.robot(robot_id).robot
    if not 0 <= index < robot.n:
        raise ArgumentError(f"index: {robot.name or robot_id} has joints 0 to {robot.n - 1}")
    joints = list(robot.joints)
    joints[index] = replace(joints[index], **changes)
    return change_robot(document, robot_id, robot=robot.replace(joints=tuple(joints)))
