"""Blocks of a body file for the values of a body."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rvs.files.bodies.parts import ANGLES, DRAWN_FOR, USE
from rvs.files.meshes.mesh_plan import BOX, FILE, MESH_KEYS
from rvs.files.text.forms import Form, Name, Num, Seq, Want
from rvs.files.text.keys import key_wants
from rvs.files.text.scale import DEGREES, NUMBERS, Scale, length_scale
from rvs.files.text.syntax import Node
from rvs.geometry.shape import ParameterKind, Shape
from rvs.geometry.shapes import PART_SHAPES
from rvs.model.appearance.materials import SUBSTANCES
from rvs.model.body.values import (
    BODY_KINDS,
    ROBOT_COLOR,
    USES,
    Body,
    Composite,
    LinkBody,
    Move,
    Part,
    PartGroup,
    Repeat,
    Size,
    Value,
)
from rvs.model.mesh_file import MeshFile

PAINT = "paint"


class Steps(Seq):
    """Moves or repeats, separated only by commas."""

    def text(self) -> str:
        """Return their text."""
        steps = (
            " ".join(item.text() for item in step.items) if isinstance(step, Seq) else step.text()
            for step in self.items
        )
        return "[ " + ", ".join(steps) + " ]"


class Density(Num):
    """A density, which a file can also give by the name of a substance."""

    def says(self, node: Node) -> bool:
        """Return whether a value in a file already has this meaning."""
        return SUBSTANCES.get(node.text) == self.value or super().says(node)


def file_wants(body: Body) -> list[Want]:
    """Return the keys of a body file."""
    return [
        Want("kind", Name(body.kind), body.kind == BODY_KINDS[0]),
        Want("unit", Name(body.unit), body.unit == "m"),
        Want("color", _word(body.color), body.color == ROBOT_COLOR),
        Want("material", _word(body.material), body.material == PAINT),
        _density(body.density),
        _text("comment", body.comment),
        _text("source", body.source),
    ]


def constant_wants(body: Body) -> list[Want]:
    """Return the keys of the block of constants."""
    return [Want(name, _size(value, NUMBERS)) for name, value in body.constants]


def link_wants(link: LinkBody, unit: str) -> list[Want]:
    """Return the keys of a link's block."""
    drawn, length = dict(link.drawn_for), length_scale(unit)
    wants = _look(link)
    for key, field in DRAWN_FOR.items():
        scale = DEGREES if field in ANGLES else length
        wants.append(Want(key, Num(drawn[field], scale) if field in drawn else None))
    return wants


def group_wants(group: PartGroup, unit: str) -> list[Want]:
    """Return the keys of a group's block."""
    return [*_placing(group, length_scale(unit)), *_look(group)]


def part_wants(part: Part, body: Body) -> list[Want]:
    """Return the keys of a part's block."""
    length, given = length_scale(body.unit), dict(part.sizes)
    shape: Shape | Composite | None = PART_SHAPES.get(part.shape) or body.composite(part.shape)
    kinds: dict[str, ParameterKind] = {}
    if shape is not None:
        kinds = {one.name: one.kind for one in shape.parameters}
    names = [*kinds, *(name for name in given if name not in kinds)]
    sizes = [
        Want(
            name, _value(given[name], kinds.get(name, "length"), length) if name in given else None
        )
        for name in names
    ]
    use = Want(USE, Name(part.use), part.use == USES[0])
    file = _file_wants(part.mesh) if part.mesh else ()
    return [
        Want("shape", Name(part.shape)),
        *file,
        *sizes,
        *_placing(part, length),
        *_look(part),
        use,
    ]


def _file_wants(mesh: MeshFile) -> list[Want]:
    return key_wants(MESH_KEYS, {FILE: mesh.path, BOX: mesh.box})


def _placing(thing: Part | PartGroup, length: Scale) -> list[Want]:
    moves = [Seq(tuple(_move(move, length))) for move in thing.moves]
    repeats = [Seq(tuple(_repeat(repeat, length))) for repeat in thing.repeats]
    axes = tuple(Name(axis) for axis in thing.mirror)
    mirror = Seq(axes) if len(axes) > 1 else axes[0] if axes else None
    return [
        Want("move", Steps(tuple(moves)) if moves else None),
        Want("mirror", mirror),
        Want("repeat", Steps(tuple(repeats)) if repeats else None),
    ]


def _look(thing: Part | PartGroup | LinkBody) -> list[Want]:
    looks = [Want("color", _word(thing.color)), Want("material", _word(thing.material))]
    return [*looks, _density(thing.density)]


def _density(value: float) -> Want:
    return Want("density", Density(value) if value else None)


def _move(move: Move, length: Scale) -> Iterator[Form]:
    yield Name(move.kind)
    if move.kind in ("turn", "flip"):
        yield Name(move.axis)
    if move.kind == "pose":
        scales = (*(*[NUMBERS] * 3, length) * 3, *[NUMBERS] * 4)
        sizes = [_size(size, scale) for size, scale in zip(move.values, scales, strict=True)]
        yield from (Seq(tuple(sizes[k : k + 4])) for k in range(0, 16, 4))
        return
    scale = DEGREES if move.kind == "turn" else length
    yield from (_size(size, scale) for size in move.values)


def _repeat(repeat: Repeat, length: Scale) -> Iterator[Form]:
    yield Name(repeat.kind)
    yield _size(repeat.count, NUMBERS)
    if repeat.kind == "ring":
        yield Name(repeat.axis)
    scale = DEGREES if repeat.kind == "ring" else length
    yield from (_size(size, scale) for size in repeat.values)


def _value(value: Value, kind: ParameterKind, length: Scale) -> Form:
    if isinstance(value, tuple):
        return Seq(tuple(_sizes(point, length) for point in value))
    scales = {"angle": DEGREES, "count": NUMBERS, "number": NUMBERS}
    return _size(value, scales.get(kind, length))


def _sizes(sizes: Sequence[Size], scale: Scale) -> Seq:
    return Seq(tuple(_size(size, scale) for size in sizes))


def _size(size: Size, scale: Scale) -> Num | Name:
    if isinstance(size, str):
        return Name(size, quoted=not size.isidentifier())
    return Num(size, scale)


def _word(text: str) -> Form | None:
    return Name(text) if text else None


def _text(key: str, text: str) -> Want:
    return Want(key, Name(text, quoted=True) if text else None)
