"""A robot's solid body as a value: parts of each link, with numbers or expressions as sizes.

A float is in m, rad or a plain number.  A text is an expression over the table of the robot, in the
body's own unit of length and in degrees; see ``rvs.model.body.names``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import field, replace
from typing import Literal, get_args

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError
from rvs.geometry.shape import MESH, Parameter, Relation
from rvs.model.appearance.materials import DENSITY
from rvs.model.bounds import ANGLE, LENGTH, POINT, check_fields, check_number, check_texts
from rvs.model.derived import derived
from rvs.model.mesh_file import MeshFile
from rvs.model.numbers.expressions import LONGEST as LONGEST_EXPRESSION
from rvs.model.numbers.quantities import MAX_JOINTS
from rvs.model.numbers.units import LENGTH_UNITS
from rvs.model.refs import Ref
from rvs.value_class import dataclass

Size = float | str
PointSizes = tuple[tuple[Size, ...], ...]
Value = Size | PointSizes
Axis = Literal["x", "y", "z"]
MoveKind = Literal["shift", "turn", "pose", "flip"]
RepeatKind = Literal["ring", "row"]
BodyKind = Literal["robot", "tool", "payload", "part"]
Use = Literal["both", "seen", "solid"]
Place = int | Literal["tool"]

AXES: tuple[Axis, ...] = ("x", "y", "z")
BODY_KINDS: tuple[BodyKind, ...] = ("robot", "tool", "payload", "part")
USES: tuple[Use, ...] = ("both", "seen", "solid")
MOVES: tuple[MoveKind, ...] = get_args(MoveKind)
REPEATS: tuple[RepeatKind, ...] = get_args(RepeatKind)
TOOL: Literal["tool"] = "tool"
ROBOT_COLOR = "robot"
MAX_PARTS = 2000
MAX_MOVES = 16
MAX_REPEATS = 3
MAX_COPIES = 400
MAX_CONSTANTS = 200
MAX_DEPTH = 4
LONGEST_ID = 60
_ID = re.compile(r"[^\W]([\w .()+-]*[\w.)+])?")


@dataclass(frozen=True, slots=True)
class Move:
    """One step from the origin of a part to its position.

    Attributes:
        kind: ``"shift"`` along three lengths, ``"turn"`` about an axis by an angle, ``"pose"`` by a
            4×4 given row by row, ``"flip"`` mirrors the part across the plane at right angles to
            the axis.
        values: 3, 1, 16 or no sizes.
        axis: Axis of a turn or a flip.
    """

    kind: MoveKind
    values: tuple[Size, ...] = ()
    axis: Axis = "z"

    def __post_init__(self) -> None:
        check_choice(self.kind, "kind", MOVES)
        check_choice(self.axis, "axis", AXES)
        check_sizes(self.values, self.kind)


@dataclass(frozen=True, slots=True)
class Repeat:
    """Copies at equal steps.

    Attributes:
        kind: ``"ring"`` about an axis, or ``"row"`` along a step.
        count: Number of copies, including the first.
        values: For a ring, the angle from the first copy to one past the last, a full turn when
            omitted; for a row, the three lengths of a step.
        axis: Axis of a ring.
    """

    kind: RepeatKind
    count: Size
    values: tuple[Size, ...] = ()
    axis: Axis = "z"

    def __post_init__(self) -> None:
        check_choice(self.kind, "kind", REPEATS)
        check_choice(self.axis, "axis", AXES)
        check_sizes((self.count, *self.values), self.kind)


@dataclass(frozen=True, slots=True)
class Part:
    """A solid of a body.

    Its moves are applied in the given order, each along or about the axes turned by the previous
    ones; then it is mirrored and then repeated, both about the origin and axes of its group or
    link.

    Attributes:
        id: Stable name inside its link.
        shape: Name of a shape, or of a composite in the body's library.
        sizes: Its sizes by name.
        moves: From the frame to the part.
        mirror: Axes along which mirrored copies are added, such as ``"x"`` or ``"xy"``.
        repeats: Copies, then copies of the copies.
        group: Id of its group, or empty.
        color: Name, ``#RRGGBB``, ``#RRGGBBAA``, ``"robot"`` for the robot's colour, or empty for
            the colour of the group, link or body.
        material: A name of ``rvs.model.appearance.materials``, or empty likewise.
        density: In kg/m^3; 0 for the density of the group, link or body, and finally of the
            material.
        use: ``"seen"`` is drawn but cannot be touched, ``"solid"`` can be touched but is not drawn.
        mesh: The file of the shape ``mesh``; None for any other.
    """

    id: str
    shape: str
    sizes: tuple[tuple[str, Value], ...] = ()
    moves: tuple[Move, ...] = ()
    mirror: str = ""
    repeats: tuple[Repeat, ...] = ()
    group: str = ""
    color: str = ""
    material: str = ""
    density: float = 0.0
    use: Use = "both"
    mesh: MeshFile | None = None

    def __post_init__(self) -> None:
        check_fields(self, {"density": DENSITY})
        check_choice(self.use, "use", USES)
        for name, value in self.sizes:
            check_sizes(value, name)


@dataclass(frozen=True, slots=True)
class PartGroup:
    """Parts that move, mirror and repeat together; the fields are those of ``Part``."""

    id: str
    moves: tuple[Move, ...] = ()
    mirror: str = ""
    repeats: tuple[Repeat, ...] = ()
    color: str = ""
    material: str = ""
    density: float = 0.0

    def __post_init__(self) -> None:
        check_fields(self, {"density": DENSITY})


@dataclass(frozen=True, slots=True)
class LinkBody:
    """The parts in the frame of one link.

    Attributes:
        link: 0 for the base, i for the frame after joint i, ``"tool"`` for the tool on the last
            frame.
        parts: The parts; ids are unique.
        groups: Groups of them.
        color: Colour of parts without a colour, or empty.
        material: Material likewise.
        drawn_for: Entries of the link's row (``a``, ``alpha``, ``d``, ``theta``; m, rad) that the
            model was drawn for.
        density: Density of parts without a density, in kg/m^3, or 0.
    """

    link: Place
    parts: tuple[Part, ...] = ()
    groups: tuple[PartGroup, ...] = ()
    color: str = ""
    material: str = ""
    drawn_for: tuple[tuple[str, float], ...] = ()
    density: float = 0.0

    def __post_init__(self) -> None:
        if self.link != TOOL and (isinstance(self.link, str) or not 0 <= self.link <= MAX_JOINTS):
            raise ArgumentError(f"link: expected 0 to {MAX_JOINTS}, or 'tool', got {self.link!r}")
        check_fields(self, {"density": DENSITY})
        if self.drawn_for and self.link in (0, TOOL):
            raise ArgumentError("drawn_for: only links moved by a joint have a row in the table")
        for name, value in self.drawn_for:
            check_number(value, name, ANGLE if name in ("alpha", "theta") else LENGTH)
        check_parts(self.parts, self.groups)


@dataclass(frozen=True, slots=True)
class Composite:
    """A library part: parts with its own parameters, used like a shape.

    Attributes:
        name: Name in parts.
        title: Displayed name.
        summary: Description in one sentence.
        place: Origin and axis.
        unit: Unit of length of its expressions.
        parameters: Its sizes.
        relations: Required relations among them.
        constants: Numbers by name, in its own unit; each may use the previous ones.
        parts: Its parts; those without a colour have the colour of the part that uses it.
        groups: Groups of them.
    """

    name: str
    title: str = ""
    summary: str = ""
    place: str = ""
    unit: str = "m"
    parameters: tuple[Parameter, ...] = ()
    relations: tuple[Relation, ...] = ()
    constants: tuple[tuple[str, Size], ...] = ()
    parts: tuple[Part, ...] = ()
    groups: tuple[PartGroup, ...] = ()

    def __post_init__(self) -> None:
        check_parts(self.parts, self.groups)

    def parameter(self, name: str) -> Parameter | None:
        """Return the named parameter, or None."""
        return next((one for one in self.parameters if one.name == name), None)


@dataclass(frozen=True, slots=True)
class Body:
    """A full model of a robot, its end-effector or its payload.

    Attributes:
        name: Name of its file without suffix.
        kind: Kind of the original.
        unit: Unit of length of its file and of its expressions.
        constants: Numbers by name, as in the file; each may use the previous ones.
        links: Parts by link, each link once.
        library: Composites that its parts use.
        color: Colour of parts without a colour.
        material: Material likewise.
        comment: Any useful remarks.
        source: Its source.
        origin: Library name or path it was read from, or empty.
        density: Density of parts without a density, in kg/m^3; 0 for the density of their
            materials.
    """

    name: str = field(default="", compare=False)
    kind: BodyKind = "robot"
    unit: str = "m"
    constants: tuple[tuple[str, Size], ...] = ()
    links: tuple[LinkBody, ...] = ()
    library: tuple[Composite, ...] = ()
    color: str = ROBOT_COLOR
    material: str = "paint"
    comment: str = ""
    source: str = ""
    origin: str = field(default="", compare=False)
    density: float = 0.0

    def __post_init__(self) -> None:
        check_fields(self, {"density": DENSITY})
        check_choice(self.kind, "kind", BODY_KINDS)
        check_choice(self.unit, "unit", LENGTH_UNITS)
        check_texts(self, "name", "comment", "source", "origin")
        for name, value in self.constants:
            check_sizes(value, name)
        _check_once([str(one.link) for one in self.links], "link")
        _check_once([name for name, _ in self.constants], "constant")
        if len(self.constants) > MAX_CONSTANTS:
            raise ArgumentError(f"constants: at most {MAX_CONSTANTS}")
        if sum(len(one.parts) for one in self.links) > MAX_PARTS:
            raise ArgumentError(f"parts: a body has at most {MAX_PARTS}")

    def link(self, place: Place) -> LinkBody:
        """Return the parts of a link, empty if it has none."""
        return next((one for one in self.links if one.link == place), LinkBody(place))

    def part(self, place: Place, part_id: str) -> Part:
        """Return one part.

        Raises:
            ArgumentError: There is no such id.
        """
        for part in self.link(place).parts:
            if part.id == part_id:
                return part
        raise ArgumentError(f"part_id: {place_words(place)} has no part {part_id!r}")

    def composite(self, name: str) -> Composite | None:
        """Return the named composite, or None."""
        return next((one for one in self.library if one.name == name), None)


def place_words(place: Place) -> str:
    """Return the name of a place in a sentence: ``base``, ``link 3`` or ``tool``."""
    return "tool" if place == TOOL else f"link {place}" if place else "base"


def part_ref(robot_id: str, place: Place, part_id: str) -> Ref:
    """Return the Ref of a part of a robot's body."""
    if place == TOOL:
        return (robot_id, TOOL, "part", part_id)
    return (robot_id, "link", place, "part", part_id)


