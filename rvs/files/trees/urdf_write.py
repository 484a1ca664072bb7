"""Writes URDF."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

from rvs.engine.arrays import Pose, pose_rows
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeLink
from rvs.engine.joint import NO_LIMITS
from rvs.files.robots.arch import Architecture
from rvs.files.storage.atomic import write_text
from rvs.files.text.letters import xml_text
from rvs.files.trees.link_looks import Look
from rvs.files.trees.looks_write import WrittenLooks, rgba_words, written_looks
from rvs.files.trees.robot_tree import fixed_angles, robot_tree, told

# Stands for a bound that there is not: the format has no infinity.
BOUNDLESS = 1e10
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'


def save_urdf(path: Path, architecture: Architecture) -> None:
    """Write a robot as URDF, atomically, and its meshes in a folder next to it.

    Raises:
        RvsError: A joint is helical, or a name has characters that XML can't have.
        OSError: The file can't be written.
    """
    tree, looks = robot_tree(architecture.robot), written_looks(path, architecture)
    text = xml_text(urdf_text(tree, looks))
    looks.save(path.parent)
    write_text(path, text)


def urdf_text(tree: LinkTree, looks: WrittenLooks) -> str:
    """Return the URDF of a tree of links with these looks."""
    root = Element("robot", name=tree.name)
    for link in tree.links:
        element = SubElement(root, "link", name=link.name)
        _link(element, link)
        for tag, own in (("visual", looks.visuals), ("collision", looks.collisions)):
            for look in own.get(link.name, ()):
                for one in _known(look):
                    _look(SubElement(element, tag), one)
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


def _known(look: Look) -> list[Look]:
    """Return the equivalent in solids of the format: a capsule is a cylinder with two spheres."""
    if look.kind != "capsule":
        return [look]
    radius, length = look.sizes
    found = [replace(look, kind="cylinder")] if length > 0 else []
    for end in (-length / 2, length / 2):
        place = np.array(look.place)
        place[:3, 3] += place[:3, 2] * end
        ball = replace(look, kind="sphere", sizes=(radius,), place=pose_rows(place, "place"))
        found.append(ball)
    return found


def _look(element: Element, look: Look) -> None:
    _origin(element, look.place)
    geometry = SubElement(element, "geometry")
    if look.kind == "mesh":
        SubElement(geometry, "mesh", filename=look.file)
    elif look.kind == "box":
        SubElement(geometry, "box", size=told(look.sizes))
    else:
        names = ("radius", "length")[: len(look.sizes)]
        sizes = {name: told(size) for name, size in zip(names, look.sizes, strict=True)}
        SubElement(geometry, look.kind, sizes)
    if look.color and element.tag == "visual":
        material = SubElement(element, "material", name=look.color)
        SubElement(material, "color", rgba=rgba_words(look.color))


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
