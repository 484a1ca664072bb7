"""Steps by which the four numbers of a row move one frame to the next, in sequence.

In the standard convention frame i - 1 turns by theta and moves by d along its z axis, then moves by
a along and turns by alpha about its new x axis; the modified convention uses the x axis first
(Craig, Introduction to Robotics, 3.4).
"""

from __future__ import annotations

from math import ceil, radians

import numpy as np

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.chain import screw_x, screw_z
from rvs.engine.joint import Joint
from rvs.engine.offset_naming import offset_letter
from rvs.geometry.shapes.revolved import cone
from rvs.model.appearance.colors import SCENE, Rgba, SceneColors, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import joint_number, published_decimals, short_number
from rvs.model.numbers.units import Unit
from rvs.model.robots.table_text import CellUnits
from rvs.model.state import Posture
from rvs.model.views.view import Background
from rvs.scene.annotate.frames import TURNS, arrow_mesh, axis_length
from rvs.scene.items import Item, Label, Line, Region
from rvs.value_class import dataclass

STEPS = 4
MOVING, RADIUS, REACH = 1.3, 1.05, 2.2
HEAD, HEAD_LENGTH = 0.075, 0.2
NOW_WIDTH, DONE_WIDTH, AXIS_WIDTH = 4.0, 2.5, 1.2
SECTOR_ALPHA, DONE_ALPHA, AXIS_ALPHA = 0.22, 0.75, 0.8
ARC_STEP = radians(4.0)
TINY = 1e-12
TYPE = 15.0


@dataclass(frozen=True, slots=True)
class DhStep:
    """One of the four motions.

    Attributes:
        symbol: Its letter in the table: θ, b, a or α.
        axis: 0 for x, 2 for z.
        turns: It is a rotation about the axis; otherwise a displacement along it.
        value: Its size, in rad or m, offset included.
        variable: It contains the joint's variable.
        before: It is numbered by the previous frame, as a and α of the modified convention are.
    """

    symbol: str
    axis: int
    turns: bool
    value: float
    variable: bool = False
    before: bool = False

    def motion(self, part: float) -> Array:
        """Return the motion of the frame at a fraction (0 to 1) of the step (4, 4)."""
        angle, distance = (part * self.value, 0.0) if self.turns else (0.0, part * self.value)
        return screw_x(angle, distance) if self.axis == 0 else screw_z(angle, distance)


@dataclass(frozen=True, slots=True)
class Studio:
    """The content of the studio: a joint (from 0), and the number of finished steps (0 to 4)."""

    joint: int = 0
    at: float = float(STEPS)


def dh_steps(joint: Joint, q: float) -> tuple[DhStep, ...]:
    """Return the four motions of a row in their order; none for a joint described by poses."""
    if joint.convention == "general":
        return ()
    moved = q + joint.offset
    turn = moved if joint.turns else joint.theta
    slide = {"revolute": joint.d, "prismatic": moved}.get(joint.kind, joint.d + joint.pitch * moved)
    about_z = (
        DhStep("θ", 2, True, turn, joint.turns),
        DhStep(offset_letter(), 2, False, slide, joint.kind != "revolute"),
    )
    standard = joint.convention == "standard"
    move = DhStep("a", 0, False, joint.a, before=not standard)
    twist = DhStep("α", 0, True, joint.alpha, before=not standard)
    return (*about_z, move, twist) if standard else (twist, move, *about_z)


def step_text(step: DhStep, row: int, units: CellUnits, decimals: int = 0) -> str:
    """Return the text of a step's number, such as ``α₂ = −90°``; Craig begins with ``α₀``.

    Args:
        step: The step.
        row: Number of the joint, from 0.
        units: Units of the numbers.
        decimals: Minimum number of decimals, equal to that of neighbouring numbers.
    """
    unit = units.angle if step.turns else units.length
    gap = "" if unit.symbol == "°" else " "
    number = _written(step, unit)
    missing = decimals - decimals_of(step, units)
    if missing > 0:
        number += ("" if "." in number else ".") + missing * "0"
    return f"{step.symbol}{joint_number(row - step.before)} = {number}{gap}{unit.symbol}"


