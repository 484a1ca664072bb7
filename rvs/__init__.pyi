"""What ``import rvs`` offers; written by tools/stub.py."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike

from rvs.engine.errors import RvsError as RvsError
from rvs.engine.joint import Convention, Kind
from rvs.engine.joint import Inertia as Inertia
from rvs.engine.joint import Joint as Joint
from rvs.engine.joint import Motor as Motor
from rvs.engine.robot import Robot as Robot
from rvs.files.cells.cell import Cell as SavedCell
from rvs.files.cells.held import HeldCell
from rvs.geometry.shape import Parameter as Parameter
from rvs.geometry.shape import Relation as Relation
from rvs.model.annotations.anchors import Anchor as Anchor
from rvs.model.annotations.measures import Measure as Measure
from rvs.model.annotations.notes import Note as Note
from rvs.model.block import Block as Block
from rvs.model.body.values import Body as Body
from rvs.model.body.values import Composite as Composite
from rvs.model.body.values import LinkBody as LinkBody
from rvs.model.body.values import Move as Move
from rvs.model.body.values import Part as Part
from rvs.model.body.values import PartGroup as PartGroup
from rvs.model.body.values import Place
from rvs.model.body.values import Repeat as Repeat
from rvs.model.collision.rules import CollisionRules as CollisionRules
from rvs.model.document import Document as Document
from rvs.model.document import PlacedRobot as PlacedRobot
from rvs.model.figures.figure import NamedFigure as NamedFigure
from rvs.model.mesh_file import MeshFile as MeshFile
from rvs.model.mesh_file import Surface as Surface
from rvs.model.motions.grips import Grip as Grip
from rvs.model.motions.motion import Glide as Glide
from rvs.model.motions.motion import JointTrajectory as JointTrajectory
from rvs.model.motions.motion import Motion as Motion
from rvs.model.motions.tracks import Later as Later
from rvs.model.motions.tracks import Together as Together
from rvs.model.programs.program import Program as Program
from rvs.model.programs.program import Step as Step
from rvs.model.refs import Ref
from rvs.model.robots.named_posture import NamedPosture as NamedPosture
from rvs.model.robots.payloads import Payload as Payload
from rvs.model.session import Session
from rvs.model.state import Postures
from rvs.model.state import State as State
from rvs.model.things.edits import Side
from rvs.model.things.thing import TargetFrame as TargetFrame
from rvs.model.things.thing import Thing as Thing
from rvs.model.views.bookmarks import Bookmark as Bookmark
from rvs.model.views.panes import Pane as Pane
from rvs.model.views.panes import Panes as Panes
from rvs.model.views.section import Plane as Plane
from rvs.model.views.section import Section as Section
from rvs.model.views.view import Camera as Camera
from rvs.model.views.view import View as View
from rvs.model.views.workspace import WorkspaceView as WorkspaceView
from rvs.ui.show import show as show
from rvs.version import __version__ as __version__

class Cell:
    """Robots and what stands around them, as a script changes them."""

    held: HeldCell
    def __init__(self, held: HeldCell | None = ...) -> None: ...
    @property
    def session(self) -> Session:
        """What holds the state, and undo."""
    @property
    def state(self) -> State:
        """All that is true now."""
    @property
    def document(self) -> Document:
        """What is saved with the cell."""
    @property
    def robots(self) -> tuple[PlacedRobot, ...]:
        """The robots in the order in which they were placed."""
    @property
    def postures(self) -> Postures:
        """Joint values of every robot by its id, rad and m."""
    @property
    def view(self) -> View:
        """How it is looked at."""
    @property
    def path(self) -> Path | None:
        """The file that it was opened from or saved to, or None."""
    @property
    def present(self) -> SavedCell:
        """The cell as its file would say it now."""
    def edit(self, label: str, change: Callable[[Document], Document]) -> None:
        """Do any edit of the document."""
    def step(self, label: str) -> AbstractContextManager[None]:
        """Make one step of all edits inside; an error takes back what they did."""
    def pose(self, robot_id: str, q: Sequence[float]) -> None:
        """Give a robot a posture, as one step."""
    def look(self, **changes: Any) -> None:
        """Change fields of the view, such as ``mode="body"`` or ``frames=False``; not undone."""
    def set_view(self, view: View, panes: Panes | None = ...) -> None:
        """Take over a whole view, and viewports if they are given; not undone."""
    def select(self, *refs: Ref | str) -> None:
        """Choose things, or nothing; the robot of the first becomes active; not undone."""
    def undo(self, steps: int = ...) -> None:
        """Go back some steps, as far as there are any."""
    def redo(self, steps: int = ...) -> None:
        """Go forward some steps, as far as there are any."""
    def motion(self, name: str) -> Motion:
        """Return a program or trajectory of the cell, a trajectory of the library, or of a file."""
    def timeline(self) -> Motion:
        """Return what all robots of the cell do together."""
    def load_motion(self, motion: Motion | str | None, playhead: float = ...) -> None:
        """Take a motion to play, or none; not undone."""
    def play(self, t: float) -> None:
        """Show the postures of the loaded motion at a time; not undone."""
    def save(self, path: str | Path | None = ...) -> Path:
        """Write the cell to a file, and return its path."""
    def change_cell(self, **changes: Any) -> None:
        """Change whole fields of the document, such as ``things=(…)`` or ``collision=…``."""
    def put_item(self, field: str, item: Any) -> None:
        """Put an item in the place of the one of its id or name, or add it, locked or not."""
    def remove_items(self, field: str, names: Sequence[str]) -> None:
        """Take items away by id or name, locked or not."""
    def order_items(self, field: str, names: Sequence[str]) -> None:
        """Put the items of a field in another order."""
    def add_robot(self, robot: PlacedRobot | Robot | str, /, **changes: Any) -> str:
        """Place one more robot, such as ``"puma560"``; its id gets a number when it is taken."""
    def remove_robot(self, robot_id: str) -> None:
        """Take a robot out of the cell."""
    def change_robot(self, robot_id: str, **changes: Any) -> None:
        """Change fields of a placed robot, such as ``place`` or ``robot``."""
    def duplicate_robot(self, robot_id: str, place: ArrayLike) -> str:
        """Place a copy of a robot, with its programs, behind the others."""
    def rename_robot(self, robot_id: str, name: str) -> None:
        """Let a robot go by another id, and all that keeps to it by the old one."""
    def stand(self, robot_id: str, place: ArrayLike) -> None:
        """Let a robot stand somewhere else."""
    def paint(self, robot_id: str, color: str) -> None:
        """Give a robot a color of its own, ``#RRGGBB``, or with an empty text the standard one."""
    def begin_at(self, robot_id: str, start: float) -> None:
        """Let the motion of a robot begin at a time of the time line, in s."""
    def set_joint(self, robot_id: str, index: int, **changes: Any) -> None:
        """Change fields of one joint, such as ``a=0.4`` or ``limits=(-1.0, 1.0)``."""
    def add_joint(self, robot_id: str, index: int, joint: Joint | None = ...) -> None:
        """Put a joint at a place of the table, ahead of the one that is there now."""
    def remove_joint(self, robot_id: str, index: int) -> None:
        """Take a joint and its link out of the table."""
    def move_joint(self, robot_id: str, index: int, to: int) -> None:
        """Move a joint with its link to another place of the table."""
    def duplicate_joint(self, robot_id: str, index: int) -> None:
        """Put a copy of a joint behind it; a name gets a number."""
    def set_kind(self, robot_id: str, index: int, kind: Kind, pitch: float | None = ...) -> None:
        """Change the kind of a joint so that the robot at home stays as it is."""
    def set_limits(self, robot_id: str, index: int, lower: float = ..., upper: float = ...) -> None:
        """Set the bounds of a joint's value, in rad or m; infinite where there is none."""
    def set_convention(self, robot_id: str, convention: Convention) -> None:
        """Describe a robot in another convention; it moves as before, for the same joint values."""
    def read_as(self, robot_id: str, convention: Convention) -> None:
        """Take the same numbers for those of another convention: another robot."""
    def set_base(self, robot_id: str, pose: ArrayLike) -> None:
        """Set the pose (4, 4) of a robot's frame 0 in the frame it is placed at."""
    def set_tool(self, robot_id: str, pose: ArrayLike) -> None:
        """Set the pose (4, 4) of a robot's tool in its last frame."""
    def set_unit(self, robot_id: str, unit: str) -> None:
        """Set the unit of a robot's file and of the numbers shown for it; its size stays."""
    def read_in(self, robot_id: str, unit: str) -> None:
        """Take the lengths of a robot for numbers in another unit: a robot of another size."""
    def set_gravity(self, robot_id: str, gravity: ArrayLike) -> None:
        """Set gravity in the world (3,), m/s²."""
    def name_robot(self, robot_id: str, name: str) -> None:
        """Give a robot another name; its id, by which things refer to it, stays."""
    def become(self, robot_id: str, robot: Robot) -> None:
        """Give a robot in the cell the table of a design; its name and words stay."""
    def add_part(self, robot_id: str, place: Place, part: Part) -> None:
        """Add a part to the full model of a robot; its id gets a number when it is taken."""
    def change_part(self, robot_id: str, place: Place, part_id: str, **changes: Any) -> None:
        """Change fields of a part of the full model, such as ``color`` or ``moves``."""
    def remove_part(self, robot_id: str, place: Place, part_id: str) -> None:
        """Take a part out of the full model of a robot."""
    def put_link(self, robot_id: str, link: LinkBody) -> None:
        """Give one link of the full model of a robot other parts."""
    def keep_posture(self, robot_id: str, posture: NamedPosture) -> None:
        """Keep a posture, in the place of one of the same name or as the last."""
    def add_postures(self, robot_id: str, postures: Iterable[NamedPosture]) -> tuple[str, ...]:
        """Add postures that are not there yet, renamed where one that differs has their name."""
    def rename_posture(self, robot_id: str, old: str, new: str) -> None:
        """Give a posture another name; another one of that name goes."""
    def remove_postures(self, robot_id: str, names: Collection[str]) -> None:
        """Take postures away."""
    def move_postures(self, robot_id: str, names: Collection[str], place: int) -> None:
        """Move postures, which keep their order, so that the first of them has a place in the list."""
    def add_program(self, program: Program) -> str:
        """Add a program; its name gets a number when it is taken."""
    def remove_program(self, name: str) -> None:
        """Take a program away."""
    def rename_program(self, name: str, new: str) -> None:
        """Give a program another name, with a number when that is taken."""
    def set_steps(self, name: str, steps: tuple[Step, ...]) -> None:
        """Give a program other steps."""
    def insert_step(self, name: str, index: int, step: Step) -> None:
        """Put a step ahead of the one of that index, or at the end."""
    def change_step(self, name: str, index: int, /, **changes: Any) -> None:
        """Change fields of a step, such as ``speed=0.2``."""
    def remove_step(self, name: str, index: int) -> None:
        """Take a step out of a program."""
    def move_step(self, name: str, index: int, to: int) -> None:
        """Move a step to another place."""
    def pace_step(self, name: str, index: int, seconds: float) -> None:
        """Give the move that leads to a step another length in time, by its speed."""
    def add_thing(self, thing: Thing) -> str:
        """Add a thing; its id gets a number when it is taken."""
    def change_thing(self, thing_id: str, **changes: Any) -> None:
        """Change fields of one thing, such as ``sizes``, ``color`` or ``place``."""
    def change_things(self, ids: Sequence[str], **changes: Any) -> None:
        """Change fields of several things alike; ``locked`` and ``hidden`` of locked ones too."""
    def rename_thing(self, thing_id: str, name: str) -> None:
        """Give a thing another id; notes, measurements and pairs of collisions follow it."""
    def remove_things(self, ids: Sequence[str]) -> None:
        """Take things away."""
    def duplicate_things(self, ids: Sequence[str], shifts: Sequence[ArrayLike]) -> tuple[str, ...]:
        """Copy things; copies of a group are a group of their own, and none is locked."""
    def move_things(self, ids: Sequence[str], motion: ArrayLike) -> None:
        """Carry things by a motion of the world (4, 4)."""
    def align_things(self, ids: Sequence[str], axis: str, side: Side) -> None:
        """Move things along one axis until their boxes end, or have their middles, at one place."""
    def spread_things(self, ids: Sequence[str], axis: str) -> None:
        """Move things along one axis until the gaps between their boxes are equal; the ends stay."""
    def drop_things(self, ids: Sequence[str]) -> None:
        """Lower or lift things until they stand on the floor; a group keeps together."""
    def stack_things(self, ids: Sequence[str], other_id: str) -> None:
        """Put things on top of another one; what does not stand above it comes to its middle."""
    def group_things(self, ids: Sequence[str], name: str = ...) -> None:
        """Make things one group, under a name that no other group has."""
    def ungroup_things(self, ids: Sequence[str]) -> None:
        """Take things out of their groups."""
    def add_environment(
        self, things: Sequence[Thing], targets: Sequence[TargetFrame] = ...
    ) -> tuple[str, ...]:
        """Add things and named places; ids and groups that are taken get a number."""
    def add_target(self, target: TargetFrame) -> str:
        """Add a named place; its id gets a number when it is taken."""
    def change_target(self, target_id: str, place: ArrayLike) -> None:
        """Move a named place."""
    def rename_target(self, target_id: str, name: str) -> None:
        """Give a named place another id."""
    def remove_target(self, target_id: str) -> None:
        """Take a named place away."""
    def add_note(self, note: Note) -> str:
        """Add a note; its id gets a number when it is taken."""
    def change_note(self, note_id: str, **changes: Any) -> None:
        """Change fields of a note, such as ``text`` or ``place``."""
    def remove_note(self, note_id: str) -> None:
        """Take a note away."""
    def add_measure(self, measure: Measure) -> str:
        """Add a measurement; its id gets a number when it is taken."""
    def remove_measure(self, measure_id: str) -> None:
        """Take a measurement away."""
    def add_bookmark(self, bookmark: Bookmark) -> str:
        """Add a bookmark; its name gets a number when it is taken."""
    def rename_bookmark(self, name: str, new: str) -> None:
        """Give a bookmark another name, with a number when that is taken."""
    def retake_bookmark(self, name: str, view: View) -> None:
        """Let a bookmark stand for another view."""
    def remove_bookmark(self, name: str) -> None:
        """Take a bookmark away."""
    def add_figure(self, figure: NamedFigure) -> str:
        """Add a figure; its name gets a number when it is taken."""
    def keep_figure(self, figure: NamedFigure) -> None:
        """Put a figure in the place of the one of its name, or add it."""
    def rename_figure(self, name: str, new: str) -> None:
        """Give a figure another name, with a number when that is taken."""
    def remove_figure(self, name: str) -> None:
        """Take a figure away."""
    def move_figure(self, name: str, to: int) -> None:
        """Move a figure to another place of the list; before its beginning and behind its end too."""
    def switch_pair(self, a: Ref, b: Ref, check: bool | None) -> None:
        """Check a pair of bodies, ignore it, or with None leave it to the rules again."""
    def set_collision(self, floor: bool | None = ..., margin: float | None = ...) -> None:
        """Change whether the floor counts, or what distance is too near."""

