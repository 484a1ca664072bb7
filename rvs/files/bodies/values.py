"""Sizes, moves and repeats in a body file: numbers in its unit, degrees, or expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, TypeVar

from rvs.engine.errors import ArgumentError
from rvs.files.meshes.mesh_plan import NO_FOLDER, MeshFolder
from rvs.files.text.errors import nearest
from rvs.files.text.fields import between, flat, shorten
from rvs.files.text.findings import Findings, TooManyErrors
from rvs.files.text.scale import DEGREES, NUMBERS, Scale
from rvs.files.text.syntax import Node
from rvs.geometry.shape import POINT_SIZE, Parameter, ParameterKind
from rvs.model.appearance.colors import hex_color
from rvs.model.body.values import (
    AXES,
    ROBOT_COLOR,
    Axis,
    Composite,
    Move,
    Repeat,
    Size,
    Value,
)
from rvs.model.bounds import POINT
from rvs.model.numbers.expressions import ExpressionError, check, names_in
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.files.bodies.composites import Loaded

MAX_EXPRESSIONS = 4000
MOVE_SIZES: Mapping[str, int] = {"shift": 3, "turn": 1, "flip": 0, "pose": 16}


@dataclass
class Context:
    """Context in which a value of a body file is read.

    Attributes:
        findings: Collector of errors.
        length: Unit of length of the file.
        known: Returns whether expressions may use a name.
        names: Some of these names, for suggestions.
        composites: Returns a library part by name, or None.
        shapes: Names of library parts, for suggestions.
        where: Location of the value, such as ``link 1, part 2``.
        expressions: Number of expressions read so far.
        used: Library parts used so far.
        meshes: Location of the named mesh files.
    """

    findings: Findings
    length: Scale
    known: Callable[[str], bool]
    names: Sequence[str]
    composites: Callable[[str], Loaded | None]
    shapes: Sequence[str] = ()
    where: str = ""
    expressions: int = 0
    used: dict[str, Composite] = field(default_factory=dict)
    meshes: MeshFolder = NO_FOLDER

    def error(self, offset: int, message: str) -> None:
        """Record an error, with the current parameter."""
        self.findings.error(offset, f"{self.where}: {message}" if self.where else message)

    def scale(self, kind: ParameterKind) -> Scale:
        """Return the scale of a kind of parameter."""
        if kind == "angle":
            return DEGREES
        return NUMBERS if kind in ("count", "number") else self.length

    def size(self, node: Node, kind: ParameterKind, key: str) -> Size | None:
        """Return a number or an expression; None if it is neither.

        Raises:
            TooManyErrors: The file has too many expressions.
        """
        if node.kind == "number":
            scale = self.scale(kind)
            if not POINT.has(scale.read(node.text)):
                words = f"{node.text} is not {between(POINT, scale)}"
                self.error(node.start, f"'{key}': {words}")
                return None
            return scale.read(node.text)
        if node.kind == "list":
            self.error(node.start, f"'{key}': expected a number, found a list")
            return None
        return self._expression(node, key)

    def _expression(self, node: Node, key: str) -> str | None:
        self.expressions += 1
        if self.expressions > MAX_EXPRESSIONS:
            self.error(node.start, f"more than {MAX_EXPRESSIONS:,} expressions")
            raise TooManyErrors
        try:
            check(node.text, self.known)
        except ExpressionError as error:
            at = node.start + error.column - (node.kind == "word")
            self.error(min(at, node.end - 1), f"'{key}': {error}{self._guess(node.text)}")
            return None
        return node.text

    def _guess(self, text: str) -> str:
        try:
            unknown = [name for name in sorted(names_in(text)) if not self.known(name)]
        except ExpressionError:
            return ""
        return next((guess for name in unknown if (guess := nearest(name, self.names))), "")

    def value(self, node: Node, parameter: Parameter) -> Value | None:
        """Return the value of a parameter, or None if it is invalid."""
        count = POINT_SIZE.get(parameter.kind)
        if count is None:
            return self.size(node, parameter.kind, parameter.name)
        rows = node.items if node.kind == "list" else ()
        if not rows or any(row.kind != "list" or len(row.items) != count for row in rows):
            self.error(
                node.start, f"'{parameter.name}': expected a list of points, {count} lengths each"
            )
            return None
        if len(rows) > parameter.most:
            self.error(node.start, f"'{parameter.name}': more than {parameter.most:g} points")
            return None
        points = [[self.size(item, "length", parameter.name) for item in row.items] for row in rows]
        if any(size is None for point in points for size in point):
            return None
        return tuple(tuple(size for size in point if size is not None) for point in points)


def read_color(context: Context, node: Node | None) -> str:
    """Return a colour as written, empty if there is none."""
    if node is None:
        return ""
    if node.kind not in ("word", "text"):
        context.error(node.start, "'color': expected a name or #RRGGBB")
        return ""
    try:
        return node.text if node.text == ROBOT_COLOR or hex_color(node.text) else ""
    except ArgumentError as error:
        context.error(node.start, str(error))
        return ""


class Words:
    """The members of a list one after another, without brackets."""

    def __init__(self, context: Context, node: Node, key: str, most: int) -> None:
        self.context, self.key = context, key
        self._nodes = list(flat(node))
        self._at = 0
        self.node = node
        if len(self._nodes) > most:
            context.error(node.start, f"'{key}': this list is too long")
            self._nodes = []

    def __bool__(self) -> bool:
        return self._at < len(self._nodes)

    def peek(self) -> str:
        """Return the next word, or nothing if another kind of value follows."""
        node = self._nodes[self._at] if self else None
        return node.text if node is not None and node.kind in ("word", "text") else ""

    def take(self, wanted: str) -> Node:
        """Skip the next member.

        Raises:
            Unreadable: There is none.
        """
        if not self:
            last = self._nodes[-1] if self._nodes else self.node
            raise Unreadable(last.start, f"expected {wanted}, but the list ends")
        self._at += 1
        return self._nodes[self._at - 1]

    def choice(self, choices: Sequence[str]) -> str:
        """Read one of several words.

        Raises:
            Unreadable: Something else comes.
        """
        node = self.take(" or ".join(choices))
        if node.text not in choices or node.kind not in ("word", "text"):
            shown = shorten(node.text) if node.text else "a list"
            guess = nearest(node.text, choices)
            raise Unreadable(node.start, f"expected {', '.join(choices)}, found {shown}{guess}")
        return node.text

    def axis(self) -> Axis:
        """Read the name of an axis."""
        word = self.choice(AXES)
        return next(axis for axis in AXES if axis == word)

    def sizes(self, kinds: Sequence[ParameterKind]) -> tuple[Size, ...]:
        """Read one size for each kind."""
        found = []
        for kind in kinds:
            node = self.take("a number")
            size = self.context.size(node, kind, self.key)
            if size is None:
                raise Unreadable(node.start, "")
            found.append(size)
        return tuple(found)


T = TypeVar("T")


class Unreadable(Exception):
    """A list that can't be read further; without a message if one was already recorded."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset, self.message = offset, message


