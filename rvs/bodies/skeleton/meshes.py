"""The meshes of skeletons, and their sizes, derived from the lengths of the robot alone."""

from __future__ import annotations

from math import hypot, log, pi, sqrt

import numpy as np

from rvs.engine.robot import Robot
from rvs.geometry.curves import bent_path
from rvs.geometry.mesh import Mesh, Remembered
from rvs.geometry.outline import arc, circle, joined, line, rounded
from rvs.geometry.shapes import flat, revolved
from rvs.geometry.surfaces import inlaid, raised, revolve, sweep
from rvs.model.derived import derived
from rvs.model.robots.ranges import joint_range, reach
from rvs.value_class import dataclass

SIDES = 48
BEND_STEPS = 9
# Remembered by value: an edit of the table keeps the meshes of all links that it leaves alone.
remembered = Remembered(8 * 2**20)
block, rounded_block = remembered(flat.block), remembered(flat.rounded_block)


@remembered
def cylinder(radius: float, height: float) -> Mesh:
    """Return a cylinder on the xy plane."""
    return revolved.cylinder(radius, height, SIDES)


@remembered
def centred_cylinder(radius: float, height: float) -> Mesh:
    """Return a cylinder about the origin."""
    return raised(cylinder(radius, height), -height / 2)


@remembered
def tapered(bottom: float, top: float, height: float) -> Mesh:
    """Return a truncated cone on the xy plane."""
    return revolved.truncated_cone(bottom, top, height, SIDES)


@remembered
def rimmed_cylinder(radius: float, height: float, fillet: float) -> Mesh:
    """Return a cylinder on the xy plane with rounded rims."""
    return revolved.cylinder_fillet(radius, height, fillet, fillet, SIDES)


@remembered
def ball(radius: float, sides: int = SIDES) -> Mesh:
    """Return a ball about the origin."""
    return revolved.sphere(radius, sides)


@remembered
def lids(radius: float, height: float, fillet: float) -> Mesh:
    """Return a filleted cylinder whose ends protrude from a wider one that hides the rest.

    Its rims are small in any picture, so a single step with the normals of the arc is sufficient
    for each.
    """
    inner, top = radius - fillet, height - fillet
    profile = [
        line((0.0, 0.0), (inner, 0.0)),
        arc((inner, fillet), fillet, -pi / 2, 0.0, 1),
        line((radius, fillet), (radius, top)),
        arc((inner, top), fillet, 0.0, pi / 2, 1),
        line((inner, height), (0.0, height)),
    ]
    return inlaid(revolve(joined(profile)))


@remembered
def elbow(radius: float, bend: float) -> Mesh:
    """Return a quarter of a torus from the origin along +z towards +x."""
    turns = np.linspace(0.0, pi / 2, BEND_STEPS + 1)
    return sweep(circle(radius, SIDES), bent_path(bend, turns))


@remembered
def pedestal(radius: float, plate: float, neck: float, height: float, flow: float) -> Mesh:
    """Return a round foot on the xy plane: a plate that merges into a neck.

    Args:
        radius: Radius of the plate, m.
        plate: Thickness of the plate, m.
        neck: Radius of the neck, m.
        height: Total height, above ``plate``, m.
        flow: Largest radius of the fillet between plate and neck, m.
    """
    hollow = min(flow, 0.9 * (radius - neck), 0.9 * (height - plate))
    rim = 0.3 * min(plate, radius - neck - hollow)
    corners = [(0, 0), (radius, 0), (radius, plate), (neck, plate), (neck, height), (0, height)]
    return revolve(rounded(corners, [0, rim, rim, hollow, 0, 0]))


JOINT_PART = 0.033
JOINT_OF_LINK = 0.16
TAPER = 0.35
# Sizes move in small steps, so that editing one length leaves the meshes of the other links alone.
STEP = 1.06


@dataclass(frozen=True)
class Sizes:
    """Sizes of a skeleton's bodies, in m, before they taper towards the wrist.

    Attributes:
        joint: Radius of a joint's body.
        barrel: Length of a joint's body.
        tube: Radius of the bars.
        half: Half the side of a prism's section.
        gap: Height of the foot below the first joint's body.
    """

    joint: float
    barrel: float
    tube: float
    half: float
    gap: float

    def tapered(self, part: float) -> Sizes:
        """Return the sizes at a position along the arm, 0 at the base to 1 at the wrist."""
        k = 1.0 - TAPER * part
        return Sizes(self.joint * k, self.barrel * k, self.tube * k, self.half * k, self.gap)


@derived(size=64)
def sizes(robot: Robot) -> Sizes:
    """Return the thickness of a robot's skeleton."""
    radius = min(JOINT_PART * length(robot), JOINT_OF_LINK * typical_link(robot))
    radius = STEP ** round(log(radius, STEP))
    return Sizes(radius, 2.4 * radius, 0.42 * radius, 0.56 * radius, 1.6 * radius)


def length(robot: Robot) -> float:
    """Return the length that scales everything drawn for a robot, in m; never zero."""
    x, y, z = (robot.tool_rows[k][3] for k in range(3))
    return max(reach(robot) + sqrt(x * x + y * y + z * z), 1e-3)


def travel(robot: Robot, index: int) -> tuple[float, float]:
    """Return the smallest and largest displacement of a prismatic joint along its axis, in m."""
    joint = robot.joints[index]
    ends = joint_range(robot, index)
    factor = joint.pitch if joint.kind == "helical" else 1.0
    still = joint.d if joint.kind == "helical" else 0.0
    one, other = (still + factor * (q + joint.offset) for q in (ends.lower, ends.upper))
    return min(one, other), max(one, other)


def typical_link(robot: Robot) -> float:
    """Return the mean length of the links, with a larger weight for long ones."""
    spans = [
        hypot(joint.a, max(map(abs, travel(robot, i))) if joint.kind == "prismatic" else joint.d)
        for i, joint in enumerate(robot.joints)
    ]
    total = sum(spans)
    return sum(span * span for span in spans) / total if total > 0.0 else length(robot)
