"""Castings, drums and covers from which an automatic body is assembled."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.transforms import pose, rotx, rotz
from rvs.geometry.shape import Measured
from rvs.value_class import dataclass

ROUND, SMALL_ROUND = 40, 24
SEAM = 0.045
SUNK = 0.1
BOLTS = 6
FLIP = pose(rotx(pi))


@dataclass(frozen=True, eq=False)
class Piece:
    """One part of an automatic body.

    Attributes:
        link: Link that carries it, 0 to n.
        name: Its name.
        shape: A name in the catalogue of shapes.
        sizes: Its sizes, m and rad.
        pose: Its pose in the link's frame (4, 4).
        role: Its colour role in the body.
        group: Its group, or None; its pose is then in the frame of the group.
        ring: Number of copies in a ring about the group's z axis.
    """

    link: int
    name: str
    shape: str
    sizes: Mapping[str, Measured]
    pose: Array
    role: str
    group: Cluster | None = None
    ring: int = 1


@dataclass(frozen=True, eq=False)
class Cluster:
    """Parts that belong together.

    Attributes:
        name: Their name.
        pose: Their pose in the link's frame (4, 4).
    """

    name: str
    pose: Array


def along(frame: Array, s: float) -> Array:
    """Return a frame moved along its z axis."""
    return frame @ pose(p=[0.0, 0.0, s])


def aimed(start: Array, end: Array, x: Array) -> Array:
    """Return a frame at ``start`` with z towards ``end`` and x as close to ``x`` as possible."""
    z = end - start
    z = z / np.linalg.norm(z)
    side = x - (x @ z) * z
    if np.linalg.norm(side) < 1e-6:
        side = np.eye(3)[int(np.argmin(np.abs(z)))]
        side = side - (side @ z) * z
    side = side / np.linalg.norm(side)
    return pose(np.column_stack([side, np.cross(z, side), z]), start)


def drum(
    link: int, name: str, frame: Array, low: float, high: float, radius: float, role: str
) -> Piece:
    """Return a cylinder with rounded rims about the z axis of a frame."""
    height = high - low
    fillet = min(0.11 * radius, 0.4 * height)
    sizes = {
        "radius": radius, "height": height, "bottom": fillet, "top": fillet, "sides": ROUND,
    }  # fmt: skip
    return Piece(link, name, "cylinder-fillet", sizes, along(frame, low), role)


def seam(link: int, frame: Array, s: float, radius: float) -> Piece:
    """Return the dark ring between the two halves of a joint."""
    half = SEAM * radius
    sizes = {"radius": 0.93 * radius, "height": 2 * half, "sides": ROUND}
    return Piece(link, "seam", "cylinder", sizes, along(frame, s - half), "dark")


def cover(link: int, frame: Array, s: float, side: float, radius: float) -> list[Piece]:
    """Return the cover on the free end of a drum: a bright ring around a dark lid with bolts.

    Args:
        link: Link that carries it.
        frame: Axis of the drum (4, 4).
        s: Position of its end.
        side: 1 if the end faces +z.
        radius: Radius of the drum.
    """
    face = along(frame, s) if side > 0 else along(frame, s) @ FLIP
    group = Cluster("cover", along(face, -SUNK * radius))
    bolt = 0.05 * radius
    sizes = (
        ("ring", _disk(0.84 * radius, (SUNK + 0.035) * radius, 0.02 * radius), "metal"),
        ("lid", _disk(0.71 * radius, (SUNK + 0.075) * radius, 0.035 * radius), "dark"),
    )
    pieces = [Piece(link, name, "disk", size, np.eye(4), role, group) for name, size, role in sizes]
    head = pose(p=[0.55 * radius, 0.0, (SUNK + 0.07) * radius])
    screw = {**_disk(bolt, 0.8 * bolt, 0.3 * bolt), "sides": 12}
    return [*pieces, Piece(link, "bolt", "disk", screw, head, "metal", group, BOLTS)]


def _disk(radius: float, thickness: float, fillet: float) -> dict[str, Measured]:
    return {"radius": radius, "thickness": thickness, "fillet": fillet, "sides": ROUND}


def casting(
    link: int, name: str, start: Array, end: Array, thick: float, thin: float, flare: float = 1.0
) -> list[Piece]:
    """Return a round tapered casting between two points, or nothing if they coincide.

    Args:
        link: Link that carries it.
        name: Its name.
        start: One end (3,).
        end: The other (3,).
        thick: Radius at the start.
        thin: Radius at the end.
        flare: Size of the flange at its start; 0 if plain.
    """
    length = float(np.linalg.norm(end - start))
    if length < 0.02 * thick:
        return []
    lip = min(0.30 * thick, 0.25 * length) * flare
    neck = 1.0 - 0.17 * flare
    profile: list[tuple[float, float]] = [(thick, 0.0)]
    if lip > 0.0:
        profile += [(thick, lip)]
        profile += [
            (thick * (1.0 - (1.0 - neck) * sin(t)), lip * (1.0 + 0.9 * (1.0 - cos(t))))
            for t in (pi / 8, pi / 4, 3 * pi / 8, pi / 2)
        ]
    profile += [(thin, length)]
    sizes: dict[str, Measured] = {"points": tuple(profile), "sides": ROUND}
    place = aimed(start, end, np.array([1.0, 0.0, 0.0]))
    return [Piece(link, name, "revolution", sizes, place, "main")]


def arm(
    link: int, frame: Array, far: tuple[float, float], low: float, high: float,
    radius: float, far_radius: float,
) -> list[Piece]:  # fmt: skip
    """Return a flat tapered arm between two parallel axes, with an inlaid panel on both faces.

    Args:
        link: Link that carries it.
        frame: The first axis (4, 4).
        far: Position of the second axis across the first (x, y), m.
        low: Start of the arm along the axis.
        high: End of the arm along the axis.
        radius: Radius around the first axis.
        far_radius: Radius around the second.
    """
    reach, turn = float(np.hypot(*far)), float(np.arctan2(far[1], far[0]))

    flat = frame @ pose(rotz(turn))
    thick = high - low
    near, tip = _tapering(radius, far_radius, reach)
    fillet = min(0.22 * thick, 0.22 * tip)
    sizes = {
        "length": reach, "radius": near, "far_radius": tip, "thickness": thick, "fillet": fillet,
        "sides": ROUND,
    }  # fmt: skip
    pieces = [Piece(link, "arm", "tapered-link", sizes, along(flat, low), "main")]
    inner = reach - 1.15 * near - 1.15 * tip
    if inner > 0.5 * near:
        start, stop = 0.62 * near, 0.62 * tip
        inside = {
            "length": inner, "radius": start, "far_radius": stop,
            "thickness": thick + 0.045 * near, "fillet": 0.02 * near, "sides": ROUND,
        }  # fmt: skip
        if abs(start - stop) < 0.9 * inner:
            place = flat @ pose(p=[1.15 * near, 0.0, low - 0.0225 * near])
            pieces.append(Piece(link, "panel", "tapered-link", inside, place, "panel"))
    return pieces


def _tapering(radius: float, far_radius: float, reach: float) -> tuple[float, float]:
    """Return two radii of a tapered link of that length, adjusted if they differ too much."""
    excess = abs(radius - far_radius) - 0.8 * reach
    if excess <= 0.0:
        return radius, far_radius
    return (radius - excess, far_radius) if radius > far_radius else (radius, far_radius - excess)


def fork(
    link: int, frame: Array, back: Array, gap: float, cheek: float, radius: float, reach: float
) -> list[Piece]:
    """Return the two cheeks of a fork around an eye and the block that carries them.

    Args:
        link: Link that carries it.
        frame: Axis of the eye (4, 4).
        back: Unit direction across the axis from the eye to the link (3,).
        gap: Width between the cheeks, m.
        cheek: Thickness of each.
        radius: Radius of the cheeks.
        reach: Distance from the axis to the block.
    """
    z = frame[:3, 2]
    facing = pose(np.column_stack([back, np.cross(z, back), z]), frame[:3, 3])
    sizes = {
        "length": reach + 0.25 * radius, "radius": radius, "far_radius": 0.86 * radius,
        "thickness": cheek, "fillet": 0.3 * cheek, "sides": ROUND,
    }  # fmt: skip
    lows = (gap / 2, -gap / 2 - cheek)
    pieces = [Piece(link, "cheek", "tapered-link", sizes, along(facing, s), "main") for s in lows]
    width = gap + 1.6 * cheek
    block: dict[str, Measured] = {
        "x": 0.75 * radius, "y": 1.72 * radius, "z": width,
        "fillet": 0.25 * radius, "sides": SMALL_ROUND,
    }  # fmt: skip
    place = facing @ pose(p=[reach + 0.2 * radius, 0.0, -width / 2])
    return [*pieces, Piece(link, "yoke", "rounded-box", block, place, "main")]