def read_moves(context: Context, node: Node | None, most: int) -> tuple[Move, ...]:
    """Return the moves in a list."""
    return _listed(context, node, "move", most, 17, _move)


def _move(words: Words) -> Move:
    kind = words.choice(tuple(MOVE_SIZES))
    if kind == "shift":
        return Move("shift", words.sizes(("length",) * 3))
    if kind == "turn":
        axis = words.axis()
        return Move("turn", words.sizes(("angle",)), axis)
    if kind == "flip":
        return Move("flip", (), words.axis())
    row: tuple[ParameterKind, ...] = ("number", "number", "number", "length")
    return Move("pose", words.sizes((*row * 3, "number", "number", "number", "number")))


def read_repeats(context: Context, node: Node | None, most: int) -> tuple[Repeat, ...]:
    """Return the repeats in a list."""
    return _listed(context, node, "repeat", most, 5, _repeat)


def _listed(
    context: Context, node: Node | None, name: str, most: int, words: int,
    read: Callable[[Words], T],
) -> tuple[T, ...]:  # fmt: skip
    """Return the listed values of a name; the numbers limit the list and a value's words."""
    if node is None:
        return ()
    rest, found = Words(context, node, name, most * words), []
    try:
        while rest:
            found.append(read(rest))
    except Unreadable as error:
        return _unreadable(context, error, name)
    if len(found) > most:
        context.error(node.start, f"'{name}': {len(found)} {name}s, at most {most}")
    return tuple(found)


def _repeat(words: Words) -> Repeat:
    kind = words.choice(("ring", "row"))
    (count,) = words.sizes(("count",))
    if kind == "row":
        return Repeat("row", count, words.sizes(("length",) * 3))
    axis = words.axis()
    ends = not words or words.peek() in ("ring", "row")
    return Repeat("ring", count, () if ends else words.sizes(("angle",)), axis)


def _unreadable(context: Context, error: Unreadable, key: str) -> tuple[()]:
    if error.message:
        context.error(error.offset, f"'{key}': {error.message}")
    return ()


def read_mirror(context: Context, node: Node | None) -> str:
    """Return the axes of mirrored copies."""
    if node is None:
        return ""
    names = [leaf.text for leaf in flat(node)]
    axes = "".join(names)
    if set(names) - set(AXES) or len(set(names)) != len(names):
        context.error(node.start, "'mirror': expected x, y or z, or a list of them")
        return ""
    return axes
