"""MJCF: the models of MuJoCo, bodies within bodies, each with any number of joints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeKind, TreeLink
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import NO_LIMITS
from rvs.files.budget import opening
from rvs.files.text.errors import whole_file
from rvs.files.text.findings import TooManyErrors
from rvs.files.trees.found import reach_of
from rvs.files.trees.known import name_unknown
from rvs.files.trees.known_tables import MJCF, MJCF_WHY
from rvs.files.trees.looks import TreeFile
from rvs.files.trees.mjcf_expansion import Expansion
from rvs.files.trees.mjcf_looks import Drawn, body_geoms, told_apart
from rvs.files.trees.mjcf_masses import body_inertia, compiled_masses
from rvs.files.trees.mjcf_sections import with_sections
from rvs.files.trees.mjcf_values import Values
from rvs.files.trees.tree_body import TreeMeshes
from rvs.files.trees.xml import MOST_LINKS, Element, XmlFindings, read_xml
from rvs.model.robots.choices import USUAL, Choices

KINDS: dict[str, TreeKind] = {
    "hinge": "revolute",
    "slide": "prismatic",
    "ball": "ball",
    "free": "floating",
}
WORLD = "world"


def read_mjcf(path: Path) -> TreeFile:
    """Read an MJCF file.

    Raises:
        FileErrors: Everything that is wrong with it, each with its line and element.
    """
    return mjcf_of(read_xml(path), path)


@opening()
def mjcf_of(root: Element, path: Path, choices: Choices = USUAL) -> TreeFile:
    """Return what the root element of an MJCF file says.

    Args:
        root: The element.
        path: The file.
        choices: Folders from which it may include other files.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    if root.tag != "mujoco":
        raise whole_file(path, f"is not an MJCF file: expected <mujoco>, found <{root.tag[:40]}>")
    reader = _Reader(root, path, choices)
    return reader.findings.all_of(reader.read)