def ref_part(ref: Ref) -> tuple[Place, str] | None:
    """Return the place and id of the part of a Ref, or None."""
    match ref:
        case (str(), "link", int() as link, "part", str() as part_id):
            return link, part_id
        case (str(), "tool", "part", str() as part_id):
            return TOOL, part_id
    return None


def check_parts(parts: Sequence[Part], groups: Sequence[PartGroup]) -> None:
    """Raise an error unless ids are valid and unique, groups known, and numbers within bounds.

    Raises:
        ArgumentError: Something is not.
    """
    _check_once([part.id for part in parts], "part")
    _check_once([group.id for group in groups], "group")
    known = {"", *(group.id for group in groups)}
    if len(parts) > MAX_PARTS:
        raise ArgumentError(f"parts: at most {MAX_PARTS}")
    for part in parts:
        if part.group not in known:
            raise ArgumentError(f"part {part.id!r}: there is no group {part.group!r}")
        if (part.mesh is None) == (part.shape == MESH):
            raise ArgumentError(
                f"part {part.id!r}: only the shape mesh has a file, and it needs one"
            )
    things: list[Part | PartGroup] = [*parts, *groups]
    for one in things:
        fault = id_fault(one.id)
        if fault:
            raise ArgumentError(f"id: {fault}")
        if len(one.moves) > MAX_MOVES or len(one.repeats) > MAX_REPEATS:
            raise ArgumentError(
                f"{one.id}: at most {MAX_MOVES} moves and {MAX_REPEATS} repeats in one part"
            )
        if len(set(one.mirror)) != len(one.mirror) or set(one.mirror) - set(AXES):
            raise ArgumentError(f"{one.id}: mirror: expected one or more of x, y, z")


