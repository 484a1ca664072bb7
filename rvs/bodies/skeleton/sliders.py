"""Prismatic links of a skeleton: a rail with a carriage, or a telescope of prisms.

No body changes its shape when the joint moves: the bodies only slide along each other.
"""

from __future__ import annotations

from math import ceil

import numpy as np

from rvs.bodies.skeleton.links import SHORTEST, Leg, Part, x_bar
from rvs.bodies.skeleton.meshes import ball, block, centred_cylinder, rounded_block
from rvs.bodies.skeleton.sizes import Sizes, sizes, travel
from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.geometry.mesh import Mesh

STAGES = 4
STAGE_REACH = 9.0
CARRIAGE = 1.35
SLEEVE = 3.4


def sliding_link(robot: Robot, leg: Leg, size: Sizes, thin: float) -> list[Part]:
    """Return the bodies of a link after a prismatic or helical joint.

    A first joint, and any joint followed by another prismatic joint, has a rail, as in gantries and
    columns; the others extend a telescope.

    Args:
        robot: The robot.
        leg: The link.
        size: Sizes at this position of the arm.
        thin: Radius of the bar at its far end.
    """
    ends = travel(robot, leg.link - 1)
    rail = has_rail(robot, leg)
    parts = _rail(robot, leg, size, ends) if rail else _telescope(leg, size, ends)
    if abs(leg.length) > SHORTEST:
        parts.append(x_bar(leg, size.tube, thin, 0.0))
    return parts


def sliding_stick(robot: Robot, leg: Leg, size: Sizes, thin: float) -> list[Part]:
    """Return the bars of a link after a prismatic or helical joint from axis to axis.

    The bar along the axis is fixed like a rail, or slides through the root like a piston rod.
    """
    ends = travel(robot, leg.link - 1)
    low, high = min(ends[0], 0.0), max(ends[1], 0.0)
    rail = has_rail(robot, leg)
    round_end, still = ball(size.tube), leg.link - 1
    parts = [
        _part(leg, round_end, leg.root, 0.0, "elbow", still),
        _part(leg, round_end, leg.root, 0.0, "elbow", leg.link, 1.0),
    ]
    if high - low > SHORTEST:
        bar, middle = centred_cylinder(size.tube, high - low), (low + high) / 2
        if rail:
            parts.append(_part(leg, bar, leg.root, middle, "tube", still))
        else:
            parts.append(_part(leg, bar, leg.root, -middle, "tube", leg.link, 1.0))
    if abs(leg.length) > SHORTEST:
        parts.append(x_bar(leg, size.tube, thin, 0.0))
    return parts


def has_rail(robot: Robot, leg: Leg) -> bool:
    """Return whether a prismatic link runs on a rail instead of extending a telescope."""
    behind = robot.joints[leg.link :]
    return leg.joint.kind == "prismatic" and (
        leg.link == 1 or any(joint.kind == "prismatic" for joint in behind)
    )


def rail_lift(robot: Robot, size: Sizes) -> Array:
    """Return the height by which a first rail on the floor is raised, in frame 0 (3,), m."""
    up = robot.base[2, :3]
    height = CARRIAGE * size.half - robot.base[2, 3]
    first = robot.joints[0]
    lies = first.kind == "prismatic" and abs(axis_in_base(robot) @ up) < 0.5
    return up * height if lies and 0.0 < height <= CARRIAGE * size.half else np.zeros(3)


def slider_clearance(robot: Robot, leg: Leg, size: Sizes) -> float:
    """Return the distance from a prismatic joint's bodies to the corner with the next one, in m."""
    if not has_rail(robot, leg):
        return 0.02 * size.half
    lifted = leg.link == 1 and rail_lift(robot, sizes(robot)).any()
    return (1.95 if lifted else 0.95) * CARRIAGE * size.half


def axis_in_base(robot: Robot) -> Array:
    """Return the direction of the first joint's axis in frame 0 (3,)."""
    first = robot.joints[0]
    alpha = first.alpha if first.convention == "modified" else 0.0
    return np.array([0.0, -np.sin(alpha), np.cos(alpha)])


def _rail(robot: Robot, leg: Leg, size: Sizes, ends: tuple[float, float]) -> list[Part]:
    half, margin = size.half, 2.0 * size.half
    low, high = min(ends[0], 0.0) - margin, max(ends[1], 0.0) + margin
    root = leg.root
    if leg.link == 1:
        root = pose(p=rail_lift(robot, size)) @ root
    side = 2 * CARRIAGE * half
    stop = rounded_block(side, side, 0.8 * half, 0.2 * half)
    carriage = rounded_block(side, side, 2.0 * margin, 0.25 * half)
    middle = (low + high) / 2
    return [
        _part(leg, block(2 * half, 2 * half, high - low), root, middle, "prism", leg.link - 1),
        _part(leg, stop, root, low, "base", leg.link - 1),
        _part(leg, stop, root, high, "base", leg.link - 1),
        _part(leg, carriage, root, 0.0, "joint", leg.link, 1.0),
    ]


def _telescope(leg: Leg, size: Sizes, ends: tuple[float, float]) -> list[Part]:
    """Return stages that share the displacement, inside a sleeve at the root."""
    low, high = ends
    far = max(abs(low), abs(high))
    count = min(max(ceil(far / (STAGE_REACH * size.half)), 1), STAGES)
    span = far / count + size.half
    both = low < 0.0 < high
    # A telescope to one side ends at the corner; one to both sides keeps to its middle.
    shift, start = (0.5, 0.0) if both else (0.0, -np.sign(low + high or 1.0) * span / 2)
    side = 2 * CARRIAGE * size.half
    sleeve = rounded_block(side, side, SLEEVE * size.half, 0.25 * size.half)
    parts = [_part(leg, sleeve, leg.root, 0.0, "joint", leg.link - 1)]
    for stage in range(1, count + 1):
        section = size.half * (1.0 - 0.16 * (stage - 1))
        mesh = _stage_mesh(leg, section, span)
        slide = (stage - shift) / count
        parts.append(_part(leg, mesh, leg.root, float(start), "prism", leg.link, slide))
    if abs(leg.length) > SHORTEST:
        edge = 2.1 * size.half
        knuckle = rounded_block(edge, edge, edge, 0.25 * size.half)
        parts.append(_part(leg, knuckle, leg.root, 0.0, "joint", leg.link, 1.0))
    return parts


def _stage_mesh(leg: Leg, half: float, span: float) -> Mesh:
    """Return a square prism, or a round one if the joint also rotates, about its middle."""
    if not leg.joint.turns:
        return block(2 * half, 2 * half, span)
    return centred_cylinder(half, span)


def _part(
    leg: Leg, mesh: Mesh, root: Array, along: float, role: str, owner: int, slide: float = 0.0
) -> Part:
    local = root @ pose(p=[0.0, 0.0, along])
    return Part(mesh, leg.link - 1, local, role, owner, slide)