def _written(step: DhStep, unit: Unit) -> str:
    return short_number(step.value / unit.factor, published_decimals(unit, unit.decimals))


def decimals_of(step: DhStep, units: CellUnits) -> int:
    """Return the number of decimals of a step's number."""
    unit = units.angle if step.turns else units.length
    return len(
        short_number(step.value / unit.factor, published_decimals(unit, unit.decimals)).partition(
            "."
        )[2]
    )


def step_frames(start: Array, steps: tuple[DhStep, ...], at: float) -> tuple[Array, ...]:
    """Return the frames at the start of each step and at its finished fraction, in order.

    Args:
        start: The frame to be moved (4, 4).
        steps: The four motions.
        at: Number of finished steps, 0 to 4.

    Returns:
        Five frames: before each step, and the moving one.
    """
    frames = [start]
    for k, step in enumerate(steps):
        frames.append(frames[-1] @ step.motion(min(max(at - k, 0.0), 1.0)))
    return tuple(frames)


@derived(size=8)
def step_items(
    placed: PlacedRobot, posture: Posture, studio: Studio, units: CellUnits, background: Background
) -> tuple[Item, ...]:
    """Return the moving frame and the dimensions of the finished steps."""
    robot = placed.robot
    if studio.joint >= robot.n:
        return ()
    steps = dh_steps(robot.joints[studio.joint], posture[studio.joint])
    if not steps:
        return ()
    ends = joint_ends(placed, posture, studio.joint)
    artist = _Artist(SCENE[background], axis_length(robot))
    frames = step_frames(ends[0], steps, studio.at)
    items = artist.axes(ends) + artist.ways(step_frames(ends[0], steps, float(STEPS)), steps)
    for k, step in enumerate(steps):
        part = min(studio.at - k, 1.0)
        if part > 0.0:
            now = part < 1.0 or k + 1 == studio.at
            text = step_text(step, studio.joint, units)
            items += artist.measure(step, part, frames[k], text, now)
    return (*items, *artist.frame(frames[-1]))


@derived(size=2)
def joint_ends(placed: PlacedRobot, posture: Posture, joint: int) -> Array:
    """Return the frames before and after a joint, from 0, in the world (2, 4, 4)."""
    ends: Array = world_frames(placed, posture)[joint : joint + 2]
    return ends


def step_points(placed: PlacedRobot, posture: Posture, studio: Studio) -> Array:
    """Return points (n, 3) in the world, in m, that bound the studio's display of a joint."""
    ends = joint_ends(placed, posture, studio.joint)
    size = REACH * axis_length(placed.robot)
    away = size * np.concatenate([np.eye(3), -np.eye(3)])
    cloud: Array = (ends[:, None, :3, 3] + away).reshape(-1, 3)
    return cloud