def change_cell(**changes: Any) -> None:
    """Change whole fields of the document, such as ``things=(…)`` or ``collision=…``.

    Raises:
        ArgumentError: The document has no such field, or refuses the value.
    """

def put_item(field: str, item: Any) -> None:
    """Put an item in the place of the one of its id or name, or add it, locked or not.

    Args:
        field: Field of the document, such as ``"things"``.
        item: The item.

    Raises:
        ArgumentError: There is no such field, or the cell refuses the item.
    """

def remove_items(field: str, names: Sequence[str]) -> None:
    """Take items away by id or name, locked or not.

    Args:
        field: Field of the document, such as ``"things"``.
        names: Ids or names.

    Raises:
        ArgumentError: There is no such field or item.
    """

def order_items(field: str, names: Sequence[str]) -> None:
    """Put the items of a field in another order.

    Args:
        field: Field of the document, such as ``"things"``.
        names: Ids or names of all of them, in the new order.

    Raises:
        ArgumentError: There is no such field, or the names are not those of its items.
    """

def add_robot(robot: PlacedRobot | Robot | str, /, **changes: Any) -> str:
    """Place one more robot, such as ``"puma560"``; its id gets a number when it is taken.

    Args:
        robot: A robot of the library, a file, or a robot as a value.
        changes: Fields of the placed robot, such as ``id``, ``place`` or ``color``.

    Raises:
        RvsError: There is no such robot, its file has errors, or it has no such field.
    """

