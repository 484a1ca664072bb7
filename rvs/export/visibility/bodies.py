"""Solids on the sheet: the visible part of each, and its paint.

Trapping: areas extend slightly under areas painted after them, so that no seams show.

Viewers smooth the edges of each area separately; if two areas met exactly, the content below both
would shine through.

The visible part of each patch: its outline without the outlines of everything that hides it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field
from typing import Any, TypeVar

import numpy as np
import shapely
from manifold3d import CrossSection, OpType
from numpy.typing import NDArray

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.export.formats.drawing import Entry, Fill
from rvs.export.visibility.bands import FINE_STEP, FLAT_STEP, STEP, Band, bands
from rvs.export.visibility.facets import Facets, facets
from rvs.export.visibility.order import BODY, GHOST, GLASS, Order, order
from rvs.export.visibility.painting_order import is_glass
from rvs.export.visibility.patches import Patches, patches
from rvs.export.visibility.plane.areas import fill, joined, widened
from rvs.export.visibility.shading import tones
from rvs.export.visibility.sheet import Box, Sheet
from rvs.model.figures.figure import Light
from rvs.model.jobs import finished
from rvs.model.refs import Ref
from rvs.scene.camera import axes, eye
from rvs.scene.items import FAINT, middle_of, opacity
from rvs.value_class import dataclass

# A patch that covers more of the picture than this has finer bands.
LARGE_PART = 0.01

Areas = dict[int, CrossSection]
Ints = NDArray[np.int64]
Found = TypeVar("Found")

# How far an area reaches under the next, in units.
REACH = 2.0

# What is seen of a patch but covers less, in square units, is left out.
SPECK = 1e-3


@dataclass(frozen=True, eq=False)
class Bodies:
    """Solids that hide one another.

    Attributes:
        patches: The patches of all of them.
        order: The hiding order.
        kind: Kind of each solid: body, ghost (also faintly visible behind bodies), and from
            ``GLASS`` on the number of the transparent object to which it belongs.
        seen: Visible parts of opaque patches.
        found: Other results about them, each with the values on which it depends.
    """

    patches: Patches
    order: Order
    kind: Ints
    seen: Areas
    found: dict[str, tuple[tuple[object, ...], Any]] = field(default_factory=dict)

    @property
    def facets(self) -> Facets:
        """The triangles."""
        return self.patches.facets

    def once(self, name: str, depends: tuple[object, ...], make: Callable[[], Found]) -> Found:
        """Return a cached result, or compute it.

        Args:
            name: Its name.
            depends: All values on which it depends, apart from the visible parts.
            make: Computes the result.
        """
        kept = self.found.get(name)
        if kept is None or kept[0] != depends:
            kept = self.found[name] = depends, make()
        result: Found = kept[1]
        return result

    @property
    def looks(self) -> tuple[object, ...]:
        """Colours and materials of the solids."""
        return tuple((solid.color, solid.material) for solid in self.facets.solids)

    def of_kind(self, least: int, most: int) -> list[int]:
        """Return the patches of solids of some kinds."""
        kinds = self.kind[self.patches.solid]
        return np.flatnonzero((kinds >= least) & (kinds <= most)).tolist()


def bodies(solids: Sequence[Solid], sheet: Sheet) -> Bodies:
    """Compute the visible part of each solid."""
    return finished(bodies_job(solids, sheet))


def bodies_job(solids: Sequence[Solid], sheet: Sheet) -> Generator[float, None, Bodies]:
    """Compute the visible part of each solid, step by step.

    Yields:
        The progress, 0 to 1.
    """
    every = patches(facets(solids, sheet))
    yield 0.15
    kind = _kinds(solids, sheet)
    ranks = order(every, kind[every.solid])
    yield 0.8
    opaque = (kind < GLASS)[every.solid]
    which = np.flatnonzero(opaque).tolist()
    seen = visible(every, ranks, which, opaque)
    return Bodies(every, ranks, kind, seen)


def _kinds(solids: Sequence[Solid], sheet: Sheet) -> Ints:
    """Return the kind of each solid; transparent objects are counted from the farthest."""
    things: dict[Ref, list[int]] = {}
    kind = np.zeros(len(solids), np.int64)
    for k, solid in enumerate(solids):
        if is_glass(solid):
            things.setdefault(solid.owner[:1] if solid.owner else (str(k),), []).append(k)
        elif solid.depth == "hidden":
            kind[k] = GHOST
    towards, place = axes(sheet.camera)[2], eye(sheet.camera)

    def ahead(members: list[int]) -> float:
        middles = [middle_of(solids[k]) for k in members]
        return float((place - np.mean(middles, axis=0)) @ towards)

    for number, members in enumerate(sorted(things.values(), key=ahead, reverse=True)):
        kind[members] = GLASS + number
    return kind


def paint_opaque(made: Bodies, light: Light = "shaded") -> Sequence[Entry]:
    """Return the paint of all opaque solids; without light, only that of annotations."""
    return made.once("opaque", (light, made.looks), lambda: _opaque(made, light))


def _opaque(made: Bodies, light: Light) -> list[Entry]:
    if light != "none":
        return _painted(made, made.seen, 1.0, light)
    notes = {p: area for p, area in made.seen.items() if is_annotation(made, p)}
    return _painted(made, notes, 1.0, "flat")


def is_annotation(made: Bodies, patch: int) -> bool:
    """Return whether a patch belongs to an explanatory solid such as an arrow."""
    return made.facets.solids[int(made.patches.solid[patch])].layer == "annotation"


def paint_ghosts(made: Bodies, light: Light = "shaded") -> Sequence[Entry]:
    """Return faint paint of the hidden parts of solids that show through bodies."""
    return made.once("ghosts", (light, made.looks), lambda: _ghosts(made, light))


def _ghosts(made: Bodies, light: Light) -> list[Entry]:
    ghosts = made.of_kind(GHOST, GHOST)
    kinds = made.kind[made.patches.solid]
    alone = visible(made.patches, made.order, ghosts, kinds == GHOST)
    hidden: Areas = {}
    for patch, area in alone.items():
        left = area - made.seen[patch] if patch in made.seen else area
        if left.area() > SPECK:
            hidden[patch] = left
    return _painted(made, hidden, FAINT, light)


def paint_glass(made: Bodies, light: Light = "shaded") -> list[list[Entry]]:
    """Return the shading of each transparent object, the farthest first."""
    return made.once("glass", (light, made.looks), lambda: _glass(made, light))


def _glass(made: Bodies, light: Light) -> list[list[Entry]]:
    kinds = made.kind[made.patches.solid]
    found = []
    for thing in range(GLASS, int(made.kind.max(initial=0)) + 1):
        which = np.flatnonzero(kinds == thing).tolist()
        hides = np.isin(kinds, (BODY, GHOST, thing))
        seen = visible(made.patches, made.order, which, hides)
        found.append(_painted(made, seen, None, light))
    return found


def _painted(made: Bodies, seen: Areas, alpha: float | None, light: Light) -> list[Entry]:
    """Return fills of the visible parts, by solid; opacity None is that of the material."""
    solids = made.facets.solids
    surfaces = _by_surface(made, seen)
    shades = _bands(made, seen, light, alpha == 1.0)
    whole = [joined([seen[patch] for patch in some]) for some in surfaces]
    rest = _trapping(made, whole, alpha)
    marks: dict[int, list[Fill]] = {}
    for some, later in zip(surfaces, rest, strict=True):
        solid = int(made.patches.solid[some[0]])
        opaque = opacity(solids[solid]) if alpha is None else alpha
        for area, color in _tints(some, seen, shades):
            painted = fill(trapped(area, later, _reach(made)), color, opaque)
            if painted is not None:
                marks.setdefault(solid, []).append(painted)
    return [(solids[solid].owner, some) for solid, some in marks.items()]


def _by_surface(made: Bodies, seen: Areas) -> list[list[int]]:
    """Return patches grouped by surface, solid by solid."""
    found: dict[int, list[int]] = {}
    for patch in seen:
        found.setdefault(int(made.patches.surface[patch]), []).append(patch)
    return sorted(found.values(), key=lambda some: int(made.patches.solid[some[0]]))


def _tints(
    some: list[int], seen: Areas, shades: dict[int, list[Band]]
) -> Iterable[tuple[CrossSection, Array]]:
    """Return areas and colours of the bands of a surface, the darkest first."""
    parts: dict[tuple[int, int], list[CrossSection]] = {}
    colors: dict[tuple[int, int], Array] = {}
    for patch in some:
        for band in shades.get(patch, []):
            area = seen[patch] if band.area is None else band.area ^ seen[patch]
            key = band.level, band.island
            parts.setdefault(key, []).append(area)
            colors[key] = band.color
    for key in sorted(parts):
        yield joined(parts[key]), colors[key]


def _bands(made: Bodies, seen: Areas, light: Light, overlap: bool) -> dict[int, list[Band]]:
    sheet = made.facets.sheet
    surface = made.patches.surface.tolist()
    which = list(seen)
    if light != "shaded":
        matte = tones(made.patches, which, matte=True)
        return bands(matte, {surface[patch]: FLAT_STEP for patch in which}, overlap)
    sizes: dict[int, float] = {}
    for patch, area in seen.items():
        sizes[surface[patch]] = sizes.get(surface[patch], 0.0) + area.area()
    left, top, right, bottom = sheet.picture
    large = LARGE_PART * (right - left) * (bottom - top)
    steps = {one: FINE_STEP if size > large else STEP for one, size in sizes.items()}

    def of_some(some: list[int]) -> dict[int, list[Band]]:
        mine = {surface[patch]: steps[surface[patch]] for patch in some}
        return bands(tones(made.patches, some), mine, overlap)

    # what takes long needs no lock of Python's
    with ThreadPoolExecutor(2, "bands") as both:
        first, second = both.map(of_some, _halves(made, np.array(which, np.int64)))
    return first | second


def _halves(made: Bodies, which: Ints) -> tuple[list[int], list[int]]:
    """Return patches in two lists of about equal numbers of triangles; no surface is split."""
    surface = made.patches.surface[which]
    sizes = np.bincount(surface, np.diff(made.patches.starts)[which])
    early = (np.cumsum(sizes) - sizes < sizes.sum() / 2)[surface]
    return which[early].tolist(), which[~early].tolist()


def _reach(made: Bodies) -> float:
    left, _, right, _ = made.facets.sheet.picture
    return REACH * (right - left) / 1280.0


def _trapping(
    made: Bodies, areas: list[CrossSection], alpha: float | None
) -> list[CrossSection | None]:
    """Return areas into which areas may extend under others; none if those are transparent."""
    if alpha != 1.0:
        return [None] * len(areas)
    return [room(areas, later) for later in later_neighbors(areas, _reach(made))]


def later_neighbors(areas: Sequence[CrossSection], reach: float = REACH) -> list[list[int]]:
    """Return for each area, in painting order, the later areas that it may touch."""
    found: list[list[int]] = [[] for _ in areas]
    if not areas:
        return found
    boxes = shapely.box(*zip(*(area.bounds() for area in areas), strict=True))
    first, second = shapely.STRtree(boxes).query(boxes, predicate="dwithin", distance=reach)
    for one, two in zip(first.tolist(), second.tolist(), strict=True):
        if two > one:
            found[one].append(two)
    return found


def room(areas: Sequence[CrossSection], which: Sequence[int]) -> CrossSection | None:
    """Return the bounds of some areas, or None if there are none."""
    if not which:
        return None
    return CrossSection.batch_boolean([areas[k] for k in which], OpType.Add)


def trapped(area: CrossSection, later: CrossSection | None, reach: float = REACH) -> CrossSection:
    """Return an area that extends under later paint."""
    if later is None:
        return area
    wide = widened(area, reach)
    # most do not reach it, which need not be found out line by line
    under = wide ^ later if _meet(wide.bounds(), later.bounds()) else CrossSection()
    return area if under.is_empty() else area + under


def _meet(one: Box, two: Box) -> bool:
    return one[0] <= two[2] and two[0] <= one[2] and one[1] <= two[3] and two[1] <= one[3]


def visible(
    patches: Patches, order: Order, which: Sequence[int], hides: NDArray[np.bool_]
) -> dict[int, CrossSection]:
    """Return the visible parts of patches; invisible ones are omitted.

    Args:
        patches: All patches.
        order: The hiding order.
        which: The requested patches.
        hides: Each patch hides the objects behind it (p,); glass does not.
    """
    rows = order.by_hidden(len(patches))
    found: dict[int, CrossSection] = {}
    for patch in which:
        outline = patches.outlines[patch]
        away = []
        for nearer, part in rows[patch]:
            if hides[nearer]:
                away.append(patches.outlines[nearer] if part is None else part)
        left = CrossSection.batch_boolean([outline, *away], OpType.Subtract) if away else outline
        if left.area() > SPECK:
            found[patch] = left
    return found
