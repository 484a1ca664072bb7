"""Bars, pipes and wires along bent paths."""

from __future__ import annotations

from math import pi

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.geometry.bulk import Cloud, section, swept
from rvs.geometry.curves import bent_path, helix, rounded_path
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import arc_steps, circle
from rvs.geometry.point_checks import check_corners
from rvs.geometry.shape import (
    SIDES,
    UPRIGHT,
    WALL,
    Relation,
    angle,
    count,
    length,
    points,
    shape,
    sides,
)
from rvs.geometry.surfaces import skin, sweep, triangulated

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
    return sweep(circle(radius, sides), _bend(bend, angle, sides))


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
    return triangulated(sweep(circle(wire, around), poses))


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
    return sweep(circle(radius, sides), rounded_path(path, bend, sides))


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
