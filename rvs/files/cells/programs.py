"""Programs in a cell file: what its robots were taught."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rvs.engine.errors import ArgumentError
from rvs.files.robots.arch import GEOMETRY, joint_scale
from rvs.files.text.edit import Editor
from rvs.files.text.fields import Fields, shorten
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Name, Num, Seq, Want
from rvs.files.text.scale import NUMBERS, Scale, length_scale
from rvs.files.text.syntax import Group
from rvs.model.document import PlacedRobot
from rvs.model.programs.program import ACTIONS, MOST_STEPS, MOVES, Program, Step

PROGRAM, STEP = "program", "step"
PROGRAM_KEYS = ("robot",)
STEP_KEYS = ("name", "q", "by", "speed", "blend", "wait", "action")
NOTHING = "none"
DEFAULT = Step(())
INDENT = " "
Arrange = Callable[
    [Editor, Mapping[str, Group], Mapping[str, object], Callable[[str], list[str]]], None
]


def read_program(
    findings: Findings, group: Group, robots: Mapping[str, PlacedRobot], known: Sequence[str]
) -> Program | None:
    """Return the program of a block; None if anything is wrong with it.

    Args:
        findings: Where to note what is wrong.
        group: The block.
        robots: The robots of the cell that could be read, by id.
        known: Ids of all robots of the cell.
    """
    fields = Fields(findings, group, PROGRAM_KEYS, (STEP,))
    fields.require(PROGRAM_KEYS)
    robot_id = fields.text("robot")
    if robot_id and robot_id not in known:
        fields.error("robot", f"'robot': the cell has no robot {shorten(robot_id)}")
    placed = robots.get(robot_id)
    if len(group.groups) > MOST_STEPS:
        findings.error(group.groups[MOST_STEPS].start, f"more than {MOST_STEPS:,} steps")
        return None
    if placed is None:
        return None
    scales = joint_scales(placed)
    blocks = [block for block in group.groups if block.key == STEP]
    steps = [_step(findings, block, scales) for block in blocks]
    taught = tuple(step for step in steps if step is not None)
    return Program(group.label, robot_id, taught) if len(taught) == len(steps) else None


def joint_scales(placed: PlacedRobot) -> tuple[Scale, ...]:
    """Return the units of a robot's joint values in a cell file."""
    return tuple(
        joint_scale(joint.kind, length_scale(placed.unit)) for joint in placed.robot.joints
    )


def _step(findings: Findings, group: Group, scales: Sequence[Scale]) -> Step | None:
    fields = Fields(findings, group, STEP_KEYS)
    fields.require(("q",))
    q = fields.numbers("q", (len(scales),), GEOMETRY, scales)
    if q is None:
        return None
    action = fields.choice("action", NOTHING, (NOTHING, *ACTIONS[1:]))
    try:
        return Step(
            tuple(q),
            fields.choice("by", DEFAULT.by, MOVES),
            fields.number("speed", DEFAULT.speed, NUMBERS, (1e-9, 1e9)),
            fields.number("blend", DEFAULT.blend, NUMBERS, (0.0, 1e9)),
            fields.number("wait", DEFAULT.wait, NUMBERS, (0.0, 1e9)),
            next(one for one in ACTIONS if one == ("" if action == NOTHING else action)),
            fields.text("name"),
        )
    except ArgumentError as error:
        findings.error(group.start, str(error))
        return None


def program_block(program: Program, placed: PlacedRobot) -> list[str]:
    """Return the lines of a new block."""
    scales = joint_scales(placed)
    robot = Want("robot", Name(program.robot_id, quoted=True))
    steps = [line for step in program.steps for line in _step_block(step, scales)]
    label = Name(program.name, quoted=True).text()
    return [f"{PROGRAM} {label} {{", INDENT + robot.line(), *steps, "}"]


def update_program(
    editor: Editor, group: Group, old: Program, new: Program, placed: PlacedRobot, arrange: Arrange
) -> None:
    """Make a block say what a program is now; steps that stay keep their text.

    Args:
        editor: Edits the file.
        group: The block.
        old: What it says.
        new: What it shall say.
        placed: The robot.
        arrange: Takes blocks out and puts new ones in between.
    """
    blocks = [block for block in group.groups if block.key == STEP]
    scales = joint_scales(placed)
    if not blocks or old.robot_id != new.robot_id:
        editor.replace(group, program_block(new, placed))
    elif len(old.steps) == len(new.steps):
        for block, before, after in zip(blocks, old.steps, new.steps, strict=True):
            if before != after:
                editor.update(block, _wants(after, scales))
    else:
        before_keys, after_keys = _keys(old.steps), _keys(new.steps)
        wanted = dict(zip(after_keys, new.steps, strict=True))
        groups = dict(zip(before_keys, blocks, strict=True))
        if not set(groups) & set(wanted):
            editor.replace(group, program_block(new, placed))
        else:
            arrange(editor, groups, wanted, lambda key: _step_block(wanted[key], scales))


def _keys(steps: Sequence[Step]) -> list[str]:
    """A name for each step: equal steps have equal names but for how many came before."""
    seen: dict[Step, int] = {}
    keys = []
    for step in steps:
        seen[step] = seen.get(step, 0) + 1
        keys.append(f"{step!r} {seen[step]}")
    return keys


def _step_block(step: Step, scales: Sequence[Scale]) -> list[str]:
    said = "  ".join(want.line() for want in _wants(step, scales) if want.form and not want.default)
    return [f"{INDENT}{STEP} {{ {said} }}"]


def _wants(step: Step, scales: Sequence[Scale]) -> list[Want]:
    return [
        Want("name", Name(step.name, quoted=True) if step.name else None),
        Want("q", Seq(tuple(map(Num, step.q, scales)))),
        Want("by", Name(step.by), step.by == DEFAULT.by),
        Want("speed", Num(step.speed), step.speed == DEFAULT.speed),
        Want("blend", Num(step.blend), step.blend == DEFAULT.blend),
        Want("wait", Num(step.wait), step.wait == DEFAULT.wait),
        Want("action", Name(step.action or NOTHING), step.action == DEFAULT.action),
    ]
