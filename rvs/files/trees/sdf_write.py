"""Writes SDF."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeLink
from rvs.files.robots.arch import Architecture
from rvs.files.storage.atomic import write_text
from rvs.files.text.letters import xml_text
from rvs.files.trees.robot_tree import fixed_angles, robot_tree, told
from rvs.files.trees.sdf import MOMENTS
from rvs.files.trees.urdf_write import BOUNDLESS, HEAD

VERSION = "1.8"


def save_sdf(path: Path, architecture: Architecture) -> None:
    """Write a robot as a model in SDF, atomically.

    Raises:
        RvsError: A joint is helical, or a name holds what XML has no way to say.
        OSError: The file can't be written.
    """
    write_text(path, xml_text(sdf_text(robot_tree(architecture.robot))))


def sdf_text(tree: LinkTree) -> str:
    """Return the SDF of a tree of links: each link stands in the frame of its joint."""
    root = Element("sdf", version=VERSION)
    model = SubElement(root, "model", name=tree.name)
    for link in tree.links:
        _link(model, link, tree)
    for joint in tree.joints:
        _joint(model, joint)
    indent(root)
    return HEAD + tostring(root, encoding="unicode") + "\n"


def _say(element: Element, tag: str, value: object, **attributes: str) -> None:
    SubElement(element, tag, attributes).text = value if isinstance(value, str) else told(value)


def _link(model: Element, link: TreeLink, tree: LinkTree) -> None:
    element = SubElement(model, "link", name=link.name)
    above = tree.above.get(link.name)
    if above is not None:
        _say(element, "pose", np.zeros(6), relative_to=above.name)
    if link.inertia is not None:
        inertial = SubElement(element, "inertial")
        _say(inertial, "pose", [*link.inertia.com, 0.0, 0.0, 0.0])
        _say(inertial, "mass", link.inertia.mass)
        moments = SubElement(inertial, "inertia")
        for key, value in zip(MOMENTS, link.inertia.moments, strict=True):
            _say(moments, key, value)


def _joint(model: Element, joint: TreeJoint) -> None:
    element = SubElement(model, "joint", name=joint.name, type=joint.kind)
    matrix = np.array(joint.origin)
    pose = [*matrix[:3, 3], *fixed_angles(matrix)]
    _say(element, "pose", pose, relative_to=joint.parent)
    _say(element, "parent", joint.parent)
    _say(element, "child", joint.child)
    if not joint.moves:
        return
    axis = SubElement(element, "axis")
    _say(axis, "xyz", joint.axis)
    limit = SubElement(axis, "limit")
    bounds = (*joint.limits, joint.rate, joint.effort)
    for key, value in zip(("lower", "upper", "velocity", "effort"), bounds, strict=True):
        _say(limit, key, value if isfinite(value) else BOUNDLESS * np.sign(value))
    dynamics = SubElement(axis, "dynamics")
    _say(dynamics, "damping", joint.damping)
    _say(dynamics, "friction", joint.friction)
