"""Shapes of any outline or path: extrusions, revolutions, sweeps, lofts, bent bars and pipes."""

from __future__ import annotations

from itertools import pairwise
from math import pi

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.geometry.bulk import Cloud, raised_to, section, swept, turned
from rvs.geometry.curves import bent_path, helix, mitred_rings, rounded_path
from rvs.geometry.faces import Faces
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import Outline, arc_steps, circle, fillet_step, rounded, smooth
from rvs.geometry.polygons import area, convex_pieces
from rvs.geometry.shape import (
    SIDES,
    UPRIGHT,
    WALL,
    Relation,
    angle,
    count,
    length,
    optional_length,
    points,
    shape,
    sides,
)
from rvs.geometry.surfaces import extrude, revolve, skin, triangulated
from rvs.geometry.surfaces import sweep as sweep_along

SHARPEST = 150 * pi / 180
SAME = 1e-9


def corner_angles(path: Array) -> Array:
    """Return the angle of a path (m, d) at each of its inner points (m - 2,), rad."""
    along = np.diff(path, axis=0)
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    angles: Array = np.arccos(np.clip((along[1:] * along[:-1]).sum(axis=1), -1.0, 1.0))
    return angles


def check_convex(points: Array, name: str) -> None:
    """Raise an error unless a closed polygon (n, 2) is convex, in either direction.

    Raises:
        ArgumentError: It is not, or is not a polygon.
    """
    check_polygon(points, name)
    turns = _turns(points if area(points) > 0 else points[::-1])
    if (turns < -SAME * float(np.ptp(points, axis=0).max()) ** 2).any():
        raise ArgumentError(f"{name}: the polygon is not convex")


def check_polygon(points: Array, name: str) -> None:
    """Raise an error unless a closed polygon (n, 2) encloses an area without touching itself.

    Raises:
        ArgumentError: It does not.
    """
    ends = np.roll(points, -1, axis=0)
    size = float(np.ptp(points, axis=0).max())
    if (np.linalg.norm(ends - points, axis=1) <= SAME * size).any():
        raise ArgumentError(f"{name}: two consecutive corners are equal")
    if abs(area(points)) <= SAME * size * size:
        raise ArgumentError(f"{name}: the polygon has no area")
    if _crosses(points, ends):
        raise ArgumentError(f"{name}: the polygon crosses itself")


def check_fillet(points: Array, fillet: float) -> None:
    """Raise an error unless arcs of a radius fit at the corners of a closed polygon (n, 2).

    Raises:
        ArgumentError: They do not.
    """
    steps = np.roll(points, -1, axis=0) - points
    lengths = np.linalg.norm(steps, axis=1)
    along = steps / lengths[:, None]
    cosines = np.clip((along * np.roll(along, 1, axis=0)).sum(axis=1), -1.0, 1.0)
    back = fillet * np.tan(np.arccos(cosines) / 2)
    if (back + np.roll(back, -1) > lengths * (1 + SAME)).any():
        raise ArgumentError(f"fillet: {fillet:g} does not fit between the corners")


def check_corners(path: Array, room: float, message: str) -> None:
    """Raise an error unless the corners of a path have enough space, and none is a reversal.

    Args:
        path: Its points (m, 3), m.
        room: Length required by a corner of 90 degrees on either side, m.
        message: The message if there is too little space.

    Raises:
        ArgumentError: They do not.
    """
    lengths = np.linalg.norm(np.diff(path, axis=0), axis=1)
    if (lengths <= SAME * max(float(np.ptp(path, axis=0).max()), SAME)).any():
        raise ArgumentError("path: two consecutive points are equal")
    angles = corner_angles(path)
    if (angles > SHARPEST).any():
        raise ArgumentError("path: it turns by more than 150 degrees at a corner")
    back = [0.0, *(room * np.tan(angles / 2)).tolist(), 0.0]
    for k, between in enumerate(lengths.tolist()):
        if back[k] + back[k + 1] > between * (1 + SAME):
            raise ArgumentError(f"{message} between points {k + 1} and {k + 2}")


