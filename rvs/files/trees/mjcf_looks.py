"""Values of MJCF elements: defaults, orientations, and geoms with colours of materials."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from math import radians
from pathlib import Path, PureWindowsPath

import numpy as np

from rvs.engine.arrays import Array, pose_rows
from rvs.engine.quaternion import Quaternion
from rvs.engine.rotations import rotation, rotx, roty, rotz
from rvs.files.budget import POSES, spend
from rvs.files.meshes.soup import hex_of, texture_color
from rvs.files.text.findings import TooManyErrors
from rvs.files.trees.file_reach import Reach
from rvs.files.trees.link_looks import InlineMesh, Look, LookKind, inline_mesh
from rvs.files.trees.xml import Element, XmlFindings
from rvs.value_class import dataclass

MAIN = "main"
SHORTEST = 1e-10
# How often the pose of a frame counts that stands for a part which is repeated, of how many; no
# attribute of XML has such a name.
STEPS = "steps of a copy"
# All kinds of actuators share their defaults.
ACTUATOR = "general"
ACTUATORS = (ACTUATOR, "motor", "position", "velocity", "intvelocity", "orientation", "pid",
             "damper", "cylinder", "muscle", "adhesion", "dcmotor", "plugin")  # fmt: skip
# Origin of a body's mass, by default.
EVERY_GROUP = (0.0, 5.0)
AXES = {"x": rotx, "y": roty, "z": rotz}


@dataclass
class Values:
    """Values that a model defines once for all its elements.

    Attributes:
        findings: Collector of errors.
        reach: The files that it may read.
        defaults: Attributes by class, then by element.
        degrees: Angles are in degrees.
        sequence: Axes of Euler angles; capitals mean fixed axes.
        autolimits: A range alone makes a limit.
        inline: Meshes in the model, by the identity of their elements.
        compiler: All options of the compiler; later values replace earlier ones.
        assets: Meshes, materials and textures by kind and name.
        ways: Rotations and positions of the copies of a part, by its type of repetition.
    """

    findings: XmlFindings
    reach: Reach
    defaults: dict[str, dict[str, dict[str, str]]] = field(default_factory=lambda: {MAIN: {}})
    degrees: bool = True
    sequence: str = "xyz"
    autolimits: bool = True
    inline: dict[int, InlineMesh | None] = field(default_factory=dict)
    compiler: Element = field(default_factory=lambda: Element("compiler", {}))
    assets: dict[tuple[str, str], Element] = field(default_factory=dict)
    ways: dict[tuple[str, ...], tuple[Array, Array]] = field(default_factory=dict)

    def read(self, root: Element) -> None:
        """Read the options of the compiler and the defaults of a model."""
        for told in root.all("compiler"):
            said = {**self.compiler.attributes, **told.attributes}
            self.compiler = Element(told.tag, said, told.line, told.column, path=told.path)
        told = self.compiler
        if told.get("coordinate", "local") != "local":
            words = (
                "the coordinates are global; MuJoCo 2.3.3 or older can save such a model with "
                "local coordinates"
            )
            self.findings.error(told, words)
        self.degrees = told.get("angle") != "radian"
        self.autolimits = told.get("autolimits") != "false"
        sequence = told.get("eulerseq", self.sequence)
        if len(sequence) != 3 or set(sequence.lower()) - set(AXES):
            self.findings.error(told, f"eulerseq={sequence[:20]!r}: expected three axes")
        else:
            self.sequence = sequence
        for section in root.all("asset"):
            for asset in section.children:
                name = asset.get("name") or asset.get("file").rpartition("/")[2].rpartition(".")[0]
                self.assets.setdefault((asset.tag, name), asset)
        for default in root.all("default"):
            self._default(default, {}, default.get("class") or MAIN)

    def _default(
        self, element: Element, inherited: Mapping[str, Mapping[str, str]], name: str
    ) -> None:
        self._count(element, "attributes", sum(map(len, inherited.values())))
        own = {tag: dict(values) for tag, values in inherited.items()}
        for tag, values in self.defaults.get(name, {}).items():
            own.setdefault(tag, {}).update(values)
        for child in element.children:
            if child.tag != "default":
                own.setdefault(_kind(child), {}).update(child.attributes)
        self.defaults[name] = own
        for child in element.all("default"):
            self._default(child, own, child.get("class"))

    def whole(self, element: Element, childclass: str) -> Element:
        """Return an element with the defaults of its class."""
        name = element.get("class") or childclass or MAIN
        if name not in self.defaults:
            self.findings.error(element, f"there is no default class {name[:60]!r}")
            return element
        usual = self.defaults[name].get(_kind(element), {})
        self._count(element, "attributes", len(usual))
        return replace(element, attributes={**usual, **element.attributes})

    def _count(self, element: Element, kind: str, count: int = 1) -> None:
        """Count the copies of an element, or the attributes that it or a class inherits.

        Raises:
            TooManyErrors: It is more than may be read.
        """
        fault = spend(kind, count)
        if fault:
            self.findings.error(element, fault)
            raise TooManyErrors

    def asset(self, tag: str, name: str) -> Element | None:
        """Return a mesh, material or texture by its name, or None."""
        return self.assets.get((tag, name)) if name else None

    def angle(self, value: float) -> float:
        """Return an angle of the file in rad."""
        return radians(value) if self.degrees else value

    def pose(self, element: Element) -> Array:
        """Return the pose from the position and orientation of an element, (4, 4)."""
        self._count(element, POSES)
        pose = np.eye(4)
        pose[:3, 3] = self.findings.numbers(element, "pos", 3, (0.0, 0.0, 0.0))
        pose[:3, :3] = self._turn(element)
        if STEPS in element.attributes:
            step, count = map(int, element.get(STEPS).split())
            turns, places = self._way(element, pose[:3, 3], count)
            pose[:3, :3], pose[:3, 3] = turns[step], places[step]
        return pose

    def _way(self, element: Element, offset: Array, count: int) -> tuple[Array, Array]:
        """Return the poses of copies: angles grow evenly, each step has the previous rotation.

        Args:
            element: The frame of a copy.
            offset: The step between consecutive copies.
            count: Number of copies.
        """
        key = (element.get("pos"), element.get("euler"), str(count))
        if key not in self.ways:
            angles = np.array(self.findings.numbers(element, "euler", 3, (0.0, 0.0, 0.0)))
            turns = self._euler(np.arange(count)[:, None] * angles)
            steps = np.concatenate([np.zeros((1, 3)), turns[:-1] @ offset])
            self.ways[key] = turns, np.cumsum(steps, axis=0)
        return self.ways[key]

    def _turn(self, element: Element) -> Array:
        numbers = self.findings.numbers
        if "axisangle" in element.attributes:
            x, y, z, angle = numbers(element, "axisangle", 4, (0.0, 0.0, 1.0, 0.0))
            axis = self._direction(element, "axisangle", np.array([x, y, z]))
            return rotation(axis, self.angle(angle))
        if "euler" in element.attributes:
            return self._euler(np.array(numbers(element, "euler", 3, (0.0, 0.0, 0.0))))
        if "xyaxes" in element.attributes:
            both = np.array(numbers(element, "xyaxes", 6, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)))
            first = self._direction(element, "xyaxes", both[:3])
            second = self._direction(element, "xyaxes", both[3:] - (both[3:] @ first) * first)
            return np.column_stack([first, second, np.cross(first, second)])
        if "zaxis" in element.attributes:
            up = np.array(numbers(element, "zaxis", 3, (0.0, 0.0, 1.0)))
            return least_turn(self._direction(element, "zaxis", up))
        quat = np.array(numbers(element, "quat", 4, (1.0, 0.0, 0.0, 0.0)))
        w, x, y, z = self._direction(element, "quat", quat).tolist()
        return Quaternion(w, x, y, z).rotation()

    def _euler(self, angles: Array) -> Array:
        """Return rotations by angles (…, 3) in the notation of the file, (…, 3, 3)."""
        turn: Array = np.eye(3)
        for k, letter in enumerate(self.sequence):
            values = np.radians(angles[..., k]) if self.degrees else angles[..., k]
            step = AXES[letter.lower()](values)
            turn = turn @ step if letter.islower() else step @ turn
        return np.array(turn)

    def _direction(self, element: Element, key: str, vector: Array) -> Array:
        length = float(np.linalg.norm(vector))
        if length < SHORTEST:
            self.findings.error(element, f"{key}={element.get(key)!r} has no direction")
            return np.array(np.eye(len(vector))[0])
        unit: Array = vector / length
        return unit


def _kind(element: Element) -> str:
    """Return the key under which the defaults of an element are stored."""
    return ACTUATOR if element.tag in ACTUATORS else element.tag


def least_turn(z: Array) -> Array:
    """Return the smallest rotation of the z axis to a direction."""
    axis = np.cross([0.0, 0.0, 1.0], z)
    sine = float(np.linalg.norm(axis))
    if sine < SHORTEST:
        return rotation((1.0, 0.0, 0.0), 0.0 if z[2] > 0 else np.pi)
    return rotation(axis / sine, np.arctan2(sine, z[2]))


# Geoms of higher groups are not drawn unless they are asked for.
LAST_DRAWN = 2
HALF = 0.5
# How many numbers of a size count, and which kind of look each geom is.
KINDS: dict[str, tuple[LookKind, int]] = {
    "box": ("box", 3),
    "sphere": ("sphere", 1),
    "capsule": ("capsule", 2),
    "cylinder": ("cylinder", 2),
    "ellipsoid": ("ellipsoid", 3),
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A geom of a body.

    Attributes:
        look: Its look.
        group: Its group.
        touches: It can collide.
    """

    look: Look
    group: float
    touches: bool


