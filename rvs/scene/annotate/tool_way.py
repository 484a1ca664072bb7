"""The way that a tool is to go: where it gets to as a line, the rest of it in red."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.robot import Pose
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.paths import ToolMotion
from rvs.model.refs import NOTHING, Ref
from rvs.model.views.view import Background
from rvs.scene.items import Item, Line, Points

SAMPLES = 400
WIDTH, MISSING_WIDTH, DOT = 2.5, 2.5, 8.0


@derived(size=4)
def way_items(
    way: ToolMotion,
    place: Pose,
    reached: float,
    background: Background,
    owner: Ref = NOTHING,
    whole: bool = True,
) -> tuple[Item, ...]:
    """Return a way of a tool in the view, with a dot wherever the tool rests.

    Args:
        way: The way, seen from where the robot stands.
        place: Where that is (4, 4).
        reached: Until when the robot follows it, in s; what comes later is missing.
        background: What it is seen against.
        owner: What the lines are part of.
        whole: Show the part that is reached, too.
    """
    colors = SCENE[background]
    times = np.unique([*np.linspace(0.0, way.duration, SAMPLES), *way.keys.tolist(), reached])
    points, keys = _places(way, place, times), _places(way, place, way.keys)
    before, after = points[times <= reached], points[times >= reached]
    items: list[Item] = []
    if whole and len(before) > 1:
        items.append(Line(before, rgba(colors.trace), WIDTH, owner=owner, depth="hidden"))
    if whole:
        items.append(Points(keys, rgba(colors.trace), DOT, owner=owner, depth="hidden"))
    if reached < way.duration and len(after) > 1:
        missing = rgba(colors.limit)
        line = Line(after, missing, MISSING_WIDTH, dashed=True, owner=owner, depth="on top")
        items += [line, Points(after[-1:], missing, DOT, owner=owner, depth="hidden")]
    return tuple(items)


def _places(way: ToolMotion, place: Pose, times: Array) -> Array:
    T = np.array(place)
    points: Array = way.poses(times)[:, :3, 3] @ T[:3, :3].T + T[:3, 3]
    return points
