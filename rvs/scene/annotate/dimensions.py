"""Dimensions of a Denavit-Hartenberg table: a, b and the twist alpha of every row.

Dimension arcs of the twist alpha: the angle from one joint's axis to the next.
"""

from __future__ import annotations

from math import ceil, radians

import numpy as np

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.engine.joint import Joint
from rvs.model.appearance.colors import SCENE, Rgba, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.refs import Ref, link_ref
from rvs.model.robots.table_text import CellUnits
from rvs.model.state import Posture
from rvs.model.views.view import Background
from rvs.scene.annotate.dh_steps import (
    STEPS,
    DhStep,
    decimals_of,
    dh_steps,
    step_frames,
    step_text,
)
from rvs.scene.annotate.frames import axis_length
from rvs.scene.items import Item, Label, Line, Region
from rvs.value_class import dataclass

# Distance from what is measured, overhang of the side lines, length and half width of the tips, in
# lengths of the frames' axes; dimensions beside each other stand apart by a share of the distance.
ASIDE, OVER, TIP, TIP_HALF, APART = 1.1, 0.15, 0.2, 0.033, 0.45
# How far from what has to be kept clear, and from what is measured at most.
CLEAR, FARTHEST = 0.55, 4.0
# Places of a line that others are drawn beside; seen flatter than this, what is before it and what
# is beside it can't be told apart.
SAMPLES, SLANTED = 9, 0.25
WIDTH, TYPE = 0.9, 14.0
# Shorter lengths, of the frames' axes, are left out: their tips would not fit.
SHORTEST = 0.25
# How much leading away counts against being seen.
AWAY = 0.6
# A length that is seen shorter than this part of it is a point: it has nothing to be drawn along.
END_ON = 0.1
# Room between a line and its number, and half the width of a letter, in heights of the type.
BESIDE, HALF_LETTER = 0.75, 0.3

# Radius in lengths of the frames' axes; the next row's arc is larger, for axes often meet.
RADIUS, ARC_APART = 0.7, 0.25
# How far the sides reach beyond the arc, in its radius; length and half width of its tip.
ARC_OVER, ARC_TIP, ARC_TIP_HALF = 0.25, 0.16, 0.05
STEP = radians(4.0)
# Opacity of what is between the sides.
FILL = 0.16
# Smaller angles are not a twist.
SMALLEST = radians(0.01)


@derived(size=8)
def dimension_items(
    placed: PlacedRobot,
    posture: Posture,
    units: CellUnits,
    background: Background,
    to_eye: tuple[float, float, float] = (0.0, 0.0, 0.0),
    twists: bool = True,
    clear_of: Array | None = None,
) -> tuple[Item, ...]:
    """Return dimension lines for a and b of every row, if long enough, and arcs for alpha.

    Lengths that are seen end-on are omitted.

    Args:
        placed: The robot.
        posture: Joint values (n,), rad or m.
        units: Units of the numbers.
        background: Their background.
        to_eye: Unit direction to the viewer, so that no dimension is seen edge-on.
        twists: Draw the angles alpha, too.
        clear_of: Points (n, 3) in m next to which lengths are drawn.
    """
    frames = world_frames(placed, posture)
    size = axis_length(placed.robot)
    middle = frames[:, :3, 3].mean(axis=0)
    colors = SCENE[background]
    paint = (rgba(colors.label), rgba(colors.halo))
    pen = Pen(rgba(colors.x), paint[1], WIDTH, TYPE)
    items: list[Item] = []
    clear = [] if clear_of is None else [clear_of]
    drawn: list[Array] = []
    found = [
        (row, step, before, after)
        for row, joint in enumerate(placed.robot.joints)
        for step, before, after in _steps(joint, posture[row], frames[row])
    ]
    shown = [step for _, step, _, _ in found if _is_shown(step, size)]
    decimals = {
        turns: max((decimals_of(step, units) for step in shown if step.turns is turns), default=0)
        for turns in (True, False)
    }
    # As in a technical drawing, the shorter lengths are nearer to the body.
    for row, step, before, after in sorted(found, key=lambda one: abs(one[1].value)):
        ref = link_ref(placed.id, row + 1)
        words = step_text(step, row, units, decimals[step.turns])
        if twists and step.symbol == "α":
            gap = _gap(words, middle_of(before, step), to_eye)
            items += twist_items(before, step, row, size, (words, gap), pen, ref)
        if step.turns or not _is_shown(step, size):
            continue
        start, end = before[:3, 3], after[:3, 3]
        if _end_on(end - start, to_eye):
            continue
        way = _outward(before, step, middle, to_eye)
        reach = _beyond(start, end, way, to_eye, [*clear, *drawn])
        aside = min(max(ASIDE, reach / size + CLEAR), FARTHEST) * size * way
        if not clear:
            aside = (1.0 + APART * (row % 2)) * ASIDE * size * way
        gap = _gap(words, way, to_eye)
        items += _dimension(start, end, aside, size, (words, gap), paint, ref)
        drawn.append(np.linspace(start + aside, end + aside, SAMPLES))
    # The numbers of the longer ones have more room beside their lines.
    numbers = [item for item in items if isinstance(item, Label)]
    return (*(item for item in items if not isinstance(item, Label)), *reversed(numbers))


