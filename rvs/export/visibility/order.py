"""Hiding order: which of two overlapping patches on the sheet is nearer, and where.

Most pairs are distinguished by a plane between them.  The others are compared triangle by triangle;
patches that intersect or surround each other hide each other in parts.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import pi

import numpy as np
import shapely
from manifold3d import CrossSection
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.patches import Patches
from rvs.export.visibility.plane.areas import glued, spread
from rvs.export.visibility.plane.rings import outlines, welded
from rvs.export.visibility.triangle_overlaps import SLIVER, Overlaps, nearer_parts, overlaps
from rvs.scene.camera import axes, eye
from rvs.value_class import dataclass

Ints = NDArray[np.int64]

FLAT_WAYS, SPACE_WAYS = 12, 48
# Patches that reach into each other by less than this, of the camera's distance, touch.
TOUCH = 1e-7
# Overlaps thinner than this, in units, are none.
THIN = 1e-4
AT_ONCE = 200_000


def overlapping(patches: Patches, pairs: Ints) -> Ints:
    """Return the pairs (n, 2) whose hulls overlap on the sheet, seen in some directions."""
    vertices, starts = patches.clouds
    flat = patches.facets.paper[vertices, :2]
    angle = pi * np.arange(FLAT_WAYS) / FLAT_WAYS
    low, high = _extents(flat, np.stack([np.cos(angle), np.sin(angle)], axis=1), starts)
    one, two = pairs.T
    meets = np.ones(len(pairs), bool)
    for k in range(FLAT_WAYS):
        meets &= low[one, k] < high[two, k] - THIN
        meets &= low[two, k] < high[one, k] - THIN
    found: Ints = pairs[meets]
    return found


def separated(patches: Patches, pairs: Ints) -> NDArray[np.int8]:
    """Return 1 if the second patch of a pair is nearer, -1 if the first is, else 0.

    Args:
        patches: The patches.
        pairs: Two patches each (n, 2).
    """
    sign = _by_depth(patches, pairs)
    _by_directions(patches, pairs, sign)
    _by_axes(patches, pairs, sign)
    return sign


def _extents(points: Array, ways: Array, starts: Ints) -> tuple[Array, Array]:
    """Return least and greatest positions of each patch's points along axes (k, d): (p, k) each."""
    along = points @ ways.T
    first = starts[:-1]
    return np.minimum.reduceat(along, first, axis=0), np.maximum.reduceat(along, first, axis=0)


def _by_depth(patches: Patches, pairs: Ints) -> NDArray[np.int8]:
    vertices, starts = patches.clouds
    low, high = _extents(patches.facets.paper[vertices], np.array([[0.0, 0.0, 1.0]]), starts)
    one, two = pairs.T
    sign = np.zeros(len(pairs), np.int8)
    sign[low[one, 0] >= high[two, 0] - TOUCH] = 1
    sign[low[two, 0] >= high[one, 0] - TOUCH] = -1
    return sign


def _by_directions(patches: Patches, pairs: Ints, sign: NDArray[np.int8]) -> None:
    """Try planes across some directions in space, the same for all pairs."""
    vertices, starts = patches.clouds
    ways = np.concatenate([np.eye(3), _half_sphere(SPACE_WAYS)])
    low, high = _extents(patches.facets.world[vertices], ways, starts)
    for way, (lows, highs) in zip(ways, zip(low.T, high.T, strict=True), strict=True):
        open_ = np.flatnonzero(sign == 0)
        one, two = pairs[open_].T
        found = _side(patches, way, (lows[one], highs[one]), (lows[two], highs[two]))
        sign[open_] = found


