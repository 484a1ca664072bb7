"""Boxes, pyramids, plates and beams."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from numpy.typing import ArrayLike

from rvs.bodies import solids
from rvs.bodies.geometry import extrude, moved
from rvs.bodies.mesh import Mesh
from rvs.bodies.outline import Outline, circle, rounded
from rvs.bodies.shapes.faces import Faces, slab
from rvs.bodies.shapes.steps import fillet_step
from rvs.engine.arrays import Array

QUARTER = np.pi / 2


def box(x: float, y: float, z: float) -> Mesh:
    """Return a box with sharp edges."""
    return frustum(x, y, x, y, z)


def rounded_box(x: float, y: float, z: float, fillet: float, sides: int) -> Mesh:
    """Return a box whose edges and corners are all rounded."""
    if fillet == 0.0:
        return box(x, y, z)
    lifted = np.eye(4)
    lifted[2, 3] = z / 2
    quarter = max(1, ceil(QUARTER / fillet_step(sides) - 1e-9))
    return moved(solids.rounded_box(x, y, z, fillet, quarter), lifted)


def box_fillet(x: float, y: float, z: float, fillet: float, sides: int) -> Mesh:
    """Return a box whose upright edges are rounded."""
    return extrude(_rectangle(x, y, fillet, sides), z)


def plate(x: float, y: float, thickness: float, fillet: float, sides: int) -> Mesh:
    """Return a flat plate with rounded corners."""
    return box_fillet(x, y, thickness, fillet, sides)


def plate_hole(
    x: float, y: float, thickness: float, hole: float, fillet: float, sides: int
) -> Mesh:
    """Return a flat plate with a round hole in its middle."""
    return plate_of(_rectangle(x, y, fillet, sides), thickness, [circle(hole, sides)])


def wedge(x: float, y: float, z: float, top: float) -> Mesh:
    """Return a box cut by a slope that falls towards +x."""
    shoulder = [(-x / 2 + top, z), (-x / 2, z)] if top else [(-x / 2, z)]
    side = [(-x / 2, 0.0), (x / 2, 0.0), *shoulder]
    far = [(a, y / 2, b) for a, b in side]
    near = [(a, -y / 2, b) for a, b in side]
    return hull_mesh(far, near)


def pyramid(x: float, y: float, height: float) -> Mesh:
    """Return a pyramid over a rectangle."""
    faces, base = Faces(), _corners(x, y, 0.0)
    tip = np.array([0.0, 0.0, height])
    faces.flat(base[::-1])
    for here, there in zip(base, np.roll(base, -1, axis=0), strict=True):
        faces.flat([here, there, tip])
    return faces.mesh([[*base, tip]])


def frustum(x: float, y: float, top_x: float, top_y: float, height: float) -> Mesh:
    """Return a pyramid cut off above its base."""
    return hull_mesh(_corners(x, y, 0.0), _corners(top_x, top_y, height))


def hull_mesh(low: ArrayLike, high: ArrayLike) -> Mesh:
    """Return the body between two flat polygons of as many corners.

    Args:
        low: Corners of one end (n, 3), counter-clockwise seen from the other end.
        high: Corners of the other end (n, 3).
    """
    first, last = np.asarray(low, float), np.asarray(high, float)
    faces = Faces()
    faces.flat(first[::-1])
    faces.flat(last)
    after = np.roll(first, -1, axis=0), np.roll(last, -1, axis=0)
    for a, b, c, d in zip(first, after[0], after[1], last, strict=True):
        faces.flat([a, b, c, d])
    return faces.mesh([np.concatenate([first, last])])


def prism(radius: float, height: float, sides: int) -> Mesh:
    """Return a prism over a regular polygon, its first side towards +x."""
    return solids.prism(sides, radius, height)


def rectangular_tube(x: float, y: float, wall: float, length: float) -> Mesh:
    """Return a hollow beam."""
    inner = _rectangle(x - 2 * wall, y - 2 * wall, 0.0, 4)
    return plate_of(_rectangle(x, y, 0.0, 4), length, [inner])


def l_beam(x: float, y: float, wall: float, length: float) -> Mesh:
    """Return two legs along +x and +y."""
    return _beam([(0, 0), (x, 0), (x, wall), (wall, wall), (wall, y), (0, y)], length)


def i_beam(x: float, y: float, wall: float, web: float, length: float) -> Mesh:
    """Return two flanges joined by a web."""
    inner, low = y / 2 - wall, -y / 2
    right = [(x / 2, low), (x / 2, -inner), (web / 2, -inner), (web / 2, inner), (x / 2, inner)]
    left = [(-a, -b) for a, b in right]
    return _beam([*right, (x / 2, -low), *left, (-x / 2, low)], length)


def t_beam(x: float, y: float, wall: float, web: float, length: float) -> Mesh:
    """Return a flange at the far end of a web."""
    neck = y - wall
    right = [(web / 2, 0), (web / 2, neck), (x / 2, neck), (x / 2, y)]
    return _beam([*right, *((-a, b) for a, b in reversed(right))], length)


def u_beam(x: float, y: float, wall: float, length: float) -> Mesh:
    """Return a channel that opens towards +y."""
    inner = x / 2 - wall
    right = [(x / 2, 0), (x / 2, y), (inner, y), (inner, wall)]
    return _beam([*right, *((-a, b) for a, b in reversed(right))], length)


def plate_of(outline: Outline, thickness: float, holes: Sequence[Outline]) -> Mesh:
    """Return a plate of any outline with straight holes through it."""
    return slab([outline, outline], [0.0, thickness], [(0.0, 0.0)], holes)


def _beam(corners: Sequence[tuple[float, float]], length: float) -> Mesh:
    return extrude(rounded(corners, closed=True), length)


def _rectangle(x: float, y: float, fillet: float, sides: int) -> Outline:
    return rounded(_corners(x, y, 0.0)[:, :2], fillet, closed=True, step=fillet_step(sides))


def _corners(x: float, y: float, z: float) -> Array:
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return np.column_stack([signs * (x / 2, y / 2), np.full(4, z)])
