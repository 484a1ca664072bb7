"""MJCF: the models of MuJoCo, bodies within bodies, each with any number of joints."""

from __future__ import annotations

from math import inf
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeKind, TreeLink
from rvs.engine.descriptions.redescribe import moved_inertia
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import NO_LIMITS, Inertia
from rvs.files.text.errors import whole_file
from rvs.files.text.findings import TooManyErrors
from rvs.files.trees.found import searched_folders
from rvs.files.trees.looks import Look, TreeFile
from rvs.files.trees.mjcf_expansion import Expansion
from rvs.files.trees.mjcf_looks import body_looks
from rvs.files.trees.mjcf_masses import geoms_inertia
from rvs.files.trees.mjcf_sections import with_sections
from rvs.files.trees.mjcf_values import Values
from rvs.files.trees.tree_body import TreeMeshes
from rvs.files.trees.xml import MOST_LINKS, Element, XmlFindings, read_xml

KINDS: dict[str, TreeKind] = {
    "hinge": "revolute",
    "slide": "prismatic",
    "ball": "ball",
    "free": "floating",
}
WORLD = "world"
# What adds bodies by other means than one written for each.
COMPUTED = ("attach", "composite", "flexcomp")
# A body of so little mass stands for one whose mass is not known: the format allows none.
NO_MASS = 1e-11


def read_mjcf(path: Path) -> TreeFile:
    """Read an MJCF file.

    Raises:
        FileErrors: Everything that is wrong with it, each with its line and element.
    """
    return mjcf_of(read_xml(path), path)


