"""A drawing: filled areas, strokes and texts in named groups; in colour or grey.

Coordinates are units of a sheet, x right and y down.  Every writer uses a drawing unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import Rgba
from rvs.model.refs import NOTHING, Ref
from rvs.model.text_fallback import legible
from rvs.scene.fonts.measure import EXACT, words_width
from rvs.scene.fonts.written import in_fonts, lacking, visual
from rvs.scene.items import Scene
from rvs.value_class import dataclass

Anchor = Literal["start", "middle", "end"]

MM_PER_INCH = 25.4
POINTS_PER_INCH = 72.0
PIXELS_PER_INCH = 96.0


@dataclass(frozen=True, slots=True, eq=False)
class Fill:
    """An area of one colour.

    Attributes:
        rings: Its outlines (n, 2) each, closed implicitly; points inside an odd number of them are
            filled.
        color: Colour; opacity below 1 makes the background visible.
    """

    rings: tuple[Array, ...]
    color: Rgba


@dataclass(frozen=True, slots=True, eq=False)
class Stroke:
    """Lines of one colour and width.

    Attributes:
        lines: Polylines (n, 2) each.
        color: Colour.
        width: Width in units.
        dashes: Alternating lengths of dashes and gaps in units; none if solid.
    """

    lines: tuple[Array, ...]
    color: Rgba
    width: float
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one size.

    Attributes:
        x: Start of their baseline.
        y: Its height on the sheet.
        words: The letters.
        size: Type size.
        font: Family of the font; empty is the program's default.
    """

    x: float
    y: float
    words: str
    size: float
    font: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", legible(self.words))

    def glyphs(self, bold: bool) -> str:
        """Return the letters in drawing order from left to right, in the bold face or not."""
        return visual(self.words, bold, self.font)

    def in_fonts(self, bold: bool) -> Iterator[Run]:
        """Yield the parts whose letters the font has, and the parts in other fonts."""
        x = self.x
        for words, name in in_fonts(self.words, bold, self.font) or (("", self.font),):
            yield replace(self, x=x, words=words, font=name)
            x += self.size * words_width(words, bold, EXACT, name) / EXACT


@dataclass(frozen=True, slots=True)
class Text:
    """A short text.

    Attributes:
        runs: Its parts; an index is a smaller run.
        color: Colour of the letters.
        bold: Use the bold face.
        halo: Colour of the rim behind the letters, or None.
        rim: Width of the rim, in units.
        width: Width of all letters, in units.
        anchor: The end that stays fixed if another font is used.
    """

    runs: tuple[Run, ...]
    color: Rgba
    bold: bool = False
    halo: Rgba | None = None
    rim: float = 0.0
    width: float = 0.0
    anchor: Anchor = "middle"

    def __post_init__(self) -> None:
        runs = tuple(part for run in self.runs for part in run.in_fonts(self.bold))
        object.__setattr__(self, "runs", runs)

    def moved(self, right: float, down: float) -> Text:
        """Return the same text at another position."""
        runs = (replace(run, x=run.x + right, y=run.y + down) for run in self.runs)
        return replace(self, runs=tuple(runs))


Mark = Fill | Stroke | Text


