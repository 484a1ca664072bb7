"""Pose of a new part at which it is visible: on the surface of its link, facing the viewer."""

from __future__ import annotations

import numpy as np

from rvs.bodies.robot_body import made_body
from rvs.engine.arrays import Array
from rvs.model.body.edits import add_part
from rvs.model.body.fit import fit
from rvs.model.body.values import Body, Move, Part, Place
from rvs.model.document import PlacedRobot

DIGITS = 4


def on_surface(
    body: Body, placed: PlacedRobot, place: Place, part: Part, way: Array
) -> tuple[Move, ...]:
    """Return the moves that put a new part next to all other parts of its link.

    Args:
        body: The body that it will belong to.
        placed: The robot.
        place: The link.
        part: The part, at the origin of the link.
        way: Direction to the eye in the link's frame (3,); the part is moved along its main axis.
    """
    known = _box(body, placed, place, {one.id for one in body.link(place).parts})
    new = _new_box(body, placed, place, part)
    if known is None or new is None:
        return ()
    axis = int(np.argmax(np.abs(way)))
    side = 1 if way[axis] > 0 else 0
    shift = known.mean(axis=0) - new.mean(axis=0)
    shift[axis] = known[side, axis] - new[1 - side, axis]
    values = np.round(shift, DIGITS).tolist()
    return (Move("shift", tuple(values)),) if any(values) else ()


def _new_box(body: Body, placed: PlacedRobot, place: Place, part: Part) -> Array | None:
    if body.composite(part.shape) is None and not _is_plain(body, placed, place, part):
        return None
    grown = add_part(body, place, part)
    before = {one.id for one in body.link(place).parts}
    ids = {one.id for one in grown.link(place).parts} - before
    return _box(grown, placed, place, ids)


def _is_plain(body: Body, placed: PlacedRobot, place: Place, part: Part) -> bool:
    misfits = fit(add_part(body, place, part), placed.robot).misfits
    return not any(one.part.startswith(part.id) and one.place == place for one in misfits)


def _box(body: Body, placed: PlacedRobot, place: Place, ids: set[str]) -> Array | None:
    """Return least and greatest coordinates of parts of a link in its frame (2, 3), m."""
    made = made_body(body, placed.robot)
    clouds = [
        mesh.vertices @ pose[:3, :3].T + pose[:3, 3]
        for mesh, pose, owner in zip(made.meshes, made.poses, made.places, strict=True)
        if owner[0] == place and owner[1] in ids
    ]
    if not clouds:
        return None
    points = np.concatenate(clouds)
    return np.stack([points.min(axis=0), points.max(axis=0)])