def remove_robot(robot_id: str) -> None:
    """Take a robot out of the cell."""

def change_robot(robot_id: str, **changes: Any) -> None:
    """Change fields of a placed robot, such as ``place`` or ``robot``."""

def duplicate_robot(robot_id: str, place: ArrayLike) -> str:
    """Place a copy of a robot, with its programs, behind the others.

    Raises:
        ArgumentError: No such robot, or no rigid motion.
    """

def rename_robot(robot_id: str, name: str) -> None:
    """Let a robot go by another id, and all that keeps to it by the old one.

    Raises:
        ArgumentError: No such robot, or an id that is taken, empty or too long.
    """

def stand(robot_id: str, place: ArrayLike) -> None:
    """Let a robot stand somewhere else.

    Raises:
        ArgumentError: No such robot, or no rigid motion.
    """

def paint(robot_id: str, color: str) -> None:
    """Give a robot a color of its own, ``#RRGGBB``, or with an empty text the standard one.

    Raises:
        ArgumentError: No such robot, or no such color.
    """

def begin_at(robot_id: str, start: float) -> None:
    """Let the motion of a robot begin at a time of the time line, in s.

    Raises:
        ArgumentError: No such robot, or a time ahead of the time line.
    """

def set_joint(robot_id: str, index: int, **changes: Any) -> None:
    """Change fields of one joint, such as ``a=0.4`` or ``limits=(-1.0, 1.0)``.

    Raises:
        ArgumentError: No such robot or joint, or a value the joint refuses.
    """

