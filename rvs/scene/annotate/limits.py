"""The range of each joint as an arc about its axis, or a bar along it, with its current value.

The end zones of a range have the limit's colour.  A range of more than a full turn winds outwards;
an assumed range, without published limits, is a dashed line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, pi, radians

import numpy as np

from rvs.bodies.skeleton.skeleton import placed_parts, skeleton_solids, world_frames
from rvs.engine.arrays import Array
from rvs.engine.chain import compile_chain
from rvs.model.appearance.colors import SCENE, Rgba, SceneColors, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.refs import Ref, link_ref
from rvs.model.robots.ranges import Range, joint_range
from rvs.model.state import Posture
from rvs.model.views.view import Background, Display
from rvs.scene.annotate.frames import axis_length
from rvs.scene.items import Item, Line, Points, Region
from rvs.value_class import dataclass

RADIUS_PART = 0.95
WIDTH_PART = 0.17
TURN_GROWS = 1.2 * WIDTH_PART
STEP = radians(5.0)
INSIDE_ALPHA, ZONE_ALPHA = 0.45, 0.85
NEEDLE_WIDTH, END_WIDTH, BAR_WIDTH = 2.5, 2.0, 6.0
DOT = 9.0


@dataclass(frozen=True)
class Dial:
    """Display of the range of a joint.

    Attributes:
        pose: Frame in the world (4, 4) whose z axis is the axis of the joint.
        radius: Distance of the range from the axis, in m.
        range: The range of the joint value.
        value: The joint value.
        offset: Offset added to it.
        owner: The link that the joint carries.
        colors: Colours of the scene.
    """

    pose: Array
    radius: float
    range: Range
    value: float
    offset: float
    owner: Ref
    colors: SceneColors

    @property
    def ink(self) -> Rgba:
        """Colour of the value: that of the limit if it is near or passed."""
        near = self.range.room(self.value) < self.range.zone
        return rgba(self.colors.limit if near else self.colors.label)

    @property
    def pieces(self) -> tuple[tuple[float, float, Rgba], ...]:
        """Start, end and colour of the parts of the range: zone, middle, zone."""
        lower, upper = self.range.lower, self.range.upper
        zone = self.range.zone
        ends = rgba(self.colors.limit, ZONE_ALPHA)
        return (
            (lower, lower + zone, ends),
            (lower + zone, upper - zone, rgba(self.colors.ghost, INSIDE_ALPHA)),
            (upper - zone, upper, ends),
        )


@derived(size=16)
def limit_items(placed: PlacedRobot, posture: Posture, background: Background) -> tuple[Item, ...]:
    """Return the ranges of all unlocked joints of a robot."""
    robot = placed.robot
    ahead = _dial_poses(placed, posture)
    radius = RADIUS_PART * axis_length(robot)
    items: list[Item] = []
    for index in robot.active:
        joint = robot.joints[index]
        dial = Dial(
            ahead[index],
            radius,
            joint_range(robot, index),
            posture[index],
            joint.offset,
            link_ref(placed.id, index + 1),
            SCENE[background],
        )
        items += _arc(dial) if joint.turns else _bar(dial)
    return tuple(items)


def _dial_poses(placed: PlacedRobot, posture: Posture) -> Array:
    """Return the frames of joints (n, 4, 4), moved along the axes to the joints' bodies."""
    robot = placed.robot
    poses: Array = world_frames(placed, posture)[:-1] @ compile_chain(robot).before
    # Dials stand where the joints' bodies are, even those that are not drawn.
    standard = replace(placed, display=Display())
    parts, solids = placed_parts(standard), skeleton_solids(standard, posture)
    # backwards, so that the first body of a joint counts
    for part, solid in reversed(list(zip(parts, solids, strict=True))):
        if part.role == "joint" and robot.joints[part.owner - 1].turns:
            pose = poses[part.owner - 1]
            middle = solid.pose[:3, :3] @ solid.mesh.bounds.mean(axis=0) + solid.pose[:3, 3]
            pose[:3, 3] += ((middle - pose[:3, 3]) @ pose[:3, 2]) * pose[:3, 2]
    return poses


def _arc(dial: Dial) -> list[Item]:
    needle = _at(dial, np.array([dial.value] * 2), np.array([0.0, 1.0]))
    now = Line(needle, dial.ink, NEEDLE_WIDTH, owner=dial.owner, depth="hidden")
    if dial.range.assumed:
        turns = _steps(dial.range.lower, dial.range.upper)
        color = rgba(dial.colors.ghost)
        return [Line(_at(dial, turns), color, dashed=True, owner=dial.owner), now]
    bands = [_band(dial, *piece) for piece in dial.pieces if piece[1] > piece[0]]
    limits = np.repeat([dial.range.lower, dial.range.upper], 2)
    marks = _at(dial, limits, np.array([1.0 - WIDTH_PART, 1.1] * 2))
    color = rgba(dial.colors.limit)
    return [*bands, Line(marks, color, END_WIDTH, pairs=True, owner=dial.owner), now]


def _band(dial: Dial, lower: float, upper: float, color: Rgba) -> Region:
    """Return a strip of a ring, or of a spiral, as quadrilaterals."""
    turns = _steps(lower, upper)
    outer = _at(dial, turns)
    inner = _at(dial, turns, np.full(len(turns), 1.0 - WIDTH_PART))
    corners = np.stack([inner[:-1], outer[:-1], outer[1:], inner[1:]], axis=1)
    starts = 4 * np.arange(len(corners) + 1, dtype=np.int32)
    return Region(corners.reshape(-1, 3), starts, color, owner=dial.owner, depth="hidden")


def _at(dial: Dial, values: Array, parts: Sequence[float] | Array | None = None) -> Array:
    """Return positions in the world for joint values, at fractions of the radius."""
    span = dial.range.upper - dial.range.lower
    wound = (values - dial.range.lower) / (2 * pi) if span > 2 * pi else np.zeros(len(values))
    share = np.ones(len(values)) if parts is None else np.asarray(parts)
    away = dial.radius * np.where(share > 0.0, share + TURN_GROWS * wound, 0.0)
    angle = values + dial.offset
    flat = np.stack([away * np.cos(angle), away * np.sin(angle), np.zeros(len(values))], axis=1)
    places: Array = flat @ dial.pose[:3, :3].T + dial.pose[:3, 3]
    return places


def _steps(lower: float, upper: float) -> Array:
    return np.linspace(lower, upper, max(ceil((upper - lower) / STEP), 1) + 1)


def _bar(dial: Dial) -> list[Item]:
    now = Points(_along(dial, [dial.value]), dial.ink, DOT, dial.owner, depth="hidden")
    if dial.range.assumed:
        ends = _along(dial, [dial.range.lower, dial.range.upper])
        return [Line(ends, rgba(dial.colors.ghost), dashed=True, owner=dial.owner), now]
    bars = [
        Line(_along(dial, [lower, upper]), color, BAR_WIDTH, owner=dial.owner, depth="hidden")
        for lower, upper, color in dial.pieces
        if upper > lower
    ]
    return [*bars, now]


def _along(dial: Dial, values: Sequence[float]) -> Array:
    """Return positions next to the axis for values of a prismatic joint."""
    x, z, origin = dial.pose[:3, 0], dial.pose[:3, 2], dial.pose[:3, 3]
    moved = np.asarray(values) + dial.offset
    places: Array = origin + dial.radius * x + moved[:, None] * z
    return places
