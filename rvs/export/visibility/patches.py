"""Patches: connected parts of smooth surfaces that face the viewer and do not hide themselves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from manifold3d import CrossSection, FillRule, OpType
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.export.visibility.facets import EDGES, Facets
from rvs.export.visibility.plane.rings import rings
from rvs.export.visibility.plane.rows import stable_order
from rvs.geometry.graph import connected
from rvs.geometry.rows import each_once
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
# Cosine of the angle, 2 degrees, up to which two normals are one.
ONE_NORMAL = 0.9994


@dataclass(frozen=True, eq=False)
class SharedEdges:
    """Edges between two triangles each.

    Attributes:
        one: A triangle (n,).
        two: The other one (n,).
        ends: Vertices at both ends (n, 2).
        smooth: True if both triangles belong to one smooth surface (n,): they have the same group,
            or the same normals at both ends.
    """

    one: Ints
    two: Ints
    ends: Ints
    smooth: NDArray[np.bool_]


def shared_edges(facets: Facets) -> SharedEdges:
    """Return the edges shared by triangles."""
    ends = facets.triangles[:, EDGES].reshape(-1, 2)
    normals = facets.normals[:, EDGES].reshape(-1, 2, 3)
    upward = ends[:, 0] > ends[:, 1]
    ends[upward], normals[upward] = ends[upward, ::-1], normals[upward, ::-1]
    owner = np.repeat(np.arange(len(facets)), 3)
    group = facets.group[owner]
    order = np.lexsort((group, ends[:, 1], ends[:, 0]))
    ends, normals, owner, group = ends[order], normals[order], owner[order], group[order]
    shared = (ends[1:] == ends[:-1]).all(axis=1)
    smooth = (np.einsum("ekd,ekd->ek", normals[1:], normals[:-1]) > ONE_NORMAL).all(axis=1)
    smooth |= group[1:] == group[:-1]
    return SharedEdges(owner[:-1][shared], owner[1:][shared], ends[1:][shared], smooth[shared])


def lone_edges(facets: Facets) -> tuple[Ints, Ints]:
    """Return edges that belong to only one triangle: triangles (n,), vertices at both ends (n, 2).

    In a closed body the triangles next to them are seen edge-on, as in views along an axis.
    """
    ends = facets.triangles[:, EDGES].reshape(-1, 2)
    ends = np.sort(ends, axis=1)
    found, first, count = np.unique(ends, axis=0, return_index=True, return_counts=True)
    alone = count == 1
    return first[alone] // 3, found[alone]


Bools = NDArray[np.bool_]
# A patch that covers less of the sheet than its triangles do, by more than this, hides itself.
OVERLAP_AREA, OVERLAP_PART = 1e-3, 1e-7
MOST_HALVINGS = 24


@dataclass(frozen=True, eq=False)
class Patches:
    """The patches of a picture.

    Attributes:
        facets: The triangles.
        of: Patch of each triangle (t,).
        surface: Connected part of a smooth surface to which each patch belongs (p,); parts that hid
            themselves are several patches.
        outlines: Area of the sheet covered by each patch, inside the picture.
        solid: Solid of each patch (p,).
        order: Triangles sorted by patch (t,).
        starts: Start of the triangles of each patch in ``order`` (p + 1,).
    """

    facets: Facets
    of: Ints
    surface: Ints
    outlines: list[CrossSection]
    solid: Ints
    order: Ints
    starts: Ints

    def __len__(self) -> int:
        return len(self.outlines)

    @cached_property
    def clouds(self) -> tuple[Ints, Ints]:
        """The vertices of each patch, in sequence, and the start of each patch (p + 1,)."""
        size = np.int64(len(self.facets.world))
        key = each_once((self.of[:, None] * size + self.facets.triangles).ravel())
        starts = np.searchsorted(key, np.arange(len(self) + 1) * size)
        return key % size, starts

    def members(self, patch: int) -> Ints:
        """Return the triangles of a patch."""
        return self.order[self.starts[patch] : self.starts[patch + 1]]

    def of_some(self, which: Iterable[int]) -> Bools:
        """Return whether each triangle belongs to one of some patches (t,)."""
        wanted = np.zeros(len(self), bool)
        wanted[list(which)] = True
        found: Bools = wanted[self.of]
        return found

    def boxes(self) -> Array:
        """Return left, top, right, bottom of the area of each patch (p, 4)."""
        flat = self.facets.boxes()[self.order]
        first = self.starts[:-1]
        low = np.minimum.reduceat(flat[:, :2], first, axis=0)
        high = np.maximum.reduceat(flat[:, 2:], first, axis=0)
        return np.concatenate([low, high], axis=1)


def patches(facets: Facets) -> Patches:
    """Return the patches of all triangles."""
    surface = _connected(facets)
    of = surface.copy()
    outlines = _outlines(facets, of, int(of.max(initial=-1)) + 1)
    todo = _hidden_by_themselves(facets, of, outlines, range(len(outlines)))
    for _ in range(MOST_HALVINGS):
        if not todo:
            break
        todo = _halve(facets, of, outlines, todo)
    count = len(outlines)
    order = stable_order(of)
    starts = np.searchsorted(of[order], np.arange(count + 1))
    first = order[starts[:-1]]
    sheet = facets.sheet
    page = CrossSection.square((sheet.width, sheet.height))
    inside = [_within(outline, page, sheet.width, sheet.height) for outline in outlines]
    return Patches(facets, of, surface[first], inside, facets.solid[first], order, starts)


def _connected(facets: Facets) -> Ints:
    """Number the connected parts of smooth surfaces, for each triangle (t,)."""
    count = len(facets)
    if not count:
        return np.zeros(0, np.int64)
    edges = shared_edges(facets)
    return connected(edges.one[edges.smooth], edges.two[edges.smooth], count)


def _outlines(facets: Facets, of: Ints, count: int) -> list[CrossSection]:
    """Return the union of the triangles of each patch."""
    # backwards, since y runs down
    ends = facets.triangles[:, EDGES[:, ::-1]].reshape(-1, 2)
    group = np.repeat(of, 3)
    used = np.repeat(of >= 0, 3)
    loops = rings(group[used], ends[used, 0], ends[used, 1], facets.paper[:, :2], count)
    return [CrossSection(loop, FillRule.Positive) for loop in loops]


def _hidden_by_themselves(
    facets: Facets, of: Ints, outlines: list[CrossSection], which: range
) -> list[int]:
    used = of >= 0
    total = np.bincount(of[used], facets.areas[used], minlength=len(outlines))
    allowed = OVERLAP_AREA + OVERLAP_PART * total
    return [k for k in which if outlines[k].area() < total[k] - allowed[k]]


def _halve(facets: Facets, of: Ints, outlines: list[CrossSection], todo: list[int]) -> list[int]:
    """Cut patches in two halves each; return those that still hide themselves."""
    first = len(outlines)
    fresh = np.full(len(of), -1, np.int64)
    for number, patch in enumerate(todo):
        members = np.flatnonzero(of == patch)
        middle = facets.world[facets.triangles[members]].mean(axis=1)
        axis = int(np.argmax(np.ptp(middle, axis=0)))
        far = np.argsort(middle[:, axis], kind="stable")[len(members) // 2 :]
        of[members[far]] = first + number
        fresh[members] = of[members]
    made = _outlines(facets, fresh, first + len(todo))
    for patch in todo:
        outlines[patch] = made[patch]
    outlines += made[first:]
    again = _hidden_by_themselves(facets, of, outlines, range(len(outlines)))
    changed = {*todo, *range(first, len(outlines))}
    return [patch for patch in again if patch in changed]


def _within(outline: CrossSection, page: CrossSection, width: float, height: float) -> CrossSection:
    left, top, right, bottom = outline.bounds()
    if left >= 0.0 and top >= 0.0 and right <= width and bottom <= height:
        return outline
    return CrossSection.batch_boolean([outline, page], OpType.Intersect)
