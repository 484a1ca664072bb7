"""Writes MJCF, the format of MuJoCo."""

from __future__ import annotations

from math import isfinite
from pathlib import Path, PurePath
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint
from rvs.engine.joint import NO_LIMITS, Inertia
from rvs.engine.screws import rotation_quaternion
from rvs.files.robots.arch import Architecture
from rvs.files.storage.atomic import write_text
from rvs.files.text.letters import xml_text
from rvs.files.trees.link_looks import Look
from rvs.files.trees.looks_write import WrittenLooks, rgba_words, written_looks
from rvs.files.trees.robot_tree import body_of, robot_tree, told, tree_of_bodies

KINDS = {"revolute": "hinge", "prismatic": "slide"}
BOUNDLESS = 1e10


def save_mjcf(path: Path, architecture: Architecture) -> None:
    """Write a robot as MJCF, atomically, and its meshes in a folder next to it.

    Raises:
        RvsError: A joint is helical, or a name has characters that XML can't have.
        OSError: The file can't be written.
    """
    tree = tree_of_bodies(robot_tree(architecture.robot))
    looks = written_looks(path, architecture)
    text = xml_text(mjcf_text(tree, looks))
    looks.save(path.parent)
    write_text(path, text)


def mjcf_text(tree: LinkTree, looks: WrittenLooks) -> str:
    """Return the MJCF of a tree of links with these looks."""
    root = Element("mujoco", model=tree.name)
    SubElement(root, "compiler", angle="radian")
    SubElement(root, "option", gravity=told(tree.gravity))
    if looks.files:
        assets = SubElement(root, "asset")
        for file in looks.files:
            # A thin surface has no volume, and masses are said apart.
            SubElement(assets, "mesh", name=_asset(file), file=file, inertia="shell")
    world = SubElement(root, "worldbody")
    weight = tree.link[tree.root].inertia
    if weight or looks.visuals.get(tree.root) or looks.collisions.get(tree.root):
        # The world itself is drawn by no robot, and has no mass.
        world = SubElement(world, "body", name=tree.root)
        if weight:
            SubElement(world, "inertial", _weight(weight))
        _geoms(world, looks, tree.root)
    _bodies(world, tree, tree.root, looks)
    indent(root)
    return tostring(root, encoding="unicode") + "\n"


def _asset(file: str) -> str:
    return PurePath(file).stem


def _geoms(element: Element, looks: WrittenLooks, link: str) -> None:
    """Write the geoms of a link: those to be drawn, and those for collision."""
    seen, solid = looks.visuals.get(link, ()), looks.collisions.get(link, ())
    for look in seen:
        free = {"contype": "0", "conaffinity": "0"}
        SubElement(element, "geom", {**_geom(look), "group": "2", **free})
    for look in solid:
        SubElement(element, "geom", {**_geom(look), "group": "3"})


def _geom(look: Look) -> dict[str, str]:
    said = {"type": look.kind, **_place(np.array(look.place))}
    if look.kind == "mesh":
        said["mesh"] = _asset(look.file)
    else:
        # Lengths are halved, radii are not.
        halves = look.sizes if look.kind == "sphere" else [*look.sizes[:-1], look.sizes[-1] / 2]
        said["size"] = told([one / 2 for one in look.sizes] if look.kind == "box" else halves)
    return {**said, "rgba": rgba_words(look.color)} if look.color else said


def _bodies(element: Element, tree: LinkTree, link: str, looks: WrittenLooks) -> None:
    for joint in tree.below[link]:
        body = SubElement(element, "body", {"name": joint.child, **_place(np.array(joint.origin))})
        inertia = tree.link[joint.child].inertia
        if joint.moves or inertia is not None:
            SubElement(body, "inertial", _weight(inertia))
        if joint.moves:
            SubElement(body, "joint", _joint(joint))
        _geoms(body, looks, joint.child)
        _bodies(body, tree, joint.child, looks)


def _place(pose: Array) -> dict[str, str]:
    return {"pos": told(pose[:3, 3]), "quat": told(rotation_quaternion(pose[:3, :3]))}


def _weight(inertia: Inertia | None) -> dict[str, str]:
    own = body_of(inertia)
    said = {"pos": told(own.com), "mass": told(own.mass)}
    xx, yy, zz, xy, yz, xz = own.moments
    if not any((xy, yz, xz)):
        return {**said, "diaginertia": told((xx, yy, zz))}
    return {**said, "fullinertia": told((xx, yy, zz, xy, xz, yz))}


def _joint(joint: TreeJoint) -> dict[str, str]:
    said = {"name": joint.name, "type": KINDS[joint.kind], "axis": told(joint.axis)}
    if joint.limits != NO_LIMITS:
        bounds = [one if isfinite(one) else BOUNDLESS * np.sign(one) for one in joint.limits]
        said["range"] = told(bounds)
    if isfinite(joint.effort):
        said["actuatorfrcrange"] = told([-joint.effort, joint.effort])
    for key, value in (
        ("damping", joint.damping),
        ("frictionloss", joint.friction),
        ("armature", joint.armature),
    ):
        if value:
            said[key] = told(value)
    return said
