"""Anchors in the world, and the anchor at a point of the world."""

from __future__ import annotations

import numpy as np

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.model.annotations.anchors import ZERO, Anchor, Kind, Vector
from rvs.model.document import Document
from rvs.model.refs import NOTHING, Ref, link_ref, whole
from rvs.model.state import Postures
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
