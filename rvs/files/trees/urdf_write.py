"""Writes URDF."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

from rvs.engine.arrays import Pose
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeLink
from rvs.engine.joint import NO_LIMITS
from rvs.files.robots.arch import Architecture
from rvs.files.storage.atomic import write_text
from rvs.files.trees.robot_tree import fixed_angles, robot_tree, told

# Stands for a bound that there is not: the format has no infinity.
BOUNDLESS = 1e10
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'


def save_urdf(path: Path, architecture: Architecture) -> None:
    """Write a robot as URDF, atomically.

    Raises:
        RvsError: A joint is helical.
        OSError: The file can't be written.
    """
    write_text(path, urdf_text(robot_tree(architecture.robot)))


def urdf_text(tree: LinkTree) -> str:
    """Return the URDF of a tree of links."""
    root = Element("robot", name=tree.name)
    for link in tree.links:
        _link(SubElement(root, "link", name=link.name), link)
    for joint in tree.joints:
        _joint(root, joint)
    indent(root)
    return HEAD + tostring(root, encoding="unicode") + "\n"


def _link(element: Element, link: TreeLink) -> None:
    inertia = link.inertia
    if inertia is None:
        return
    inertial = SubElement(element, "inertial")
    SubElement(inertial, "origin", xyz=told(inertia.com), rpy="0 0 0")
    SubElement(inertial, "mass", value=told(inertia.mass))
    keys = ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")
    rows = {key: told(value) for key, value in zip(keys, inertia.moments, strict=True)}
    SubElement(inertial, "inertia", rows)


def _joint(root: Element, joint: TreeJoint) -> None:
    free = joint.kind == "revolute" and joint.limits == NO_LIMITS
    element = SubElement(root, "joint", name=joint.name, type="continuous" if free else joint.kind)
    SubElement(element, "parent", link=joint.parent)
    SubElement(element, "child", link=joint.child)
    _origin(element, joint.origin)
    if not joint.moves:
        return
    SubElement(element, "axis", xyz=told(joint.axis))
    limit = {"effort": _bound(joint.effort), "velocity": _bound(joint.rate)}
    if not free:
        lower, upper = joint.limits
        limit |= {"lower": _bound(lower), "upper": _bound(upper)}
    SubElement(element, "limit", limit)
    if joint.damping or joint.friction:
        SubElement(element, "dynamics", damping=told(joint.damping), friction=told(joint.friction))


def _origin(element: Element, pose: Pose) -> None:
    matrix = np.array(pose)
    SubElement(element, "origin", xyz=told(matrix[:3, 3]), rpy=told(fixed_angles(matrix)))


def _bound(value: float) -> str:
    return told(value if isfinite(value) else BOUNDLESS * np.sign(value))
