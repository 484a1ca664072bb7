"""Objects gripped by the robots of a cell along a motion, and their poses at each time.

A grip of a motion takes the nearest object within reach of the tool, with its group, carries it,
and leaves it where it is released.  Locked or hidden objects are not gripped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf, isfinite

import numpy as np

from rvs.collision.shapes import thing_shape
from rvs.engine.arrays import Array, pose_rows
from rvs.engine.kinematics import fkine
from rvs.engine.transforms import inverse
from rvs.model.derived import by_value, derived
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.cartesian import Finding
from rvs.model.motions.motion import Motion, movers
from rvs.model.motions.tracks import grips_of, part_of
from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import UNITS
from rvs.model.things.thing import Thing, own_bounds
from rvs.study.clearance import Checker
from rvs.study.shapes import hull
from rvs.value_class import dataclass

# How near to the tool point a thing has to be to be taken, in m.
REACH = 5e-3
TIP = ""
# Things that are carried, each with the robot that does.
Held = tuple[tuple[str, str], ...]


@dataclass(frozen=True, eq=False)
class GraspPeriod:
    """A period during which a robot carries an object.

    Attributes:
        thing: Id of the object.
        robot_id: The robot.
        take: Time of the grip, in s of the time line.
        release: Time at which it is released; infinite if it is not released.
        local: Its pose in the tool frame meanwhile (4, 4), m.
    """

    thing: str
    robot_id: str
    take: float
    release: float
    local: Array


@dataclass(frozen=True, slots=True)
class MissedGrip:
    """A grip without an object.

    Attributes:
        robot_id: The robot.
        time: Its time, in s of the time line.
        nearest: Id of the object nearest to the tool, or empty without one.
        distance: Distance to that object, in m.
    """

    robot_id: str
    time: float
    nearest: str
    distance: float

    def words(self, unit: str) -> str:
        """Return the sentence for a missed grip, with the distance of the nearest object."""
        length = UNITS[unit]
        reach = f"nothing to grip within {shown_short(REACH, length)} of the tool"
        if not self.nearest:
            return f"{reach}; the cell has no object that could be gripped"
        return f"{reach}; nearest: {self.nearest} at {shown_short(self.distance, length)}"


@dataclass(frozen=True, eq=False)
class GraspedObjects:
    """Objects of a cell that robots grip and miss along a motion.

    Attributes:
        hauls: Carried objects with robots and times, in the order of time.
        misses: Grips without an object.
    """

    hauls: tuple[GraspPeriod, ...] = ()
    misses: tuple[MissedGrip, ...] = ()


NOTHING = GraspedObjects()


@derived(size=16)
def grasped_objects(document: Document, motion: Motion | None) -> GraspedObjects:
    """Return the objects that robots grip and miss along a motion of a cell."""
    if motion is None:
        return NOTHING
    moved = movers(motion)
    grips = sorted(
        (start + grip.take, start + grip.release, number)
        for number, placed in enumerate(document.robots)
        if placed.id in moved
        for start in (part_of(motion, placed.id)[1],)
        for grip in grips_of(motion, placed.id)
    )
    if not grips:
        return NOTHING
    loose = [thing for thing in document.things if not thing.locked and not thing.hidden]
    checker = Checker(
        {TIP: hull(np.zeros((1, 3)), 0.0), **{one.id: thing_shape(one) for one in loose}},
        [(TIP, one.id) for one in loose],
    )
    hauls: list[GraspPeriod] = []
    misses: list[MissedGrip] = []
    for take, release, number in grips:
        placed = document.robots[number]
        tool = _tool(placed, motion, take)
        places = {one.id: _place(document, motion, one, hauls, take) for one in loose}
        held = {one.thing for one in hauls if one.take <= take < one.release}
        tip = np.eye(4)
        tip[:3, 3] = tool[:3, 3]
        near = checker.near([tip, *places.values()], inf) if loose else ()
        found = sorted(
            (one.clearance.distance, _volume(document.thing(name)), name)
            for one in near
            for name in ((one.b if one.a == TIP else one.a),)
            if name not in held
        )
        if not found or found[0][0] > REACH:
            nearest = (found[0][2], found[0][0]) if found else ("", inf)
            misses.append(MissedGrip(placed.id, take, *nearest))
            continue
        for thing in _with_group(loose, document.thing(found[0][2])):
            local = inverse(tool) @ places[thing.id]
            hauls.append(GraspPeriod(thing.id, placed.id, take, release, local))
    return GraspedObjects(tuple(hauls), tuple(misses))


@derived(size=16)
def with_grasped(document: Document, motion: Motion | None, t: float) -> Document:
    """Return a cell with its objects at their poses at a time; the same cell if none moved.

    Args:
        document: The cell.
        motion: Motion of its robots.
        t: Time in that motion, in s.
    """
    found = grasped_objects(document, motion)
    if motion is None or not any(one.take <= t for one in found.hauls):
        return document
    gone = {one.thing for one in found.hauls if one.take <= t}
    things = tuple(
        replace(one, place=pose_rows(_place(document, motion, one, found.hauls, t), "place"))
        if one.id in gone
        else one
        for one in document.things
    )
    return replace(document, things=things)


def missed_grips(document: Document, placed: PlacedRobot, motion: Motion) -> tuple[Finding, ...]:
    """Return the grips of a robot without an object; a payload always exists."""
    if placed.payload is not None:
        return ()
    found = []
    for miss in grasped_objects(document, motion).misses:
        if miss.robot_id == placed.id:
            tool = fkine(placed.robot, motion.at(miss.time)[placed.id])
            x, y, z = tool[:3, 3].tolist()
            found.append(Finding(miss.time, miss.time, (x, y, z), miss.words(placed.unit)))
    return tuple(found)


def held_at(found: GraspedObjects, t: float) -> Held:
    """Return the robot that holds each object at a time: ids of objects and robots."""
    hauls = found.hauls
    return _known(tuple((one.thing, one.robot_id) for one in hauls if one.take <= t < one.release))


@derived(size=64, known=by_value)
def _known(held: Held) -> Held:
    """Return the same tuple for equal ones, so that cached results derived from it are found."""
    return held


def _place(
    document: Document, motion: Motion, thing: Thing, hauls: Sequence[GraspPeriod], t: float
) -> Array:
    """Return the pose of an object in the world at a time (4, 4)."""
    own = [one for one in hauls if one.thing == thing.id and one.take <= t]
    if not own:
        return np.asarray(thing.place)
    last = own[-1]
    placed = document.robot(last.robot_id)
    return _tool(placed, motion, min(t, last.release)) @ last.local


def _tool(placed: PlacedRobot, motion: Motion, t: float) -> Array:
    """Return the pose of a robot's tool in the world at a time (4, 4)."""
    until = t if isfinite(t) else motion.duration
    return np.asarray(np.array(placed.place) @ fkine(placed.robot, motion.at(until)[placed.id]))


def _with_group(things: Sequence[Thing], chosen: Thing) -> Iterator[Thing]:
    for thing in things:
        if thing.id == chosen.id or (chosen.group and thing.group == chosen.group):
            yield thing


def _volume(thing: Thing) -> float:
    """Return the size of the box around an object: the smaller of two equally near is gripped."""
    low, high = own_bounds(thing)
    return float(np.prod(high - low))
