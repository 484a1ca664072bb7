"""Things and named places in a cell file or a work environment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import degrees
from pathlib import Path
from typing import TypeVar

import numpy as np

from rvs.engine.errors import ArgumentError
from rvs.engine.robot import IDENTITY, Pose
from rvs.engine.rotations import from_rpy, to_rpy
from rvs.files.meshes.mesh_links import mesh_reference, read_mesh_file
from rvs.files.robots.arch import GEOMETRY, read_pose
from rvs.files.robots.arch_write import pose_form
from rvs.files.text.edit import Editor
from rvs.files.text.errors import nearest
from rvs.files.text.fields import Fields, shorten
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Form, Name, Num, Seq, Want
from rvs.files.text.scale import DEGREES, NUMBERS, Scale, length_scale
from rvs.files.text.syntax import Group
from rvs.model.body.shapes import Parameter
from rvs.model.things.kinds import KINDS, MESH
from rvs.model.things.thing import MeshFile, TargetFrame, Thing

THING, TARGET = "thing", "target"
AT, RPY, PLACE = "at", "rpy", "place"
PLACE_KEYS = (AT, RPY, PLACE)
FILE, BOX = "file", "box"
LOOK_KEYS = ("color", "material", "group", "locked", "hidden")
MOST_THINGS = 20_000
METRES = length_scale("m")
INDENT = " "
ANGLE_DECIMALS = 9

Item = TypeVar("Item", Thing, TargetFrame)
Named = Callable[[Findings, Group, str], list[Group]]
Lines = Callable[[str], list[str]]
Arrange = Callable[[Editor, Mapping[str, Group], Mapping[str, object], Lines], None]
Staying = Callable[[Iterable[str], Iterable[str]], list[str]]


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around the robots, as a file says it."""

    things: tuple[Thing, ...] = ()
    targets: tuple[TargetFrame, ...] = ()


def read_around(
    findings: Findings,
    root: Group,
    named: Named,
    taken: Iterable[str],
    folder: Path | None,
    trusted: bool = False,
) -> Around:
    """Return the things and named places of a file.

    Args:
        findings: Where to note what is wrong.
        root: The blocks of the file.
        named: Returns the blocks of a key, each name once.
        taken: Ids that are not free.
        folder: Folder of the file, or None.
        trusted: The file is the program's own, which may name mesh files anywhere.
    """
    used = set(taken)
    things: list[Thing] = []
    for group in _free(findings, named(findings, root, THING), used):
        thing = _tried(findings, group, lambda at: _read_thing(findings, at, folder, trusted))
        things += [thing] if thing is not None else []
    targets: list[TargetFrame] = []
    for group in _free(findings, named(findings, root, TARGET), used):
        target = _tried(findings, group, lambda at: _read_target(findings, at))
        targets += [target] if target is not None else []
    return Around(tuple(things), tuple(targets))


def _free(findings: Findings, groups: list[Group], used: set[str]) -> list[Group]:
    if len(groups) > MOST_THINGS:
        findings.error(groups[MOST_THINGS].start, f"more than {MOST_THINGS:,} of one kind of block")
        return []
    free = []
    for group in groups:
        if group.label in used:
            findings.error(group.start, f"the id {shorten(group.label)} is taken in this cell")
        else:
            used.add(group.label)
            free.append(group)
    return free


def _tried(findings: Findings, group: Group, read: Callable[[Group], Item | None]) -> Item | None:
    try:
        return read(group)
    except ArgumentError as error:
        findings.error(group.start, str(error))
        return None


def _read_thing(
    findings: Findings, group: Group, folder: Path | None, trusted: bool
) -> Thing | None:
    kind = next((pair.value.text for pair in group.pairs if pair.key == "kind"), "")
    found = KINDS.get(kind)
    sizes = found.sizes if found else ()
    own = (FILE, BOX) if kind == MESH else ()
    keys = ("kind", *(size.name for size in sizes), *PLACE_KEYS, *LOOK_KEYS, *own)
    if found is None:
        # Nothing is known of the sizes of a kind that there is not.
        keys = tuple(pair.key for pair in group.pairs)
    fields = Fields(findings, group, keys)
    fields.require(("kind", FILE) if kind == MESH else ("kind",))
    if found is None:
        if "kind" in fields:
            guess = nearest(kind, tuple(KINDS))
            fields.error("kind", f"'kind': there is no thing {shorten(kind)}{guess}")
        return None
    given = tuple((size.name, _read_size(fields, size)) for size in sizes if size.name in fields)
    mesh = read_mesh_file(fields, folder, trusted) if kind == MESH and FILE in fields else None
    if kind == MESH and mesh is None:
        return None
    return Thing(
        group.label, kind, given, read_place(fields), fields.text("color"),
        fields.text("material"), fields.text("group"), fields.flag("locked"),
        fields.flag("hidden"), mesh,
    )  # fmt: skip


def _read_size(fields: Fields, size: Parameter) -> float:
    assert not isinstance(size.default, tuple)
    value = fields.number(size.name, size.default, size_scale(size))
    # Degrees at the bound may come to a hair more in radians.
    within = min(max(value, size.least), size.most)
    return within if abs(within - value) <= 1e-12 * max(abs(value), 1.0) else value


def _read_target(findings: Findings, group: Group) -> TargetFrame:
    return TargetFrame(group.label, read_place(Fields(findings, group, PLACE_KEYS)))


