"""Measurement between two points, lines or planes, its anchors and its drawing."""

from __future__ import annotations

from math import acos, pi, sin

import numpy as np

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.model.annotations.marks import ZERO, Anchor, Kind, Measure, Vector
from rvs.model.appearance.colors import SCENE, Rgba, rgba
from rvs.model.derived import derived
from rvs.model.document import Document
from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.refs import NOTHING, Ref, link_ref, whole
from rvs.model.state import Postures
from rvs.model.views.view import Background
from rvs.scene.items import Item, Label, Line, Points
from rvs.value_class import dataclass


@dataclass(frozen=True, eq=False)
class Spot:
    """A point, a line or a plane in the world.

    Attributes:
        point: A point on it (3,), m.
        kind: Its kind.
        way: Unit direction of a line or normal of a plane (3,); zero for a point.
    """

    point: Array
    kind: Kind
    way: Array


def owner_frame(document: Document, postures: Postures, owner: Ref) -> Array | None:
    """Return the frame of an anchor's coordinates (4, 4), or None if its owner is missing."""
    if owner == NOTHING:
        return np.eye(4)
    for placed in document.robots:
        if owner[0] == placed.id and len(owner) == 3 and int(owner[2]) <= placed.robot.n:
            frame: Array = world_frames(placed, postures[placed.id])[int(owner[2])]
            return frame
    for thing in document.things:
        if owner == (thing.id,):
            place: Array = np.asarray(thing.place, float)
            return place
    return None


def spot_of(document: Document, postures: Postures, anchor: Anchor) -> Spot | None:
    """Return the current spot of an anchor, or None if its owner is missing."""
    frame = owner_frame(document, postures, anchor.owner)
    if frame is None:
        return None
    way = frame[:3, :3] @ np.asarray(anchor.way)
    length = float(np.linalg.norm(way))
    return Spot(
        frame[:3, :3] @ np.asarray(anchor.point) + frame[:3, 3],
        anchor.kind,
        way / length if length > 0.0 else way,
    )


def anchor_at(document: Document, postures: Postures, owner: Ref, spot: Spot) -> Anchor:
    """Return the anchor of a spot of the world, attached to the spot's owner.

    Args:
        document: The document.
        postures: Joint values of every robot, rad and m.
        owner: Hit item: a link, a tool or a part of these, an object, or none.
        spot: The spot.
    """
    holder = _holder(document, owner)
    frame = owner_frame(document, postures, holder)
    if frame is None:
        holder, frame = NOTHING, np.eye(4)
    point = frame[:3, :3].T @ (spot.point - frame[:3, 3])
    way = frame[:3, :3].T @ spot.way
    return Anchor(holder, _vector(point), spot.kind, ZERO if spot.kind == "point" else _vector(way))


def _holder(document: Document, ref: Ref) -> Ref:
    """Return the link or object to which an object of the scene is attached, or none."""
    for placed in document.robots:
        if ref[:1] == (placed.id,):
            if whole(ref)[1:2] == ("link",) and len(whole(ref)) == 3:
                return whole(ref)
            if ref[1:2] == ("frame",) and len(ref) > 2:
                return link_ref(placed.id, int(ref[2]))
            return link_ref(placed.id, placed.robot.n)
    return next(((one.id,) for one in document.things if ref[:1] == (one.id,)), NOTHING)


def _vector(values: Array) -> Vector:
    x, y, z = values.tolist()
    return x, y, z


# Directions that differ by less, in rad, are parallel.
PARALLEL = 1e-3
# Ends nearer to each other, in m, are one point.
SAME_PLACE = 1e-9
WIDTH, RIM, DOT, TYPE, GAP, HALF_LETTER = 1.6, 2.4, 7.0, 15.0, 11.0, 0.3
# Of the distance, and of the head's length; how much of half a number keeps clear of the line.
HEAD_PART, HEAD_SLOPE, NEAR = 0.06, 0.32, 0.2
ARC_PART, ARC_STEPS = 0.35, 32