def _crosses(starts: Array, ends: Array) -> bool:
    """Return whether two non-adjacent edges meet."""
    count = len(starts)
    away = ends - starts
    i, j = np.triu_indices(count, 2)
    apart = (i != 0) | (j != count - 1)
    i, j = i[apart], j[apart]

    def side(k: Array, point: Array) -> Array:
        offset = point - starts[k]
        sides: Array = away[k, 0] * offset[:, 1] - away[k, 1] * offset[:, 0]
        return sides

    one = side(i, starts[j]) * side(i, ends[j])
    two = side(j, starts[i]) * side(j, ends[i])
    low_i, high_i = np.minimum(starts[i], ends[i]), np.maximum(starts[i], ends[i])
    low_j, high_j = np.minimum(starts[j], ends[j]), np.maximum(starts[j], ends[j])
    near = ((low_i <= high_j) & (low_j <= high_i)).all(axis=1)
    return bool(((one <= 0.0) & (two <= 0.0) & near).any())


def _turns(points: Array) -> Array:
    steps = np.roll(points, -1, axis=0) - points
    after = np.roll(steps, -1, axis=0)
    turns: Array = steps[:, 0] * after[:, 1] - steps[:, 1] * after[:, 0]
    return turns


def _check_extrusion(points: Array, fillet: float, **_: float) -> None:
    check_polygon(points, "points")
    if fillet:
        check_fillet(points, fillet)


def _outline(points: Array, fillet: float, sides: int = SIDES) -> Outline:
    return rounded(turned_left(points), fillet, closed=True, step=fillet_step(sides))


@shape(
    "Extrusion", "free", "Lies on the xy plane.",
    points(
        "points", "corners (x, y), counter-clockwise",
        ((-0.06, -0.05), (0.06, -0.05), (0.06, 0.0), (0.0, 0.01), (-0.02, 0.06), (-0.06, 0.06)), 3,
    ),
    length("height", "height", 0.05),
    optional_length("fillet", "radius of its corners"), sides(),
    faces="2 * points + (points + 2) * sides / 8",
    check=_check_extrusion,
    bulk=lambda points, height, fillet: raised_to(section(_outline(points, fillet)), height),
)  # fmt: skip
def extrusion(points: Array, height: float, fillet: float = 0.0, sides: int = SIDES) -> Mesh:
    """A polygon raised along +z."""
    return extrude(_outline(points, fillet, sides), height)


def _check_revolution(points: Array, **_: float) -> None:
    if (points[:, 0] < 0.0).any():
        raise ArgumentError("points: a radius is negative")
    chain = _chain(points)
    check_polygon(chain, "points")
    if area(chain) <= 0.0:
        raise ArgumentError("points: the profile must run upwards along the outside")


@shape(
    "Revolution", "free", "Follows the profile.",
    points(
        "points", "profile (r, z), upwards along the outside; it is joined to the axis",
        ((0.06, 0.0), (0.06, 0.015), (0.03, 0.03), (0.025, 0.09), (0.04, 0.11), (0.04, 0.125)), 2,
    ),
    angle("crease", "corners below this angle are smooth", pi / 6, pi, needed=False), sides(),
    faces="sides * (points + 1)",
    check=_check_revolution,
    bulk=lambda points, crease: turned(section(_profile(points, crease), curved=False)),
)  # fmt: skip
def revolution(points: Array, crease: float = pi / 6, sides: int = SIDES) -> Mesh:
    """A profile rotated about the z axis."""
    return revolve(_profile(points, crease), sides)


def _profile(points: Array, crease: float) -> Outline:
    return smooth(_chain(points), crease, np.array_equal(points[0], points[-1]))


def _chain(points: Array) -> Array:
    """Return a closed profile, or one whose ends are joined to the axis."""
    if np.array_equal(points[0], points[-1]):
        return points[:-1]
    ends = [np.array([[0.0, z]]) if r > 0.0 else np.zeros((0, 2)) for r, z in points[[0, -1]]]
    return np.concatenate([ends[0], points, ends[1]])


def _check_sweep(section: Array, path: Array) -> None:
    check_polygon(section, "section")
    widest = float(np.linalg.norm(section, axis=1).max())
    check_corners(path, widest, "section: it is too wide for the path")