def _by_axes(patches: Patches, pairs: Ints, sign: NDArray[np.int8]) -> None:
    """Try planes across the axes of the solids of a pair, which are often contact planes."""
    vertices, starts = patches.clouds
    world, sizes = patches.facets.world, np.diff(starts)
    turns = np.array([solid.pose[:3, :3].T for solid in patches.facets.solids]).reshape(-1, 3, 3)
    length = np.linalg.norm(turns, axis=2, keepdims=True)
    turns = turns / np.where(length > 0.0, length, 1.0)
    for side in (0, 1):
        open_ = np.flatnonzero(sign == 0)
        solid = patches.solid[pairs[open_, side]]
        for some in np.array_split(np.arange(len(open_)), 1 + _work(open_, pairs, sizes)):
            if not len(some):
                continue
            ways = turns[solid[some]]
            spans = []
            for patch in pairs[open_[some]].T:
                counts = sizes[patch]
                points = world[vertices[spread(starts[patch], counts)]]
                along = np.einsum("nkd,nd->nk", np.repeat(ways, counts, axis=0), points)
                first = np.cumsum(counts) - counts
                spans.append((np.minimum.reduceat(along, first), np.maximum.reduceat(along, first)))
            for k in range(3):
                one, two = ((low[:, k], high[:, k]) for low, high in spans)
                found = _side(patches, ways[:, k], one, two)
                still = sign[open_[some]] == 0
                sign[open_[some[still]]] = found[still]


def _work(open_: Ints, pairs: Ints, sizes: Ints) -> int:
    return int(sizes[pairs[open_]].sum()) // AT_ONCE


def _side(
    patches: Patches, way: Array, one: tuple[Array, Array], two: tuple[Array, Array]
) -> NDArray[np.int8]:
    """Return the nearer patch of pairs with these extents along directions (3,) or (n, 3)."""
    camera = patches.facets.sheet.camera
    touch = TOUCH * camera.distance
    below, above = one[1] <= two[0] + touch, two[1] <= one[0] + touch
    if camera.parallel:
        eye_up = np.asarray(way @ axes(camera)[2])
        eye_above = np.broadcast_to(eye_up > 0.0, below.shape)
    else:
        gap = np.where(below, one[1] + two[0], one[0] + two[1]) / 2
        eye_above = np.asarray(way @ eye(camera)) > gap
    sign = np.zeros(len(below), np.int8)
    sign[below] = np.where(eye_above, 1, -1)[below]
    sign[above & ~below] = np.where(eye_above, -1, 1)[above & ~below]
    return sign


def _half_sphere(count: int) -> Array:
    """Return directions spread over half a sphere (count, 3), a golden spiral."""
    k = np.arange(count) + 0.5
    z = k / count
    turn = pi * (1.0 + 5.0**0.5) * k
    flat = np.sqrt(1.0 - z * z)
    return np.stack([flat * np.cos(turn), flat * np.sin(turn), z], axis=1)


# Kinds of solids: bodies, ghosts that are also seen, faintly, behind bodies, and from ``GLASS`` on
# what is seen through.
BODY, GHOST, GLASS = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Order:
    """Hiding order.

    Attributes:
        hidden: A patch that is hidden by another, for each pair of patches (n,).
        hiding: The nearer one of the pair (n,).
        parts: Area in which it is the nearer one, if not everywhere (n,).
    """

    hidden: Ints
    hiding: Ints
    parts: list[CrossSection | None]

    def by_hidden(self, count: int) -> list[list[tuple[int, CrossSection | None]]]:
        """Return for each patch the patches that hide it, and the areas."""
        found: list[list[tuple[int, CrossSection | None]]] = [[] for _ in range(count)]
        rows = zip(self.hidden.tolist(), self.hiding.tolist(), self.parts, strict=True)
        for hidden, hiding, part in rows:
            found[hidden].append((hiding, part))
        return found


def order(patches: Patches, kind: Ints | None = None) -> Order:
    """Compare patches that overlap on the sheet.

    Args:
        patches: The patches.
        kind: Kind of each patch: opaque below ``GLASS``, from there on the number of a transparent
            object, which hides only itself; all are opaque if None (p,).
    """
    kinds = np.zeros(len(patches), np.int64) if kind is None else kind
    pairs = _pairs(patches)
    one, two = pairs.T
    pairs = pairs[_may_hide(kinds, one, two) | _may_hide(kinds, two, one)]
    sign = separated(patches, pairs)
    open_ = np.flatnonzero(sign == 0)
    hidden: list[int] = []
    hiding: list[int] = []
    parts: list[CrossSection | None] = []
    if len(open_):
        tested = overlaps(patches.facets, patches.of, pairs[open_])
        mixed = _settle(patches, pairs, open_, tested, sign)
        hidden, hiding, parts = _in_parts(patches, tested, mixed, kinds)
    one, two = pairs[sign != 0].T
    later = sign[sign != 0] > 0
    return Order(
        np.concatenate([np.where(later, one, two), np.array(hidden, np.int64)]),
        np.concatenate([np.where(later, two, one), np.array(hiding, np.int64)]),
        [None] * len(one) + parts,
    )


