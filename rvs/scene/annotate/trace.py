"""The tool path of a robot's motion: the past part solid, the rest dashed.

The required path of a tool: the reachable part as a line, the rest in red.
"""

from __future__ import annotations

from math import dist

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Pose
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.paths import ToolMotion
from rvs.model.refs import NOTHING, Ref
from rvs.model.views.view import Background, TraceColors
from rvs.scene.annotate.ramp import RAMP, classes
from rvs.scene.items import Item, Line, Points

POINTS = 2000
WIDTH, AHEAD_WIDTH = 2.5, 1.5
# In colours the way is wider, so that they are told apart.
COLORED = 1.6
AHEAD_ALPHA = 0.75
SAME_PLACE = 1e-9
BEST = 100.0

SAMPLES = 400
WAY_WIDTH, MISSING_WIDTH, DOT = 2.5, 2.5, 8.0


@derived(size=16)
def tool_path(placed: PlacedRobot, motion: Motion) -> tuple[Array, Array]:
    """Return times and positions of a robot's tool in a motion, in the world.

    Args:
        placed: The robot.
        motion: The motion, of any length; with more than 2,000 rows it is sampled evenly.

    Returns:
        Times (m,) in s and positions (m, 3) in m; empty if the motion does not move the robot.
    """
    times, rows = _sampled(placed, motion)
    return times, _places(placed, rows) if len(rows) else np.zeros((0, 3))


@derived(size=16)
def path_conditioning(placed: PlacedRobot, motion: Motion) -> Array | None:
    """Return the conditioning index (m,) in percent at the points of ``tool_path``.

    It is 100 %/kF with the best characteristic length of each posture, 0 at a singularity; None if
    it cannot be computed for the robot.
    """
    _, rows = _sampled(placed, motion)
    return _conditioning(placed, rows) if len(rows) else None


@derived(size=16)
def trace_items(
    placed: PlacedRobot,
    motion: Motion,
    playhead: float,
    background: Background,
    colors: TraceColors = "plain",
) -> tuple[Line, ...]:
    """Return the path of a robot's tool as two lines that meet at its current position.

    Args:
        placed: The robot.
        motion: The motion to play.
        playhead: The displayed time, in s.
        background: Their background.
        colors: One colour, or the colours of ``ramp`` for the conditioning index, which give two
            lines for each colour.
    """
    times, places = tool_path(placed, motion)
    if not len(times):
        return ()
    now = np.array([motion.at(playhead)[placed.id]])
    here = _places(placed, now)
    past, coming = np.searchsorted(times, playhead), np.searchsorted(times, playhead, "right")
    values = path_conditioning(placed, motion) if colors == "conditioning" else None
    index = None if values is None else _conditioning(placed, now)
    if values is not None and index is not None:
        behind = np.concatenate([places[:past], here]), np.concatenate([values[:past], index])
        ahead = np.concatenate([here, places[coming:]]), np.concatenate([index, values[coming:]])
        return (*_colored(placed, *behind), *_colored(placed, *ahead, True))
    stops, way = _stops(placed, motion)
    # Behind it goes to where it is now from the point before, ahead from there to the next one.
    last, first = places[max(past - 1, 0) : past], places[coming : coming + 1]
    before, after = np.searchsorted(stops, past), np.searchsorted(stops, coming, "right")
    owner: Ref = (placed.id, "trace")
    color = SCENE[background].trace
    lines = (
        Line(
            np.concatenate([way[:before], here[: _differ(last, here)]]),
            rgba(color), WIDTH, owner=owner, depth="hidden",
        ),
        Line(
            np.concatenate([here, first[: _differ(here, first)], way[after:]]),
            rgba(color, AHEAD_ALPHA), AHEAD_WIDTH, dashed=True, owner=owner,
        ),
    )  # fmt: skip
    return tuple(line for line in lines if len(line.points) > 1)


@derived(size=16)
def _stops(placed: PlacedRobot, motion: Motion) -> tuple[NDArray[np.int64], Array]:
    """Return indices (k,) and positions (k, 3) of path points that differ from the previous."""
    _, places = tool_path(placed, motion)
    moved = np.linalg.norm(np.diff(places, axis=0), axis=1) > SAME_PLACE
    stops = np.flatnonzero(np.concatenate([[True], moved]))
    return stops, places[stops]