def _is_shown(step: DhStep, size: float) -> bool:
    """Return whether a step has a number: a twist, or a length with room for its arrowheads."""
    if step.turns:
        return step.symbol == "α" and abs(step.value) >= SMALLEST
    return abs(step.value) >= SHORTEST * size


def _end_on(along: Array, to_eye: tuple[float, float, float]) -> bool:
    """Return whether a length is seen end-on."""
    seen = float(np.linalg.norm(np.cross(along, to_eye)))
    return any(to_eye) and seen < END_ON * float(np.linalg.norm(along))


def _steps(joint: Joint, q: float, frame: Array) -> list[tuple[DhStep, Array, Array]]:
    """Return the steps of a row, with the frames before and after each."""
    steps = dh_steps(joint, q)
    if not steps:
        return []
    ends = step_frames(frame, steps, float(STEPS))
    return [(step, ends[k], ends[k + 1]) for k, step in enumerate(steps)]


def _outward(
    frame: Array, step: DhStep, middle: Array, to_eye: tuple[float, float, float]
) -> Array:
    """Return the most visible direction across a step, away from the robot or upwards."""
    along, view = frame[:3, step.axis], np.asarray(to_eye)
    others = [sign * frame[:3, axis] for axis in {0, 1, 2} - {step.axis} for sign in (1.0, -1.0)]
    away = frame[:3, 3] + step.value / 2 * along - middle
    away = away / max(float(np.linalg.norm(away)), 1e-9) + np.array([0.0, 0.0, 1e-3])

    def worth(way: Array) -> float:
        return float(AWAY * way @ away - abs(way @ view))

    best: Array = max(others, key=worth)
    return best


def _beyond(
    start: Array, end: Array, way: Array, to_eye: tuple[float, float, float], clouds: list[Array]
) -> float:
    """Return the extent of points next to a length, in a direction across it, in m."""
    along = end - start
    seen_from = np.asarray(to_eye)
    if abs(np.dot(np.cross(along, way), seen_from)) < SLANTED * np.linalg.norm(along):
        seen_from = np.cross(along, way)
    shares = np.linalg.inv(np.stack([along, way, seen_from], axis=1))
    reach = 0.0
    for points in clouds:
        seen = (points - start) @ shares.T
        beside = (seen[:, 0] >= 0.0) & (seen[:, 0] <= 1.0)
        reach = max(reach, float(seen[beside, 1].max(initial=0.0)))
    return reach


def _gap(words: str, aside: Array, to_eye: tuple[float, float, float]) -> float:
    """Return the distance of a number's centre from its line, in pixels, so that both are clear."""
    right = np.array([-to_eye[1], to_eye[0], 0.0])
    length = float(np.linalg.norm(right))
    level = abs(float(aside @ right)) / length if length > 1e-9 else 0.5
    return TYPE * (BESIDE + level * HALF_LETTER * len(words))