@dataclass(frozen=True, eq=False)
class Reading:
    """Result of a measurement.

    Attributes:
        start: First end of the distance (3,), m.
        end: Its other end (3,), m.
        distance: The distance, in m.
        angle: The angle between two directions, 0 to pi/2, in rad; None if there are not two.
        ways: These two directions (2, 3), or None.
        words: Kind of distance.
        seen: The measured points (2, 3), if they differ from the ends.
    """

    start: Array
    end: Array
    distance: float
    angle: float | None
    ways: Array | None
    words: str
    seen: Array

    @property
    def delta(self) -> Array:
        """The vector from the first end to the other, in the world (3,), m."""
        return self.end - self.start


def between(first: Spot, second: Spot) -> Reading:
    """Return the shortest distance between two spots, and the angle between their directions.

    A line and a plane extend beyond their visible parts.  Planes, and a line and a plane, that are
    not parallel intersect; for these the distance is between the two points.
    """
    ways = None if "point" in (first.kind, second.kind) else np.stack([first.way, second.way])
    angle = None if ways is None else _angle(first, second)
    start, end, words = _ends(first, second, angle)
    seen = np.stack([first.point, second.point])
    return Reading(start, end, float(np.linalg.norm(end - start)), angle, ways, words, seen)


def _angle(first: Spot, second: Spot) -> float:
    turn = acos(min(abs(float(first.way @ second.way)), 1.0))
    return pi / 2 - turn if first.kind != second.kind else turn


def _ends(first: Spot, second: Spot, angle: float | None) -> tuple[Array, Array, str]:
    kinds = {first.kind, second.kind}
    if kinds == {"point"}:
        return first.point, second.point, "Distance"
    if kinds == {"line"}:
        if angle is not None and angle > PARALLEL:
            return (*_common_normal(first, second), "Shortest distance between the lines")
        return first.point, _foot(second, first.point), "Distance between the parallel lines"
    if angle is not None and angle > PARALLEL:
        return first.point, second.point, "Distance between the points"
    if kinds == {"point", "line"} or kinds == {"point", "plane"}:
        flat, point = (second, first) if first.kind == "point" else (first, second)
        foot, words = _foot(flat, point.point), f"Distance to the {flat.kind}"
        return (point.point, foot, words) if flat is second else (foot, point.point, words)
    plane, other = (second, first) if second.kind == "plane" else (first, second)
    foot = _foot(plane, other.point)
    ends = (other.point, foot) if plane is second else (foot, other.point)
    words = (
        "Distance between the parallel planes" if kinds == {"plane"} else "Distance to the plane"
    )
    return (*ends, words)


def _foot(spot: Spot, point: Array) -> Array:
    """Return the point of a line or a plane nearest to a point."""
    away = point - spot.point
    along: Array = float(away @ spot.way) * spot.way
    return spot.point + along if spot.kind == "line" else point - along


def _common_normal(first: Spot, second: Spot) -> tuple[Array, Array]:
    """Return the points of two lines nearest to each other."""
    a, b, away = first.way, second.way, second.point - first.point
    slant = float(a @ b)
    across = 1.0 - slant * slant
    s = (float(away @ a) - slant * float(away @ b)) / across
    t = (slant * float(away @ a) - float(away @ b)) / across
    return first.point + s * a, second.point + t * b


def read_measure(document: Document, postures: Postures, measure: Measure) -> Reading | None:
    """Return the current reading of a measurement of the document; None if an end is missing."""
    spots = [spot_of(document, postures, end) for end in (measure.first, measure.second)]
    if spots[0] is None or spots[1] is None:
        return None
    return between(spots[0], spots[1])


@derived(size=8)
def measure_items(
    document: Document, postures: Postures, background: Background
) -> tuple[Item, ...]:
    """Return the measurements of a document as dimensions."""
    items: list[Item] = []
    hidden = {placed.id for placed in document.robots if placed.hidden}
    for measure in document.measures:
        owners = {str(end.owner[0]) for end in (measure.first, measure.second) if end.owner}
        reading = read_measure(document, postures, measure)
        if reading is not None and not owners & hidden:
            units = UNITS[measure.length], UNITS[measure.angle]
            color = rgba(SCENE[background].label)
            items += reading_items(reading, units, color, background, (measure.id,))
    return tuple(items)