def check_sizes(value: Value | tuple[Size, ...], name: str) -> None:
    """Raise an error unless sizes are numbers or expressions that a file can store.

    Raises:
        ArgumentError: One is not.
    """
    if isinstance(value, str):
        if len(value) > LONGEST_EXPRESSION:
            raise ArgumentError(
                f"{name}: an expression has at most {LONGEST_EXPRESSION} characters"
            )
    elif isinstance(value, tuple):
        for one in value:
            check_sizes(one, name)
    else:
        # Those of an automatic body come of many lengths.
        check_number(value, name, POINT)


def id_fault(name: str) -> str:
    """Return the fault in the id of a part or group, or an empty text."""
    if len(name) <= LONGEST_ID and _ID.fullmatch(name):
        return ""
    return f"{name[:30]!r} is not a name: 1 to {LONGEST_ID} letters, digits, blanks and . ( ) + - _"


def _check_once(names: Sequence[str], what: str) -> None:
    doubled = [name for name, times in Counter(names).items() if times > 1]
    if doubled:
        raise ArgumentError(f"{what} {doubled[0]!r} appears twice")


@derived(size=64)
def in_order(body: Body) -> Body:
    """Return a body with everything in the order of a tidy file."""
    links = sorted(body.links, key=lambda link: (isinstance(link.link, str), str(link.link)))
    tidy = [
        replace(
            link,
            parts=tuple(sorted(map(_sorted_sizes, link.parts), key=lambda part: part.id)),
            groups=tuple(sorted(link.groups, key=lambda group: group.id)),
            drawn_for=tuple(sorted(link.drawn_for)),
        )
        for link in links
    ]
    library = tuple(sorted(_used(body), key=lambda one: one.name))
    return replace(body, links=tuple(tidy), library=library)


def _sorted_sizes(part: Part) -> Part:
    return replace(part, sizes=tuple(sorted(part.sizes, key=lambda size: size[0])))


def _used(body: Body) -> list[Composite]:
    found: dict[str, Composite] = {}
    waiting = [part.shape for link in body.links for part in link.parts]
    while waiting:
        composite = body.composite(waiting.pop())
        if composite is not None and composite.name not in found:
            found[composite.name] = composite
            waiting += [part.shape for part in composite.parts]
    return list(found.values())


def same_body(one: Body | None, other: Body | None) -> bool:
    """Return whether two models are equal, in any order."""
    if one is None or other is None or one is other:
        return one is other
    return in_order(one) == in_order(other)
