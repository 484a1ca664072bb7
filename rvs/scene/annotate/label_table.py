"""Labels during placement: possible positions, their costs, and the search."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.scene.annotate.label_room import (
    CLEARANCE,
    ON_LABEL,
    ON_LINE,
    OUTSIDE,
    Obstacles,
    arrows,
    beyond,
    covered_areas,
    distances,
    lengths_inside,
    running_sums,
)
from rvs.scene.camera import projected
from rvs.scene.items import Label
from rvs.value_class import dataclass

STEP, STEPS = 5.0, 9
# Ways to give way: on along the axis, then to its sides, then back.
TURNS = np.array([[1.0, 0.0], [0.6, 0.8], [0.6, -0.8], [0.0, 1.0], [0.0, -1.0], [-1.0, 0.0]])
# Pixels that each of these ways must save to be taken.
PENALTIES = np.array([0.0, 4.0, 4.0, 12.0, 12.0, 24.0])
# Farther off, places on rings around the anchor.
RINGS, AROUND, FAR_PENALTY = (50.0, 62.0, 76.0, 92.0, 112.0, 136.0, 165.0, 200.0), 16, 24.0
# Who moved less is seen to belong to its anchor; others get a line that leads there.
LEAST_MOVE = 12.0
# What a place near another tip costs.
NEAR_OTHER, CLEARLY = 25.0, 2.0
# Pictures that follow each other: a label steps aside in such rings around where it was first.
ASIDE = (4.0, 8.0, 13.0, 19.0, 26.0, 34.0)
# Each pixel from where it was costs so much.
INERTIA = 1.0
# So much room, in pixels, lets it go back to its first place.
RETURN_ROOM = 4.0
# Who covers no more than this, a shaft's edge or so, stays where it was.
GRAZING = 2000.0
FREE = 1e-6
# Between an arrow's tip and its name at least.
TIP_ROOM = 5.0
# In pictures of what moves a label glides so far from one to the next at most.
STRIDE = 8.0
# Anchors that are less far from where they were stand still.
STILL = 0.1


@dataclass(frozen=True, eq=False)
class Moves:
    """Trial positions of displaced labels, and their costs.

    Attributes:
        near: Moves along and across the axis from the first position (m, 2).
        near_costs: Cost of each (m,).
        far: Moves from the anchor (m, 2).
        far_costs: Cost of each (m,); a cost below the first is good enough.
        aside: Moves from the previous position of a label, the first being none (m, 2).
    """

    near: Array
    near_costs: Array
    far: Array
    far_costs: Array
    aside: Array


def _moves() -> Moves:
    steps = STEP * np.arange(1, STEPS + 1)
    near = (TURNS[:, None] * steps[:, None]).reshape(-1, 2)
    costs = np.tile(steps, len(TURNS)) + np.repeat(PENALTIES, STEPS)
    order = np.argsort(costs, kind="stable")
    stay = np.zeros((1, 2))
    return Moves(
        np.concatenate([stay, near[order]]),
        np.append(0.0, costs[order]),
        _rings(RINGS),
        np.repeat(RINGS, AROUND) + FAR_PENALTY,
        np.concatenate([stay, _rings(ASIDE)]),
    )


def _rings(radii: Sequence[float]) -> Array:
    """Return points on rings (m, 2)."""
    angles = 2 * np.pi * np.arange(AROUND) / AROUND
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    rings: Array = np.array(radii)[:, None, None] * circle
    return rings.reshape(-1, 2)


MOVES = _moves()


@dataclass(frozen=True, eq=False)
class Table:
    """Labels during placement, in pixels of the screen, y down.

    Attributes:
        anchors: Their subjects (n, 2).
        homes: Their first positions (n, 2).
        along: Unit directions in which they are displaced first (n, 2).
        sizes: Widths and heights (n, 2).
        named: True for labels of arrows (n,).
        blocks: Their obstacles.
        page: Two corners of the page (2, 2).
    """

    anchors: Array
    homes: Array
    along: Array
    sizes: Array
    named: NDArray[np.bool_]
    blocks: Obstacles
    page: Array

    def ambiguous(self, places: Array, loose: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the labels of arrows that are nearer to the tip of another arrow (n,)."""
        found = np.zeros(len(places), bool)
        which = np.flatnonzero(self.named & loose)
        if len(which) > 1:
            gaps = distances(self.anchors[which], places[which, None], self.sizes[which, None])
            own = gaps.diagonal().copy()
            np.fill_diagonal(gaps, np.inf)
            found[which] = gaps.min(axis=1) < own - CLEARLY
        return found

    def returned(self, which: NDArray[np.int64], fixed: NDArray[np.int64], places: Array) -> Array:
        """Return positions (n, 2), reset to the first ones wherever there is room."""
        places = places.copy()
        away = which[np.linalg.norm(self.homes[which] - places[which], axis=1) > FREE]
        if len(away):
            sizes = self.sizes[away] + 2 * RETURN_ROOM
            every = np.concatenate([which, fixed])
            apart = np.abs(self.homes[away, None] - places[every])
            meets = np.all(apart < (sizes[:, None] + self.sizes[every]) / 2, axis=-1)
            meets &= away[:, None] != every
            home = away[(self._standing(self.homes[away], sizes) < FREE) & ~meets.any(axis=1)]
            places[home] = self.homes[home]
        return places

    def content(
        self, which: NDArray[np.int64], places: Array, fixed: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Return the labels that overlap nothing."""
        free = self._standing(places[which], self.sizes[which]) < FREE
        every = np.concatenate([which, fixed])
        others = np.column_stack([places[every], self.sizes[every]])
        apart = np.abs(places[which, None] - others[:, :2])
        room = (self.sizes[which, None] + others[:, 2:]) / 2 + CLEARANCE - apart
        meets = (room > 0.0).all(axis=-1)
        np.fill_diagonal(meets[:, : len(which)], False)
        content: NDArray[np.bool_] = free & ~meets.any(axis=1)
        return content

    def _standing(self, places: Array, sizes: Array) -> Array:
        """Return the cost of labels for covering fixed items, and for extending beyond the page."""
        cost = self.blocks.cost(places, sizes)
        return cost + OUTSIDE * beyond(places, sizes, self.page)

    def good(self, k: int, place: Array, others: Array) -> bool:
        """Return whether a label covers little enough at a position to stay there."""
        standing = self._standing(place[None], self.sizes[k][None])[0]
        covered = ON_LABEL * covered_areas(place[None], self.sizes[k][None], others)[0]
        return bool(standing + covered < GRAZING)

    def search(
        self, k: int, others: Array, placed: Array, anchors: Array, now: Array | None
    ) -> Array:
        """Return the position of least cost; far ones are tried only if no near one is good."""
        best: Array = self.homes[k]
        least = np.inf
        for tried, lengths in self._rounds(k, now):
            costs = lengths + self._costs(k, tried, others, placed, anchors)
            one = int(np.argmin(costs))
            if costs[one] < least:
                best, least = tried[one], float(costs[one])
            if least < MOVES.far_costs[0]:
                break
        return best

    def _rounds(self, k: int, now: Array | None) -> list[tuple[Array, Array]]:
        """Return positions for a label (m, 2) and the costs of their distances (m,), in rounds."""
        along = self.along[k]
        across = np.array([-along[1], along[0]])
        near = self.homes[k] + (MOVES.near[:, :1] * along + MOVES.near[:, 1:] * across)
        far = self.anchors[k] + MOVES.far
        rounds = [(near, MOVES.near_costs), (far, MOVES.far_costs)]
        if now is None:
            return rounds
        aside = now + MOVES.aside
        rounds = [(aside, np.linalg.norm(aside - self.homes[k], axis=1)), *rounds]
        return [
            (tried, lengths + INERTIA * np.linalg.norm(tried - now, axis=1))
            for tried, lengths in rounds
        ]

    def _costs(self, k: int, tried: Array, others: Array, placed: Array, anchors: Array) -> Array:
        """Return the costs of positions for a label, without their distances (m,)."""
        anchor = self.anchors[k]
        size = np.broadcast_to(self.sizes[k], tried.shape)
        cost = ON_LABEL * covered_areas(tried, size, others)
        cost += self.blocks.around(tried, self.sizes[k]).cost(tried, size)
        if np.all((anchor >= self.page[0]) & (anchor <= self.page[1])):
            cost += OUTSIDE * beyond(tried, size, self.page)
        cost += self._leading(k, tried, others, placed, anchors)
        if (self.homes[k] != anchor).any():
            cost += np.where(distances(anchor, tried, size) > 0.0, 0.0, ON_LINE)
        tips = self.anchors[self.named & (np.arange(len(self.named)) != k)]
        if self.named[k] and len(tips):
            own = distances(anchor, tried, size)
            other = distances(tips, tried[:, None], size[:, None]).min(axis=1)
            cost += np.where(other < own - CLEARLY, NEAR_OTHER, 0.0)
        found: Array = cost
        return found

    def _leading(self, k: int, tried: Array, others: Array, placed: Array, anchors: Array) -> Array:
        """Return the costs of the lines from an anchor to positions far from it."""
        far = np.linalg.norm(tried - self.homes[k], axis=1) >= LEAST_MOVE
        cost = np.zeros(len(tried))
        if not len(others) or not far.any():
            return cost
        way = (tried[far] - self.anchors[k])[:, None]
        inside = lengths_inside(self.anchors[k], way, others[:, :2], others[:, 2:] / 2)
        crossed = _crossing(self.anchors[k], way, anchors, placed - anchors)
        cost[far] = ON_LINE * running_sums(np.maximum(inside, 0.0) + 2.0 * crossed)
        return cost


def towards(starts: Array, ends: Array, stride: float) -> Array:
    """Return points (..., 2) on the lines from starts to ends, at most a stride away."""
    way = ends - starts
    long = np.linalg.norm(way, axis=-1, keepdims=True)
    part: Array = np.where(long > stride, stride / np.maximum(long, FREE), 1.0)
    reached: Array = starts + part * way
    return reached


def _crossing(start: Array, ways: Array, starts: Array, others: Array) -> NDArray[np.bool_]:
    """Return whether lines from a point along ways (m, 1, 2) cross others (n, 2) (m, n)."""
    apart = starts - start
    turn = ways[..., 0] * others[:, 1] - ways[..., 1] * others[:, 0]
    safe = np.where(np.abs(turn) < 1e-9, np.inf, turn)
    here = (apart[:, 0] * others[:, 1] - apart[:, 1] * others[:, 0]) / safe
    there = (apart[:, 0] * ways[..., 1] - apart[:, 1] * ways[..., 0]) / safe
    crossed: NDArray[np.bool_] = (here > 0.0) & (here < 1.0) & (there > 0.0) & (there < 1.0)
    return crossed


def settled_labels(
    table: Table,
    wished: Array,
    fixed: NDArray[np.bool_],
    loose: NDArray[np.bool_],
    searches: int,
    follows: bool,
) -> Array:
    """Return the centres of all labels (n, 2), each at the position of least cost.

    Args:
        table: The labels.
        wished: Positions of fixed labels, and desired positions of the others (n, 2).
        fixed: True for fixed labels (n,).
        loose: True for labels that may move (n,).
        searches: Maximum number of labels that search for another position.
        follows: The picture follows another one in which labels had their desired positions: they
            keep their positions if possible.
    """
    stay, which = np.flatnonzero(fixed), np.flatnonzero(loose)
    places = table.returned(which, stay, wished) if follows else wished.copy()
    content = table.content(which, places, stay)
    done = [*stay.tolist(), *which[content].tolist()]
    for k in which[~content].tolist():
        others = np.column_stack([places[done], table.sizes[done]])
        if searches and not (follows and table.good(k, places[k], others)):
            now = places[k].copy() if follows else None
            places[k] = table.search(k, others, places[done], table.anchors[done], now)
            searches -= 1
        done.append(k)
    return places


NUMBERS, PLACE = 14, 9
_NOWHERE = (np.nan,) * 3


def label_numbers(labels: Sequence[Label]) -> Array:
    """Return the numbers that determine label positions in addition to sizes (n, 14).

    Anchor; direction away from it; stem, NaN without one; gap; shift and position on the sheet, NaN
    without them.
    """
    rows = [
        (
            *label.at, *label.away, *(_NOWHERE if label.stem is None else label.stem), label.gap,
            *(label.shift or _NOWHERE[:2]), *(label.sheet or _NOWHERE[:2]),
        )
        for label in labels
    ]  # fmt: skip
    return np.array(rows, float).reshape(-1, NUMBERS)


def label_places(
    numbers: Array,
    sizes: Array,
    lens: Array,
    page: Array,
    lines: Obstacles,
    before: Array | None,
    searches: int,
) -> Array:
    """Return the positions of labels in the form of ``place_labels`` (n, 9).

    Centre; anchor; goal relative to it, NaN at the first position; displacement; 1 if a line leads
    to it; depth of the anchor.  A label behind the eye has only NaN.

    Args:
        numbers: The data from ``label_numbers`` (n, 14).
        sizes: Widths and heights of their texts, in pixels (n, 2).
        lens: The numbers of ``rvs.scene.camera.lens``.
        page: Left and top, right and bottom of the area whose labels stay inside it (2, 2).
        lines: Obstacles in addition to arrows.
        before: The result for them in the previous picture, NaN for new ones; or None.
        searches: Maximum number of labels that search for another position when the scene moves
            after a previous picture; all may if it is negative.  If it is 0, they only continue to
            their goals.
    """
    seen = projected(numbers[:, :3], lens)
    anchors, depth = np.ascontiguousarray(seen[:, :2]), seen[:, 2]
    on_sheet, shifted = ~np.isnan(numbers[:, 12]), ~np.isnan(numbers[:, 10])
    lost = (depth <= 0.0) & ~on_sheet & (not lens[15])
    fixed = on_sheet | shifted
    loose = ~fixed & ~lost
    named = ~np.isnan(numbers[:, 6])
    spots = np.where(on_sheet[:, None], numbers[:, 12:14] * (2.0 * lens[12:14]), anchors)
    spots += np.where(shifted[:, None], numbers[:, 10:12], 0.0)
    steady = _directions(numbers[:, 3:6], lens)
    reach = (np.abs(steady) * sizes / 2).sum(axis=1) + TIP_ROOM
    gaps = np.where(named, np.maximum(numbers[:, 9], reach), numbers[:, 9])
    homes = anchors + gaps[:, None] * steady
    known = np.full((len(sizes), PLACE), np.nan) if before is None else before
    shift = anchors - known[:, 2:4]
    starts = np.where(np.isnan(known[:, :1]), homes, shift + known[:, :2])
    goals = np.where(np.isnan(known[:, 4:6]), homes, anchors + known[:, 4:6])
    goals = np.where(fixed[:, None], spots, goals)
    at_once = searches < 0 or not np.any(np.abs(shift) >= STILL)
    table = None
    if at_once or searches:
        blocks = arrows(numbers[named, 6:9], numbers[named, :3], lens).and_others(lines)
        along = np.where(np.any(steady, axis=1, keepdims=True), steady, (0.0, -1.0))
        table = Table(anchors, homes, along, sizes, named & ~lost, blocks, page)
        most = len(sizes) if at_once else searches
        goals = settled_labels(table, goals, fixed, loose, most, before is not None)
    places = goals
    if before is not None:
        stride = np.inf if at_once else STRIDE
        places = np.where(loose[:, None], towards(starts, goals, stride), goals)
    moved = np.where(loose, _lengths(places - homes), 0.0)
    if table is None:
        unclear = loose & (known[:, 7] > 0.0) & (known[:, 6] < LEAST_MOVE)
    else:
        unclear = table.ambiguous(places, loose)
    led = unclear | (moved >= LEAST_MOVE)
    away = _lengths(goals - homes) > FREE
    beside = np.where(away[:, None], goals - anchors, np.nan)
    rows = np.column_stack([places, anchors, beside, moved, led, depth])
    rows[lost] = np.nan
    return rows


def _directions(ways: Array, lens: Array) -> Array:
    """Return directions on the screen (n, 2) of length 1, or 0 if an axis points at the eye."""
    x, y, z = ways.T
    right, up = (x * row[0] + y * row[1] + z * row[2] for row in lens[3:9].reshape(2, 3))
    flat = np.stack([right, -up], axis=1)
    length = np.hypot(flat[:, :1], flat[:, 1:])
    seen = length > 1e-6
    return np.where(seen, flat / np.where(seen, length, 1.0), 0.0)


def _lengths(ways: Array) -> Array:
    found: Array = np.linalg.norm(ways, axis=1)
    return found
