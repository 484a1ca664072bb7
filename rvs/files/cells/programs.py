"""Programs in a cell file: the taught steps of its robots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.files.robots.arch_keys import posture_kind
from rvs.files.text.blocks import BlockForm
from rvs.files.text.fields import Fields, shorten
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Form, Num, Seq, Want
from rvs.files.text.keys import (
    Choice,
    Key,
    Kind,
    Number,
    Numbers,
    Text,
    defaults_of,
    key_wants,
    names,
    read_keys,
)
from rvs.files.text.scale import NUMBERS
from rvs.files.text.syntax import Group
from rvs.model.bounds import AMOUNT, JOINT_MOST, POINT, POSITIVE, TIME
from rvs.model.document import PlacedRobot
from rvs.model.programs.program import ACTIONS, MOST_STEPS, MOVES, Program, Step
from rvs.value_class import dataclass

PROGRAM, STEP = "program", "step"
PROGRAM_KEYS = (
    Key("robot", Text(), "id of the robot", 'robot = "left"', field="robot_id",
        required=True, fixed=True),
    Key("acceleration", Number(bounds=JOINT_MOST),
        "acceleration of the tool along lines, arcs and circles, m/s²", "acceleration = 3", inf,
        usual="2 is assumed"),
)  # fmt: skip
NAME_KEYS = (Key("name", Text(), "name of the step", 'name = "above"', "", usual="none"),)


@dataclass(frozen=True)
class Passed(Kind):
    """Coordinates of the via points of a move."""

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        """Return the value of a key, or the default; record errors."""
        numbers = fields.numbers(key, (3, 6), POINT)
        return default if numbers is None else tuple(numbers)

    def form(self, value: Any) -> Form | None:
        """Return the text of the coordinates."""
        return Seq(tuple(Num(number, NUMBERS) for number in value)) if value else None

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return "3 numbers of an arc, 6 of a circle, m"


MOTION_KEYS = defaults_of(
    Step(()),
    Key("by", Choice(MOVES), "joint motion, or a line, arc or circle of the tool",
        "by = line"),
    Key("speed", Number(bounds=POSITIVE),
        "fraction of the joint speeds; for the tool, m/s",
        "speed = 0.2"),
    Key("blend", Number("m", AMOUNT),
        "distance before the end at which a line blends into the next", "blend = 0.02"),
    Key("wait", Number("s", TIME), "waiting time at the end", "wait = 0.5"),
    Key("action", Choice(ACTIONS, "none"), "action of the tool on the payload at the end",
        "action = take"),
    Key("opening", Number("m", AMOUNT), "opening of the gripper at the end",
        "opening = 0.04", usual="as they are"),
    Key("via", Passed(), "point on an arc, or the two points on a circle",
        "via = [ 0.5, 0.1, 0.4 ]"),
    Key("note", Text(), "remark about the step", 'note = "with the suction cup"'),
    Key("place", Text(), "named place at which it was taught", 'place = "drop"'),
)  # fmt: skip


def step_keys(q: Numbers) -> tuple[Key, ...]:
    """Return the keys of a step for the posture of a robot."""
    posture = Key("q", q, "target posture, degrees or the robot's unit", "q = [ 45, 120 ]",
                  required=True)  # fmt: skip
    return (*NAME_KEYS, posture, *MOTION_KEYS)


def read_program(
    findings: Findings, group: Group, robots: Mapping[str, PlacedRobot], known: Sequence[str]
) -> Program | None:
    """Return the program of a block; None if there are errors in it.

    Args:
        findings: Collector of errors.
        group: The block.
        robots: The readable robots of the cell, by id.
        known: Ids of all robots of the cell.
    """
    fields = Fields(findings, group, names(PROGRAM_KEYS), (STEP,))
    said = read_keys(fields, PROGRAM_KEYS)
    robot_id = said["robot_id"]
    if robot_id and robot_id not in known:
        fields.error("robot", f"'robot': the cell has no robot {shorten(robot_id)}")
    placed = robots.get(robot_id)
    if len(group.groups) > MOST_STEPS:
        findings.error(group.groups[MOST_STEPS].start, f"more than {MOST_STEPS:,} steps")
        return None
    if placed is None:
        return None
    keys = step_keys(posture_kind(placed.robot, placed.unit))
    steps = [_step(findings, block, keys) for block in group.groups if block.key == STEP]
    taught = tuple(step for step in steps if step is not None)
    return (
        Program(group.label, robot_id, taught, said["acceleration"])
        if len(taught) == len(steps)
        else None
    )


def _step(findings: Findings, group: Group, keys: Sequence[Key]) -> Step | None:
    said = read_keys(Fields(findings, group, names(keys)), keys)
    if said["q"] is None:
        return None
    try:
        return Step(**said)
    except ArgumentError as error:
        findings.together(group.start, group.end, str(error))
        return None


def program_form(program: Program, placed: PlacedRobot) -> BlockForm:
    """Return the block of a program of a robot."""
    keys = step_keys(posture_kind(placed.robot, placed.unit))
    steps = (
        BlockForm(STEP, entries=tuple(key_wants(keys, step)), flat=True) for step in program.steps
    )
    head: list[Want] = key_wants(PROGRAM_KEYS, program)
    return BlockForm(PROGRAM, program.name, (*head, *steps))
