"""Hiding order: which of two overlapping patches on the sheet is nearer, and where.

Most pairs are distinguished by a plane between them.  The others are compared triangle by triangle;
patches that intersect or surround each other hide each other in parts.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import shapely
from manifold3d import CrossSection
from numpy.typing import NDArray

from rvs.export.visibility.patches import Patches
from rvs.export.visibility.plane.areas import glued
from rvs.export.visibility.plane.welding import outlines, welded
from rvs.export.visibility.separating_planes import overlapping, separated
from rvs.export.visibility.triangle_overlaps import SLIVER, Overlaps, nearer_parts, overlaps
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
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
