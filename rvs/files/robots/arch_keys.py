"""The keys of an architecture file: of the robot, of its links, and their notation."""

from __future__ import annotations

from math import inf, isfinite
from typing import Any

from rvs.engine.joint import CONVENTIONS, KINDS, NO_LIMITS, Inertia, Motor
from rvs.engine.robot import IDENTITY, STANDARD_GRAVITY, Robot
from rvs.files.text.fields import Fields
from rvs.files.text.forms import Form, Name, Num, Or, Seq, Spelling
from rvs.files.text.keys import (
    METRES,
    Choice,
    Flag,
    Key,
    Kind,
    Matrix,
    Number,
    Numbers,
    Text,
    defaults_of,
)
from rvs.files.text.scale import DEGREES, Scale, length_scale
from rvs.files.text.syntax import Node
from rvs.model.bounds import (
    AMOUNT,
    ANGLE,
    JOINT_BOUND,
    JOINT_MOST,
    JOINT_VALUE,
    LENGTH,
    NUMBER,
)
from rvs.model.numbers.units import LENGTH_UNITS
from rvs.model.views.view import DRAWN_AS, LINE, Display
from rvs.value_class import dataclass

GEOMTYPES = ("skeleton", "full")
# How sure numbers are, and what the word means.
CONFIDENCES = {
    "high": "high: from the maker or a published measurement",
    "medium": "medium: from a secondary source",
    "constructed": "constructed: invented or estimated",
}
UNBOUNDED = "none"


@dataclass(frozen=True)
class Limits(Kind):
    """Two bounds of a joint, each a number or ``none``."""

    scale: Scale

    def read(self, fields: Fields, key: str, default: Any) -> tuple[float, float]:
        """Return the value of a key, or the default; record errors."""
        node = fields.node(key)
        if node is None:
            return default  # type: ignore[no-any-return]
        if node.kind != "list" or len(node.items) != 2:
            fields.error(key, f"'{key}': expected [ lower, upper ]")
            return NO_LIMITS
        lower, upper = (
            self._bound(fields, key, item, free)
            for item, free in zip(node.items, NO_LIMITS, strict=True)
        )
        if lower > upper:
            shown = f"{node.items[0].text} is above the upper {node.items[1].text}"
            fields.error(key, f"'{key}': the lower bound {shown}")
            return NO_LIMITS
        return lower, upper

    def _bound(self, fields: Fields, key: str, node: Node, free: float) -> float:
        if node.kind == "word" and node.text == UNBOUNDED:
            return free
        return fields.number_at(key, node, free, self.scale, JOINT_BOUND)

    def form(self, value: Any) -> Form | None:
        """Return the text of limits."""
        if value == NO_LIMITS:
            return None
        scale = self.scale
        return Seq(tuple(Num(one, scale) if isfinite(one) else Name(UNBOUNDED) for one in value))

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return "2 of degrees or length"


@dataclass(frozen=True)
class Moments(Kind):
    """Moments of inertia; three numbers omit the products."""

    def read(self, fields: Fields, key: str, default: Any) -> Any:
        """Return the value of a key, or the default; record errors."""
        numbers = fields.numbers(key, (3, 6))
        return default if numbers is None else tuple([*numbers, 0.0, 0.0, 0.0][:6])

    def form(self, value: Any) -> Spelling:
        """Return the text of moments."""
        every = Seq(tuple(map(Num, value)))
        return every if any(value[3:]) else Or(every, Seq(every.items[:3]))

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return "6 numbers, kg m²"


@dataclass(frozen=True)
class Coulomb(Kind):
    """Friction forwards and backwards; one number means both directions."""

    def read(self, fields: Fields, key: str, default: Any) -> tuple[float, float]:
        """Return the value of a key, or the default; record errors."""
        node = fields.node(key)
        if node is not None and node.kind == "number":
            both = fields.number(key, 0.0, bounds=NUMBER)
            return both, -both
        forwards, backwards = fields.numbers(key, (2,)) or default
        if forwards < 0 or backwards > 0:
            wanted = "[ forwards, backwards ], the first ≥ 0, the second ≤ 0"
            # Other programs write other signs; what they mean by them is not known here.
            fields.warn(key, f"'{key}': expected {wanted}")
        return forwards, backwards

    def form(self, value: Any) -> Spelling:
        """Return the text of friction."""
        both = Seq(tuple(map(Num, value)))
        return Or(both, Num(value[0])) if value[0] == -value[1] else both

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return "N m, 2 numbers"