def add_joint(robot_id: str, index: int, joint: Joint | None = ...) -> None:
    """Put a joint at a place of the table, ahead of the one that is there now.

    Args:
        robot_id: The robot.
        index: Place from 0 to n.
        joint: The joint; when omitted a revolute one whose link is as long as the others are on
            the average, in the convention of its neighbour.

    Raises:
        ArgumentError: No such robot or place, or 64 joints already.
    """

def remove_joint(robot_id: str, index: int) -> None:
    """Take a joint and its link out of the table.

    Raises:
        ArgumentError: No such robot or joint, or it is the last one.
    """

def move_joint(robot_id: str, index: int, to: int) -> None:
    """Move a joint with its link to another place of the table.

    Raises:
        ArgumentError: No such robot or place.
    """

def duplicate_joint(robot_id: str, index: int) -> None:
    """Put a copy of a joint behind it; a name gets a number.

    Raises:
        ArgumentError: No such robot or joint, or 64 joints already.
    """

def set_kind(robot_id: str, index: int, kind: Kind, pitch: float | None = ...) -> None:
    """Change the kind of a joint so that the robot at home stays as it is.

    What the joint adds at its initial value, turn and slide, is kept: part of it becomes constant
    geometry, part the new initial value.  A joint that turned and now slides, or the other way
    round, loses what was said in its old unit: offset, limits, rate, acceleration, effort and
    motor.

    Args:
        robot_id: The robot.
        index: The joint, from 0.
        kind: ``"revolute"``, ``"prismatic"`` or ``"helical"``.
        pitch: Advance of a helical joint in m per rad; the one it has when omitted.

    Raises:
        ArgumentError: No such robot, joint or kind.
    """