def reading_items(
    reading: Reading,
    units: tuple[Unit, Unit],
    color: Rgba,
    background: Background,
    owner: Ref = NOTHING,
) -> tuple[Item, ...]:
    """Return a reading as a line with its length, and an arc with its angle.

    Args:
        reading: The reading.
        units: Units of lengths and angles.
        color: Colour of lines and numbers.
        background: Their background.
        owner: Their owner.
    """
    halo = rgba(SCENE[background].halo)
    ends = np.stack([reading.start, reading.end])
    items: list[Item] = []
    if reading.distance > SAME_PLACE:
        items.append(Line(ends, halo, WIDTH + RIM, owner=owner, depth="on top"))
        items.append(Line(ends, color, WIDTH, owner=owner, depth="on top"))
        heads = _heads(reading)
        items.append(Line(heads, halo, WIDTH + RIM, True, owner=owner, depth="on top"))
        items.append(Line(heads, color, WIDTH, True, owner=owner, depth="on top"))
    else:
        items.append(Points(ends, halo, DOT + RIM, owner=owner, depth="on top"))
        items.append(Points(ends, color, DOT, owner=owner, depth="on top"))
    for end, seen in zip(ends, reading.seen, strict=True):
        if np.linalg.norm(end - seen) > SAME_PLACE:
            way = np.stack([seen, end])
            thin = WIDTH / 2
            items.append(Line(way, color, thin, dashed=True, owner=owner, depth="on top"))
    words = shown_short(reading.distance, units[0])
    middle = ends.mean(axis=0)
    x, y, z = _aside(reading).tolist()
    items.append(
        Label(words, middle, color, halo, away=(x, y, z), gap=_gap(words), size=TYPE, owner=owner)
    )
    if reading.angle is not None and reading.ways is not None and reading.angle > PARALLEL:
        items += _arc(reading, units[1], color, halo, owner)
    return tuple(items)


def _heads(reading: Reading) -> Array:
    """Return the strokes of an arrow head at either end, as pairs of points (16, 3)."""
    along = reading.delta / reading.distance
    long = HEAD_PART * reading.distance
    up = _aside(reading)
    strokes = []
    for end, back in ((reading.start, along), (reading.end, -along)):
        # Two pairs across each other: from no side is the head seen as a mere line.
        for side in (up, -up, np.cross(along, up), -np.cross(along, up)):
            strokes += [end, end + long * (back + HEAD_SLOPE * side)]
    return np.array(strokes)


def _gap(words: str) -> float:
    """Return the distance of a number's centre from its line, in pixels, by its length."""
    return GAP + NEAR * HALF_LETTER * TYPE * len(words)


def _aside(reading: Reading) -> Array:
    """Return a direction across the line, upwards if possible."""
    along = reading.delta / max(reading.distance, SAME_PLACE)
    up = np.array([0.0, 0.0, 1.0]) if abs(along[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    aside: Array = up - (up @ along) * along
    return aside / np.linalg.norm(aside)


def _arc(reading: Reading, unit: Unit, color: Rgba, halo: Rgba, owner: Ref) -> list[Item]:
    """Return the arc of the angle between the two directions, at the first end."""
    assert reading.ways is not None
    one, two = reading.ways
    two = two if one @ two >= 0.0 else -two
    turn = acos(min(float(one @ two), 1.0))
    if turn < PARALLEL:
        return []
    radius = ARC_PART * reading.distance if reading.distance > SAME_PLACE else ARC_PART * 0.2
    shares = np.linspace(0.0, 1.0, ARC_STEPS + 1)[:, None]
    rim = (np.sin((1.0 - shares) * turn) * one + np.sin(shares * turn) * two) / sin(turn)
    points = reading.start + radius * rim
    legs = np.stack([reading.start, points[0], reading.start, points[-1]])
    x, y, z = rim[ARC_STEPS // 2].tolist()
    words = "∠ " + shown_short(reading.angle or 0.0, unit)
    return [
        Line(points, color, WIDTH, owner=owner, depth="on top"),
        Line(legs, color, WIDTH, pairs=True, dashed=True, owner=owner, depth="on top"),
        Label(
            words, points[ARC_STEPS // 2], color, halo, away=(x, y, z), gap=GAP, size=TYPE,
            owner=owner,
        ),
    ]  # fmt: skip
