"""URDF: links and joints of a robot as XML (the unified robot description format of ROS)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import hypot, inf
from pathlib import Path

import numpy as np

from rvs.engine.arrays import IDENTITY, Array, Pose, pose_rows
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeKind, TreeLink
from rvs.engine.descriptions.redescribe import moved_inertia
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import NO_LIMITS, Inertia
from rvs.engine.quaternion import Quaternion
from rvs.engine.rotations import from_rpy
from rvs.files.budget import within_budget
from rvs.files.meshes.soup import hex_of
from rvs.files.text.errors import nearest, whole_file
from rvs.files.trees.link_looks import Look, TreeFile
from rvs.files.trees.robot_tree import Ends, note_tree_faults
from rvs.files.trees.unknown_statements import URDF, report_unknown
from rvs.files.trees.xml import Element, XmlFindings, every_element, number_of, read_xml

KINDS: Mapping[str, TreeKind] = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "floating": "floating",
    "planar": "planar",
}
# An axis shorter than this has no direction.
SHORTEST_AXIS = 1e-6
MOMENTS = ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")
# What parts for other programs say of the numbers of a robot, and what says nothing.
ELSEWHERE = {
    **dict.fromkeys(("mechanicalReduction", "drake:gear_ratio"), 1.0),
    **dict.fromkeys(("motorInertia", "drake:rotor_inertia", "springStiffness"), 0.0),
    "turnGravityOff": 0.0,
    "gravity": 1.0,
}
TRUTH = {"true": 1.0, "false": 0.0}
# Of templates: they add nothing where nothing calls them.
DEFINITIONS = ("xacro:macro", "xacro:property", "xacro:arg")
# Elements in which what is left of a template bears on no number.
LOOKS = ("visual", "collision", "material", "gazebo")


def read_urdf(path: Path) -> TreeFile:
    """Read a URDF file.

    Raises:
        FileErrors: Everything that is wrong with it, each with its line and element.
    """
    return urdf_of(read_xml(path), path)


@within_budget()
def urdf_of(root: Element, path: Path) -> TreeFile:
    """Return the content of the root element of a URDF file.

    Raises:
        FileErrors: Everything that is wrong with it.
    """
    if root.tag != "robot":
        raise whole_file(path, f"is not a URDF file: expected <robot>, found <{root.tag[:40]}>")
    reader = _Reader(root, path)
    return reader.findings.all_of(reader.read)


class _Reader:
    def __init__(self, root: Element, path: Path) -> None:
        self.root, self.path = root, path
        self.findings = XmlFindings(path)
        self.colors = self._colors()

    def read(self) -> TreeFile:
        """Return the contents of the file.

        Raises:
            FileErrors: Everything that is wrong.
        """
        self._templates()
        self.findings.count_parts(self.root, "visual", "collision")
        report_unknown(self.findings, self.root, URDF)
        self._name_elsewhere()
        links = self._once("link")
        joints = self._once("joint")
        if not links:
            self.findings.error(self.root, "contains no <link>; a robot needs at least one")
        self.findings.bound_links(self.root, links, joints)
        part = self.findings.part
        values = tuple(
            TreeLink(name, part(partial(self._inertia, one), None, f"the mass of {one} is"))
            for name, one in links.items()
        )
        made = [self._joint(one, links) for one in joints.values()]
        whole = tuple(joint for joint in made if joint is not None)
        if not self.findings.errors:
            ends = [Ends(one, _end(one, "parent"), _end(one, "child")) for one in joints.values()]
            note_tree_faults(self.findings, links, ends)
        visuals = {name: self._looks(one, "visual") for name, one in links.items()}
        solids = {name: self._looks(one, "collision") for name, one in links.items()}
        self.findings.check()
        try:
            tree = LinkTree(self.root.get("name") or self.path.stem, values, whole)
        except ArgumentError as error:
            raise whole_file(self.path, str(error)) from error
        return TreeFile(tree, visuals, solids, self.path, tuple(self.findings.warnings))

    def _name_elsewhere(self) -> None:
        """Report numbers of the robot in parts for other programs, each kind once."""
        found: dict[str, list[Element]] = {}
        for one in every_element(self.root):
            said = one.text or one.get("value")
            usual = ELSEWHERE.get(one.tag)
            if usual is not None and said and TRUTH.get(said.lower(), number_of(said)) != usual:
                found.setdefault(one.tag, []).append(one)
        for one, *more in found.values():
            others = f", and so are {len(more)} more like it" if more else ""
            said = (one.text or one.get("value"))[:40]
            self.findings.warn(one, f"{said!r} is ignored{others}")

    def _templates(self) -> None:
        """Report remains of a template: definitions and colours have no effect, others are errors.

        Raises:
            FileErrors: Something else is left.
        """
        for one in self.root.all(*DEFINITIONS):
            self.findings.warn(one, "a definition of a template, which nothing here uses")
        self.root.children = [one for one in self.root.children if one.tag not in DEFINITIONS]
        idle: list[Element] = []
        for look in [one for one in every_element(self.root) if one.tag in LOOKS]:
            idle += (one for one in look.children if one.tag.startswith("xacro:"))
            look.children = [one for one in look.children if not one.tag.startswith("xacro:")]
        if idle:
            others = f", and so are {len(idle) - 1} more" if len(idle) > 1 else ""
            self.findings.warn(idle[0], f"a remainder of a template; it is ignored{others}")
        left = next((one for one in every_element(self.root) if one.tag.startswith("xacro:")), None)
        if left is not None:
            words = "the file is a template; save it with the suffix .xacro, or expand it"
            self.findings.error(left, words)
            self.findings.check()

    def _once(self, tag: str) -> dict[str, Element]:
        """Return the elements of a kind by name; a missing or repeated name is an error."""
        found: dict[str, Element] = {}
        for element in self.root.all(tag):
            name = element.get("name")
            if not name:
                self.findings.error(element, "it has no name")
            elif name in found:
                line = found[name].line
                self.findings.error(element, f"a {tag} of this name is on line {line}")
            else:
                found[name] = element
        return found

    def _joint(self, element: Element, links: Mapping[str, Element]) -> TreeJoint | None:
        word = element.get("type")
        if word not in KINDS:
            known = ", ".join(KINDS)
            self.findings.error(element, f"type={word[:40]!r}: expected one of {known}")
            return None
        ends = {}
        for tag in ("parent", "child"):
            end = element.first(tag)
            name = end.get("link") if end is not None else ""
            if not name:
                self.findings.error(element, f"it has no <{tag} link=…>")
            elif name not in links:
                guess = nearest(name, tuple(links))
                self.findings.error(element, f"there is no link {name[:60]!r}{guess}")
            ends[tag] = name
        kind = KINDS[word]
        moves = kind in ("revolute", "prismatic")
        limits, rate, effort = self._bounds(element, word) if moves else (NO_LIMITS, inf, inf)
        dynamics = element.first("dynamics") or Element("dynamics", {})
        lower, upper = limits
        mimic = element.first("mimic")
        return TreeJoint(
            element.get("name"),
            kind,
            ends["parent"],
            ends["child"],
            self._origin(element),
            self._axis(element) if moves else (0.0, 0.0, 1.0),
            0.0,
            limits,
            rate,
            effort,
            self._friction(dynamics, "damping", element),
            self._friction(dynamics, "friction", element),
            0.0,
            min(max(0.0, lower), upper),
            mimic.get("joint") if mimic is not None else "",
        )

    def _axis(self, element: Element) -> tuple[float, float, float]:
        axis = element.first("axis")
        if axis is None:
            return (1.0, 0.0, 0.0)
        xyz = np.array(self.findings.numbers(axis, "xyz", 3, (1.0, 0.0, 0.0)))
        length = float(np.linalg.norm(xyz))
        if length < SHORTEST_AXIS:
            self.findings.error(axis, f"of {element}: xyz={axis.get('xyz')!r} has no direction")
            return (1.0, 0.0, 0.0)
        x, y, z = (xyz / length).tolist()
        return (x, y, z)

    def _bounds(self, element: Element, word: str) -> tuple[tuple[float, float], float, float]:
        limit = element.first("limit")
        if limit is None:
            if word != "continuous":
                self.findings.warn(element, "it has no <limit>, so it is taken as unlimited")
            return NO_LIMITS, inf, inf
        part, bound = self.findings.part, self.findings.bound
        # Zero is how descriptions say that nothing is known.
        rate, effort = (
            part(
                partial(self.findings.not_negative, limit, key, bound=True),
                0.0,
                f"the {key} of {element} is",
            )
            or inf
            for key in ("velocity", "effort")
        )
        if word == "continuous" or not {"lower", "upper"} & set(limit.attributes):
            if word != "continuous":
                self.findings.warn(
                    limit,
                    f"of {element}: it has neither lower nor upper, so it is taken as unlimited",
                )
            return NO_LIMITS, rate, effort

        def both() -> tuple[float, float]:
            lower, upper = bound(limit, "lower"), bound(limit, "upper")
            if lower > upper:
                words = f"of {element}: lower={lower:g} is above upper={upper:g}"
                self.findings.error(limit, words)
            elif lower == upper == 0.0:
                self.findings.error(limit, f"of {element}: limits from 0 to 0 permit no motion")
            return lower, upper

        return part(both, NO_LIMITS, f"the limits of {element} are"), rate, effort

    def _friction(self, dynamics: Element, key: str, joint: Element) -> float:
        return self.findings.part(
            lambda: self.findings.not_negative(dynamics, key), 0.0, f"that of {joint} is"
        )

    def _origin(self, element: Element) -> Pose:
        origin = element.first("origin")
        return IDENTITY if origin is None else pose_rows(self._pose(origin), "origin")

    def _pose(self, origin: Element) -> Array:
        pose = np.eye(4)
        pose[:3, 3] = self.findings.numbers(origin, "xyz", 3, (0.0, 0.0, 0.0))
        if self._is_turned(origin):
            x, y, z, w = self.findings.numbers(origin, "quat_xyzw", 4, (0.0, 0.0, 0.0, 1.0))
            length = hypot(x, y, z, w)
            if length < SHORTEST_AXIS:
                words = f"quat_xyzw={origin.get('quat_xyzw')!r} has no direction"
                self.findings.error(origin, words)
                return pose
            pose[:3, :3] = Quaternion(w / length, x / length, y / length, z / length).rotation()
            return pose
        # A description turns about x first, then y, then z.
        angles = self.findings.numbers(origin, "rpy", 3, (0.0, 0.0, 0.0))
        self.findings.doubt_angles(origin, angles)
        pose[:3, :3] = from_rpy(angles[::-1])
        return pose

    def _is_turned(self, origin: Element) -> bool:
        """Return whether a quaternion applies: from version 1.1, or if nothing else is given."""
        if "quat_xyzw" not in origin.attributes:
            return False
        both, old = "rpy" in origin.attributes, self.root.get("version", "1.0") == "1.0"
        if both and old:
            words = "quat_xyzw is ignored next to rpy in a file of version 1.0"
            self.findings.warn(origin, words)
        elif both:
            self.findings.error(origin, "it has both rpy and quat_xyzw; expected only one of them")
        elif old:
            words = "quat_xyzw is used, although ROS reads it only if <robot> has version='1.1'"
            self.findings.warn(origin, f"{words}; write rpy so that all programs read the same")
        return not (both and old)

    def _inertia(self, link: Element) -> Inertia | None:
        inertial = link.first("inertial")
        if inertial is None:
            return None
        mass = inertial.first("mass")
        if mass is None or "value" not in mass.attributes:
            self.findings.error(mass or inertial, f"of {link}: it has no <mass value=…>")
            return None
        value = self.findings.not_negative(mass, "value")
        row = inertial.first("inertia") or Element("inertia", {}, inertial.line, inertial.column)
        gone = [key for key in MOMENTS if key not in row.attributes]
        if gone:
            words = f"of {link}: it has no {', '.join(gone)}; 0 is used"
            self.findings.warn(row, f"{words}; other programs may leave out all moments")
        xx, yy, zz, xy, yz, xz = (self.findings.number(row, key) for key in MOMENTS)
        own = Inertia(value, (0.0, 0.0, 0.0), (xx, yy, zz, xy, yz, xz))
        return moved_inertia(own, np.array(self._origin(inertial)))

    def _colors(self) -> dict[str, str]:
        """Return colours by the names that elements use for them."""
        found = {}
        for material in every_element(self.root):
            if material.tag == "material" and material.get("name"):
                color = self._own_color(material)
                if color:
                    found[material.get("name")] = color
        return found

    def _own_color(self, material: Element) -> str:
        color = material.first("color")
        if color is None:
            return ""
        return hex_of(self.findings.numbers(color, "rgba", 4, (0.7, 0.7, 0.7, 1.0)))

    def _looks(self, link: Element, tag: str) -> tuple[Look, ...]:
        looks = (
            self.findings.part(partial(self._look, one, link), None, f"this part of {link} is")
            for one in link.all(tag)
        )
        return tuple(look for look in looks if look is not None)

    def _look(self, element: Element, link: Element) -> Look | None:
        geometry = element.first("geometry")
        shape = next(iter(geometry.children), None) if geometry is not None else None
        if shape is None:
            self.findings.warn(element, f"of {link}: it has no <geometry>, so nothing is shown")
            return None
        material = element.first("material")
        color = ""
        if material is not None:
            color = self._own_color(material) or self.colors.get(material.get("name"), "")
        place = self._origin(element)
        findings = self.findings
        if shape.tag == "box":
            return Look("box", findings.numbers(shape, "size", 3, (0.0,) * 3), place, color)
        if shape.tag in ("cylinder", "capsule"):
            sizes = tuple(findings.not_negative(shape, key) for key in ("radius", "length"))
            return Look("cylinder" if shape.tag == "cylinder" else "capsule", sizes, place, color)
        if shape.tag == "sphere":
            return Look("sphere", (findings.not_negative(shape, "radius"),), place, color)
        if shape.tag == "mesh" and shape.get("filename"):
            scale = self._scale(shape)
            return Look("mesh", scale, place, color, shape.get("filename"))
        findings.warn(shape, f"of {link}: this geometry is not known, so it is not shown")
        return None

    def _scale(self, mesh: Element) -> tuple[float, ...]:
        """Return the scale of a mesh along its axes; a single number applies to all of them."""
        count = 1 if len(mesh.get("scale").split()) == 1 else 3
        return 3 // count * self.findings.numbers(mesh, "scale", count, (1.0,) * count)


def _end(joint: Element, tag: str) -> str:
    end = joint.first(tag)
    return end.get("link") if end is not None else ""
