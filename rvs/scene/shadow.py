"""The soft shadow of bodies on the floor: eight nested silhouettes of an overhead light.

A point at height h falls at (x, y) + h (0.26, 0.30); ring k is the union over all bodies of their
silhouettes grown by ``f_k (6 mm + 0.115 h)``, sharp at the foot and soft at the top.  For a convex
body the grown silhouette in direction u reaches ``max over its vertices of p . u + f_k r``: one
matrix product gives all reaches, and neighbouring tangents bound the polygon.  Three rings are
computed in this way; the others are interpolated.

Fewer parts that cast about the same shadow: pieces of a compact body are joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.solid import Bodies, Solid, Solids
from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.geometry.mesh import Mesh
from rvs.geometry.rows import each_once
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import by_members, by_value, derived
from rvs.model.views.view import Background, Section
from rvs.scene.items import Region
from rvs.value_class import dataclass

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

LIGHT = (0.26, 0.30)
GROWTH = (1.0, 0.80, 0.61, 0.43, 0.26, 0.10, -0.05, -0.18)
# Rings that are computed; all others are mixed of the two around them.
KNOTS = (0, 3, 7)
SPREAD = 0.115
SIDES = 24
NEIGHBORS = 5
# Whether a part stands out of another one is asked of so many of the largest only.
LARGEST = 60


@dataclass(frozen=True, eq=False)
class RingTables:
    """Tables for the computation of rings, by NumPy and by the kernel.

    Attributes:
        tangents: Directions around the floor (2, SIDES).
        knots: Growths of the rings that are computed (k,).
        before: Index of the computed ring that each ring follows (rings,).
        shares: Position of each ring between that one and the next, as a fraction (rings,).
        shrunk: Rings that are smaller than the silhouette (rings,).
        pairs: Pairs of tangents, a steps before and b steps after each one (p, 2).
        weights: Their shares in its reach (p, 2).
        numbers: The light's x and y, the spread, cosine and sine of the angle between tangents.
        largest: ``LARGEST``.
    """

    tangents: Array
    knots: Floats
    before: Ints
    shares: Array
    shrunk: NDArray[np.bool_]
    pairs: Ints
    weights: Array
    numbers: Array
    largest: int = LARGEST


def _tables() -> RingTables:
    angles = 2 * pi * np.arange(SIDES) / SIDES
    knots = np.array([GROWTH[ring] for ring in KNOTS])
    before = np.searchsorted(KNOTS, range(len(GROWTH)), "right") - 1
    before = np.minimum(before, len(KNOTS) - 2)
    a, b = np.mgrid[1 : NEIGHBORS + 1, 1 : NEIGHBORS + 1].reshape(2, -1)
    step = 2 * pi / SIDES
    return RingTables(
        np.stack([np.cos(angles), np.sin(angles)]),
        knots.astype(np.float32),
        before.astype(np.int64),
        (knots[before] - GROWTH) / -np.diff(knots)[before],
        np.array(GROWTH) < 0.0,
        np.stack([a, b], axis=1).astype(np.int64),
        np.stack([np.sin(step * b), np.sin(step * a)], axis=1) / np.sin(step * (a + b))[:, None],
        np.array([*LIGHT, SPREAD, cos(step), sin(step)]),
    )


TABLES = _tables()


@accelerated
def placed_points(points: Floats, solid: Ints, poses: Floats) -> Floats:
    """Return points of bodies in the world (v, 3).

    Args:
        points: The points in the frames of their bodies (v, 3).
        solid: The index of the body of each point (v,).
        poses: Rotations and positions of the bodies (n, 3, 4).
    """
    # A product of matrices would wake the threads of the linear algebra library, for which the
    # threads that draw have to wait.
    own = poses[solid]
    placed: Floats = own[..., 0] * points[:, :1] + own[..., 1] * points[:, 1:2]
    return placed + own[..., 2] * points[:, 2:] + own[..., 3]


@accelerated
def shadow_rings(
    vertices: Floats, starts: Ints, foot: float, least: float, tables: RingTables
) -> Array:
    """Return the corners of all rings on the floor (rings, parts, SIDES, 2); parts may be fewer.

    Args:
        vertices: Extreme points of convex parts in the world (v, 3).
        starts: The start of each part (parts,); none is empty.
        foot: Width of the penumbra at the floor, m.
        least: Parts that exceed every ring of another part by no more than this are left out, m.
        tables: Tables for the computation of rings.
    """
    above = np.maximum.reduceat(vertices[:, 2], starts) > 0.0
    light_x, light_y, spread = tables.numbers[:3].astype(np.float32)
    height = np.maximum(vertices[:, 2], np.float32(0.0))
    x, y = vertices[:, 0] + light_x * height, vertices[:, 1] + light_y * height
    grown = np.float32(foot) + spread * height
    cosines, sines = tables.tangents.astype(np.float32)
    flat = x[:, None] * cosines + y[:, None] * sines
    along = flat[:, None] + (grown[:, None] * tables.knots)[..., None]
    reach = np.maximum.reduceat(along, starts)[above].astype(float)
    reach = _outermost(reach.reshape(len(reach), len(tables.knots) * SIDES), least, tables)
    knots = reach.reshape(-1, len(tables.knots), SIDES).swapaxes(0, 1)
    return _corners(_mixed(knots, tables), tables)


def _outermost(reach: Array, by: float, tables: RingTables) -> Array:
    """Leave out parts that exceed every ring of another part by no more than ``by``."""
    girth = np.add.accumulate(reach, axis=1)[:, -1]
    reach = reach[np.argsort(-girth, kind="stable")]
    left = np.ones(len(reach), bool)
    for k in range(min(tables.largest, len(reach))):
        if left[k]:
            left[k + 1 :] &= ~(reach[k + 1 :] <= reach[k] + by).all(axis=1)
    return reach[left]


def _mixed(knots: Array, tables: RingTables) -> Array:
    """Return distances of the tangents of all rings (rings, parts, SIDES) from those of some."""
    start, end = knots[tables.before], knots[tables.before + 1]
    mixed: Array = start + tables.shares[:, None, None] * (end - start)
    for ring in np.flatnonzero(tables.shrunk):
        outer, shrunk = mixed[ring - 1], _drawn_in(mixed[ring], tables)
        room, rest = _width(outer), _width(shrunk)
        # What is too narrow for a ring is closed by it, and stays so.
        share = np.where(rest < 0.0, room / np.maximum(room - rest, 1e-300), 1.0)
        mixed[ring] = outer + share[:, None] * (shrunk - outer)
    return mixed


def _width(reach: Array) -> Array:
    """Return the least widths of polygons (parts,)."""
    width: Array = (reach[..., : SIDES // 2] + reach[..., SIDES // 2 :]).min(axis=-1)
    return width


def _drawn_in(lines: Array, tables: RingTables) -> Array:
    """Return tangents of shrunk bodies; a redundant one ends at the corner of its neighbours."""
    side = np.arange(SIDES)
    before, after = (side - tables.pairs[:, :1]) % SIDES, (side + tables.pairs[:, 1:]) % SIDES
    first, second = tables.weights[:, :1], tables.weights[:, 1:]
    corners = lines[..., before] * first + lines[..., after] * second
    drawn: Array = np.minimum(lines, corners.min(axis=-2))
    return drawn


def _corners(reach: Array, tables: RingTables) -> Array:
    """Return corners of polygons with tangents at distances ``reach`` (rings, parts, SIDES)."""
    cosine, sine = tables.numbers[3:]
    turned = np.concatenate([reach[..., 1:], reach[..., :1]], axis=-1)
    slope = (turned - reach * cosine) / sine
    x = reach * tables.tangents[0] - slope * tables.tangents[1]
    y = reach * tables.tangents[1] + slope * tables.tangents[0]
    return np.stack([x, y], axis=-1)


FOOT = 0.006
EXTREME_DIRECTIONS = 48
# Parts that are smaller throughout, such as bolts, cast no shadow of their own, nor do those that
# stand out of another's shadow by less.
SMALLEST, OUTSTANDING = 0.012, 0.008
# Of more parts than these in one mesh, neighbours that cast about one shadow are put together.
FEW = 4
# Shadows whose rings are kept: a scene has one for each block of things.
REMEMBERED = 256

DIRECTIONS, VIEWS = 24, 5
_ANGLES = 2 * pi * np.arange(DIRECTIONS) / DIRECTIONS
_TANGENTS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)]).astype(np.float32)
_COS, _SIN = cos(2 * pi / DIRECTIONS), sin(2 * pi / DIRECTIONS)
# Where in a polygon it is looked for something else: on its edge, and on the way to its middle.
_SHARES = np.array([1.0, 0.5], np.float32)


@dataclass(frozen=True, eq=False)
class Footprint:
    """Shadow polygons of some bodies: the corners on the floor (rings, parts, SIDES, 2).

    Corner by corner, the polygons of a ring are inside those of the previous ring; a polygon with
    no room left stays unchanged there.
    """

    rings: Array


def footprint(solids: Sequence[Bodies], scale: float, section: Section | None = None) -> Footprint:
    """Return the shadow polygons of bodies; parts below the floor cast none.

    Args:
        solids: The bodies, and groups of them; other layers are ignored.
        scale: Factor of the lengths of the penumbra: 1 for a robot of about a metre.
        section: A plane; the part that it cuts off casts no shadow.
    """
    vertices, starts = _points([_casters(one) for one in solids], SMALLEST * scale)
    if section is not None:
        vertices, starts = _cut(vertices, starts, section)
    if not len(starts):
        return Footprint(np.zeros((len(GROWTH), 0, SIDES, 2)))
    return Footprint(shadow_rings(vertices, starts, FOOT * scale, OUTSTANDING * scale, TABLES))


def shadow_regions(prints: Sequence[Footprint], background: Background) -> tuple[Region, ...]:
    """Return the united rings of shadows, the widest of each first, nested in the previous one.

    Objects that do not move have exactly the same regions as before.
    """
    return tuple(region for one in prints for region in _rings(one, background))


@derived(size=REMEMBERED)
def _rings(one: Footprint, background: Background) -> tuple[Region, ...]:
    return ring_regions(one, background)


def ring_regions(one: Footprint, background: Background) -> tuple[Region, ...]:
    """Return the united rings of one shadow, the widest first."""
    rings, parts = one.rings.shape[:2]
    if not parts:
        return ()
    colors = SCENE[background]
    paint = rgba(colors.shadow, colors.shadow_alpha)
    # One value for all rings, by which they are known to lie in each other corner by corner.
    starts = np.arange(0, parts * SIDES + 1, SIDES, dtype=np.int32)
    corners = np.zeros((rings, parts * SIDES, 3))
    corners[..., :2] = one.rings.reshape(rings, -1, 2)
    return tuple(
        Region(points, starts, paint, nested=ring > 0, united=True)
        for ring, points in enumerate(corners)
    )


def _casters(solids: Bodies) -> tuple[tuple[Mesh, ...], Array]:
    """Return meshes that may cast a shadow, and their poses (n, 4, 4)."""
    if isinstance(solids, Solids):
        meshes, casting = _casting(solids.looks)
        return meshes, solids.poses[casting]
    meshes, casting = _casting((solids,))
    return meshes, solids.pose[None][casting]


@derived(size=256, known=by_members)
def _casting(solids: tuple[Solid, ...]) -> tuple[tuple[Mesh, ...], Ints]:
    """Return the meshes of solids that may cast a shadow, and the indices of these solids."""
    found = [k for k, s in enumerate(solids) if s.layer == "body" and s.size_in == "world"]
    return tuple(solids[k].mesh for k in found), np.array(found, np.int64)


def _points(
    casters: Sequence[tuple[tuple[Mesh, ...], Array]], smallest: float
) -> tuple[Floats, Ints]:
    """Return extreme vertices of all convex parts in the world (v, 3), and each part's start."""
    cloud = _cloud(tuple(mesh for meshes, _ in casters for mesh in meshes), smallest)
    if not len(cloud.starts):
        return cloud.points, cloud.starts
    # Single precision is a tenth of a micrometre here, and half the work.
    poses = np.concatenate([poses for _, poses in casters])[:, :3].astype(np.float32)
    return placed_points(cloud.points, cloud.solid, poses), cloud.starts


