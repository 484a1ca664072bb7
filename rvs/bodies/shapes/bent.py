"""Bars, pipes and wires along bent paths."""

from __future__ import annotations

from math import pi

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.geometry import skin, sweep, triangulated
from rvs.bodies.mesh import Mesh
from rvs.bodies.outline import circle
from rvs.bodies.shapes.paths import bent_path, helix, rounded_path
from rvs.bodies.shapes.steps import arc_steps
from rvs.engine.arrays import Array


def elbow(radius: float, bend: float, angle: float, sides: int) -> Mesh:
    """Return a bent round bar."""
    return sweep(circle(radius, sides), _bend(bend, angle, sides))


def tube_elbow(outer: float, inner: float, bend: float, angle: float, sides: int) -> Mesh:
    """Return a bent pipe: its outer wall, the end, its inner wall backwards, the start."""
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


def _pipe_normals(walls: list[Array], poses: Array) -> tuple[Array, NDArray[np.int32]]:
    """Normals of the cells of a pipe, wall by wall, and their groups."""
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
    """Outer rings two by two: what is inside a pipe throws no other shadow."""
    grid = np.arange(rows * columns).reshape(rows, columns)
    return [grid[k : k + 2].reshape(-1) for k in range(rows - 1)]


def spring(radius: float, wire: float, pitch: float, turns: int, sides: int) -> Mesh:
    """Return a wire wound to a helix."""
    poses = helix(radius, pitch, turns, arc_steps(2 * pi, sides) * turns)
    poses[:, 2, 3] += wire
    around = max(6, sides // 2)
    return triangulated(sweep(circle(wire, around), poses))


def cable(path: Array, radius: float, bend: float, sides: int) -> Mesh:
    """Return a round bar along a path, its corners bent to arcs."""
    return sweep(circle(radius, sides), rounded_path(path, bend, sides))


def _bend(bend: float, angle: float, sides: int) -> Array:
    return bent_path(bend, np.linspace(0.0, angle, arc_steps(angle, sides) + 1))