def joint_scale(kind: str, length: Scale) -> Scale:
    """Return the scale of a joint's own values: degrees, or lengths if prismatic."""
    return length if kind == "prismatic" else DEGREES


def joint_scales(robot: Robot, unit: str) -> tuple[Scale, ...]:
    """Return the scale of every joint's value in a file with that length unit."""
    return tuple(joint_scale(joint.kind, length_scale(unit)) for joint in robot.joints)


def unit_line(robot: Robot, unit: str) -> str:
    """Return the line with the unit of a robot's lengths in a file; nothing for angles alone.

    The robot's unit, which applies if a file gives none, may change later.
    """
    return "" if all(joint.turns for joint in robot.joints) else f"unit = {unit}\n"


def posture_kind(robot: Robot, unit: str) -> Numbers:
    """Return the notation of a robot's posture in a file with that length unit."""
    return Numbers(robot.n, "", JOINT_VALUE, joint_scales(robot, unit))


DISPLAY_KEYS = defaults_of(
    Display(),
    Key("drawn", Choice(DRAWN_AS), "mode of drawing, independent of the view; `view`: as the view",
        "drawn = skeleton", field="mode"),
    Key("joints", Flag(), "the skeleton shows the bodies of the joints; `no`: a stick figure",
        "joints = no"),
    Key("line", Number(bounds=LINE), "thickness of the skeleton's links; 1 is the standard one",
        "line = 0.5"),
    Key("frames", Flag(), "show its frames where the view shows frames", "frames = no"),
    Key("shadow", Flag(), "cast a shadow on the floor", "shadow = no"),
)  # fmt: skip


def file_keys(stem: str = "", length: Scale = METRES) -> tuple[Key, ...]:
    """Return the keys of a robot named ``stem`` if its file gives it no name."""
    pose = Matrix(length)
    return (
        Key("name", Text(empty=True), 'displayed name; `""` for none', 'name = "PUMA 560"',
            stem, usual="name of the file"),
        Key("geomtype", Choice(GEOMTYPES),
            "`full`: drawn with `links/NAME.body` of the same name", "geomtype = full",
            GEOMTYPES[0], always=True),
        Key("unit", Choice(LENGTH_UNITS), "unit of every length in the file", "unit = dm", "m",
            always=True),
        Key("convention", Choice(CONVENTIONS), "form of the Denavit-Hartenberg table",
            "convention = modified", CONVENTIONS[0]),
        Key("manufacturer", Text(), "maker", 'manufacturer = "Unimation"', ""),
        Key("source", Text(), "source of the numbers", 'source = "Corke 1995"', ""),
        Key("confidence", Choice(tuple(CONFIDENCES)), "confidence in the numbers",
            "confidence = high", ""),
        Key("comment", Text(), "a remark", 'comment = "Tool 178 mm."', ""),
        Key("base", pose, "pose of frame 0 in the world; its translation in the file's unit",
            "base = [[1 0 0 0] [0 1 0 0] [0 0 1 0.3] [0 0 0 1]]", IDENTITY, "base_rows"),
        Key("tool", pose, "pose of the tool in the last frame",
            "tool = [1,0,0,0, 0,1,0,0, 0,0,1,0.1, 0,0,0,1]", IDENTITY, "tool_rows"),
        Key("maker", pose,
            "pose, in frame 0, of the base frame that the maker's controller and tables "
            "use, if it differs; its translation in the file's unit",
            "maker = [[-1 0 0 0] [0 -1 0 0] [0 0 1 0] [0 0 0 1]]", IDENTITY, "maker_rows"),
        Key("gravity", Numbers(3, "m/s²"), "gravity in the world, independent of the unit",
            "gravity = [0, 0, 0]", STANDARD_GRAVITY),
        Key("base_link", Text(), "name of the fixed link",
            'base_link = "panda_link0"', ""),
        Key("tool_link", Text(), "name of the link at the tool's frame",
            'tool_link = "panda_hand"', ""),
        *DISPLAY_KEYS,
        Key("EndEffector", Text(bare=True, empty=True), "end-effector",
            "EndEffector = hand", "hand", "end_effector", always=True),
    )  # fmt: skip


