"""Letters of single strokes, for words that lie on a surface; only those that such words need."""

from __future__ import annotations

from math import radians

import numpy as np

from rvs.engine.arrays import Array

SPACE = 0.12
ARC_STEPS = 10

Stroke = list[tuple[float, float]]


def word_strokes(word: str) -> list[Array]:
    """Return a word as plane polylines (n, 2), centered, with capitals 0.72 high.

    Args:
        word: Made of the letters of the names of a cube's faces.
    """
    pen = 0.0
    strokes: list[Array] = []
    for letter in word:
        width, lines = GLYPHS[letter]
        strokes += [np.add(line, (pen, 0.0)) for line in lines]
        pen += width + SPACE
    middle = np.array([(pen - SPACE) / 2, 0.36])
    return [stroke - middle for stroke in strokes]


def _arc(x: float, y: float, wide: float, high: float, start: float, end: float) -> Stroke:
    """Points of an elliptic arc about (x, y) from one angle to another, in degrees."""
    angles = np.linspace(radians(start), radians(end), ARC_STEPS + 1)
    return [
        (x + wide * c, y + high * s) for c, s in zip(np.cos(angles), np.sin(angles), strict=True)
    ]


def _ring(x: float, y: float, wide: float, high: float) -> Stroke:
    return _arc(x, y, wide, high, 0, 180) + _arc(x, y, wide, high, 180, 360)[1:]


# letter -> width, strokes
GLYPHS: dict[str, tuple[float, list[Stroke]]] = {
    "F": (0.38, [[(0, 0), (0, 0.72), (0.38, 0.72)], [(0, 0.38), (0.33, 0.38)]]),
    "R": (
        0.44,
        [
            [(0, 0), (0, 0.72), *_arc(0.24, 0.535, 0.185, 0.185, 90, -90), (0, 0.35)],
            [(0.24, 0.35), (0.44, 0)],
        ],
    ),
    "B": (
        0.44,
        [
            [(0, 0.38), (0, 0.72), *_arc(0.23, 0.55, 0.17, 0.17, 90, -90), (0, 0.38)],
            [(0, 0.38), *_arc(0.25, 0.19, 0.19, 0.19, 90, -90), (0, 0), (0, 0.38)],
        ],
    ),
    "L": (0.37, [[(0, 0.72), (0, 0), (0.37, 0)]]),
    "T": (0.50, [[(0, 0.72), (0.5, 0.72)], [(0.25, 0.72), (0.25, 0)]]),
    "a": (0.44, [_ring(0.21, 0.25, 0.21, 0.25), [(0.44, 0.5), (0.44, 0)]]),
    "c": (0.42, [_arc(0.24, 0.25, 0.24, 0.25, 48, 312)]),
    "e": (0.46, [[(0, 0.26), *_arc(0.23, 0.25, 0.23, 0.25, 2, 312)]]),
    "f": (0.26, [[(0.12, 0), *_arc(0.27, 0.57, 0.15, 0.17, 180, 78)], [(0, 0.5), (0.26, 0.5)]]),
    "g": (
        0.44,
        [
            _ring(0.21, 0.25, 0.21, 0.25),
            [(0.44, 0.5), *_arc(0.22, -0.02, 0.22, 0.19, 0, -150)],
        ],
    ),
    "h": (0.40, [[(0, 0), (0, 0.76)], [*_arc(0.2, 0.28, 0.2, 0.22, 180, 0), (0.4, 0)]]),
    "i": (0.02, [[(0.01, 0), (0.01, 0.5)], [(0.01, 0.67), (0.01, 0.71)]]),
    "k": (0.36, [[(0, 0), (0, 0.76)], [(0.34, 0.5), (0, 0.18)], [(0.13, 0.3), (0.36, 0)]]),
    "m": (
        0.66,
        [
            [(0, 0), (0, 0.5)],
            [*_arc(0.165, 0.3, 0.165, 0.2, 180, 0), (0.33, 0)],
            [*_arc(0.495, 0.3, 0.165, 0.2, 180, 0), (0.66, 0)],
        ],
    ),
    "n": (0.40, [[(0, 0), (0, 0.5)], [*_arc(0.2, 0.28, 0.2, 0.22, 180, 0), (0.4, 0)]]),
    "o": (0.47, [_ring(0.235, 0.25, 0.235, 0.25)]),
    "p": (0.44, [_ring(0.23, 0.25, 0.21, 0.25), [(0, 0.5), (0, -0.2)]]),
    "r": (0.24, [[(0, 0), (0, 0.5)], _arc(0.22, 0.27, 0.22, 0.23, 180, 82)]),
    "t": (0.27, [[(0.11, 0.68), *_arc(0.25, 0.14, 0.14, 0.14, 180, 285)], [(0, 0.5), (0.26, 0.5)]]),
}