def mjcf_of(root: Element, path: Path) -> TreeFile:
    """Return what the root element of an MJCF file says.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    if root.tag != "mujoco":
        raise whole_file(path, f"is not an MJCF file: expected <mujoco>, found <{root.tag[:40]}>")
    reader = _Reader(root, path)
    return reader.findings.all_of(reader.read)


class _Reader:
    def __init__(self, root: Element, path: Path) -> None:
        self.root, self.path = root, path
        self.findings = XmlFindings(path)
        self.values = Values(self.findings)
        self.links: dict[str, TreeLink] = {}
        self.joints: dict[str, TreeJoint] = {}
        self.visuals: dict[str, tuple[Look, ...]] = {}
        self.solids: dict[str, tuple[Look, ...]] = {}
        self.meshes = TreeMeshes(path, searched_folders())

    def read(self) -> TreeFile:
        """Return what the file says.

        Raises:
            FileErrors: Everything that is wrong.
        """
        Expansion(self.findings, self.path).expand(self.root)
        self.values.read(self.root)
        gravity = (0.0, 0.0, -9.81)
        for option in self.root.all("option"):
            x, y, z = self.findings.numbers(option, "gravity", 3, gravity)
            gravity = (x, y, z)
        self.links[WORLD] = TreeLink(WORLD)
        for world in self.root.all("worldbody"):
            self._children(world, WORLD, np.eye(4), "")
        joints = with_sections(self.values, self.root, self.joints)
        self.findings.check()
        try:
            name = self.root.get("model") or self.path.stem
            links = tuple(self.links.values())
            tree = LinkTree(name, links, joints, gravity)
        except ArgumentError as error:
            raise whole_file(self.path, str(error)) from error
        warnings = tuple(self.findings.warnings)
        return TreeFile(tree, self.visuals, self.solids, self.path, warnings)

    def _children(self, element: Element, link: str, place: Array, childclass: str) -> None:
        """Read the bodies in a body, those in frames too."""
        for child in element.all(*COMPUTED):
            self.findings.warn(child, f"of {element}: what it adds is not read")
        for child in element.all("body", "frame"):
            at = place @ self.values.pose(child)
            inner = child.get("childclass") or childclass
            if child.tag == "frame":
                self._children(child, link, at, inner)
            else:
                self._body(child, link, at, inner)

    def _body(self, element: Element, parent: str, place: Array, childclass: str) -> None:
        if len(self.links) > MOST_LINKS:
            self.findings.error(element, f"more than {MOST_LINKS:,} bodies")
            raise TooManyErrors
        name = self._fresh(element.get("name") or f"body{len(self.links)}", self.links, element)
        self.links[name] = TreeLink(name, self._mass(element, childclass))
        looks = body_looks(self.values, self.root, element, childclass)
        self.visuals[name], self.solids[name] = looks
        at, link = place, parent
        joints = [self.values.whole(one, childclass) for one in element.all("joint")]
        joints += [
            Element("freejoint", {**one.attributes, "type": "free"}, one.line, one.column)
            for one in element.all("freejoint")
        ]
        for count, joint in enumerate(joints, 1):
            anchor = np.eye(4)
            anchor[:3, 3] = self.findings.numbers(joint, "pos", 3, (0.0, 0.0, 0.0))
            ends = count == len(joints) and not anchor[:3, 3].any()
            child = name if ends else f"{name} moved by {joint.get('name') or count}"
            if not ends:
                self.links[child] = TreeLink(child)
            default = f"{name}_joint" + (str(count) if len(joints) > 1 else "")
            self._joint(joint, default, (link, child), at @ anchor)
            at, link = np.eye(4), child
            at[:3, 3] = -anchor[:3, 3]
        if link != name:
            fixed = f"{name} fixed"
            self.joints[fixed] = TreeJoint(fixed, "fixed", link, name, pose_rows(at, "pos"))
        self._children(element, name, np.eye(4), childclass)

    def _fresh(self, name: str, taken: dict[str, TreeLink], element: Element) -> str:
        if name in taken:
            self.findings.error(element, "there is another body of this name")
        return name

    def _joint(self, element: Element, default: str, ends: tuple[str, str], origin: Array) -> None:
        word = element.get("type", "hinge")
        name = element.get("name") or default
        if word not in KINDS:
            self.findings.error(element, f"type={word[:40]!r}: expected one of {', '.join(KINDS)}")
            return
        if name in self.joints:
            self.findings.error(element, "there is another joint of this name")
        kind = KINDS[word]
        numbers, positive = self.findings.numbers, self.findings.not_negative
        axis = np.array(numbers(element, "axis", 3, (0.0, 0.0, 1.0)))
        length = float(np.linalg.norm(axis))
        if length < 1e-10:
            self.findings.error(element, f"axis={element.get('axis')!r} has no direction")
            return
        x, y, z = (axis / length).tolist()
        turns = kind == "revolute"
        start = self.findings.number(element, "ref")
        start = self.values.angle(start) if turns else start
        lower, upper = self._limits(element, turns)
        forces = numbers(element, "actuatorfrcrange", 2, (0.0, 0.0))
        parent, child = ends
        self.joints[name] = TreeJoint(
            name,
            kind,
            parent,
            child,
            pose_rows(origin, "pos"),
            (x, y, z),
            -start,
            (lower, upper),
            inf,
            max(map(abs, forces)) or inf,
            positive(element, "damping"),
            positive(element, "frictionloss"),
            positive(element, "armature"),
            min(max(start, lower), upper),
        )

    def _limits(self, element: Element, turns: bool) -> tuple[float, float]:
        word = element.get("limited", "auto")
        given = "range" in element.attributes
        if word == "false" or not given or (word == "auto" and not self.values.autolimits):
            return NO_LIMITS
        lower, upper = self.findings.bounds(element, "range", 2, (0.0, 0.0))
        if lower > upper:
            self.findings.error(element, f"range: the lower {lower:g} is above the upper {upper:g}")
            return NO_LIMITS
        if turns:
            return self.values.angle(lower), self.values.angle(upper)
        return lower, upper

    def _mass(self, body: Element, childclass: str) -> Inertia | None:
        """What the body says of its mass, or what its geoms fill, as the compiler is told."""
        inertial = body.first("inertial")
        word = next((one.get("inertiafromgeom") for one in self.root.all("compiler")
                     if one.get("inertiafromgeom")), "auto")  # fmt: skip
        if word == "true" or (inertial is None and word != "false"):
            return geoms_inertia(self.values, self.root, body, childclass, self.meshes)
        return None if inertial is None else self._inertia(inertial)

    def _inertia(self, inertial: Element) -> Inertia | None:
        numbers = self.findings.numbers
        mass = self.findings.not_negative(inertial, "mass")
        if "fullinertia" in inertial.attributes:
            xx, yy, zz, xy, xz, yz = numbers(inertial, "fullinertia", 6, (0.0,) * 6)
        else:
            xx, yy, zz = numbers(inertial, "diaginertia", 3, (0.0,) * 3)
            xy = xz = yz = 0.0
        if mass <= NO_MASS:
            if max(xx, yy, zz) <= NO_MASS:
                return None
            mass = 0.0
        own = Inertia(mass, (0.0, 0.0, 0.0), (xx, yy, zz, xy, yz, xz))
        return moved_inertia(own, self.values.pose(inertial))