def set_limits(robot_id: str, index: int, lower: float = ..., upper: float = ...) -> None:
    """Set the bounds of a joint's value, in rad or m; infinite where there is none.

    Raises:
        ArgumentError: No such robot or joint, or the lower bound is above the upper.
    """

def set_convention(robot_id: str, convention: Convention) -> None:
    """Describe a robot in another convention; it moves as before, for the same joint values.

    Frames come to lie elsewhere, base and tool take up what the table can't say, masses are turned
    into the new link frames.

    Raises:
        ArgumentError: No such robot or convention.
    """

def read_as(robot_id: str, convention: Convention) -> None:
    """Take the same numbers for those of another convention: another robot.

    Joints described by poses have no such numbers and stay.

    Raises:
        ArgumentError: No such robot or convention.
    """

def set_base(robot_id: str, pose: ArrayLike) -> None:
    """Set the pose (4, 4) of a robot's frame 0 in the frame it is placed at.

    Raises:
        ArgumentError: No such robot, or no rigid motion.
    """

def set_tool(robot_id: str, pose: ArrayLike) -> None:
    """Set the pose (4, 4) of a robot's tool in its last frame.

    Raises:
        ArgumentError: No such robot, or no rigid motion.
    """

def set_unit(robot_id: str, unit: str) -> None:
    """Set the unit of a robot's file and of the numbers shown for it; its size stays.

    Raises:
        ArgumentError: No such robot or unit.
    """

def read_in(robot_id: str, unit: str) -> None:
    """Take the lengths of a robot for numbers in another unit: a robot of another size.

    Lengths of the table, limits, rates and accelerations of slides, and the places of base and tool
    are scaled; masses and the full model stay.

    Raises:
        ArgumentError: No such robot or unit.
    """

def set_gravity(robot_id: str, gravity: ArrayLike) -> None:
    """Set gravity in the world (3,), m/s².

    Raises:
        ArgumentError: No such robot, or no vector of finite numbers.
    """

def name_robot(robot_id: str, name: str) -> None:
    """Give a robot another name; its id, by which things refer to it, stays.

    Raises:
        ArgumentError: No such robot, or a name of more than 200 characters.
    """

def become(robot_id: str, robot: Robot) -> None:
    """Give a robot in the cell the table of a design; its name and words stay."""

def add_part(robot_id: str, place: Place, part: Part) -> None:
    """Add a part to the full model of a robot; its id gets a number when it is taken.

    Args:
        robot_id: The robot.
        place: Number of its link, 0 for the base, or ``"tool"``.
        part: The part.

    Raises:
        ArgumentError: No such robot, or a part that its model refuses.
    """

def change_part(robot_id: str, place: Place, part_id: str, **changes: Any) -> None:
    """Change fields of a part of the full model, such as ``color`` or ``moves``.

    Args:
        robot_id: The robot.
        place: Number of its link, 0 for the base, or ``"tool"``.
        part_id: The part.
        changes: The fields.

    Raises:
        ArgumentError: No such robot or part, or a value that it refuses.
    """

def remove_part(robot_id: str, place: Place, part_id: str) -> None:
    """Take a part out of the full model of a robot.

    Args:
        robot_id: The robot.
        place: Number of its link, 0 for the base, or ``"tool"``.
        part_id: The part.

    Raises:
        ArgumentError: No such robot or part.
    """

