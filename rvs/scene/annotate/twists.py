"""Dimension arcs of the twist alpha: the angle from one joint's axis to the next."""

from __future__ import annotations

from math import ceil, radians

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.appearance.colors import Rgba
from rvs.model.refs import Ref
from rvs.scene.annotate.dh_steps import DhStep
from rvs.scene.items import Item, Label, Line, Region
from rvs.value_class import dataclass

# Radius in lengths of the frames' axes; the next row's arc is larger, for axes often meet.
RADIUS, APART = 0.7, 0.25
# How far the sides reach beyond the arc, in its radius; length and half width of its tip.
OVER, TIP, TIP_HALF = 0.25, 0.16, 0.05
STEP = radians(4.0)
# Opacity of what is between the sides.
FILL = 0.16
# Smaller angles are no twist.
SMALLEST = radians(0.01)


@dataclass(frozen=True)
class Pen:
    """How dimensions are drawn: colours of letters and rim, width of lines, height of the type."""

    ink: Rgba
    halo: Rgba
    width: float
    type_size: float


def twist_items(
    frame: Array, step: DhStep, row: int, size: float, words: tuple[str, float], pen: Pen, ref: Ref
) -> list[Item]:
    """Return area, arc, sides and number of a twist; nothing where there is none.

    Args:
        frame: The frame before the twist (4, 4); it turns about its x axis.
        step: The twist.
        row: Number of the joint, from 0.
        size: Length of the frames' axes, m.
        words: The number, and how far its middle is from the arc, in pixels.
        pen: How it is drawn.
        ref: What it belongs to.
    """
    if abs(step.value) < SMALLEST:
        return []
    radius = (RADIUS + APART * (row % 2)) * size
    turns = np.linspace(0.0, step.value, ceil(abs(step.value) / STEP) + 1)
    # about x, z turns towards minus y
    across = np.outer(np.cos(turns), frame[:3, 2]) - np.outer(np.sin(turns), frame[:3, 1])
    origin = frame[:3, 3]
    rim = origin + radius * across
    ahead = np.cross(frame[:3, 0], across[-1]) * np.sign(step.value)
    pieces = [origin, origin + (1.0 + OVER) * radius * across[0]]
    pieces += [origin, origin + (1.0 + OVER) * radius * across[-1]]
    for side in (TIP_HALF, -TIP_HALF):
        pieces += [rim[-1], rim[-1] - TIP * size * ahead + side * size * across[-1]]
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
    """Return the unit direction (3,) from a frame's origin to the middle of its twist's arc."""
    half = step.value / 2
    found: Array = np.cos(half) * frame[:3, 2] - np.sin(half) * frame[:3, 1]
    return found
