"""Axes that reach below the floor, which hides them: dashed, as hidden edges are in drawings."""

from __future__ import annotations

import numpy as np

from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.refs import NOTHING, Ref, frame_ref
from rvs.model.state import Posture
from rvs.model.views.view import Background, WhichFrames
from rvs.scene.annotate.frames import axis_length, frame_poses, shown_frames
from rvs.scene.items import Item, Line

WIDTH = 2.0


@derived(size=16)
def sunken_axes(
    placed: PlacedRobot,
    posture: Posture,
    background: Background,
    frame_size: float,
    which: WhichFrames = "all",
    chosen: Ref = NOTHING,
) -> tuple[Item, ...]:
    """Return the parts of a robot's axes that lie below the floor.

    Args:
        placed: The robot.
        posture: Joint values (n,), rad or m.
        background: What they are seen against.
        frame_size: Length of the axes; 1 is the standard length for the robot's size.
        which: Which frames.
        chosen: What is chosen, where only its frame is wanted.
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
                np.array([start, tip]), paints[axis], WIDTH, dashed=True,
                owner=frame_ref(placed.id, frame), depth="hidden",
            )
        )  # fmt: skip
    return tuple(items)
