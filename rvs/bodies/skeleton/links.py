"""The links of a skeleton: an L of two bars, a rail with a carriage, or a telescope of prisms.

Link i extends along the axis of joint i by the offset d, then along x by the length a.  Both
conventions draw the same bodies: a standard link ends with its own x leg, a modified one with the x
leg of the next row.

No body changes its shape when the joint moves: the bodies only slide along each other.
"""

from __future__ import annotations

from math import ceil, pi

import numpy as np

from rvs.bodies.skeleton.meshes import (
    Sizes,
    ball,
    block,
    centred_cylinder,
    cylinder,
    elbow,
    lids,
    rimmed_cylinder,
    rounded_block,
    sizes,
    tapered,
    travel,
)
from rvs.engine.arrays import Array
from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse, pose, rotx, rotz
from rvs.geometry.mesh import Mesh
from rvs.value_class import dataclass

X_TURNED = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
SHORTEST = 1e-9
SHORT_BARREL = 0.9


@dataclass(frozen=True, eq=False)
class Part:
    """A body of the skeleton.

    Attributes:
        mesh: Its surface.
        link: Link whose frame carries it, 0 to n.
        pose: Its pose in that frame (4, 4).
        role: Key of ``rvs.model.appearance.colors.SKELETON``.
        owner: Link that it belongs to.
        slide: Displacement along its own z axis per unit of displacement of the joint after
            ``link``: 0 is fixed, 1 is the full displacement, telescope stages are in between.
    """

    mesh: Mesh
    link: int
    pose: Array
    role: str
    owner: int
    slide: float = 0.0


@dataclass(frozen=True, eq=False)
class Leg:
    """Geometry of a link in the frame of its joint: z the axis, x along the length leg.

    Attributes:
        link: The link, 1 to n.
        joint: Its joint.
        corner: Joint frame, at the corner of the L, in the link's frame (4, 4).
        root: Joint frame before it moves, in the frame of the previous link (4, 4).
        offset: Constant distance along z from the root to the corner, in m.
        length: Distance along x from the corner to the axis of the next joint, in m.
        free: No bar leaves the axis beyond the corner, so the joint's body may be there.
    """

    link: int
    joint: Joint
    corner: Array
    root: Array
    offset: float
    length: float
    free: bool

    @property
    def slides(self) -> bool:
        """Return whether the distance along z changes with q."""
        return self.joint.kind != "revolute"


@dataclass(frozen=True)
class Barrel:
    """A joint's body: its middle on the axis, measured from the corner of the L, and its length."""

    middle: float
    length: float


def legs(robot: Robot) -> tuple[Leg, ...]:
    """Return the legs of all links of a robot."""
    found = []
    for i, joint in enumerate(robot.joints):
        following = robot.joints[i + 1] if i + 1 < robot.n else None
        standard = joint.convention == "standard"
        twist = pose(rotx(joint.alpha), [joint.a, 0.0, 0.0])
        turned = pose(rotz(0.0 if joint.turns else joint.theta))
        next_length = following.a if following and following.convention == "modified" else 0.0
        leg = Leg(
            link=i + 1,
            joint=joint,
            corner=inverse(twist) if standard else np.eye(4),
            root=turned if standard else twist @ turned,
            offset=joint.d if joint.kind == "revolute" else 0.0,
            length=(joint.a if standard else 0.0) + next_length,
            free=following is None or (i == 0 and standard and joint.a == joint.alpha == 0.0),
        )
        found.append(leg)
    return tuple(found)


def barrel_of(leg: Leg, size: Sizes, clear: float, covered: bool) -> Barrel:
    """Return the position of a revolute joint's body: at its root, or further out if occupied.

    Args:
        leg: The link.
        size: Sizes at this position of the arm.
        clear: Distance from the root that is occupied by other bodies; 0 if the root is free.
        covered: Another body hides the root, so this body may be moved away from it.
    """
    side = float(np.sign(leg.offset)) or float(leg.free)
    room = abs(leg.offset) - clear
    enough = leg.free or room >= SHORT_BARREL * size.joint
    seemly = covered or room > size.barrel
    if not (clear and side and enough and seemly):
        return Barrel(-leg.offset, size.barrel)
    length = min(size.barrel, max(room, SHORT_BARREL * size.joint))
    return Barrel(side * (clear + length / 2) - leg.offset, length)


