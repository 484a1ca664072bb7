"""The skeleton of any robot: made once per robot, moved by poses alone.

The two ends of every skeleton: the standard base and the standard end-effector.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.bodies.skeleton.links import (
    SHORTEST,
    Barrel,
    Leg,
    Part,
    axis_in_base,
    barrel_of,
    legs,
    rail_lift,
    slider_clearance,
    sliding_link,
    sliding_stick,
    turning_link,
    turning_stick,
    x_bar,
)
from rvs.bodies.skeleton.meshes import Sizes, ball, cylinder, length, pedestal, rounded_block, sizes
from rvs.bodies.solid import Solid, Solids
from rvs.engine.arrays import Array
from rvs.engine.chain import compile_chain
from rvs.engine.kinematics import frames
from rvs.engine.robot import Pose, Robot
from rvs.engine.transforms import pose
from rvs.geometry.mesh import Mesh
from rvs.geometry.surfaces import merged, moved
from rvs.model.appearance.colors import SKELETON, Rgba, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.refs import link_ref
from rvs.model.state import Posture

CROWDED = 1.5
# Balls at corners are mostly inside the bars.
BALL_SIDES = 32
PAINTED = ("tube", "elbow")
FLANGE = 0.62

PLATE_RADIUS = 2.75
PLATE_HEIGHT = 0.36
HIGHEST_COLUMN = 1.2


def skeleton_solids(placed: PlacedRobot, posture: Posture, color: str = "") -> Solids:
    """Return the bodies of a robot's skeleton; ``color`` is for bars without their own colour."""
    placed = tabled(placed)
    parts = placed_parts(placed)
    return Solids(_solids(parts, placed.id, placed.color or color), _poses(placed, posture))


@derived(size=32)
def _solids(parts: tuple[Part, ...], robot_id: str, color: str) -> tuple[Solid, ...]:
    """Return parts in the frames of their links."""
    looks = _looks(color)
    return tuple(
        Solid(part.mesh, part.pose, *looks[part.role], link_ref(robot_id, part.owner))
        for part in parts
    )


@derived(size=32)
def tabled(placed: PlacedRobot) -> PlacedRobot:
    """Return the robot as a Denavit-Hartenberg table, which the links of a skeleton follow.

    A robot described by screws moves in the same way, joint by joint, as the table of its axes.
    """
    if all(joint.convention != "general" for joint in placed.robot.joints):
        return placed
    return replace(placed, robot=placed.robot.to_dh("standard"))


@derived(size=32)
def world_frames(placed: PlacedRobot, posture: Posture) -> Array:
    """Return frames 0 to n of a placed robot in the world (n + 1, 4, 4)."""
    poses: Array = np.asarray(placed.place) @ frames(placed.robot, posture)
    return poses


def placed_parts(placed: PlacedRobot) -> tuple[Part, ...]:
    """Return every drawn body of a robot's skeleton, in the frames of its links."""
    display = placed.display
    return skeleton_parts(
        placed.robot, placed.place, placed.end_effector, display.joints, display.line
    )


@derived(size=32)
def skeleton_parts(
    robot: Robot, place: Pose, end_effector: str, joints: bool = True, line: float = 1.0
) -> tuple[Part, ...]:
    """Return every body of a robot's skeleton, in the frames of its links.

    Args:
        robot: The robot.
        place: Its pose in the world, as rows.
        end_effector: Name of its end-effector.
        joints: Include the bodies of the joints; otherwise only the links, from axis to axis.
        line: Thickness of the links relative to the standard one.
    """
    size = sizes(robot)
    size = replace(size, tube=line * size.tube)
    arm, start = _arm(robot, size)
    if not joints:
        arm = _sticks(robot, size, start)
    parts = base_parts(robot, np.asarray(place), size) + _first_bar(robot, size) + arm
    parts += hand_parts(robot, size.tapered(1.0), start, end_effector)
    return tuple(parts)


@derived(size=32)
def skeleton_flange(robot: Robot) -> tuple[float, float]:
    """Return the tool flange of a skeleton: distance from the last frame along z, radius; in m."""
    size = sizes(robot)
    return _arm(robot, size)[1], FLANGE * size.tapered(1.0).joint