def put_link(robot_id: str, link: LinkBody) -> None:
    """Give one link of the full model of a robot other parts.

    Raises:
        ArgumentError: No such robot, or it has no full model.
    """

def keep_posture(robot_id: str, posture: NamedPosture) -> None:
    """Keep a posture, in the place of one of the same name or as the last.

    Raises:
        ArgumentError: No such robot, or another number of values than joints.
    """

def add_postures(robot_id: str, postures: Iterable[NamedPosture]) -> tuple[str, ...]:
    """Add postures that are not there yet, renamed where one that differs has their name.

    Returns:
        The names under which the postures are in it now.

    Raises:
        ArgumentError: No such robot, or another number of values than joints.
    """

def rename_posture(robot_id: str, old: str, new: str) -> None:
    """Give a posture another name; another one of that name goes.

    Raises:
        ArgumentError: No such robot or posture, or a name that is empty or too long.
    """

def remove_postures(robot_id: str, names: Collection[str]) -> None:
    """Take postures away.

    Raises:
        ArgumentError: No such robot or posture.
    """

def move_postures(robot_id: str, names: Collection[str], place: int) -> None:
    """Move postures, which keep their order, so that the first of them has a place in the list.

    Args:
        robot_id: The robot.
        names: Names of the postures.
        place: Number of postures that stay before them; more than there are is the end.

    Raises:
        ArgumentError: No such robot or posture, or a place below 0.
    """

def add_program(program: Program) -> str:
    """Add a program; its name gets a number when it is taken."""

def remove_program(name: str) -> None:
    """Take a program away."""

def rename_program(name: str, new: str) -> None:
    """Give a program another name, with a number when that is taken."""

def set_steps(name: str, steps: tuple[Step, ...]) -> None:
    """Give a program other steps.

    Raises:
        ArgumentError: No such program, or steps that don't fit together.
    """

def insert_step(name: str, index: int, step: Step) -> None:
    """Put a step ahead of the one of that index, or at the end."""

def change_step(name: str, index: int, /, **changes: Any) -> None:
    """Change fields of a step, such as ``speed=0.2``.

    Raises:
        ArgumentError: No such program or step, or a value the step refuses.
    """

def remove_step(name: str, index: int) -> None:
    """Take a step out of a program."""

def move_step(name: str, index: int, to: int) -> None:
    """Move a step to another place."""

def pace_step(name: str, index: int, seconds: float) -> None:
    """Give the move that leads to a step another length in time, by its speed.

    Lines that blend into each other are one move: all its steps get the speed.

    Args:
        name: The program.
        index: The step, not the first.
        seconds: How long the move shall take, in s; what is shorter than possible is as short as
            possible.

    Raises:
        ArgumentError: No such program or step, or a move that goes nowhere.
    """

def add_thing(thing: Thing) -> str:
    """Add a thing; its id gets a number when it is taken."""

def change_thing(thing_id: str, **changes: Any) -> None:
    """Change fields of one thing, such as ``sizes``, ``color`` or ``place``.

    Raises:
        ArgumentError: No such thing, one that is locked, or a value it refuses.
    """

def change_things(ids: Sequence[str], **changes: Any) -> None:
    """Change fields of several things alike; ``locked`` and ``hidden`` of locked ones too.

    Raises:
        ArgumentError: No such thing, one that is locked, or a value it refuses.
    """

def rename_thing(thing_id: str, name: str) -> None:
    """Give a thing another id; notes, measurements and pairs of collisions follow it.

    Raises:
        ArgumentError: No such thing, or an id that is taken or none.
    """

def remove_things(ids: Sequence[str]) -> None:
    """Take things away.

    Raises:
        ArgumentError: No such thing, or one that is locked.
    """

def duplicate_things(ids: Sequence[str], shifts: Sequence[ArrayLike]) -> tuple[str, ...]:
    """Copy things; copies of a group are a group of their own, and none is locked.

    Args:
        ids: The things.
        shifts: From the things to each of their copies (3,), m.

    Raises:
        ArgumentError: No such thing, a shift that is no length, or too many copies.
    """

def move_things(ids: Sequence[str], motion: ArrayLike) -> None:
    """Carry things by a motion of the world (4, 4).

    Raises:
        ArgumentError: No such thing, one that is locked, or no rigid motion.
    """

def align_things(ids: Sequence[str], axis: str, side: Side) -> None:
    """Move things along one axis until their boxes end, or have their middles, at one place.

    That place is the end or the middle of what they reach over together.  A group keeps together.

    Args:
        ids: The things.
        axis: ``"x"``, ``"y"`` or ``"z"`` of the world.
        side: Which end of their boxes, or their middles.

    Raises:
        ArgumentError: No such thing, axis or side, or one that is locked.
    """