@dataclass(frozen=True)
class _Artist:
    """The drawing tools for one robot: its colours, the length of its frames' axes."""

    colors: SceneColors
    size: float

    def axes(self, ends: Array) -> list[Item]:
        """Return the two z axes as long dashed lines."""
        half = REACH * self.size
        color = rgba(self.colors.z, AXIS_ALPHA)
        return [
            self._line([end[:3, 3] - half * end[:3, 2], end[:3, 3] + half * end[:3, 2]], color)
            for end in ends
        ]

    def ways(self, frames: tuple[Array, ...], steps: tuple[DhStep, ...]) -> list[Item]:
        """Return the distances along z and along the common normal, dashed, from the beginning."""
        return [
            self._line([frames[k][:3, 3], frames[k + 1][:3, 3]], self._color(step))
            for k, step in enumerate(steps)
            if not step.turns and abs(step.value) > TINY
        ]

    def measure(self, step: DhStep, part: float, frame: Array, text: str, now: bool) -> list[Item]:
        """Return a dimension line or arc with its number, up to the current fraction."""
        color = self._color(step, 1.0 if now else DONE_ALPHA)
        width = NOW_WIDTH if now else DONE_WIDTH
        if abs(step.value) <= TINY:
            return [self._label(text, frame[:3, 3], frame[:3, step.axis], color)] if now else []
        if step.turns:
            return self._arc(step, part, frame, text, color, width)
        along = frame[:3, step.axis]
        start = frame[:3, 3]
        end = start + part * step.value * along
        line = Line(np.array([start, end]), color, width, depth="on top")
        side = frame[:3, 0 if step.axis == 2 else 2]
        return [line, self._label(text, (start + end) / 2, side, color)]

    def frame(self, pose: Array) -> list[Item]:
        """Return the moving frame, larger than those at rest."""
        length = MOVING * self.size
        mesh = arrow_mesh(length, 0.03 * length, 0.085 * length, 0.25 * length)
        paints = (self.colors.x, self.colors.y, self.colors.z)
        return [
            Solid(
                mesh,
                pose @ _turned(TURNS[axis]),
                rgba(paints[axis]),
                "annotation",
                layer="annotation",
                depth="hidden",
            )
            for axis in range(3)
        ]

    def _arc(
        self, step: DhStep, part: float, frame: Array, text: str, color: Rgba, width: float
    ) -> list[Item]:
        swept = part * step.value
        count = max(2, ceil(abs(swept) / ARC_STEP))
        # About z from the x axis; about x from the z axis.
        first, second = (0, 1) if step.axis == 2 else (2, 1)
        sense = 1.0 if step.axis == 2 else -1.0
        radius = RADIUS * self.size
        turns = np.linspace(0.0, swept, count + 1)
        across = np.outer(np.cos(turns), frame[:3, first])
        across += np.outer(sense * np.sin(turns), frame[:3, second])
        rim = frame[:3, 3] + radius * across
        fan = np.empty((count, 3, 3))
        fan[:, 0], fan[:, 1], fan[:, 2] = frame[:3, 3], rim[:-1], rim[1:]
        starts = 3 * np.arange(count + 1, dtype=np.int32)
        faint = (*color[:3], SECTOR_ALPHA * color[3])
        middle = count // 2
        spokes = np.array([frame[:3, 3], rim[0], frame[:3, 3], rim[-1]])
        return [
            Region(fan.reshape(-1, 3), starts, faint),
            Line(spokes, color, AXIS_WIDTH, pairs=True, depth="on top"),
            Line(rim, color, width, depth="on top"),
            *self._head(frame, rim, swept, step, color),
            self._label(text, rim[middle], across[middle], color),
        ]

    def _head(
        self, frame: Array, rim: Array, swept: float, step: DhStep, color: Rgba
    ) -> list[Item]:
        """Return the head of an arc's arrow, unless the arc is shorter than the head."""
        length = HEAD_LENGTH * self.size
        if abs(swept) * RADIUS * self.size < length:
            return []
        outward = rim[-1] - frame[:3, 3]
        ahead = np.cross(frame[:3, step.axis], outward) * np.sign(swept)
        ahead /= np.linalg.norm(ahead)
        outward = outward / np.linalg.norm(outward)
        pose = np.eye(4)
        pose[:3, :3] = np.column_stack([outward, np.cross(ahead, outward), ahead])
        pose[:3, 3] = rim[-1] - 0.8 * length * ahead
        mesh = cone(HEAD * self.size, length, 24)
        return [Solid(mesh, pose, color, "annotation", layer="annotation", depth="hidden")]

    def _line(self, points: list[Array], color: Rgba) -> Line:
        return Line(np.array(points), color, AXIS_WIDTH, dashed=True)

    def _label(self, text: str, at: Array, away: Array, color: Rgba) -> Label:
        x, y, z = away.tolist()
        solid = (*color[:3], 1.0)
        halo = rgba(self.colors.halo)
        return Label(text, at, solid, halo, away=(x, y, z), gap=22.0, size=TYPE)

    def _color(self, step: DhStep, alpha: float = 1.0) -> Rgba:
        return rgba(self.colors.z if step.axis == 2 else self.colors.x, alpha)


def _turned(rotation: Array) -> Array:
    pose = np.eye(4)
    pose[:3, :3] = rotation
    return pose
