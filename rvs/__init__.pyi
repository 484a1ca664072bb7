"""Names of ``import rvs``, written by tools/stub.py."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from typing import Any as _Any

from numpy.typing import ArrayLike

from rvs.bodies.beams import LinkSection as LinkSection
from rvs.engine.errors import ArgumentError as ArgumentError
from rvs.engine.errors import RvsError as RvsError
from rvs.engine.joint import Convention, Kind
from rvs.engine.joint import Inertia as Inertia
from rvs.engine.joint import Joint as Joint
from rvs.engine.joint import Motor as Motor
from rvs.engine.robot import Robot as Robot
from rvs.export.formats.write import Lettering
from rvs.export.report.values import PaperName
from rvs.files.convert import Conversion
from rvs.files.formats import Report
from rvs.geometry.shape import Parameter as Parameter
from rvs.geometry.shape import Relation as Relation
from rvs.model.annotations.marks import Anchor as Anchor
from rvs.model.annotations.marks import Measure as Measure
from rvs.model.annotations.marks import Note as Note
from rvs.model.array_value import Block as Block
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
from rvs.model.motions.cartesian import ToolTrajectory
from rvs.model.motions.grips import Grip as Grip
from rvs.model.motions.loads import Force
from rvs.model.motions.motion import Glide as Glide
from rvs.model.motions.motion import JointTrajectory as JointTrajectory
from rvs.model.motions.motion import Motion as Motion
from rvs.model.motions.tracks import Later as Later
from rvs.model.motions.tracks import Together as Together
from rvs.model.plots.strokes import Telling
from rvs.model.programs.program import Program as Program
from rvs.model.programs.program import Step as Step
from rvs.model.refs import Ref
from rvs.model.robots.imported import Choices as Choices
from rvs.model.robots.imported import Imported as Imported
from rvs.model.robots.named_posture import NamedPosture as NamedPosture
from rvs.model.robots.parameters import Formula as Formula
from rvs.model.robots.parameters import Parameters as Parameters
from rvs.model.robots.parameters import RobotParameter as RobotParameter
from rvs.model.robots.parameters import Variant as Variant
from rvs.model.robots.payloads import Payload as Payload
from rvs.model.state import State as State
from rvs.model.things.edits import Side
from rvs.model.things.thing import TargetFrame as TargetFrame
from rvs.model.things.thing import Thing as Thing
from rvs.model.views.panes import Pane as Pane
from rvs.model.views.panes import Panes as Panes
from rvs.model.views.view import Bookmark as Bookmark
from rvs.model.views.view import Camera as Camera
from rvs.model.views.view import Display as Display
from rvs.model.views.view import Mode
from rvs.model.views.view import Plane as Plane
from rvs.model.views.view import Section as Section
from rvs.model.views.view import View as View
from rvs.model.views.view import WorkspaceView as WorkspaceView
from rvs.scripting.asking import Answer, Question
from rvs.scripting.cad import CadModel
from rvs.scripting.calibrations import Calibrated
from rvs.scripting.cell import Cell as Cell
from rvs.scripting.choosing import Choice
from rvs.scripting.collisions import Collisions
from rvs.scripting.designs import Designed
from rvs.scripting.dexterity import Dexterity
from rvs.scripting.drives import Drives
from rvs.scripting.figure_result import Figure
from rvs.scripting.films import Filmed
from rvs.scripting.improving import Improved
from rvs.scripting.payloads import PayloadDiagram
from rvs.scripting.pictures import Picture
from rvs.scripting.placing import Placement
from rvs.scripting.plots import Plotted
from rvs.scripting.reaches import ReachChart
from rvs.scripting.reports import Reported
from rvs.scripting.sheets import DataSheet
from rvs.scripting.showing.solid_model import SolidModel
from rvs.scripting.showing.view import Viewed as Viewed
from rvs.scripting.simulations import Simulated
from rvs.scripting.stiffness import Stiffness
from rvs.scripting.subjects import What
from rvs.scripting.sweeps import Swept
from rvs.scripting.tables import Tabled, TableKind
from rvs.scripting.tolerances import Tolerances
from rvs.scripting.torques import Torques
from rvs.scripting.variants import Variants
from rvs.scripting.workspaces import Reached
from rvs.study.accuracy.accuracy import Spread
from rvs.study.calibration.postures import Index
from rvs.study.design.architecture import Task as DesignTask
from rvs.study.design.design import Method
from rvs.study.design.goals import Goal
from rvs.study.dexterity import Norm, Task
from rvs.study.drives.selection import Rank
from rvs.study.placing.conditions import PlaceRank, Reach
from rvs.study.placing.search import Mount
from rvs.study.simulate.springs import Springs as Springs
from rvs.study.sweeps.designs import Sample
from rvs.ui.show import show as show
from rvs.version import __version__ as __version__

def add_robot(robot: PlacedRobot | Robot | str, /, **changes: Any) -> str:
    """Add a robot, such as ``"puma560"``; its id gets a number if it is taken.

    Args:
        robot: A robot of the library, a file, or a robot as a value.
        changes: Fields of the placed robot, such as ``id``, ``place`` or ``color``; for a file also
            the arguments of ``rvs.open``, such as ``tip``.

    Returns:
        The id or name of the added item.

    Raises:
        RvsError: There is no such robot, its file has errors, or it has no such field.
    """

def change_cell(**changes: Any) -> None:
    """Change whole fields of the document, such as ``things=(…)`` or ``collision=…``.

    Raises:
        ArgumentError: The document has no such field, or refuses the value.
    """

def put_item(field: str, item: Any) -> None:
    """Replace the item with the same id or name, or add it, locked or not.

    Args:
        field: Field of the document, such as ``"things"``.
        item: The item.

    Raises:
        ArgumentError: There is no such field, or the cell refuses the item.
    """

def remove_items(field: str, names: Sequence[str]) -> None:
    """Remove items by id or name, locked or not.

    Args:
        field: Field of the document, such as ``"things"``.
        names: Ids or names.

    Raises:
        ArgumentError: There is no such field or item.
    """

def order_items(field: str, names: Sequence[str]) -> None:
    """Change the order of the items of a field.

    Args:
        field: Field of the document, such as ``"things"``.
        names: Ids or names of all of them, in the new order.

    Raises:
        ArgumentError: There is no such field, or the names are not those of its items.
    """

def keep_motion(
    name: str,
    motion: Motion,
    repeat: Repeat = ...,
    marks: Sequence[float] = ...,
    simulated: bool = ...,
    file: str = ...,
) -> None:
    """Keep a motion in the cell; it replaces an earlier one of the robot with the same name.

    Args:
        name: Its name; if another robot's motion has that name, a number is added.
        motion: A motion of one robot.
        repeat: Behaviour of players at its end.
        marks: Times at which the steps of a program are reached, in s.
        simulated: It is a run of the simulation.
        file: The file in which it is saved, or empty.

    Raises:
        ArgumentError: It moves no robot of the cell, or several.
    """

def add_part(robot_id: str, place: Place, part: Part) -> None:
    """Add a part to the full model of a robot; its id gets a number if it is taken.

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
    """Remove a part from the full model of a robot.

    Args:
        robot_id: The robot.
        place: Number of its link, 0 for the base, or ``"tool"``.
        part_id: The part.

    Raises:
        ArgumentError: No such robot or part.
    """

def put_link(robot_id: str, link: LinkBody) -> None:
    """Replace the parts of one link of a robot's full model.

    Raises:
        ArgumentError: No such robot, or it has no full model.
    """

def remove_robot(robot_id: str) -> None:
    """Remove a robot from the cell."""

def change_robot(robot_id: str, **changes: Any) -> None:
    """Change fields of a placed robot, such as ``place`` or ``robot``."""

def set_joint(robot_id: str, index: int, **changes: Any) -> None:
    """Change fields of one joint, such as ``a=0.4`` or ``limits=(-1.0, 1.0)``.

    Raises:
        ArgumentError: No such robot or joint, or a value the joint refuses.
    """

def stand(robot_id: str, place: ArrayLike) -> None:
    """Set the place of a robot.

    Raises:
        ArgumentError: No such robot, or not a rigid motion.
    """

def paint(robot_id: str, color: str) -> None:
    """Set a robot's colour, ``#RRGGBB``, or an empty text for the standard one.

    Raises:
        ArgumentError: No such robot, or no such colour.
    """

def set_display(robot_id: str, **changes: Any) -> None:
    """Change the display of a robot, such as ``mode="skeleton"``, ``joints=False`` or ``line=0.5``.

    Raises:
        ArgumentError: No such robot, or a value that is none of the choices.
    """

def begin_at(robot_id: str, start: float) -> None:
    """Set the start of a robot's motion on the time line, in s.

    Raises:
        ArgumentError: No such robot, or a time before the time line.
    """

def rename_robot(robot_id: str, name: str) -> None:
    """Change a robot's id, and all references to it.

    Raises:
        ArgumentError: No such robot, or an id that is taken, empty or too long.
    """

def duplicate_robot(robot_id: str, place: ArrayLike) -> str:
    """Add a copy of a robot, with its programs, after the others.

    Returns:
        The id or name of the added item.

    Raises:
        ArgumentError: No such robot, or not a rigid motion.
    """

def add_joint(robot_id: str, index: int, joint: Joint | None = ...) -> None:
    """Insert a joint at a position of the table, before the current one there.

    Args:
        robot_id: The robot.
        index: Position from 0 to n.
        joint: The joint; when omitted, a revolute one with the average length of the other links,
            in the convention of its neighbour.

    Raises:
        ArgumentError: No such robot or place, or 64 joints already.
    """