def spread_things(ids: Sequence[str], axis: str) -> None:
    """Move things along one axis until the gaps between their boxes are equal; the ends stay.

    Raises:
        ArgumentError: No such thing or axis, or one that is locked.
    """

def drop_things(ids: Sequence[str]) -> None:
    """Lower or lift things until they stand on the floor; a group keeps together.

    Raises:
        ArgumentError: No such thing, or one that is locked.
    """

def stack_things(ids: Sequence[str], other_id: str) -> None:
    """Put things on top of another one; what does not stand above it comes to its middle.

    Raises:
        ArgumentError: No such thing, one that is locked, or one on itself.
    """

def group_things(ids: Sequence[str], name: str = ...) -> None:
    """Make things one group, under a name that no other group has.

    Raises:
        ArgumentError: No such thing, or one that is locked.
    """

def ungroup_things(ids: Sequence[str]) -> None:
    """Take things out of their groups.

    Raises:
        ArgumentError: No such thing, or one that is locked.
    """

def add_environment(
    things: Sequence[Thing], targets: Sequence[TargetFrame] = ...
) -> tuple[str, ...]:
    """Add things and named places; ids and groups that are taken get a number."""

def add_target(target: TargetFrame) -> str:
    """Add a named place; its id gets a number when it is taken."""

def change_target(target_id: str, place: ArrayLike) -> None:
    """Move a named place.

    Raises:
        ArgumentError: There is none of that id, or no rigid motion.
    """

def rename_target(target_id: str, name: str) -> None:
    """Give a named place another id.

    Raises:
        ArgumentError: There is none of that id, or an id that is taken or none.
    """

def remove_target(target_id: str) -> None:
    """Take a named place away.

    Raises:
        ArgumentError: There is none of that id.
    """

def add_note(note: Note) -> str:
    """Add a note; its id gets a number when it is taken."""

def change_note(note_id: str, **changes: Any) -> None:
    """Change fields of a note, such as ``text`` or ``place``.

    Raises:
        ArgumentError: No such note, or a value that it refuses.
    """

def remove_note(note_id: str) -> None:
    """Take a note away."""

def add_measure(measure: Measure) -> str:
    """Add a measurement; its id gets a number when it is taken."""

def remove_measure(measure_id: str) -> None:
    """Take a measurement away.

    Raises:
        ArgumentError: There is none of that id.
    """

def add_bookmark(bookmark: Bookmark) -> str:
    """Add a bookmark; its name gets a number when it is taken."""

def rename_bookmark(name: str, new: str) -> None:
    """Give a bookmark another name, with a number when that is taken."""

def retake_bookmark(name: str, view: View) -> None:
    """Let a bookmark stand for another view."""

def remove_bookmark(name: str) -> None:
    """Take a bookmark away."""

def add_figure(figure: NamedFigure) -> str:
    """Add a figure; its name gets a number when it is taken."""

def keep_figure(figure: NamedFigure) -> None:
    """Put a figure in the place of the one of its name, or add it."""

def rename_figure(name: str, new: str) -> None:
    """Give a figure another name, with a number when that is taken."""

def remove_figure(name: str) -> None:
    """Take a figure away."""

def move_figure(name: str, to: int) -> None:
    """Move a figure to another place of the list; before its beginning and behind its end too."""

def switch_pair(a: Ref, b: Ref, check: bool | None) -> None:
    """Check a pair of bodies, ignore it, or with None leave it to the rules again.

    Raises:
        ArgumentError: The two are the same body.
    """

def set_collision(floor: bool | None = ..., margin: float | None = ...) -> None:
    """Change whether the floor counts, or what distance is too near.

    Args:
        floor: Check the floor too; None leaves it.
        margin: What is nearer than this is told, m; None leaves it.

    Raises:
        ArgumentError: A margin that is no length.
    """

def step(label: str) -> AbstractContextManager[None]:
    """Make one step of all edits inside; an error takes back what they did.

    Args:
        label: What undo calls it.
    """

def pose(robot_id: str, q: Sequence[float]) -> None:
    """Give a robot a posture, as one step.

    Args:
        robot_id: The robot.
        q: Joint values (n,), rad and m.

    Raises:
        ArgumentError: No such robot, wrong number of values, or one that is not finite.
    """

def look(**changes: Any) -> None:
    """Change fields of the view, such as ``mode="body"`` or ``frames=False``; not undone.

    Raises:
        ArgumentError: A view has no such field, or refuses the value.
    """

def set_view(view: View, panes: Panes | None = ...) -> None:
    """Take over a whole view, and viewports if they are given; not undone."""

