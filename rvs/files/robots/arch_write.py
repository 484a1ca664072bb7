"""Writes architecture files: an old text changes by spans, a new one is laid out tidily."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path

from rvs.engine.joint import (
    CONVENTIONS,
    KINDS,
    NO_LIMITS,
    Convention,
    Inertia,
    Joint,
    Motor,
)
from rvs.engine.robot import IDENTITY, STANDARD_GRAVITY, Pose
from rvs.files.robots.arch import (
    LINK_BLOCKS,
    REQUIRED,
    UNBOUNDED,
    Architecture,
    architecture_of,
    joint_scale,
    pose_scales,
    read_architecture,
)
from rvs.files.storage.atomic import write_text
from rvs.files.text.edit import Editor
from rvs.files.text.errors import FileErrors
from rvs.files.text.fields import NO, YES, flat
from rvs.files.text.forms import Form, Name, Num, Seq, Want
from rvs.files.text.readback import prove
from rvs.files.text.scale import DEGREES, NUMBERS, Scale, length_scale
from rvs.files.text.source import Source
from rvs.files.text.syntax import Group, Node, parse

Nodes = dict[str, Node]


def save_architecture(path: Path, architecture: Architecture) -> Architecture:
    """Write an architecture to a file, atomically.

    Comments, order and layout of the text it came from stay; if the file it came from has changed
    since, those of the file as it is now.  The new text is read before the old file is touched.

    Args:
        path: The file.
        architecture: What it shall say.

    Returns:
        The architecture as it stands in the file now.

    Raises:
        RvsError: It holds something that a file can't.
        OSError: The file can't be written.
    """
    robot = architecture.robot
    if robot.name == architecture.name:
        # Named after its file so far, and so still.
        robot = robot.replace(name=path.stem)
    text = _old_text(path, architecture)
    named = replace(architecture, robot=robot, name=path.stem, text=text)
    new = architecture_text(named)
    prove(new, path, lambda tree: architecture_of(tree, path))
    write_text(path, new)
    return read_architecture(path)


def _old_text(path: Path, architecture: Architecture) -> str:
    if architecture.path is None or path != architecture.path:
        return architecture.text
    try:
        return read_architecture(path).text
    except FileErrors:
        return architecture.text


def architecture_text(architecture: Architecture) -> str:
    """Return the text of an architecture: the one it came from, where that is still true."""
    if not architecture.text:
        return _new_text(architecture)
    tree = parse(Source(architecture.name, architecture.text))
    editor = Editor(tree)
    old = architecture_of(tree, architecture.path).robot.joints
    update_robot(editor, tree.root, old, architecture)
    return editor.result()


def update_robot(
    editor: Editor,
    group: Group,
    old: Sequence[Joint],
    architecture: Architecture,
    more: Sequence[Want] = (),
    indent: str = "",
) -> None:
    """Make a block, or a whole file, say what a robot is.

    Args:
        editor: Takes the edits.
        group: The block.
        old: The joints it describes so far.
        architecture: What it shall say.
        more: Keys ahead of those of an architecture.
        indent: Blanks ahead of new links.
    """
    convention = _convention(architecture, _written_convention(group))
    editor.update(group, [*more, *_file_wants(architecture, convention)])
    _update_links(editor, group, old, architecture, convention, indent)


def _update_links(
    editor: Editor,
    group: Group,
    old: Sequence[Joint],
    architecture: Architecture,
    convention: Convention,
    indent: str,
) -> None:
    """Update the blocks of links; where their number changed, those in the middle come or go.

    Links equal from the front and from the back keep their blocks.
    """
    new = architecture.robot.joints
    blocks = [inner for inner in group.groups if inner.key in LINK_BLOCKS]
    fewer = min(len(old), len(new))
    front = _common(old, new)
    back = _common(old[front:][::-1], new[front:][::-1])
    if len(new) > len(old):
        # A new block needs one to stand behind.
        back = min(back, fewer - 1)
    kept = [*range(fewer - back), *range(len(old) - back, len(old))]
    places = [*range(fewer - back), *range(len(new) - back, len(new))]
    for block, place in zip(kept, places, strict=True):
        nodes = {pair.key: pair.value for pair in blocks[block].pairs}
        editor.update(blocks[block], _link_wants(architecture, place, convention, nodes))
    for block in sorted(set(range(len(old))) - set(kept)):
        editor.remove(blocks[block])
    for place in sorted(set(range(len(new))) - set(places)):
        lines = [indent + line for line in _link_lines(architecture, place, convention)]
        editor.add_block(blocks[fewer - back - 1], lines)


def _common(old: Sequence[Joint], new: Sequence[Joint]) -> int:
    count = 0
    for before, after in zip(old, new, strict=False):
        if before != after:
            break
        count += 1
    return count


def _new_text(architecture: Architecture) -> str:
    title = architecture.robot.name.replace("*/", "* /") or "Robot"
    return "\n".join([f"/*** {title} ***/", *robot_lines(architecture), ""])


def robot_lines(architecture: Architecture) -> list[str]:
    """Return the lines that describe a robot, laid out tidily."""
    always = ("geomtype", "unit", "EndEffector")
    convention = _convention(architecture, CONVENTIONS[0])
    wants = [want for want in _file_wants(architecture, convention) if want.form]
    lines = [want.line() for want in wants if not want.default or want.key in always]
    blocks = [
        line
        for place in range(architecture.robot.n)
        for line in _link_lines(architecture, place, convention)
    ]
    return [*lines[:-1], *blocks, lines[-1]]


def _link_lines(architecture: Architecture, place: int, convention: Convention) -> list[str]:
    wants = [want for want in _link_wants(architecture, place, convention, {}) if want.form]
    lines = [f" {want.line()}" for want in wants if not want.default or want.key in REQUIRED]
    return [f"/** Link {place + 1} **/ {{", *lines, "}"]


def _file_wants(architecture: Architecture, convention: Convention) -> list[Want]:
    robot, length = architecture.robot, length_scale(architecture.unit)
    g = robot.gravity
    return [
        Want("name", Name(robot.name, quoted=True), robot.name == architecture.name),
        Want("geomtype", Name(architecture.geomtype), architecture.geomtype == "skeleton"),
        Want("unit", Name(architecture.unit), architecture.unit == "m"),
        Want("convention", Name(convention), convention == CONVENTIONS[0]),
        _text("manufacturer", robot.manufacturer),
        _text("source", robot.source),
        Want("confidence", Name(architecture.confidence) if architecture.confidence else None),
        _text("comment", robot.comment),
        Want("base", pose_form(robot.base_rows, length), robot.base_rows == IDENTITY),
        Want("tool", pose_form(robot.tool_rows, length), robot.tool_rows == IDENTITY),
        Want("gravity", _numbers(g), g == STANDARD_GRAVITY),
        Want("EndEffector", Name(architecture.end_effector), architecture.end_effector == "hand"),
    ]


def _convention(architecture: Architecture, written: Convention) -> Convention:
    """Return the convention the file shall name: the one written, if any joint still has it."""
    conventions = [joint.convention for joint in architecture.robot.joints]
    return written if written in conventions else conventions[0]


def _written_convention(group: Group) -> Convention:
    words = [pair.value.text for pair in group.pairs if pair.key == "convention"]
    return next((name for name in CONVENTIONS if name in words), CONVENTIONS[0])


def _link_wants(
    architecture: Architecture, place: int, convention: Convention, nodes: Nodes
) -> list[Want]:
    joint, length = architecture.robot.joints[place], length_scale(architecture.unit)
    own = joint_scale(joint.kind, length)
    return [
        _text("name", joint.name),
        Want("type", Name(joint.kind), joint.kind == KINDS[0]),
        Want("convention", Name(joint.convention), joint.convention == convention),
        Want("a", Num(joint.a, length)),
        Want("b", Num(joint.d, length)),
        Want("al", Num(joint.alpha, DEGREES)),
        Want("th", Num(joint.theta, DEGREES)),
        Want("before", pose_form(joint.before, length), joint.before == IDENTITY),
        Want("after", pose_form(joint.after, length), joint.after == IDENTITY),
        Want("pitch", Num(joint.pitch, length), joint.pitch == 0),
        Want("offset", Num(joint.offset, own), joint.offset == 0),
        Want("limits", _limits(joint, own)),
        Want("locked", Name(*_flag(joint.locked)), not joint.locked),
        Want("rate", _finite(joint.rate, own)),
        Want("acceleration", _finite(joint.acceleration, own)),
        Want("effort", _finite(joint.effort, NUMBERS)),
        *_inertia(joint.inertia, nodes),
        *_motor(joint.motor, nodes),
    ]


def _text(key: str, text: str, default: str = "") -> Want:
    return Want(key, Name(text, quoted=True) if text else None, text == default)


def _flag(value: bool) -> tuple[str, tuple[str, ...]]:
    return ("yes", YES) if value else ("no", NO)


def _finite(value: float, scale: Scale) -> Num | None:
    return Num(value, scale) if isfinite(value) else None


def _limits(joint: Joint, scale: Scale) -> Seq | None:
    if joint.limits == NO_LIMITS:
        return None
    return Seq(tuple(_finite(bound, scale) or Name(UNBOUNDED) for bound in joint.limits))


def _numbers(values: Sequence[float]) -> Seq:
    return Seq(tuple(Num(value) for value in values))


def pose_form(pose: Pose, length: Scale) -> Seq:
    """Return how a pose is written: four rows, its translation in a unit of length."""
    scales = pose_scales(length)
    rows = range(4)
    return Seq(
        tuple(Seq(tuple(Num(pose[i][j], scales[4 * i + j]) for j in range(4))) for i in rows)
    )


def _inertia(inertia: Inertia | None, nodes: Nodes) -> list[Want]:
    if inertia is None:
        return [Want(key, None) for key in ("m", "r", "I")]
    written = nodes.get("I")
    short = written is not None and len(list(flat(written))) == 3 and not any(inertia.moments[3:])
    moments = inertia.moments[:3] if short else inertia.moments
    return [
        # The mass stands even if it is 0: without any key the link would have no known inertia.
        Want("m", Num(inertia.mass), inertia.mass == 0 and ("r" in nodes or "I" in nodes)),
        Want("r", _numbers(inertia.com), not any(inertia.com)),
        Want("I", _numbers(moments), not any(inertia.moments)),
    ]


def _motor(motor: Motor | None, nodes: Nodes) -> list[Want]:
    if motor is None:
        return [Want(key, None) for key in ("Jm", "G", "B", "Tc")]
    written = nodes.get("Tc")
    forwards, backwards = motor.coulomb
    both_ways = written is not None and written.kind == "number" and forwards == -backwards
    friction: Form = Num(forwards) if both_ways else _numbers(motor.coulomb)
    stands = any(key in nodes for key in ("Jm", "B", "Tc"))
    return [
        Want("Jm", Num(motor.inertia), motor.inertia == 0),
        Want("G", Num(motor.gear), motor.gear == 1 and stands),
        Want("B", Num(motor.viscous), motor.viscous == 0),
        Want("Tc", friction, not any(motor.coulomb)),
    ]
