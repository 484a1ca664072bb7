"""Positions of objects: where they land, snap when dragged, and stand in a row.

The free position nearest to a point is on the point's own lines or on the edges of the obstructing
boxes, each grown by the footprint of the new object; so only their crossings are tried.

Position of a robot next to the existing ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.robot import Pose
from rvs.model.document import Document, PlacedRobot
from rvs.model.refs import link_ref, whole
from rvs.model.state import Posture, State
from rvs.model.things.thing import bounds
from rvs.model.views.view import Mode
from rvs.scene.build import robot_solids, scene_points

# Between what is put down and what stands there already, m.
GAP = 0.05
# What stands on something touches it, m.
TOUCH = 1e-6
# A thing is put on what carries at least this part of its footprint.
CARRIED = 0.5
FIRST_LOOK = 0.5
# A way straight away from the viewer counts as so much longer.
DEARER = 3.0
# Of boxes that are compared one by one; of more, what is put down counts as one box.
MOST_PAIRS = 1500
# Of bodies whose colour does not matter.
PLAIN = "#808080"


def obstacles(state: State) -> list[Array]:
    """Return the boxes (2, 3) in the world of all visible bodies, in m."""
    boxes = [bounds(thing) for thing in state.document.things if not thing.hidden]
    for placed in state.document.robots:
        if not placed.hidden:
            solids = robot_solids(placed, state.postures[placed.id], PLAIN, state.view.mode)
            boxes += [_box(solid) for solid in solids]
    return boxes


def standing_shift(
    own: Sequence[Array],
    aim: tuple[float, float],
    support: Array | None,
    boxes: Sequence[Array],
    foot: Array | None = None,
    away: Array | None = None,
) -> Array:
    """Return the shift (3,) of boxes to the position nearest to a point and clear of others.

    Args:
        own: The boxes of the new object, the lowest of which is on the support (2, 3) each, m.
        aim: Required position of the centre of its foot, m.
        support: Box of the object under the pointer (2, 3), m; None is the floor.
        boxes: Possible obstacles, including the support (2, 3) each, m.
        foot: The box that must be supported (2, 3), m; all of the object if left out.
        away: Direction on the floor away from the viewer (2,), to prefer positions nearer to the
            viewer: farther away, the object would be hidden by the obstacles.
    """
    stands = _hull(own) if foot is None else foot
    wanted = np.asarray(aim, float) - stands[:, :2].mean(axis=0)
    if support is not None and _carries(support, stands):
        region = np.sort(support[:, :2] - stands[:, :2], axis=0)
        if not _within(support, stands):
            region[:] = region.mean(axis=0)
        found = _nearest(own, wanted, float(support[1, 2]), region, boxes, away)
        if found is not None:
            return found
    everywhere = np.array([[-np.inf, -np.inf], [np.inf, np.inf]])
    found = _nearest(own, wanted, 0.0, everywhere, boxes, away)
    # There is room farther away, unless a box has no end; then it stands where it is wanted.
    if found is None or not np.isfinite(found).all():
        return np.array([*wanted, -_hull(own)[0, 2]])
    return found


def _carries(support: Array, foot: Array) -> bool:
    """Return whether a box is wide enough to carry another one."""
    return bool((np.ptp(support[:, :2], axis=0) >= CARRIED * np.ptp(foot[:, :2], axis=0)).all())


def _within(support: Array, foot: Array) -> bool:
    """Return whether a foot can be wholly on a support."""
    return bool((np.ptp(support[:, :2], axis=0) >= np.ptp(foot[:, :2], axis=0)).all())


def _nearest(
    own: Sequence[Array],
    wanted: Array,
    height: float,
    region: Array,
    boxes: Sequence[Array],
    away: Array | None,
) -> Array | None:
    """Return the shift nearest to a given one (2,) in a region (2, 2) with room at a height."""
    size = _hull(own)
    parts = own if len(own) * len(boxes) <= MOST_PAIRS else [size]
    grown = [one for part in parts for one in _grown(boxes, part, height - size[0, 2])]
    start = np.clip(wanted, region[0], region[1])
    look = FIRST_LOOK + float(np.ptp(size[:, :2], axis=0).max())
    while True:
        near = [box for box in grown if (np.abs(np.clip(start, *box) - start) <= look).all()]
        spot = _free_crossing(start, near, region, away)
        whole = len(near) == len(grown)
        if spot is not None and (whole or float(_cost(spot - start, away)) <= look):
            return np.array([*spot, height - size[0, 2]])
        if whole:
            return None
        look *= 2.0


def _grown(boxes: Sequence[Array], part: Array, lifted: float) -> list[Array]:
    """Return the shifts at which a lifted part would intersect other boxes: rectangles (2, 2)."""
    foot, top, flat = part[0, 2] + lifted, part[1, 2] + lifted + GAP, part[:, :2]
    return [
        np.stack([box[0, :2] - flat[1] - GAP, box[1, :2] - flat[0] + GAP])
        for box in boxes
        # What is wholly below or above is not in the way.
        if box[1, 2] > foot + TOUCH and box[0, 2] < top
    ]


def _cost(ways: Array, away: Array | None) -> Array:
    """Return the lengths of shifts (..., 2); shifts behind an obstacle are increased."""
    lengths: Array = np.linalg.norm(ways, axis=-1)
    return lengths if away is None else lengths + (DEARER - 1.0) * np.maximum(ways @ away, 0.0)


def _free_crossing(
    wanted: Array, grown: Sequence[Array], region: Array, away: Array | None
) -> Array | None:
    """Return the point of a region nearest to another that is inside no rectangle."""
    rows = np.array(grown).reshape(-1, 2, 2)
    lines = [
        np.unique([wanted[k], *rows[:, :, k].ravel(), *region[np.isfinite(region[:, k]), k]])
        for k in range(2)
    ]
    lines = [line[(line >= region[0, k]) & (line <= region[1, k])] for k, line in enumerate(lines)]
    points = np.stack(np.meshgrid(*lines), axis=-1).reshape(-1, 2)
    points = points[np.argsort(_cost(points - wanted, away), kind="stable")]
    for point in points:
        inside = (rows[:, 0] + TOUCH < point) & (point < rows[:, 1] - TOUCH)
        if not inside.all(axis=1).any():
            return np.asarray(point)
    return None


def robot_boxes(placed: PlacedRobot, posture: Posture, mode: Mode) -> tuple[list[Array], Array]:
    """Return the boxes (2, 3) of a robot's bodies and the box of its foot, in m.

    The foot is centred on the robot's own frame, which is placed under the pointer; parts below the
    frame do not lift it.
    """
    solids = robot_solids(placed, posture, PLAIN, mode)
    origin = np.asarray(placed.place)[:3, 3]
    boxes = [_box(solid) for solid in solids]
    base = [box for solid, box in zip(solids, boxes, strict=True) if _is_base(placed, solid)]
    half = np.abs(_hull(base)[:, :2] - origin[:2]).max(axis=0) if base else np.zeros(2)
    foot = np.stack([[*(origin[:2] - half), origin[2]], [*(origin[:2] + half), origin[2]]])
    raised = [
        np.stack([np.maximum(box[0], [-np.inf, -np.inf, origin[2]]), box[1]]) for box in boxes
    ]
    return [foot, *raised], foot


def _is_base(placed: PlacedRobot, solid: Solid) -> bool:
    return whole(solid.owner) == link_ref(placed.id, 0)


def _hull(boxes: Sequence[Array]) -> Array:
    return np.stack([np.min(boxes, axis=0)[0], np.max(boxes, axis=0)[1]])


def _box(solid: Solid) -> Array:
    low, high = solid.mesh.bounds
    ends = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    corners = np.where(ends, high, low) @ solid.pose[:3, :3].T + solid.pose[:3, 3]
    return np.stack([corners.min(axis=0), corners.max(axis=0)])


# How far below or above a top a thing is drawn to it, at least.
PULL = 0.04
# Heights that differ by less are one, m.
SAME = 1e-6


def hull(document: Document, ids: Iterable[str]) -> Array:
    """Return the common bounds of objects (2, 3), m."""
    boxes = np.array([bounds(document.thing(one)) for one in ids])
    return np.stack([boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)])


def snapped_shift(
    box: Array, shift: Array, others: Sequence[Array], step: float, moved: Array | None = None
) -> Array:
    """Return a shift (3,) that puts an object on the grid, the floor or another object.

    Args:
        box: Least and greatest coordinates of the object before the shift (2, 3), m.
        shift: The dragged distance (3,), m.
        others: Boxes of the objects that may support it (2, 3) each, m.
        step: Distance of the grid lines, m.
        moved: Position that snaps to the grid (3,), m; the centre of the box's foot if left out.
    """
    start = np.array([*box.mean(axis=0)[:2], box[0, 2]]) if moved is None else moved
    found = shift.copy()
    for k in range(3):
        if abs(shift[k]) > 1e-9:
            found[k] = round((start[k] + shift[k]) / step) * step - start[k]
    if abs(shift[2]) > 1e-9:
        found[2] = _on_top(box, found, shift[2], others, max(step, PULL))
    return found


def floor_below(box: Array, shift: Array, others: Iterable[Array]) -> float:
    """Return the distance that an object falls or rises when it is pushed over an edge of others.

    It is put on the highest top under the centre of its foot that is not above its initial height;
    a floating object stays at its height.

    Args:
        box: Least and greatest coordinates of the object before the shift (2, 3), m.
        shift: The pushed distance (3,), m; only along the floor.
        others: Boxes of the objects that may support it (2, 3) each, m.
    """
    height = float(box[0, 2])
    boxes = [other for other in others if other[1, 2] <= height + SAME]
    start = box.mean(axis=0)
    if abs(top_under(start[0], start[1], boxes) - height) > SAME:
        return 0.0
    return top_under(start[0] + shift[0], start[1] + shift[1], boxes) - height


def top_under(x: float, y: float, others: Iterable[Array]) -> float:
    """Return the height of the highest box over a point of the floor, or 0."""
    return max(
        (
            float(high[2])
            for low, high in others
            if low[0] <= x <= high[0] and low[1] <= y <= high[1]
        ),
        default=0.0,
    )


def _on_top(box: Array, shift: Array, wanted: float, others: Sequence[Array], pull: float) -> float:
    """Return the height of an object on the object under it, if that is near enough."""
    low, high = box[0, :2] + shift[:2], box[1, :2] + shift[:2]
    tops = [0.0]
    tops += [
        float(other[1, 2])
        for other in others
        if (other[0, :2] < high).all() and (low < other[1, :2]).all()
    ]
    ways = np.array(tops) - box[0, 2]
    nearest = ways[np.argmin(np.abs(ways - wanted))]
    return float(nearest) if abs(nearest - wanted) <= pull else float(shift[2])


# Between neighbours, in parts of the widest.
ROW_GAP = 0.12

GAP_PART = 0.3
ROW = 4


def row_shifts(clouds: Sequence[Array], direction: ArrayLike) -> list[Array]:
    """Return the shifts (3,), m, that arrange clouds of points in a row; the first one stays.

    Args:
        clouds: Points (n, 3) of each, m.
        direction: Unit vector (3,) along the row.
    """
    along = np.asarray(direction, dtype=float)
    spans = [(float((cloud @ along).min()), float((cloud @ along).max())) for cloud in clouds]
    gap = ROW_GAP * max((high - low for low, high in spans), default=0.0)
    shifts: list[Array] = []
    end = 0.0
    for low, high in spans:
        shift = end + gap - low if shifts else 0.0
        shifts.append(shift * along)
        end = high + shift
    return shifts


def beside(state: State, placed: PlacedRobot) -> Pose:
    """Return a floor position to the right of the last robots, with a gap; rows have four."""
    robots = state.document.robots
    if not robots:
        return placed.place
    alone = State(Document((placed,)), {placed.id: tuple(placed.robot.home.tolist())}, state.view)
    row = robots[len(robots) // ROW * ROW :]
    new = scene_points(alone) - np.asarray(placed.place)[:3, 3]
    others = scene_points(replace(state, document=Document(row or robots)))
    gap = GAP_PART * float(np.ptp(new[:, 0]))
    if row:
        x = float(others[:, 0].max() - new[:, 0].min()) + gap
        y = float(np.asarray(row[0].place)[1, 3])
    else:
        x = float(np.asarray(robots[0].place)[0, 3])
        y = float(others[:, 1].max() - new[:, 1].min()) + gap
    own, foot = robot_boxes(placed, alone.postures[placed.id], state.view.mode)
    origin = np.asarray(placed.place)[:3, 3]
    # The row keeps clear of the robots; things may be in its way.
    x, y, _ = (origin + standing_shift(own, (x, y), None, obstacles(state), foot)).tolist()
    return ((1.0, 0.0, 0.0, x), (0.0, 1.0, 0.0, y), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
