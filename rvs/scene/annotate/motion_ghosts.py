"""Earlier postures of a motion, seen through: how a robot came to where it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.bodies.solid import Solid
from rvs.model.appearance.colors import SCENE
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.state import Posture
from rvs.model.views.view import Background, Mode
from rvs.scene.build import robot_solids

# Opacity of the earliest and of the latest posture.
FIRST, LAST = 0.16, 0.42


def ghost_solids(
    placed: PlacedRobot,
    motion: Motion,
    count: int,
    background: Background,
    mode: Mode,
    posture: Posture | None = None,
) -> tuple[Solid, ...]:
    """Return a robot's bodies at evenly spaced times; where it stands itself is left out.

    Args:
        placed: The robot.
        motion: How it moves.
        count: Number of postures.
        background: What they are seen against.
        mode: Skeleton, automatic body or full model.
        posture: Where it stands (n,), rad or m; at the end of the motion unless said.
    """
    color = SCENE[background].ghost
    found: list[Solid] = []
    end = motion.at(motion.duration).get(placed.id)
    stands = end if posture is None else posture
    # what does not move is there already
    there = (
        set() if stands is None else {_place(s) for s in robot_solids(placed, stands, color, mode)}
    )
    at_end = stands is None or end is None or np.allclose(stands, end)
    steps = count + 1 if at_end else count
    times = np.linspace(0.0, motion.duration, steps)[:count].tolist()
    for number, time in enumerate(times):
        posture = motion.at(time).get(placed.id)
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