def _cut(vertices: Floats, starts: Ints, section: Section) -> tuple[Floats, Ints]:
    """Return convex parts cut at a plane: their vertices on the visible side, and on the plane."""
    gap = vertices @ np.array(section.unit, np.float32) - np.float32(section.offset)
    parts = []
    for points, over in zip(np.split(vertices, starts[1:]), np.split(gap, starts[1:]), strict=True):
        keep, away = over <= 0.0, over > 0.0
        if not keep.any():
            continue
        # Where lines between the two sides cross the plane, and they all lie inside the part.
        share = over[keep][:, None] / (over[keep][:, None] - over[away])
        step = points[away] - points[keep][:, None]
        crossed = points[keep][:, None] + share[..., None] * step
        parts.append(np.concatenate([points[keep], crossed.reshape(-1, 3)]))
    if not parts:
        return vertices[:0], starts[:0]
    counts = np.array([len(part) for part in parts])
    return np.concatenate(parts), np.cumsum(counts) - counts


@dataclass(frozen=True, eq=False)
class _Cloud:
    """Extreme points of some meshes: positions (v, 3), their meshes, and the start of each part."""

    points: Floats
    solid: Ints
    starts: Ints


# Tuples of meshes are made afresh in every frame, with the same meshes in them.
@derived(size=64, known=by_members)
def _cloud(meshes: tuple[Mesh, ...], smallest: float) -> _Cloud:
    found = [_casting_points(mesh, smallest) for mesh in meshes]
    if not found:
        return _Cloud(np.zeros((0, 3), np.float32), np.zeros(0, int), np.zeros(0, int))
    counts = np.concatenate([counts for _, counts in found])
    solid = np.repeat(np.arange(len(found)), [len(points) for points, _ in found])
    points = np.concatenate([points for points, _ in found])
    return _Cloud(points.astype(np.float32), solid, np.cumsum(counts) - counts)


