"""The way of a robot's tool through a motion: what lies behind solid, what lies ahead dashed."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.kinematics import fkine
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Motion
from rvs.model.refs import Ref
from rvs.model.views.view import Background
from rvs.scene.items import Line

POINTS = 2000
WIDTH, AHEAD_WIDTH = 2.5, 1.5
AHEAD_ALPHA = 0.75
SAME_PLACE = 1e-9


@derived(size=16)
def tool_path(placed: PlacedRobot, motion: Motion) -> tuple[Array, Array]:
    """Return when and where in the world a robot's tool passes in a motion.

    Args:
        placed: The robot.
        motion: The motion, of any length; of more than 2,000 rows it is sampled evenly.

    Returns:
        Times (m,) in s and places (m, 3) in m; none where the motion does not move the robot.
    """
    first = motion.at(0.0).get(placed.id, ())
    if len(first) != placed.robot.n:
        return np.zeros(0), np.zeros((0, 3))
    times = np.linspace(0.0, motion.duration, POINTS)
    if len(motion.keys) <= POINTS:
        times = np.unique(np.concatenate([motion.keys, times[:: 1 + len(motion.keys) // 100]]))
    rows = np.array([motion.at(t)[placed.id] for t in times.tolist()])
    return times, _places(placed, rows)


@derived(size=16)
def trace_items(
    placed: PlacedRobot, motion: Motion, playhead: float, background: Background
) -> tuple[Line, ...]:
    """Return the way of a robot's tool as two lines that meet where it is now.

    Args:
        placed: The robot.
        motion: What is played.
        playhead: The time shown, in s.
        background: What they are seen against.
    """
    times, places = tool_path(placed, motion)
    if not len(times):
        return ()
    now = motion.at(playhead)[placed.id]
    here = _places(placed, np.array([now]))
    behind = np.concatenate([places[times < playhead], here])
    ahead = np.concatenate([here, places[times > playhead]])
    owner: Ref = (placed.id, "trace")
    color = SCENE[background].trace
    lines = (
        Line(_moving(behind), rgba(color), WIDTH, owner=owner, depth="hidden"),
        Line(_moving(ahead), rgba(color, AHEAD_ALPHA), AHEAD_WIDTH, dashed=True, owner=owner),
    )
    return tuple(line for line in lines if len(line.points) > 1)


def _places(placed: PlacedRobot, rows: Array) -> Array:
    tools: Array = np.asarray(placed.place) @ fkine(placed.robot, rows)
    return tools[:, :3, 3]


def _moving(points: Array) -> Array:
    """Leave out points at which the tool rests where it was."""
    moved = np.linalg.norm(np.diff(points, axis=0), axis=1) > SAME_PLACE
    kept: Array = points[np.concatenate([[True], moved])]
    return kept
