"""Solid bodies of robots: shapes made once, moved rigidly with the frames of their links."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

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
from rvs.model.state import Posture
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