def _dimension(
    start: Array,
    end: Array,
    aside: Array,
    size: float,
    words: tuple[str, float],
    paint: tuple[Rgba, Rgba],
    ref: Ref,
) -> list[Item]:
    """Return two side lines, the line between them with filled tips, and its number."""
    over = OVER * size * aside / np.linalg.norm(aside)
    one, two = start + aside, end + aside
    along = (two - one) / np.linalg.norm(two - one)
    across = TIP_HALF * size * over / np.linalg.norm(over)
    pieces = [start, one + over, end, two + over, one, two]
    tips = [
        corner
        for tip, back in ((one, along), (two, -along))
        for corner in (tip, *(tip + TIP * size * back + side for side in (across, -across)))
    ]
    heads = Region(
        np.array(tips), np.array([0, 3, 6], np.int32), paint[0], owner=ref, depth="on top"
    )
    line = Line(np.array(pieces), paint[0], WIDTH, pairs=True, owner=ref, depth="on top")
    x, y, z = (aside / np.linalg.norm(aside)).tolist()
    text, gap = words
    label = Label(
        text, (one + two) / 2, *paint, away=(x, y, z), gap=gap, size=TYPE, bold=False, owner=ref
    )
    return [line, heads, label]


@dataclass(frozen=True)
class Pen:
    """The style of dimensions: colours of letters and rim, width of lines, height of letters."""

    ink: Rgba
    halo: Rgba
    width: float
    type_size: float


def twist_items(
    frame: Array, step: DhStep, row: int, size: float, words: tuple[str, float], pen: Pen, ref: Ref
) -> list[Item]:
    """Return area, arc, sides and number of a twist; nothing if there is none.

    Args:
        frame: The frame before the twist (4, 4), whose x axis is the axis of rotation.
        step: The twist.
        row: Number of the joint, from 0.
        size: Length of the frames' axes, m.
        words: The number, and the distance of its centre from the arc, in pixels.
        pen: Style of its drawing.
        ref: Its owner.
    """
    if abs(step.value) < SMALLEST:
        return []
    radius = (RADIUS + ARC_APART * (row % 2)) * size
    turns = np.linspace(0.0, step.value, ceil(abs(step.value) / STEP) + 1)
    # about x, z turns towards minus y
    across = np.outer(np.cos(turns), frame[:3, 2]) - np.outer(np.sin(turns), frame[:3, 1])
    origin = frame[:3, 3]
    rim = origin + radius * across
    ahead = np.cross(frame[:3, 0], across[-1]) * np.sign(step.value)
    pieces = [origin, origin + (1.0 + ARC_OVER) * radius * across[0]]
    pieces += [origin, origin + (1.0 + ARC_OVER) * radius * across[-1]]
    for side in (ARC_TIP_HALF, -ARC_TIP_HALF):
        pieces += [rim[-1], rim[-1] - ARC_TIP * size * ahead + side * size * across[-1]]
    fan = np.empty((len(rim) - 1, 3, 3))
    fan[:, 0], fan[:, 1], fan[:, 2] = origin, rim[:-1], rim[1:]
    starts = 3 * np.arange(len(rim), dtype=np.int32)
    faint = (*pen.ink[:3], FILL * pen.ink[3])
    area = Region(fan.reshape(-1, 3), starts, faint, owner=ref, depth="on top")
    arc = Line(rim, pen.ink, pen.width, owner=ref, depth="on top")
    sides = Line(np.array(pieces), pen.ink, pen.width, pairs=True, owner=ref, depth="on top")
    middle = middle_of(frame, step)
    x, y, z = middle.tolist()
    text, gap = words
    label = Label(
        text, origin + radius * middle, pen.ink, pen.halo, away=(x, y, z), gap=gap,
        size=pen.type_size, bold=False, owner=ref,
    )  # fmt: skip
    return [area, arc, sides, label]


def middle_of(frame: Array, step: DhStep) -> Array:
    """Return the unit direction (3,) from a frame's origin to the centre of its twist's arc."""
    half = step.value / 2
    found: Array = np.cos(half) * frame[:3, 2] - np.sin(half) * frame[:3, 1]
    return found
