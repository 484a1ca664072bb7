"""The bodies of a cell as shapes for distance computations, with their poses.

The drawn bodies are checked: the full model or the automatic body, which also replaces a skeleton.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from rvs.bodies.effectors import (
    STEPS,
    carried,
    holding_posture,
    open_now,
    payload_solid,
    tool_parts,
)
from rvs.bodies.robot_body import START, checked_body, own_part, solid_body
from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.things import thing_pieces
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.geometry.mesh import Mesh
from rvs.model.body.values import TOOL, Body
from rvs.model.collision.rules import FLOOR, payload_ref
from rvs.model.derived import derived
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.refs import Ref, link_ref, thing_ref
from rvs.model.state import Posture, Postures
from rvs.model.things.thing import Thing
from rvs.model.views.view import Mode
from rvs.study.shapes import Shape, ground, hull, joined, surface
from rvs.value_class import dataclass

GROUND = ground()
# A mesh of this number of vertices at one distance from a point is a ball.
BALL_VERTICES = 100
ROUND = 1e-9


@dataclass(frozen=True, eq=False)
class RobotShapes:
    """The bodies of one robot.

    Attributes:
        refs: References to the bodies.
        shapes: Each in the frame of its carrier.
        frames: Frame that carries each, 0 to n.
    """

    refs: tuple[Ref, ...]
    shapes: tuple[Shape, ...]
    frames: tuple[int, ...]


def opening_now(placed: PlacedRobot, mode: Mode, motion: Motion | None, t: float) -> float:
    """Return the opening of a robot's gripper at a time of a motion, 0 to 1, in steps."""
    return open_now(placed, checked_body(placed, mode), *own_part(placed, motion, t))


@derived(size=256)
def robot_shapes(placed: PlacedRobot, mode: Mode, opening: float) -> RobotShapes:
    """Return base, links, tool and payload of a robot with its gripper open by 0 to 1."""
    body, n = checked_body(placed, mode), placed.robot.n
    links = link_shapes(body, placed.robot)
    found = [(link_ref(placed.id, i), links[i], i) for i in range(n + 1) if i in links]
    tool = _tool_shape(placed, body, opening, links.get(-1))
    if tool.pieces:
        found.append(((placed.id, TOOL), tool, n))
    if placed.payload is not None:
        found.append((payload_ref(placed.id), _payload_shape(placed), n))
    refs, shapes, carriers = zip(*found, strict=True) if found else ((), (), ())
    return RobotShapes(refs, shapes, carriers)


@derived(size=256)
def link_shapes(body: Body, robot: Robot) -> dict[int, Shape]:
    """Return the parts of a body by link, -1 for the tool, each in its link's frame."""
    made = solid_body(body, robot)
    parts: dict[int, list[tuple[Shape, Array]]] = defaultdict(list)
    for mesh, pose, (place, _) in zip(made.meshes, made.poses, made.places, strict=True):
        parts[-1 if place == TOOL else int(place)].append((mesh_shape(mesh), pose))
    return {place: joined(found) for place, found in parts.items()}


def _tool_shape(placed: PlacedRobot, body: Body, opening: float, own: Shape | None) -> Shape:
    """Return the shape on the flange, in the last frame."""
    found = [(mesh_shape(mesh), pose) for mesh, pose in tool_parts(placed, body, opening)]
    if own is not None:
        found.append((own, np.eye(4)))
    return joined(found)


@derived(size=256)
def _payload_shape(placed: PlacedRobot) -> Shape:
    """Return a payload about its middle."""
    assert placed.payload is not None
    return joined((mesh_shape(mesh), local) for mesh, local in payload_solid(placed.payload))


def thing_shape(thing: Thing) -> Shape:
    """Return an object in its own frame."""
    return _pieces_shape(*(piece.mesh for piece in thing_pieces(thing)))


@derived(size=1024)
def _pieces_shape(*meshes: Mesh) -> Shape:
    return joined((mesh_shape(mesh), np.eye(4)) for mesh in meshes)


@derived(size=4096)
def mesh_shape(mesh: Mesh) -> Shape:
    """Return the body enclosed by a mesh; a ball stays exactly round."""
    middle = mesh.bounds.mean(axis=0)
    radii = np.linalg.norm(mesh.vertices - middle, axis=1)
    if len(radii) >= BALL_VERTICES and np.ptp(radii) <= ROUND * radii.max():
        return hull(middle[None], float(radii.max()))
    return surface(mesh.vertices, mesh.corners, mesh.starts)


def cell_poses(
    document: Document,
    postures: Postures,
    mode: Mode,
    refs: Sequence[Ref],
    motion: Motion | None = None,
    t: float = START,
) -> Array:
    """Return the poses of bodies in the world (b, 4, 4).

    Args:
        document: The cell.
        postures: Joint values of every robot, rad and m.
        mode: Display mode of the cell.
        refs: The bodies.
        motion: The motion in which payloads are gripped and released, or None.
        t: Time in that motion, in s.
    """
    places = dict(_resting_places(document.things))
    for placed in document.robots:
        posture = postures[placed.id]
        world = world_frames(placed, posture)
        for i in range(placed.robot.n + 1):
            places[link_ref(placed.id, i)] = world[i]
        places[(placed.id, TOOL)] = world[-1]
        if placed.payload is not None:
            places[payload_ref(placed.id)] = _payload_pose(placed, posture, mode, motion, t)
    return np.array([places[ref] for ref in refs]).reshape(-1, 4, 4)


@derived(size=8)
def _resting_places(things: tuple[Thing, ...]) -> Mapping[Ref, Array]:
    """Return the poses of floor and objects."""
    return {FLOOR: np.eye(4)} | {thing_ref(one.id): np.asarray(one.place) for one in things}


def _payload_pose(
    placed: PlacedRobot, posture: Posture, mode: Mode, motion: Motion | None, t: float
) -> Array:
    load = carried(placed, checked_body(placed, mode), STEPS[0])
    found: Array = (
        world_frames(placed, holding_posture(placed, posture, *own_part(placed, motion, t)))[-1]
        @ load.held
    )
    return found