def remove_joint(robot_id: str, index: int) -> None:
    """Remove a joint and its link from the table.

    Raises:
        ArgumentError: No such robot or joint, or it is the last one.
    """

def move_joint(robot_id: str, index: int, to: int) -> None:
    """Move a joint with its link to another position in the table.

    Raises:
        ArgumentError: No such robot or place.
    """

def duplicate_joint(robot_id: str, index: int) -> None:
    """Add a copy of a joint after it; its name gets a number.

    Raises:
        ArgumentError: No such robot or joint, or 64 joints already.
    """

def set_kind(robot_id: str, index: int, kind: Kind, pitch: float | None = ...) -> None:
    """Change the kind of a joint so that the robot at home stays unchanged.

    Rotation and translation by the joint at its initial value are kept: part of them becomes
    constant geometry, part the new initial value.  A joint that changes between revolute and
    prismatic loses the values in its old unit: offset, limits, rate, acceleration, effort,
    stiffness and motor.

    Args:
        robot_id: The robot.
        index: The joint, from 0.
        kind: ``"revolute"``, ``"prismatic"`` or ``"helical"``.
        pitch: Advance of a helical joint in m per rad; unchanged when omitted.

    Raises:
        ArgumentError: No such robot, joint or kind.
    """

def set_convention(robot_id: str, convention: Convention) -> None:
    """Describe a robot in another convention; the same joint values give the same poses.

    Frames move to other positions, base and tool include everything that the table cannot express,
    masses are converted to the new link frames.  Expressions of the table become numbers.

    Raises:
        ArgumentError: No such robot or convention.
    """

def read_as(robot_id: str, convention: Convention) -> None:
    """Interpret the same numbers in another convention, which gives another robot.

    Joints described by poses have no such numbers and are unchanged.

    Raises:
        ArgumentError: No such robot or convention.
    """

def set_base(robot_id: str, pose: ArrayLike) -> None:
    """Set the pose (4, 4) of a robot's frame 0 in the frame of its placement.

    Raises:
        ArgumentError: No such robot, or not a rigid motion.
    """

def set_tool(robot_id: str, pose: ArrayLike) -> None:
    """Set the pose (4, 4) of a robot's tool in its last frame.

    Raises:
        ArgumentError: No such robot, or not a rigid motion.
    """

def set_unit(robot_id: str, unit: str) -> None:
    """Set the unit of a robot's file and of its displayed numbers; its size is unchanged.

    Raises:
        ArgumentError: No such robot or unit.
    """

def read_in(robot_id: str, unit: str) -> None:
    """Interpret the lengths of a robot in another unit, which changes its size.

    Lengths of the table, limits, rates and accelerations of prismatic joints, and the positions of
    base and tool are scaled, and so are parameters that are lengths; masses and the full model are
    unchanged.

    Raises:
        ArgumentError: No such robot or unit.
    """

def set_gravity(robot_id: str, gravity: ArrayLike) -> None:
    """Set gravity in the world (3,), m/s².

    Raises:
        ArgumentError: No such robot, or not a vector of finite numbers.
    """

def name_robot(robot_id: str, name: str) -> None:
    """Rename a robot; its id, by which objects refer to it, is unchanged.

    Raises:
        ArgumentError: No such robot, or a name of more than 200 characters.
    """

def set_limits(robot_id: str, index: int, lower: float = ..., upper: float = ...) -> None:
    """Set the bounds of a joint's value, in rad or m; infinite if there is none.

    Raises:
        ArgumentError: No such robot or joint, or the lower bound is above the upper.
    """

def put_drives(robot_id: str, joints: Mapping[int, Mapping[str, Any]]) -> None:
    """Set drives of joints as one step: motor, effort, rate, stiffness and inertia.

    Args:
        robot_id: The robot.
        joints: Changed fields of each joint, by its number from 0.

    Raises:
        ArgumentError: No such robot or joint, or a value the joint refuses.
    """

def become(robot_id: str, robot: Robot) -> None:
    """Replace a robot's table by that of a design; its name and remarks are kept."""

def add_parameter(
    robot_id: str,
    name: str,
    value: float | str = ...,
    measure: Measure = ...,
    least: float = ...,
    most: float = ...,
    meaning: str = ...,
) -> None:
    """Add a named parameter to a robot, which cells of its table can use.

    Args:
        robot_id: The robot.
        name: 1 to 40 letters, digits and ``_``.
        value: In m, rad, kg or without a unit, or an expression such as ``"2*L1 + 50 mm"``.
        measure: ``"length"``, ``"angle"``, ``"mass"`` or ``"none"``.
        least: Minimum.
        most: Maximum.
        meaning: Description, in a sentence.

    Raises:
        ArgumentError: No such robot, a name that is taken or has a meaning already, an expression
            without a value, or a value out of bounds.
    """

def set_parameter(
    robot_id: str, name: str, value: float | str | None = ..., **changes: Any
) -> None:
    """Set the value of a parameter, and all numbers that depend on it.

    Args:
        robot_id: The robot.
        name: The parameter.
        value: In m, rad, kg or without a unit, or an expression over other parameters; the current
            one if omitted.
        changes: Its other fields: ``measure``, ``least``, ``most`` or ``meaning``.

    Raises:
        ArgumentError: No such robot or parameter, a value out of bounds, one that a cell of the
            table can't take, or an expression that needs the parameter itself.
    """

def set_parameters(robot_id: str, values: Mapping[str, float]) -> None:
    """Set several parameters, in m, rad, kg or without a unit.

    Raises:
        ArgumentError: As ``set_parameter``, or a parameter that follows from others.
    """

def rename_parameter(robot_id: str, name: str, new: str) -> None:
    """Rename a parameter in all expressions, including those of the full model.

    Raises:
        ArgumentError: No such robot or parameter, or a name that is taken or means something.
    """

def remove_parameter(robot_id: str, name: str) -> None:
    """Remove a parameter; expressions that use it become their values.

    Raises:
        ArgumentError: No such robot or parameter.
    """

def set_expression(robot_id: str, index: int, column: str, text: str) -> None:
    """Set the expression of a cell of the table over parameters.

    Args:
        robot_id: The robot.
        index: The joint, from 0.
        column: ``a``, ``alpha``, ``d``, ``theta``, ``pitch``, ``offset``, ``lower``, ``upper``,
            ``mass``, or ``x``, ``y``, ``z`` of the centre of mass.
        text: Expression such as ``"L1/2 + 50 mm"``; an empty text keeps only the number.

    Raises:
        ArgumentError: No such robot, joint, column or parameter, mismatched units, or a number
            that the cell can't take.
    """

def keep_variant(robot_id: str, name: str, table: bool = ...) -> None:
    """Store the current values of the parameters as a variant, replacing one with the same name.

    Args:
        robot_id: The robot.
        name: Name of the variant.
        table: Store the whole table of the robot as well; always the case without parameters.

    Raises:
        ArgumentError: No such robot, or an empty name.
    """

def use_variant(robot_id: str, name: str) -> None:
    """Set the values of one of a robot's variants.

    Raises:
        ArgumentError: No such robot or variant, or a value that is out of bounds now.
    """

def rename_variant(robot_id: str, name: str, new: str) -> None:
    """Rename a variant, with a number if the name is taken.

    Raises:
        ArgumentError: No such robot or variant, or an empty name.
    """

def remove_variant(robot_id: str, name: str) -> None:
    """Remove a variant; the robot is unchanged.

    Raises:
        ArgumentError: No such robot or variant.
    """

def keep_posture(robot_id: str, posture: NamedPosture) -> None:
    """Store a posture, replacing one of the same name or becoming the last.

    Raises:
        ArgumentError: No such robot, or not one value per joint.
    """

def add_postures(robot_id: str, postures: Iterable[NamedPosture]) -> tuple[str, ...]:
    """Add missing postures, renamed if another one has their name.

    Returns:
        The document, and the current names of the postures in it.

    Raises:
        ArgumentError: No such robot, or not one value per joint.
    """

def rename_posture(robot_id: str, old: str, new: str) -> None:
    """Rename a posture; another one of that name is removed.

    Raises:
        ArgumentError: No such robot or posture, or a name that is empty or too long.
    """

def remove_postures(robot_id: str, names: Collection[str]) -> None:
    """Remove postures.

    Raises:
        ArgumentError: No such robot or posture.
    """

def move_postures(robot_id: str, names: Collection[str], place: int) -> None:
    """Move postures, in their order, so that the first is at a given position in the list.

    Args:
        robot_id: The robot.
        names: Names of the postures.
        place: Number of postures before them; a larger number means the end.

    Raises:
        ArgumentError: No such robot or posture, or a place below 0.
    """

def add_program(program: Program) -> str:
    """Add a program; its name gets a number if it is taken.

    Returns:
        The id or name of the added item.
    """

def remove_program(name: str) -> None:
    """Remove a program."""

def rename_program(name: str, new: str) -> None:
    """Rename a program, with a number if the name is taken."""

def change_program(name: str, /, **changes: Any) -> None:
    """Change fields of a program except its name, such as ``acceleration=3.0``.

    Raises:
        ArgumentError: No such program, or a value it refuses.
    """

def insert_step(name: str, index: int, step: Step) -> None:
    """Insert a step before the one with that index, or at the end."""

def change_step(name: str, index: int, /, **changes: Any) -> None:
    """Change fields of a step, such as ``speed=0.2``.

    Raises:
        ArgumentError: No such program or step, or a value the step refuses.
    """

def remove_step(name: str, index: int) -> None:
    """Remove a step from a program."""

def move_step(name: str, index: int, to: int) -> None:
    """Move a step to another position."""