class _Reader:
    def __init__(self, root: Element, path: Path, choices: Choices) -> None:
        self.root, self.path = root, path
        self.findings = XmlFindings(path)
        self.reach = reach_of(path, choices)
        self.values = Values(self.findings, self.reach)
        self.links: dict[str, TreeLink] = {}
        self.bodies: dict[str, Element] = {}
        self.joints: dict[str, TreeJoint] = {}
        self.geoms: dict[str, tuple[Drawn, ...]] = {}
        self.meshes = TreeMeshes(path, self.reach)

    def read(self) -> TreeFile:
        """Return what the file says.

        Raises:
            FileErrors: Everything that is wrong.
        """
        Expansion(self.findings, self.path, self.reach).expand(self.root)
        self.values.read(self.root)
        self.findings.count_parts(self.root, "geom")
        name_unknown(self.findings, self.root, MJCF, MJCF_WHY)
        gravity = self._gravity()
        self.links[WORLD] = TreeLink(WORLD)
        for world in self.root.all("worldbody"):
            self._children(world, WORLD, np.eye(4), "")
        joints = with_sections(self.values, self.root, self.joints)
        self.findings.check()
        try:
            name = self.root.get("model") or self.path.stem
            links = compiled_masses(self.values, self.links, self.bodies)
            tree = LinkTree(name, links, joints, gravity)
        except ArgumentError as error:
            raise whole_file(self.path, str(error)) from error
        warnings = tuple(self.findings.warnings)
        return TreeFile(tree, *told_apart(self.geoms), self.path, warnings)

    def _gravity(self) -> tuple[float, float, float]:
        """Return gravity as the options say it last; none where their flag says so."""
        x, y, z, on = 0.0, 0.0, -9.81, True
        for option in self.root.all("option"):
            x, y, z = self.findings.numbers(option, "gravity", 3, (x, y, z))
            for flag in option.all("flag"):
                on = flag.get("gravity", "enable" if on else "disable") != "disable"
        return (x, y, z) if on else (0.0, 0.0, 0.0)

    def _children(self, element: Element, link: str, place: Array, childclass: str) -> None:
        """Read the bodies in a body, those in frames too."""
        for child in element.all("body", "frame"):
            at = place @ self.values.pose(child)
            inner = child.get("childclass") or childclass
            if child.tag == "frame":
                self._children(child, link, at, inner)
            else:
                self._body(child, link, at, inner)

    def _body(self, element: Element, parent: str, place: Array, childclass: str) -> None:
        name = self._fresh(element.get("name") or f"body{len(self.links)}", self.links, element)
        self.bodies[name] = element
        mass = self.findings.part(
            lambda: body_inertia(self.values, element, childclass, self.meshes),
            None,
            f"the mass of {element} is",
        )
        self._link(element, TreeLink(name, mass))
        self.geoms[name] = self.findings.part(
            lambda: body_geoms(self.values, element, childclass), (), f"the look of {element} is"
        )
        at, link = place, parent
        joints = list(self._own_joints(element, np.eye(4), childclass))
        for count, (joint, frame) in enumerate(joints, 1):
            anchor = np.eye(4)
            anchor[:3, 3] = frame[:3, :3] @ self.findings.numbers(joint, "pos", 3, (0.0,) * 3)
            anchor[:3, 3] += frame[:3, 3]
            ends = count == len(joints) and not anchor[:3, 3].any()
            child = name if ends else f"{name} moved by {joint.get('name') or count}"
            if not ends:
                self._link(joint, TreeLink(child))
            default = f"{name}_joint" + (str(count) if len(joints) > 1 else "")
            self._joint(joint, default, (link, child), at @ anchor, frame[:3, :3])
            at, link = np.eye(4), child
            at[:3, 3] = -anchor[:3, 3]
        if link != name:
            fixed = f"{name} fixed"
            self.joints[fixed] = TreeJoint(fixed, "fixed", link, name, pose_rows(at, "pos"))
        self._children(element, name, np.eye(4), childclass)

    def _link(self, element: Element, link: TreeLink) -> None:
        """Keep a body, or what stands between two joints of one.

        Raises:
            TooManyErrors: There are too many.
        """
        self.links[link.name] = link
        if len(self.links) > MOST_LINKS:
            self.findings.error(element, f"more than {MOST_LINKS:,} bodies and joints between them")
            raise TooManyErrors

    def _own_joints(
        self, element: Element, place: Array, childclass: str
    ) -> Iterator[tuple[Element, Array]]:
        """The joints of a body in their order, and the pose of the frame that each stands in."""
        for child in element.all("joint", "freejoint", "frame"):
            if child.tag == "frame":
                inner = child.get("childclass") or childclass
                yield from self._own_joints(child, place @ self.values.pose(child), inner)
            elif child.tag == "joint":
                yield self.values.whole(child, childclass), place
            else:
                yield replace(child, attributes={**child.attributes, "type": "free"}), place

    def _fresh(self, name: str, taken: dict[str, TreeLink], element: Element) -> str:
        if name in taken:
            self.findings.error(element, "there is another body of this name")
        return name

    def _joint(
        self, element: Element, default: str, ends: tuple[str, str], origin: Array, turn: Array
    ) -> None:
        word = element.get("type", "hinge")
        name = element.get("name") or default
        if word not in KINDS:
            self.findings.error(element, f"type={word[:40]!r}: expected one of {', '.join(KINDS)}")
            return
        if name in self.joints:
            self.findings.error(element, "there is another joint of this name")
        kind = KINDS[word]
        numbers, positive, part = (
            self.findings.numbers, self.findings.not_negative, self.findings.part,
        )  # fmt: skip
        axis = np.array(numbers(element, "axis", 3, (0.0, 0.0, 1.0)))
        length = float(np.linalg.norm(axis))
        if length < 1e-10:
            self.findings.error(element, f"axis={element.get('axis')!r} has no direction")
            return
        x, y, z = (turn @ axis / length).tolist()
        turns = kind == "revolute"
        start = self.findings.number(element, "ref")
        start = self.values.angle(start) if turns else start
        lower, upper = part(lambda: self._limits(element, turns), NO_LIMITS, "its limits are")
        forces: tuple[float, ...] = (0.0, 0.0)
        if element.get("actuatorfrclimited") != "false":
            forces = part(
                lambda: numbers(element, "actuatorfrcrange", 2, (0.0, 0.0)), forces, "it is"
            )
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
            part(lambda: positive(element, "damping"), 0.0, "it is"),
            part(lambda: positive(element, "frictionloss"), 0.0, "it is"),
            part(lambda: positive(element, "armature"), 0.0, "it is"),
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
        if lower == upper == 0.0:
            self.findings.warn(element, "range: nothing moves from 0 to 0; it is left out")
            return NO_LIMITS
        if turns:
            return self.values.angle(lower), self.values.angle(upper)
        return lower, upper
