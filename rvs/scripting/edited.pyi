"""The edits of a cell as methods; written by tools/stub.py."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from numpy.typing import ArrayLike

from rvs.engine.joint import Convention, Joint, Kind
from rvs.engine.robot import Robot
from rvs.model.annotations.marks import Measure, Note
from rvs.model.body.values import LinkBody, Part, Place, Repeat
from rvs.model.document import PlacedRobot
from rvs.model.figures.figure import NamedFigure
from rvs.model.motions.motion import Motion
from rvs.model.programs.program import Program, Step
from rvs.model.refs import Ref
from rvs.model.robots.named_posture import NamedPosture
from rvs.model.things.edits import Side
from rvs.model.things.thing import TargetFrame, Thing
from rvs.model.views.view import Bookmark, View

class Edited:
    """What has the edits of the document as methods."""
    def add_robot(self, robot: PlacedRobot | Robot | str, /, **changes: Any) -> str:
        """Add a robot, such as ``"puma560"``; its id gets a number if it is taken."""
    def change_cell(self, **changes: Any) -> None:
        """Change whole fields of the document, such as ``things=(…)`` or ``collision=…``."""
    def put_item(self, field: str, item: Any) -> None:
        """Replace the item with the same id or name, or add it, locked or not."""
    def remove_items(self, field: str, names: Sequence[str]) -> None:
        """Remove items by id or name, locked or not."""
    def order_items(self, field: str, names: Sequence[str]) -> None:
        """Change the order of the items of a field."""
    def keep_motion(
        self,
        name: str,
        motion: Motion,
        repeat: Repeat = ...,
        marks: Sequence[float] = ...,
        simulated: bool = ...,
        file: str = ...,
    ) -> None:
        """Keep a motion in the cell; it replaces an earlier one of the robot with the same name."""
    def add_part(self, robot_id: str, place: Place, part: Part) -> None:
        """Add a part to the full model of a robot; its id gets a number if it is taken."""
    def change_part(self, robot_id: str, place: Place, part_id: str, **changes: Any) -> None:
        """Change fields of a part of the full model, such as ``color`` or ``moves``."""
    def remove_part(self, robot_id: str, place: Place, part_id: str) -> None:
        """Remove a part from the full model of a robot."""
    def put_link(self, robot_id: str, link: LinkBody) -> None:
        """Replace the parts of one link of a robot's full model."""
    def remove_robot(self, robot_id: str) -> None:
        """Remove a robot from the cell."""
    def change_robot(self, robot_id: str, **changes: Any) -> None:
        """Change fields of a placed robot, such as ``place`` or ``robot``."""
    def set_joint(self, robot_id: str, index: int, **changes: Any) -> None:
        """Change fields of one joint, such as ``a=0.4`` or ``limits=(-1.0, 1.0)``."""
    def stand(self, robot_id: str, place: ArrayLike) -> None:
        """Set the place of a robot."""
    def paint(self, robot_id: str, color: str) -> None:
        """Set a robot's colour, ``#RRGGBB``, or an empty text for the standard one."""
    def set_display(self, robot_id: str, **changes: Any) -> None:
        """Change the display of a robot, such as ``mode="skeleton"``, ``joints=False`` or ``line=0.5``."""
    def begin_at(self, robot_id: str, start: float) -> None:
        """Set the start of a robot's motion on the time line, in s."""
    def rename_robot(self, robot_id: str, name: str) -> None:
        """Change a robot's id, and all references to it."""
    def duplicate_robot(self, robot_id: str, place: ArrayLike) -> str:
        """Add a copy of a robot, with its programs, after the others."""
    def add_joint(self, robot_id: str, index: int, joint: Joint | None = ...) -> None:
        """Insert a joint at a position of the table, before the current one there."""
    def remove_joint(self, robot_id: str, index: int) -> None:
        """Remove a joint and its link from the table."""
    def move_joint(self, robot_id: str, index: int, to: int) -> None:
        """Move a joint with its link to another position in the table."""
    def duplicate_joint(self, robot_id: str, index: int) -> None:
        """Add a copy of a joint after it; its name gets a number."""
    def set_kind(self, robot_id: str, index: int, kind: Kind, pitch: float | None = ...) -> None:
        """Change the kind of a joint so that the robot at home stays unchanged."""
    def set_convention(self, robot_id: str, convention: Convention) -> None:
        """Describe a robot in another convention; the same joint values give the same poses."""
    def read_as(self, robot_id: str, convention: Convention) -> None:
        """Interpret the same numbers in another convention, which gives another robot."""
    def set_base(self, robot_id: str, pose: ArrayLike) -> None:
        """Set the pose (4, 4) of a robot's frame 0 in the frame of its placement."""
    def set_tool(self, robot_id: str, pose: ArrayLike) -> None:
        """Set the pose (4, 4) of a robot's tool in its last frame."""
    def set_unit(self, robot_id: str, unit: str) -> None:
        """Set the unit of a robot's file and of its displayed numbers; its size is unchanged."""
    def read_in(self, robot_id: str, unit: str) -> None:
        """Interpret the lengths of a robot in another unit, which changes its size."""
    def set_gravity(self, robot_id: str, gravity: ArrayLike) -> None:
        """Set gravity in the world (3,), m/s²."""
    def name_robot(self, robot_id: str, name: str) -> None:
        """Rename a robot; its id, by which objects refer to it, is unchanged."""
    def set_limits(self, robot_id: str, index: int, lower: float = ..., upper: float = ...) -> None:
        """Set the bounds of a joint's value, in rad or m; infinite if there is none."""
    def put_drives(self, robot_id: str, joints: Mapping[int, Mapping[str, Any]]) -> None:
        """Set drives of joints as one step: motor, effort, rate, stiffness and inertia."""
    def become(self, robot_id: str, robot: Robot) -> None:
        """Replace a robot's table by that of a design; its name and remarks are kept."""
    def add_parameter(
        self,
        robot_id: str,
        name: str,
        value: float | str = ...,
        measure: Measure = ...,
        least: float = ...,
        most: float = ...,
        meaning: str = ...,
    ) -> None:
        """Add a named parameter to a robot, which cells of its table can use."""
    def set_parameter(
        self, robot_id: str, name: str, value: float | str | None = ..., **changes: Any
    ) -> None:
        """Set the value of a parameter, and all numbers that depend on it."""
    def set_parameters(self, robot_id: str, values: Mapping[str, float]) -> None:
        """Set several parameters, in m, rad, kg or without a unit."""
    def rename_parameter(self, robot_id: str, name: str, new: str) -> None:
        """Rename a parameter in all expressions, including those of the full model."""
    def remove_parameter(self, robot_id: str, name: str) -> None:
        """Remove a parameter; expressions that use it become their values."""
    def set_expression(self, robot_id: str, index: int, column: str, text: str) -> None:
        """Set the expression of a cell of the table over parameters."""
    def keep_variant(self, robot_id: str, name: str, table: bool = ...) -> None:
        """Store the current values of the parameters as a variant, replacing one with the same name."""
    def use_variant(self, robot_id: str, name: str) -> None:
        """Set the values of one of a robot's variants."""
    def rename_variant(self, robot_id: str, name: str, new: str) -> None:
        """Rename a variant, with a number if the name is taken."""
    def remove_variant(self, robot_id: str, name: str) -> None:
        """Remove a variant; the robot is unchanged."""
    def keep_posture(self, robot_id: str, posture: NamedPosture) -> None:
        """Store a posture, replacing one of the same name or becoming the last."""
    def add_postures(self, robot_id: str, postures: Iterable[NamedPosture]) -> tuple[str, ...]:
        """Add missing postures, renamed if another one has their name."""
    def rename_posture(self, robot_id: str, old: str, new: str) -> None:
        """Rename a posture; another one of that name is removed."""
    def remove_postures(self, robot_id: str, names: Collection[str]) -> None:
        """Remove postures."""
    def move_postures(self, robot_id: str, names: Collection[str], place: int) -> None:
        """Move postures, in their order, so that the first is at a given position in the list."""
    def add_program(self, program: Program) -> str:
        """Add a program; its name gets a number if it is taken."""
    def remove_program(self, name: str) -> None:
        """Remove a program."""
    def rename_program(self, name: str, new: str) -> None:
        """Rename a program, with a number if the name is taken."""
    def change_program(self, name: str, /, **changes: Any) -> None:
        """Change fields of a program except its name, such as ``acceleration=3.0``."""
    def insert_step(self, name: str, index: int, step: Step) -> None:
        """Insert a step before the one with that index, or at the end."""
    def change_step(self, name: str, index: int, /, **changes: Any) -> None:
        """Change fields of a step, such as ``speed=0.2``."""
    def remove_step(self, name: str, index: int) -> None:
        """Remove a step from a program."""
    def move_step(self, name: str, index: int, to: int) -> None:
        """Move a step to another position."""
    def set_steps(self, name: str, steps: tuple[Step, ...]) -> None:
        """Replace the steps of a program."""
    def teach_places(self, name: str) -> None:
        """Teach all steps with a moved target again, and adjust their neighbours."""
    def pace_step(self, name: str, index: int, seconds: float) -> None:
        """Change the duration of the move to a step, by its speed."""
    def add_thing(self, thing: Thing) -> str:
        """Add an object; its id gets a number if it is taken."""
    def change_thing(self, thing_id: str, **changes: Any) -> None:
        """Change fields of one object, such as ``sizes``, ``color`` or ``place``."""
    def change_things(self, ids: Sequence[str], **changes: Any) -> None:
        """Change fields of several objects alike; for locked ones only ``locked``, ``hidden``."""
    def rename_thing(self, thing_id: str, name: str) -> None:
        """Change an object's id; notes, measurements and collision pairs follow it."""
    def remove_things(self, ids: Sequence[str]) -> None:
        """Remove objects."""
    def duplicate_things(self, ids: Sequence[str], shifts: Sequence[ArrayLike]) -> tuple[str, ...]:
        """Copy objects; copies of a group form a new group, and none is locked."""
    def move_things(self, ids: Sequence[str], motion: ArrayLike) -> None:
        """Move objects by a motion in the world (4, 4)."""
    def align_things(self, ids: Sequence[str], axis: str, side: Side) -> None:
        """Move objects along one axis until their boxes have equal ends or centres."""
    def spread_things(self, ids: Sequence[str], axis: str) -> None:
        """Move objects along one axis to equal gaps between their boxes; the outer ones stay."""
    def drop_things(self, ids: Sequence[str]) -> None:
        """Lower or lift objects until they are on the floor; a group stays together."""
    def stack_things(self, ids: Sequence[str], other_id: str) -> None:
        """Put objects on another object; those not above it move to its centre."""
    def group_things(self, ids: Sequence[str], name: str = ...) -> None:
        """Make one group of objects, with a new name."""
    def ungroup_things(self, ids: Sequence[str]) -> None:
        """Remove objects from their groups."""
    def add_target(self, target: TargetFrame) -> str:
        """Add a target; its id gets a number if it is taken."""
    def change_target(self, target_id: str, place: ArrayLike) -> None:
        """Move a target."""
    def rename_target(self, target_id: str, name: str) -> None:
        """Change a target's id; steps taught there follow it."""
    def remove_target(self, target_id: str) -> None:
        """Remove a target."""
    def add_environment(
        self, things: Sequence[Thing], targets: Sequence[TargetFrame] = ...
    ) -> tuple[str, ...]:
        """Add objects and targets; taken ids and groups get a number."""
    def add_note(self, note: Note) -> str:
        """Add a note; its id gets a number if it is taken."""
    def remove_note(self, note_id: str) -> None:
        """Remove a note."""
    def change_note(self, note_id: str, **changes: Any) -> None:
        """Change fields of a note, such as ``text`` or ``place``."""
    def add_measure(self, measure: Measure) -> str:
        """Add a measurement; its id gets a number if it is taken."""
    def remove_measure(self, measure_id: str) -> None:
        """Remove a measurement."""
    def add_bookmark(self, bookmark: Bookmark) -> str:
        """Add a bookmark; its name gets a number if it is taken."""
    def remove_bookmark(self, name: str) -> None:
        """Remove a bookmark."""
    def rename_bookmark(self, name: str, new: str) -> None:
        """Rename a bookmark, with a number if the name is taken."""
    def retake_bookmark(self, name: str, view: View) -> None:
        """Change the view of a bookmark."""
    def add_figure(self, figure: NamedFigure) -> str:
        """Add a figure; its name gets a number if it is taken."""
    def keep_figure(self, figure: NamedFigure) -> None:
        """Replace the figure with the same name, or add it."""
    def rename_figure(self, name: str, new: str) -> None:
        """Rename a figure, with a number if the name is taken."""
    def remove_figure(self, name: str) -> None:
        """Remove a figure."""
    def move_figure(self, name: str, to: int) -> None:
        """Move a figure to another position in the list, or beyond its ends."""
    def drop_motion(self, name: str) -> None:
        """Remove a motion from the cell."""
    def switch_pair(self, a: Ref, b: Ref, check: bool | None) -> None:
        """Check a pair of bodies, ignore it, or with None apply the rules again."""
    def set_collision(self, floor: bool | None = ..., margin: float | None = ...) -> None:
        """Change whether the floor is checked, or the minimum distance."""
