"""The floor at z = 0: a disc that fades to the horizon, a grid, and the world's x and y axes."""

from __future__ import annotations

from functools import lru_cache
from math import floor, log10, pi

import numpy as np

from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.views.view import Background
from rvs.scene.items import Item, Line, Region

RADIUS_PARTS = 2.8
FADE_FROM = 0.12
RINGS, SECTORS = 8, 36
GRID_PART = 0.065
MINOR_ALPHA, AXIS_ALPHA = 0.38, 0.60
AXIS_WIDTH, GRID_WIDTH = 1.5, 1.0
STEPS_PER_LINE = 12
FAINTEST = 2.0 / 255.0
# Coarse lines for each 1-2-5 spacing of the fine ones.
MAJOR_EVERY = {1: 5, 2: 5, 5: 4}


# By value: rounded places, so that the floor stays the very same items while a robot moves.
@lru_cache(maxsize=8)
def floor_items(size: float, x: float, y: float, background: Background) -> tuple[Item, ...]:
    """Return the floor around (x, y) for robots of a size, in m."""
    radius = RADIUS_PARTS * size
    colors = SCENE[background]
    minor, major = grid_spacing(size)
    center = np.array([x, y])
    return (
        _disc(center, radius, background),
        *_grid(center, radius, minor, major, background),
        _axis(0, center, radius, colors.x),
        _axis(1, center, radius, colors.y),
    )


def grid_spacing(size: float) -> tuple[float, float]:
    """Return the spacing of fine and coarse grid lines for robots of a size, all in m."""
    wanted = GRID_PART * size
    decade = 10.0 ** floor(log10(wanted))
    digit = min((1, 2, 5, 10), key=lambda d: abs(log10(wanted / (d * decade))))
    if digit == 10:
        decade, digit = 10.0 * decade, 1
    return digit * decade, digit * MAJOR_EVERY[digit] * decade


def fade(points: Array, center: Array, radius: float) -> Array:
    """Return the visibility of the floor at plane points (..., 2): 1 near, 0 at the horizon."""
    away = np.linalg.norm(points - center, axis=-1) / radius
    t = np.clip((away - FADE_FROM) / (1.0 - FADE_FROM), 0.0, 1.0)
    seen: Array = 1.0 - t * t * (3.0 - 2.0 * t)
    return seen


def fading(disc: Region) -> tuple[float, float, float, float]:
    """Return x and y of the centre of a floor, and the start and end of its fading, in m."""
    inner = np.asarray(disc.points)[:SECTORS, :2]
    x, y = inner.mean(axis=0).tolist()
    begin = float(np.linalg.norm(inner[0] - (x, y)))
    return x, y, begin, begin / FADE_FROM


def _disc(center: Array, radius: float, background: Background) -> Region:
    rings = radius * np.linspace(FADE_FROM, 1.0, RINGS + 1)
    angle = 2 * pi * np.arange(SECTORS) / SECTORS
    around = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    grid = center + rings[:, None, None] * around
    inner, outer = grid[:-1], grid[1:]
    after = [np.roll(part, -1, axis=1) for part in (inner, outer)]
    cells = np.stack([inner, outer, after[1], after[0]], axis=2).reshape(-1, 2)
    flat = np.concatenate([grid[0], cells])
    starts = np.concatenate([[0], SECTORS + 4 * np.arange(RINGS * SECTORS + 1)])
    return Region(
        _on_floor(flat),
        starts.astype(np.int32),
        rgba(SCENE[background].floor),
        fade(flat, center, radius),
    )


def _grid(
    center: Array, radius: float, minor: float, major: float, background: Background
) -> list[Line]:
    colors = SCENE[background]
    every = round(major / minor)
    fine: list[tuple[int, float]] = []
    coarse: list[tuple[int, float]] = []
    for axis in (0, 1):
        first, last = (round((center[axis] + side * radius) / minor) for side in (-1, 1))
        for k in range(first, last + 1):
            (coarse if k % every == 0 else fine).append((axis, k * minor))
    # The axes replace the grid lines through the origin.
    coarse = [line for line in coarse if line[1] != 0.0]
    return [
        _lines(fine, center, radius, colors.grid, MINOR_ALPHA),
        _lines(coarse, center, radius, colors.grid_major, 1.0),
    ]


def _lines(
    places: list[tuple[int, float]], center: Array, radius: float, color: str, alpha: float
) -> Line:
    """Return straight lines as short segments, so that each can fade along its length."""
    seen_to = _seen_to(alpha) * radius
    near = [(axis, place) for axis, place in places if abs(place - center[axis]) < seen_to]
    pieces = [_segments(axis, place, center, seen_to) for axis, place in near]
    flat = np.concatenate(pieces) if pieces else np.zeros((0, 2))
    seen = fade(flat, center, radius) ** 2
    return Line(_on_floor(flat), rgba(color, alpha), GRID_WIDTH, True, seen)


def _seen_to(alpha: float) -> float:
    """Return the part of the radius beyond which a line of this opacity is invisible."""
    parts = np.linspace(1.0, FADE_FROM, 200)
    shown = alpha * fade(parts[:, None], np.zeros(1), 1.0) ** 2
    return float(parts[np.argmax(shown >= FAINTEST)])


def _segments(axis: int, place: float, center: Array, radius: float) -> Array:
    """Return the ends of the segments of one line across ``axis`` at a coordinate (2 k, 2)."""
    off = place - center[axis]
    half = np.sqrt(max(radius * radius - off * off, 0.0))
    ends = center[1 - axis] + np.linspace(-half, half, STEPS_PER_LINE + 1)
    chain = np.empty((2 * STEPS_PER_LINE, 2))
    chain[:, axis] = place
    chain[:, 1 - axis] = np.repeat(ends, 2)[1:-1]
    return chain


def _axis(along: int, center: Array, radius: float, color: str) -> Line:
    chain = _segments(1 - along, 0.0, center, radius)
    seen = fade(chain, center, radius)
    return Line(_on_floor(chain), rgba(color, AXIS_ALPHA), AXIS_WIDTH, True, seen)


def _on_floor(flat: Array) -> Array:
    return np.column_stack([flat, np.zeros(len(flat))])