@shape(
    "Sweep", "free", "The section is perpendicular to the path, its y axis as close to +z as "
        "possible.",
    points(
        "section", "corners (x, y) of the section, counter-clockwise",
        ((-0.02, -0.012), (0.02, -0.012), (0.02, 0.012), (-0.02, 0.012)), 3,
    ),
    points(
        "path", "points of its path",
        ((-0.08, 0.0, 0.01), (0.0, 0.0, 0.01), (0.07, 0.06, 0.01), (0.07, 0.12, 0.05)), 2, "space",
    ),
    faces="2 * section * path + 2 * section",
    check=_check_sweep,
)  # fmt: skip
def sweep(section: Array, path: Array) -> Mesh:
    """A polygon swept along a path, mitred at its corners."""
    outline = turned_left(section)
    rings = mitred_rings(outline, path)
    cycles = convex_pieces(outline)
    faces = Faces()
    for low, high in pairwise(rings):
        after = np.roll(low, -1, axis=0), np.roll(high, -1, axis=0)
        for a, b, c, d in zip(low, after[0], after[1], high, strict=True):
            faces.flat([a, b, c, d])
    for cycle in cycles:
        faces.flat(rings[0][cycle[::-1]])
        faces.flat(rings[-1][cycle])
    spans = pairwise(rings)
    return faces.mesh([np.concatenate([a[c], b[c]]) for a, b in spans for c in cycles])


def _check_loft(bottom: Array, top: Array, **_: float) -> None:
    check_convex(bottom, "bottom")
    check_convex(top, "top")


@shape(
    "Loft", "free", "Its base is on the xy plane.",
    points(
        "bottom", "corners (x, y) at z = 0, counter-clockwise",
        ((-0.06, -0.05), (0.06, -0.05), (0.06, 0.05), (-0.06, 0.05)), 3,
    ),
    points(
        "top", "corners (x, y) at the top, counter-clockwise",
        ((-0.01, -0.025), (0.04, -0.02), (0.04, 0.02), (-0.01, 0.025)), 3,
    ),
    length("height", "height", 0.1),
    relations=(Relation("bottom", "top", False), Relation("top", "bottom", False)),
    faces="2 * bottom + 2",
    check=_check_loft,
)  # fmt: skip
def loft(bottom: Array, top: Array, height: float) -> Mesh:
    """A skin between two convex polygons with equal numbers of corners."""
    low = np.column_stack([turned_left(bottom), np.zeros(len(bottom))])
    high = np.column_stack([turned_left(top), np.full(len(top), height)])
    faces = Faces()
    faces.flat(low[::-1])
    faces.flat(high)
    after = np.roll(low, -1, axis=0), np.roll(high, -1, axis=0)
    for a, b, c, d in zip(low, after[0], after[1], high, strict=True):
        normal = np.cross(b - a, d - a)
        if abs((c - a) @ normal) <= 1e-9 * float(np.linalg.norm(normal)) * height:
            faces.flat([a, b, c, d])
        else:
            faces.flat([a, b, c])
            faces.flat([a, c, d])
    return faces.mesh()


def turned_left(points: Array) -> Array:
    """Return a polygon in counter-clockwise order."""
    return points if area(points) > 0 else points[::-1]


BENDS = "Starts at the origin along +z and bends towards +x."


@shape(
    "Elbow", "bent", BENDS,
    length("radius", "radius of the bar", 0.03),
    length("bend", "radius of its centre line", 0.07),
    angle("angle", "angle of the bend", pi / 2), sides(),
    relations=(Relation("radius", "bend", False),), faces="sides * (sides / 2 + 1)",
    bulk=lambda radius, bend, angle: swept(_round(radius), _bend(bend, angle)),
)  # fmt: skip
def elbow(radius: float, bend: float, angle: float, sides: int = SIDES) -> Mesh:
    """A part of a torus: a bent round bar."""
    return sweep_along(circle(radius, sides), _bend(bend, angle, sides))


@shape(
    "Tube elbow", "bent", BENDS,
    length("outer", "outer radius", 0.032),
    length("inner", "inner radius", 0.024),
    length("bend", "radius of its centre line", 0.07),
    angle("angle", "angle of the bend", pi / 2, 1.9 * pi), sides(),
    relations=(WALL, Relation("outer", "bend", False)), faces="sides * sides",
    bulk=lambda outer, inner, bend, angle: swept(
        _round(outer) - _round(inner), _bend(bend, angle)
    ),
)  # fmt: skip
def tube_elbow(outer: float, inner: float, bend: float, angle: float, sides: int = SIDES) -> Mesh:
    """A bent pipe."""
    # Its outer wall, the end, its inner wall backwards, the start.
    poses = _bend(bend, angle, sides)
    walls = [(outer, poses, 1.0), (inner, poses[::-1], -1.0)]
    around = circle(1.0, sides)
    points, normals = [], []
    for radius, path, sign in walls:
        rim = np.zeros((sides, 3))
        rim[:, :2] = around.points[:-1]
        turned = np.einsum("kab,jb->kja", path[:, :3, :3], rim)
        points.append(radius * turned + path[:, None, :3, 3])
        normals.append(sign * turned)
    grid = np.concatenate([*points, points[0][:1]])
    return skin(grid, *_pipe_normals(normals, poses), parts=_pipe_parts(len(poses), sides))