@derived(size=512)
def extreme_points(mesh: Mesh) -> tuple[Array, Ints]:
    """Return the vertices of a mesh's convex parts that matter from afar, and their numbers.

    A mesh with unknown parts is treated as its faces, whose shadows fill that of the body.
    """
    parts = mesh.parts
    if parts is None:
        parts = tuple(np.split(mesh.corners, mesh.starts[1:-1]))
    kept = []
    for part in parts:
        points = mesh.vertices[part]
        extreme = each_once(np.argmax(points @ _DIRECTIONS.T, axis=0))
        kept.append(points[extreme])
    if not kept:
        return np.zeros((0, 3)), np.zeros(0, np.int64)
    return np.concatenate(kept), np.array([len(points) for points in kept])


@derived(size=512, known=by_value)
def _casting_points(mesh: Mesh, smallest: float) -> tuple[Array, Ints]:
    """Return the extreme points of the parts of a mesh that are large enough for a shadow."""
    points, counts = extreme_points(mesh)
    if not len(counts):
        return points, counts
    starts = np.cumsum(counts) - counts
    diagonal = np.maximum.reduceat(points, starts) - np.minimum.reduceat(points, starts)
    large = np.linalg.norm(diagonal, axis=1) > 2.0 * smallest
    parts = [part for part, wide in zip(np.split(points, starts[1:]), large, strict=True) if wide]
    if not parts:
        return points[:0], counts[:0]
    if len(parts) > FEW:
        parts = joined_parts(parts, smallest * (OUTSTANDING / SMALLEST))
        parts = [part[each_once(np.argmax(part @ _DIRECTIONS.T, axis=0))] for part in parts]
    return np.concatenate(parts), np.array([len(part) for part in parts])


