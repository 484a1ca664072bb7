"""Poses along paths in space: z is along the path, x and y rotate as little as possible."""

from __future__ import annotations

from math import acos, cos, pi, sin, tan

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.rotations import rotation
from rvs.geometry.outline import arc_steps

STRAIGHT = 1e-9


def bent_path(bend: float, angles: Array) -> Array:
    """Return poses (m, 4, 4) along an arc from the origin, first along +z, bending towards +x."""
    poses = np.tile(np.eye(4), (len(angles), 1, 1))
    c, s = np.cos(angles), np.sin(angles)
    poses[:, 0, 0], poses[:, 0, 2] = c, s
    poses[:, 2, 0], poses[:, 2, 2] = -s, c
    poses[:, 0, 3], poses[:, 2, 3] = bend * (1 - c), bend * s
    return poses


def helix(radius: float, pitch: float, turns: int, steps: int) -> Array:
    """Return poses (m, 4, 4) along a helix about z that starts at (radius, 0, 0)."""
    turn = np.linspace(0.0, 2 * pi * turns, steps + 1)
    c, s = np.cos(turn), np.sin(turn)
    rise = pitch / (2 * pi)
    along = np.stack([-radius * s, radius * c, np.full_like(c, rise)], axis=1)
    along /= np.hypot(radius, rise)
    outward = np.stack([c, s, np.zeros_like(c)], axis=1)
    poses = np.tile(np.eye(4), (len(turn), 1, 1))
    poses[:, :3, 0] = outward
    poses[:, :3, 1] = np.cross(along, outward)
    poses[:, :3, 2] = along
    poses[:, :3, 3] = np.stack([radius * c, radius * s, rise * turn], axis=1)
    return poses


def first_frame(direction: Array) -> Array:
    """Return a rotation whose z axis is a unit direction (3,) and whose y axis is nearest to +z."""
    helper = np.array([0.0, 0.0, 1.0])
    if abs(direction[2]) > 1 - 1e-9:
        helper = np.array([0.0, 1.0, 0.0])
    y = helper - (helper @ direction) * direction
    y /= np.linalg.norm(y)
    return np.column_stack([np.cross(y, direction), y, direction])


def rounded_path(path: Array, bend: float, sides: int) -> Array:
    """Return poses along a path whose corners are arcs; without a bend they are mitred.

    Args:
        path: Points (m, 3), m.
        bend: Radius of the arcs, m.
        sides: Number of steps in a full circle.

    Raises:
        ArgumentError: An arc does not fit between two corners.
    """
    steps = np.diff(path, axis=0)
    lengths = np.linalg.norm(steps, axis=1)
    along = steps / lengths[:, None]
    turn = first_frame(along[0])
    poses = [_pose(turn, path[0])]
    used = 0.0
    for k in range(1, len(along)):
        angle = acos(float(np.clip(along[k - 1] @ along[k], -1.0, 1.0)))
        if angle < STRAIGHT:
            poses.append(_pose(turn, path[k]))
            used = 0.0
            continue
        back = bend * tan(angle / 2)
        if used + back > lengths[k - 1] * (1 + 1e-9) or back > lengths[k] * (1 + 1e-9):
            raise ArgumentError(f"bend: an arc of {bend:g} does not fit at corner {k + 1}")
        axis = np.cross(along[k - 1], along[k])
        corner = path[k] - back * along[k - 1]
        poses += _arc(turn, corner, axis / np.linalg.norm(axis), along[k - 1], bend, angle, sides)
        turn = poses[-1][:3, :3]
        used = back
    poses.append(_pose(turn, path[-1]))
    return _distinct(np.array(poses))


def _arc(
    turn: Array,
    start: Array,
    axis: Array,
    along: Array,
    bend: float,
    angle: float,
    sides: int,
) -> list[Array]:
    inward = np.cross(axis, along)
    turns = np.linspace(0.0, angle, arc_steps(angle, sides) + 1)
    return [
        _pose(
            rotation(axis, t) @ turn,
            start + bend * (sin(t) * along + (1 - cos(t)) * inward),
        )
        for t in turns
    ]


def mitred_rings(section: Array, path: Array) -> Array:
    """Return a section (n, 2) along a path (m, 3), at each corner in the bisecting plane.

    Returns:
        Rings (m, n, 3), m.
    """
    steps = np.diff(path, axis=0)
    along = steps / np.linalg.norm(steps, axis=1, keepdims=True)
    frame = first_frame(along[0])
    ring = path[0] + section @ frame[:, :2].T
    rings = [ring]
    for k in range(1, len(path)):
        here = along[k - 1]
        plane = here if k == len(along) else here + along[k]
        reach = ((path[k] - ring) @ plane) / (here @ plane)
        ring = ring + reach[:, None] * here
        rings.append(ring)
    return np.array(rings)


def _pose(turn: Array, at: Array) -> Array:
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = turn, at
    return pose


def _distinct(poses: Array) -> Array:
    """Remove poses at the same position as the previous one."""
    at = poses[:, :3, 3]
    size = float(np.ptp(at, axis=0).max())
    moved = np.linalg.norm(np.diff(at, axis=0), axis=1) > 1e-9 * size
    kept: Array = poses[np.concatenate([[True], moved])]
    return kept
