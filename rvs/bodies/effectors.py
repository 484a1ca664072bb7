"""End-effectors and payloads of robots: sized for the flange, held, or released.

The ``body`` of a robot is its drawn model, None for its skeleton; ``open_to`` is the opening of its
gripper, 0 to 1; ``t`` is a time of the current motion, in s.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial

import numpy as np

from rvs.bodies.masses import tool_bulk
from rvs.bodies.part_meshes import shape_mesh
from rvs.bodies.robot_body import Made, looks_of, made_body, solid_body
from rvs.bodies.skeleton.skeleton import skeleton_flange, tabled, world_frames
from rvs.bodies.solid import Solid, Solids
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse, pose
from rvs.geometry.bulk import EMPTY, Bulk
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes.flat import rounded_box
from rvs.geometry.shapes.revolved import sphere
from rvs.geometry.things.workpieces import barrel, battery_parts, peg_mesh
from rvs.model.appearance.colors import rgba
from rvs.model.body.names import constant_values
from rvs.model.body.values import TOOL, Body, part_ref
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.motions.grips import holds, opened, opening, resting_since
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import held_in, openings_of
from rvs.model.robots.effectors import (
    flange,
    gaps,
    holds_by_face,
    is_by_tip,
    opening_for,
    opens,
    sized,
    tip,
)
from rvs.model.robots.masses import carrying, unweighed
from rvs.model.robots.payloads import PAYLOADS, Payload, grasp
from rvs.model.state import Posture
from rvs.value_class import dataclass

Look = tuple[Mesh, Array, str, str]

MASS = 0.5
OVER = np.diag([1.0, -1.0, -1.0, 1.0])
MATERIALS = {"box": "matte", "sphere": "plastic", "battery": "plastic", "peg": "brushed"}


@derived(size=32)
def payload_looks(payload: Payload) -> tuple[Look, ...]:
    """Return the meshes of a payload, each with its pose about its centre, colour and material."""
    x, y, z = payload.sizes
    if payload.kind not in PAYLOADS:
        return _model_looks(payload) or payload_looks(Payload("box", payload.sizes, 0.0))
    usual = PAYLOADS[payload.kind].color, MATERIALS.get(payload.kind, "paint")
    if payload.kind == "battery":
        # A tool comes down from above along its z, so the upper end of what it holds is at -z.
        return tuple(
            (mesh, OVER @ _raised(low), look[0] or usual[0], look[1] or usual[1])
            for look, mesh, low in battery_parts(x / 2, z)
        )
    if payload.kind == "sphere":
        return ((sphere(x / 2, 40), np.eye(4), *usual),)
    mesh = {
        "box": lambda: rounded_box(x, y, z, 0.06 * min(x, y, z)),
        "peg": lambda: peg_mesh(x / 2, z),
        "cylinder": lambda: barrel(x / 2, z, min(0.04 * x, 0.4 * z)),
    }[payload.kind]()
    return ((mesh, _raised(-z / 2), *usual),)


def model_payload(body: Body, mass: float | None = None) -> Payload:
    """Return the payload of a model: as large as its parts, its constant ``mass`` in kg.

    Args:
        body: The model; its parts are upright, and a tool grips it from above.
        mass: Its mass if it differs from the model's, kg.

    Raises:
        ArgumentError: A model without parts.
    """
    low, high = _bounds(body)
    if not (high > low).all():
        raise ArgumentError(f"{body.name}: a payload needs at least one part")
    known = {} if mass is not None else constant_values(body.constants, {})
    x, y, z = (high - low).tolist()
    own = known.get("mass", MASS) if mass is None else mass
    return Payload(body.name, (x, y, z), own, body)


def payload_solid(payload: Payload) -> tuple[tuple[Mesh, Array], ...]:
    """Return the solid meshes of a payload, each with its pose about its centre."""
    if payload.body is None or payload.kind in PAYLOADS:
        return tuple((mesh, local) for mesh, local, *_ in payload_looks(payload))
    made, centred = solid_body(payload.body, _nobody()), _centred(payload.body)
    return tuple((mesh, centred @ at) for mesh, at in zip(made.meshes, made.poses, strict=True))


def _centred(body: Body) -> Array:
    low, high = _bounds(body)
    found: Array = OVER @ pose(p=-(low + high) / 2)
    return found


def _model_looks(payload: Payload) -> tuple[Look, ...]:
    if payload.body is None:
        return ()
    made, centred = made_body(payload.body, _nobody()), _centred(payload.body)
    usual = PAYLOADS["box"].color
    return tuple(
        (mesh, centred @ local, color or usual, material)
        for mesh, local, (color, material) in zip(made.meshes, made.poses, made.looks, strict=True)
    )


@derived(size=32)
def _bounds(body: Body) -> tuple[Array, Array]:
    made = made_body(body, _nobody())
    clouds = [
        mesh.vertices @ local[:3, :3].T + local[:3, 3]
        for mesh, local in zip(made.meshes, made.poses, strict=True)
    ]
    points = np.concatenate(clouds) if clouds else np.zeros((1, 3))
    return points.min(axis=0), points.max(axis=0)


# Expressions of a payload see no robot.
@lru_cache(maxsize=1)
def _nobody() -> Robot:
    return Robot.from_dh([0.0], [0.0], [0.0], [0.0])


def _raised(z: float) -> Array:
    return pose(p=[0.0, 0.0, z])


STANDARD = "hand"
PAYLOAD = "payload"
STEM = ("#C3C7CC", "brushed")
NO_SOLIDS = Solids((), np.zeros((0, 4, 4)))
# Openings move in small steps, so that a moving gripper is made few times.
STEPS = tuple(k / 60 for k in range(61))


@dataclass(frozen=True, eq=False)
class Carried:
    """End-effector and payload on the last link of a robot.

    Attributes:
        effector: The end-effector, sized for the flange; None if it has no body.
        root: Its pose in the last frame (4, 4), m.
        tip: Pose of its tool frame in the last frame (4, 4), m.
        held: Pose of the centre of a payload in the last frame (4, 4), m.
        start: Distance of the flange's face from the last frame along z, m.
        radius: Radius of the flange, m.
        joined: No connection is drawn between the flange and the end-effector.
    """

    effector: Body | None
    root: Array
    tip: Array
    held: Array
    start: float
    radius: float
    joined: bool


@derived(size=64)
def carried(placed: PlacedRobot, body: Body | None, open_to: float) -> Carried:
    """Return the end-effector and payload of a robot, with their poses.

    An end-effector is mounted on the flange; where the robot's tool frame is further out, its tip
    reaches that frame.
    """
    robot = placed.robot
    start, radius = skeleton_flange(tabled(placed).robot) if body is None else flange(body, robot)
    effector = None
    if placed.effector is not None:
        effector = sized(placed.effector, radius, open_to)
    own = tip(effector, robot)
    root = pose(p=[0.0, 0.0, start])
    wanted = robot.tool @ inverse(own)
    by_tip = is_by_tip(effector, robot)
    if by_tip or (np.linalg.norm(robot.tool[:3, 3]) > 0.0 and wanted[2, 3] > start - 1e-9):
        root = wanted
    end = root @ own
    by_face = holds_by_face(effector, robot)
    held = grasp(placed.payload, end, by_face=by_face) if placed.payload else end
    return Carried(effector, root, end, held, start, radius, by_tip)


def tip_on_flange(placed: PlacedRobot, body: Body | None) -> Array:
    """Return the tip of a robot's end-effector on its flange, in the last frame (4, 4)."""
    load = carried(placed, body, STEPS[0])
    if load.joined:
        return load.tip
    own: Array = pose(p=[0.0, 0.0, load.start]) @ tip(load.effector, placed.robot)
    return own