def _arm(robot: Robot, size: Sizes) -> tuple[list[Part], float]:
    """Return the links of a skeleton, and the extent of the last joint beyond the last frame."""
    parts: list[Part] = []
    before: Leg | None = None
    barrel: Barrel | None = None
    for leg in legs(robot):
        here, there = (size.tapered((leg.link - k) / max(robot.n - 1, 1)) for k in (1, 0))
        if leg.slides:
            parts += sliding_link(robot, leg, here, there.tube)
            barrel = None
        else:
            clear, covered = _taken(robot, here, before, barrel)
            barrel = barrel_of(leg, here, clear, covered)
            parts += turning_link(leg, here, there.tube, barrel)
            if barrel.middle != -leg.offset and not covered:
                parts.append(_ball(leg, here))
        before = leg
    return parts, _wrist_end(before, barrel)


def _sticks(robot: Robot, size: Sizes, start: float) -> list[Part]:
    """Return the links alone, and a bar to the start of a tool beyond the last frame."""
    parts: list[Part] = []
    for leg in legs(robot):
        here, there = (size.tapered((leg.link - k) / max(robot.n - 1, 1)) for k in (1, 0))
        if leg.slides:
            parts += sliding_stick(robot, leg, here, there.tube)
        else:
            parts += turning_stick(leg, here, there.tube)
    if start:
        end = cylinder(size.tapered(1.0).tube, start)
        parts.append(Part(end, robot.n, np.eye(4), "tube", robot.n))
    return parts


def _taken(
    robot: Robot, size: Sizes, before: Leg | None, barrel: Barrel | None
) -> tuple[float, bool]:
    """Return the axis length that other bodies occupy at a joint; whether they hide the root."""
    if before is None:
        return size.gap, True
    if barrel is None:
        return slider_clearance(robot, before, size), True
    near = CROWDED * size.joint
    if np.hypot(before.length, barrel.middle) < near:
        return 1.05 * size.joint, True
    if abs(before.length) < near and abs(before.offset) > near:
        return 1.1 * size.joint, False
    return 0.0, False


def _first_bar(robot: Robot, size: Sizes) -> list[Part]:
    """Return the first bar of the modified convention, along x from the base to the first axis."""
    first = robot.joints[0]
    if first.convention == "standard" or abs(first.a) <= SHORTEST:
        return []
    base = Leg(0, first, np.eye(4), np.eye(4), 0.0, first.a, free=False)
    return [x_bar(base, size.tube, size.tube, 0.0)]


def _ball(leg: Leg, size: Sizes) -> Part:
    """Return a ball at the corner between bars if no joint's body hides it."""
    local = leg.corner @ pose(p=[0.0, 0.0, -leg.offset])
    return Part(ball(1.06 * size.tube, BALL_SIDES), leg.link, local, "elbow", leg.link)


def _wrist_end(leg: Leg | None, barrel: Barrel | None) -> float:
    """Return the length by which the last joint's body extends beyond the last frame along z."""
    if leg is None or barrel is None or abs(leg.length) > SHORTEST or leg.corner[2, 2] < 0.999:
        return 0.0
    return max(barrel.middle + barrel.length / 2, 0.0)


@derived(size=32)
def _placement(parts: tuple[Part, ...]) -> tuple[Array, Array, Array]:
    """Return poses, links and slides of parts as arrays."""
    return (
        np.stack([part.pose for part in parts]),
        np.array([part.link for part in parts]),
        np.array([part.slide for part in parts]),
    )


def _poses(placed: PlacedRobot, posture: Posture) -> Array:
    robot = placed.robot
    parts = placed_parts(placed)
    local, links, slides = _placement(parts)
    world: Array = world_frames(placed, posture)[links] @ local
    if slides.any():
        chain = compile_chain(robot)
        still = [joint.d if joint.kind == "helical" else 0.0 for joint in robot.joints]
        moved = (np.asarray(posture) + chain.offset) * chain.slide + still
        along = slides * np.append(moved, 0.0)[links]
        world[:, :3, 3] += along[:, None] * world[:, :3, 2]
    world.setflags(write=False)
    return world