def select(*refs: Ref | str) -> None:
    """Choose things, or nothing; the robot of the first becomes active; not undone.

    Args:
        refs: Ids of robots, or references such as ``("puma", "link", 3)`` and
            ``("table", "thing")``.
    """

def undo(steps: int = ...) -> None:
    """Go back some steps, as far as there are any."""

def redo(steps: int = ...) -> None:
    """Go forward some steps, as far as there are any."""

def motion(name: str) -> Motion:
    """Return a program or trajectory of the cell, a trajectory of the library, or of a file.

    Raises:
        RvsError: There is no such motion, its file has errors, or the robot can't follow it.
    """

def timeline() -> Motion:
    """Return what all robots of the cell do together.

    Raises:
        RvsError: None moves, a file has errors, or a robot can't follow its path or program.
    """

def load_motion(motion: Motion | str | None, playhead: float = ...) -> None:
    """Take a motion to play, or none; not undone.

    Args:
        motion: The motion, or the name of one.
        playhead: From which time, in s.
    """

def play(t: float) -> None:
    """Show the postures of the loaded motion at a time; not undone.

    Args:
        t: The time, in s; times outside the motion show its start or its end.

    Raises:
        RvsError: No motion is loaded.
    """

def current() -> Cell:
    """Return the cell that functions such as ``rvs.set_joint`` act on; an empty one at first."""

def use(cell: Cell) -> Cell:
    """Let functions such as ``rvs.set_joint`` act on a cell, and return it.

    Raises:
        ArgumentError: It is no cell.
    """

def new(*robots: PlacedRobot | Robot | str) -> Cell:
    """Begin a cell, with robots beside each other, and make it the current one.

    Args:
        robots: Robots of the library, files, or robots as values.

    Raises:
        RvsError: There is no such robot, or its file has errors.
    """

def begin(state: State) -> Cell:
    """Begin a cell with a whole state, and make it the current one."""

def open(path: str | Path) -> Cell:
    """Open a cell or a robot, by the path of its file or its name in the library.

    The cell becomes the current one, on which functions such as ``rvs.set_joint`` act.

    Args:
        path: A cell, a robot in any format that RVS reads, or a work environment.

    Raises:
        FileErrors: Everything that is wrong with the file.
        RvsError: There is no such file, or it is nothing that can stand for a cell.
    """

def add_file(path: str | Path, cell: Cell | None = ...) -> None:
    """Bring what a file holds into a cell: a robot, postures, a motion, things around it.

    A trajectory becomes the motion of the active robot, and postures become its named ones.

    Args:
        path: The file.
        cell: The cell; the current one if left out.

    Raises:
        FileErrors: Everything that is wrong with the file.
        RvsError: A cell can't take such a file, or has no robot that it is for.
    """

def placed(robot: PlacedRobot | Robot | str, /, **changes: Any) -> PlacedRobot:
    """Return a robot as it stands in a cell, with its full model and its end-effector.

    Args:
        robot: A robot of the library, a file, or a robot as a value.
        changes: Fields of the placed robot, such as ``id``, ``place`` or ``color``.

    Raises:
        RvsError: There is no such robot, its file has errors, or it has no such field.
    """

def save(path: str | Path | None = ..., what: Cell | Robot | PlacedRobot | None = ...) -> Path:
    """Write a cell, or a robot in any format that RVS writes, and return the file's path.

    Args:
        path: The file; its suffix says the format.  A cell goes where it came from if left out.
        what: A robot, or the cell; the current cell if left out.

    Raises:
        RvsError: It can't be written so.
        OSError: The file can't be written.
    """

def effector_named(name: str) -> Body | None:
    """Return the body of an end-effector of the library, or None where it has none of that name."""

def mesh_file(path: str | Path) -> MeshFile:
    """Return the mesh of a file, in the file's own unit.

    Raises:
        RvsError: It can't be read.
    """

def packed(text: str, *shape: int) -> Block:
    """Return a table of numbers that was packed into a text, to the last bit.

    Args:
        text: The text, as ``pack`` makes it.
        shape: Rows and columns.

    Raises:
        ArgumentError: It is no such text.
    """

def payload(name: str, **changes: Any) -> Payload:
    """Return a payload of a plain kind or of a model of the library.

    Args:
        name: A kind, such as ``"box"``, or the name of a model.
        changes: Fields of it that differ, such as ``mass``.

    Raises:
        RvsError: There is none, or it refuses a change.
    """

def load(name: str) -> Robot:
    """Return a robot of the library, or of a file.

    Args:
        name: Its name, in any case and with any punctuation, or a path.

    Raises:
        RvsError: There is no such robot, or its file has errors.

    >>> load("puma560").n
    6
    """