def set_steps(name: str, steps: tuple[Step, ...]) -> None:
    """Replace the steps of a program.

    Raises:
        ArgumentError: No such program, or steps that don't fit together.
    """

def teach_places(name: str) -> None:
    """Teach all steps with a moved target again, and adjust their neighbours.

    A neighbour is the previous or next step on a straight move to or from the place, unless it was
    taught at a place itself: it keeps its pose relative to the place.

    Args:
        name: The program.

    Raises:
        ArgumentError: No such program, or an unreachable pose; the message names the step.
    """

def pace_step(name: str, index: int, seconds: float) -> None:
    """Change the duration of the move to a step, by its speed.

    Lines that blend into each other are one move: all its steps get the speed.

    Args:
        name: The program.
        index: The step, not the first.
        seconds: Duration of the move, in s; a value below the minimum gives the minimum.

    Raises:
        ArgumentError: No such program or step, or a move that goes nowhere.
    """

def add_thing(thing: Thing) -> str:
    """Add an object; its id gets a number if it is taken.

    Returns:
        The id or name of the added item.
    """

def change_thing(thing_id: str, **changes: Any) -> None:
    """Change fields of one object, such as ``sizes``, ``color`` or ``place``.

    Raises:
        ArgumentError: No such object, one that is locked, or a value it refuses.
    """

def change_things(ids: Sequence[str], **changes: Any) -> None:
    """Change fields of several objects alike; for locked ones only ``locked``, ``hidden``.

    Raises:
        ArgumentError: No such object, one that is locked, or a value it refuses.
    """

def rename_thing(thing_id: str, name: str) -> None:
    """Change an object's id; notes, measurements and collision pairs follow it.

    Raises:
        ArgumentError: No such object, or a taken or invalid id.
    """

def remove_things(ids: Sequence[str]) -> None:
    """Remove objects.

    Raises:
        ArgumentError: No such object, or one that is locked.
    """

def duplicate_things(ids: Sequence[str], shifts: Sequence[ArrayLike]) -> tuple[str, ...]:
    """Copy objects; copies of a group form a new group, and none is locked.

    Args:
        ids: The objects.
        shifts: Displacement of each copy from the objects (3,), m.

    Returns:
        The ids of the added items.

    Raises:
        ArgumentError: No such object, a shift that is not a length, or too many copies.
    """

def move_things(ids: Sequence[str], motion: ArrayLike) -> None:
    """Move objects by a motion in the world (4, 4).

    Raises:
        ArgumentError: No such object, one that is locked, or not a rigid motion.
    """

def align_things(ids: Sequence[str], axis: str, side: Side) -> None:
    """Move objects along one axis until their boxes have equal ends or centres.

    The common position is the end or the centre of their total extent.  A group stays together.

    Args:
        ids: The objects.
        axis: ``"x"``, ``"y"`` or ``"z"`` of the world.
        side: The end of their boxes, or their centres.

    Raises:
        ArgumentError: No such object, axis or side, or one that is locked.
    """

def spread_things(ids: Sequence[str], axis: str) -> None:
    """Move objects along one axis to equal gaps between their boxes; the outer ones stay.

    Raises:
        ArgumentError: No such object or axis, or one that is locked.
    """

def drop_things(ids: Sequence[str]) -> None:
    """Lower or lift objects until they are on the floor; a group stays together.

    Raises:
        ArgumentError: No such object, or one that is locked.
    """

def stack_things(ids: Sequence[str], other_id: str) -> None:
    """Put objects on another object; those not above it move to its centre.

    Raises:
        ArgumentError: No such object, one that is locked, or one on itself.
    """

def group_things(ids: Sequence[str], name: str = ...) -> None:
    """Make one group of objects, with a new name.

    Raises:
        ArgumentError: No such object, or one that is locked.
    """

def ungroup_things(ids: Sequence[str]) -> None:
    """Remove objects from their groups.

    Raises:
        ArgumentError: No such object, or one that is locked.
    """

def add_target(target: TargetFrame) -> str:
    """Add a target; its id gets a number if it is taken.

    Returns:
        The id or name of the added item.
    """

def change_target(target_id: str, place: ArrayLike) -> None:
    """Move a target.

    Raises:
        ArgumentError: There is no such id, or not a rigid motion.
    """

def rename_target(target_id: str, name: str) -> None:
    """Change a target's id; steps taught there follow it.

    Raises:
        ArgumentError: There is no such id, or the new one is taken or invalid.
    """

def remove_target(target_id: str) -> None:
    """Remove a target.

    Raises:
        ArgumentError: There is no such id.
    """

def add_environment(
    things: Sequence[Thing], targets: Sequence[TargetFrame] = ...
) -> tuple[str, ...]:
    """Add objects and targets; taken ids and groups get a number.

    Returns:
        The ids of the added items.
    """

def add_note(note: Note) -> str:
    """Add a note; its id gets a number if it is taken.

    Returns:
        The id or name of the added item.
    """

def remove_note(note_id: str) -> None:
    """Remove a note."""

def change_note(note_id: str, **changes: Any) -> None:
    """Change fields of a note, such as ``text`` or ``place``.

    Raises:
        ArgumentError: No such note, or a value that it refuses.
    """

def add_measure(measure: Measure) -> str:
    """Add a measurement; its id gets a number if it is taken.

    Returns:
        The id or name of the added item.
    """

def remove_measure(measure_id: str) -> None:
    """Remove a measurement.

    Raises:
        ArgumentError: There is no such id.
    """

def add_bookmark(bookmark: Bookmark) -> str:
    """Add a bookmark; its name gets a number if it is taken.

    Returns:
        The id or name of the added item.
    """

def remove_bookmark(name: str) -> None:
    """Remove a bookmark."""

def rename_bookmark(name: str, new: str) -> None:
    """Rename a bookmark, with a number if the name is taken."""

def retake_bookmark(name: str, view: View) -> None:
    """Change the view of a bookmark."""

def add_figure(figure: NamedFigure) -> str:
    """Add a figure; its name gets a number if it is taken.

    Returns:
        The id or name of the added item.
    """

def keep_figure(figure: NamedFigure) -> None:
    """Replace the figure with the same name, or add it."""

def rename_figure(name: str, new: str) -> None:
    """Rename a figure, with a number if the name is taken."""

def remove_figure(name: str) -> None:
    """Remove a figure."""

def move_figure(name: str, to: int) -> None:
    """Move a figure to another position in the list, or beyond its ends."""

def drop_motion(name: str) -> None:
    """Remove a motion from the cell.

    Raises:
        ArgumentError: The cell keeps no motion of this name.
    """

def switch_pair(a: Ref, b: Ref, check: bool | None) -> None:
    """Check a pair of bodies, ignore it, or with None apply the rules again.

    Raises:
        ArgumentError: The two are the same body.
    """

def set_collision(floor: bool | None = ..., margin: float | None = ...) -> None:
    """Change whether the floor is checked, or the minimum distance.

    Args:
        floor: Check the floor too; None leaves it unchanged.
        margin: Pairs closer than this are reported, m; None leaves it unchanged.

    Raises:
        ArgumentError: A margin that is not a length.
    """

def step(label: str) -> AbstractContextManager[None]:
    """Return a ``with`` block: all edits inside are one step, which an error undoes.

    Args:
        label: Name for undo.
    """

def pose(robot_id: str, q: Sequence[float]) -> None:
    """Set a robot's posture, as one step.

    Args:
        robot_id: The robot.
        q: Joint values (n,), rad and m.

    Raises:
        ArgumentError: No such robot, wrong number of values, or one that is not finite.
    """

def look(**changes: Any) -> None:
    """Change fields of the view, such as ``mode="body"`` or ``frames=False``; not undone.

    Raises:
        ArgumentError: A view has no such field, or refuses the value; or no robot can have the
            variant.
    """

def set_view(view: View, panes: Panes | None = ...) -> None:
    """Set a whole view, and viewports if they are given; not undone.

    Raises:
        ArgumentError: It is not a view.
    """

def select(*refs: Ref | str) -> None:
    """Select items, or nothing; the robot of the first becomes active; not undone.

    Args:
        refs: Ids of robots, or references such as ``("puma", "link", 3)`` and
            ``("table", "thing")``.

    Raises:
        ArgumentError: The cell has no such object.
    """

def undo(steps: int = ...) -> None:
    """Undo some steps, as many as there are."""

def redo(steps: int = ...) -> None:
    """Redo some steps, as many as there are."""

def motion(name: str = ..., robot: str = ...) -> Motion:
    """Return a program or trajectory of the cell, a trajectory of the library, or of a file.

    Args:
        name: Its name or file; the motion loaded for the robot if left out.
        robot: Id of the robot of a file that names none; the active one if left out.

    Raises:
        RvsError: There is no such motion, its file has errors, or the robot can't follow it.
    """

def timeline() -> Motion:
    """Return the common motion of all robots of the cell.

    Raises:
        RvsError: No robot moves, a file has errors, or one can't follow its path or program.
    """

