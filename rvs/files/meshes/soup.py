"""Triangles of a mesh file with their colours, before they are joined."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rvs.engine.arrays import Array
from rvs.files.budget import spend
from rvs.files.text.errors import whole_file
from rvs.files.text.source import MEGABYTE
from rvs.value_class import dataclass

LARGEST_TEXTURE = 64 * MEGABYTE
MOST_PIXELS = 50_000_000
SIDE = 64
# Pillow knows many more, some of which start other programs.
FORMATS = ("PNG", "JPEG")


def hex_of(rgba: tuple[float, ...]) -> str:
    """Return a colour of numbers from 0 to 1 as ``#RRGGBB``, with its opacity if it has one.

    >>> hex_of((1.0, 0.5, 0.0, 1.0))
    '#ff8000'
    """
    parts = [min(255, max(0, round(255 * one))) for one in rgba]
    return "#" + "".join(f"{one:02x}" for one in (parts[:3] if parts[3:] == [255] else parts))


def texture_color(source: Path | bytes) -> str:
    """Return the mean colour of a picture, or nothing if it can't be read.

    Args:
        source: A file or its bytes.
    """
    if isinstance(source, bytes):
        return _mean(source)
    try:
        facts = source.stat()
    except OSError:
        return ""
    return _mean_of_file(source, facts.st_mtime_ns, facts.st_size)


# By the time of its last change: many materials have one texture.
@lru_cache(maxsize=256)
def _mean_of_file(path: Path, _time: int, size: int) -> str:
    if size > LARGEST_TEXTURE:
        return ""
    try:
        return _mean(path.read_bytes())
    except OSError:
        return ""


def _mean(data: bytes) -> str:
    from PIL import Image

    try:
        # It warns of large pictures; these are bounded here.
        with warnings.catch_warnings(action="ignore"):
            picture = Image.open(BytesIO(data), formats=FORMATS)
            pixels = picture.width * picture.height
            if pixels > MOST_PIXELS or spend("pixels of pictures", pixels):
                return ""
            picture.draft("RGB", (SIDE, SIDE))
            small = picture.convert("RGB").resize((SIDE, SIDE), Image.Resampling.BOX)
    except Exception:
        # A damaged picture may raise anything; the mesh is as good without it.
        return ""
    red, green, blue = np.asarray(small).reshape(-1, 3).mean(axis=0) / 255.0
    return hex_of((float(red), float(green), float(blue)))


Ints = NDArray[np.int64]
# Bytes of a text that are read at a time, and of one line.
CHUNK, LONGEST_LINE = 16 * MEGABYTE, 8 * MEGABYTE
# Points that are no farther apart, in the file's unit, are one.
TOUCH = 1e-8
# Primes, for one number of three.
FACTORS = (73856093, 19349663, 83492791)


@dataclass(frozen=True, eq=False)
class Patch:
    """Triangles of one colour.

    Attributes:
        vertices: Points (v, 3).
        triangles: Vertices of each triangle (t, 3).
        color: ``#RRGGBB``, ``#RRGGBBAA`` or empty.
    """

    vertices: Array
    triangles: Ints
    color: str = ""

    def compact(self) -> Patch:
        """Return the patch without unused points, which others may use."""
        if 2 * len(self.vertices) <= 3 * len(self.triangles):
            return self
        used, places = np.unique(self.triangles, return_inverse=True)
        return Patch(self.vertices[used], places.reshape(-1, 3), self.color)


@dataclass(frozen=True, eq=False)
class Soup:
    """Contents of a mesh file.

    Attributes:
        patches: Its triangles.
        turn: Rotation (3, 3) from the axes of the file to z upwards.
        scale: Metres per unit, usual for files of its format.
    """

    patches: Sequence[Patch]
    turn: Array
    scale: float

    def whole(self) -> tuple[Array, Ints, tuple[tuple[str, int], ...]]:
        """Return all points, all triangles by colour, and their number for each colour."""
        if len(self.patches) == 1:
            (only,) = self.patches
            alone = ((only.color, len(only.triangles)),) if only.color else ()
            return self._turned(only.vertices), only.triangles, alone
        ordered = sorted(self.patches, key=lambda patch: patch.color)
        starts = np.cumsum([0, *(len(patch.vertices) for patch in ordered)])
        vertices = np.concatenate([np.zeros((0, 3)), *(patch.vertices for patch in ordered)])
        triangles = np.concatenate(
            [
                np.zeros((0, 3), np.int64),
                *(one.triangles + start for one, start in zip(ordered, starts, strict=False)),
            ]
        )
        counts: dict[str, int] = {}
        for patch in ordered:
            counts[patch.color] = counts.get(patch.color, 0) + len(patch.triangles)
        paints = tuple((color, count) for color, count in counts.items() if count)
        painted: tuple[tuple[str, int], ...] = paints if any(dict(paints)) else ()
        return self._turned(vertices), triangles, painted

    def _turned(self, vertices: Array) -> Array:
        return vertices if (self.turn == np.eye(3)).all() else vertices @ self.turn.T


def pieces(data: bytes, path: Path) -> Iterator[bytes]:
    """Yield a text in pieces of whole lines.

    Raises:
        FileErrors: It has a line that is too long.
    """
    start = 0
    while start < len(data):
        end = data.find(b"\n", min(start + CHUNK, len(data))) + 1 or len(data)
        if end - start > CHUNK + LONGEST_LINE:
            raise whole_file(path, f"has a line of more than {LONGEST_LINE // MEGABYTE} MB")
        yield data[start:end]
        start = end


def joined(vertices: Array, triangles: Ints) -> tuple[Array, Ints, bool]:
    """Return a mesh with coinciding points joined, and whether it is closed.

    A closed surface that is inside out is reversed; points unused by any triangle are omitted.

    Args:
        vertices: Points (v, 3), finite.
        triangles: Vertices of each triangle (t, 3).
    """
    first, places = _alike(vertices)
    triangles = places[triangles]
    used = np.zeros(len(first), bool)
    used[triangles.ravel()] = True
    renumbered = np.cumsum(used) - 1
    points, triangles = vertices[first[used]], renumbered[triangles]
    closed = _is_closed(triangles, len(points))
    if closed and _volume(points, triangles) < 0.0:
        triangles = np.ascontiguousarray(triangles[:, ::-1])
    return points, triangles, closed


def _alike(vertices: Array) -> tuple[Ints, Ints]:
    """Return the representative point at each position (p,), and each point's position (v,)."""
    steps = [np.round(column / TOUCH).astype(np.int64) for column in vertices.T]
    keys = sum(factor * one for factor, one in zip(FACTORS, steps, strict=True))
    _, first, places = np.unique(keys, return_index=True, return_inverse=True)
    # A number for each place; where two places have the same one, the slow way finds them.
    if any((one[first][places] != one).any() for one in steps):
        rows = np.stack(steps, axis=1)
        _, first, places = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return first, places.ravel()


