"""Objects and named places in a cell file or a work environment, with their poses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import degrees
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from rvs.engine.arrays import IDENTITY, Pose
from rvs.engine.errors import ArgumentError
from rvs.engine.rotations import from_rpy, to_rpy
from rvs.files.meshes.mesh_plan import (
    BOX,
    FILE,
    MESH_KEYS,
    MeshFolder,
    mesh_reference,
    read_mesh_file,
)
from rvs.files.text.blocks import BlockForm, free_groups
from rvs.files.text.errors import nearest
from rvs.files.text.fields import Fields, shorten
from rvs.files.text.findings import Findings
from rvs.files.text.forms import Want
from rvs.files.text.keys import (
    METRES,
    Flag,
    Key,
    Matrix,
    Number,
    Numbers,
    Text,
    key_wants,
    names,
    read_keys,
)
from rvs.files.text.scale import DEGREES, NUMBERS, Scale
from rvs.files.text.syntax import Group
from rvs.geometry.shape import Parameter
from rvs.geometry.things import KINDS, MESH
from rvs.model.bounds import ANGLE, LENGTH
from rvs.model.things.thing import MOST_THINGS, TargetFrame, Thing
from rvs.value_class import dataclass

AT, RPY, PLACE = "at", "rpy", "place"
NOWHERE = (0.0, 0.0, 0.0)
ANGLE_DECIMALS = 9
AT_KEY = Key(AT, Numbers(3, "m", LENGTH), "position of its origin in the world",
             "at = [ 1, 0.5, 0 ]", NOWHERE)  # fmt: skip
RPY_KEY = Key(RPY, Numbers(3, "degrees", ANGLE, (DEGREES,) * 3),
              "rotations about z, y and x, in this order: Rz(first) Ry(second) Rx(third), "
              "independent of the preference for roll, pitch and yaw in the window",
              "rpy = [ 90, 0, 0 ]", NOWHERE)  # fmt: skip
PLACE_KEY = Key(PLACE, Matrix(), "position and orientation together, in place of `at` and `rpy`",
                "place = [[1 0 0 1] [0 1 0 0] [0 0 1 0] [0 0 0 1]]", IDENTITY)  # fmt: skip
PLACE_KEYS = (AT_KEY, RPY_KEY, PLACE_KEY)


def read_place(fields: Fields) -> Pose:
    """Return the pose in ``place``, or in ``at`` and ``rpy``; the identity by default."""
    said = read_keys(fields, PLACE_KEYS)
    if PLACE in fields:
        for key in names((AT_KEY, RPY_KEY)):
            if key in fields:
                fields.error(
                    key, f"'{key}': the pose is also given by '{PLACE}'; expected only one of them"
                )
        return said[PLACE]  # type: ignore[no-any-return]
    turn = from_rpy(said[RPY]) if any(said[RPY]) else np.eye(3)
    rows = [(*row, x) for row, x in zip(turn.tolist(), said[AT], strict=True)]
    pose = (*rows, (0.0, 0.0, 0.0, 1.0))
    return IDENTITY if pose == IDENTITY else pose


def place_wants(place: Pose) -> list[Want]:
    """Return the entries of a pose: position and angles if they are exact, else all numbers."""
    turns = _turns(place)
    matrix = PLACE_KEY.kind.form(place)
    if turns is None:
        return [Want(AT, None), Want(RPY, None), Want(PLACE, matrix)]
    at = tuple(row[3] for row in place[:3])
    return [
        Want(AT, AT_KEY.kind.form(at), not any(at), unless=PLACE),
        Want(RPY, RPY_KEY.kind.form(turns), not any(turns), unless=PLACE),
        Want(PLACE, matrix, default=True),
    ]


def _turns(place: Pose) -> tuple[float, ...] | None:
    """Return the exact roll, pitch and yaw of a pose, rad; None if there are none."""
    turn = np.array([row[:3] for row in place[:3]])
    if np.array_equal(turn, np.eye(3)):
        return NOWHERE
    for decimals in (6, ANGLE_DECIMALS):
        rounded = (round(degrees(angle), decimals) + 0.0 for angle in to_rpy(turn))
        turns = tuple(DEGREES.read(repr(angle)) for angle in rounded)
        if np.array_equal(from_rpy(turns), turn):
            return turns
    return None


THING, TARGET = "thing", "target"

Item = TypeVar("Item", Thing, TargetFrame)

KIND_KEY = Key("kind", Text(bare=True, said="one of the words listed below"), "kind of object",
               "kind = table", required=True, fixed=True)  # fmt: skip
LOOK_KEYS = (
    Key("color", Text(bare=True, said="a name or `#RRGGBB`, `#RRGGBBAA`"), "its main colour",
        "color = SeaGreen", "", usual="default of the kind"),
    Key("material", Text(bare=True, said="a material of [bodies](#bodies-linksnamebody)"),
        "material of parts in its main colour",
        "material = glass", "", usual="default of the kind"),
    Key("group", Text(), "it moves with all objects of the same group", 'group = "left side"', ""),
    Key("locked", Flag(), "protected against moves and changes", "locked = yes", False),
    Key("hidden", Flag(), "hidden, and ignored by the collision check", "hidden = yes", False),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Around:
    """Objects around the robots, as described in a file."""

    things: tuple[Thing, ...] = ()
    targets: tuple[TargetFrame, ...] = ()


@dataclass(frozen=True)
class Size(Number):
    """A size of a kind of object; an angle can exceed its bound by rounding in radians."""

    least: float = 0.0
    most: float = 0.0

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        """Return the value of a key, or the default; record errors."""
        value = super().read(fields, key, default)
        if value is None:
            return None
        within = min(max(value, self.least), self.most)
        return within if abs(within - value) <= 1e-12 * max(abs(value), 1.0) else value


def size_keys(kind: str) -> tuple[Key, ...]:
    """Return the keys of the sizes of a kind; an omitted size has its default."""
    sizes = KINDS[kind].sizes if kind in KINDS else ()
    return tuple(
        Key(size.name, Size(scale=size_scale(size), least=size.least, most=size.most))
        for size in sizes
    )


def size_scale(size: Parameter) -> Scale:
    """Return the unit of a size in a file."""
    return {"length": METRES, "angle": DEGREES}.get(size.kind, NUMBERS)


def read_around(findings: Findings, root: Group, taken: set[str], meshes: MeshFolder) -> Around:
    """Return the objects and named places of a file.

    Args:
        findings: Collector of errors.
        root: The blocks of the file.
        taken: Ids already in use.
        meshes: Location of the mesh files.
    """

    def thing(group: Group) -> Thing | None:
        return _read_thing(findings, group, meshes)

    def target(group: Group) -> TargetFrame:
        return TargetFrame(group.label, read_place(Fields(findings, group, names(PLACE_KEYS))))

    return Around(
        tuple(_items(findings, root, THING, taken, thing)),
        tuple(_items(findings, root, TARGET, taken, target)),
    )


def _items(
    findings: Findings,
    root: Group,
    key: str,
    taken: set[str],
    read: Callable[[Group], Item | None],
) -> Iterator[Item]:
    groups = [group for group in root.groups if group.key == key]
    if len(groups) > MOST_THINGS:
        findings.error(groups[MOST_THINGS].start, f"more than {MOST_THINGS:,} of one kind of block")
        return
    for group in free_groups(findings, root, key, taken):
        try:
            item = read(group)
        except ArgumentError as error:
            findings.together(group.start, group.end, str(error))
            continue
        if item is not None:
            yield item


def _read_thing(findings: Findings, group: Group, meshes: MeshFolder) -> Thing | None:
    kind = next((pair.value.text for pair in group.pairs if pair.key == "kind"), "")
    sizes, own = size_keys(kind), MESH_KEYS if kind == MESH else ()
    keys = names((KIND_KEY, *sizes, *PLACE_KEYS, *LOOK_KEYS, *own))
    if kind not in KINDS:
        # Nothing is known of the sizes of a kind that there is not.
        keys = tuple(pair.key for pair in group.pairs)
    fields = Fields(findings, group, keys)
    fields.require(("kind", FILE) if kind == MESH else ("kind",))
    if kind not in KINDS:
        if "kind" in fields:
            guess = nearest(kind, tuple(KINDS))
            fields.error("kind", f"'kind': there is no kind of object {shorten(kind)}{guess}")
        return None
    given = tuple(pair for pair in read_keys(fields, sizes).items() if pair[0] in fields)
    mesh = read_mesh_file(fields, meshes) if kind == MESH and FILE in fields else None
    if kind == MESH and mesh is None:
        return None
    looks = read_keys(fields, LOOK_KEYS)
    return Thing(group.label, kind, given, read_place(fields), mesh=mesh, **looks)


def around_forms(around: Around, folder: Path | None) -> list[BlockForm]:
    """Return the blocks of the objects around the robots."""
    return [
        *(BlockForm(THING, thing.id, tuple(_wants(thing, folder))) for thing in around.things),
        *(BlockForm(TARGET, one.id, tuple(place_wants(one.place))) for one in around.targets),
    ]


def _wants(thing: Thing, folder: Path | None) -> list[Want]:
    mesh, given = thing.mesh, dict(thing.sizes)
    sizes = size_keys(thing.kind)
    said = None if mesh is None else {FILE: mesh_reference(mesh, folder), BOX: mesh.box}
    return [
        KIND_KEY.want(thing.kind),
        *(key_wants(MESH_KEYS, said) if said else ()),
        *key_wants(sizes, {key.name: given.get(key.name) for key in sizes}),
        *place_wants(thing.place),
        *key_wants(LOOK_KEYS, thing),
    ]