def _spread(count: int) -> Array:
    """Return directions spread evenly over the sphere (count, 3), a golden spiral."""
    k = np.arange(count) + 0.5
    z = 1.0 - 2.0 * k / count
    turn = pi * (1.0 + 5.0**0.5) * k
    flat = np.sqrt(1.0 - z * z)
    return np.stack([flat * np.cos(turn), flat * np.sin(turn), z], axis=1)


_DIRECTIONS = _spread(EXTREME_DIRECTIONS)


def joined_parts(parts: Sequence[Array], by: float) -> list[Array]:
    """Join neighbours whose hull exceeds the common silhouette by less than ``by``.

    Both are compared in several views, as polygons of as many sides as shadows have.  A mesh file
    has many parts, pieces of its surface; most have solid material between them.

    Args:
        parts: Points of convex bodies (n, 3) each, neighbours one after the other, m.
        by: Greatest distance by which a hull may exceed the silhouette, m.
    """
    found = list(parts)
    every = reach = np.stack([_reaches(part) for part in found], axis=1)
    first = tries = 0
    while len(found) > 1 and tries < 2:
        ends = np.arange(first, len(found) - 1, 2)
        first = 1 - first
        if not len(ends):
            tries += 1
            continue
        joint = np.maximum(reach[:, ends], reach[:, ends + 1])
        close = _standing_out(joint, every) < by
        tries = 0 if close.any() else tries + 1
        for k in ends[close][::-1].tolist():
            found[k : k + 2] = [np.concatenate(found[k : k + 2])]
        kept = np.ones(reach.shape[1], bool)
        kept[ends[close] + 1] = False
        reach = reach.copy()
        reach[:, ends[close]] = joint[:, close]
        reach = reach[:, kept]
    return found


