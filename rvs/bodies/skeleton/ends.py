"""The two ends of every skeleton: the standard base and the standard end-effector."""

from __future__ import annotations

import numpy as np

from rvs.bodies.skeleton.links import Part
from rvs.bodies.skeleton.meshes import cylinder, pedestal, rounded_block
from rvs.bodies.skeleton.sizes import Sizes, length
from rvs.bodies.skeleton.sliders import axis_in_base, rail_lift
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.geometry.mesh import Mesh
from rvs.geometry.surfaces import merged, moved

PLATE_RADIUS = 2.75
PLATE_HEIGHT = 0.36
HIGHEST_COLUMN = 1.2


def base_parts(robot: Robot, place: Array, size: Sizes) -> list[Part]:
    """Return the foot of a robot: a plate that flows into a neck, below frame 0.

    An upright robot above the floor stands on a column; one that is tilted or hangs has its plate
    where it is mounted, ``place`` (4, 4).
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

    With a tool frame at some distance the finger tips reach it; else the palm starts at the last
    frame.  Every name but ``"none"`` has this hand until it has a shape of its own.

    Args:
        robot: The robot.
        size: Sizes at the wrist.
        start: Distance along z of the last frame that the wrist takes, in m.
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
    """Palm and fingers that grow from the origin along z, and their height."""
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
    """A rotation that turns z to a unit direction (3,)."""
    helper = np.eye(3)[int(np.argmin(np.abs(direction)))]
    x = np.cross(helper, direction)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(direction, x), direction])