@dataclass(frozen=True, eq=False)
class Load:
    """Load on the last link, in the last frame; the volumes are masses in kg.

    Attributes:
        tool: The end-effector.
        payload: The payload.
    """

    tool: Bulk
    payload: Bulk

    @property
    def whole(self) -> Bulk:
        """Both together."""
        return self.tool + self.payload


@derived(size=64)
def carried_load(placed: PlacedRobot, body: Body | None) -> Load:
    """Return the load of a robot's end-effector and payload, at the poses where they are drawn."""
    load = carried(placed, body, STEPS[0])
    tool = EMPTY
    if load.effector is not None:
        tool = tool_bulk(load.effector, placed.robot).moved(load.root)
    held = EMPTY if placed.payload is None else placed.payload.bulk.moved(load.held)
    return Load(tool, held)


@derived(size=64)
def loaded_robot(placed: PlacedRobot, body: Body | None) -> Robot:
    """Return the robot with its end-effector and payload as parts of its last link.

    This is the robot used for dynamics: a tilted position rotates the gravity vector instead, since
    its base is not moved.  A robot with unknown masses carries nothing.
    """
    robot, turn = placed.robot, np.asarray(placed.place)[:3, :3]
    if not np.allclose(turn @ robot.gravity, robot.gravity, atol=1e-12):
        robot = robot.replace(gravity=tuple((turn.T @ robot.gravity).tolist()))
    return robot if unweighed(robot) else carrying(robot, carried_load(placed, body).whole)


def tool_solids(placed: PlacedRobot, body: Body | None, posture: Posture, open_to: float) -> Solids:
    """Return the solids of a robot's end-effector in a posture; none without a body."""
    load = carried(placed, body, open_to)
    if load.effector is None:
        return NO_SOLIDS
    made, stem = made_body(load.effector, placed.robot), _stem(load)
    frame = world_frames(placed, posture)[-1]
    poses = frame @ load.root @ made.poses
    if stem is not None:
        poses = np.concatenate([poses, (frame @ stem[1])[None]])
    poses.setflags(write=False)
    return Solids(_tool_looks(load, made, placed.id, placed.color or STEM[0]), poses)


