"""Earlier postures of a motion, seen through: how a robot came to where it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.model.colors import SCENE
from rvs.model.document import PlacedRobot
from rvs.model.motion import Motion
from rvs.model.view import Background, Mode
from rvs.scene.build import robot_solids
from rvs.scene.items import Solid

# Opacity of the earliest and of the latest posture.
FIRST, LAST = 0.16, 0.42


def ghost_solids(
    placed: PlacedRobot, motion: Motion, count: int, background: Background, mode: Mode
) -> tuple[Solid, ...]:
    """Return a robot's bodies at evenly spaced times from the start, the end left out.

    Args:
        placed: The robot.
        motion: How it moves.
        count: Number of postures.
        background: What they are seen against.
        mode: Skeleton, automatic body or full model.
    """
    color = SCENE[background].ghost
    found: list[Solid] = []
    end = motion.at(motion.duration).postures.get(placed.id)
    # what does not move is there already
    there = set() if end is None else {_place(s) for s in robot_solids(placed, end, color, mode)}
    times = np.linspace(0.0, motion.duration, count + 1)[:-1].tolist()
    for number, time in enumerate(times):
        posture = motion.at(time).postures.get(placed.id)
        if posture is None:
            continue
        opacity = FIRST + (LAST - FIRST) * number / max(count - 1, 1)
        name = f"{placed.id} at {time:.3g} s"
        for solid in robot_solids(placed, posture, color, mode):
            if _place(solid) in there:
                continue
            there.add(_place(solid))
            seen = (*solid.color[:3], solid.color[3] * opacity)
            found.append(replace(solid, color=seen, owner=(name, *solid.owner[1:])))
    return tuple(found)


def _place(solid: Solid) -> tuple[bytes, bytes]:
    """Which body it is, and where."""
    return solid.mesh.digest, np.round(solid.pose, 6).tobytes()