@derived(size=32)
def _looks(color: str) -> dict[str, tuple[Rgba, str]]:
    """Return colour and material of each role."""
    return {
        role: (rgba(color if color and role in PAINTED else standard), material)
        for role, (standard, material) in SKELETON.items()
    }


def base_parts(robot: Robot, place: Array, size: Sizes) -> list[Part]:
    """Return the foot of a robot: a plate that merges into a neck, below frame 0.

    An upright robot above the floor has a column; a tilted or hanging robot has its plate at its
    mounting position, ``place`` (4, 4).
    """
    if rail_lift(robot, size).any():
        return []
    mount = place @ robot.base
    up, height = place[:3, 2], float(robot.base[2, 3])
    if up[2] > 0.999 and 0.0 <= mount[2, 3] <= HIGHEST_COLUMN * length(robot):
        height = float(mount[2, 3])
    height = max(height, 0.0)
    foot = mount[:3, 3] - height * up
    aligned = abs(axis_in_base(robot) @ mount[:3, :3].T @ up) > 0.9
    top = height + (size.gap if aligned else 0.0)
    plate = PLATE_HEIGHT * size.joint
    mesh = pedestal(
        PLATE_RADIUS * size.joint, plate, 0.92 * size.joint, max(top, 2.0 * plate), size.gap
    )
    world = pose(np.column_stack([place[:3, 0], place[:3, 1], up]), foot)
    return [Part(mesh, 0, np.linalg.inv(mount) @ world, "base", 0)]


def hand_parts(robot: Robot, size: Sizes, start: float, end_effector: str) -> list[Part]:
    """Return the standard end-effector, a palm with two fingers along z of the tool.

    With a tool frame at some distance the fingertips reach it; otherwise the palm starts at the
    last frame.  Every name except ``"none"`` has this hand if there is no specific shape.

    Args:
        robot: The robot.
        size: Sizes at the wrist.
        start: Distance along z of the last frame that the wrist occupies, in m.
        end_effector: Name of the end-effector.
    """
    if end_effector == "none":
        return []
    palm, fingers, height = _hand(size.joint)
    tool = robot.tool
    reaches = float(np.linalg.norm(tool[:3, 3])) > height + start
    root = tool @ pose(p=[0.0, 0.0, -height if reaches else start])
    away = root[:3, 3]
    distance = float(np.linalg.norm(away))
    parts = [
        Part(palm, robot.n, root, "tool", robot.n),
        Part(fingers, robot.n, root, "cap", robot.n),
    ]
    if distance > start * (1.0 + 1e-9):
        bar = cylinder(0.8 * size.tube, distance)
        parts.append(Part(bar, robot.n, pose(_aim(away / distance)), "tube", robot.n))
    return parts


def _hand(radius: float) -> tuple[Mesh, Mesh, float]:
    """Return palm and fingers that extend from the origin along z, and their height."""
    neck, palm, finger = 0.30 * radius, 0.55 * radius, 1.55 * radius
    plate = rounded_block(2.7 * radius, 1.25 * radius, palm, 0.12 * radius)
    flange = cylinder(0.62 * radius, neck + palm / 2)
    body = merged([flange, moved(plate, pose(p=[0.0, 0.0, neck + palm / 2]))])
    blade = rounded_block(0.34 * radius, 0.7 * radius, finger, 0.08 * radius)
    middle = neck + palm + finger / 2 - 0.1 * radius
    fingers = merged(
        [moved(blade, pose(p=[side * 0.85 * radius, 0.0, middle])) for side in (-1.0, 1.0)]
    )
    return body, fingers, neck + palm + finger - 0.1 * radius


def _aim(direction: Array) -> Array:
    """Return a rotation from z to a unit direction (3,)."""
    helper = np.eye(3)[int(np.argmin(np.abs(direction)))]
    x = np.cross(helper, direction)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(direction, x), direction])
