"""Ellipsoids of velocity, force and inertia, and the motion lost near a singularity."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rvs.bodies.effectors import PAYLOAD, Load
from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.joint import Inertia
from rvs.engine.kinematics import fkine, frames
from rvs.engine.robot import Robot
from rvs.model.appearance.colors import SCENE, Rgba, rgba
from rvs.model.body.values import TOOL, part_ref
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.refs import Ref, link_ref
from rvs.model.robots.masses import inertia_of, unweighed
from rvs.model.robots.ranges import reach
from rvs.model.state import Posture
from rvs.model.views.view import Background, EllipsoidKind
from rvs.scene.annotate.frames import along, arrow_mesh
from rvs.scene.items import Item, Label, Line, Points

if TYPE_CHECKING:
    from rvs.model.robots.dexterity import Dexterity
    from rvs.study.dexterity import Ellipsoid, Nearest


KINDS: tuple[EllipsoidKind, ...] = ("velocity", "force")
# Half the longest axis of an ellipsoid, in parts of the robot's reach.
SIZE = 0.16
# Beside the longest axis none is drawn thinner, so that a flat one stays a body.
THIN = 0.01
STEPS = 64
RING, AXIS = 1.8, 1.2


def ellipsoid_items(
    placed: PlacedRobot, posture: Posture, background: Background, kind: EllipsoidKind
) -> tuple[Item, ...]:
    """Return an ellipsoid of a robot in a posture, with a fixed length of its longest axis.

    A motion without bounds, or a direction in which any force can be borne, has the same length.

    Args:
        placed: The robot.
        posture: Joint values, rad and m.
        background: Colours of the scene.
        kind: Velocities for unit joint rates, or forces for unit torques.
    """
    found = _ellipsoid(placed.robot, posture, kind)
    if found is None:
        return ()
    colors = SCENE[background]
    color = rgba(colors.select if kind == "velocity" else colors.y)
    radii = _shown(found.radii) * SIZE * reach(placed.robot)
    pose = np.eye(4)
    pose[:3, :3] = np.asarray(placed.place)[:3, :3] @ _right_handed(found.axes)
    pose[:3, 3] = (np.asarray(placed.place) @ fkine(placed.robot, np.asarray(posture)))[:3, 3]
    owner = (placed.id, TOOL)
    rings = [Line(ring(pose, radii, i), color, RING, owner=owner, depth="hidden") for i in range(3)]
    half = (pose[:3, :3] * radii).T
    ends = pose[:3, 3] + np.stack([-half, half], axis=1).reshape(-1, 3)
    axes = Line(ends, color, AXIS, pairs=True, dashed=True, owner=owner, depth="on top")
    return (*rings, axes)


@derived(size=16)
def _ellipsoid(robot: Robot, posture: Posture, kind: EllipsoidKind) -> Ellipsoid | None:
    # here, since what is known of dexterity loads all of inverse kinematics and dynamics
    from rvs.study.dexterity import force_ellipsoid, velocity_ellipsoid

    make = velocity_ellipsoid if kind == "velocity" else force_ellipsoid
    try:
        return make(robot, np.asarray(posture))
    except RvsError:
        return None


def _shown(radii: Array) -> Array:
    """Return radii limited to the range from thin to 1."""
    finite = radii[np.isfinite(radii)]
    longest = float(finite.max()) if len(finite) and np.isfinite(radii).all() else np.inf
    if not np.isfinite(longest):
        return np.where(np.isfinite(radii), THIN, 1.0)
    return np.maximum(radii / longest, THIN) if longest > 0 else np.full(3, THIN)


def _right_handed(axes: Array) -> Array:
    found = axes.copy()
    if np.linalg.det(found) < 0:
        found[:, 2] *= -1.0
    return found


def ring(pose: Array, radii: Array, normal: int) -> Array:
    """Return the section (n, 3) of an ellipsoid across one of its axes, closed."""
    turn = np.linspace(0.0, 2.0 * np.pi, STEPS + 1)
    local = np.zeros((STEPS + 1, 3))
    first, second = (i for i in range(3) if i != normal)
    local[:, first], local[:, second] = radii[first] * np.cos(turn), radii[second] * np.sin(turn)
    return np.asarray(local @ pose[:3, :3].T + pose[:3, 3])


MASS_RING, DOT, RIM = 1.4, 9.0, 13.0
ALPHA = 0.8


@derived(size=16)
def mass_items(
    placed: PlacedRobot, posture: Posture, background: Background, load: Load | None = None
) -> tuple[Item, ...]:
    """Return centres of mass and inertia ellipsoids of the links with a mass.

    Args:
        placed: The robot.
        posture: Joint values, rad and m.
        background: Colours of the scene.
        load: End-effector and payload, which are drawn too if the robot has masses; or None.
    """
    world = np.asarray(placed.place) @ frames(placed.robot, np.asarray(posture))[1:]
    joints = placed.robot.joints
    bodies = [
        (joint.inertia, frame, link_ref(placed.id, index))
        for index, (joint, frame) in enumerate(zip(joints, world, strict=True), 1)
    ]
    if load is not None and not unweighed(placed.robot):
        bodies += [
            (inertia_of(load.tool), world[-1], (placed.id, TOOL)),
            (inertia_of(load.payload), world[-1], part_ref(placed.id, TOOL, PAYLOAD)),
        ]
    found = (_items(*body, background) for body in bodies if body[0] is not None)
    return tuple(item for items in found for item in items)


def _items(inertia: Inertia | None, frame: Array, owner: Ref, background: Background) -> list[Item]:
    """Return a dot at the centre of a body with a mass, and its ellipsoid."""
    if inertia is None or inertia.mass <= 0.0:
        return []
    colors = SCENE[background]
    radii, axes = inertia_ellipsoid(inertia)
    pose = np.array(frame)
    pose[:3, 3] = frame[:3, :3] @ inertia.com + frame[:3, 3]
    pose[:3, :3] = frame[:3, :3] @ axes
    lines = [ring(pose, radii, k) for k in range(3)] if radii.any() else []
    center = pose[None, :3, 3]
    return [
        *(
            Line(points, rgba(colors.warn, ALPHA), MASS_RING, owner=owner, depth="hidden")
            for points in lines
        ),
        Points(center, rgba(colors.halo), RIM, owner=owner, depth="on top"),
        Points(center, rgba(colors.warn), DOT, owner=owner, depth="on top"),
    ]


def inertia_ellipsoid(inertia: Inertia) -> tuple[Array, Array]:
    """Return the uniform solid ellipsoid with the mass and moments of a link.

    Its semi-axes follow from ``I_1 = m (r_2^2 + r_3^2) / 5`` and so on.

    Returns:
        Semi-axes (3,) in m, 0 if the moments are impossible, and unit vectors along them as columns
        (3, 3), link axes, right-handed.
    """
    xx, yy, zz, xy, yz, xz = inertia.moments
    moments, axes = np.linalg.eigh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    squares = 2.5 * (moments.sum() - 2.0 * moments) / inertia.mass
    if np.linalg.det(axes) < 0.0:
        axes[:, 2] *= -1.0
    return np.sqrt(np.maximum(squares, 0.0)), axes


# In parts of the robot's reach: an arrow, and the ring of a turn; in parts of an arrow its shaft,
# head and head's length.
LENGTH, TURN_RADIUS = 0.2, 0.09
SHAFT, HEAD, HEAD_LENGTH = 0.022, 0.066, 0.22
# A share of the motion below this is not drawn.
NOTHING = 0.2
TURN_STEPS, ARC, WIDTH = 48, 1.6 * np.pi, 2.5


@derived(size=16)
def lost_items(placed: PlacedRobot, posture: Posture, background: Background) -> tuple[Item, ...]:
    """Return arrows at the tool, with a word; empty if no singularity is near."""
    # here, as few scenes show it
    from rvs.model.robots.dexterity import dexterity_of

    found = dexterity_of(placed.robot, posture)
    if isinstance(found, str) or not found.near or found.nearest is None:
        return ()
    turned = np.asarray(placed.place)[:3, :3]
    at = (np.asarray(placed.place) @ fkine(placed.robot, np.asarray(posture)))[:3, 3]
    turn, move = (turned @ part for part in _parts(found.nearest))
    size, owner = reach(placed.robot), (placed.id, TOOL)
    colors = SCENE[background]
    color = rgba(colors.limit)
    items: list[Item] = []
    if np.linalg.norm(turn) > NOTHING:
        items += _turning(at, turn, TURN_RADIUS * size, color, owner)
    if np.linalg.norm(move) > NOTHING:
        items += _moving(at, move, LENGTH * size, color, owner)
    if not items:
        return ()
    longest = (
        move * LENGTH if np.linalg.norm(move) > NOTHING else _unit(turn) * TURN_RADIUS * ARC / 2
    )
    x, y, z = _unit(longest).tolist()
    words, halo = _word(found), rgba(colors.halo)
    return (*items, Label(words, at + longest * size, color, halo, away=(x, y, z), owner=owner))


def _parts(nearest: Nearest) -> tuple[Array, Array]:
    return nearest.direction[:3], nearest.direction[3:]


def _word(found: Dexterity) -> str:
    return "lost" if found.at_singularity else "hardest"


def _unit(vector: Array) -> Array:
    return np.asarray(vector / np.linalg.norm(vector))


def _moving(at: Array, move: Array, size: float, color: Rgba, owner: Ref) -> list[Item]:
    """Return two arrows away from the tool point, shorter for a smaller part of the motion."""
    length = size * float(np.linalg.norm(move))
    mesh = arrow_mesh(length, SHAFT * size, HEAD * size, min(HEAD_LENGTH * size, 0.8 * length))
    return [
        Solid(mesh, along(at, way * move), color, owner=owner, layer="annotation")
        for way in (1.0, -1.0)
    ]


def _turning(at: Array, turn: Array, radius: float, color: Rgba, owner: Ref) -> list[Item]:
    """Return the axis through the tool point, and a partial ring with an arrow at each end."""
    pose = along(at, turn)
    angles = np.linspace(-ARC / 2, ARC / 2, TURN_STEPS)
    ring = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(TURN_STEPS)]) * radius
    axis = np.outer([-1.0, 1.0], pose[:3, 2]) * radius * 1.4 + at
    items: list[Item] = [
        Line(axis, color, WIDTH / 2, dashed=True, owner=owner, depth="on top"),
        Line(ring @ pose[:3, :3].T + at, color, WIDTH, owner=owner, depth="hidden"),
    ]
    head = 0.35 * radius
    mesh = arrow_mesh(head, 0.01 * radius, 0.14 * radius, 0.9 * head)
    for end, way in ((0, -1.0), (-1, 1.0)):
        tangent = way * np.array([-np.sin(angles[end]), np.cos(angles[end]), 0.0])
        place = pose[:3, :3] @ ring[end] + at
        where = along(place, pose[:3, :3] @ tangent)
        items.append(Solid(mesh, where, color, owner=owner, layer="annotation"))
    return items
