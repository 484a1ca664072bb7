"""The five kinds of item in a scene, each a plain value that any painter can draw."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Depth, Layer, SizeIn, Solid, Solids, one_by_one, scene_value
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import Rgba
from rvs.model.appearance.materials import MATERIALS
from rvs.model.derived import derived
from rvs.model.refs import NOTHING, Ref
from rvs.value_class import dataclass


@scene_value
class Line:
    """A polyline, or many separate segments.

    Attributes:
        points: Points in the world (n, 3), m.
        color: Colour.
        width: Width in pixels (in m if ``size_in`` is ``"world"``).
        pairs: Points 2k and 2k+1 form separate segments, instead of one polyline.
        alphas: Opacity at each point (n,), times that of ``color``; None is 1.
        dashed: Draw it dashed.
        owner: Its owner.
        layer: Its layer.
        depth: ``"hidden"`` draws the parts behind other items dashed and faint.
        size_in: Unit of ``width``.
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
        halo: Colour of the rim around them.
        subscript: Smaller text after and below it.
        away: Direction in the world (3,) from its anchor to the label; zero: on the anchor.
        gap: Distance from the anchor to the centre of the text, in pixels.
        size: Height of the letters, in pixels.
        bold: Use the bold face.
        owner: The named item.
        layer: Its layer.
        depth: Labels are ``"on top"`` by default.
        shift: Pixels right and down from the anchor to the centre of the text; a label with a shift
            stays there, and others avoid it.
        sheet: Fractions of the picture's width and height that replace the anchor, or None.
        leader: Draw a line from the anchor to it.
        stem: Start of the named arrow (3,), m, which ends at the anchor; labels avoid it. None if
            the label names something else.
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
        at: Positions in the world (n, 3), m.
        color: Colour.
        size: Diameter in pixels.
        owner: Their owner.
        layer: Their layer.
        depth: ``"hidden"`` also draws dots behind other items, faintly.
    """

    at: Array
    color: Rgba
    size: float = 6.0
    owner: Ref = NOTHING
    layer: Layer = "annotation"
    depth: Depth = "tested"


@scene_value
class Region:
    """A flat unlit area: the union of convex polygons in the world.

    Where polygons of one region overlap, the area is painted once.

    Attributes:
        points: Corners of all polygons, one after another (n, 3), m.
        starts: Polygon k has the corners ``starts[k]`` to ``starts[k + 1]`` (k + 1,).
        color: Colour.
        alphas: Opacity at each corner (n,), times that of ``color``; None is 1. A region with
            alphas has no overlapping polygons.
        owner: Its owner.
        layer: Its layer.
        depth: As for the others.
        nested: It is on the previous item, another region, with each corner inside the polygons of
            that one, as for the rings of a shadow; a painter may smooth the steps between them.
        united: It and the regions nested in it form one area with the united regions directly
            before and after it: the outermost ones together, the ones nested in them together, and
            so on. They have one colour, equal numbers of nested regions and no alphas.
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
    """All visible items, in the order of creation; painters sort by layer and depth.

    Attributes:
        entries: The items, and groups of solids that move together.
        backdrop: The backdrop; None leaves the ground transparent.
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


def opacity(solid: Solid) -> float:
    """Return the opacity of a solid; 1 hides all behind it."""
    return solid.color[3] * MATERIALS[solid.material].alpha


@derived(size=8192)
def middle_of(solid: Solid) -> Array:
    """Return the centre of the box around a solid (3,), m."""
    middle: Array = solid.pose[:3, :3] @ solid.mesh.bounds.mean(axis=0) + solid.pose[:3, 3]
    return middle


# Opacity of what is seen through bodies.
FAINT = 0.30
# Opacity of what lies on the floor, seen from below.
GROUND_FROM_BELOW = 0.2
# Opacity of the rim around letters.
HALO_OPACITY = 0.85
# Dashes: length that is drawn, and length after which they repeat, in pixels.
DASH_ON, DASH_PERIOD = 6.0, 10.0
# Above this opacity a solid counts as opaque.
OPAQUE = 0.999
# Sine of the elevation from which and up to which the backdrop changes its colour; a parallel view
# looks in one direction only and takes its height on the screen, -1 to 1, instead.
BACKDROP_BAND = (-0.40, 0.30)
BACKDROP_SCREEN_BAND = (-0.20, 1.40)