def turning_link(leg: Leg, size: Sizes, thin: float, barrel: Barrel) -> list[Part]:
    """Return the joint's body and the bars of a link after a revolute joint.

    Args:
        leg: The link.
        size: Sizes at this position of the arm.
        thin: Radius of the bar at its far end.
        barrel: The joint's body.
    """
    parts = barrel_parts(leg, size, barrel)
    bend = _bend(leg, size)
    if abs(leg.offset) > SHORTEST:
        height = abs(leg.offset) - bend
        parts.append(_bar(leg, cylinder(size.tube, height), -leg.offset, leg.offset))
    outward = barrel.middle + leg.offset
    if abs(outward) > abs(leg.offset):
        # A body beyond the corner, or on an axis without a bar, hangs on a stub.
        parts.append(_bar(leg, cylinder(size.tube, abs(outward)), -leg.offset, outward))
    parts += corner_parts(leg, size, bend)
    if abs(leg.length) > SHORTEST:
        parts.append(x_bar(leg, size.tube, thin, bend))
    return parts


def turning_stick(leg: Leg, size: Sizes, thin: float) -> list[Part]:
    """Return the bars of a link after a revolute joint from axis to axis, with round corners."""
    round_end = ball(size.tube)
    parts = [_place(leg, round_end, pose(p=[0.0, 0.0, -leg.offset]), "elbow")]
    if abs(leg.offset) > SHORTEST:
        parts.append(_place(leg, round_end, np.eye(4), "elbow"))
        parts.append(_bar(leg, cylinder(size.tube, abs(leg.offset)), -leg.offset, leg.offset))
    if abs(leg.length) > SHORTEST:
        parts.append(x_bar(leg, size.tube, thin, 0.0))
    return parts


def barrel_parts(leg: Leg, size: Sizes, barrel: Barrel) -> list[Part]:
    """Return a joint's body and its two bright caps."""
    body = rimmed_cylinder(size.joint, barrel.length, 0.09 * size.joint)
    lid = lids(0.74 * size.joint, barrel.length + 0.06 * size.joint, 0.02 * size.joint)
    return [
        _place(leg, mesh, pose(p=[0.0, 0.0, barrel.middle - height / 2]), role)
        for mesh, height, role in [
            (body, barrel.length, "joint"),
            (lid, barrel.length + 0.06 * size.joint, "cap"),
        ]
    ]


def corner_parts(leg: Leg, size: Sizes, bend: float) -> list[Part]:
    """Return the elbow between the two bars, or a ball where they are too short to bend."""
    if abs(leg.offset) <= SHORTEST or abs(leg.length) <= SHORTEST:
        return []
    if bend == 0.0:
        return [_place(leg, ball(size.tube), np.eye(4), "elbow")]
    turn = rotx(pi if leg.offset < 0 else 0.0) @ rotz(pi if leg.length < 0 else 0.0)
    start = pose(turn, [0.0, 0.0, -np.sign(leg.offset) * bend])
    return [_place(leg, elbow(size.tube, bend), start, "elbow")]


def x_bar(leg: Leg, thick: float, thin: float, start: float) -> Part:
    """Return the bar along the length of a link, from ``start`` beyond its corner."""
    side = float(np.sign(leg.length))
    mesh = tapered(thick, thin, abs(leg.length) - start)
    turn = X_TURNED if side > 0 else rotz(pi) @ X_TURNED
    return _place(leg, mesh, pose(turn, [side * start, 0.0, 0.0]), "tube")


def _bend(leg: Leg, size: Sizes) -> float:
    """Return the radius of the elbow's centre line, 0 if a bar is too short for one."""
    shorter = min(abs(leg.offset), abs(leg.length))
    return min(2.0 * size.tube, 0.8 * shorter) if shorter >= 1.3 * size.tube else 0.0


def _bar(leg: Leg, mesh: Mesh, start: float, direction: float) -> Part:
    turn = rotx(0.0 if direction > 0 else pi)
    return _place(leg, mesh, pose(turn, [0.0, 0.0, start]), "tube")


def _place(leg: Leg, mesh: Mesh, local: Array, role: str) -> Part:
    return Part(mesh, leg.link, leg.corner @ local, role, leg.link)


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
