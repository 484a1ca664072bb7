"""Textbook marks on a robot: joint axes with numbers, its name, a line to the floor.

Axes hidden below the floor: dashed, as hidden edges are in drawings.
"""

from __future__ import annotations

import numpy as np

from rvs.engine.chain import chain_frames, compile_chain, joint_axes
from rvs.model.appearance.colors import SCENE, SceneColors, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot, title
from rvs.model.refs import NOTHING, Ref, frame_ref, link_ref
from rvs.model.state import Posture
from rvs.model.views.view import Background, WhichFrames
from rvs.scene.annotate.frames import axis_length, frame_poses, shown_frames
from rvs.scene.items import Item, Label, Line

# Half an axis as a part of the length of a frame's axes.
REACH = 1.5
WIDTH = 1.5
NAME_SIZE, NAME_GAP = 15.0, 26.0
LEAST_DROP = 1e-6

SUNKEN_WIDTH = 2.0


@derived(size=16)
def axis_items(placed: PlacedRobot, posture: Posture, background: Background) -> tuple[Item, ...]:
    """Return the axis of every joint as a dashed line with the joint's number, from 1."""
    colors, chain = SCENE[background], compile_chain(placed.robot)
    place = np.asarray(placed.place)
    directions, points = joint_axes(chain, chain_frames(chain, np.asarray(posture)))
    along = directions @ place[:3, :3].T
    at = points @ place[:3, :3].T + place[:3, 3]
    half = REACH * axis_length(placed.robot)
    items: list[Item] = []
    for i, (middle, way) in enumerate(zip(at, along, strict=True)):
        owner, tip = link_ref(placed.id, i + 1), middle + half * way
        ends = np.stack([middle - half * way, tip])
        items.append(
            Line(ends, rgba(colors.label), WIDTH, dashed=True, owner=owner, depth="on top")
        )
        x, y, z = way.tolist()
        label = Label(
            str(i + 1), tip, rgba(colors.label), rgba(colors.halo), away=(x, y, z), owner=owner
        )
        items.append(label)
    return tuple(items)


@derived(size=16)
def name_items(placed: PlacedRobot, background: Background) -> tuple[Item, ...]:
    """Return the name of a robot below its base."""
    colors = SCENE[background]
    return (_name(placed, colors),)


@derived(size=16)
def base_line_items(placed: PlacedRobot, background: Background) -> tuple[Item, ...]:
    """Return a line from a robot's base down to the floor, none if it is on the floor."""
    base = _base(placed)
    if abs(base[2]) <= LEAST_DROP * axis_length(placed.robot):
        return ()
    foot = np.array([base[0], base[1], 0.0])
    owner = link_ref(placed.id, 0)
    return (Line(np.stack([foot, base]), rgba(SCENE[background].label), WIDTH, owner=owner),)


def _name(placed: PlacedRobot, colors: SceneColors) -> Label:
    return Label(
        title(placed), _base(placed), rgba(colors.label), rgba(colors.halo),
        away=(0.0, 0.0, -1.0), gap=NAME_GAP, size=NAME_SIZE, owner=link_ref(placed.id, 0),
    )  # fmt: skip


def _base(placed: PlacedRobot) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    point: np.ndarray[tuple[int], np.dtype[np.float64]] = (
        np.asarray(placed.place) @ placed.robot.base
    )[:3, 3]
    return point


@derived(size=16)
def sunken_axes(
    placed: PlacedRobot,
    posture: Posture,
    background: Background,
    frame_size: float,
    which: WhichFrames = "all",
    chosen: Ref = NOTHING,
) -> tuple[Item, ...]:
    """Return the parts of a robot's axes below the floor.

    Args:
        placed: The robot.
        posture: Joint values (n,), rad or m.
        background: Their background.
        frame_size: Length of the axes; 1 is the standard length for the robot's size.
        which: The visible frames.
        chosen: The selected item, if only its frame is required.
    """
    size = axis_length(placed.robot, frame_size)
    poses = frame_poses(placed, posture)
    starts = np.broadcast_to(poses[:, None, :3, 3], (len(poses), 3, 3))
    tips = starts + size * np.swapaxes(poses[:, :3, :3], 1, 2)
    if tips[..., 2].min() >= 0.0:
        return ()
    colors = SCENE[background]
    paints = [rgba(color) for color in (colors.x, colors.y, colors.z)]
    items = []
    shown = shown_frames(placed, which, chosen)
    for frame, axis in np.argwhere(tips[..., 2] < 0.0).tolist():
        if frame not in shown:
            continue
        start, tip = starts[frame, axis], tips[frame, axis]
        if start[2] > 0.0:
            start = start + (tip - start) * start[2] / (start[2] - tip[2])
        items.append(
            Line(
                np.array([start, tip]), paints[axis], SUNKEN_WIDTH, dashed=True,
                owner=frame_ref(placed.id, frame), depth="hidden",
            )
        )  # fmt: skip
    return tuple(items)
