"""The five kinds of item in a scene, each a plain value that any painter can draw."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Depth, Layer, SizeIn, Solid, Solids, one_by_one, scene_value
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import Rgba
from rvs.model.derived import derived
from rvs.model.refs import NOTHING, Ref
from rvs.value_class import dataclass


@scene_value
class Line:
    """A polyline, or many separate segments.

    Attributes:
        points: Points in the world (n, 3), m.
        color: Colour.
        width: Width in pixels (in m where ``size_in`` is ``"world"``).
        pairs: Points 2k and 2k+1 make a segment each, instead of one polyline.
        alphas: Opacity at each point (n,), times that of ``color``; None is 1.
        dashed: Draw it dashed.
        owner: Its owner.
        layer: Where it belongs.
        depth: ``"hidden"`` draws what is behind others dashed and faint.
        size_in: What ``width`` is measured in.
    """

    points: Array
    color: Rgba
    width: float = 1.5
    pairs: bool = False
    alphas: Array | None = None
    dashed: bool = False
    owner: Ref = NOTHING
    layer: Layer = "annotation"
    depth: Depth = "tested"
    size_in: SizeIn = "screen"


@scene_value
class Label:
    """A short text that faces the viewer.

    Attributes:
        text: The text.
        at: Anchor in the world (3,), m.
        color: Colour of the letters.
        halo: Colour of the rim that sets them off.
        subscript: Smaller text behind and below it.
        away: Direction in the world (3,) in which the label keeps clear of its anchor; zero: on it.
        gap: Distance from anchor to the middle of the text, in pixels.
        size: Height of the type, in pixels.
        bold: Use the bold face.
        owner: The named item.
        layer: Where it belongs.
        depth: Labels are ``"on top"`` by default.
        shift: Pixels right and down from the anchor to the middle of the text; a label with a
            shift stays there, and others give way to it.
        sheet: Shares of the picture's width and height that take the place of the anchor, or None.
        leader: Draw a line from the anchor to it.
        stem: Where the arrow begins (3,), m, that ends at the anchor and that it names; labels
            keep clear of it. None if it names something else.
    """

    text: str
    at: Array
    color: Rgba
    halo: Rgba
    subscript: str = ""
    away: tuple[float, float, float] = (0.0, 0.0, 0.0)
    gap: float = 15.0
    size: float = 17.0
    bold: bool = True
    owner: Ref = NOTHING
    layer: Layer = "annotation"
    depth: Depth = "on top"
    shift: tuple[float, float] | None = None
    sheet: tuple[float, float] | None = None
    leader: bool = False
    stem: Array | None = None


@scene_value
class Points:
    """Round dots of a fixed size on the screen.

    Attributes:
        at: Places in the world (n, 3), m.
        color: Colour.
        size: Diameter in pixels.
        owner: Their owner.
        layer: Where they belong.
        depth: ``"hidden"`` also draws what is behind others, faintly.
    """

    at: Array
    color: Rgba
    size: float = 6.0
    owner: Ref = NOTHING
    layer: Layer = "annotation"
    depth: Depth = "tested"


@scene_value
class Region:
    """A flat area without light: convex polygons in the world that count as their union.

    Where polygons of one region overlap, the area is painted once.

    Attributes:
        points: Corners of all polygons, one after another (n, 3), m.
        starts: Polygon k has the corners ``starts[k]`` to ``starts[k + 1]`` (k + 1,).
        color: Colour.
        alphas: Opacity at each corner (n,), times that of ``color``; None is 1. A region with
            alphas has no overlapping polygons.
        owner: Its owner.
        layer: Where it belongs.
        depth: As for the others.
        nested: It lies on the item before it, another region, corner by corner inside the polygons
            of that one, as the rings of a shadow do; a painter may smooth the steps between them.
        united: It and those nested in it count as one area with the united regions right before
            and after it: the outermost ones together, the ones nested in them together, and so on.
            They have one colour, equally many nested ones and no alphas.
    """

    points: Array
    starts: NDArray[np.int32]
    color: Rgba
    alphas: Array | None = None
    owner: Ref = NOTHING
    layer: Layer = "annotation"
    depth: Depth = "tested"
    nested: bool = False
    united: bool = False


Item = Solid | Line | Label | Points | Region
Entry = Item | Solids


@dataclass(frozen=True, slots=True)
class Backdrop:
    """Background: the colour overhead and the colour at the horizon."""

    sky: Rgba
    horizon: Rgba


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """All visible items, in the order of their making; painters sort by layer and depth.

    Attributes:
        entries: The items, and groups of solids that move together.
        backdrop: What is behind them; None leaves the ground transparent.
    """

    entries: tuple[Entry, ...]
    backdrop: Backdrop | None

    @property
    def items(self) -> tuple[Item, ...]:
        """The items one by one."""
        return _items(self.entries)


# Few ask for them in a picture, and all at once.
@derived(size=8)
def _items(entries: tuple[Entry, ...]) -> tuple[Item, ...]:
    return one_by_one(entries)