def _pairs(patches: Patches) -> Ints:
    """Return pairs of patches that may overlap on the sheet (n, 2), the lower number first."""
    if len(patches) < 2:
        return np.zeros((0, 2), np.int64)
    boxes = shapely.box(*patches.boxes().T)
    one, two = shapely.STRtree(boxes).query(boxes)
    pairs = np.column_stack([one, two])[one < two].astype(np.int64)
    return overlapping(patches, pairs)


def _settle(
    patches: Patches, pairs: Ints, open_: Ints, tested: Overlaps, sign: NDArray[np.int8]
) -> Ints:
    """Assign signs to pairs with a patch that is nearer everywhere; return the others (n, 2)."""
    count = len(patches)
    keys = pairs[open_, 0] * count + pairs[open_, 1]
    order_ = np.argsort(keys)
    key = patches.of[tested.one] * count + patches.of[tested.two]
    place = order_[np.searchsorted(keys[order_], key)]
    nearer, farther = np.zeros(len(open_), bool), np.zeros(len(open_), bool)
    nearer[place[tested.nearer]] = True
    farther[place[tested.farther]] = True
    # of surfaces that coincide the later one is seen, as on the screen
    sign[open_] = np.where(nearer & farther, 0, np.where(farther, -1, 1))
    mixed: Ints = pairs[open_[nearer & farther]]
    return mixed


def _may_hide(kinds: Ints, nearer: Ints, hidden: Ints) -> NDArray[np.bool_]:
    """Return whether patches can hide others: opaque ones, and parts of the same object."""
    hides: NDArray[np.bool_] = (kinds[nearer] < GLASS) | (kinds[nearer] == kinds[hidden])
    return hides


def _in_parts(
    patches: Patches, tested: Overlaps, mixed: Ints, kinds: Ints
) -> tuple[list[int], list[int], list[CrossSection | None]]:
    """Return the hiding order and areas of pairs that hide each other in parts."""
    if not len(mixed):
        return [], [], []
    count = len(patches)
    key = patches.of[tested.one] * count + patches.of[tested.two]
    wanted = mixed[:, 0] * count + mixed[:, 1]
    rising = np.argsort(wanted)
    pair = rising[np.minimum(np.searchsorted(wanted[rising], key), len(wanted) - 1)]
    some = np.flatnonzero(wanted[pair] == key)
    tested, pair = tested.where(some), pair[some]
    hides = _may_hide(kinds, mixed[:, 1], mixed[:, 0]), _may_hide(kinds, mixed[:, 0], mixed[:, 1])
    # where neither is nearer the second is, by the rule for surfaces that coincide
    second, first = ~tested.farther | tested.nearer, tested.farther
    which = second & hides[0][pair], first & hides[1][pair]
    find = partial(_areas, patches, tested, pair, len(mixed))
    # half of this needs no lock of Python's
    with ThreadPoolExecutor(2, "order") as both:
        sides = tuple(both.map(find, which, (1.0, -1.0)))
    hidden, hiding, parts = [], [], []
    for number, both in enumerate(mixed.tolist()):
        for far, wants in enumerate(hides):
            if wants[number]:
                hidden.append(both[far])
                hiding.append(both[1 - far])
                parts.append(sides[far][number])
    return hidden, hiding, parts


def _areas(
    patches: Patches,
    tested: Overlaps,
    pair: Ints,
    many: int,
    which: NDArray[np.bool_],
    side: float,
) -> list[CrossSection]:
    """Return areas in which the second triangles of patch pairs are nearer (1) or farther (-1)."""
    some, least = tested.where(which), SLIVER * 1e-2
    crossing = some.nearer & some.farther
    points, counts = nearer_parts(patches.facets, some.one, some.two, crossing, side, least)
    real = counts > 0
    loops = outlines(welded(points, counts[real]), pair[which][real], many)
    return [glued(some) for some in loops]
