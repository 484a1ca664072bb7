"""Links, groups and parts in a body file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeGuard

from rvs.engine.errors import ArgumentError
from rvs.files.bodies.values import Context, read_color, read_mirror, read_moves, read_repeats
from rvs.files.meshes.mesh_plan import BOX, FILE, read_mesh_file
from rvs.files.text.errors import FileErrors, nearest
from rvs.files.text.fields import Fields, shorten
from rvs.files.text.scale import DEGREES
from rvs.files.text.syntax import Group, Node
from rvs.geometry.shape import MESH, Measured, Shape
from rvs.geometry.shapes import PART_SHAPES
from rvs.model.appearance.materials import DENSITY, MATERIALS, SUBSTANCES
from rvs.model.body.sizes import check_relations, check_together, checked
from rvs.model.body.values import (
    MAX_MOVES,
    MAX_REPEATS,
    USES,
    Composite,
    LinkBody,
    Move,
    Part,
    PartGroup,
    Place,
    Repeat,
    Value,
    id_fault,
    place_words,
)
from rvs.model.bounds import ANGLE, LENGTH
from rvs.value_class import dataclass

PART, GROUP = "part", "group"
# kind, id, and id of the group that holds it
Key = tuple[str, str, str]
LOOK_KEYS = ("color", "material", "density")
PLACING_KEYS = ("move", "mirror", "repeat")
USE = "use"
PART_KEYS = ("shape", *PLACING_KEYS, *LOOK_KEYS, USE)
FILE_KEYS = (FILE, BOX)
GROUP_KEYS = (*PLACING_KEYS, *LOOK_KEYS)
# keys of a link that say what it was drawn for -> fields of its joint
ANGLES = ("alpha", "theta")
DRAWN_FOR: Mapping[str, str] = {"a": "a", "b": "d", "al": "alpha", "th": "theta"}
PAINTS = tuple(name for name in MATERIALS if name != "annotation")


def read_link(context: Context, group: Group, place: Place) -> LinkBody:
    """Return the parts of a link's block."""
    drawn = DRAWN_FOR if isinstance(place, int) and place else {}
    fields = Fields(context.findings, group, (*LOOK_KEYS, *drawn), (PART, GROUP))
    words = place_words(place)
    context.where = words
    color, material, density = read_look(context, fields)
    entries = tuple(
        _drawn(context, fields, key, field) for key, field in drawn.items() if key in fields
    )
    parts, groups = read_parts(context, group, words)
    return LinkBody(place, parts, groups, color, material, entries, density)


def _drawn(context: Context, fields: Fields, key: str, field: str) -> tuple[str, float]:
    """Return an entry of the table for which a link was drawn."""
    scale, bounds = (DEGREES, ANGLE) if field in ANGLES else (context.length, LENGTH)
    return field, fields.number(key, 0.0, scale, bounds)


def read_parts(
    context: Context, group: Group, words: str
) -> tuple[tuple[Part, ...], tuple[PartGroup, ...]]:
    """Return the parts and groups in a block, including the parts of groups."""
    reader = _Parts(context, words)
    for inner in group.groups:
        if inner.key == PART:
            reader.part(inner, "")
        elif inner.key == GROUP:
            reader.group(inner)
    return tuple(reader.parts), tuple(reader.groups)


def part_name(group: Group, number: int) -> str:
    """Return the id of a part's block: its label, or its number among the parts of the link."""
    return group.label or str(number)


def group_name(group: Group, number: int) -> str:
    """Return the id of a group's block."""
    return group.label or f"group {number}"


@dataclass(frozen=True)
class Named:
    """A block of a part or group.

    Attributes:
        kind: ``"part"`` or ``"group"``.
        name: Its id.
        holder: Id of the group that contains it, or empty.
        block: The block.
    """

    kind: str
    name: str
    holder: str
    block: Group

    @property
    def key(self) -> Key:
        """Kind, id and group."""
        return self.kind, self.name, self.holder


def named_blocks(block: Group) -> list[Named]:
    """Return the blocks of a link's parts and groups with the ids that reading assigns."""
    found: list[Named] = []
    count = {PART: 0, GROUP: 0}

    def add(inner: Group, holder: str) -> None:
        count[inner.key] += 1
        naming = part_name if inner.key == PART else group_name
        found.append(Named(inner.key, naming(inner, count[inner.key]), holder, inner))

    for inner in block.groups:
        if inner.key not in (PART, GROUP):
            continue
        add(inner, "")
        for member in inner.groups if inner.key == GROUP else ():
            if member.key == PART:
                add(member, found[-1].name if found[-1].kind == GROUP else found[-1].holder)
    return found


