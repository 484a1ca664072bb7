"""Earlier postures of a motion as ghosts: the history of a robot's posture."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE
from rvs.model.derived import derived
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import part_of
from rvs.model.refs import NOTHING
from rvs.model.state import Posture, State
from rvs.model.views.view import Background, Mode
from rvs.scene.build import robot_solids
from rvs.scene.items import Item

# Opacity of the earliest and of the latest posture.
FIRST, LAST = 0.16, 0.42
# A posture is left behind only once the robot has gone on from it, in parts of their distance.
SOON = 0.2


def ghost_solids(
    placed: PlacedRobot,
    motion: Motion,
    count: int,
    background: Background,
    mode: Mode,
    posture: Posture | None = None,
) -> tuple[Solid, ...]:
    """Return a robot's bodies at evenly spaced times, without its current posture.

    Args:
        placed: The robot.
        motion: Its motion.
        count: Number of postures.
        background: Their background.
        mode: Skeleton, automatic body or full model.
        posture: Its current posture (n,), rad or m; at the end of the motion by default.
    """
    color = SCENE[background].ghost
    end = motion.at(motion.duration).get(placed.id)
    stands = end if posture is None else posture
    # what does not move is there already
    there = (
        set() if stands is None else {_place(s) for s in robot_solids(placed, stands, color, mode)}
    )
    at_end = stands is None or end is None or np.allclose(stands, end)
    steps = count + 1 if at_end else count
    times = np.linspace(0.0, motion.duration, steps)[:count]
    return _ghosts(placed, motion, times, count, background, mode, there)


@derived(size=16)
def trail_solids(
    placed: PlacedRobot, motion: Motion, passed: int, count: int, background: Background, mode: Mode
) -> tuple[Solid, ...]:
    """Return a robot's bodies at the first of some evenly spaced times.

    They cannot be selected, and bodies that do not move are omitted.

    Args:
        placed: The robot.
        motion: Its motion.
        passed: Number of these times that have passed.
        count: Number of times in the whole motion.
        background: Their background.
        mode: Skeleton, automatic body or full model.
    """
    first = motion.at(0.0).get(placed.id)
    times = np.linspace(0.0, motion.duration, count + 1)[:count]
    moving = [motion.at(t).get(placed.id) for t in (*times.tolist(), motion.duration)]
    if first is None:
        return ()
    color = SCENE[background].ghost
    places = [
        {_place(solid) for solid in robot_solids(placed, q, color, mode)} for q in moving if q
    ]
    still = set.intersection(*places) if any(one != places[0] for one in places) else places[0]
    found = _ghosts(placed, motion, times[:passed], count, background, mode, still)
    return tuple(replace(solid, owner=NOTHING) for solid in found)


def trail_items(state: State) -> tuple[Item, ...]:
    """Return the past postures of robots in the played motion, as ghosts."""
    motion, view = state.motion, state.view
    if motion is None or motion.duration <= 0.0:
        return ()
    return _trail(state.document, motion, state.playhead, view.trail, view.background, view.mode)


@derived(size=4)
def _trail(
    document: Document,
    motion: Motion,
    playhead: float,
    count: int,
    background: Background,
    mode: Mode,
) -> tuple[Item, ...]:
    items: list[Item] = []
    for placed in document.robots:
        part, start = part_of(motion, placed.id)
        if placed.hidden or part.duration <= 0.0:
            continue
        gone = min(playhead - start, part.duration) / part.duration * count
        passed = min(max(ceil(gone - SOON), 0), count)
        items += trail_solids(placed, part, passed, count, background, mode)
    return tuple(items)


def _ghosts(
    placed: PlacedRobot,
    motion: Motion,
    times: Array,
    count: int,
    background: Background,
    mode: Mode,
    there: set[tuple[bytes, bytes]],
) -> tuple[Solid, ...]:
    """Return bodies at times, where the last of ``count`` is the faintest."""
    color, found = SCENE[background].ghost, []
    for number, time in enumerate(times.tolist()):
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
    """Return the identity of a body and its pose."""
    return solid.mesh.digest, np.round(solid.pose, 6).tobytes()
