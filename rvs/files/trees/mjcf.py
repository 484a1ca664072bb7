"""MJCF: the models of MuJoCo, bodies within bodies, each with any number of joints.

Shorthand in MJCF for other elements: included files and repeated parts.

Sections of MJCF about joints: actuators, equalities and keyframes.
"""

from __future__ import annotations

import os.path
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeKind, TreeLink
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import NO_LIMITS
from rvs.files.budget import spend, within_budget
from rvs.files.library import is_file
from rvs.files.text.errors import whole_file
from rvs.files.text.findings import TooManyErrors
from rvs.files.trees.file_reach import Reach, reach_of, real_folder
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.mjcf_looks import STEPS, Drawn, Values, body_geoms, told_apart
from rvs.files.trees.mjcf_masses import body_inertia, compiled_masses
from rvs.files.trees.tree_body import TreeMeshes
from rvs.files.trees.unknown_statements import MJCF, MJCF_WHY, report_unknown
from rvs.files.trees.xml import (
    LONGEST_NAME,
    MOST_LINKS,
    Element,
    XmlFindings,
    every_element,
    number_of,
    read_xml,
)
from rvs.model.robots.imported import USUAL, Choices

KINDS: dict[str, TreeKind] = {
    "hinge": "revolute",
    "slide": "prismatic",
    "ball": "ball",
    "free": "floating",
}
WORLD = "world"

MOST_INCLUDES = 50

HOME = "home"
# The laws of an actuator that pulls as it is told to.
DIRECT = {"dyntype": "none", "gaintype": "fixed", "biastype": "none"}
# Numbers of a posture that a joint has; all others have one.
WIDTHS: Mapping[TreeKind, int] = {"floating": 7, "ball": 4, "fixed": 0}


def read_mjcf(path: Path) -> TreeFile:
    """Read an MJCF file.

    Raises:
        FileErrors: Everything that is wrong with it, each with its line and element.
    """
    return mjcf_of(read_xml(path), path)