def body_geoms(values: Values, body: Element, childclass: str) -> tuple[Drawn, ...]:
    """Return the geoms of a body.

    Args:
        values: Defaults and units of the model.
        body: The body.
        childclass: Class of the defaults of its elements.
    """
    number = values.findings.number
    return tuple(
        Drawn(
            look,
            number(geom, "group"),
            any(number(geom, key, 1.0) for key in ("contype", "conaffinity")),
        )
        for geom, look in geoms(values, body, childclass)
    )


def told_apart(
    bodies: Mapping[str, tuple[Drawn, ...]],
) -> tuple[dict[str, tuple[Look, ...]], dict[str, tuple[Look, ...]]]:
    """Return the looks of bodies, and their outlines for collision checks.

    Args:
        bodies: Their geoms.
    """
    shares = _hulls(bodies)
    hulls = {group for group, share in shares.items() if share >= HALF}
    # A body of hulls alone is drawn by them, unless most others have both.
    always = {group for group, share in shares.items() if share > HALF}
    drawn: dict[str, tuple[Look, ...]] = {}
    for name, some in bodies.items():
        shown = [one for one in some if one.group <= LAST_DRAWN]
        own = [one for one in shown if one.group not in hulls]
        kept = own or [one for one in shown if one.group not in always]
        drawn[name] = tuple(one.look for one in kept)
    solid = {name: tuple(one.look for one in some if one.touches) for name, some in bodies.items()}
    return drawn, solid