def load_motion(motion: Motion | str | None, playhead: float = ..., beside: bool = ...) -> None:
    """Load a motion for playing, or none; not undone.

    Args:
        motion: The motion, or the name of one.
        playhead: Initial time, in s.
        beside: Keep the motions loaded for other robots.

    Raises:
        RvsError: There is no such motion, or the value is not a motion.
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
    """Set the cell on which functions such as ``rvs.set_joint`` act, and return it.

    Raises:
        ArgumentError: It is not a cell.
    """

def new(*robots: PlacedRobot | Robot | str) -> Cell:
    """Begin a cell with robots side by side, and make it the current one.

    Args:
        robots: Robots of the library, files, or robots as values.

    Returns:
        The cell.

    Raises:
        RvsError: There is no such robot, or its file has errors.
    """

def begin(state: State) -> Cell:
    """Begin a cell with a whole state, make it the current one, and return it."""

def open(
    path: str | Path,
    *,
    root: str = ...,
    tip: str = ...,
    convention: Convention = ...,
    snap: float = ...,
    zeros: bool = ...,
    robot: str = ...,
    tips: Sequence[str] = ...,
    effector: str = ...,
    args: Mapping[str, Any] | None = ...,
    allow: Sequence[str] = ...,
    take: Sequence[str] = ...,
) -> Cell:
    """Open a cell or a robot, by the path of its file or its name in the library.

    The cell becomes the current one, on which functions such as ``rvs.set_joint`` act.

    Args:
        path: A cell, a robot in any format that RVS reads, or a work environment.
        root: Fixed link of a description with branches; the usual one if left out.
        tip: Link at the other end of the chain; the usual one if left out.
        convention: ``"standard"`` or ``"modified"``, for a table made from links.
        snap: Angle in rad below which axes of links are made parallel.
        zeros: The numbers of a table for the joints' own variables are the zeros of the joints, not
            a posture.
        robot: Name of the robot in a file that holds several; the only one if left out.
        tips: Tips of several chains of a description, which are opened as robots on one base; with
            ``tip``, only the chain that ends there.
        effector: Link behind the last joint that becomes an end-effector, with everything attached
            to it and its tip at ``tip``; if left out, it is a part of the last link.
        args: Arguments of a XACRO template by their names; their defaults if left out.
        allow: Additional folders from which a description may read files.
        take: Other interpretations of its numbers: a unit such as ``"mm"`` or ``"rad"``,
            ``"limits-deg"``, ``"no-limits"``, or ``"new-order"`` for bare columns theta, d, a,
            alpha.

    Returns:
        The cell.

    Raises:
        FileErrors: All errors of the file.
        RvsError: There is no such file, or it can't be used as a cell.
    """

def add_file(path: str | Path, cell: Cell | None = ...) -> None:
    """Add the contents of a file to a cell: a robot, postures, a motion, surroundings.

    A trajectory becomes the motion of the active robot, and postures become its named ones.

    Args:
        path: The file.
        cell: The cell; the current one if left out.

    Raises:
        FileErrors: All errors of the file.
        RvsError: A cell can't have such a file, or has no robot for it.
    """

def placed(what: PlacedRobot | Robot | str, /, **changes: Any) -> PlacedRobot:
    """Return a robot as placed in a cell, with its full model and its end-effector.

    Args:
        what: A robot of the library, a file, or a robot as a value.
        changes: The selection from a file, as in ``rvs.open``: ``root``, ``tip``, ``convention``,
            ``snap``, ``zeros``, ``robot``, ``tips``, ``effector`` (the name of a link), ``args``,
            ``allow``, ``take``.  All others are fields of the placed robot, such as ``id``,
            ``place`` or ``color``; so is ``robot`` if it is a robot.

    Raises:
        RvsError: There is no such robot, its file has errors, or it has no such field.
    """

def save(
    path: str | Path | None = ..., what: Cell | Robot | PlacedRobot | str | None = ...
) -> Path:
    """Write a cell, or a robot in any format for writing, and return the file's path.

    A cell is also written as a model (.glb, .stl, .3mf) or a web page (.html), with its motion.

    Args:
        path: The file; its suffix determines the format.  A cell is saved to its previous file if
            left out.
        what: A robot, one of the current cell or the library by name, or a cell; the current cell
            if left out.

    Raises:
        RvsError: It can't be written in this format.
        OSError: The file can't be written.
    """

def effector_named(name: str) -> Body | None:
    """Return the body of an end-effector of the library, or None if there is none of that name."""

def effector_of(
    path: str | Path,
    *,
    root: str = ...,
    tip: str = ...,
    args: Mapping[str, Any] | None = ...,
    allow: Sequence[str] = ...,
) -> Body:
    """Return a description of links, such as a URDF of a gripper, as an end-effector.

    Its joints are fixed at zero.

    Args:
        path: The file.
        root: Link that is fixed to the flange, z away from it; the root of the tree if left out.
        tip: Link whose frame is the tool frame; the root if left out.
        args: Arguments of a XACRO template by their names; their defaults if left out.
        allow: Additional folders from which the description may read files.

    Raises:
        FileErrors: Everything that is wrong with the file, or there is no such link.
    """

def mesh_file(path: str | Path) -> MeshFile:
    """Return the mesh of a file, in the file's own unit.

    Raises:
        RvsError: It can't be read.
    """

def packed(text: str, *shape: int) -> Block:
    """Return a table of numbers from a packed text, exactly.

    Args:
        text: The text, as ``pack`` makes it.
        shape: Rows and columns.

    Raises:
        ArgumentError: The text is not packed.
    """

def payload(name: str, **changes: Any) -> Payload:
    """Return a payload of a plain kind or of a model of the library.

    Args:
        name: A kind, such as ``"box"``, or the name of a model.
        changes: Its changed fields, such as ``mass``.

    Raises:
        RvsError: No such payload, or it refuses a change.
    """

def figure(
    what: What = ...,
    name: str = ...,
    *,
    robot: str = ...,
    view: str | View | None = ...,
    fit: bool | None = ...,
    parallel: bool = ...,
    transparent: bool = ...,
    q: ArrayLike | None = ...,
    motion: Motion | str | None = ...,
    **fields: Any,
) -> Figure:
    """Return a figure of a cell or a robot, as drawn by *Export figure* of the window.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        name: Start from this named figure of the cell.
        robot: Id of a robot of the cell; the active one if left out.
        view: Look from this side; in Python, a whole view is possible: ``"front"``, ``"back"``,
            ``"right"``, ``"left"``, ``"top"``, ``"bottom"``, ``"iso"``; iso, or that of the
            cell, if left out.
        fit: Move the camera, without turning it, to show everything; yes, unless the camera of
            the cell is used if left out.
        parallel: Use a parallel projection.
        transparent: Leave out background, floor and shadow.
        fields: Set fields of a named figure, such as ``style="lines"``, ``width=84`` in mm or
            ``dimensions=True``, and of the view, such as ``mode="body"`` or ``frames=False``;
            an 84 mm column, cropped, or the style of the named figure, if left out.
        q: Move the robot to this posture; the current one if left out.
        motion: Show postures of this motion, the last one opaque.

    Raises:
        RvsError: There is no such robot, figure or motion.
        ArgumentError: There is no such field, or it refuses the value.
    """

def render(
    what: What = ...,
    *,
    robot: str = ...,
    view: str | View | None = ...,
    fit: bool | None = ...,
    parallel: bool = ...,
    transparent: bool = ...,
    q: ArrayLike | None = ...,
    size: tuple[int, int] = ...,
    **fields: Any,
) -> Picture:
    """Draw a cell or a robot as in the window, and return the picture.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        view: Look from this side; in Python, a whole view is possible: ``"front"``, ``"back"``,
            ``"right"``, ``"left"``, ``"top"``, ``"bottom"``, ``"iso"``; iso, or that of the
            cell, if left out.
        fit: Move the camera, without turning it, to show everything; yes, unless the camera of
            the cell is used if left out.
        parallel: Use a parallel projection.
        transparent: Leave out background, floor and shadow.
        fields: Set fields of the view, such as ``mode="body"`` or ``frames=False``; that of the
            cell if left out.
        q: Move the robot to this posture; the current one if left out.
        size: Draw a picture of this size in pixels; 1280x800 if left out.

    Raises:
        RvsError: There is no such robot, or nothing can draw here.
        ArgumentError: A view has no such field, or refuses the value; or no picture has that size.
    """

def film(
    what: What = ...,
    motion: Motion | str | None = ...,
    *,
    robot: str = ...,
    fps: float = ...,
    speed: float = ...,
    size: tuple[int, int] = ...,
    loop: int = ...,
    view: str | View | None = ...,
    fit: bool | None = ...,
    parallel: bool = ...,
    transparent: bool = ...,
    damping: float = ...,
    start: float = ...,
    end: float | None = ...,
    **fields: Any,
) -> Filmed:
    """Film a motion of a robot, or of all robots of a cell, and return the film before it is saved.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        motion: Film this motion (or the motion with this name); the loaded one, or the motions
            of all robots of the cell, if left out.
        robot: Id of the robot that a file moves; the active one if left out.
        fps: Show this many frames per second; GIF uses the nearest possible rate.
        speed: Play at this multiple of the speed of the motion.
        size: Draw pictures of this width and height in pixels; 1280x800 if left out.
        loop: Show a GIF or APNG this many times; 0 repeats it endlessly.
        view: Look from this side; in Python, a whole view is possible: ``"front"``, ``"back"``,
            ``"right"``, ``"left"``, ``"top"``, ``"bottom"``, ``"iso"``; iso, or that of the
            cell, if left out.
        fit: Move the camera, without turning it, to show everything; yes, unless the camera of
            the cell is used if left out.
        parallel: Use a parallel projection.
        transparent: Leave out background, floor and shadow.
        fields: Set fields of the view, such as ``mode="body"`` or ``frames=False``; that of the
            cell if left out.
        damping: Let the tool deviate this much from a path near singularities; 0.05 gives a
            smooth motion.
        start: Start at this time of the motion, in s.
        end: End at this time of the motion, in s; its end if left out.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: The times are outside the motion, or a view has no such field.
    """

def report(
    what: What = ...,
    *,
    robot: str = ...,
    author: str = ...,
    paper: PaperName = ...,
    angle: str = ...,
    length: str = ...,
    motions: Sequence[str | Motion] = ...,
    studies: Sequence[str | Answer | Question] = ...,
    without: Sequence[str] = ...,
    title: str = ...,
    date: str | None = ...,
) -> Reported:
    """Write a report of a robot or a cell as PDF, and return it before it is saved.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of the one robot of the cell to report on; the whole cell if left out.
        author: Name the author.
        paper: Use pages of this size: ``"A4"``, ``"Letter"``.
        angle: Write angles in this unit: ``"deg"``, ``"rad"``.
        length: Write lengths in this unit: ``"m"``, ``"dm"``, ``"cm"``, ``"mm"``, ``"in"``,
            ``"ft"``; that of each robot if left out.
        motions: Show these trajectories, or programs of a cell.
        studies: Add a chapter with this study. On the command line, options of its command may
            follow its name; in Python, the answer of its function is also valid.
        without: Leave out these parts: ``"skeleton"``, ``"views"``, ``"table"``, ``"limits"``,
            ``"masses"``, ``"dexterity"``, ``"workspace"``, ``"postures"``, ``"motions"``,
            ``"conventions"``, ``"plan"``, ``"things"``, ``"programs"``, ``"collisions"``.
        title: Set the subject of the report; the name of the cell or the robot if left out.
        date: Set the date of the report, as free text; today if left out.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: There is no such part or unit.
    """

def sheet(
    what: What = ...,
    *,
    robot: str = ...,
    author: str = ...,
    paper: PaperName = ...,
    angle: str = ...,
    length: str = ...,
    weigh: bool = ...,
    title: str = ...,
    date: str | None = ...,
) -> DataSheet:
    """Write a data sheet of a robot on one page, and return it before it is saved.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        author: Name the author.
        paper: Use pages of this size: ``"A4"``, ``"Letter"``.
        angle: Write angles in this unit: ``"deg"``, ``"rad"``.
        length: Write lengths in this unit: ``"m"``, ``"dm"``, ``"cm"``, ``"mm"``, ``"in"``,
            ``"ft"``; that of each robot if left out.
        weigh: Compute unknown masses from the body of the robot.
        title: Set the title of the sheet; the name of the robot if left out.
        date: Set the date of the sheet, as free text; today if left out.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: There is no such unit.
    """

def plot(
    what: What = ...,
    motion: Motion | str | None = ...,
    *quantities: str,
    robot: str = ...,
    joint: int | None = ...,
    angle: str = ...,
    length: str = ...,
    width: float = ...,
    height: float = ...,
    text: Lettering = ...,
    lines: Telling = ...,
    titles: bool = ...,
    note: str = ...,
) -> Plotted:
    """Return plots of a motion, as drawn by *Export plot* of the window.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        motion: The motion, or the name of one; the loaded one if left out.
        quantities: Quantities such as ``"position"``, ``"torque"`` or ``"conditioning"``; position
            if none.
        robot: Id of a robot of the cell; the active one if left out.
        joint: One joint alone, from 0, with its limits.
        angle: Unit of angles.
        length: Unit of lengths; that of the robot's file if left out.
        width: Width in print, mm.
        height: Height of each plot in print, mm.
        text: Words as text, as outlines (``"paths"``), or set by LaTeX (``"latex"``).
        lines: Distinction of the curves: ``"colour"``, ``"dashes"`` in addition, or ``"grey"``:
            black and dashed.
        titles: Add a title above each plot.
        note: A second line under the first title, such as the displayed version of a motion.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: There is no such quantity, joint, unit, text or line.
    """

def chart(
    x: ArrayLike,
    columns: Mapping[str, ArrayLike],
    *,
    title: str = ...,
    across: str = ...,
    up: str = ...,
    units: tuple[str, str] = ...,
    width: float = ...,
    height: float = ...,
) -> Plotted:
    """Return a plot of a script's own numbers.

    Args:
        x: Abscissas of the curves (m,).
        columns: Values (m,) of each curve by its name.
        title: Its contents.
        across: Name of the horizontal axis.
        up: Name of the vertical axis.
        units: Units of both axes.
        width: Width in print, mm.
        height: Height in print, mm.

    Raises:
        ArgumentError: Unequal numbers of values, or none.
    """

def table(
    what: What = ...,
    kind: TableKind = ...,
    *,
    robot: str = ...,
    angle: str = ...,
    length: str = ...,
) -> Tabled:
    """Return a table of a robot, as written by *Export table* of the window.

    Args:
        what: A robot, a cell, or the name or file of one; the current cell if left out.
        kind: ``"dh"``, ``"limits"``, ``"masses"`` or ``"motors"``.
        robot: Id of a robot of the cell; the active one if left out.
        angle: Unit of angles.
        length: Unit of lengths; that of the robot's file if left out.

    Raises:
        RvsError: There is no such robot, or the contents of the table are not known.
    """

def tabulate(
    rows: Iterable[Sequence[Any]], headings: Sequence[str], caption: str = ..., digits: int = ...
) -> Tabled:
    """Return rows of numbers and texts as a table.

    Args:
        rows: The rows, each with a value for every heading.
        headings: Headings of the columns, with units where they have any.
        caption: Caption of the table.
        digits: Significant digits of numbers other than integers.

    Raises:
        ArgumentError: A row has too many values, or too few.
    """

def workspace(
    what: What = ...,
    *,
    robot: str = ...,
    limits: bool = ...,
    collisions: bool = ...,
    length: float | None = ...,
    task: Task | None = ...,
    levels: int = ...,
    seed: int = ...,
    unit: str = ...,
    executor: Executor | None = ...,
) -> Reached:
    """Compute the workspace of a robot, and the conditioning in it.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        limits: Keep revolute joints within their limits.
        collisions: Leave out points that cannot be reached without the robot colliding with
            itself, the floor or the cell.
        length: Use this characteristic length for the conditioning, in m; the best one if left
            out.
        task: Consider these motions of the tool: ``"pose"``, ``"position"``, ``"orientation"``,
            ``"planar"``; pose, or position for arms with one or two joints, if left out.
        levels: Search at this resolution, 1 to 3.
        seed: Use this seed for the random postures.
        unit: Write lengths of the table in this unit: ``"m"``, ``"dm"``, ``"cm"``, ``"mm"``,
            ``"in"``, ``"ft"``.
        executor: Distribute the work over processes; in Python, over the workers of an executor
            such as ``client.get_executor()`` of Dask; the numbers are the same; one process if
            left out.

    Returns:
        Reach, area or volume with its error, conditioning, and points on request.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: A number out of range.
    """

def compared(some: Sequence[Reached], unit: str = ...) -> Tabled:
    """Return the workspaces of several robots as a table, lengths in a unit."""

def calibrate(
    what: What = ...,
    measured: str | None = ...,
    *,
    robot: str = ...,
    free: Sequence[str] = ...,
    base: bool = ...,
    tool: bool = ...,
    noise: float | None = ...,
    angle_noise: float | None = ...,
    unit: str | None = ...,
    angle: str = ...,
    propose: int = ...,
    index: Index = ...,
    seed: int = ...,
) -> Calibrated:
    """Identify the table of a robot from measured poses, and return it.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        measured: Read measured poses from this table: columns q1, q2 …, x, y, z, and for the
            orientation rx, ry, rz, a, b, c or qw, qx, qy, qz; an error if left out.
        robot: Id of a robot of the cell; the active one if left out.
        free: Identify these columns of the table, or single numbers such as a3; all columns if
            left out.
        base: Identify the base relative to the measuring device.
        tool: Identify the tool.
        noise: Use this standard deviation for measured coordinates, in m; that of the residuals
            if left out.
        angle_noise: Use this standard deviation for measured angles, together with that of
            coordinates, in rad; that of the residuals if left out.
        unit: Use this unit for lengths without a unit: ``"m"``, ``"dm"``, ``"cm"``, ``"mm"``,
            ``"in"``, ``"ft"``; that of the robot's file if left out.
        angle: Use this unit for angles without a unit: ``"deg"``, ``"rad"``.
        propose: Propose this many postures to measure next.
        index: Choose the postures by this measure: ``"D"``, ``"A"``.
        seed: Use this seed for the random postures.

    Returns:
        Each number with its uncertainty, the unidentifiable ones, and the next postures.

    Raises:
        RvsError: There is no such robot or file, or there are too few poses.
        ArgumentError: An unknown column, or a number out of range.
    """

def design(
    what: What = ...,
    *,
    robot: str = ...,
    task: DesignTask = ...,
    method: Method = ...,
    length: float | None = ...,
    longest: float = ...,
    wrist: bool = ...,
    stay: float = ...,
    right_angles: bool = ...,
    rounding: float = ...,
    reach: float | None = ...,
    goals: Sequence[Goal] = ...,
    starts: int = ...,
    free: Sequence[str] = ...,
    q: ArrayLike | None = ...,
    box: Sequence[float] | None = ...,
    seed: int = ...,
) -> Designed:
    """Improve the conditioning of a robot's Jacobian with new dimensions, and return the design.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        task: Use these rows of the Jacobian: ``"pose"``, ``"position"``, ``"orientation"``,
            ``"planar"``.
        method: Search by this method: ``"least squares"``, ``"bfgs"``, ``"l-bfgs-b"``,
            ``"slsqp"``, ``"orthogonal decomposition"``.
        length: Keep this characteristic length, in m; the best one if left out.
        longest: Keep the lengths of the table below this bound, in m.
        wrist: Keep a spherical wrist, where axes 4, 5 and 6 meet.
        stay: Stay close to the start with this weight.
        right_angles: Allow only twists of 0, 90 and -90 degrees.
        rounding: Round lengths to multiples of this, in m.
        reach: Scale the sum of the links' spans to this, in m.
        goals: Also improve these: conditioning, reach, length, gravity.
        starts: Use at most this many starts, the current robot first; an isotropic robot ends
            the search.
        free: Free these columns of the standard table, or single numbers such as a3 for joint
            3; tool frees the tool of a table in the modified convention; the posture is always
            free; all columns if left out.
        q: Start from this posture; the initial one if left out.
        box: Evaluate conditioning, if it is a goal, within this box: its lower and its upper
            corner in the base frame, in m; all of the workspace if left out.
        seed: Use this seed for the random starts.

    Returns:
        The new robot, its numbers before and after, and the course of the search.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: A number out of range, or an unknown column.
    """

def sweep(
    what: What = ...,
    vary: Sequence[str] = ...,
    *,
    robot: str = ...,
    view: str = ...,
    require: Sequence[str] = ...,
    seed: int = ...,
    q: ArrayLike | None = ...,
    task: Task | None = ...,
    box: Sequence[float] | None = ...,
    payload: float = ...,
    motion: Motion | str | None = ...,
    follow: str | None = ...,
    weigh: bool = ...,
    measures: Sequence[str] = ...,
    sample: Sample = ...,
    count: int = ...,
    executor: Executor | None = ...,
) -> Swept:
    """Compute measures of many designs of a robot, and of the current one with its sensitivities.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        vary: Vary these cells of the robot's own table, or its parameters, within ranges in its
            unit of length and degrees or with a unit, for example a2=0.2:0.6 or a2=200mm:600mm,
            or a2=0.2:0.6:41 with the count for a grid; a parameter alone, for example L1 or
            L1:41, varies between its bounds; all others stay fixed; none if left out.
        robot: Id of a robot of the cell; the active one if left out.
        view: Look from this side in the figure of the robots: ``"front"``, ``"back"``,
            ``"right"``, ``"left"``, ``"top"``, ``"bottom"``, ``"iso"``.
        require: Require these bounds of measures, lengths in the unit of the robot or with a
            unit, for example box-kappa<=3 or reach>=0.9; none if left out.
        seed: Use this seed for the sample.
        q: Evaluate posture-dependent measures in this posture; the current one if left out.
        task: Consider these motions of the tool in condition numbers: ``"pose"``,
            ``"position"``, ``"orientation"``, ``"planar"``; pose, or position for arms with one
            or two joints, if left out.
        box: Use this box for measures of a box: its lower and its upper corner in the base
            frame, in m; none if left out.
        payload: Add a payload of this mass, a cube of 60 mm, in kg.
        motion: Evaluate the measures of a motion along this motion (or the motion with this
            name).
        follow: Make every design follow the tool path of the motion, or its joint values:
            ``"tool"``, ``"joints"``; the tool path for six joints or more, the joint values
            otherwise, if left out.
        weigh: Take the masses of each design from its body: unknown masses, and the changes of
            known ones.
        measures: Compute these measures: kappa, best-kappa, reach, reach-across, reach-up,
            flange-reach, flange-reach-across, flange-reach-up, length, volume, gci, mass,
            torque, worst-torque, effort, worst-effort, payload, worst-payload, box, box-kappa,
            time, motion-torque, clearance, stiffness, deflection; the first two define the best
            compromises; kappa and reach if left out.
        sample: Choose the designs by this method: ``"grid"``, ``"random"``, ``"sobol"``.
        count: Use this many designs, except for a grid.
        executor: Distribute the work over processes; in Python, over the workers of an executor
            such as ``client.get_executor()`` of Dask; the numbers are the same; one process if
            left out.

    Returns:
        Every design with its measures, the best compromises, and sensitivities.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: There is no such cell or measure, or a number out of range.
    """

def improve(
    what: What = ...,
    vary: Sequence[str] = ...,
    better: Sequence[str] = ...,
    *,
    robot: str = ...,
    require: Sequence[str] = ...,
    seed: int = ...,
    q: ArrayLike | None = ...,
    task: Task | None = ...,
    box: Sequence[float] | None = ...,
    payload: float = ...,
    motion: Motion | str | None = ...,
    follow: str | None = ...,
    weigh: bool = ...,
    starts: int = ...,
) -> Improved:
    """Improve chosen measures of a robot within ranges and requirements, and return the design.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        vary: Vary these cells of the robot's own table, or its parameters, within ranges in its
            unit of length and degrees or with a unit, for example a2=0.2:0.6 or a2=200mm:600mm,
            or a2=0.2:0.6:41 with the count for a grid; a parameter alone, for example L1 or
            L1:41, varies between its bounds; all others stay fixed; none if left out.
        better: Improve these measures, each with a weight if it is not 1, for example
            payload=2: kappa, best-kappa, reach, reach-across, reach-up, flange-reach,
            flange-reach-across, flange-reach-up, length, volume, gci, mass, torque,
            worst-torque, effort, worst-effort, payload, worst-payload, box, box-kappa, time,
            motion-torque, clearance, stiffness, deflection; kappa if left out.
        robot: Id of a robot of the cell; the active one if left out.
        require: Require these bounds of measures, lengths in the unit of the robot or with a
            unit, for example box-kappa<=3 or reach>=0.9; none if left out.
        seed: Use this seed for the sample.
        q: Evaluate posture-dependent measures in this posture; the current one if left out.
        task: Consider these motions of the tool in condition numbers: ``"pose"``,
            ``"position"``, ``"orientation"``, ``"planar"``; pose, or position for arms with one
            or two joints, if left out.
        box: Use this box for measures of a box: its lower and its upper corner in the base
            frame, in m; none if left out.
        payload: Add a payload of this mass, a cube of 60 mm, in kg.
        motion: Evaluate the measures of a motion along this motion (or the motion with this
            name).
        follow: Make every design follow the tool path of the motion, or its joint values:
            ``"tool"``, ``"joints"``; the tool path for six joints or more, the joint values
            otherwise, if left out.
        weigh: Take the masses of each design from its body: unknown masses, and the changes of
            known ones.
        starts: Start from this many designs, including the current robot.

    Returns:
        The design with every changed number and every measure, before and after.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: There is no such cell or measure, or a number out of range.
    """

def simulate(
    what: What = ...,
    law: str = ...,
    *,
    robot: str = ...,
    gains: Mapping[str, ArrayLike] | None = ...,
    rate: float | None = ...,
    friction: bool = ...,
    effort_limits: bool = ...,
    delay: float = ...,
    push: tuple[float, float, float] | None = ...,
    push_time: tuple[float, float] = ...,
    model_error: float = ...,
    seed: int = ...,
    springs: Springs | None = ...,
    motion: Motion | str | None = ...,
    goal: ArrayLike | None = ...,
    at: float = ...,
    q: ArrayLike | None = ...,
    qd: ArrayLike | None = ...,
    duration: float | None = ...,
    payload: float = ...,
    locked: Sequence[int] = ...,
    stop: Sequence[str] = ...,
) -> Simulated:
    """Let a robot move freely, or drive it by a control law, and return its motion.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        law: Drive the robot by this law; ``none`` gives no control: ``"none"``, ``"pd"``,
            ``"pd-gravity"``, ``"computed-torque"``, ``"feed-forward"``, ``"resolved-rate"``,
            ``"operational-space"``.
        robot: Id of a robot of the cell; the active one if left out.
        gains: Use these gains of the law by their keys, one number or one for each joint, in SI
            units; suggested ones if left out.
        rate: Sample at this rate, in Hz; 500 Hz, or 200 Hz for a robot without control, if left
            out.
        friction: Include viscous and Coulomb friction.
        effort_limits: Limit torques to the effort limits in the robot's table.
        delay: Apply the torques after this delay, in s.
        push: Push the tool with this force along the axes of the world, in N.
        push_time: Push during this interval, in s; all the time if left out.
        model_error: Perturb the masses in the law's model by up to this fraction.
        seed: Use this seed for the perturbed models.
        springs: Let motors pull their joints through springs.
        motion: Follow this motion (or the motion with this name).
        goal: Step to this posture instead of following a motion.
        at: Step to the goal at this time, in s.
        q: Start in this posture; that of the motion, or the current one, if left out.
        qd: Start with these joint velocities, per second.
        duration: Simulate for this long, in s; as long as the motion and 0.5 s more, or 5 s, if
            left out.
        payload: Add a payload of this mass, a cube of 60 mm, in kg.
        locked: Hold these joints, counted from 0.
        stop: Stop the run if a joint reaches a limit (limits), or if the robot touches itself,
            the floor or an object (contact): ``"limits"``, ``"contact"``; both if left out.

    Raises:
        RvsError: There is no such robot or motion, or masses are not known.
        ArgumentError: There is no such law, gain or end, or a number is out of range.
    """

def dexterity(
    what: What = ...,
    q: ArrayLike | None = ...,
    *,
    robot: str = ...,
    task: Task | None = ...,
    norm: Norm = ...,
    length: float | None = ...,
    best: bool = ...,
    reach: bool = ...,
    limits: bool = ...,
) -> Dexterity:
    """Compute the dexterity of a robot in a posture, and return its measures.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        q: Use this posture; the current one if left out.
        robot: Id of a robot of the cell; the active one if left out.
        task: Consider these motions of the tool: ``"pose"``, ``"position"``, ``"orientation"``,
            ``"planar"``; pose, or position for arms with one or two joints, if left out.
        norm: Use this norm for the condition number: the weighted Frobenius norm, or the
            2-norm; do not compare the two: ``"frobenius"``, ``"2"``.
        length: Use this characteristic length, in m; the best one for the posture if left out.
        best: Find the posture and the length with the smallest condition number.
        reach: Find the largest distance of the tool point from the base.
        limits: Stay within the joint limits in these searches.

    Returns:
        Condition number, characteristic length, manipulability and the singular values.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: An invalid posture, length, task or norm.
    """

def tolerance(
    what: What = ...,
    tolerances: Sequence[str] = ...,
    *,
    robot: str = ...,
    spread: Spread = ...,
    sigmas: float = ...,
    q: ArrayLike | None = ...,
    motion: Motion | str | None = ...,
    centre: Sequence[float] | None = ...,
    side: float | None = ...,
    plane: str | None = ...,
    points: int = ...,
    samples: int = ...,
    seed: int = ...,
    budget: bool = ...,
) -> Tolerances:
    """Predict pose accuracy and repeatability from tolerances, and return the numbers.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        tolerances: Use these tolerances (±): a, b, alpha, theta, lengths or angles, with a
            number for a single joint; backlash and encoder are the total play and the step size
            of joints; lengths=0.1mm,angles=0.01deg if left out.
        robot: Id of a robot of the cell; the active one if left out.
        spread: Distribute numbers in this way within their tolerances: ``"uniform"``,
            ``"normal"``, ``"triangular"``.
        sigmas: Treat a normal tolerance as this many standard deviations.
        q: Use this posture instead of the five poses; the five poses if left out.
        motion: Use 100 postures along this motion instead of the five poses.
        centre: Centre the cube of the five poses on this point of the world, in m; where the
            largest cube was found if left out.
        side: Use a cube with this side, in m; the largest found if left out.
        plane: Map the error over this plane of the world through the tool point: ``"xy"``,
            ``"xz"``, ``"yz"``; no map if left out.
        points: Give the map this many points along each side.
        samples: Compute this many random robots.
        seed: Use this seed for the random numbers.
        budget: Print the contribution of each source instead of the poses.

    Returns:
        Accuracy and repeatability in five poses of ISO 9283, and the fraction of each source.

    Raises:
        RvsError: There is no such robot or motion, or no cube in its reach.
        ArgumentError: A tolerance of another form, or a number out of range.
    """

def variants(what: What = ..., *, robot: str = ..., view: str = ..., equal: bool = ...) -> Variants:
    """Compare the variants of a robot with its current state, and return the differences.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        view: Look from this side in the figure of the robots: ``"front"``, ``"back"``,
            ``"right"``, ``"left"``, ``"top"``, ``"bottom"``, ``"iso"``.
        equal: Also list parameters and cells that are equal in all variants.

    Returns:
        Parameters, cells of the table, reach and mass in each variant.

    Raises:
        RvsError: There is no such robot.
    """

def torque(
    what: What = ...,
    motion: Motion | str | None = ...,
    *,
    robot: str = ...,
    q: ArrayLike | None = ...,
    qd: ArrayLike | None = ...,
    qdd: ArrayLike | None = ...,
    payload: float = ...,
    force: Force | None = ...,
    worst: bool = ...,
    slower: float | None = ...,
    fastest: bool = ...,
) -> Torques:
    """Compute the torques that a posture or a motion requires from the drives.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        motion: Use this motion (or the motion with this name) instead of a posture.
        robot: Id of a robot of the cell; the active one if left out.
        q: Use this posture; the current one if left out.
        qd: Use these joint velocities, per second; 0 if left out.
        qdd: Use these joint accelerations, per second squared; 0 if left out.
        payload: Add a payload of this mass, a cube of 60 mm, in kg.
        force: Push on the tool point with this force in N along the world axes; three moments
            in N m may follow.
        worst: Use the posture within the limits with the largest holding torque.
        slower: Slow the motion down by this factor; 0 for the smallest within all limits.
        fastest: Use the shortest time along the same path within the limits of speed,
            acceleration and effort.

    Returns:
        Torques of every joint, N m or N, and powers, W, at the times of the motion or in the
        posture.

    Raises:
        RvsError: There is no such robot or motion, or masses are not known.
        ArgumentError: Both a motion and a posture, or an invalid number.
    """

def payload_diagram(
    what: What = ...,
    *,
    robot: str = ...,
    q: ArrayLike | None = ...,
    motion: Motion | str | None = ...,
    speed: float = ...,
    distance: float | None = ...,
    places: int = ...,
    weigh: bool = ...,
) -> PayloadDiagram:
    """Compute the largest payload of a robot for each position of its centre of mass.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        q: Use this posture; the worst one within the limits if left out.
        motion: Use the postures of this motion, with its speeds and accelerations.
        speed: Move every joint at this fraction of its rated speed and acceleration at the same
            time, in the worst directions.
        distance: Compute up to this distance of the centre of mass from the flange, in m; half
            the reach if left out.
        places: Use this number of distances.
        weigh: Compute unknown masses from the body of the robot.

    Returns:
        Masses, kg, that the joints can hold in the worst posture, with the joint that limits them.

    Raises:
        RvsError: There is no such robot or motion, or masses are not known.
        ArgumentError: No effort is known, both a motion and a posture, or a number out of range.
    """

def reach_chart(
    what: What = ...,
    *,
    robot: str = ...,
    levels: int = ...,
    limits: bool = ...,
    dimensions: bool = ...,
    tool: bool = ...,
) -> ReachChart:
    """Draw the reach of a robot from the side and from above, for its flange and its tool.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        levels: Search at this resolution, 1 to 3.
        limits: Keep revolute joints within their limits.
        dimensions: Draw dimension lines.
        tool: Also draw the reach of the tool, if it is not at the flange.

    Returns:
        Dimensions and outlines of the workspace.

    Raises:
        RvsError: There is no such robot.
        ArgumentError: The first joint does not turn, or a slide has no limits.
    """

def drives(
    what: What = ...,
    motions: Sequence[str | Motion] = ...,
    *,
    robot: str = ...,
    hold: Sequence[str] = ...,
    worst: bool = ...,
    payload: float = ...,
    catalogue: str = ...,
    alone: bool = ...,
    rank: Rank = ...,
    margin: float = ...,
    ratio: float | None = ...,
    travel: float | None = ...,
    masses: bool = ...,
    count: int = ...,
) -> Drives:
    """Find motors and gears for motions and postures, and return them, ranked.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        motions: Choose drives for these motions, each repeated without a pause.
        robot: Id of a robot of the cell; the active one if left out.
        hold: Hold these named postures continuously.
        worst: For each joint, hold the posture of largest load continuously.
        payload: Add a payload of this mass, a cube of 60 mm, in kg.
        catalogue: Add the motors and gears of this table.
        alone: Choose only from that table.
        rank: Rank the drives by this, the smallest first: ``"mass"``, ``"price"``, ``"use"``.
        margin: Keep limits at least this many times the load.
        ratio: Allow this ratio of the load inertia to the drive inertia; any if left out.
        travel: Use this travel per turn of the drive for prismatic joints, in m.
        masses: Add the masses of the drives to the links that carry them.
        count: List this number of drives for each joint.

    Returns:
        Pairs of motors and gears for every joint, with loads, limits and reasons.

    Raises:
        RvsError: There is no such robot, motion or posture, masses are not known, or the table
            of drives has errors.
        ArgumentError: Neither a motion nor a posture, or an invalid number.
    """

def stiffness(
    what: What = ...,
    motion: Motion | str | None = ...,
    *,
    robot: str = ...,
    q: ArrayLike | None = ...,
    payload: float = ...,
    force: Sequence[float] | None = ...,
    weight: bool = ...,
    stiffness: ArrayLike | None = ...,
    links: bool = ...,
    sections: Sequence[LinkSection] = ...,
    material: str | None = ...,
    fill: float = ...,
    plane: str | None = ...,
    modes: int = ...,
) -> Stiffness:
    """Compute the deflection of a robot under loads, and its natural frequencies.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        motion: Use this motion (or the motion with this name) instead of a posture.
        robot: Id of a robot of the cell; the active one if left out.
        q: Use this posture; the current one if left out.
        payload: Add a payload of this mass, a cube of 60 mm, in kg.
        force: Push on the tool point with this force in N along the world axes; three moments
            in N m may follow.
        weight: Include the weight of the links, the end-effector and the payload.
        stiffness: Give the joints this stiffness, in N m/rad or N/m; that of the robot's table,
            or rigid if left out.
        links: Model the links as elastic beams.
        sections: Use this section for a link instead of that of its body, sizes in m: LINK tube
            DIAMETER WALL or LINK box WIDTH HEIGHT WALL, and a material.
        material: Use this material for the bodies of all links: ``"aluminium"``, ``"steel"``,
            ``"cast-iron"``, ``"titanium"``, ``"magnesium"``, ``"brass"``, ``"carbon-fibre"``,
            ``"nylon"``, ``"glass"``; those of the body if left out.
        fill: Assume that this fraction of each drawn section is material, because links are
            hollow.
        plane: Map the deflection over this plane through the tool point: ``"xy"``, ``"xz"``,
            ``"yz"``; no map if left out.
        modes: Compute this number of natural frequencies.

    Returns:
        Displacement of the tool with the contribution of each joint and link, stiffness of the
        tool, and natural frequencies.

    Raises:
        RvsError: There is no such robot or motion, or masses are not known.
        ArgumentError: All parts are rigid, both a motion and a posture, or an invalid number.
    """

def collide(
    what: What = ...,
    *,
    robot: str = ...,
    motion: Motion | str | None = ...,
    q: ArrayLike | None = ...,
    margin: float | None = ...,
    floor: bool | None = ...,
    mode: Mode | None = ...,
) -> Collisions:
    """Check a cell or a robot for collision, now or along a motion.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        motion: Check all of this motion (or of the motion with this name).
        q: Check the robot in this posture; the current one if left out.
        margin: List pairs that are closer than this, in m; that of the cell, or 20 mm, if left
            out.
        floor: Include the floor; that of the cell if left out.
        mode: Use these bodies: ``"skeleton"``, ``"body"``, ``"full"``; those that are shown if
            left out.

    Returns:
        Bodies in contact or too near, pair by pair, or each contact of the motion with its times.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: An invalid posture or margin.
    """

def place(
    what: What = ...,
    *,
    robot: str = ...,
    targets: Sequence[str] | None = ...,
    mount: Mount | None = ...,
    heights: Sequence[float] | None = ...,
    turns: int = ...,
    area: Sequence[float] | None = ...,
    step: float | None = ...,
    condition: float | None = ...,
    clearance: float = ...,
    collisions: bool = ...,
    touching: Sequence[str] = ...,
    task: Reach | None = ...,
    norm: Norm = ...,
    best: PlaceRank = ...,
    motion: Motion | str | None = ...,
    work: Sequence[str] = ...,
) -> Placement:
    """Find the places from which a robot reaches all targets of a cell, and return the best.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        targets: Reach these named places, and the steps of programs of these names; all places
            of the cell and programs of the robot if left out.
        mount: Use this mounting; on a wall, the z axis of the base is along the turned x axis:
            ``"floor"``, ``"wall"``, ``"ceiling"``; the current one if left out.
        heights: Try these heights of the base, in m; the current one if left out.
        turns: Try this number of turns about the vertical.
        area: Try places in this area: least x, greatest x, least y, greatest y, in m; all from
            which the targets are within reach if left out.
        step: Try places this far apart, in m; about 1/24 of the area if left out.
        condition: Require condition numbers of at most this; any if left out.
        clearance: Require this distance between bodies, in m.
        collisions: Require that nothing collides at the targets.
        touching: Let the robot touch these objects, for example those that it grasps; none if
            left out.
        task: Reach the poses of the targets, or only their positions: ``"pose"``,
            ``"position"``; pose, or position for arms with one or two joints, if left out.
        norm: Use this norm for the condition number: ``"frobenius"``, ``"2"``.
        best: Rank the places by this measure: ``"condition"``, ``"clearance"``.
        motion: Reach the poses of this motion (or of the motion with this name).
        work: Move these objects with all targets, and keep the robot where it is; none: the
            robot moves if left out.

    Returns:
        The best places, a map of all with the reasons for failures, and the current one.

    Raises:
        RvsError: There is no such robot or motion, or nothing to reach.
        ArgumentError: No such target or object, or impossible conditions.
    """

def choose(
    what: What = ...,
    *,
    robot: str = ...,
    targets: Sequence[str] | None = ...,
    mount: Mount | None = ...,
    heights: Sequence[float] | None = ...,
    turns: int = ...,
    area: Sequence[float] | None = ...,
    step: float | None = ...,
    condition: float | None = ...,
    clearance: float = ...,
    collisions: bool = ...,
    touching: Sequence[str] = ...,
    task: Reach | None = ...,
    norm: Norm = ...,
    best: PlaceRank = ...,
    motion: Motion | str | None = ...,
    among: Sequence[str] | None = ...,
    executor: Executor | None = ...,
) -> Choice:
    """Try all robots of the library at their best places for the targets of a cell, and rank them.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        targets: Reach these named places, and the steps of programs of these names; all places
            of the cell and programs of the robot if left out.
        mount: Use this mounting; on a wall, the z axis of the base is along the turned x axis:
            ``"floor"``, ``"wall"``, ``"ceiling"``; the current one if left out.
        heights: Try these heights of the base, in m; the current one if left out.
        turns: Try this number of turns about the vertical.
        area: Try places in this area: least x, greatest x, least y, greatest y, in m; all from
            which the targets are within reach if left out.
        step: Try places this far apart, in m; about 1/24 of the area if left out.
        condition: Require condition numbers of at most this; any if left out.
        clearance: Require this distance between bodies, in m.
        collisions: Require that nothing collides at the targets.
        touching: Let the robot touch these objects, for example those that it grasps; none if
            left out.
        task: Reach the poses of the targets, or only their positions: ``"pose"``,
            ``"position"``; pose, or position for arms with one or two joints, if left out.
        norm: Use this norm for the condition number: ``"frobenius"``, ``"2"``.
        best: Rank the places by this measure: ``"condition"``, ``"clearance"``.
        motion: Reach the poses of this motion (or of the motion with this name).
        among: Try these robots in the library; all if left out.
        executor: Distribute the robots over processes; in Python, over the workers of an
            executor such as ``client.get_executor()`` of Dask; the result is the same; one
            process if left out.

    Returns:
        The robots that reach all targets, the best first, and the reason for each that fails.

    Raises:
        RvsError: There is no such robot or motion, or nothing to reach.
        ArgumentError: No such target, object or robot of the library, or impossible conditions.
    """

def follow(
    path: str | Path,
    what: What = ...,
    *,
    robot: str = ...,
    start: ArrayLike | None = ...,
    limits: bool = ...,
    damping: float = ...,
    whole: bool = ...,
) -> ToolTrajectory:
    """Move a robot along a path of its tool, and return the motion.

    Args:
        path: A path of the library by name, a file (.ctraj), or the text of one.
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        robot: Id of a robot of the cell; the active one if left out.
        start: Posture (n,) whose branch is followed, rad and m; the current one if left out.
        limits: Respect the limits of the joints.
        damping: Permitted deviation of the tool from its path near singularities; 0.05 gives calm
            motions.
        whole: Raise an error if the robot does not reach the end, instead of returning the feasible
            part.

    Raises:
        FileErrors: Everything that is wrong with the path.
        RvsError: There is no such path or robot, or the robot can't follow it.
    """

def cad(path: str | Path) -> CadModel:
    """Read the solids of a STEP file, with their axes.

    Args:
        path: The file, .step or .stp.

    Returns:
        The solids; their method ``robot`` makes a robot.

    Raises:
        RvsError: OpenCascade is not installed, or the file has errors.
    """

def check(path: str | Path) -> Report:
    """Return the faults of a file of any format, with lines and columns.

    Args:
        path: The file.
    """

def convert(source: str | Path, target: str | Path, **options: Any) -> Conversion:
    """Write a robot in the format of a suffix, read it back and compare it with the source.

    Args:
        source: File of the robot.
        target: File to write.
        options: ``kind`` if a suffix has several formats, ``verify=True`` to write nothing unless
            another program agrees, and the selection from the source, as in ``rvs.open``: ``root``,
            ``tip``, ``convention``, ``snap`` and the others.

    Returns:
        The file, the robot after reading it back, the accuracy of the agreement, the results of
        other programs (``opinions``), and further remarks.

    Raises:
        RvsError: The source has errors, the target can't store all of it, or ``verify`` fails.
        OSError: The target can't be written.
    """

def solid_model(
    what: What = ..., motion: Motion | str | None = ..., *, scale: float = ..., **fields: Any
) -> SolidModel:
    """Return a cell or a robot as solid bodies, as written by *Export model* of the window.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        motion: The motion to include, or the name of one; the loaded one if left out.
        scale: Divisor of the size of a print.
        fields: Fields of the view, such as ``mode="body"``.

    Raises:
        RvsError: There is no such robot or motion.
        ArgumentError: A view has no such field, or refuses the value.
    """

def view(
    what: What | Motion = ...,
    motion: Motion | str | None = ...,
    *,
    height: int = ...,
    view: str | View | None = ...,
    static: bool = ...,
    **fields: Any,
) -> Viewed:
    """Return a view to turn, move and play, in a notebook or as a web page.

    Args:
        what: A cell, a robot, or the name or file of one; a motion of the current cell's robots;
            the current cell if left out.
        motion: The motion to play, or the name of one; the cell's loaded motion if left out.
        height: Height in a notebook, in pixels.
        view: The viewing direction: ``"iso"``, ``"front"`` and so on, or a whole view.
        static: Show a page in a frame, which is saved in the notebook's file, instead of a widget.
        fields: Fields of the view, such as ``mode="body"`` or ``frames=True``.

    Raises:
        RvsError: There is no such robot or motion, or nothing to see.
        ArgumentError: A view has no such field, or refuses the value.
    """

def use_offset_letter(letter: str) -> None:
    """Set the letter of the offset along a joint's axis for the whole process.

    Args:
        letter: ``"b"`` as in Angeles, or ``"d"`` as in Craig, Siciliano, Spong and Corke.

    Raises:
        ArgumentError: Another letter.

    >>> use_offset_letter("b")
    >>> offset_letter()
    'b'
    """

def load(
    name: str,
    *,
    root: str = ...,
    tip: str = ...,
    convention: Convention = ...,
    snap: float = ...,
    zeros: bool = ...,
    robot: str = ...,
    args: Mapping[str, _Any] | None = ...,
    allow: Sequence[str] = ...,
) -> Robot:
    """Return a robot of the library, or of a file.

    Args:
        name: Its name, in any case and with any punctuation, or a path.
        root: Fixed link of a description with branches; the usual one if omitted.
        tip: Link at the other end of the chain; the usual one if omitted.
        convention: ``"standard"`` or ``"modified"``, for a table made from links.
        snap: Angle in rad below which axes of links are made parallel.
        zeros: Use the numbers of a table for the joint variables as the zeros of the joints, not as
            a posture.
        robot: Name of the robot in a file with several robots; not needed for a single one.
        args: Arguments of a XACRO template by name; the defaults if omitted.
        allow: Folders from which a description may read files, in addition to its own folder.

    Raises:
        RvsError: There is no such robot, or its file has errors.

    >>> load("puma560").n
    6
    """
