"""Robots in a cell file, inline or by reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import IDENTITY, Robot
from rvs.files.bodies.effectors import effector_body, equipped
from rvs.files.bodies.models import full_model
from rvs.files.cells.body import (
    BODY,
    body_want,
    inline_lines,
    read_cell_body,
    reference_of,
    update_cell_body,
)
from rvs.files.cells.load import LOAD_KEYS, load_wants, read_load
from rvs.files.library import LibraryError
from rvs.files.robots.arch import (
    GEOMETRY,
    LINK_BLOCKS,
    Architecture,
    joint_scale,
    read_architecture,
    read_pose,
    read_robot,
    robot_fields,
)
from rvs.files.robots.arch_write import pose_form, robot_lines, update_robot
from rvs.files.storage.references import reference_fault, resolve
from rvs.files.text.edit import Editor
from rvs.files.text.errors import FileErrors
from rvs.files.text.fields import Fields
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Form, Name, Num, Seq, Want
from rvs.files.text.scale import Scale, length_scale
from rvs.files.text.syntax import Group
from rvs.model.appearance.colors import rgba
from rvs.model.body.values import Body
from rvs.model.document import PlacedRobot
from rvs.model.state import Posture

ROBOT = "robot"
PLACE_KEYS = ("origin", "place", "color", "q", BODY, *LOAD_KEYS)
REFERENCE_KEYS = ("file", "place", "color", "q", "EndEffector", BODY, *LOAD_KEYS)
METRES = length_scale("m")
INDENT = " "

Placed = tuple[PlacedRobot, Posture]


def read_robot_block(findings: Findings, group: Group, folder: Path | None) -> Placed | None:
    """Return the robot of a block and its present posture; None if anything so far is wrong.

    Args:
        findings: Where to note what is wrong.
        group: The block.
        folder: Folder of the cell, or None.
    """
    if is_reference(group):
        return _read_reference(findings, group, folder)
    fields = robot_fields(findings, group, PLACE_KEYS, (BODY,))
    architecture = read_robot(fields, group.label)
    placed = None
    if architecture is not None:
        placed = placed_robot(architecture, group.label, fields.text("origin"))
    body = read_cell_body(fields, folder, None)
    return _stand(fields, placed and replace(placed, body=body))


def placed_robot(architecture: Architecture, robot_id: str, origin: str) -> PlacedRobot:
    """Return a robot as it stands in a cell under an id."""
    return PlacedRobot(
        robot_id,
        architecture.robot,
        unit=architecture.unit,
        end_effector=architecture.end_effector,
        full=architecture.geomtype == "full",
        origin=origin,
        effector=effector_body(architecture.end_effector),
    )


def is_reference(group: Group) -> bool:
    """Tell whether a block refers to an architecture file."""
    return any(pair.key == "file" for pair in group.pairs)


def _read_reference(findings: Findings, group: Group, folder: Path | None) -> Placed | None:
    fields = Fields(findings, group, REFERENCE_KEYS, (*LINK_BLOCKS, BODY))
    for link in group.groups:
        if link.key in LINK_BLOCKS:
            findings.error(link.start, "a robot with 'file' has its links in that file")
    architecture = _referred(fields, folder)
    if architecture is None:
        return _stand(fields, None)
    reference = fields.text("file")
    origin = reference if folder is None or "/" not in reference else str(architecture.path)
    placed = placed_robot(architecture, group.label, origin)
    effector = fields.word("EndEffector", architecture.end_effector)
    body = read_cell_body(fields, folder, _own_body(fields, architecture))
    return _stand(fields, equipped(replace(placed, end_effector=effector, body=body)))


def _own_body(fields: Fields, architecture: Architecture) -> Body | None:
    try:
        return full_model(architecture)
    except FileErrors as failure:
        fields.warn("file", f"'file': its full model can't be used: {failure.errors[0]}")
        return None


def _referred(fields: Fields, folder: Path | None) -> Architecture | None:
    reference = fields.text("file")
    fault = reference_fault(reference)
    if fault:
        fields.error("file", f"'file': {fault}")
        return None
    try:
        return read_architecture(resolve(reference, "arch", folder))
    except LibraryError as error:
        fields.error("file", f"'file': {error}")
    except FileErrors as failure:
        for one in failure.errors:
            fields.error("file", f"'file': {one}")
    return None


def _stand(fields: Fields, placed: PlacedRobot | None) -> Placed | None:
    """Add where a robot stands, its colour and its posture."""
    place = read_pose(fields, "place", METRES)
    color = fields.text("color")
    if color:
        try:
            rgba(color)
        except ArgumentError as error:
            fields.error("color", f"'color': {error}")
    if placed is None:
        return None
    q = _posture(fields, placed.robot, placed.unit)
    return read_load(fields, replace(placed, place=place, color=color)), q


def _posture(fields: Fields, robot: Robot, unit: str) -> Posture:
    q = fields.numbers("q", (robot.n,), GEOMETRY, _scales(robot, unit))
    return tuple(robot.home.tolist() if q is None else q)


def _scales(robot: Robot, unit: str) -> Sequence[Scale]:
    return [joint_scale(joint.kind, length_scale(unit)) for joint in robot.joints]


def update_robot_block(editor: Editor, group: Group, old: Placed, new: Placed) -> None:
    """Make a block say what a robot is now.

    Args:
        editor: Takes the edits.
        group: The block.
        old: What it says so far.
        new: What it shall say; if it refers to a file, of the same robot.
    """
    if is_reference(group):
        effector = Name(new[0].end_effector)
        same = new[0].end_effector == old[0].end_effector
        body = body_want(group, old[0].body, new[0].body, own=True)
        editor.update(group, [*_place_wants(new)[1:], body, Want("EndEffector", effector, same)])
    else:
        body = body_want(group, old[0].body, new[0].body, own=False)
        architecture, wants = _architecture(new[0]), [*_place_wants(new), body]
        update_robot(editor, group, old[0].robot.joints, architecture, wants, INDENT)
    update_cell_body(editor, group, old[0].body, new[0].body, INDENT)


def robot_block(placed: Placed) -> list[str]:
    """Return the lines of a new block."""
    head = f"{ROBOT} {Name(placed[0].id, quoted=True).text()} {{"
    body = placed[0].body
    asked = [*_place_wants(placed), body_want(None, None, body, own=False)]
    wants = [want.line() for want in asked if want.form and not want.default]
    lines = [*wants, *robot_lines(_architecture(placed[0]))]
    if body is not None and not reference_of(body):
        lines += inline_lines(body)
    return [head, *(INDENT + line for line in lines), "}"]


def _architecture(placed: PlacedRobot) -> Architecture:
    geomtype = "full" if placed.full else "skeleton"
    return Architecture(placed.robot, placed.unit, geomtype, placed.end_effector, name=placed.id)


def _place_wants(placed: Placed) -> list[Want]:
    robot, q = placed
    home = tuple(robot.robot.home.tolist())
    values = tuple(map(Num, q, _scales(robot.robot, robot.unit)))
    return [
        Want("origin", _text(robot.origin)),
        Want("place", pose_form(robot.place, METRES), robot.place == IDENTITY),
        Want("color", _text(robot.color)),
        Want("q", Seq(values), q == home),
        *load_wants(robot),
    ]


def _text(text: str) -> Form | None:
    return Name(text, quoted=True) if text else None