def _hulls(bodies: Mapping[str, tuple[Drawn, ...]]) -> dict[float, float]:
    """Return the groups in which all geoms collide, and the visible share of their bodies.

    A few ornaments do not make the rest of a model invisible.
    """
    found: dict[float, float] = {}
    for group in {one.group for some in bodies.values() for one in some}:
        owners = [some for some in bodies.values() if any(one.group == group for one in some)]
        seen = [
            some
            for some in owners
            if any(not one.touches and group != one.group <= LAST_DRAWN for one in some)
        ]
        if all(one.touches for some in owners for one in some if one.group == group):
            found[group] = len(seen) / len(owners)
    return found


def geoms(
    values: Values, body: Element, childclass: str, place: Array | None = None
) -> Iterator[tuple[Element, Look]]:
    """Yield the geoms of a body with all their attributes and looks.

    Args:
        values: As for ``body_looks``, as are body and childclass.
        body: The body, or a frame in it.
        childclass: Class of the defaults.
        place: Pose of the frame in the body (4, 4).
    """
    at = np.eye(4) if place is None else place
    for child in body.all("geom", "frame"):
        if child.tag == "frame":
            inner = child.get("childclass") or childclass
            yield from geoms(values, child, inner, at @ values.pose(child))
            continue
        geom = values.whole(child, childclass)
        look = _look(values, geom)
        if look is not None:
            yield geom, replace(look, place=pose_rows(at @ np.array(look.place), "pos"))


def _look(values: Values, geom: Element) -> Look | None:
    word = geom.get("type", "sphere")
    color = _color(values, geom)
    if word == "mesh":
        return _mesh(values, geom, color)
    if word not in KINDS:
        return None
    if geom.get("mesh"):
        words = f"a {word} that MuJoCo fits to mesh {geom.get('mesh')[:60]!r}; it is left out"
        values.findings.warn(geom, words)
        return None
    kind, count = KINDS[word]
    size = [float(one) for one in _sizes(values, geom)]
    pose = values.pose(geom)
    if "fromto" in geom.attributes and kind in ("capsule", "cylinder", "box", "ellipsoid"):
        pose, half = _between(values, geom)
        # Across they are as wide both ways, whatever else the size says.
        size = [size[0], half] if count == 2 else [size[0], size[0], half]
    if len(size) < count:
        return None
    if kind == "box":
        sizes = tuple(2.0 * one for one in size[:3])
    elif count == 2:
        sizes = (size[0], 2.0 * size[1])
    else:
        sizes = tuple(size[:count])
    return Look(kind, sizes, pose_rows(pose, "pos"), color)


