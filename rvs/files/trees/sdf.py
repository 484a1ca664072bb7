"""SDF: the models of Gazebo, whose elements say their poses in frames of any name."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeKind, TreeLink
from rvs.engine.descriptions.redescribe import moved_inertia
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import NO_LIMITS, Inertia
from rvs.engine.rotations import from_rpy
from rvs.engine.transforms import inverse
from rvs.files.meshes.paint import hex_of
from rvs.files.text.errors import nearest, whole_file
from rvs.files.trees.looks import Look, TreeFile
from rvs.files.trees.tree_faults import Ends, note_tree_faults
from rvs.files.trees.xml import MOST_LINKS, Element, XmlFindings, number_of

KINDS: Mapping[str, TreeKind] = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "ball": "ball",
}
MODEL, WORLD = "__model__", "world"
MOMENTS = ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")
# How each shape says its sizes.
SHAPES = {
    "box": (("size", 3),),
    "cylinder": (("radius", 1), ("length", 1)),
    "capsule": (("radius", 1), ("length", 1)),
    "sphere": (("radius", 1),),
    "ellipsoid": (("radii", 3),),
}
SHORTEST_AXIS, SAME = 1e-6, 1e-15


def sdf_of(root: Element, path: Path) -> TreeFile:
    """Return what the root element of an SDF file says of its first model.

    Raises:
        FileErrors: Everything that is wrong with it, each with its line and element.
    """
    reader = _Reader(root, path)
    return reader.findings.all_of(reader.read)


class _Reader:
    def __init__(self, root: Element, path: Path) -> None:
        self.path, self.findings = path, XmlFindings(path)
        self.world = root.first(WORLD) or root
        self.model = self.world.first("model") or root
        self.links = self._named("link")
        self.joints = self._named("joint")
        self.framed = {**self._named("frame"), **self.links, **self.joints}
        self._places: dict[str, Array] = {MODEL: np.eye(4)}
        if self.model is root:
            self.findings.error(root, "no <model> in it")
        elif not self.links:
            self.findings.error(self.model, "no <link> in it; a robot needs at least one")
        for other in self.model.all("include", "model"):
            self.findings.warn(other, "a model within the model, which is not read")
        if len(self.links) > MOST_LINKS:
            message = f"{len(self.links):,} links; at most {MOST_LINKS:,} are read"
            self.findings.error(self.model, message)

    def read(self) -> TreeFile:
        """Return what the file says.

        Raises:
            FileErrors: Everything that is wrong.
        """
        self.findings.check()
        made = [TreeLink(name, self._inertia(one)) for name, one in self.links.items()]
        joints: list[TreeJoint] = []
        for element in self.joints.values():
            joints += self._joint(element)
        if not self.findings.errors:
            ends = [
                Ends(one, _text(one, "parent"), _text(one, "child")) for one in self.joints.values()
            ]
            note_tree_faults(self.findings, self.links, ends, "" if WORLD in self.links else WORLD)
        grounded = any(joint.parent == WORLD for joint in joints)
        extra = [joint.child for joint in joints if joint.child not in self.links]
        first = [TreeLink(WORLD)] if grounded and WORLD not in self.links else []
        gravity = self._numbers(self.world, "gravity", 3, (0.0, 0.0, -9.81))
        visuals = {name: self._looks(one, "visual") for name, one in self.links.items()}
        solids = {name: self._looks(one, "collision") for name, one in self.links.items()}
        self.findings.check()
        links = (*first, *made, *map(TreeLink, extra))
        try:
            x, y, z = gravity
            name = self.model.get("name") or self.path.stem
            tree = LinkTree(name, links, tuple(joints), (x, y, z))
        except ArgumentError as error:
            raise whole_file(self.path, str(error)) from error
        return TreeFile(tree, visuals, solids, self.path, tuple(self.findings.warnings))

    def _named(self, tag: str) -> dict[str, Element]:
        found: dict[str, Element] = {}
        for element in self.model.all(tag):
            name = element.get("name")
            if not name or name in found:
                words = f"another {tag} of this name" if name else "it has no name"
                self.findings.error(element, words)
            found[name] = element
        return found

    def _numbers(
        self, element: Element, tag: str, count: int, default: tuple[float, ...]
    ) -> tuple[float, ...]:
        """The numbers in the text of a child, or the default."""
        child = element.first(tag)
        if child is None:
            return default
        said = Element(tag, {"": child.text}, child.line, child.column)
        return self.findings.numbers(said, "", count, default)

    def _number(self, element: Element, tag: str, default: float = 0.0) -> float:
        return self._numbers(element, tag, 1, (default,))[0]

    def _pose(self, element: Element) -> Array:
        """What the element's own <pose> says."""
        x, y, z, roll, pitch, yaw = self._numbers(element, "pose", 6, (0.0,) * 6)
        pose = np.eye(4)
        pose[:3, 3], pose[:3, :3] = (x, y, z), from_rpy([yaw, pitch, roll])
        return pose

    def _place(self, name: str, asks: Element, way: tuple[str, ...] = ()) -> Array:
        """The pose of a link, joint or frame in the model (4, 4)."""
        if name in self._places:
            return self._places[name]
        element = self.framed.get(name)
        if element is None or name in way:
            words = f"there is no frame {name[:60]!r}{nearest(name, tuple(self.framed))}"
            self.findings.error(asks, "frames refer to one another" if name in way else words)
            return np.eye(4)
        said = element.first("pose")
        usual = element.get("attached_to") or MODEL
        if element.tag == "joint":
            usual = _text(element, "child")
        base = (said.get("relative_to") if said is not None else "") or usual
        place = self._place(base, element, (*way, name)) @ self._pose(element)
        self._places[name] = place
        return place

    def _joint(self, element: Element) -> list[TreeJoint]:
        """A joint; where its frame is not that of its child, a link moves in between."""
        word, name = element.get("type"), element.get("name")
        if word not in KINDS:
            known = ", ".join(KINDS)
            self.findings.error(element, f"type={word[:40]!r}: expected one of {known}")
            return []
        parent, child = _text(element, "parent"), _text(element, "child")
        for tag, end in (("parent", parent), ("child", child)):
            if end not in self.links and (end != WORLD or tag == "child"):
                guess = nearest(end, tuple(self.links))
                self.findings.error(element, f"<{tag}>: there is no link {end[:60]!r}{guess}")
        if self.findings.errors:
            return []
        at = self._place(name, element)
        before = np.eye(4) if parent == WORLD else self._place(parent, element)
        origin, rest = inverse(before) @ at, inverse(at) @ self._place(child, element)
        direct = np.abs(rest - np.eye(4)).max() <= SAME
        end = child if direct else f"{child} moved by {name}"
        made = self._made(element, KINDS[word], (parent, end), origin)
        if direct:
            return [made]
        return [made, TreeJoint(f"{name} to {child}", "fixed", end, child, pose_rows(rest, "pose"))]

    def _made(
        self, element: Element, kind: TreeKind, ends: tuple[str, str], origin: Array
    ) -> TreeJoint:
        name, axis = element.get("name"), element.first("axis")
        if kind not in ("revolute", "prismatic"):
            return TreeJoint(name, kind, *ends, pose_rows(origin, "origin"))
        axis = axis or Element("axis", {}, element.line, element.column)
        limit = axis.first("limit") or Element("limit", {})
        dynamics = axis.first("dynamics") or Element("dynamics", {})
        lower, upper = self._bound(limit, "lower", -inf), self._bound(limit, "upper", inf)
        if element.get("type") == "continuous":
            lower, upper = NO_LIMITS
        if lower > upper:
            words = f"of {element}: lower {lower:g} is above upper {upper:g}"
            self.findings.error(limit, words)
            lower, upper = NO_LIMITS
        rate, effort = (self._bound(limit, key, inf) for key in ("velocity", "effort"))
        return TreeJoint(
            name,
            kind,
            *ends,
            pose_rows(origin, "origin"),
            self._axis(axis, element),
            limits=(lower, upper),
            # Below zero the format says that there is none.
            rate=rate if rate > 0 else inf,
            effort=effort if effort > 0 else inf,
            damping=max(self._number(dynamics, "damping"), 0.0),
            friction=max(self._number(dynamics, "friction"), 0.0),
            home=min(max(0.0, lower), upper),
        )

    def _bound(self, limit: Element, tag: str, usual: float) -> float:
        child = limit.first(tag)
        if child is None:
            return usual
        return self.findings.bound(Element(tag, {"": child.text}, child.line, child.column), "")

    def _axis(self, axis: Element, joint: Element) -> tuple[float, float, float]:
        xyz = np.array(self._numbers(axis, "xyz", 3, (0.0, 0.0, 1.0)))
        said = axis.first("xyz")
        frame = said.get("expressed_in") if said is not None else ""
        if frame:
            turn = self._place(joint.get("name"), joint)[:3, :3].T
            xyz = turn @ self._place(frame, joint)[:3, :3] @ xyz
        length = float(np.linalg.norm(xyz))
        if length < SHORTEST_AXIS:
            self.findings.error(axis, f"of {joint}: xyz has no direction")
            return (0.0, 0.0, 1.0)
        x, y, z = (xyz / length).tolist()
        return (x, y, z)

    def _inertia(self, link: Element) -> Inertia | None:
        inertial = link.first("inertial")
        if inertial is None:
            return None
        mass = self._number(inertial, "mass", 1.0)
        if mass < 0:
            self.findings.error(inertial, f"of {link}: its mass is below 0")
        row = inertial.first("inertia") or Element("inertia", {})
        xx, yy, zz, xy, yz, xz = (self._number(row, key) for key in MOMENTS)
        own = Inertia(mass, (0.0, 0.0, 0.0), (xx, yy, zz, xy, yz, xz))
        return moved_inertia(own, self._pose(inertial))

    def _looks(self, link: Element, tag: str) -> tuple[Look, ...]:
        found = []
        for element in link.all(tag):
            geometry = element.first("geometry") or Element("geometry", {})
            place = pose_rows(self._pose(element), "pose")
            color = _color(element)
            for shape in geometry.children:
                if shape.tag == "mesh":
                    scale = self._numbers(shape, "scale", 3, (1.0, 1.0, 1.0))
                    found.append(Look("mesh", scale, place, color, _text(shape, "uri")))
                for kind, sizes in SHAPES.items():
                    if shape.tag == kind:
                        rows = [self._numbers(shape, key, n, (0.0,) * n) for key, n in sizes]
                        numbers = tuple(value for row in rows for value in row)
                        found.append(Look(kind, numbers, place, color))  # type: ignore[arg-type]
        return tuple(found)


def _color(element: Element) -> str:
    """The colour of a visual; none where it says none, or what is no colour."""
    material = element.first("material")
    words = [] if material is None else _text(material, "diffuse").split()
    values = [number_of(word) for word in [*words, "1"][:4]]
    known = [min(max(value, 0.0), 1.0) for value in values if value is not None]
    return hex_of((known[0], known[1], known[2], known[3])) if len(known) == 4 else ""


def _text(element: Element, tag: str) -> str:
    child = element.first(tag)
    return child.text if child is not None else ""
