"""Values of MJCF elements: defaults by class, angles, and notations of an orientation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from math import radians

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.quaternion import Quaternion
from rvs.engine.rotations import rotation, rotx, roty, rotz
from rvs.files.budget import POSES, spend
from rvs.files.text.findings import TooManyErrors
from rvs.files.trees.file_reach import Reach
from rvs.files.trees.inline_mesh import InlineMesh
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