def _reaches(points: Array) -> Floats:
    """Return the extent of points (n, 3) in each direction of each view (VIEWS, SIDES)."""
    seen = np.einsum("vij,nj->vni", _SEEN, points.astype(np.float32))
    reach: Floats = (seen @ _TANGENTS).max(axis=1)
    return reach


def _standing_out(joint: Floats, every: Floats) -> NDArray[np.float32]:
    """Return how much polygons (VIEWS, k, SIDES) exceed the union of others (VIEWS, p, SIDES)."""
    slope = (np.roll(joint, -1, axis=-1) - joint * _COS) / _SIN
    corners = np.stack(
        [joint * _TANGENTS[i] - (1 - 2 * i) * slope * _TANGENTS[1 - i] for i in (0, 1)], axis=-1
    )
    edges = ((corners + np.roll(corners, 1, axis=2)) / 2)[:, :, ::2]
    middle = edges.mean(axis=2, keepdims=True)
    places = middle[:, :, None] + _SHARES[:, None, None] * (edges - middle)[:, :, None]
    along = places.reshape(*joint.shape[:2], -1, 2) @ _TANGENTS
    out = np.full(along.shape[:3], np.inf, np.float32)
    for k in range(every.shape[1]):
        np.minimum(out, (along - every[:, k, None, None]).max(axis=-1), out=out)
    worst: NDArray[np.float32] = out.max(axis=(0, 2))
    return worst


def _seen_from(count: int) -> Floats:
    """Return two axes across each of some directions spread over a hemisphere (count, 2, 3)."""
    k = np.arange(count) + 0.5
    z, turn = k / count, pi * (1.0 + 5.0**0.5) * k
    wide = np.sqrt(1.0 - z * z)
    towards = np.stack([wide * np.cos(turn), wide * np.sin(turn), z], axis=1)
    right = np.stack([-np.sin(turn), np.cos(turn), np.zeros(count)], axis=1)
    return np.stack([right, np.cross(towards, right)], axis=1).astype(np.float32)


_SEEN = _seen_from(VIEWS)