def _mesh(values: Values, geom: Element, color: str) -> Look | None:
    """Return the look of a geom's mesh; None if its name is unknown or it can't be computed."""
    mesh = values.asset("mesh", geom.get("mesh"))
    whole = mesh and values.whole(mesh, "")
    place = values.pose(geom)
    if whole is None:
        file = _file(values, geom.get("mesh"), "meshdir")
        return Look("mesh", (1.0,) * 3, pose_rows(place, "pos"), color, file) if file else None
    scale = values.findings.numbers(whole, "scale", 3, (1.0,) * 3)
    moved = _moved(values, whole, np.array(scale))
    if moved is None:
        return None
    place = place @ moved
    if "vertex" in whole.attributes:
        if id(mesh) not in values.inline:
            values.inline[id(mesh)] = inline_mesh(values.findings, whole)
        elif values.inline[id(mesh)] is None:
            # What is wrong is not looked for again; without it this geom is as little known.
            values.findings.error(whole, "it can't be read, as reported before")
        inline = values.inline[id(mesh)]
        if inline is None:
            return None
        return Look("mesh", scale, pose_rows(place, "pos"), color, inline=inline)
    file = _file(values, whole.get("file"), "meshdir")
    if not file:
        values.findings.warn(whole, "a mesh that is computed, which RVS does not show")
        return None
    return Look("mesh", scale, pose_rows(place, "pos"), color, file)


def _moved(values: Values, mesh: Element, scale: Array) -> Array | None:
    """Return the pose of a scaled mesh after subtraction of ``refpos`` and ``refquat``."""
    at = np.array(values.findings.numbers(mesh, "refpos", 3, (0.0,) * 3))
    turned = Element("mesh", {"quat": mesh.get("refquat", "1 0 0 0")}, mesh.line, mesh.column)
    turn = values.pose(turned)[:3, :3].T
    even = bool((scale == scale[0]).all())
    if not even and (turn != np.eye(3)).any():
        words = "refquat together with different scales along the axes"
        values.findings.warn(mesh, f"{words}; it is neither shown nor counted in masses")
        return None
    pose = np.eye(4)
    pose[:3, :3] = turn
    pose[:3, 3] = -scale * (turn @ at)
    return pose


def _sizes(values: Values, geom: Element) -> tuple[float, ...]:
    count = len(geom.get("size").split())
    return values.findings.numbers(geom, "size", count, (0.0,) * count) or (0.0,)


def _between(values: Values, geom: Element) -> tuple[Array, float]:
    """Return the pose of a geom between two points, and half its length."""
    ends = np.array(values.findings.numbers(geom, "fromto", 6, (0, 0, 0, 0, 0, 1)))
    way = ends[3:] - ends[:3]
    length = float(np.linalg.norm(way))
    pose = np.eye(4)
    pose[:3, 3] = (ends[:3] + ends[3:]) / 2
    if length > 0:
        pose[:3, :3] = least_turn(way / length)
    return pose, length / 2


def _color(values: Values, geom: Element) -> str:
    if "rgba" in geom.attributes:
        return hex_of(values.findings.numbers(geom, "rgba", 4, (0.5, 0.5, 0.5, 1.0)))
    material = values.asset("material", geom.get("material"))
    if material is None:
        return ""
    whole = values.whole(material, "")
    color = _texture(values, whole.get("texture"))
    if color or "rgba" not in whole.attributes:
        return color
    return hex_of(values.findings.numbers(whole, "rgba", 4, (0.5, 0.5, 0.5, 1.0)))


def _texture(values: Values, name: str) -> str:
    """Return the mean colour of a texture, or its first colour if it is computed."""
    texture = values.asset("texture", name)
    if texture is None:
        return ""
    file = _file(values, texture.get("file"), "texturedir")
    if file:
        path = values.reach.mesh(file)
        return texture_color(path) if isinstance(path, Path) else ""
    if "rgb1" not in texture.attributes:
        return ""
    red, green, blue = values.findings.numbers(texture, "rgb1", 3, (0.8, 0.8, 0.8))
    return hex_of((red, green, blue, 1.0))


def _file(values: Values, file: str, kind: str) -> str:
    """Return a file below the folder of meshes or textures, or that of all assets."""
    told = values.compiler
    folder = told.get(kind) or told.get("assetdir")
    if told.get("strippath") == "true":
        file = PureWindowsPath(file).name
    return f"{folder.rstrip('/')}/{file}" if folder and file else file
