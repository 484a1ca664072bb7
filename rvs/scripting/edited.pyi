"""The edits of a cell as methods; written by tools/stub.py."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from numpy.typing import ArrayLike

from rvs.engine.joint import Convention, Joint, Kind
from rvs.engine.robot import Robot
from rvs.model.annotations.measures import Measure
from rvs.model.annotations.notes import Note
from rvs.model.body.values import LinkBody, Part, Place, Repeat
from rvs.model.document import PlacedRobot
from rvs.model.figures.figure import NamedFigure
from rvs.model.motions.motion import Motion
from rvs.model.programs.program import Program, Step
from rvs.model.refs import Ref
from rvs.model.robots.named_posture import NamedPosture
from rvs.model.things.edits import Side
from rvs.model.things.thing import TargetFrame, Thing
from rvs.model.views.bookmarks import Bookmark
from rvs.model.views.view import View

class Edited:
    """What has the edits of the document as methods."""
    def add_robot(self, robot: PlacedRobot | Robot | str, /, **changes: Any) -> str:
        """Place one more robot, such as ``"puma560"``; its id gets a number when it is taken."""
    def change_cell(self, **changes: Any) -> None:
        """Change whole fields of the document, such as ``things=(…)`` or ``collision=…``."""
    def put_item(self, field: str, item: Any) -> None:
        """Put an item in the place of the one of its id or name, or add it, locked or not."""
    def remove_items(self, field: str, names: Sequence[str]) -> None:
        """Take items away by id or name, locked or not."""
    def order_items(self, field: str, names: Sequence[str]) -> None:
        """Put the items of a field in another order."""
    def keep_motion(
        self,
        name: str,
        motion: Motion,
        repeat: Repeat = ...,
        marks: Sequence[float] = ...,
        simulated: bool = ...,
        file: str = ...,
    ) -> None:
        """Keep a motion in the cell, in place of an earlier one of the robot that has its name."""
    def add_part(self, robot_id: str, place: Place, part: Part) -> None:
        """Add a part to the full model of a robot; its id gets a number when it is taken."""
    def change_part(self, robot_id: str, place: Place, part_id: str, **changes: Any) -> None:
        """Change fields of a part of the full model, such as ``color`` or ``moves``."""
    def remove_part(self, robot_id: str, place: Place, part_id: str) -> None:
        """Take a part out of the full model of a robot."""
    def put_link(self, robot_id: str, link: LinkBody) -> None:
        """Give one link of the full model of a robot other parts."""
    def remove_robot(self, robot_id: str) -> None:
        """Take a robot out of the cell."""
    def change_robot(self, robot_id: str, **changes: Any) -> None:
        """Change fields of a placed robot, such as ``place`` or ``robot``."""
    def set_joint(self, robot_id: str, index: int, **changes: Any) -> None:
        """Change fields of one joint, such as ``a=0.4`` or ``limits=(-1.0, 1.0)``."""
    def stand(self, robot_id: str, place: ArrayLike) -> None:
        """Let a robot stand somewhere else."""
    def paint(self, robot_id: str, color: str) -> None:
        """Give a robot a color of its own, ``#RRGGBB``, or with an empty text the standard one."""
    def set_display(self, robot_id: str, **changes: Any) -> None:
        """Change how a robot is drawn, such as ``mode="skeleton"``, ``joints=False`` or ``line=0.5``."""
    def begin_at(self, robot_id: str, start: float) -> None:
        """Let the motion of a robot begin at a time of the time line, in s."""
    def rename_robot(self, robot_id: str, name: str) -> None:
        """Let a robot go by another id, and all that keeps to it by the old one."""
    def duplicate_robot(self, robot_id: str, place: ArrayLike) -> str:
        """Place a copy of a robot, with its programs, behind the others."""
    def add_joint(self, robot_id: str, index: int, joint: Joint | None = ...) -> None:
        """Put a joint at a place of the table, before the present one."""
    def remove_joint(self, robot_id: str, index: int) -> None:
        """Take a joint and its link out of the table."""
    def move_joint(self, robot_id: str, index: int, to: int) -> None:
        """Move a joint with its link to another place of the table."""
    def duplicate_joint(self, robot_id: str, index: int) -> None:
        """Put a copy of a joint after it; a name gets a number."""
    def set_kind(self, robot_id: str, index: int, kind: Kind, pitch: float | None = ...) -> None:
        """Change the kind of a joint so that the robot at home stays as it is."""
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
        """Give a robot another name; its id, by which objects refer to it, stays."""
    def set_limits(self, robot_id: str, index: int, lower: float = ..., upper: float = ...) -> None:
        """Set the bounds of a joint's value, in rad or m; infinite where there is none."""
    def become(self, robot_id: str, robot: Robot) -> None:
        """Give a robot in the cell the table of a design; its name and words stay."""
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
    def change_program(self, name: str, /, **changes: Any) -> None:
        """Change fields of a program but its name, such as ``acceleration=3.0``."""
    def insert_step(self, name: str, index: int, step: Step) -> None:
        """Put a step before the one of that index, or at the end."""
    def change_step(self, name: str, index: int, /, **changes: Any) -> None:
        """Change fields of a step, such as ``speed=0.2``."""
    def remove_step(self, name: str, index: int) -> None:
        """Take a step out of a program."""
    def move_step(self, name: str, index: int, to: int) -> None:
        """Move a step to another place."""
    def set_steps(self, name: str, steps: tuple[Step, ...]) -> None:
        """Give a program other steps."""
    def teach_places(self, name: str) -> None:
        """Teach all steps again whose place was moved, and carry their neighbours along."""
    def pace_step(self, name: str, index: int, seconds: float) -> None:
        """Give the move that leads to a step another length in time, by its speed."""
    def add_thing(self, thing: Thing) -> str:
        """Add an object; its id gets a number when it is taken."""
    def change_thing(self, thing_id: str, **changes: Any) -> None:
        """Change fields of one object, such as ``sizes``, ``color`` or ``place``."""
    def change_things(self, ids: Sequence[str], **changes: Any) -> None:
        """Change fields of several objects alike; ``locked`` and ``hidden`` of locked ones too."""
    def rename_thing(self, thing_id: str, name: str) -> None:
        """Give an object another id; notes, measurements and pairs of collisions follow it."""
    def remove_things(self, ids: Sequence[str]) -> None:
        """Take objects away."""
    def duplicate_things(self, ids: Sequence[str], shifts: Sequence[ArrayLike]) -> tuple[str, ...]:
        """Copy objects; copies of a group are a group of their own, and none is locked."""
    def move_things(self, ids: Sequence[str], motion: ArrayLike) -> None:
        """Carry objects by a motion of the world (4, 4)."""
    def align_things(self, ids: Sequence[str], axis: str, side: Side) -> None:
        """Move objects along one axis until their boxes end, or have their middles, at one place."""
    def spread_things(self, ids: Sequence[str], axis: str) -> None:
        """Move objects along one axis until the gaps between their boxes are equal; the ends stay."""
    def drop_things(self, ids: Sequence[str]) -> None:
        """Lower or lift objects until they stand on the floor; a group keeps together."""
    def stack_things(self, ids: Sequence[str], other_id: str) -> None:
        """Put objects on top of another one; those that are not above it move to its middle."""
    def group_things(self, ids: Sequence[str], name: str = ...) -> None:
        """Make objects one group, under a name that no other group has."""
    def ungroup_things(self, ids: Sequence[str]) -> None:
        """Take objects out of their groups."""
    def add_target(self, target: TargetFrame) -> str:
        """Add a named place; its id gets a number when it is taken."""
    def change_target(self, target_id: str, place: ArrayLike) -> None:
        """Move a named place."""
    def rename_target(self, target_id: str, name: str) -> None:
        """Give a named place another id; steps that were taught there follow it."""
    def remove_target(self, target_id: str) -> None:
        """Take a named place away."""
    def add_environment(
        self, things: Sequence[Thing], targets: Sequence[TargetFrame] = ...
    ) -> tuple[str, ...]:
        """Add objects and named places; ids and groups that are taken get a number."""
    def add_note(self, note: Note) -> str:
        """Add a note; its id gets a number when it is taken."""
    def remove_note(self, note_id: str) -> None:
        """Take a note away."""
    def change_note(self, note_id: str, **changes: Any) -> None:
        """Change fields of a note, such as ``text`` or ``place``."""
    def add_measure(self, measure: Measure) -> str:
        """Add a measurement; its id gets a number when it is taken."""
    def remove_measure(self, measure_id: str) -> None:
        """Take a measurement away."""
    def add_bookmark(self, bookmark: Bookmark) -> str:
        """Add a bookmark; its name gets a number when it is taken."""
    def remove_bookmark(self, name: str) -> None:
        """Take a bookmark away."""
    def rename_bookmark(self, name: str, new: str) -> None:
        """Give a bookmark another name, with a number when that is taken."""
    def retake_bookmark(self, name: str, view: View) -> None:
        """Let a bookmark stand for another view."""
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
    def drop_motion(self, name: str) -> None:
        """Take a motion out of the cell."""
    def switch_pair(self, a: Ref, b: Ref, check: bool | None) -> None:
        """Check a pair of bodies, ignore it, or with None leave it to the rules again."""
    def set_collision(self, floor: bool | None = ..., margin: float | None = ...) -> None:
        """Change whether the floor counts, or what distance is too near."""
