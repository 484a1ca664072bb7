"""Targets as small frames with their names."""

from __future__ import annotations

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.refs import target_ref
from rvs.model.things.thing import TargetFrame
from rvs.model.views.view import Background
from rvs.scene.annotate.arrows import arrow_mesh
from rvs.scene.annotate.frames import TURNS
from rvs.scene.items import Item, Label, Points

SIZE = 0.09
SHAFT, HEAD, HEAD_LENGTH = 0.035, 0.11, 0.28
DOT = 7.0
LABEL_SIZE, LABEL_GAP = 15.0, 16.0


@derived(size=8)
def target_items(
    targets: tuple[TargetFrame, ...], background: Background, labels: bool, frame_size: float
) -> tuple[Item, ...]:
    """Return targets as small frames.

    Args:
        targets: The targets.
        background: Their background.
        labels: Show their names.
        frame_size: Length of the axes; 1 is the standard length, 0 none.
    """
    items: list[Item] = []
    for target in targets:
        items += _frame(target, background, frame_size)
        if labels:
            items.append(_label(target, background))
    return tuple(items)


def target_points(targets: tuple[TargetFrame, ...], frame_size: float) -> Array:
    """Return origins and tips of the axes of targets (m, 3), m."""
    poses = np.array([target.place for target in targets])
    origins = poses[:, :3, 3]
    tips = origins[:, None] + SIZE * frame_size * np.swapaxes(poses[:, :3, :3], 1, 2)
    points: Array = np.concatenate([origins, tips.reshape(-1, 3)])
    return points


@derived(size=512)
def _frame(target: TargetFrame, background: Background, frame_size: float) -> tuple[Item, ...]:
    colors, place, owner = SCENE[background], np.array(target.place), target_ref(target.id)
    dot = Points(place[None, :3, 3], rgba(colors.select), DOT, owner, depth="hidden")
    if frame_size <= 0.0:
        return (dot,)
    size = SIZE * frame_size
    arrow = arrow_mesh(size, SHAFT * size, HEAD * size, HEAD_LENGTH * size)
    paints = (colors.x, colors.y, colors.z)
    return (
        dot,
        *(
            Solid(
                arrow,
                place @ _turned(turn),
                rgba(paint),
                "annotation",
                owner,
                "annotation",
                "hidden",
            )
            for turn, paint in zip(TURNS, paints, strict=True)
        ),
    )


@derived(size=512)
def _label(target: TargetFrame, background: Background) -> Label:
    colors, place = SCENE[background], np.array(target.place)
    x, y, z = (-place[:3, 2]).tolist()
    return Label(
        target.id,
        place[:3, 3],
        rgba(colors.select),
        rgba(colors.halo),
        away=(x, y, z),
        gap=LABEL_GAP,
        size=LABEL_SIZE,
        owner=target_ref(target.id),
    )


def _turned(turn: Array) -> Array:
    pose = np.eye(4)
    pose[:3, :3] = turn
    return pose