class _Parts:
    """Parts and groups of one link during reading."""

    def __init__(self, context: Context, words: str) -> None:
        self.context, self.words = context, words
        self.parts: list[Part] = []
        self.groups: list[PartGroup] = []
        self._seen: dict[tuple[str, str], int] = {}
        self._count = {PART: 0, GROUP: 0}

    def group(self, block: Group) -> None:
        """Read a group and the parts in it."""
        self._count[GROUP] += 1
        name = group_name(block, self._count[GROUP])
        self._begin(block, GROUP, name)
        context = self.context
        fields = Fields(context.findings, block, GROUP_KEYS, (PART,))
        look = read_look(context, fields)
        placing = read_placing(context, fields)
        self.groups.append(PartGroup(name, *placing, *look))
        for inner in block.groups:
            if inner.key == PART:
                self.part(inner, name)

    def part(self, block: Group, group: str) -> None:
        """Read a part."""
        self._count[PART] += 1
        name = part_name(block, self._count[PART])
        self._begin(block, PART, name)
        part = read_part(self.context, block, name)
        if part is not None:
            self.parts.append(replace(part, group=group))

    def _begin(self, block: Group, kind: str, name: str) -> None:
        self.context.where = f"{self.words}, {'' if name.startswith(kind) else kind + ' '}{name}"
        fault = id_fault(name)
        if fault:
            self.context.error(block.start, fault)
        elif (kind, name) in self._seen:
            self.context.error(block.start, f"there is already a {kind} {shorten(name)}")
        self._seen[kind, name] = block.start


def read_part(context: Context, block: Group, name: str) -> Part | None:
    """Return the part of a block; None if it has no shape."""
    kind = next((pair.value for pair in block.pairs if pair.key == "shape"), None)
    shape = _shape(context, block, kind)
    own = [pair.key for pair in block.pairs]
    keys = own if shape is None else [one.name for one in shape.parameters]
    from_file = shape is not None and shape.name == MESH
    fields = Fields(context.findings, block, [*PART_KEYS, *keys, *(FILE_KEYS if from_file else ())])
    look = read_look(context, fields)
    placing = read_placing(context, fields)
    if shape is None or kind is None:
        return None
    use = fields.choice(USE, USES[0], USES)
    sizes = _sizes(context, fields, shape)
    mesh = None
    if from_file:
        fields.require((FILE,))
        mesh = read_mesh_file(fields, context.meshes) if FILE in fields else None
        if mesh is None:
            return None
    return Part(name, kind.text, sizes, *placing, "", *look, use, mesh)


def read_look(context: Context, fields: Fields) -> tuple[str, str, float]:
    """Return colour, material and density in kg/m^3, empty and 0 if they are not given."""
    color, material = read_color(context, fields.node("color")), fields.word("material", "", PAINTS)
    return color, material, _density(fields)


def _density(fields: Fields) -> float:
    """Return a number, or the name of a substance."""
    node = fields.node("density")
    if node is None or node.kind != "word":
        return fields.number("density", 0.0, bounds=DENSITY)
    if node.text not in SUBSTANCES:
        known = f"a number in kg/m³, or one of {', '.join(SUBSTANCES)}"
        fields.error("density", f"'density': expected {known}, got {shorten(node.text)}")
    return SUBSTANCES.get(node.text, 0.0)


def read_placing(
    context: Context, fields: Fields
) -> tuple[tuple[Move, ...], str, tuple[Repeat, ...]]:
    """Return moves, mirror and repeats."""
    return (
        read_moves(context, fields.node("move"), MAX_MOVES),
        read_mirror(context, fields.node("mirror")),
        read_repeats(context, fields.node("repeat"), MAX_REPEATS),
    )


def _shape(context: Context, block: Group, node: Node | None) -> Shape | Composite | None:
    if node is None or node.kind not in ("word", "text"):
        at = block.start if node is None else node.start
        context.error(at, "'shape': expected the name of a shape, such as cylinder")
        return None
    if node.text in PART_SHAPES:
        return PART_SHAPES[node.text]
    try:
        loaded = context.composites(node.text)
    except FileErrors as failure:
        context.error(node.start, f"the library part can't be used: {failure.errors[0]}")
        return None
    if loaded is None:
        guess = nearest(node.text, (*PART_SHAPES, *context.shapes))
        context.error(node.start, f"unknown shape {shorten(node.text)}{guess}")
        return None
    context.used |= {one.name: one for one in (*loaded.uses, loaded.composite)}
    return loaded.composite


def _sizes(
    context: Context, fields: Fields, shape: Shape | Composite
) -> tuple[tuple[str, Value], ...]:
    """Return sizes in the order of the shape's parameters; plain numbers are checked here."""
    sizes: list[tuple[str, Value]] = []
    plain: dict[str, Measured] = {}
    for one in shape.parameters:
        node = fields.node(one.name)
        if node is None:
            if one.needed:
                message = f"{shape.name} needs '{one.name}', the {one.meaning}"
                context.error(fields.group.start, message)
            plain[one.name] = one.omitted
            continue
        value = context.value(node, one)
        if value is None:
            continue
        sizes.append((one.name, value))
        if _is_plain(value):
            try:
                plain[one.name] = checked(one, value)
            except ArgumentError as error:
                context.error(node.start, str(error))
    _check_together(context, fields, shape, plain)
    return tuple(sizes)


def _is_plain(value: Value) -> TypeGuard[Measured]:
    if isinstance(value, tuple):
        return all(not isinstance(size, str) for point in value for size in point)
    return not isinstance(value, str)


def _check_together(
    context: Context, fields: Fields, shape: Shape | Composite, plain: dict[str, Measured]
) -> None:
    if context.findings or len(plain) < len(shape.parameters):
        return
    try:
        if isinstance(shape, Shape):
            check_together(shape, plain)
        else:
            check_relations(shape.relations, plain)
    except ArgumentError as error:
        context.error(fields.group.start, str(error))
