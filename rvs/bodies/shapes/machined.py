"""Links, forks, flanges and nuts: plates of round outlines with holes."""

from __future__ import annotations

from itertools import pairwise
from math import acos, ceil, cos, pi, sin

import numpy as np

from rvs.bodies.geometry import moved
from rvs.bodies.mesh import Mesh
from rvs.bodies.outline import Outline, arc, joined, line, rounded
from rvs.bodies.outline import circle as ring
from rvs.bodies.shapes.faces import Faces, slab
from rvs.bodies.shapes.flat import plate_of
from rvs.bodies.shapes.steps import arc_steps, fillet_step
from rvs.engine.arrays import Array

# z of a plate to +x: the plane (x, y) of the plate becomes (y, z).
STANDING = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def slot_link(
    length: float,
    radius: float,
    thickness: float,
    bore: float,
    far_bore: float,
    fillet: float,
    sides: int,
) -> Mesh:
    """Return a bar with half-round ends."""
    return tapered_link(length, radius, radius, thickness, bore, far_bore, fillet, sides)


def tapered_link(
    length: float,
    radius: float,
    far_radius: float,
    thickness: float,
    bore: float,
    far_bore: float,
    fillet: float,
    sides: int,
) -> Mesh:
    """Return a bar with half-round ends of two radii and sides tangent to both."""
    holes = [ring(size, sides, (x, 0.0)) for x, size in ((0.0, bore), (length, far_bore)) if size]
    inner = tapered_outline(length, radius - fillet, far_radius - fillet, sides)
    outlines, heights, tilts = [inner], [0.0], []
    if fillet:
        steps = max(1, ceil(pi / 2 / fillet_step(sides) - 1e-9))
        turns = np.linspace(-pi / 2, 0.0, steps + 1)
        rims = [_inset(length, radius, far_radius, fillet * (1 - cos(t)), sides) for t in turns]
        low = [fillet * (1 + sin(t)) for t in turns]
        rises = list(pairwise(turns))
        outlines, heights, tilts = rims, low, rises
    top = [thickness - z for z in reversed(heights)]
    if heights[-1] < top[0] * (1 - 1e-9):
        tilts = [*tilts, (0.0, 0.0), *((-b, -a) for a, b in reversed(tilts))]
        return slab([*outlines, *reversed(outlines)], [*heights, *top], tilts, holes)
    tilts = [*tilts, *((-b, -a) for a, b in reversed(tilts))]
    return slab([*outlines, *list(reversed(outlines))[1:]], [*heights, *top[1:]], tilts, holes)


def tapered_outline(length: float, radius: float, far_radius: float, sides: int) -> Outline:
    """Return two circles' common outline: their outer arcs and common tangents."""
    lean = acos((radius - far_radius) / length)
    here = [radius * cos(lean), radius * sin(lean)]
    there = [length + far_radius * cos(lean), far_radius * sin(lean)]
    far_steps, near_steps = arc_steps(2 * lean, sides), arc_steps(2 * (pi - lean), sides)
    pieces = [
        arc((length, 0.0), far_radius, -lean, lean, far_steps),
        line(there, here),
        arc((0.0, 0.0), radius, lean, 2 * pi - lean, near_steps),
        line([here[0], -here[1]], [there[0], -there[1]]),
    ]
    return joined(pieces, closed=True)


def _inset(length: float, radius: float, far_radius: float, by: float, sides: int) -> Outline:
    return tapered_outline(length, radius - by, far_radius - by, sides)


def flange(
    radius: float,
    thickness: float,
    circle: float,
    hole: float,
    holes: int,
    bore: float,
    sides: int,
) -> Mesh:
    """Return a disk with a ring of holes for bolts."""
    turns = 2 * pi * np.arange(holes) / holes
    fine = max(8, sides // 3)
    cuts = [ring(hole, fine, (circle * cos(t), circle * sin(t))) for t in turns]
    if bore:
        cuts.append(ring(bore, sides))
    return plate_of(ring(radius, sides), thickness, cuts)


def nut(width: float, height: float, bore: float, sides: int) -> Mesh:
    """Return a hexagon with a round hole."""
    turns = (np.arange(6) - 0.5) * pi / 3
    corners = width / 3**0.5 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    return plate_of(rounded(corners, closed=True), height, [ring(bore, sides)])


def fork(
    gap: float, cheek: float, y: float, reach: float, foot: float, bore: float, sides: int
) -> Mesh:
    """Return two round cheeks on a foot, with a hole for a pin."""
    ear, hole = _cheek(y, reach, foot, sides), []
    upper = _cheek(y, reach, foot, sides, above=foot)
    if bore:
        hole = [ring(bore, sides, (0.0, reach))]
    inner, outer = gap / 2, gap / 2 + cheek
    faces = Faces()
    for low, high in ((-outer, -inner), (inner, outer)):
        faces.band(ear, ear, (low, high), (0.0, 0.0))
        for loop in hole:
            faces.band(loop, loop, (high, low), (0.0, 0.0))
    faces.lid(ear, hole, -outer, up=False)
    faces.lid(upper, hole, -inner, up=True)
    faces.lid(upper, hole, inner, up=False)
    faces.lid(ear, hole, outer, up=True)
    for a, b in (((-y, 0), (y, 0)), ((y, 0), (y, 2 * foot)), ((-y, 2 * foot), (-y, 0))):
        start, end = np.array(a) / 2, np.array(b) / 2
        faces.flat([[*start, -inner], [*end, -inner], [*end, inner], [*start, inner]])
    half = y / 2
    faces.flat(
        [[half, foot, -inner], [-half, foot, -inner], [-half, foot, inner], [half, foot, inner]]
    )
    return moved(faces.mesh(_fork_parts(ear, inner, outer, half, foot)), _pose(STANDING))


def _cheek(y: float, reach: float, foot: float, sides: int, above: float = 0.0) -> Outline:
    """Side of a cheek: straight up to the pin, then half round; it has corners on the foot."""
    half = y / 2
    top = arc((0.0, reach), half, 0.0, pi, arc_steps(pi, sides))
    pieces = [line((-half, above), (half, above))]
    if above < foot:
        pieces.append(line((half, above), (half, foot)))
    pieces += [line((half, foot), (half, reach)), top, line((-half, reach), (-half, foot))]
    if above < foot:
        pieces.append(line((-half, foot), (-half, above)))
    return joined(pieces, closed=True)


def _fork_parts(ear: Outline, inner: float, outer: float, half: float, foot: float) -> list[Array]:
    side = ear.points[:-1]
    slabs = [
        np.concatenate([np.column_stack([side, np.full(len(side), x)]) for x in ends])
        for ends in ((-outer, -inner), (inner, outer))
    ]
    block = [(y, z, x) for y in (-half, half) for z in (0.0, foot) for x in (-inner, inner)]
    return [*slabs, np.array(block)]


def _pose(turn: Array) -> Array:
    pose = np.eye(4)
    pose[:3, :3] = turn
    return pose