@derived(size=64)
def _tool_looks(load: Carried, made: Made, robot_id: str, color: str) -> tuple[Solid, ...]:
    """Return the solids of an end-effector in their own frames, and its stem in the last frame."""
    looks, stem = looks_of(made, robot_id, color), _stem(load)
    if stem is None:
        return looks
    owner = part_ref(robot_id, TOOL, "stem")
    return (*looks, Solid(stem[0], stem[1], rgba(STEM[0]), STEM[1], owner))


def tool_parts(
    placed: PlacedRobot, body: Body | None, open_to: float
) -> tuple[tuple[Mesh, Array], ...]:
    """Return the solid parts of a robot's end-effector, with poses in the last frame (4, 4)."""
    load = carried(placed, body, open_to)
    if load.effector is None:
        return ()
    made, stem = solid_body(load.effector, placed.robot), _stem(load)
    found = tuple(zip(made.meshes, load.root @ made.poses, strict=True))
    return found if stem is None else (*found, stem)


def payload_solids(
    placed: PlacedRobot,
    body: Body | None,
    posture: Posture,
    motion: Motion | None = None,
    t: float = 0.0,
) -> Solids:
    """Return the solids of a robot's payload: at the tool, or at its own pose."""
    if placed.payload is None:
        return NO_SOLIDS
    frame = world_frames(placed, holding_posture(placed, posture, motion, t))[-1]
    place = frame @ carried(placed, body, STEPS[0]).held
    looks = _payload_solids(placed.payload, placed.id)
    poses = np.stack([place @ look.pose for look in looks])
    poses.setflags(write=False)
    return Solids(looks, poses)


@derived(size=64)
def _payload_solids(payload: Payload, robot_id: str) -> tuple[Solid, ...]:
    """Return the solids of a payload in its own frame."""
    owner = part_ref(robot_id, TOOL, PAYLOAD)
    return tuple(
        Solid(mesh, local, rgba(color), material, owner)
        for mesh, local, color, material in payload_looks(payload)
    )


def open_now(
    placed: PlacedRobot, body: Body | None, motion: Motion | None = None, t: float = 0.0
) -> float:
    """Return the opening of a robot's gripper, 0 to 1, in steps.

    It closes on its payload while gripping it.
    """
    wide = placed.opening
    if placed.effector is not None:
        part = partial(opening_for, placed.effector, placed.robot, _radius(placed, body))
        if motion is not None:
            told = openings_of(motion, placed.id)
            wide = opened(tuple((start, part(gap)) for start, gap in told), t, wide)
        if placed.payload is not None:
            closed, grips = part(placed.payload.sizes[0]), held_in(placed, motion)
            wide = opening(grips, t, max(wide, closed), closed) if grips else closed
    return STEPS[round(wide * (len(STEPS) - 1))]


def finger_gaps(placed: PlacedRobot, body: Body | None) -> tuple[float, float] | None:
    """Return the distances between the fingers of a robot's gripper, closed and open, in m.

    Returns:
        Both distances, or None if the robot carries no gripper.
    """
    if placed.effector is None or not opens(placed.effector):
        return None
    return gaps(placed.effector, placed.robot, _radius(placed, body))


def _radius(placed: PlacedRobot, body: Body | None) -> float:
    """Return the radius of the flange, in m."""
    return carried(placed, body, STEPS[0]).radius


def holding_posture(
    placed: PlacedRobot, posture: Posture, motion: Motion | None, t: float
) -> Posture:
    """Return the posture whose tool determines the pose of the payload."""
    grips = held_in(placed, motion)
    if motion is None or holds(grips, t):
        return posture
    return motion.at(resting_since(grips, t))[placed.id]


def _stem(load: Carried) -> tuple[Mesh, Array] | None:
    """Return a bar from the flange to a distant end-effector, in the last frame."""
    away = load.root[:3, 3] - np.array([0.0, 0.0, load.start])
    distance = float(np.linalg.norm(away))
    if load.joined or distance < 0.05 * load.radius:
        return None
    along = away / distance
    helper = np.eye(3)[int(np.argmin(np.abs(along)))]
    x = np.cross(helper, along) / np.linalg.norm(np.cross(helper, along))
    local = pose(np.column_stack([x, np.cross(along, x), along]), [0.0, 0.0, load.start])
    sizes = (("radius", 0.55 * load.radius), ("height", distance))
    return shape_mesh("cylinder", sizes), local


@derived(size=32)
def bare(placed: PlacedRobot) -> PlacedRobot:
    """Return the robot without its end-effector."""
    return replace(placed, end_effector="none", effector=None, payload=None)