@shape(
    "Spring", "bent", UPRIGHT,
    length("radius", "radius of the coil's centre line", 0.035),
    length("wire", "radius of the wire", 0.006),
    length("pitch", "height of one turn", 0.022),
    count("turns", "number of turns", 5, 1, 50), sides(24, 64),
    relations=(Relation("wire", "radius"), Relation("2 * wire", "pitch")),
    faces="turns * sides * sides",
    bulk=lambda radius, wire, pitch, turns: swept(
        _round(wire), _coil(radius, wire, pitch, turns)
    ),
)  # fmt: skip
def spring(radius: float, wire: float, pitch: float, turns: int, sides: int = 24) -> Mesh:
    """A wire wound to a helix."""
    poses = _coil(radius, wire, pitch, turns, sides)
    around = max(6, sides // 2)
    return triangulated(sweep_along(circle(wire, around), poses))


def _check_cable(path: Array, bend: float, **_: float) -> None:
    check_corners(path, bend, "bend: the arc does not fit")


@shape(
    "Cable", "bent", "Follows the given path.",
    points(
        "path", "points of its path",
        ((0.0, 0.0, 0.0), (0.0, 0.0, 0.08), (0.1, 0.0, 0.08), (0.1, 0.06, 0.14)), 2, "space",
    ),
    length("radius", "radius of the bar", 0.012),
    length("bend", "radius of the bends' centre line", 0.03), sides(24, 96),
    relations=(Relation("radius", "bend", False),), faces="path * sides * (sides / 4 + 2)",
    check=_check_cable,
    bulk=lambda path, radius, bend: swept(
        _round(radius), rounded_path(path, bend, SIDES)
    ),
)  # fmt: skip
def cable(path: Array, radius: float, bend: float, sides: int = 24) -> Mesh:
    """A round bar along a path, its corners bent to arcs."""
    return sweep_along(circle(radius, sides), rounded_path(path, bend, sides))


def _round(radius: float) -> Cloud:
    return section(circle(radius, 12))


def _coil(radius: float, wire: float, pitch: float, turns: int, sides: int = 24) -> Array:
    poses = helix(radius, pitch, turns, arc_steps(2 * pi, sides) * turns)
    poses[:, 2, 3] += wire
    return poses


def _bend(bend: float, angle: float, sides: int = SIDES) -> Array:
    return bent_path(bend, np.linspace(0.0, angle, arc_steps(angle, sides) + 1))


def _pipe_normals(walls: list[Array], poses: Array) -> tuple[Array, NDArray[np.int32]]:
    """Return normals of the cells of a pipe, wall by wall, and their groups."""
    cells, groups = [], []
    ends = [poses[-1, :3, 2], -poses[0, :3, 2]]
    for number, (wall, end) in enumerate(zip(walls, ends, strict=True)):
        low, high = wall[:-1], wall[1:]
        after = np.roll(wall, -1, axis=1)
        cells.append(np.stack([low, after[:-1], after[1:], high], axis=2))
        cells.append(np.broadcast_to(end, (1, wall.shape[1], 4, 3)))
        groups += [2 * number] * len(low) + [2 * number + 1]
    columns = walls[0].shape[1]
    spread = np.repeat(np.array(groups, np.int32)[:, None], columns, axis=1)
    return np.concatenate(cells), spread


def _pipe_parts(rows: int, columns: int) -> list[NDArray[np.int64]]:
    """Return pairs of outer rings: the interior of a pipe casts no other shadow."""
    grid = np.arange(rows * columns).reshape(rows, columns)
    return [grid[k : k + 2].reshape(-1) for k in range(rows - 1)]
