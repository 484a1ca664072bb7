"""Solid bodies of robots: shapes made once, moved rigidly with the frames of their links."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.bodies.autobody import automatic_body
from rvs.bodies.part_meshes import seen_meshes, solid_meshes
from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import Solid, Solids
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.geometry.mesh import Mesh
from rvs.model.appearance.colors import SKELETON, rgba
from rvs.model.body.fit import FittedPart, fit
from rvs.model.body.values import ROBOT_COLOR, TOOL, Body, Place, part_ref
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import held_in, openings_of, part_of
from rvs.model.state import Posture
from rvs.model.views.view import Mode
from rvs.value_class import dataclass

STANDARD_PAINT = SKELETON["tube"][0]


@dataclass(frozen=True, eq=False)
class Made:
    """A body's solids in the frames of their links.

    Attributes:
        meshes: Surface of each.
        looks: Colour and material of each; the colour ``""`` is the robot's.
        places: The link to which each belongs.
        frames: Frame that carries each (k,).
        poses: Pose of each in that frame (k, 4, 4), m.
    """

    meshes: tuple[Mesh, ...]
    looks: tuple[tuple[str, str], ...]
    places: tuple[tuple[Place, str], ...]
    frames: NDArray[np.int64]
    poses: Array


def body_solids(placed: PlacedRobot, body: Body, posture: Posture, color: str = "") -> Solids:
    """Return the solids of a robot's body in a posture, without parts that do not fit.

    Raises:
        ArgumentError: Sizes that make no shape.
    """
    made = made_body(body, placed.robot)
    poses = world_frames(placed, posture)[made.frames] @ made.poses
    poses.setflags(write=False)
    return Solids(looks_of(made, placed.id, placed.color or color), poses)


@derived(size=256)
def made_body(body: Body, robot: Robot) -> Made:
    """Return the visible solids of a body on a robot, in the frames of its links."""
    return _made(
        robot,
        [
            (part, color or ("" if part.color == ROBOT_COLOR else part.color), mesh)
            for part in fit(body, robot).parts
            for color, mesh in seen_meshes(part)
        ],
    )


@derived(size=256)
def solid_body(body: Body, robot: Robot) -> Made:
    """Return the solid parts of a body on a robot, in the frames of its links."""
    parts = fit(body, robot).parts
    return _made(robot, [(part, "", mesh) for part in parts for mesh in solid_meshes(part)])


def _made(robot: Robot, found: Sequence[tuple[FittedPart, str, Mesh]]) -> Made:
    each = [one for one in found for _ in one[0].poses]
    places = [part.place for part, _, _ in each]
    return Made(
        tuple(mesh for _, _, mesh in each),
        tuple((color, part.material) for part, color, _ in each),
        tuple((part.place, part.id) for part, _, _ in each),
        np.array([robot.n if place == TOOL else place for place in places], np.int64),
        np.concatenate([part.poses for part, _, _ in found]) if found else np.zeros((0, 4, 4)),
    )


@derived(size=256)
def looks_of(made: Made, robot_id: str, color: str = "") -> tuple[Solid, ...]:
    """Return a body's solids in the frames of their links; those of the robot's colour as one."""
    own = color or STANDARD_PAINT
    return tuple(
        Solid(mesh, pose, rgba(paint or own), material, part_ref(robot_id, place, part))
        for mesh, pose, (paint, material), (place, part) in zip(
            made.meshes, made.poses, made.looks, made.places, strict=True
        )
    )


START = 0.0


def shown_body(placed: PlacedRobot, mode: Mode) -> Body | None:
    """Return the body a robot is drawn with in a mode of the view, or None for its skeleton."""
    mode = placed.display.mode_in(mode)
    return None if mode == "skeleton" else body_for(placed, mode)


def checked_body(placed: PlacedRobot, mode: Mode) -> Body:
    """Return the body with which a robot is checked; the automatic one replaces a skeleton."""
    return body_for(placed, placed.display.mode_in(mode))


def body_for(placed: PlacedRobot, mode: Mode) -> Body:
    """Return the body of a robot, whatever its display.

    In the mode ``"full"`` it is the full model if available and fitting, otherwise the automatic
    body.
    """
    if mode == "full" and placed.body is not None and fit(placed.body, placed.robot).ok:
        return placed.body
    return automatic_body(placed.robot)


def own_part(
    placed: PlacedRobot, motion: Motion | None, playhead: float
) -> tuple[Motion | None, float]:
    """Return the motion and time at which a robot grips its payload or moves its gripper."""
    if motion is None or not handles(placed, motion):
        return None, START
    part, start = part_of(motion, placed.id)
    return part, _since(start, playhead) if start else playhead


def handles(placed: PlacedRobot, motion: Motion) -> bool:
    """Return whether a robot grips or releases an object, or moves its gripper, in a motion."""
    return bool(held_in(placed, motion) or openings_of(motion, placed.id))


@derived(size=64)
def _since(start: float, playhead: float) -> float:
    """Return the time since a start, equal for equal times, so that cached results are found."""
    return playhead - start
