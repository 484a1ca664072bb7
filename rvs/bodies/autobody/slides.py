"""Sliding joints of an automatic body: a rail with a carriage, or a sleeve with a ram."""

from __future__ import annotations

from rvs.bodies.autobody.joints import Mount, radii
from rvs.bodies.autobody.parts import SMALL_ROUND, Piece, along, drum
from rvs.bodies.autobody.spans import BaseSpan, Span, spans
from rvs.bodies.skeleton.sizes import travel
from rvs.bodies.skeleton.sliders import has_rail
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.model.robots.ranges import joint_range, reach

# Stroke of a slide without limits, as a part of the robot's length.
ASSUMED = 0.3
RAIL, CARRIAGE, SLEEVE, RAM = 0.62, 0.92, 0.95, 0.6


def guide(robot: Robot, span: Span, end: Array) -> list[Piece]:
    """Return what a link carries for the sliding joint behind it: a rail, or a sleeve."""
    leg, radius = span.leg, radii(robot)[span.leg.link - 1]
    link = leg.link - 1
    if has_rail(robot, leg):
        return rail(link, end, stroke(robot, link), radius)
    side = 2 * SLEEVE * radius
    sizes = _box(side, side, 2.6 * radius, 0.3 * radius)
    pieces = [Piece(link, "sleeve", "rounded-box", sizes, along(end, -1.3 * radius), "main")]
    for s in (-1.36, 1.12):
        collar = _box(1.75 * SLEEVE * radius, 1.75 * SLEEVE * radius, 0.24 * radius, 0.08 * radius)
        pieces.append(Piece(link, "wiper", "rounded-box", collar, along(end, s * radius), "dark"))
    return pieces


def rail(link: int, end: Array, ends: tuple[float, float], radius: float) -> list[Piece]:
    """Return a beam with two guides and a stop at either end."""
    half, margin = RAIL * radius, 1.5 * radius
    low, high = min(ends[0], 0.0) - margin, max(ends[1], 0.0) + margin
    beam = _box(2 * half, 2 * half, high - low, 0.14 * half)
    pieces = [Piece(link, "rail", "rounded-box", beam, along(end, low), "main")]
    strip = _box(0.3 * half, 2.16 * half, high - low - 0.6 * radius, 0.05 * half)
    for x in (-0.55, 0.55):
        at = end @ pose(p=[x * half, 0.0, low + 0.3 * radius])
        pieces.append(Piece(link, "guide", "rounded-box", strip, at, "metal"))
    stop = _box(2.3 * half, 2.3 * half, 0.35 * radius, 0.12 * half)
    for s in (low - 0.1 * radius, high - 0.25 * radius):
        pieces.append(Piece(link, "stop", "rounded-box", stop, along(end, s), "dark"))
    return pieces


def carriage(robot: Robot, span: Span, mount: Mount) -> list[Piece]:
    """Return the moving half of a sliding joint: a carriage on a rail, or a ram."""
    leg, radius, frame = span.leg, mount.radius, span.start
    if has_rail(robot, leg):
        side = 2 * CARRIAGE * radius
        sizes = _box(side, side, 2.2 * radius, 0.25 * radius)
        return [
            Piece(leg.link, "carriage", "rounded-box", sizes, along(frame, -1.1 * radius), "dark")
        ]
    low, high = stroke(robot, leg.link - 1)
    back, front = (
        -max(high, 0.0) - 1.6 * radius,
        max(-low, 0.0) + (1.6 * radius if low < 0 else 0.0),
    )
    half = RAM * radius
    if leg.joint.turns:
        ram = drum(leg.link, "screw", frame, back, front, half, "metal")
    else:
        sizes = _box(2 * half, 2 * half, front - back, 0.2 * half)
        ram = Piece(leg.link, "ram", "rounded-box", sizes, along(frame, back), "steel")
    side = 1.7 * radius
    knuckle = _box(side, side, 0.9 * radius, 0.2 * radius)
    at = along(frame, front - 0.45 * radius)
    return [ram, Piece(leg.link, "head", "rounded-box", knuckle, at, "main")]


def first_guide(robot: Robot, base: BaseSpan, radius: float) -> list[Piece]:
    """Return the rail of a first joint that slides, on a foot of its own."""
    pieces = guide(robot, spans(robot)[0], base.end)
    if base.upright:
        side = 3.4 * radius
        plate = {"x": side, "y": side, "thickness": 0.28 * radius, "fillet": 0.35 * radius}
        pieces.append(
            Piece(0, "plate", "plate", {**plate, "sides": SMALL_ROUND}, base.foot, "base")
        )
    return pieces


def stroke(robot: Robot, index: int) -> tuple[float, float]:
    """Return the displacements in m that a slide is drawn for; not all where none are published."""
    ends = joint_range(robot, index)
    if not ends.assumed:
        return travel(robot, index)
    joint = robot.joints[index]
    home = joint.pitch * (joint.home + joint.offset) + joint.d if joint.turns else joint.home
    spare = ASSUMED * reach(robot)
    return (home - spare, 0.0) if home < 0.0 else (0.0, home + spare)


def _box(x: float, y: float, z: float, fillet: float) -> dict[str, float]:
    return {"x": x, "y": y, "z": z, "fillet": fillet, "sides": SMALL_ROUND}