@within_budget()
def mjcf_of(root: Element, path: Path, choices: Choices = USUAL) -> TreeFile:
    """Return the contents of the root element of an MJCF file.

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
        """Return the contents of the file.

        Raises:
            FileErrors: Everything that is wrong.
        """
        Expansion(self.findings, self.path, self.reach).expand(self.root)
        self.values.read(self.root)
        self.findings.count_parts(self.root, "geom")
        report_unknown(self.findings, self.root, MJCF, MJCF_WHY)
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
        """Return the last gravity in the options; none if their flag disables it."""
        x, y, z, on = 0.0, 0.0, -9.81, True
        for option in self.root.all("option"):
            x, y, z = self.findings.numbers(option, "gravity", 3, (x, y, z))
            for flag in option.all("flag"):
                on = flag.get("gravity", "enable" if on else "disable") != "disable"
        return (x, y, z) if on else (0.0, 0.0, 0.0)

    def _children(self, element: Element, link: str, place: Array, childclass: str) -> None:
        """Read the bodies in a body, including those in frames."""
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
        """Store a body, or the link between two joints of one.

        Raises:
            TooManyErrors: There are too many.
        """
        self.links[link.name] = link
        if len(self.links) > MOST_LINKS:
            self.findings.error(element, f"more than {MOST_LINKS:,} bodies and joints together")
            raise TooManyErrors

    def _own_joints(
        self, element: Element, place: Array, childclass: str
    ) -> Iterator[tuple[Element, Array]]:
        """Yield the joints of a body in their order, and the pose of the frame of each."""
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
            self.findings.error(element, "there is another body with this name")
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
            self.findings.error(element, "there is another joint with this name")
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
            self.findings.warn(
                element, "range: a range from 0 to 0 permits no motion, so it is left out"
            )
            return NO_LIMITS
        if turns:
            return self.values.angle(lower), self.values.angle(upper)
        return lower, upper


class Expansion:
    """Replaces shorthand elements by the elements that they represent."""

    def __init__(self, findings: XmlFindings, path: Path, reach: Reach) -> None:
        self.findings, self.path, self.reach = findings, path, reach
        self._included = 0

    def expand(self, root: Element) -> None:
        """Expand everything in the root element of a model."""
        self._expand(root, (self.path,))

    def _expand(self, element: Element, way: tuple[Path, ...]) -> None:
        children: list[Element] = []
        for child in element.children:
            if child.tag == "include":
                children.extend(self._file(child, way))
                continue
            self._expand(child, way)
            children.extend(self._repeated(child) if child.tag == "replicate" else [child])
        element.children = children

    def _file(self, element: Element, way: tuple[Path, ...]) -> list[Element]:
        reference = element.get("file").replace("\\", "/")
        path = Path(os.path.normpath(way[0].parent / reference))
        self._included += 1
        if not reference or "\0" in reference:
            self.findings.error(element, "file: expected the path of a file")
        elif path in way or self._included > MOST_INCLUDES:
            self.findings.error(element, f"file={reference[:60]!r}: files include one another")
        elif not is_file(path):
            self.findings.error(element, f"there is no file {reference[:60]!r}")
        elif not self.reach.holds(path):
            self.findings.leads_out(element, f"file={reference[:60]!r}", real_folder(path))
        else:
            root = read_xml(path)
            for one in every_element(root):
                one.path = str(path)
            self._expand(root, (*way, path))
            return root.children
        return []

    def _repeated(self, element: Element) -> list[Element]:
        """Return frames, each moved relative to the one before, with renamed copies of members."""
        count = self.findings.number(element, "count")
        if count != int(count) or not 0 < count <= MOST_LINKS:
            words = f"count={element.get('count')[:20]!r}: expected a whole number from 1 to"
            self.findings.error(element, f"{words} {MOST_LINKS:,}")
            return []
        step = {"pos": element.get("offset", "0 0 0"), "euler": element.get("euler", "0 0 0")}
        digits, frames = len(str(int(count) - 1)), []
        for k in range(int(count)):
            suffix = f"{element.get('sep')}{k:0{digits}}"
            made = [self._copy(child, suffix) for child in element.children]
            attributes = {**step, STEPS: f"{k} {count:g}"}
            frames.append(Element("frame", attributes, element.line, element.column, made))
        return frames

    def _copy(self, element: Element, suffix: str) -> Element:
        fault = spend("elements")
        if len(element.get("name")) + len(suffix) > LONGEST_NAME:
            fault = f"the name of a copy has more than {LONGEST_NAME:,} characters"
        if fault:
            self.findings.error(element, fault)
            raise TooManyErrors
        attributes = dict(element.attributes)
        if attributes.get("name"):
            attributes["name"] += suffix
        children = [self._copy(child, suffix) for child in element.children]
        return replace(element, attributes=attributes, children=children)


def with_sections(
    values: Values, root: Element, joints: Mapping[str, TreeJoint]
) -> tuple[TreeJoint, ...]:
    """Return joints with the efforts of their actuators, their couplings, and the key ``home``.

    Args:
        values: Defaults and units of the model.
        root: The model.
        joints: The joints by name, in the order of postures.
    """
    efforts = _efforts(values, root)
    follows = {
        one.get("joint1"): one.get("joint2")
        for section in root.all("equality")
        for one in section.all("joint")
        if one.get("joint2") in joints and one.get("active", "true") != "false"
    }
    homes: Mapping[str, float] = values.findings.part(
        lambda: _homes(values, root, joints), {}, "the posture is"
    )
    return tuple(
        replace(
            joint,
            effort=min(joint.effort, efforts.get(name, inf)),
            follows=follows.get(name, ""),
            home=min(max(homes.get(name, joint.home), joint.limits[0]), joint.limits[1]),
        )
        if joint.moves
        else joint
        for name, joint in joints.items()
    )


def _efforts(values: Values, root: Element) -> dict[str, float]:
    """Return the largest torque or force of each joint limited by an actuator."""
    found: dict[str, float] = {}
    for section in root.all("actuator"):
        for one in section.children:
            whole = values.whole(one, "")
            bound = values.findings.part(
                partial(_strength, values, whole), inf, "the effort of its joint is"
            )
            name = whole.get("joint") or whole.get("jointinparent")
            # They pull together.
            found[name] = found.get(name, 0.0) + bound * _first(whole, "gear")
    return found


def _strength(values: Values, actuator: Element) -> float:
    """Return the largest force of an actuator, before its gear."""
    bound = _bound(values, actuator, "forcerange", "forcelimited")
    if bound == inf and _pulls_as_told(actuator):
        bound = _bound(values, actuator, "ctrlrange", "ctrllimited") * _first(actuator, "gainprm")
    return bound


def _first(actuator: Element, key: str) -> float:
    """Return the size of the first of some factors of an actuator; 1 if it is 0 or missing."""
    return abs(number_of((actuator.get(key).split() or ["1"])[0]) or 1.0)


def _pulls_as_told(actuator: Element) -> bool:
    """Return whether the force of an actuator equals its control, except for a factor."""
    laws = (actuator.get(key, usual) == usual for key, usual in DIRECT.items())
    return actuator.tag == "motor" or (actuator.tag == "general" and all(laws))


def _bound(values: Values, element: Element, key: str, limited: str) -> float:
    word = element.get(limited, "auto")
    if key not in element.attributes or word == "false":
        return inf
    if word == "auto" and not values.autolimits:
        return inf
    return max(map(abs, values.findings.numbers(element, key, 2, (0.0, 0.0)))) or inf


def _homes(values: Values, root: Element, joints: Mapping[str, TreeJoint]) -> Mapping[str, float]:
    """Return the posture of the key ``home`` by joint."""
    key = next(_keys(root), None)
    if key is None or "qpos" not in key.attributes:
        return {}
    width = sum(WIDTHS.get(joint.kind, 1) for joint in joints.values())
    numbers = iter(values.findings.numbers(key, "qpos", width, (0.0,) * width))
    homes = {}
    for name, joint in joints.items():
        own = [next(numbers) for _ in range(WIDTHS.get(joint.kind, 1))]
        if joint.moves:
            homes[name] = own[0]
    return homes


def _keys(root: Element) -> Iterator[Element]:
    for section in root.all("keyframe"):
        yield from (key for key in section.all("key") if key.get("name") == HOME)
