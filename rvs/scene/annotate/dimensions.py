"""Dimensions of a table of Denavit and Hartenberg: a, b and the twist alpha of every row."""

from __future__ import annotations

import numpy as np

from rvs.engine.robot import Array
from rvs.model.cells import CellUnits
from rvs.model.colors import SCENE, Rgba, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.refs import Ref, link_ref
from rvs.model.state import Posture
from rvs.model.view import Background
from rvs.scene.annotate.dh_steps import STEPS, DhStep, dh_steps, step_frames, step_text
from rvs.scene.annotate.frames import axis_length
from rvs.scene.annotate.twists import Pen, middle_of, twist_items
from rvs.scene.items import Item, Label, Line
from rvs.scene.skeleton import world_frames

# Distance from what is measured, overhang of the side lines, length and half width of the tips, in
# lengths of the frames' axes; dimensions beside each other stand apart by a share of the distance.
ASIDE, OVER, TIP, TIP_HALF, APART = 1.1, 0.15, 0.16, 0.045, 0.45
WIDTH, TYPE = 1.2, 14.0
# Shorter lengths, of the frames' axes, are left out: their tips would not fit.
SHORTEST = 0.25
# How much leading away counts against being seen.
AWAY = 0.6
# Room between a line and its number, and half the width of a letter, in heights of the type.
BESIDE, HALF_LETTER = 0.75, 0.3


@derived(size=8)
def dimension_items(
    placed: PlacedRobot,
    posture: Posture,
    units: CellUnits,
    background: Background,
    to_eye: tuple[float, float, float] = (0.0, 0.0, 0.0),
    twists: bool = True,
) -> tuple[Item, ...]:
    """Return dimension lines for a and b of every row, where long enough, and arcs for alpha.

    Args:
        placed: The robot.
        posture: Joint values (n,), rad or m.
        units: Units of the numbers.
        background: What they are seen against.
        to_eye: Unit direction to the viewer, so that no dimension is seen from its edge.
        twists: Draw the angles alpha, too.
    """
    frames = world_frames(placed, posture)
    size = axis_length(placed.robot)
    middle = frames[:, :3, 3].mean(axis=0)
    colors = SCENE[background]
    paint = (rgba(colors.label), rgba(colors.halo))
    pen = Pen(rgba(colors.x), paint[1], WIDTH, TYPE)
    items: list[Item] = []
    for row, joint in enumerate(placed.robot.joints):
        steps = dh_steps(joint, posture[row])
        if not steps:
            continue
        ends = step_frames(frames[row], steps, float(STEPS))
        ref = link_ref(placed.id, row + 1)
        for k, step in enumerate(steps):
            words = step_text(step, row, units)
            if twists and step.symbol == "α":
                gap = _gap(words, middle_of(ends[k], step), to_eye)
                items += twist_items(ends[k], step, row, size, (words, gap), pen, ref)
            if step.turns or abs(step.value) < SHORTEST * size:
                continue
            aside = (
                (1.0 + APART * (row % 2)) * ASIDE * size * _outward(ends[k], step, middle, to_eye)
            )
            gap = _gap(words, aside / np.linalg.norm(aside), to_eye)
            start, end = ends[k][:3, 3], ends[k + 1][:3, 3]
            items += _dimension(start, end, aside, size, (words, gap), paint, ref)
    return tuple(items)


def _outward(
    frame: Array, step: DhStep, middle: Array, to_eye: tuple[float, float, float]
) -> Array:
    """The direction across a step that is seen best and leads away from the robot, or up."""
    along, view = frame[:3, step.axis], np.asarray(to_eye)
    others = [sign * frame[:3, axis] for axis in {0, 1, 2} - {step.axis} for sign in (1.0, -1.0)]
    away = frame[:3, 3] + step.value / 2 * along - middle
    away = away / max(float(np.linalg.norm(away)), 1e-9) + np.array([0.0, 0.0, 1e-3])

    def worth(way: Array) -> float:
        return float(AWAY * way @ away - abs(way @ view))

    best: Array = max(others, key=worth)
    return best


def _gap(words: str, aside: Array, to_eye: tuple[float, float, float]) -> float:
    """How far the middle of a number is from its line, in pixels, so that both are clear."""
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
    """Two side lines, the line between them with a tip at each end, and the number beside it."""
    over = OVER * size * aside / np.linalg.norm(aside)
    one, two = start + aside, end + aside
    along = (two - one) / np.linalg.norm(two - one)
    across = TIP_HALF * size * over / np.linalg.norm(over)
    pieces = [start, one + over, end, two + over, one, two]
    for tip, back in ((one, along), (two, -along)):
        for side in (across, -across):
            pieces += [tip, tip + TIP * size * back + side]
    line = Line(np.array(pieces), paint[0], WIDTH, pairs=True, owner=ref, depth="on top")
    x, y, z = (aside / np.linalg.norm(aside)).tolist()
    text, gap = words
    label = Label(
        text, (one + two) / 2, *paint, away=(x, y, z), gap=gap, size=TYPE, bold=False, owner=ref
    )
    return [line, label]
