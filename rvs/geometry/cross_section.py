"""Cross-sections of bodies: the area of intersection of a plane with triangles, and its moments."""

from __future__ import annotations

from math import pi

import numpy as np

from rvs.engine.arrays import Array
from rvs.value_class import dataclass

LINES = 240


@dataclass(frozen=True, slots=True)
class Area:
    """A plane area and its outlines.

    Attributes:
        size: In m^2.
        center: Its centroid (y, z), m.
        moments: Integrals of z^2, y^2 and yz about the centroid, in m^4.
        torsion: Torsion constant J, in m^4.
    """

    size: float
    center: tuple[float, float]
    moments: tuple[float, float, float]
    torsion: float


def cut_triangles(triangles: Array, pose: Array) -> Array:
    """Return the intersection of triangles with the y-z plane of a pose, as segments (s, 2, 2).

    Args:
        triangles: Corners (t, 3, 3), counter-clockwise seen from outside, m.
        pose: The plane: its x axis is the normal (4, 4).

    Returns:
        Start and end of each segment, y and z.
    """
    local = (triangles - pose[:3, 3]) @ pose[:3, :3]
    above = local[..., 0] > 0.0
    count = above.sum(axis=1)
    cut = (count == 1) | (count == 2)
    local, above, single = local[cut], above[cut], count[cut] == 1
    lone = np.where(single, above.argmax(axis=1), (~above).argmax(axis=1))
    turn = (np.arange(3) + lone[:, None]) % 3
    a, b, c = np.moveaxis(np.take_along_axis(local, turn[..., None], 1), 1, 0)
    ends = []
    for other in (b, c):
        share = a[:, 0] / (a[:, 0] - other[:, 0])
        ends.append(a[:, 1:] + share[:, None] * (other - a)[:, 1:])
    found = np.stack(ends, axis=1)
    found[single] = found[single][:, ::-1]
    return found


def area_of(segments: Array) -> Area | None:
    """Return the area inside outlines, with overlaps counted once; None if there is none.

    The integrals are computed by strips.  The torsion constant is ``A^4 / (4 pi^2 Ip)``
    (Saint-Venant), exact for ellipses and tubes of concentric ones and 8 % high for a square: that
    of the area enclosed by the outer outline, less that of the cavities.

    Args:
        segments: Outlines as directed segments (s, 2, 2), m, in any order.
    """
    if not len(segments):
        return None
    low, high = segments[..., 1].min(), segments[..., 1].max()
    step = (high - low) / LINES
    if not step > 0.0:
        return None
    rows = low + step * (np.arange(LINES) + 0.5)
    filled, gaps = _intervals(segments, rows)
    size, y, z, yy, zz, yz = _integrals(filled, rows)
    if not size > 0.0:
        return None
    cy, cz = y / size, z / size
    moments = (zz - size * cz**2, yy - size * cy**2, yz - size * cy * cz)
    hole, hy, hz, hyy, hzz, _ = _integrals(_closed(filled, gaps), rows)
    around = hyy + hzz - 2 * (cy * hy + cz * hz) + hole * (cy**2 + cz**2)
    polar = moments[0] + moments[1]
    torsion = _saint_venant(size + hole, polar + around) - _saint_venant(hole, around)
    return Area(size, (cy, cz), moments, torsion)


def _saint_venant(size: float, polar: float) -> float:
    return size**4 / (4 * pi**2 * polar) if size > 0.0 else 0.0


def _intervals(segments: Array, rows: Array) -> tuple[Array, Array]:
    """Return the inner intervals on the cross lines and the gaps (k, 3) each: line, start, end."""
    (y0, z0), (y1, z1) = np.moveaxis(segments, 0, -1)
    before, after = z0 <= rows[:, None], z1 <= rows[:, None]
    line, edge = np.nonzero(before != after)
    share = (rows[line] - z0[edge]) / (z1 - z0)[edge]
    at, way = y0[edge] + share * (y1 - y0)[edge], np.where(before[line, edge], 1, -1)
    order = np.lexsort((at, line))
    line, at, turns = line[order], at[order], np.cumsum(way[order])
    # a surface with holes does not return to 0 at the end of a line
    first = np.searchsorted(line, line)
    turns = turns - np.where(first > 0, turns[first - 1], 0)
    between = (line[1:] == line[:-1]) & (at[1:] > at[:-1])
    spans = np.column_stack([line[:-1], at[:-1], at[1:]])
    inside = turns[:-1] != 0
    return spans[between & inside], spans[between & ~inside]


def _closed(filled: Array, gaps: Array) -> Array:
    """Return gaps with no connection to the outside."""
    if not len(gaps):
        return gaps
    free: dict[int, list[tuple[float, float, int]]] = {}
    for k, (line, start, end) in enumerate(gaps.tolist()):
        free.setdefault(int(line), []).append((start, end, k))
    sides = {int(k): rows for k, rows in _sides(filled).items()}
    open_, waiting = set[int](), list[tuple[int, float, float]]()
    for line in range(LINES):
        low, high = sides.get(line, (0.0, 0.0))
        waiting += [(line, -np.inf, low), (line, high, np.inf)]
    for line in (-1, LINES):
        waiting.append((line, -np.inf, np.inf))
    while waiting:
        line, start, end = waiting.pop()
        for beside in (line - 1, line + 1):
            for low, high, k in free.get(beside, ()):
                if k not in open_ and low < end and start < high:
                    open_.add(k)
                    waiting.append((beside, low, high))
    return gaps[[k for k in range(len(gaps)) if k not in open_]]


def _sides(filled: Array) -> dict[float, tuple[float, float]]:
    """Return starts and ends of the area on each line."""
    found: dict[float, tuple[float, float]] = {}
    for line, start, end in filled.tolist():
        low, high = found.get(line, (start, end))
        found[line] = (min(low, start), max(high, end))
    return found


def _integrals(spans: Array, rows: Array) -> tuple[float, ...]:
    """Return integrals of 1, y, z, y^2, z^2 and yz over strips."""
    step = rows[1] - rows[0]
    z, (a, b) = rows[spans[:, 0].astype(int)], spans[:, 1:].T
    width, first = (b - a) * step, (b**2 - a**2) / 2 * step
    second, square = (b**3 - a**3) / 3 * step, z**2 + step**2 / 12
    found = (width, first, z * width, second, square * width, z * first)
    return tuple(float(one.sum()) for one in found)
