"""SDF: the models of Gazebo, whose elements have poses in frames of any name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from math import inf
from pathlib import Path

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.descriptions.link_tree import LinkTree, TreeJoint, TreeKind, TreeLink
from rvs.engine.descriptions.redescribe import moved_inertia
from rvs.engine.errors import ArgumentError
from rvs.engine.joint import NO_LIMITS, Inertia
from rvs.engine.quaternion import Quaternion
from rvs.engine.rotations import from_rpy
from rvs.engine.transforms import inverse
from rvs.files.budget import within_budget
from rvs.files.meshes.soup import hex_of
from rvs.files.text.errors import nearest, whole_file
from rvs.files.trees.file_reach import reach_of
from rvs.files.trees.link_looks import Look, TreeFile
from rvs.files.trees.mjcf_masses import DENSITY as WATER
from rvs.files.trees.mjcf_masses import bulk_inertia, geom_bulk
from rvs.files.trees.robot_tree import NO_MASS, Ends, note_tree_faults
from rvs.files.trees.sdf_models import MODEL, PLACED, Models
from rvs.files.trees.tree_body import TreeMeshes
from rvs.files.trees.unknown_statements import SDF, SDF_WHY, report_unknown
from rvs.files.trees.xml import LONGEST_NAME, Element, XmlFindings, every_element, number_of
from rvs.geometry.bulk import EMPTY
from rvs.model.robots.imported import Choices

KINDS: Mapping[str, TreeKind] = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "fixed": "fixed",
    "ball": "ball",
}
WORLD = "world"
INSIDE = "::"
# Frames from one that is told in another to the model.
LONGEST_WAY = 300
EULER, QUATERNION = "euler_rpy", "quat_xyzw"
MOMENTS = ("ixx", "iyy", "izz", "ixy", "iyz", "ixz")
# As the format has them by default.
USUAL = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
# How each shape says its sizes.
SHAPES = {
    "box": (("size", 3),),
    "cylinder": (("radius", 1), ("length", 1)),
    "capsule": (("radius", 1), ("length", 1)),
    "sphere": (("radius", 1),),
    "ellipsoid": (("radii", 3),),
}
SHORTEST_AXIS, SAME = 1e-6, 1e-15
# Part of the surface of a mesh that may be open, by the rounding of its points.
CLOSED = 1e-4


@within_budget()
def sdf_of(root: Element, path: Path, choices: Choices) -> TreeFile:
    """Return the content of the first moving model in the root element of an SDF file.

    Raises:
        FileErrors: Everything that is wrong with it, each with its line and element.
    """
    findings = XmlFindings(path)
    meshes = TreeMeshes(path, reach_of(path, choices))
    return findings.all_of(lambda: _Reader(root, path, findings, meshes).read())


class _Reader:
    def __init__(
        self, root: Element, path: Path, findings: XmlFindings, meshes: TreeMeshes
    ) -> None:
        self.path, self.findings = path, findings
        models = Models(path, meshes.reach, findings)
        models.expand(root)
        self.meshes, self.packages = meshes, models.packages
        self.world = root.first(WORLD) or root
        self.model = _robot_of(self.world) or root
        self.links: dict[str, Element] = {}
        self.joints: dict[str, Element] = {}
        # Everything that has a pose of its own, and the prefix of the names that it uses.
        self.framed: dict[str, tuple[Element, str]] = {}
        if self.model is root:
            self.findings.error(root, "contains no <model>")
            return
        for other in self.world.all("model"):
            if other is not self.model:
                self.findings.warn(other, "another model, which is not read")
        self.findings.count_parts(root, "visual", "collision")
        self._take(self.model, "")
        if not self.links:
            self.findings.error(self.model, "contains no <link>; a robot needs at least one")
        self.findings.bound_links(self.model, self.links, self.joints)
        report_unknown(self.findings, root, SDF, SDF_WHY)
        self.names = {id(element): name for name, element in self.links.items()}
        self._places: dict[str, Array] = {MODEL: np.eye(4)}

    def _take(self, model: Element, prefix: str) -> None:
        """Collect the parts of a model and of its nested models, with unique names."""
        self.framed[prefix + MODEL] = (model, prefix)
        for element in model.all("link", "joint", "frame", "model"):
            name = element.get("name")
            if len(prefix) + len(name) > LONGEST_NAME:
                words = (
                    f"its name has more than {LONGEST_NAME:,} characters, with the names of the "
                    "models"
                )
                self.findings.error(element, f"{words} around it")
                continue
            if not name or prefix + name in self.framed:
                words = f"another {element.tag} with this name" if name else "it has no name"
                self.findings.error(element, words)
            self.framed[prefix + name] = (element, prefix)
            if element.tag == "link":
                self.links[prefix + name] = element
                if _text(element, "gravity") in ("0", "false"):
                    words = (
                        "gravity is switched off for it, but torques are computed with the full "
                        "weight"
                    )
                    self.findings.warn(element, words)
            elif element.tag == "joint":
                self.joints[prefix + name] = element
            elif element.tag == "model":
                self._take(element, f"{prefix}{name}{INSIDE}")

    def read(self) -> TreeFile:
        """Return the contents of the file.

        Raises:
            FileErrors: Everything that is wrong.
        """
        self.findings.check()
        self._leave_loose()
        self.weighed = self._weighed()
        stands = self._in_world(self._base(self.model), self.model) @ self._placed(self.model, "")
        self._places[WORLD] = inverse(stands)
        part = self.findings.part
        made = [
            TreeLink(name, part(partial(self._inertia, one), None, f"the mass of {one} is"))
            for name, one in self.links.items()
        ]
        joints: list[TreeJoint] = []
        ends: list[Ends] = []
        for name, element in self.joints.items():
            found = self._ends(name, element)
            if found is not None:
                ends.append(Ends(element, *found))
                joints += self._joint(name, element, found)
        if not self.findings.errors:
            note_tree_faults(self.findings, self.links, ends, "" if WORLD in self.links else WORLD)
        self.findings.check()
        joints += self._ground(ends, stands)
        grounded = any(joint.parent == WORLD for joint in joints)
        extra = [joint.child for joint in joints if joint.child not in self.links]
        first = [TreeLink(WORLD)] if grounded and WORLD not in self.links else []
        gravity = self._numbers(self.world, "gravity", 3, (0.0, 0.0, -9.81))
        visuals = {name: self._looks(name, "visual") for name in self.links}
        solids = {name: self._looks(name, "collision") for name in self.links}
        self.findings.check()
        links = (*first, *made, *map(TreeLink, extra))
        try:
            x, y, z = gravity
            name = self.model.get("name") or self.path.stem
            tree = LinkTree(name, links, tuple(joints), (x, y, z))
        except ArgumentError as error:
            raise whole_file(self.path, str(error)) from error
        return TreeFile(
            tree, visuals, solids, self.path, tuple(self.findings.warnings), packages=self.packages
        )

    def _leave_loose(self) -> None:
        """Omit nested models that no joint connects to the rest of the model."""
        group, ends = {name: {name} for name in (WORLD, *self.links)}, {}
        for name, joint in self.joints.items():
            prefix, said = self.framed[name][1], [_text(joint, tag) for tag in ("parent", "child")]
            first, last = (one if one == WORLD else self._link_of(prefix + one) for one in said)
            ends[name] = last
            if first in group and last in group and group[first] is not group[last]:
                group[first] |= group[last]
                group.update(dict.fromkeys(group[last], group[first]))
        own = [name for name in self.links if INSIDE not in name]
        kept = group[next(iter(own or self.links))] | set(own) | group[WORLD]
        loose = {name: self.links.pop(name) for name in list(self.links) if name not in kept}
        for model in dict.fromkeys(name.rpartition(INSIDE)[0] for name in loose):
            element = self.framed[model][0]
            self.findings.warn(element, "no joint connects it to the rest, so it is not read")
        self.joints = {key: one for key, one in self.joints.items() if ends[key] not in loose}

    def _ground(self, ends: list[Ends], stands: Array) -> list[TreeJoint]:
        """Return the joint that fixes the root at a pose other than 0, if the model has none."""
        hung = {one.child for one in ends}
        root = next((name for name in self.links if name not in hung), "")
        if not root or WORLD in self.links or any(one.parent == WORLD for one in ends):
            return []
        at = stands @ self._place(root, self.links[root])
        if np.abs(at - np.eye(4)).max() <= SAME:
            return []
        name = f"{WORLD} to {root}"
        return [TreeJoint(name, "fixed", WORLD, root, pose_rows(at, "pose"))]

    def _numbers(
        self, element: Element, tag: str, count: int, default: tuple[float, ...]
    ) -> tuple[float, ...]:
        """Return the numbers in the text of a child, or the default."""
        child = element.first(tag)
        if child is None:
            return default
        said = Element(tag, {"": child.text}, child.line, child.column)
        return self.findings.numbers(said, "", count, default)

    def _number(self, element: Element, tag: str, default: float = 0.0) -> float:
        return self._numbers(element, tag, 1, (default,))[0]

    def _pose(self, element: Element) -> Array:
        """Return the pose of the element's own <pose>."""
        said, pose = element.first("pose"), np.eye(4)
        form = EULER if said is None else said.get("rotation_format", EULER)
        degrees = said is not None and said.get("degrees") in ("true", "1")
        turned = form == QUATERNION
        if said is not None and (form not in (EULER, QUATERNION) or (turned and degrees)):
            words = "a quaternion in degrees" if turned else f"rotation_format={form[:40]!r}"
            expected = f"expected {EULER}, or {QUATERNION} without degrees"
            self.findings.error(said, f"of {element}: {words}: {expected}")
            return pose
        values = self._numbers(element, "pose", 7 if turned else 6, (*(0.0,) * 6, 1.0))
        pose[:3, 3] = values[:3]
        if said is None or not any(values[3:]):
            if turned and said is not None:
                self.findings.error(said, f"of {element}: its quaternion has no direction")
            return pose
        if turned:
            x, y, z, w = (np.array(values[3:]) / np.linalg.norm(values[3:])).tolist()
            pose[:3, :3] = Quaternion(w, x, y, z).rotation()
            return pose
        angles = np.array(values[5:2:-1])
        if not degrees:
            self.findings.doubt_angles(said or element, values[3:])
        pose[:3, :3] = from_rpy(np.radians(angles) if degrees else angles)
        return pose

    def _base(self, element: Element) -> str:
        """Return the named frame of an element's pose, if any."""
        said = element.first("pose")
        if said is None:
            return ""
        # Up to 1.6 it had another name.
        return said.get("relative_to") or said.get("frame")

    def _in_world(self, name: str, asks: Element, way: tuple[str, ...] = ()) -> Array:
        """Return the pose in the world of one of its own frames (4, 4)."""
        if name in ("", WORLD):
            return np.eye(4)
        frames = {one.get("name"): one for one in self.world.all("frame")}
        if name not in frames or name in way:
            words = "frames of the world refer to one another" if name in way else (
                f"there is no frame {name[:60]!r} in the world{nearest(name, tuple(frames))}"
            )  # fmt: skip
            self.findings.error(asks, words)
            return np.eye(4)
        frame = frames[name]
        base = self._base(frame) or frame.get("attached_to")
        return self._in_world(base, frame, (*way, name)) @ self._pose(frame)

    def _placed(self, model: Element, prefix: str, own: str = MODEL) -> Array:
        """Return the pose of a model's frame from its <pose>, relative to the frame named there."""
        frame = model.get("placement_frame") or model.get(PLACED)
        if not frame:
            return self._pose(model)
        before, self._places = self._places, {prefix + own: np.eye(4)}
        inside = self._place(prefix + frame, model)
        self._places = before
        return self._pose(model) @ inverse(inside)

    def _place(self, name: str, asks: Element, way: tuple[str, ...] = ()) -> Array:
        """Return the pose of a link, joint, frame or model within the model (4, 4)."""
        if name in self._places:
            return self._places[name]
        if name not in self.framed:
            words = f"there is no frame {name[:60]!r}{nearest(name, tuple(self.framed))}"
            self.findings.error(asks, words)
            return np.eye(4)
        if name in way or len(way) > LONGEST_WAY:
            words = f"more than {LONGEST_WAY} frames refer to one another in a row"
            self.findings.error(asks, "frames refer to one another" if name in way else words)
            return np.eye(4)
        element, prefix = self.framed[name]
        usual = element.get("attached_to") or MODEL
        if element.tag == "joint":
            usual = _text(element, "child")
        if element.tag == "model":
            # Its pose is told among the names of the model that it stands in.
            inner = prefix if name.endswith(MODEL) else f"{name}{INSIDE}"
            outer = inner[: -len(INSIDE)].rpartition(INSIDE)
            prefix, own = outer[0] + outer[1], self._placed(element, inner)
        else:
            own = self._placed(element, prefix, element.get("name"))
        base = self._base(element) or usual
        full = base if base == WORLD else prefix + base
        place = self._place(full, element, (*way, name)) @ own
        self._places[name] = place
        return place

    def _link_of(self, name: str, way: tuple[str, ...] = ()) -> str:
        """Return a link by name: its own, or that of an attached frame or model."""
        if name == WORLD or name in self.links:
            return name
        if name not in self.framed or name in way or len(way) > LONGEST_WAY:
            return ""
        element, prefix = self.framed[name]
        if element.tag == "frame":
            return self._link_of(prefix + (element.get("attached_to") or MODEL), (*way, name))
        if element.tag == "joint":
            return self._link_of(prefix + _text(element, "child"), (*way, name))
        inner = prefix if name.endswith(MODEL) else f"{name}{INSIDE}"
        own = element.get("canonical_link")
        if own:
            return self._link_of(inner + own, (*way, name))
        return next((link for link in self.links if link.startswith(inner)), "")

    def _ends(self, name: str, element: Element) -> tuple[str, str] | None:
        """Return the links connected by a joint; None if there are no such links."""
        word, prefix = element.get("type"), self.framed[name][1]
        if word not in KINDS:
            known = ", ".join(KINDS)
            self.findings.error(element, f"type={word[:40]!r}: expected one of {known}")
            return None
        found = []
        for tag in ("parent", "child"):
            said = _text(element, tag)
            end = WORLD if said == WORLD else self._link_of(prefix + said)
            if not end or (end == WORLD and tag == "child"):
                guess = nearest(said, tuple(self.framed))
                self.findings.error(element, f"<{tag}>: there is no link {said[:60]!r}{guess}")
            found.append(end)
        return None if self.findings.errors else (found[0], found[1])

    def _joint(self, name: str, element: Element, ends: tuple[str, str]) -> list[TreeJoint]:
        """Return a joint, with a link inserted if its frame is not that of its child."""
        parent, child = ends
        at = self._place(name, element)
        origin = inverse(self._place(parent, element)) @ at
        rest = inverse(at) @ self._place(child, element)
        direct = np.abs(rest - np.eye(4)).max() <= SAME
        end = child if direct else f"{child} moved by {name}"
        made = self._made(name, element, (parent, end), origin)
        if direct:
            return [made]
        return [made, TreeJoint(f"{name} to {child}", "fixed", end, child, pose_rows(rest, "pose"))]

    def _made(self, name: str, element: Element, ends: tuple[str, str], origin: Array) -> TreeJoint:
        kind, axis = KINDS[element.get("type")], element.first("axis")
        if kind not in ("revolute", "prismatic"):
            return TreeJoint(name, kind, *ends, pose_rows(origin, "origin"))
        axis = axis or Element("axis", {}, element.line, element.column)
        limit = axis.first("limit") or Element("limit", {})
        dynamics = axis.first("dynamics") or Element("dynamics", {})
        part, prefix = self.findings.part, self.framed[name][1]
        lower, upper = part(
            lambda: self._limits(limit, element), NO_LIMITS, f"the limits of {element} are"
        )
        rate, effort = (
            part(partial(self._bound, limit, key, inf), inf, f"the {key} of {element} is")
            for key in ("velocity", "effort")
        )
        damping, friction = (
            part(partial(self._number, dynamics, key), 0.0, f"the {key} of {element} is")
            for key in ("damping", "friction")
        )
        mimic = axis.first("mimic")
        follows = prefix + mimic.get("joint") if mimic is not None else ""
        start = self._number(axis, "initial_position")
        return TreeJoint(
            name,
            kind,
            *ends,
            pose_rows(origin, "origin"),
            self._axis(axis, name, element),
            limits=(lower, upper),
            # Below zero the format says that there is none.
            rate=rate if rate > 0 else inf,
            effort=effort if effort > 0 else inf,
            damping=max(damping, 0.0),
            friction=max(friction, 0.0),
            home=min(max(start, lower), upper),
            follows=follows if follows in self.joints else "",
        )

    def _limits(self, limit: Element, joint: Element) -> tuple[float, float]:
        lower, upper = self._bound(limit, "lower", -inf), self._bound(limit, "upper", inf)
        if joint.get("type") == "continuous":
            return NO_LIMITS
        if lower > upper:
            words = f"of {joint}: lower {lower:g} is above upper {upper:g}"
            self.findings.error(limit, words)
        elif lower == upper == 0.0:
            self.findings.error(limit, f"of {joint}: limits from 0 to 0 permit no motion")
        return lower, upper

    def _bound(self, limit: Element, tag: str, usual: float) -> float:
        child = limit.first(tag)
        if child is None:
            return usual
        return self.findings.bound(Element(tag, {"": child.text}, child.line, child.column), "")

    def _axis(self, axis: Element, name: str, joint: Element) -> tuple[float, float, float]:
        xyz = np.array(self._numbers(axis, "xyz", 3, (0.0, 0.0, 1.0)))
        said, prefix = axis.first("xyz"), self.framed[name][1]
        frame = said.get("expressed_in") if said is not None else ""
        if frame:
            turn = self._place(name, joint)[:3, :3].T
            full = frame if frame == WORLD else prefix + frame
            xyz = turn @ self._place(full, joint)[:3, :3] @ xyz
        length = float(np.linalg.norm(xyz))
        if length < SHORTEST_AXIS:
            self.findings.error(axis, f"of {joint}: xyz has no direction")
            return (0.0, 0.0, 1.0)
        x, y, z = (xyz / length).tolist()
        return (x, y, z)

    def _inertia(self, link: Element) -> Inertia | None:
        inertial = link.first("inertial")
        if inertial is None and id(link) not in self.weighed:
            return None
        if inertial is None:
            words = "it has no <inertial>, which SDF takes as 1 kg with moments of 1 kg m²"
            self.findings.warn(link, words)
            return Inertia(1.0, (0.0, 0.0, 0.0), USUAL)
        density = inertial.first("density")
        if inertial.get("auto") in ("true", "1"):
            return self._filled(link, inertial)
        if density is not None:
            self.findings.warn(density, f"of {link}: it is used only with auto='true'")
        if self._base(inertial):
            words = "its <pose> names a frame; the format permits only the frame of the link"
            self.findings.error(inertial, f"of {link}: {words}")
        mass = self._number(inertial, "mass", 1.0)
        if mass < 0:
            self.findings.error(inertial, f"of {link}: its mass is below 0")
        row = inertial.first("inertia") or Element("inertia", {})
        xx, yy, zz, xy, yz, xz = (
            self._number(row, key, usual) for key, usual in zip(MOMENTS, USUAL, strict=True)
        )
        if max(mass, xx, yy, zz) <= NO_MASS:
            return None
        own = Inertia(mass, (0.0, 0.0, 0.0), (xx, yy, zz, xy, yz, xz))
        return moved_inertia(own, self._pose(inertial))

    def _filled(self, link: Element, inertial: Element) -> Inertia | None:
        """Return the mass of the collision outlines, from a density or a total as given."""
        for said in inertial.all("pose", "inertia"):
            self.findings.warn(said, f"of {link}: auto='true' computes it, so it is ignored")
        usual, whole = self._number(inertial, "density", WATER), EMPTY
        for outline in link.all("collision"):
            looks = list(self._look(link, outline))
            bulks = [geom_bulk(look, self.meshes, "exact", shell=False) for look in looks]
            if not bulks or None in bulks or not all(map(self._is_closed, looks)):
                words = f"of {link}: its volume is not known, so it has no mass"
                self.findings.error(outline, words)
            density = self._number(outline, "density", usual)
            whole = sum((one * density for one in bulks if one is not None), whole)
        if whole.volume <= 0.0:
            self.findings.error(
                inertial, f"auto='true' of {link}: it contains no <collision> with a volume"
            )
            return None
        if inertial.first("mass") is not None:
            whole *= self._number(inertial, "mass") / whole.volume
        return bulk_inertia(whole)

    def _is_closed(self, look: Look) -> bool:
        """Return whether a solid has an inside: its areas add up to zero, as vectors."""
        held = self.meshes.read(look) if look.kind == "mesh" else None
        if held is None:
            return True
        surface = held[1].surface
        corners = surface.vertices.array[surface.triangles.array.astype(int)]
        areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        open_area = np.linalg.norm(areas.sum(axis=0))
        return bool(open_area <= CLOSED * np.linalg.norm(areas, axis=1).sum())

    def _weighed(self) -> set[int]:
        """Return identities of the links with a mass, given or not: those that can move.

        None if no link gives a mass, since the author has not considered masses.
        """
        if all(one.first("inertial") is None for one in self.links.values()):
            return set()
        ends = (
            self.framed[name][1] + _text(one, "child")
            for name, one in self.joints.items()
            if not (one.get("type") == "fixed" and _text(one, "parent") == WORLD)
        )
        return {id(self.links[end]) for end in map(self._link_of, ends) if end in self.links}

    def _looks(self, link: str, tag: str) -> tuple[Look, ...]:
        element = self.links[link]
        return tuple(look for one in element.all(tag) for look in self._look(element, one))

    def _look(self, link: Element, element: Element) -> Iterator[Look]:
        """Yield the solids of a visual or collision in the frame of its link."""
        geometry = element.first("geometry") or Element("geometry", {})
        at, base, name = self._pose(element), self._base(element), self.names[id(link)]
        if base:
            own, prefix = self._place(name, element), self.framed[name][1]
            at = inverse(own) @ self._place(prefix + base, element) @ at
        place = pose_rows(at, "pose")
        color = _color(element)
        for shape in geometry.children:
            if shape.tag == "mesh":
                scale = self._numbers(shape, "scale", 3, (1.0, 1.0, 1.0))
                yield Look("mesh", scale, place, color, _text(shape, "uri"))
            for kind, sizes in SHAPES.items():
                if shape.tag == kind:
                    rows = [self._numbers(shape, key, n, (0.0,) * n) for key, n in sizes]
                    numbers = tuple(value for row in rows for value in row)
                    yield Look(kind, numbers, place, color)  # type: ignore[arg-type]


def _robot_of(world: Element) -> Element | None:
    """Return the first model with a movable joint, else the first: worlds have a ground."""
    models = list(world.all("model"))
    moving = (
        model
        for model in models
        if any(one.tag == "joint" and one.get("type") != "fixed" for one in every_element(model))
    )
    return next(moving, next(iter(models), None))


def _color(element: Element) -> str:
    """Return the colour of a visual; None if it is missing or invalid."""
    material = element.first("material")
    words = [] if material is None else _text(material, "diffuse").split()
    values = [number_of(word) for word in [*words, "1"][:4]]
    known = [min(max(value, 0.0), 1.0) for value in values if value is not None]
    return hex_of((known[0], known[1], known[2], known[3])) if len(known) == 4 else ""


def _text(element: Element, tag: str) -> str:
    child = element.first(tag)
    return child.text if child is not None else ""
