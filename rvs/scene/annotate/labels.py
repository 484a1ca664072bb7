"""Where labels go on the screen, so that none covers another; the same for every painter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.model.views.view import Camera
from rvs.scene.annotate.label_room import (
    ON_LABEL,
    ON_LINE,
    OUTSIDE,
    Obstacles,
    beyond,
    covered_areas,
    distances,
    lengths_inside,
    obstacles,
)
from rvs.scene.camera import axes, project
from rvs.scene.items import Label, Line

Measure = Callable[[Label], tuple[float, float]]

STEP, STEPS = 5.0, 9
# Ways to give way: on along the axis, then to its sides, then back.
TURNS = np.array([[1.0, 0.0], [0.6, 0.8], [0.6, -0.8], [0.0, 1.0], [0.0, -1.0], [-1.0, 0.0]])
# Pixels that each of these ways must save to be taken.
PENALTIES = np.array([0.0, 4.0, 4.0, 12.0, 12.0, 24.0])
# Farther off, places on rings around the anchor.
RINGS, AROUND, FAR_PENALTY = (50.0, 62.0, 76.0, 92.0, 112.0, 136.0, 165.0, 200.0), 16, 24.0
LETTER_WIDTH, SUBSCRIPT = 0.68, 0.72
# Who moved less is seen to belong to its anchor; others get a line that leads there.
LEAST_MOVE = 12.0
# Between an arrow's tip and its name at least; and what a place near another tip costs.
TIP_ROOM, NEAR_OTHER, CLEARLY = 5.0, 25.0, 2.0
# Labels of pictures that follow each other: so much more room lets one go back to its first
# place.
RETURN_ROOM = 5.0
# Each pixel from where it was costs so much.
INERTIA = 1.0
# Who covers no more than this, a shaft's edge or so, stays where it was.
GRAZING = 600.0
FREE = 1e-6


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label's rectangle on the screen, in pixels, y down.

    Attributes:
        x: Middle, from the left.
        y: Middle, from the top.
        width: Width of the text.
        height: Height of the text.
        moved: How far it gave way to others.
        led: It is so far from its anchor, or so near that of another, that a line leads to it.
        way: Which of the places around its anchor it took, to be asked for in the next picture.
    """

    x: float
    y: float
    width: float
    height: float
    moved: float
    led: bool = False
    way: int = 0


def place_labels(
    labels: Sequence[Label],
    camera: Camera,
    width: int,
    height: int,
    measure: Measure,
    lines: Sequence[Line] = (),
    page: Sequence[float] | None = None,
    before: Sequence[int] | None = None,
    searches: int | None = None,
) -> list[PlacedLabel | None]:
    """Return where each label goes; None for one behind the eye.

    A label sits ``gap`` pixels from its anchor in the direction of its axis as seen.  Where an
    earlier one, an arrow or a line is in the way, or the edge of the picture, it takes the nearest
    place that is free: on along its axis, beside it, or farther around its anchor.  The order of
    the labels decides, not the view, so that turning the camera does not make them jump.

    Args:
        labels: The labels.
        camera: From where.
        width: Width of the picture, in pixels.
        height: Height of the picture, in pixels.
        measure: Width and height of a label's text, in pixels.
        lines: Lines that labels keep clear of, too.
        page: Left, top, right, bottom in pixels: labels of what is in there stay there; the picture
            if left out.
        before: ``way`` of each label in the picture before, which it keeps while it can.
        searches: So many labels at most look for another place; None lets all of them.
    """
    if not labels:
        return []
    anchors = project(camera, np.array([label.at for label in labels], float), width, height)
    away = np.array([label.away for label in labels]) @ axes(camera)[:2].T * (1.0, -1.0)
    sizes = np.array([measure(label) for label in labels], float)
    spots = [_spot(label, at, width, height) for label, at in zip(labels, anchors, strict=True)]
    lost = [
        at[2] <= 0.0 and not camera.parallel and label.sheet is None
        for label, at in zip(labels, anchors.tolist(), strict=True)
    ]
    gone: NDArray[np.bool_] = np.array(lost, bool)
    loose = np.array([spot is None for spot in spots], bool) & ~gone
    steady = _unit(away)
    homes = anchors[:, :2] + _gaps(labels, steady, sizes)[:, None] * steady
    seen = np.any(steady, axis=1, keepdims=True)
    table = _Table(
        anchors[:, :2], homes, np.where(seen, steady, (0.0, -1.0)), sizes,
        np.array([label.stem is not None for label in labels]) & ~gone,
        obstacles(labels, lines, camera, width, height),
        np.reshape(page or (0.0, 0.0, width, height), (2, 2)).astype(float),
    )  # fmt: skip
    places, ways = table.placed(spots, loose, before, searches)
    led = table.ambiguous(places, loose)
    moved = np.where(loose, np.linalg.norm(places - homes, axis=1), 0.0)
    led |= moved >= LEAST_MOVE
    rows = zip(
        lost, places.tolist(), sizes.tolist(), moved.tolist(), led.tolist(), ways, strict=True
    )
    return [
        None if behind else PlacedLabel(x, y, wide, high, far, line, way)
        for behind, (x, y), (wide, high), far, line, way in rows
    ]


