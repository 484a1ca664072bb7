"""The skeleton of any robot: made once per robot, moved by poses alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.bodies.skeleton.ends import base_parts, hand_parts
from rvs.bodies.skeleton.links import (
    SHORTEST,
    Barrel,
    Leg,
    Part,
    barrel_of,
    legs,
    turning_link,
    turning_stick,
    x_bar,
)
from rvs.bodies.skeleton.meshes import ball, cylinder
from rvs.bodies.skeleton.sizes import Sizes, sizes
from rvs.bodies.skeleton.sliders import slider_clearance, sliding_link, sliding_stick
from rvs.bodies.solid import Solid, Solids
from rvs.engine.arrays import Array
from rvs.engine.chain import compile_chain
from rvs.engine.kinematics import frames
from rvs.engine.robot import Pose, Robot
from rvs.engine.transforms import pose
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


def skeleton_solids(placed: PlacedRobot, posture: Posture, color: str = "") -> Solids:
    """Return the bodies of a robot's skeleton; its bars have ``color`` if it has no colour."""
    placed = tabled(placed)
    parts = placed_parts(placed)
    return Solids(_solids(parts, placed.id, placed.color or color), _poses(placed, posture))


@derived(size=32)
def _solids(parts: tuple[Part, ...], robot_id: str, color: str) -> tuple[Solid, ...]:
    """Parts as they are in the frames of their links."""
    looks = _looks(color)
    return tuple(
        Solid(part.mesh, part.pose, *looks[part.role], link_ref(robot_id, part.owner))
        for part in parts
    )


@derived(size=32)
def tabled(placed: PlacedRobot) -> PlacedRobot:
    """Return the robot as a Denavit-Hartenberg table, which the links of a skeleton follow.

    A robot described by screws moves alike, joint by joint, as the table of its axes.
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
    """Return every body of the skeleton of a robot as it is drawn, in the frames of its links."""
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
        place: Where it stands in the world, as rows.
        end_effector: Name of what it carries.
        joints: With the bodies of the joints; else the links alone, from axis to axis.
        line: Thickness of the links as compared with the standard one.
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
    """Return where a skeleton takes tools: distance from the last frame along z, radius; in m."""
    size = sizes(robot)
    return _arm(robot, size)[1], FLANGE * size.tapered(1.0).joint


def _arm(robot: Robot, size: Sizes) -> tuple[list[Part], float]:
    """The links of a skeleton, and how far the last joint's body reaches beyond the last frame."""
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
    """The links alone, and a bar to where a tool starts beyond the last frame."""
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
    """How much of a joint's axis other bodies at its root take, and whether they hide the root."""
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
    """In the modified convention the base reaches along x to the first axis."""
    first = robot.joints[0]
    if first.convention == "standard" or abs(first.a) <= SHORTEST:
        return []
    base = Leg(0, first, np.eye(4), np.eye(4), 0.0, first.a, free=False)
    return [x_bar(base, size.tube, size.tube, 0.0)]


def _ball(leg: Leg, size: Sizes) -> Part:
    """Rounds the corner between bars where no joint's body hides it."""
    local = leg.corner @ pose(p=[0.0, 0.0, -leg.offset])
    return Part(ball(1.06 * size.tube, BALL_SIDES), leg.link, local, "elbow", leg.link)


def _wrist_end(leg: Leg | None, barrel: Barrel | None) -> float:
    """How far the last joint's body reaches beyond the last frame along z."""
    if leg is None or barrel is None or abs(leg.length) > SHORTEST or leg.corner[2, 2] < 0.999:
        return 0.0
    return max(barrel.middle + barrel.length / 2, 0.0)


@derived(size=32)
def _placement(parts: tuple[Part, ...]) -> tuple[Array, Array, Array]:
    """Poses, links and slides of parts as arrays."""
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
    """Colour and material of each role."""
    return {
        role: (rgba(color if color and role in PAINTED else standard), material)
        for role, (standard, material) in SKELETON.items()
    }
