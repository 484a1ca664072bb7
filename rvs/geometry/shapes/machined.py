"""Links, forks, flanges, nuts and gears: plates of round outlines with holes.

The involute teeth of a spur gear.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import acos, ceil, cos, pi, sin, sqrt, tan

import numpy as np

from rvs.engine.arrays import Array
from rvs.geometry.bulk import Cloud, raised_to, rimmed, section
from rvs.geometry.faces import Faces, slab
from rvs.geometry.mesh import Mesh
from rvs.geometry.outline import Outline, arc, arc_steps, fillet_step, joined, line, rounded, smooth
from rvs.geometry.outline import circle as ring
from rvs.geometry.shape import (
    SIDES,
    UPRIGHT,
    Relation,
    count,
    length,
    optional_length,
    shape,
    sides,
)
from rvs.geometry.shapes.flat import plate_of
from rvs.geometry.surfaces import moved

# z of a plate to +x: the plane (x, y) of the plate becomes (y, z).
STANDING = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
ON_PLANE = "It lies on the xy plane, from the origin along +x to (length, 0)."
LINK = (
    length("thickness", "thickness along z", 0.02),
    optional_length("bore", "radius of the hole at the origin; 0 for none"),
    optional_length("far_bore", "radius of the hole at the far end; 0 for none"),
    optional_length("fillet", "radius of the rims"),
    sides(),
)
THICK_RIMS = Relation("2 * fillet", "thickness", False)

PRESSURE = pi / 9
ADDENDUM, DEDENDUM = 1.0, 1.25
FLANK_STEPS = 4
TIP_STEPS = 2
CREASE = pi / 6


def _link_bulk(
    length: float,
    radius: float,
    far_radius: float,
    thickness: float,
    bore: float,
    far_bore: float,
    fillet: float,
) -> Cloud:
    holes = _bores(length, bore, far_bore, SIDES)

    def area(by: float) -> Cloud:
        return section(_inset(length, radius, far_radius, by, SIDES), *holes)

    return rimmed(area, thickness, fillet)


@shape(
    "Slot link", "machined", ON_PLANE,
    length("length", "distance between the centres of its ends", 0.15),
    length("radius", "radius of its ends", 0.035), *LINK,
    relations=(
        THICK_RIMS,
        Relation("max(bore, far_bore) + fillet", "radius"),
        Relation("bore + far_bore", "length"),
    ),
    faces="sides * (5 + sides / 8)",
    bulk=lambda length, radius, **rest: _link_bulk(length, radius, radius, **rest),
)  # fmt: skip
def slot_link(
    length: float,
    radius: float,
    thickness: float,
    bore: float = 0.0,
    far_bore: float = 0.0,
    fillet: float = 0.0,
    sides: int = SIDES,
) -> Mesh:
    """A bar with half-round ends (an obround)."""
    return tapered_link(length, radius, radius, thickness, bore, far_bore, fillet, sides)


@shape(
    "Tapered link", "machined", ON_PLANE,
    length("length", "distance between the centres of its ends", 0.16),
    length("radius", "radius of its end at the origin", 0.05),
    length("far_radius", "radius of its far end", 0.03), *LINK,
    relations=(
        THICK_RIMS,
        Relation("abs(radius - far_radius)", "length"),
        Relation("bore + fillet", "radius"),
        Relation("far_bore + fillet", "far_radius"),
        Relation("bore + far_bore", "length"),
    ),
    faces="sides * (5 + sides / 8)",
    bulk=_link_bulk,
)  # fmt: skip
def tapered_link(
    length: float,
    radius: float,
    far_radius: float,
    thickness: float,
    bore: float = 0.0,
    far_bore: float = 0.0,
    fillet: float = 0.0,
    sides: int = SIDES,
) -> Mesh:
    """A bar with half-round ends of two radii and sides tangent to both."""
    holes = _bores(length, bore, far_bore, sides)
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


def _bores(length: float, bore: float, far_bore: float, sides: int) -> list[Outline]:
    ends = ((0.0, bore), (length, far_bore))
    return [ring(size, sides, (x, 0.0)) for x, size in ends if size]


def _inset(length: float, radius: float, far_radius: float, by: float, sides: int) -> Outline:
    return tapered_outline(length, radius - by, far_radius - by, sides)


def _fork_bulk(gap: float, cheek: float, y: float, reach: float, foot: float, bore: float) -> Cloud:
    holes = [ring(bore, SIDES, (0.0, reach))] if bore else []
    ear = section(_cheek(y, reach, foot, SIDES), *holes)
    between = section(joined([line(a, b) for a, b in _foot_edges(y, foot)], closed=True))
    ears = raised_to(ear, cheek, gap / 2) + raised_to(ear, cheek, -gap / 2 - cheek)
    return (ears + raised_to(between, gap, -gap / 2)).turned_by(STANDING)


def _foot_edges(y: float, foot: float) -> list[tuple[Array, Array]]:
    corners = [np.array(at) / 2 for at in ((-y, 0), (y, 0), (y, 2 * foot), (-y, 2 * foot))]
    return list(pairwise([*corners, corners[0]]))


@shape(
    "Fork", "machined", "Its base is on the xy plane; the pin is parallel to x, at z = reach.",
    length("gap", "distance between the cheeks along x", 0.05),
    length("cheek", "thickness of a cheek", 0.014),
    length("y", "width along y", 0.07),
    length("reach", "height of the pin", 0.08),
    length("foot", "height of the foot", 0.02),
    optional_length("bore", "radius of the hole; 0 for none", 0.015), sides(),
    relations=(Relation("2 * bore", "y"), Relation("foot + bore", "reach")),
    faces="sides * 8 + 12",
    bulk=_fork_bulk,
)  # fmt: skip
def fork(
    gap: float,
    cheek: float,
    y: float,
    reach: float,
    foot: float,
    bore: float = 0.0,
    sides: int = SIDES,
) -> Mesh:
    """A clevis: two round cheeks on a foot, with a hole for a pin."""
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
    half = y / 2
    for start, end in _foot_edges(y, foot):
        faces.flat([[*start, -inner], [*end, -inner], [*end, inner], [*start, inner]])
    return moved(faces.mesh(_fork_parts(ear, inner, outer, half, foot)), _pose(STANDING))


def _cheek(y: float, reach: float, foot: float, sides: int, above: float = 0.0) -> Outline:
    """Side of a cheek: straight up to the pin, then semicircular; it has corners on the foot."""
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


@shape(
    "Flange", "machined", UPRIGHT,
    length("radius", "radius", 0.07),
    length("thickness", "thickness along z", 0.015),
    length("circle", "radius of the bolt circle", 0.052),
    length("hole", "radius of a hole", 0.007),
    count("holes", "number of holes", 6, 1, 24),
    optional_length("bore", "radius of the hole in the middle; 0 for none", 0.03), sides(48),
    relations=(
        Relation("circle + hole", "radius"),
        Relation("bore + hole", "circle"),
        Relation("hole", "circle * sin(pi / max(holes, 2))"),
    ),
    faces="4 * sides + holes * 48",
    bulk=lambda radius, thickness, circle, hole, holes, bore: raised_to(
        section(ring(radius, SIDES), *_holes(circle, hole, holes, bore, SIDES)), thickness
    ),
)  # fmt: skip
def flange(
    radius: float,
    thickness: float,
    circle: float,
    hole: float,
    holes: int,
    bore: float = 0.0,
    sides: int = 48,
) -> Mesh:
    """A disk with a ring of holes for bolts."""
    cuts = _holes(circle, hole, holes, bore, sides)
    return plate_of(ring(radius, sides), thickness, cuts)


def _holes(circle: float, hole: float, holes: int, bore: float, sides: int) -> list[Outline]:
    turns = 2 * pi * np.arange(holes) / holes
    fine = max(8, sides // 3)
    cuts = [ring(hole, fine, (circle * cos(t), circle * sin(t))) for t in turns]
    return [*cuts, ring(bore, sides)] if bore else cuts


@shape(
    "Nut", "machined", UPRIGHT,
    length("width", "width across the flats", 0.05),
    length("height", "height", 0.022),
    length("bore", "radius of the hole", 0.014), sides(),
    relations=(Relation("2 * bore", "width"),), faces="3 * sides + 14",
    bulk=lambda width, height, bore: raised_to(
        section(_hexagon(width), ring(bore, SIDES)), height
    ),
)  # fmt: skip
def nut(width: float, height: float, bore: float, sides: int = SIDES) -> Mesh:
    """A hexagonal nut with a round hole; two of its flats are perpendicular to x."""
    return plate_of(_hexagon(width), height, [ring(bore, sides)])


def _hexagon(width: float) -> Outline:
    turns = (np.arange(6) - 0.5) * pi / 3
    corners = width / 3**0.5 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    return rounded(corners, closed=True)


@shape(
    "Gear", "machined", UPRIGHT,
    length("module", "pitch diameter divided by the number of teeth", 0.006),
    count("teeth", "number of teeth", 20, 6, 120),
    length("thickness", "thickness along z", 0.02),
    optional_length("bore", "radius of the hole; 0 for none", 0.015), sides(),
    relations=(Relation("bore", "module * (teeth / 2 - 1.25)"),), faces="30 * teeth + 3 * sides",
)  # fmt: skip
def gear(
    module: float, teeth: int, thickness: float, bore: float = 0.0, sides: int = SIDES
) -> Mesh:
    """A spur gear with involute teeth at 20 degrees and a tooth towards +x."""
    return toothed(module, teeth, thickness, [ring(bore, sides)] if bore else [])


def toothed(module: float, teeth: int, thickness: float, holes: Sequence[Outline]) -> Mesh:
    """Return a spur gear, a tooth towards +x, with straight holes through it."""
    tooth = tooth_points(module, teeth)
    turns = 2 * pi * np.arange(teeth) / teeth
    ring = np.concatenate([_turned(tooth, turn) for turn in turns])
    rim = smooth(ring, CREASE, closed=True)
    faces = Faces()
    faces.band(rim, rim, (0.0, thickness), (0.0, 0.0))
    for hole in holes:
        faces.band(hole, hole, (thickness, 0.0), (0.0, 0.0))
    root = smooth(np.concatenate([_turned(tooth[[0, -1]], turn) for turn in turns]), CREASE, True)
    for z, up in ((0.0, False), (thickness, True)):
        faces.lid(root, holes, z, up)
        group = faces.group()
        for turn in turns:
            flat = _turned(tooth, turn)
            corners = np.column_stack([flat, np.full(len(flat), z)])
            faces.add(corners if up else corners[::-1], (0, 0, 1.0 if up else -1.0), group)
    return faces.mesh(_parts(root.points[:-1], tooth, turns, thickness))


def tooth_points(module: float, teeth: int) -> Array:
    """Return the corners (n, 2) of one tooth about the +x axis, from root to root.

    The flank is the involute of the base circle; below it the tooth is straight down to the root.
    """
    pitch = module * teeth / 2
    base, tip, root = pitch * cos(PRESSURE), pitch + ADDENDUM * module, pitch - DEDENDUM * module
    half = pi / (2 * teeth) + tan(PRESSURE) - PRESSURE
    radii = np.linspace(max(base, root), tip, FLANK_STEPS + 1)
    angles = np.array([half - _involute_at(r, base) for r in radii])
    sharp = angles < 0.0
    if sharp.any():
        # Few teeth end in a point below the tip circle.
        last = int(np.argmax(sharp))
        radii, angles = radii[: last + 1], np.append(angles[:last], 0.0)
    flank = np.column_stack([radii, angles])
    if root < base * (1 - 1e-9):
        flank = np.vstack([[root, angles[0]], flank])
    inner = TIP_STEPS - 1 if angles[-1] else 0
    crown = np.linspace(angles[-1], -angles[-1], inner + 2)[1:-1]
    over = np.column_stack([np.full(inner, radii[-1]), crown])
    back = flank[::-1] * (1.0, -1.0)
    whole = np.concatenate([flank, over, back if angles[-1] else back[1:]])
    polar = whole[::-1]
    return np.column_stack([polar[:, 0] * np.cos(polar[:, 1]), polar[:, 0] * np.sin(polar[:, 1])])


def _involute_at(radius: float, base: float) -> float:
    along = sqrt(max(radius * radius - base * base, 0.0))
    return along / base - float(np.arctan2(along, base))


def _turned(points: Array, angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    turned: Array = points @ np.array([[c, s], [-s, c]])
    return turned


def _parts(root: Array, tooth: Array, turns: Array, thickness: float) -> list[Array]:
    flats = [root, *(_turned(tooth, turn) for turn in turns)]
    return [
        np.concatenate([np.column_stack([flat, np.full(len(flat), z)]) for z in (0.0, thickness)])
        for flat in flats
    ]
