"""A robot as a tree of links for URDF and MJCF, and the faults of what is not one tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import atan2, cos, hypot, sin

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.chain import link_sides, screw_z
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeLink
from rvs.engine.descriptions.redescribe import inertia_matrix, moment_row, moved_inertia
from rvs.engine.descriptions.tree_robot import WORLD
from rvs.engine.dynamics.real_inertias import Hinge, nearest_moments, real_moments
from rvs.engine.errors import RvsError
from rvs.engine.joint import Inertia, Joint, Motor
from rvs.engine.robot import Robot
from rvs.files.trees.xml import Element, XmlFindings
from rvs.model.members import fresh_id
from rvs.value_class import dataclass

BASE, TOOL = "base_link", "tool"
# Simulators take no body without mass and no moments of zero; these are far below any torque.
LEAST_MASS, LEAST_MOMENT = 1e-12, 1e-12
# A body of so little mass stands for one whose mass is not known.
NO_MASS = 1e-11


def robot_tree(robot: Robot, apart: bool = False) -> LinkTree:
    """Return a robot as links and joints; links without a name get one.

    The first link is in the world, the last one at the tool.

    The frame of each link is that of its joint at q = 0, so joints need no offsets.

    Args:
        robot: The robot.
        apart: No joint has the name of a link.

    Raises:
        RvsError: A joint is helical.
    """
    names = link_names(robot)
    links, joints = [TreeLink(names[0], robot.base_inertia)], []
    before, parent = robot.base, names[0]
    taken = set(names) if apart else set()
    for number, joint in enumerate(robot.joints, 1):
        if joint.kind == "helical":
            words = "is helical; the format has only revolute and prismatic joints"
            raise RvsError(f"joint {number} of {robot.name or 'the robot'} {words}")
        near, far = link_sides(joint)
        # What the offset adds belongs to the place of the joint.
        origin = before @ near @ _moved(joint)
        link = names[number]
        weight = None if joint.inertia is None else moved_inertia(joint.inertia, far)
        links.append(TreeLink(link, weight))
        name = fresh_id(joint.name or f"joint{number}", taken)
        taken.add(name)
        joints.append(_joint(joint, name, (parent, link), origin))
        before, parent = far, link
    links.append(TreeLink(names[-1]))
    end = pose_rows(before @ robot.tool, "tool")
    joints.append(TreeJoint(fresh_id("to_tool", taken), "fixed", parent, names[-1], end))
    return LinkTree(robot.name or "robot", tuple(links), tuple(joints), robot.gravity)


def link_names(robot: Robot) -> tuple[str, ...]:
    """Return unique names of the links with frames 0 to n and the tool frame."""
    own = [robot.base_link, *(joint.link for joint in robot.joints), robot.tool_link]
    # Formats call by that name what robots stand on.
    own = ["" if name == WORLD else name for name in own]
    usual = [BASE, *(f"link{number}" for number in range(1, robot.n + 1)), TOOL]
    taken = set(own)
    found: list[str] = []
    for name, free in zip(own, usual, strict=True):
        again = not name or name in found
        found.append(fresh_id(name or free, taken) if again else name)
        taken.add(found[-1])
    return tuple(found)


def _moved(joint: Joint) -> Array:
    return screw_z(joint.offset, 0.0) if joint.turns else screw_z(0.0, joint.offset)


def _joint(joint: Joint, name: str, ends: tuple[str, str], origin: Array) -> TreeJoint:
    motor = joint.motor or Motor()
    gear = abs(motor.gear)
    forward, backward = motor.coulomb
    return TreeJoint(
        name,
        "revolute" if joint.turns else "prismatic",
        *ends,
        pose_rows(origin, "origin"),
        limits=joint.limits,
        rate=joint.rate,
        effort=joint.effort,
        damping=gear**2 * motor.viscous,
        # One number says the friction both ways.
        friction=gear * (forward - backward) / 2.0,
        armature=gear**2 * motor.inertia,
        home=joint.home,
    )


def fixed_angles(pose: Array) -> tuple[float, float, float]:
    """Return the angles about fixed x, y and z of a rotation, exact at singularities.

    The third angle is computed after the others, so that it compensates for their rounding errors.
    """
    R = pose[:3, :3]
    y = atan2(-R[2, 0], hypot(R[0, 0], R[1, 0]))
    x = atan2(R[2, 1], R[2, 2])
    # R Rx(-x) has its second column turned about y and z alone.
    second = R[:, 1] * cos(x) - R[:, 2] * sin(x)
    z = atan2(-second[0], second[1])
    return x + 0.0, y + 0.0, z + 0.0


def told(values: object) -> str:
    """Return numbers as the text of an attribute that reads back exactly."""
    return " ".join(repr(float(value) + 0.0) for value in np.ravel(np.asarray(values)))


def tree_of_bodies(tree: LinkTree) -> LinkTree:
    """Return a tree with the same torques and possible moments of inertia for simulators.

    If there are none with the same torques, the nearest possible moments are used.
    """
    joints = [joint for joint in tree.joints if joint.moves]
    own = [tree.link[joint.child].inertia or Inertia() for joint in joints]
    moments = [inertia_matrix(one) for one in own]
    hinges = [
        Hinge(np.array(joint.origin)[:3, :3],
              np.array(joint.axis) if joint.kind == "revolute" else None)
        for joint in joints
    ]  # fmt: skip
    made = real_moments(moments, hinges) or list(map(nearest_moments, moments))
    changed = {
        joint.child: replace(one, moments=moment_row(new))
        for joint, one, old, new in zip(joints, own, moments, made, strict=True)
        if new is not old
    }
    links = (
        replace(link, inertia=changed[link.name]) if link.name in changed else link
        for link in tree.links
    )
    return replace(tree, links=tuple(links))


def body_of(inertia: Inertia | None) -> Inertia:
    """Return positive mass and moments for simulators, with the same torques."""
    own = inertia or Inertia()
    xx, yy, zz, *mixed = own.moments
    xy, yz, xz = mixed
    if any(mixed):
        more = max(0.0, LEAST_MOMENT - float(np.linalg.eigvalsh(inertia_matrix(own))[0]))
        xx, yy, zz = xx + more, yy + more, zz + more
    else:
        xx, yy, zz = (max(one, LEAST_MOMENT) for one in (xx, yy, zz))
    return Inertia(max(own.mass, LEAST_MASS), own.com, (xx, yy, zz, xy, yz, xz))


@dataclass(frozen=True, slots=True)
class Ends:
    """A joint of a description.

    Attributes:
        element: Its element.
        parent: Name of the link towards the root.
        child: Name of the link that it carries.
    """

    element: Element
    parent: str
    child: str


def note_tree_faults(
    findings: XmlFindings, links: Mapping[str, Element], joints: list[Ends], world: str = ""
) -> None:
    """Record joints that share a child or form a loop, and links not joined to the root.

    Args:
        findings: Collector of errors.
        links: The links by name.
        joints: The joints, between existing links.
        world: Name of a root that is not a separate link, if there is one.
    """
    above: dict[str, Ends] = {}
    for joint in joints:
        if joint.child in above:
            words = f"link {joint.child[:60]!r} already has the parent {above[joint.child].element}"
            findings.error(joint.element, f"{words}; a link has only one parent")
        above[joint.child] = joint
    if findings.errors:
        return
    for joint in joints:
        seen, at = set(), joint.child
        while at in above and at not in seen:
            seen.add(at)
            at = above[at].parent
        if at in seen and at == joint.child:
            findings.error(joint.element, "the joints form a loop through this one")
            return
    grounded = world and any(joint.parent == world for joint in joints)
    roots = [*([world] if grounded else []), *(name for name in links if name not in above)]
    for name in roots[1:]:
        words = f"nothing connects it to the root {roots[0][:60]!r}; a robot is one tree"
        findings.error(links[name], words)
