"""The design of a robot in a cell: free cells of its table, its run, its result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.engine.joint import DH_CONVENTIONS
from rvs.engine.robot import Robot
from rvs.fields.edit import edit
from rvs.model.body.fit import fit
from rvs.model.document import Document, PlacedRobot, change_robot
from rvs.model.numbers.quantities import joint_symbol
from rvs.model.robots.table_text import BY_ID, Cell, is_variable
from rvs.model.state import Posture, State, with_posture
from rvs.study.design.aims import Aims
from rvs.study.design.architecture import ALPHA, COLUMNS, THETA, A, B
from rvs.study.design.design import (
    ISOTROPIC,
    Problem,
    Step,
    design,
    problem,
    robot_of,
    sized,
    span,
    table_of,
)
from rvs.study.design.rounding import rounded, settling
from rvs.study.design.search import starts
from rvs.study.design.variables import freedom
from rvs.value_class import dataclass

# Columns of the robot's table, and those of a design.
PLACES = {"a": A, "d": B, "alpha": ALPHA, "theta": THETA}
# Columns that modified rows have from the link before.
BEFORE = ("a", "alpha")


@dataclass(frozen=True)
class Wish(Aims):
    """Requirements of a designer for a robot's table.

    Attributes:
        free: Cells of the robot's table that may change; joint variables always may.
        tool: Let the tool move in the last frame, if a table of the modified convention does not
            determine its pose.
    """

    free: frozenset[Cell]
    tool: bool = False


@dataclass(frozen=True, eq=False)
class Frame:
    """An intermediate robot.

    Attributes:
        start: Index of its start, from 0.
        step: The step of the design.
        robot: The robot in the convention of the table, with its posture as the initial one.
        span: Sum of the spans of its links, m.
        note: Changes to it beyond a step of the method, or empty.
    """

    start: int
    step: Step
    robot: Robot
    span: float
    note: str = ""

    @property
    def posture(self) -> Posture:
        """Joint values (n,), rad and m."""
        return tuple(self.robot.home.tolist())


def open_cells(robot: Robot) -> frozenset[Cell]:
    """Return the cells of a robot's table that a design may change.

    Joint variables always change.  The part of the first row of the modified convention before the
    first axis belongs to the base.
    """
    return frozenset(
        (row, column)
        for row, joint in enumerate(robot.joints)
        for column in PLACES
        if joint.convention in DH_CONVENTIONS
        and not is_variable(joint, BY_ID[column])
        and not (joint.convention == "modified" and row == 0 and column in BEFORE)
    )


def problem_of(robot: Robot, posture: Posture, wish: Wish) -> Problem:
    """Return the design problem of a wish.

    Raises:
        ArgumentError: The robot has no table, or the wish does not fit it.
        NoDesign: All Jacobians of such robots are singular.
    """
    conventions = {joint.convention for joint in robot.joints}
    if len(conventions) > 1 or conventions.isdisjoint(DH_CONVENTIONS):
        raise ArgumentError(
            "a design requires a table in one convention; convert the table in the menu above it"
        )
    if robot.n < 3:
        raise ArgumentError(f"a design needs at least three joints, but this robot has {robot.n}")
    plain = robot.to_dh("standard")
    table = table_of(plain, np.array(posture))
    turns = np.array([joint.turns for joint in plain.joints])
    room = freedom(
        table, COLUMNS, turns=turns, longest=wish.longest, wrist=wish.wrist,
        length=wish.length is None,
    )  # fmt: skip
    wanted = np.zeros(table.shape, dtype=bool)
    modified = conventions == {"modified"}
    for row, column in wish.free:
        wanted[row - (modified and column in BEFORE), PLACES[column]] = True
    if modified:
        # what follows the last axis is part of the tool there
        for column in BEFORE:
            wanted[-1, PLACES[column]] = wish.tool
    wanted[turns, THETA] = wanted[~turns, B] = True
    return problem(
        robot,
        replace(room, free=room.free & wanted),
        q=posture,
        length=wish.length,
        task=wish.task,
        wrist=wish.wrist,
        stay=wish.stay,
        goals=tuple(wish.goals),
    )


def frames(found: Problem, wish: Wish, convention: str = "standard") -> Iterator[Frame]:
    """Yield the intermediate robots from every start."""
    for start, x in enumerate(starts(found, wish.starts)):
        for frame in _from(found, wish, x):
            yield replace(
                frame,
                start=start,
                robot=frame.robot.to_dh("modified") if convention == "modified" else frame.robot,
            )


def _from(found: Problem, wish: Wish, x: np.ndarray) -> Iterator[Frame]:
    for step in design(found, wish.method, x):
        yield _frame(found, step, wish)
    if wish.right_angles:
        words = f"a twist was rounded; κ was {step.condition:.6g}"
        for settled in settling(found, step):
            yield _frame(found, step := settled, wish, words)
    if wish.rounding:
        words = f"lengths rounded; κ was {step.condition:.6g}"
        own, step = sized(found, step, wish.reach)
        step = rounded(own, step, wish.rounding)
        yield Frame(0, step, robot_of(own, step), span(step.table), words)


def _frame(found: Problem, step: Step, wish: Wish, note: str = "") -> Frame:
    own, step = sized(found, step, wish.reach)
    return Frame(0, step, robot_of(own, step), span(step.table), note)


def best_start(tracks: Sequence[Sequence[Frame]]) -> int:
    """Return the start with the best end, the first of equally good ones."""
    merits = [track[-1].step.merit for track in tracks]
    best = min(merits) + ISOTROPIC
    return next(k for k, merit in enumerate(merits) if merit <= best)


@edit("Apply a design to {robot_id}")
def become(document: Document, robot_id: str, robot: Robot) -> Document:
    """Replace a robot's table by that of a design; its name and remarks are kept."""
    return change_robot(document, robot_id, robot=robot)


def tried(state: State, robot_id: str, robot: Robot) -> State:
    """Return a state with a robot of the cell replaced by a design in its posture; not an edit."""
    document = become(state.document, robot_id, robot)
    postures = with_posture(state.postures, robot_id, tuple(robot.home.tolist()))
    return replace(state, document=document, postures=postures, motion=None)


def left_behind(placed: PlacedRobot, robot: Robot) -> str:
    """Return the parts that a robot loses when it becomes a design, in words, or an empty text."""
    joints = placed.robot.joints
    beyond = [
        joint_symbol(old, k)
        for k, (old, new) in enumerate(zip(joints, robot.joints, strict=True))
        if old.limits != new.limits
    ]
    gone = [f"the limits of {', '.join(beyond)} (the posture is beyond them)"] if beyond else []
    gone += [
        f"the {part} of the joints"
        for part, held in (
            ("masses", any(joint.inertia is not None for joint in joints)),
            ("motors", any(joint.motor is not None for joint in joints)),
        )
        if held
    ]
    said = [f"without {' and '.join(gone)}"] if gone else []
    reason = "" if placed.body is None else fit(placed.body, robot).reason
    return "; ".join([*said, *([f"the full model can't follow: {reason}"] if reason else ())])