@dataclass(frozen=True, slots=True)
class Group:
    """Marks that belong together.

    Attributes:
        name: Name for people.
        parts: Marks and groups in it, first to last.
        ref: The object shown.
        layer: It can be switched on and off as a whole.
    """

    name: str
    parts: tuple[Mark | Group, ...]
    ref: Ref = NOTHING
    layer: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", legible(self.name))


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure.

    Attributes:
        left: Left edge in units; parts outside the edges are clipped.
        top: Upper edge in units.
        width: Width in units.
        height: Height in units.
        mm: Length of a unit on paper in millimetres.
        parts: Its groups, first to last.
        title: Its contents.
        left_out: Labels without room.
        weight: Factor on the default line widths.
    """

    left: float
    top: float
    width: float
    height: float
    mm: float
    parts: tuple[Group, ...]
    title: str = ""
    left_out: tuple[str, ...] = ()
    weight: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", legible(self.title))

    @property
    def lacking(self) -> str:
        """A sentence on letters missing from all fonts, or nothing."""
        texts = (mark for mark in self.marks() if isinstance(mark, Text))
        return lacking(run.words for text in texts for run in text.runs)

    def marks(self) -> Iterator[Mark]:
        """Yield all marks in painting order."""
        for group in self.parts:
            yield from _marks(group)

    def changed(self, change: Callable[[Mark], Iterable[Mark]]) -> Drawing:
        """Return a drawing with each mark replaced by others, in painting order."""
        return replace(self, parts=tuple(_changed(group, change) for group in self.parts))


def _marks(group: Group) -> Iterator[Mark]:
    for part in group.parts:
        if isinstance(part, Group):
            yield from _marks(part)
        else:
            yield part


def _changed(group: Group, change: Callable[[Mark], Iterable[Mark]]) -> Group:
    parts: list[Mark | Group] = []
    for part in group.parts:
        parts += [_changed(part, change)] if isinstance(part, Group) else change(part)
    return replace(group, parts=tuple(parts))


# Colours so far apart are told apart, and greys that are nearer than this are not.
APART, NEAR = 0.2, 0.06


def in_gray(drawing: Drawing) -> Drawing:
    """Return a drawing without colours, at the same brightness."""
    return drawing.changed(lambda mark: [_mark(mark)])


def _mark(mark: Mark) -> Mark:
    if isinstance(mark, Text):
        halo = None if mark.halo is None else gray(mark.halo)
        return replace(mark, color=gray(mark.color), halo=halo)
    return replace(mark, color=gray(mark.color))


def gray(color: Rgba) -> Rgba:
    """Return the grey of the same luminance, with the weights of printers and viewers."""
    red, green, blue, alpha = color
    value = 0.299 * red + 0.587 * green + 0.114 * blue
    return (value, value, value, alpha)


def alike_in_gray(scene: Scene) -> tuple[tuple[str, str], ...]:
    """Return pairs of bodies of different colours but equal greys; frames have labels."""
    found: dict[Rgba, str] = {}
    for item in scene.items:
        if isinstance(item, Solid) and item.owner and item.layer == "body":
            found.setdefault(item.color, _words(item.owner))
    pairs = []
    for one, two in combinations(found, 2):
        apart = max(abs(a - b) for a, b in zip(one[:3], two[:3], strict=True))
        if apart > APART and abs(gray(one)[0] - gray(two)[0]) < NEAR and found[one] != found[two]:
            pairs.append((found[one], found[two]))
    return tuple(pairs)


def _words(owner: Ref) -> str:
    return " ".join(map(str, owner[1:] if len(owner) > 1 else owner))


Entry = tuple[Ref, Sequence[Mark]]


def nested(entries: Iterable[Entry], others: str = "scene") -> tuple[Group, ...]:
    """Return groups within groups, in the order in which items first appear.

    Args:
        entries: Marks and the object of each.
        others: Name of the group of marks without an object.
    """
    root = _Node(NOTHING, "")
    for ref, marks in entries:
        if marks:
            root.at(ref, others).marks.extend(marks)
    return tuple(child.group() for child in root.children.values())


class _Node:
    def __init__(self, ref: Ref, name: str) -> None:
        self.ref = ref
        self.name = name
        self.marks: list[Mark] = []
        self.children: dict[str, _Node] = {}

    def at(self, ref: Ref, others: str) -> _Node:
        node = self
        for path, name in _path(ref, others):
            node = node.children.setdefault(name, _Node(path, name))
        return node

    def group(self) -> Group:
        inner = tuple(child.group() for child in self.children.values())
        return Group(self.name, (*self.marks, *inner), self.ref)


def _path(ref: Ref, others: str) -> list[tuple[Ref, str]]:
    """Return an object's name, then kind and name of each of its parts.

    >>> [name for _, name in _path(("puma", "link", 3, "part", "motor"), "scene")]
    ['puma', 'link 3', 'part motor']
    """
    if not ref:
        return [(NOTHING, others)]
    steps = [(ref[:1], str(ref[0]))]
    for k in range(1, len(ref), 2):
        steps.append((ref[: k + 2], " ".join(map(str, ref[k : k + 2]))))
    return steps