def _differ(one: Array, other: Array) -> int:
    """Return 1 if a point (1, 3) is at a position different from another one, else 0."""
    if not len(one) or not len(other):
        return len(other)
    return int(dist(one[0], other[0]) > SAME_PLACE)


def _colored(
    placed: PlacedRobot, points: Array, values: Array, ahead: bool = False
) -> tuple[Line, ...]:
    """Return the segments between points, grouped by colour; the worse end decides."""
    segments = np.stack([points[:-1], points[1:]], axis=1)
    moved = np.linalg.norm(segments[:, 1] - segments[:, 0], axis=1) > SAME_PLACE
    which = classes(np.minimum(values[:-1], values[1:]), BEST)
    owner: Ref = (placed.id, "trace")
    width = COLORED * (AHEAD_WIDTH if ahead else WIDTH)
    alpha = AHEAD_ALPHA if ahead else 1.0
    return tuple(
        Line(
            segments[own].reshape(-1, 3), rgba(color, alpha), width, pairs=True, owner=owner,
            depth="tested" if ahead else "hidden",
        )
        for place, color in enumerate(RAMP)
        if (own := moved & (which == place)).any()
    )  # fmt: skip


@derived(size=16)
def _sampled(placed: PlacedRobot, motion: Motion) -> tuple[Array, Array]:
    """Return times (m,) and postures (m, n) of a robot in a motion; empty if it does not move."""
    first = motion.at(0.0).get(placed.id, ())
    if len(first) != placed.robot.n:
        return np.zeros(0), np.zeros((0, placed.robot.n))
    times = np.linspace(0.0, motion.duration, POINTS)
    if len(motion.keys) <= POINTS:
        times = np.unique(np.concatenate([motion.keys, times[:: 1 + len(motion.keys) // 100]]))
    return times, np.array([motion.at(t)[placed.id] for t in times.tolist()])


def _conditioning(placed: PlacedRobot, rows: Array) -> Array | None:
    # here, as few traces are coloured by it
    from rvs.study.dexterity import conditioning_index, usual_task

    try:
        task = usual_task(placed.robot)
        found: Array = np.asarray(conditioning_index(placed.robot, rows, task=task))
    except RvsError:
        return None
    return np.asarray(np.nan_to_num(found))


def _places(placed: PlacedRobot, rows: Array) -> Array:
    tools: Array = np.asarray(placed.place) @ fkine(placed.robot, rows)
    return tools[:, :3, 3]


@derived(size=4)
def way_items(
    way: ToolMotion,
    place: Pose,
    reached: float,
    background: Background,
    owner: Ref = NOTHING,
    whole: bool = True,
) -> tuple[Item, ...]:
    """Return a tool path in the view, with a dot at each stop of the tool.

    Args:
        way: The path, relative to the place of the robot.
        place: Place of the robot (4, 4).
        reached: Time until which the robot follows it, in s; the rest is missing.
        background: Its background.
        owner: Owner of the lines.
        whole: Show the reached part, too.
    """
    colors = SCENE[background]
    times = np.unique([*np.linspace(0.0, way.duration, SAMPLES), *way.keys.tolist(), reached])
    points, keys = _way_places(way, place, times), _way_places(way, place, way.keys)
    before, after = points[times <= reached], points[times >= reached]
    items: list[Item] = []
    if whole and len(before) > 1:
        items.append(Line(before, rgba(colors.trace), WAY_WIDTH, owner=owner, depth="hidden"))
    if whole:
        items.append(Points(keys, rgba(colors.trace), DOT, owner=owner, depth="hidden"))
    if reached < way.duration and len(after) > 1:
        missing = rgba(colors.limit)
        line = Line(after, missing, MISSING_WIDTH, dashed=True, owner=owner, depth="on top")
        items += [line, Points(after[-1:], missing, DOT, owner=owner, depth="hidden")]
    return tuple(items)


def _way_places(way: ToolMotion, place: Pose, times: Array) -> Array:
    T = np.array(place)
    points: Array = way.poses(times)[:, :3, 3] @ T[:3, :3].T + T[:3, 3]
    return points
