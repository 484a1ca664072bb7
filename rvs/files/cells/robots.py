"""Robots in a cell file, inline or by reference.

The full model of a robot in a cell file: that of its own file, another by name, or inline.

The origin of a robot of a cell whose file another program wrote, and its choices.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rvs.engine.arrays import IDENTITY
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.files.bodies.body import read_body, read_body_block
from rvs.files.bodies.effectors import equipped, stamped_body
from rvs.files.bodies.models import full_model
from rvs.files.bodies.write import body_lines, update_body
from rvs.files.cells.robot_blocks import (
    LOAD_KEYS,
    POSTURES_KEY,
    cell_posture_entries,
    load_wants,
    read_cell_postures,
    read_load,
)
from rvs.files.library import LibraryError, files_of, reference_fault, resolve
from rvs.files.meshes.mesh_plan import MeshFolder, MeshPlan
from rvs.files.placed_robot import bare_robot
from rvs.files.robots.arch import (
    Architecture,
    read_robot,
    robot_fields,
)
from rvs.files.robots.arch_keys import DISPLAY_KEYS, posture_kind
from rvs.files.robots.arch_write import robot_entries
from rvs.files.robots.entry import LINK_BLOCKS
from rvs.files.robots.jconfig import BLOCK as POSTURE
from rvs.files.robots.readers import read_robot_file
from rvs.files.text.blocks import BlockForm, OwnForm
from rvs.files.text.errors import FileErrors
from rvs.files.text.fields import Fields, flat, shorten
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Form, Name, Seq, Want
from rvs.files.text.keys import (
    Key,
    Kind,
    Matrix,
    Numbers,
    Text,
    defaults_of,
    key_wants,
    names,
    read_keys,
)
from rvs.files.text.syntax import Group
from rvs.model.appearance.colors import rgba
from rvs.model.body.values import Body, same_body
from rvs.model.bounds import LONGEST_TEXT
from rvs.model.document import PlacedRobot
from rvs.model.numbers.units import ANGLE_UNITS, LENGTH_UNITS
from rvs.model.robots.imported import NAMES, USUAL, Choices, Imported
from rvs.model.state import Posture
from rvs.model.views.view import Display

BODY = "body"
NO_BODY = "none"
KIND = "links"
BODY_KEY = Key(
    BODY,
    Text(bare=True, said="word or text, or a block"),
    "full model: a name of the library, a body file by reference, `none`, or a "
    "block `body { … }` with the content of a body file",
    "body = puma560",
    usual="that of the robot's file",
)

# What was found out of the file, and which words it may be.
FOUND: Mapping[str, Sequence[str]] = {
    "length": LENGTH_UNITS,
    "angle": ANGLE_UNITS,
    "assumed": ("length", "angle"),
    "old_order": ("yes",),
}

ROBOT = "robot"
Placed = tuple[PlacedRobot, Posture]


def read_cell_body(fields: Fields, meshes: MeshFolder, own: Body | None) -> Body | None:
    """Return the full model in a robot's block, or ``own``, that of the robot's file."""
    block = _block(fields.group)
    if block is not None:
        if BODY in fields:
            fields.error(
                BODY, "'body': there is also a block with this key; expected only one of them"
            )
        return read_body_block(fields.findings, block, fields.group.label, meshes)
    if BODY not in fields:
        return own
    reference = fields.text(BODY)
    return None if reference == NO_BODY else _referred_body(fields, reference, meshes.folder)


def _referred_body(fields: Fields, reference: str, folder: Path | None) -> Body | None:
    fault = reference_fault(reference)
    if fault:
        fields.error(BODY, f"'body': {fault}")
        return None
    try:
        return read_body(resolve(reference, KIND, folder)).body
    except LibraryError as error:
        # The robot is usable without it.
        fields.warn(BODY, f"'body': {error}")
    except FileErrors as failure:
        fields.warn(BODY, f"'body': {failure.errors[0]}")
    return None


def body_want(group: Group | None, old: Body | None, new: Body | None, own: bool) -> Want:
    """Return the intended value of the key of the model.

    Args:
        group: The robot's block, or None for a new one.
        old: The previous model.
        new: The current model.
        own: The robot's own file may have a model, so that the lack of one must be written.
    """
    if group is not None and same_body(old, new):
        said = next((pair.value.text for pair in group.pairs if pair.key == BODY), "")
        return Want(BODY, Name(said) if said else None)
    if new is None:
        return Want(BODY, Name(NO_BODY) if own else None)
    reference = reference_of(new)
    return Want(BODY, Name(reference) if reference else None)


def body_forms(
    group: Group | None, old: Body | None, new: Body | None, refer: Callable[[Body], Body]
) -> list[BlockForm]:
    """Return the block of a full model inside a robot's block, if there is one.

    ``refer`` returns the names of its mesh files in the block.
    """
    if group is not None and same_body(old, new):
        new = old if _block(group) else None
    elif new is not None and reference_of(new):
        new = None
    if new is None:
        return []
    body = refer(new)
    return [
        OwnForm(
            BODY,
            value=body,
            say=lambda: body_lines(body),
            change=lambda editor, block: update_body(editor, block, body),
        )
    ]


def reference_of(body: Body) -> str:
    """Return the name of the library file with exactly this model, or nothing."""
    for name, path in files_of(KIND).items():
        if body.origin in (str(path), name):
            try:
                kept = stamped_body(path, path.stat().st_mtime_ns)
                return name if same_body(kept, body) else ""
            except (FileErrors, OSError):
                return ""
    return ""


def _block(group: Group) -> Group | None:
    return next((inner for inner in group.groups if inner.key == BODY), None)


# Which folders may be read is for the user to say, not for the file of a cell.
KEPT = tuple(name for name in NAMES if name != "allow")


class Source(Kind):
    """A file of another program with its choices."""

    def read(self, fields: Fields, key: str, default: Any) -> Imported | None:
        """Return the value of a key, or the default; record errors."""
        node = fields.node(key)
        if node is None:
            return default  # type: ignore[no-any-return]
        texts = [one.text for one in flat(node) if one.kind in ("word", "text")]
        try:
            if node.kind != "list" or not texts:
                raise ArgumentError('expected a list such as [ "arm.urdf", "tip=hand" ]')
            return _imported(texts)
        except ArgumentError as error:
            fields.warn(key, f"'{key}': {error}")
            return None

    def form(self, value: Any) -> Form | None:
        """Return the text of a file; nothing if its names exceed the limit of texts."""
        texts = (value.path, *_told(value)) if value is not None else ()
        if not texts or max(map(len, texts)) > LONGEST_TEXT:
            return None
        return Seq(tuple(Name(text, quoted=True) for text in texts))

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return "list of texts"


IMPORTED_KEY = Key("imported", Source(),
    "file of another program from which the robot was made, and how its numbers were "
    "read; inline only, and never opened to read the cell",
                   'imported = [ "arm.urdf", "tip=hand", "take=mm" ]', None)  # fmt: skip


def _told(value: Imported) -> Iterator[str]:
    """Yield the choices that are not defaults: ``tip=hand``."""
    usual, choices = Imported(""), value.choices
    told = {name: (getattr(choices, name), getattr(USUAL, name)) for name in KEPT}
    told |= {name: (getattr(value, name), getattr(usual, name)) for name in FOUND}
    for name, (own, normal) in told.items():
        if own == normal:
            continue
        for one in own if isinstance(own, tuple) else (own,):
            words = "=".join(one) if isinstance(one, tuple) else str(one)
            yield f"{name}={'yes' if one is True else words}"


def _imported(texts: Sequence[str]) -> Imported:
    """Return the imported file named by texts.

    Raises:
        ArgumentError: An unknown choice or property.
    """
    path, *more = texts
    said: dict[str, list[str]] = defaultdict(list)
    for text in more:
        name, _, value = text.partition("=")
        if name not in KEPT and value not in FOUND.get(name, ()):
            raise ArgumentError(f"{shorten(text)} is not a known choice for the import of a file")
        said[name].append(value)
    found = {name: _value(values, getattr(Imported(""), name))
             for name, values in said.items() if name in FOUND}  # fmt: skip
    chosen = {name: _value(values, getattr(USUAL, name))
              for name, values in said.items() if name in KEPT}  # fmt: skip
    if "args" in chosen:
        chosen["args"] = dict(text.split("=", 1) for text in said["args"] if "=" in text)
    return replace(Imported(path, Choices.of(**chosen)), **found)


def _value(values: Sequence[str], usual: Any) -> Any:
    if isinstance(usual, tuple):
        return tuple(values)
    if isinstance(usual, bool):
        return values[0] == "yes"
    try:
        return type(usual)(values[0])
    except ValueError as error:
        raise ArgumentError(f"expected a number, got {shorten(values[0])}") from error


class Color(Text):
    """A colour in hexadecimal digits."""

    def read(self, fields: Fields, key: str, default: Any) -> str:
        """Return the value of a key, or the default; record errors."""
        color = str(super().read(fields, key, default))
        if color:
            try:
                rgba(color)
            except ArgumentError as error:
                fields.error(key, f"'{key}': {error}")
                return ""
        return color


FILE_KEY = Key("file", Text(bare=True), "a robot of the library, or an architecture file, by "
               "reference", 'file = "arms/left.arch"', "", fixed=True)  # fmt: skip

ORIGIN_KEY = Key("origin", Text(said="text"), "source of the robot; inline only, and never "
                 "opened to read the cell", 'origin = "puma560"', "")  # fmt: skip

SOURCE_KEYS = (ORIGIN_KEY, IMPORTED_KEY)

STAND_KEYS = (
    Key("place", Matrix(), "pose in the world; its translation in **metres**",
        "place = [[1 0 0 0.5] [0 1 0 0] [0 0 1 0] [0 0 0 1]]", IDENTITY),
    Key("color", Color(said="`#RRGGBB`, `#RRGGBBAA`"), "colour of its links", "color = #E2681C",
        ""),
)  # fmt: skip

# A robot by reference may change these; what its file says of the effector is not known here.
FREE = (
    "place", "color", "end_effector", "opening", "start", "hidden", "display", "payload", "grips",
    "body", "named",
)  # fmt: skip

FREE_DISPLAY = tuple(replace(key, default=None) for key in DISPLAY_KEYS)

EFFECTOR_KEY = Key("EndEffector", Text(bare=True, empty=True), field="end_effector")


def posture_keys(robot: Robot | None = None, unit: str = "m") -> tuple[Key, ...]:
    """Return the key of the current posture of a robot."""
    kind = posture_kind(robot, unit) if robot else Numbers(0)
    home = tuple(robot.home.tolist()) if robot else ()
    return (
        Key("q", kind, "current posture, degrees or the robot's unit", "q = [ 45, 120 ]", home,
            usual="the initial values"),
    )  # fmt: skip


PLACE_KEYS = (*STAND_KEYS, *posture_keys(), *LOAD_KEYS, BODY_KEY, POSTURES_KEY)

INNER = (BODY, POSTURE)


def read_robot_block(findings: Findings, group: Group, meshes: MeshFolder) -> Placed | None:
    """Return the robot of a block and its current posture; None if there are errors so far."""
    if is_reference(group):
        return _read_reference(findings, group, meshes)
    fields = robot_fields(findings, group, names((*SOURCE_KEYS, *PLACE_KEYS)), INNER)
    architecture = read_robot(fields, group.label)
    placed = None
    if architecture is not None:
        placed = replace(
            bare_robot(architecture, group.label, ""), **read_keys(fields, SOURCE_KEYS)
        )
    body = read_cell_body(fields, meshes, None)
    return _stand(fields, placed and replace(placed, body=body))


def is_reference(group: Group) -> bool:
    """Return whether a block refers to an architecture file."""
    return any(pair.key == "file" for pair in group.pairs)


def _read_reference(findings: Findings, group: Group, meshes: MeshFolder) -> Placed | None:
    keys = names((FILE_KEY, *PLACE_KEYS, EFFECTOR_KEY, *DISPLAY_KEYS))
    fields = Fields(findings, group, keys, (*LINK_BLOCKS, *INNER))
    for link in group.groups:
        if link.key in LINK_BLOCKS:
            findings.error(
                link.start,
                "a robot with 'file' has its links in that file; remove "
                "this block, or remove 'file'",
            )
    folder = meshes.folder
    architecture = _referred(fields, folder)
    if architecture is None:
        return _stand(fields, None)
    reference = fields.text("file")
    origin = reference if folder is None or "/" not in reference else str(architecture.path)
    placed = bare_robot(architecture, group.label, origin)
    effector = fields.word("EndEffector", architecture.end_effector)
    body = read_cell_body(fields, meshes, _own_body(fields, architecture))
    display = Display(**read_keys(fields, defaults_of(architecture.display, *DISPLAY_KEYS)))
    new = replace(placed, end_effector=effector, body=body, display=display)
    return _stand(fields, equipped(new))


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
        return read_robot_file(resolve(reference, "arch", folder))
    except LibraryError as error:
        fields.error("file", f"'file': {error}")
    except FileErrors as failure:
        for one in failure.errors:
            fields.error("file", f"'file': {one}")
    return None


def _stand(fields: Fields, placed: PlacedRobot | None) -> Placed | None:
    """Add the pose of a robot, its colour and its posture."""
    said = read_keys(fields, STAND_KEYS)
    if placed is None:
        return None
    q = read_keys(fields, posture_keys(placed.robot, placed.unit))["q"]
    named = read_cell_postures(fields, placed, is_reference(fields.group))
    return read_load(fields, replace(placed, named=named, **said)), q


def robot_form(
    placed: Placed,
    plan: MeshPlan,
    group: Group | None = None,
    said: Body | None = None,
    *,
    refers: bool = False,
) -> BlockForm:
    """Return the block of a robot.

    Args:
        placed: The robot and its posture.
        plan: Future locations of the mesh files of its model.
        group: Its current block, or None.
        said: The full model in this block.
        refers: It is the model in the file of the block, which need not be repeated.
    """
    robot, q = placed
    stands = [
        *key_wants(STAND_KEYS, robot),
        *key_wants(posture_keys(robot.robot, robot.unit), {"q": q}),
        *load_wants(robot),
        body_want(group, said, robot.body, own=refers),
    ]
    inner = [
        *cell_posture_entries(robot, refers),
        *body_forms(group, said, robot.body, lambda body: plan.body(body, robot.id)),
    ]
    if group is not None and refers:
        reference = next(pair.value.text for pair in group.pairs if pair.key == "file")
        stands = [FILE_KEY.want(reference), *stands]
        own = [EFFECTOR_KEY.want(robot.end_effector), *key_wants(FREE_DISPLAY, robot.display)]
        return BlockForm(ROBOT, robot.id, (*stands, *own, *inner))
    geomtype = "full" if robot.full else "skeleton"
    inline = Architecture(robot.robot, robot.unit, geomtype, robot.end_effector, name=robot.id)
    inline = replace(inline, display=robot.display, parameters=robot.parameters)
    # Once it is saved it is read from its own file.
    source = None if robot.origin else robot.imported
    head = (FILE_KEY.want(""), ORIGIN_KEY.want(robot.origin), IMPORTED_KEY.want(source))
    entries = (*head, *stands, *robot_entries(inline, group), *inner)
    return BlockForm(ROBOT, robot.id, entries)


def stays(old: PlacedRobot, new: PlacedRobot) -> bool:
    """Return whether a robot by reference still agrees with its file."""
    return replace(old, **{name: getattr(new, name) for name in FREE}) == new
