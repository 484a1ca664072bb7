"""Robots in other postures: transparent, earlier ones of a motion, or deflected."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import numpy as np

from rvs.bodies.robot_body import body_for, made_body
from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.kinematics import fkine, frames
from rvs.engine.screws import exp6
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import Document, PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.motions.tracks import part_of
from rvs.model.refs import NOTHING
from rvs.model.state import Posture, State
from rvs.model.views.view import Background, Mode
from rvs.scene.build import robot_solids
from rvs.scene.items import Item, Label, Line, Points
from rvs.study.stiffness.deflection import Deflection

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


OPACITY = 0.34
SHRINK = 0.985
NAME_SIZE, NAME_GAP = 15.0, 26.0


@derived(size=8)
def ghost_items(
    solids: tuple[Solid, ...], present: tuple[Solid, ...], background: Background
) -> tuple[Item, ...]:
    """Return the bodies of a robot as a ghost, without those at rest in both postures."""
    red, green, blue, _ = rgba(SCENE[background].ghost)
    color = (red, green, blue, OPACITY)
    here = {(solid.mesh, solid.pose.round(9).tobytes()) for solid in present}
    return tuple(
        replace(
            solid,
            pose=_shrunk(solid),
            color=color,
            owner=NOTHING,
            layer="annotation",
            material="matte",
            outline=None,
        )
        for solid in solids
        if (solid.mesh, solid.pose.round(9).tobytes()) not in here
    )


@derived(size=32)
def ghost_name(name: str, at: Array, up: bool, background: Background) -> Label:
    """Return the name of a ghost for its label.

    Args:
        name: The name.
        at: Point of the ghost next to it (3,), m.
        up: The name is above that point; otherwise below it.
        background: Colours of the scene.
    """
    colors = SCENE[background]
    return Label(
        name,
        at,
        rgba(colors.label),
        rgba(colors.halo),
        away=(0.0, 0.0, 1.0 if up else -1.0),
        gap=NAME_GAP,
        size=NAME_SIZE,
        leader=up,
    )


def _shrunk(solid: Solid) -> Array:
    """Return the pose of a slightly smaller body, so that no surface coincides with the robot."""
    center = solid.mesh.bounds.mean(axis=0)
    smaller = np.diag([SHRINK, SHRINK, SHRINK, 1.0])
    smaller[:3, 3] = (1.0 - SHRINK) * center
    return np.asarray(solid.pose @ smaller)


DEFLECTED_OPACITY = 0.45


def deflected_items(
    placed: PlacedRobot,
    q: Array,
    moved: Deflection,
    factor: float,
    size: float,
    background: Background = "light",
) -> tuple[Item, ...]:
    """Return the bodies of a robot with its deflection times a factor, and the tool's distance.

    Each link moves rigidly with the centre of the flexible parts before and after it.

    Args:
        placed: The robot.
        q: Its posture (n,), rad and m.
        moved: Its displacements.
        factor: Exaggeration.
        size: Deflection of the tool point, in m.
        background: Colours of the scene.
    """
    colors, place = SCENE[background], np.array(placed.place)
    tool = fkine(placed.robot, q)[:3, 3]
    own = frames(placed.robot, q)
    # twists at the tool point, in the robot's own axes: of each link, and of the tool
    ends = np.cumsum(moved.joints + moved.links, axis=0)
    middles = ends - moved.links / 2
    twists = np.vstack([np.zeros((1, 6)), middles])
    shifts = np.array([_shift(twist, tool, factor) for twist in twists])
    made = made_body(body_for(placed, "full"), placed.robot)
    poses = place @ (shifts @ own)[made.frames] @ made.poses
    color = rgba(colors.warn, DEFLECTED_OPACITY)
    bodies = [
        Solid(mesh, pose, color, "matte", NOTHING, "annotation")
        for mesh, pose, frame in zip(made.meshes, poses, made.frames, strict=True)
        if frame > 0
    ]
    line = np.array([*own[:, :3, 3], tool])
    still = np.zeros((1, 6))
    moves = [_shift(twist, tool, factor) for twist in (*still, *ends, ends[-1])]
    bent = np.array(
        [(move @ np.append(point, 1.0))[:3] for move, point in zip(moves, line, strict=True)]
    )
    world = [(one @ place[:3, :3].T + place[:3, 3]) for one in (line, bent)]
    ink = rgba(colors.warn)
    return (
        *bodies,
        Line(world[0], rgba(colors.ghost), 1.5, dashed=True, depth="on top"),
        Line(world[1], ink, 2.5, depth="on top"),
        Points(world[1][-1:], ink, 9.0, depth="on top"),
        Label(
            f"{1e3 * size:.3g} mm, drawn {factor:g} times", world[1][-1], ink, rgba(colors.halo),
            away=(0.0, 0.0, -1.0), gap=24.0, size=15.0, bold=False,
        ),
    )  # fmt: skip


def _shift(twist: Array, point: Array, factor: float) -> Array:
    """Return the rigid motion of a twist at a point, times a factor (4, 4)."""
    shift = np.eye(4)
    shift[:3, :3] = exp6(np.concatenate([twist[:3] * factor, np.zeros(3)]))[:3, :3]
    shift[:3, 3] = point + factor * twist[3:] - shift[:3, :3] @ point
    return shift
