"""Grips at the ends of the lengths of a table, for changing them."""

from __future__ import annotations

import numpy as np

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.refs import Ref
from rvs.model.state import Posture
from rvs.model.views.view import Background
from rvs.scene.annotate.arrows import along
from rvs.scene.annotate.dh_steps import STEPS, dh_steps, step_frames
from rvs.scene.annotate.frames import axis_length
from rvs.scene.gizmos.section_gizmo import handle_arrow
from rvs.scene.items import Item, Label, Line
from rvs.value_class import dataclass

# Shorter lengths, of the frames' axes, have no grip: they would hide each other in a wrist.
SHORTEST = 0.05
WIDTH, SIZE = 2.5, 15.0
# The number is above the middle of its line, or beside a steep one; in pixels.
STEEP, ABOVE, ASIDE = 0.7, 18.0, 70.0


@dataclass(frozen=True, slots=True, eq=False)
class LengthGrip:
    """The end of a length.

    Attributes:
        row: The joint, from 0.
        column: ``"a"`` or ``"d"``.
        value: The length, with its sign, in m.
        start: Its start in the world (3,), m.
        end: Its end (3,), m.
        axis: Unit direction (3,) in which it grows.
    """

    row: int
    column: str
    value: float
    start: Array
    end: Array
    axis: Array

    @property
    def ref(self) -> Ref:
        """Name of its grip in the scene."""
        return ("length", self.column, self.row)


@derived(size=8)
def length_grips(placed: PlacedRobot, posture: Posture) -> tuple[LengthGrip, ...]:
    """Return the grips of a robot in a posture, except for rows of poses and joint variables."""
    frames, least = world_frames(placed, posture), SHORTEST * axis_length(placed.robot)
    found = []
    for row, joint in enumerate(placed.robot.joints):
        steps = dh_steps(joint, posture[row])
        ends = step_frames(frames[row], steps, float(STEPS))
        for step, before, after in zip(steps, ends, ends[1:], strict=False):
            if not step.turns and not step.variable and abs(step.value) >= least:
                column = "d" if step.axis else "a"
                at = before[:3, 3], after[:3, 3], after[:3, step.axis]
                found.append(LengthGrip(row, column, step.value, *at))
    return tuple(found)


def grip_items(
    grips: tuple[LengthGrip, ...], lit: Ref, words: str, background: Background
) -> tuple[Item, ...]:
    """Return the arrows of grips; the lit one shows its length and words."""
    colors = SCENE[background]
    items: list[Item] = []
    for grip in grips:
        chosen, way = grip.ref == lit, grip.axis * np.copysign(1.0, grip.value)
        color = rgba(colors.hover if chosen else colors.select)
        items += handle_arrow(along(grip.end, way), color, grip.ref)
        if chosen:
            ends = np.stack([grip.start, grip.end])
            items.append(Line(ends, color, WIDTH, dashed=True, layer="overlay", depth="on top"))
            upright = abs(way[2]) > STEEP
            away, gap = ((1.0, 0.0, 0.0), ASIDE) if upright else ((0.0, 0.0, 1.0), ABOVE)
            items.append(
                Label(words, ends.mean(axis=0), rgba(colors.label), rgba(colors.halo), away=away,
                      gap=gap, size=SIZE, layer="overlay")
            )  # fmt: skip
    return tuple(items)