def _is_closed(triangles: Ints, count: int) -> bool:
    """Return whether every edge occurs once in each direction."""
    a, b = triangles.ravel(), np.roll(triangles, -1, axis=1).ravel()
    if len(a) % 2 or (a == b).any():
        return False
    # The two directions of an edge have numbers that follow each other, the even one first.
    runs = np.sort((np.minimum(a, b) * count + np.maximum(a, b)) * 2 + (a > b))
    once = (runs[1:] != runs[:-1]).all()
    return bool(once and not (runs[::2] % 2).any() and (runs[1::2] - runs[::2] == 1).all())


def _volume(points: Array, triangles: Ints) -> float:
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)))


def plain_numbers(text: bytes | str) -> Array | None:
    """Return the finite numbers of a text separated by blanks; None if it contains others."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            found = np.fromstring(text, dtype=float, sep=" ")
    except (ValueError, DeprecationWarning):
        return None
    return found if np.isfinite(found).all() else None


def fans(corners: Ints, counts: Ints) -> tuple[Ints, Ints]:
    """Return the triangles of polygons as fans about their first corners, and their polygons.

    Args:
        corners: Corners of all polygons, one after the other.
        counts: Number of corners of each polygon.
    """
    many = np.maximum(counts - 2, 0)
    faces = np.repeat(np.arange(len(counts)), many)
    first = (np.cumsum(counts) - counts)[faces]
    step = np.arange(len(faces)) - (np.cumsum(many) - many)[faces]
    places = np.stack([first, first + step + 1, first + step + 2], axis=1)
    return corners[places], faces


def by_color(vertices: Array, triangles: Ints, colors: Sequence[str], kinds: Ints) -> list[Patch]:
    """Return a patch for each colour.

    Args:
        vertices: All points.
        triangles: All triangles.
        colors: The colour of each kind of triangle.
        kinds: The kind of each triangle.
    """
    words, number = np.unique(np.array(colors), return_inverse=True)
    own = number.ravel()[kinds]
    order = np.argsort(own, kind="stable")
    bounds = np.searchsorted(own[order], np.arange(len(words) + 1))
    return [
        Patch(vertices, triangles[order[start:end]], str(word)).compact()
        for word, start, end in zip(words, bounds[:-1], bounds[1:], strict=True)
        if end > start
    ]


def commonest(colors: Array) -> str:
    """Return the most frequent of some colours, with numbers from 0 to 1 (n, 3 or 4)."""
    if not len(colors):
        return ""
    rows, counts = np.unique(colors, axis=0, return_counts=True)
    red, green, blue, *more = rows[counts.argmax()].tolist()
    return hex_of((red, green, blue, more[0] if more else 1.0))