@dataclass(frozen=True, eq=False)
class _Table:
    """Labels that are being placed: anchors, first places, axes and sizes (n, 2) in pixels.

    ``named`` tells which ones name an arrow; the page is given by two of its corners.
    """

    anchors: Array
    homes: Array
    along: Array
    sizes: Array
    named: NDArray[np.bool_]
    blocks: Obstacles
    page: Array

    def placed(
        self,
        spots: Sequence[tuple[float, float] | None],
        loose: NDArray[np.bool_],
        before: Sequence[int] | None,
        searches: int | None,
    ) -> tuple[Array, list[int]]:
        """Return the middles of all labels (n, 2), and which way each went."""
        ways = np.zeros(len(loose), np.int64) if before is None else np.array(before, np.int64)
        places = self.homes.copy()
        for k, spot in enumerate(spots):
            if spot is not None:
                places[k], ways[k] = spot, 0
        which = np.flatnonzero(loose)
        places[which] += self._shifts(which, ways[which])
        ways[self._going_home(which, ways, places)] = 0
        places[which] = self.homes[which] + self._shifts(which, ways[which])
        content = self._content(which, places, np.array([spot is not None for spot in spots]))
        done = [k for k, spot in enumerate(spots) if spot is not None] + which[content].tolist()
        left = len(which) if searches is None else searches
        for k in which[~content].tolist():
            others = np.column_stack([places[done], self.sizes[done]])
            if left and (before is None or not self._free(k, places[k], others)):
                now = None if before is None else places[k]
                ways[k] = self._search(k, others, places[done], self.anchors[done], now)
                places[k] = self._tried(k, ways[k : k + 1])[0]
                left -= 1
            done.append(k)
        return places, ways.tolist()

    def ambiguous(self, places: Array, loose: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which labels of arrows are nearer to the tip of another one (n,)."""
        found = np.zeros(len(places), bool)
        which = np.flatnonzero(self.named & loose)
        if len(which) > 1:
            gaps = distances(self.anchors[which], places[which, None], self.sizes[which, None])
            own = gaps.diagonal().copy()
            np.fill_diagonal(gaps, np.inf)
            found[which] = gaps.min(axis=1) < own - CLEARLY
        return found

    def _shifts(self, labels: NDArray[np.int64], ways: NDArray[np.int64]) -> Array:
        """How far places are from the homes of labels (m, 2)."""
        along = self.along[labels]
        across = np.stack([-along[:, 1], along[:, 0]], axis=1)
        turned = WAYS[ways, :1] * along + WAYS[ways, 1:] * across
        shifts: Array = np.where((ways < NEAR_WAYS)[:, None], turned, WAYS[ways])
        # far ones are around the anchor, not around the first place
        home = self.anchors[labels] - self.homes[labels]
        return shifts + np.where((ways < NEAR_WAYS)[:, None], 0.0, home)

    def _going_home(
        self, which: NDArray[np.int64], ways: NDArray[np.int64], places: Array
    ) -> NDArray[np.int64]:
        """Labels that were moved but have room again where they would be first."""
        away = which[ways[which] > 0]
        if not len(away):
            return away
        sizes = self.sizes[away] + 2 * RETURN_ROOM
        free = self._standing(self.homes[away], sizes) < FREE
        apart = np.abs(self.homes[away, None] - places)
        meets = np.all(apart < (sizes[:, None] + self.sizes) / 2, axis=-1)
        meets[np.arange(len(away)), away] = False
        home: NDArray[np.int64] = away[free & ~meets.any(axis=1)]
        return home

    def _content(
        self, which: NDArray[np.int64], places: Array, fixed: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Which labels cover nothing where they are, nor any other label does them."""
        free = self._standing(places[which], self.sizes[which]) < FREE
        every = np.concatenate([which, np.flatnonzero(fixed)])
        others = np.column_stack([places[every], self.sizes[every]])
        apart = np.abs(places[which, None] - others[:, :2])
        room = (self.sizes[which, None] + others[:, 2:]) / 2 + 1.0 - apart
        meets = (room > 0.0).all(axis=-1)
        np.fill_diagonal(meets[:, : len(which)], False)
        content: NDArray[np.bool_] = free & ~meets.any(axis=1)
        return content

    def _standing(self, places: Array, sizes: Array) -> Array:
        """What labels cover of what stands still, and of what is outside the page."""
        cost = self.blocks.cost(places, sizes)
        return cost + OUTSIDE * beyond(places, sizes, self.page)

    def _free(self, k: int, place: Array, others: Array) -> bool:
        standing = self._standing(place[None], self.sizes[k][None])[0]
        covered = ON_LABEL * covered_areas(place[None], self.sizes[k][None], others)[0]
        return bool(standing + covered < GRAZING)

    def _search(
        self, k: int, others: Array, placed: Array, anchors: Array, now: Array | None
    ) -> int:
        """The way that costs least; far ones are tried where no near one is good."""
        best, least = 0, np.inf
        for ways in (np.arange(NEAR_WAYS), np.arange(NEAR_WAYS, len(WAYS))):
            costs = self._costs(k, ways, others, placed, anchors)
            if now is not None:
                costs += INERTIA * np.linalg.norm(self._tried(k, ways) - now, axis=1)
            one = int(np.argmin(costs))
            if costs[one] < least:
                best, least = int(ways[one]), float(costs[one])
            if least < RINGS[0] + FAR_PENALTY:
                break
        return best

    def _tried(self, k: int, ways: NDArray[np.int64]) -> Array:
        """Where ways lead a label (m, 2)."""
        places: Array = self.homes[k] + self._shifts(np.full(len(ways), k), ways)
        return places

    def _costs(
        self, k: int, ways: NDArray[np.int64], others: Array, placed: Array, anchors: Array
    ) -> Array:
        """What each way costs a label (m,)."""
        tried, anchor = self._tried(k, ways), self.anchors[k]
        size = np.broadcast_to(self.sizes[k], tried.shape)
        cost = DISTANCES[ways] + ON_LABEL * covered_areas(tried, size, others)
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
        return cost

    def _leading(self, k: int, tried: Array, others: Array, placed: Array, anchors: Array) -> Array:
        """What lines from an anchor to places far from it would cover."""
        far = np.linalg.norm(tried - self.homes[k], axis=1) >= LEAST_MOVE
        cost = np.zeros(len(tried))
        if not len(others) or not far.any():
            return cost
        way = (tried[far] - self.anchors[k])[:, None]
        inside = lengths_inside(self.anchors[k], way, others[:, :2], others[:, 2:] / 2)
        crossed = _crossing(self.anchors[k], way, anchors, placed - anchors)
        cost[far] = ON_LINE * (np.maximum(inside, 0.0) + 2.0 * crossed).sum(axis=1)
        return cost


def _crossing(start: Array, ways: Array, starts: Array, others: Array) -> NDArray[np.bool_]:
    """Whether lines from a point along ways (m, 1, 2) cross others (n, 2) from starts (n, 2)."""
    apart = starts - start
    turn = ways[..., 0] * others[:, 1] - ways[..., 1] * others[:, 0]
    safe = np.where(np.abs(turn) < 1e-9, np.inf, turn)
    here = (apart[:, 0] * others[:, 1] - apart[:, 1] * others[:, 0]) / safe
    there = (apart[:, 0] * ways[..., 1] - apart[:, 1] * ways[..., 0]) / safe
    crossed: NDArray[np.bool_] = (here > 0.0) & (here < 1.0) & (there > 0.0) & (there < 1.0)
    return crossed


def _gaps(labels: Sequence[Label], steady: Array, sizes: Array) -> Array:
    """How far the first places of labels are from their anchors (n,)."""
    gaps = np.array([label.gap for label in labels])
    named = np.array([label.stem is not None for label in labels])
    reach = (np.abs(steady) * sizes / 2).sum(axis=1) + TIP_ROOM
    return np.where(named, np.maximum(gaps, reach), gaps)


def _spot(label: Label, anchor: Array, width: int, height: int) -> tuple[float, float] | None:
    """Middle of a label that stays where it is put, or None for one that gives way."""
    if label.shift is None and label.sheet is None:
        return None
    x, y = anchor[:2].tolist()
    if label.sheet is not None:
        x, y = label.sheet[0] * width, label.sheet[1] * height
    right, down = label.shift or (0.0, 0.0)
    return x + right, y + down


def rough_size(label: Label) -> tuple[float, float]:
    """Return about how wide and high a label's text is, in pixels, without knowing its font."""
    letters = len(label.text) + SUBSCRIPT * len(label.subscript)
    return LETTER_WIDTH * label.size * letters, label.size


def _unit(directions: Array) -> Array:
    """Directions on the screen (m, 2) of length 1, or 0 where an axis points at the eye."""
    length = np.hypot(directions[:, :1], directions[:, 1:])
    seen = length > 1e-6
    return np.where(seen, directions / np.where(seen, length, 1.0), 0.0)


def _ways() -> tuple[Array, Array, int]:
    """Moves to try (m, 2), what each costs (m,), and how many of them are along and across an axis.

    The others are along and across the screen, from the anchor.
    """
    steps = STEP * np.arange(1, STEPS + 1)
    moves = (TURNS[:, None] * steps[:, None]).reshape(-1, 2)
    costs = np.tile(steps, len(TURNS)) + np.repeat(PENALTIES, STEPS)
    order = np.argsort(costs, kind="stable")
    angles = 2 * np.pi * np.arange(AROUND) / AROUND
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    far = (np.array(RINGS)[:, None, None] * circle).reshape(-1, 2)
    every = np.concatenate([np.zeros((1, 2)), moves[order], far])
    lengths = np.concatenate([[0.0], costs[order], np.repeat(RINGS, AROUND) + FAR_PENALTY])
    return every, lengths, 1 + len(moves)


WAYS, DISTANCES, NEAR_WAYS = _ways()