def link_keys(
    length: Scale = METRES, own: Scale = DEGREES, convention: str = CONVENTIONS[0]
) -> tuple[Key, ...]:
    """Return the keys of a link, except those of its inertia and its motor.

    Args:
        length: The file's unit of length.
        own: Unit of the joint's own value.
        convention: Convention of the file.
    """
    size, angle = Number("length", LENGTH, length), Number("degrees", ANGLE, DEGREES)
    added = LENGTH if own == length else ANGLE
    return (
        Key("name", Text(), "name of the joint", 'name = "waist"', ""),
        Key("link", Text(), "name of the link that moves with it", 'link = "panda_link1"', ""),
        Key("type", Choice(KINDS), "kind of the joint", "type = prismatic", KINDS[0], "kind"),
        Key("convention", Choice(CONVENTIONS), "form of this row of the table",
            "convention = modified", convention, usual="the file's"),
        Key("a", size, "link length", "a = 2.3113", 0.0, required=True),
        Key("b", size, "link offset (d elsewhere); the initial value of a prismatic joint",
            "b = -0.2291", 0.0, "d", required=True),
        Key("al", angle, "link twist", "al = -58.3127", 0.0, "alpha", required=True),
        Key("th", angle, "joint angle; the initial value of a revolute or helical joint",
            "th = 20.0", 0.0, "theta", required=True),
        Key("before", Matrix(length),
            "of a general joint: pose of its axis, z, in the link frame before it",
            "before = [[1 0 0 0.4] [0 1 0 0] [0 0 1 0] [0 0 0 1]]", IDENTITY),
        Key("after", Matrix(length),
            "of a general joint: pose of its link frame in the frame that moves with it",
            "after = [1,0,0,0, 0,1,0,0, 0,0,1,0.1, 0,0,0,1]", IDENTITY),
        Key("pitch", Number("length per radian", LENGTH, length), "advance of a helical joint",
            "pitch = 0.005", 0.0),
        Key("offset", Number("degrees or length", added, own), "added to the joint value",
            "offset = -90", 0.0),
        Key("limits", Limits(own), "limits of the joint value; `none` for one that is missing",
            "limits = [ -170, none ]", NO_LIMITS),
        Key("locked", Flag(), "the joint cannot move", "locked = yes", False),
        Key("rate", _positive("degrees/s or length/s", own), "greatest speed", "rate = 120", inf),
        Key("acceleration", _positive("degrees/s² or length/s²", own), "greatest acceleration",
            "acceleration = 400", inf),
        Key("effort", _positive("N m or N"), "greatest torque or force", "effort = 56", inf),
        Key("stiffness", _positive("N m/rad or N/m"),
            "stiffness of drive and bearings; without it the joint is rigid",
            "stiffness = 31000", inf),
    )  # fmt: skip


def _positive(unit: str, scale: Scale | None = None) -> Number:
    return Number(unit, JOINT_MOST, scale or Number().scale)


INERTIA_KEYS = defaults_of(
    Inertia(),
    Key("m", Number("kg", AMOUNT), "mass of the link", "m = 17.4", field="mass", always=True),
    Key("r", Numbers(3, "m", LENGTH), "centre of mass in the link's frame",
        "r = [ -0.3638, 0.006, 0.2275 ]", field="com"),
    Key("I", Moments(), "Ixx Iyy Izz Ixy Iyz Ixz about the centre of mass, link axes; "
        "3 numbers are Ixx Iyy Izz", "I = [ 0.13, 0.524, 0.539 ]", field="moments"),
)  # fmt: skip
BASE_INERTIA_KEYS = defaults_of(
    Inertia(),
    Key("base_m", Number("kg", AMOUNT), "mass of the fixed link", "base_m = 2.8",
        field="mass", always=True),
    Key("base_r", Numbers(3, "m", LENGTH), "its centre of mass in the world",
        "base_r = [ -0.025, 0, 0.057 ]", field="com"),
    Key("base_I", Moments(), "its moments about the centre of mass, as `I` of a link",
        "base_I = [ 0.008, 0.011, 0.009 ]", field="moments"),
)  # fmt: skip
MOTOR_KEYS = defaults_of(
    Motor(),
    Key("Jm", Number("kg m²", AMOUNT), "inertia of the motor's rotor", "Jm = 0.0002",
        field="inertia"),
    Key("G", Number(), "gear ratio, with its sign", "G = -62.6111", field="gear", always=True),
    Key("B", Number("N m s/rad", AMOUNT), "viscous friction at the motor", "B = 0.00148",
        field="viscous"),
    Key("Tc", Coulomb(),
        "Coulomb friction at the motor forwards (≥ 0) and backwards (≤ 0); one number "
        "applies to both directions", "Tc = [ 0.395, -0.435 ]", field="coulomb"),
)  # fmt: skip