def read_place(fields: Fields) -> Pose:
    """Return the pose that ``place``, or ``at`` and ``rpy``, say; the identity by default."""
    if PLACE in fields:
        for key in (AT, RPY):
            if key in fields:
                fields.error(key, f"'{key}': the place is given twice, by '{PLACE}' as well")
        return read_pose(fields, PLACE, METRES)
    at = fields.numbers(AT, (3,), GEOMETRY) or [0.0, 0.0, 0.0]
    turns = fields.numbers(RPY, (3,), GEOMETRY, (DEGREES,) * 3)
    turn = np.eye(3) if turns is None else from_rpy(turns)
    return _pose(turn, at)


def _pose(turn: np.ndarray, at: Iterable[float]) -> Pose:
    rows = [(*row, x) for row, x in zip(turn.tolist(), at, strict=True)]
    pose = (*rows, (0.0, 0.0, 0.0, 1.0))
    return IDENTITY if pose == IDENTITY else pose


def size_scale(size: Parameter) -> Scale:
    """Return the unit in which a size stands in a file."""
    return {"length": METRES, "angle": DEGREES}.get(size.kind, NUMBERS)


def update_around(
    editor: Editor,
    root: Group,
    old: Around,
    new: Around,
    arrange: Arrange,
    staying: Staying,
    folder: Path | None,
) -> None:
    """Make a file say what stands around the robots now.

    Args:
        editor: Takes the edits.
        root: The blocks of the file.
        old: What they say.
        new: What they shall say.
        arrange: Takes blocks out and puts new ones in between.
        staying: Tells which keep their place.
        folder: Folder of the file, or None.
    """
    before = {thing.id: thing for thing in old.things}
    things = {thing.id: thing for thing in new.things}
    groups = {group.label: group for group in root.groups if group.key == THING}
    for name in staying(groups, things):
        group = groups[name]
        if things[name] != before.get(name):
            if name in before and before[name].kind == things[name].kind:
                editor.update(group, _thing_wants(things[name], folder, group))
            else:
                editor.replace(group, thing_block(things[name], folder))
    arrange(editor, groups, things, lambda name: thing_block(things[name], folder))
    earlier = {target.id: target for target in old.targets}
    targets = {target.id: target for target in new.targets}
    groups = {group.label: group for group in root.groups if group.key == TARGET}
    for name in staying(groups, targets):
        if targets[name] != earlier.get(name):
            editor.update(groups[name], place_wants(targets[name].place, groups[name]))
    arrange(editor, groups, targets, lambda name: _target_block(targets[name]))


def thing_block(thing: Thing, folder: Path | None) -> list[str]:
    """Return the lines of a new block."""
    return _block(THING, thing.id, _thing_wants(thing, folder))


def _target_block(target: TargetFrame) -> list[str]:
    return _block(TARGET, target.id, place_wants(target.place))


def _block(key: str, label: str, wants: list[Want]) -> list[str]:
    lines = [INDENT + want.line() for want in wants if want.form and not want.default]
    return [f"{key} {Name(label, quoted=True).text()} {{", *lines, "}"]


def _thing_wants(thing: Thing, folder: Path | None, group: Group | None = None) -> list[Want]:
    given = dict(thing.sizes)
    sizes = [
        Want(size.name, Num(given[size.name], size_scale(size)) if size.name in given else None)
        for size in KINDS[thing.kind].sizes
    ]
    return [
        Want("kind", Name(thing.kind)),
        *(_mesh_wants(thing.mesh, folder) if thing.mesh is not None else ()),
        *sizes,
        *place_wants(thing.place, group),
        Want("color", Name(thing.color) if thing.color else None),
        Want("material", Name(thing.material) if thing.material else None),
        Want("group", Name(thing.group, quoted=True) if thing.group else None),
        Want("locked", Name("yes" if thing.locked else "no", _same(thing.locked)),
             not thing.locked),
        Want("hidden", Name("yes" if thing.hidden else "no", _same(thing.hidden)),
             not thing.hidden),
    ]  # fmt: skip


def _same(yes: bool) -> tuple[str, ...]:
    return ("true", "on") if yes else ("false", "off")


def _mesh_wants(mesh: MeshFile, folder: Path | None) -> list[Want]:
    return [
        Want(FILE, Name(mesh_reference(mesh, folder), quoted=True)),
        Want(BOX, Seq(tuple(map(Num, mesh.box)))),
    ]


def place_wants(place: Pose, group: Group | None = None) -> list[Want]:
    """Return how a pose is written: place and angles if they say it exactly, else all numbers.

    Args:
        place: The pose.
        group: The block that says it so far, or None.
    """
    at = tuple(row[3] for row in place[:3])
    turns = _turns(place)
    matrix = group is not None and any(pair.key == PLACE for pair in group.pairs)
    if matrix or turns is None:
        return [Want(AT, None), Want(RPY, None), Want(PLACE, pose_form(place, METRES))]
    angles: Form = Seq(tuple(Num(turn, DEGREES) for turn in turns))
    return [
        Want(AT, Seq(tuple(map(Num, at))), not any(at)),
        Want(RPY, angles, not any(turns)),
        Want(PLACE, None),
    ]


def _turns(place: Pose) -> tuple[float, ...] | None:
    """Roll, pitch and yaw that give exactly the rotation of a pose, rad; None if none do."""
    turn = np.array([row[:3] for row in place[:3]])
    if np.array_equal(turn, np.eye(3)):
        return (0.0, 0.0, 0.0)
    for decimals in (6, ANGLE_DECIMALS):
        rounded = (round(degrees(angle), decimals) + 0.0 for angle in to_rpy(turn))
        turns = tuple(DEGREES.read(repr(angle)) for angle in rounded)
        if np.array_equal(from_rpy(turns), turn):
            return turns
    return None
