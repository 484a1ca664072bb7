"""Writes SDF."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeLink
from rvs.engine.joint import Inertia
from rvs.files.robots.arch import Architecture
from rvs.files.storage.atomic import write_text
from rvs.files.text.letters import xml_text
from rvs.files.trees.link_looks import Look
from rvs.files.trees.looks_write import WrittenLooks, rgba_words, written_looks
from rvs.files.trees.robot_tree import (
    body_of,
    fixed_angles,
    robot_tree,
    told,
    tree_of_bodies,
)
from rvs.files.trees.sdf import MOMENTS
from rvs.files.trees.urdf_write import BOUNDLESS, HEAD

VERSION = "1.8"


def save_sdf(path: Path, architecture: Architecture) -> None:
    """Write a robot as a model in SDF, atomically, and its meshes in a folder next to it.

    Raises:
        RvsError: A joint is helical, or a name has characters that XML can't have.
        OSError: The file can't be written.
    """
    # Nothing in a model has the name of anything else in it.
    tree = tree_of_bodies(robot_tree(architecture.robot, apart=True))
    looks = written_looks(path, architecture)
    text = xml_text(sdf_text(tree, looks))
    looks.save(path.parent)
    write_text(path, text)


def sdf_text(tree: LinkTree, looks: WrittenLooks) -> str:
    """Return the SDF of a tree of links with these looks: each is in the frame of its joint."""
    root = Element("sdf", version=VERSION)
    model = SubElement(root, "model", name=tree.name)
    for link in tree.links:
        _link(model, link, tree, looks)
    for joint in tree.joints:
        _joint(model, joint)
    indent(root)
    return HEAD + tostring(root, encoding="unicode") + "\n"


def _say(element: Element, tag: str, value: object, **attributes: str) -> None:
    SubElement(element, tag, attributes).text = value if isinstance(value, str) else told(value)


def _link(model: Element, link: TreeLink, tree: LinkTree, looks: WrittenLooks) -> None:
    element = SubElement(model, "link", name=link.name)
    above = tree.above.get(link.name)
    if above is not None:
        _say(element, "pose", np.zeros(6), relative_to=above.name)
    _weight(element, body_of(link.inertia))
    for tag, own in (("visual", looks.visuals), ("collision", looks.collisions)):
        for number, look in enumerate(own.get(link.name, ()), 1):
            _look(SubElement(element, tag, name=f"{link.name}_{tag}_{number}"), look)


def _weight(link: Element, inertia: Inertia) -> None:
    """Write the mass of a link, even of one without mass: the default of the format is 1 kg."""
    inertial = SubElement(link, "inertial")
    _say(inertial, "pose", [*inertia.com, 0.0, 0.0, 0.0])
    _say(inertial, "mass", inertia.mass)
    moments = SubElement(inertial, "inertia")
    for key, value in zip(MOMENTS, inertia.moments, strict=True):
        _say(moments, key, value)


def _look(element: Element, look: Look) -> None:
    matrix = np.array(look.place)
    _say(element, "pose", [*matrix[:3, 3], *fixed_angles(matrix)])
    shape = SubElement(SubElement(element, "geometry"), look.kind)
    if look.kind == "mesh":
        _say(shape, "uri", look.file)
    elif look.kind == "box":
        _say(shape, "size", look.sizes)
    else:
        for key, size in zip(("radius", "length"), look.sizes, strict=False):
            _say(shape, key, size)
    if look.color and element.tag == "visual":
        material = SubElement(element, "material")
        for key in ("ambient", "diffuse"):
            _say(material, key, rgba_words(look.color))


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
