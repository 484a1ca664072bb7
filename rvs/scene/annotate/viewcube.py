"""The view cube: a small scene that turns with the camera and names 26 view directions.

A direction is ``("view cube", "front")`` for a face, two names for an edge and three for a corner,
in the order front or back, right or left, top or bottom.

Single-stroke letters for words on a surface; only the letters required for such words.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import radians

import numpy as np

from rvs.bodies.solid import IDENTITY_POSE, Solid
from rvs.engine.arrays import Array
from rvs.geometry.shapes.flat import rounded_block
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.refs import Ref
from rvs.model.views.view import Background, Camera
from rvs.scene.camera import axes, looking, ray
from rvs.scene.items import Item, Line, Region, Scene

CUBE = "view cube"
# name -> axis and side of the face
FACES: dict[str, tuple[int, int]] = {
    "front": (1, -1),
    "back": (1, 1),
    "right": (0, 1),
    "left": (0, -1),
    "top": (2, 1),
    "bottom": (2, -1),
}
ROUNDING = 0.13
# A pick beyond this part of the half width counts to the edge.
INNER = 0.62
LIFT = 1.006
TEXT_HEIGHT = 0.44
TEXT_WIDTH = 1.36
BODY = {"light": "#F7F8FA", "dark": "#48515D", "paper": "#F2F4F6"}
FIELD_OF_VIEW = radians(24.0)
DISTANCE = 8.8

SPACE = 0.12
ARC_STEPS = 10

Stroke = list[tuple[float, float]]


def cube_camera(camera: Camera) -> Camera:
    """Return the camera that sees the cube from the same side as ``camera`` sees the cell."""
    return Camera((0.0, 0.0, 0.0), camera.azimuth, camera.elevation, DISTANCE, FIELD_OF_VIEW)


# By value: a scene for each background and each face under the pointer, and none other.
@lru_cache(maxsize=64)
def cube_scene(background: Background, hover: Ref | None = None) -> Scene:
    """Return the cube, from -1 to 1 along the world's axes, on a transparent ground.

    Args:
        background: Colours of the view behind it.
        hover: Direction to highlight, if any.
    """
    colors = SCENE[background]
    body = rounded_block(2.0, 2.0, 2.0, ROUNDING)
    items: list[Item] = [
        Solid(body, IDENTITY_POSE, rgba(BODY[background]), "matte", (CUBE,), "overlay")
    ]
    if hover:
        items.append(_zone(hover, background))
    for name in FACES:
        items += [
            Line(stroke, rgba(colors.label), 1.2, owner=(CUBE, name), layer="overlay")
            for stroke in _face_text(name)
        ]
    return Scene(tuple(items), None)


def cube_direction(ref: Ref) -> Array:
    """Return the unit direction (3,) from the cube to a viewer of that part of it."""
    direction = np.zeros(3)
    for name in ref[1:]:
        axis, side = FACES[str(name)]
        direction[axis] = side
    return direction / np.linalg.norm(direction)


def pick_cube(camera: Camera, x: float, y: float, width: int, height: int) -> Ref | None:
    """Return the direction at a pixel of the cube's picture, from its top left, or None."""
    origin, along = ray(cube_camera(camera), x, y, width, height)
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.sort([(-1.0 - origin) / along, (1.0 - origin) / along], axis=0)
    enter, leave = np.nanmax(ends[0]), np.nanmin(ends[1])
    if enter > leave:
        return None
    return _ref_at(origin + enter * along)


def _ref_at(point: Array) -> Ref:
    names = [name for name, (axis, side) in FACES.items() if point[axis] * side > INNER]
    return (CUBE, *names)


def _zone(ref: Ref, background: Background) -> Region:
    """Return the patch of a zone on each of its faces."""
    sides = {FACES[str(name)][0]: FACES[str(name)][1] for name in ref[1:]}
    polygons = []
    for axis, side in sides.items():
        spans = [
            _span(sides.get(other, 0)) if other != axis else (side * LIFT,) for other in range(3)
        ]
        corners = np.array(list(product(*spans)))[[0, 1, 3, 2]]
        polygons.append(corners)
    points = np.concatenate(polygons)
    starts = np.arange(0, len(points) + 1, 4, dtype=np.int32)
    return Region(points, starts, rgba(SCENE[background].hover, 0.55), None, ref, "overlay")


def _span(side: int) -> tuple[float, float]:
    """Return the range of a zone along an axis: inside, or at one end."""
    flat = 1.0 - 0.5 * ROUNDING
    return (
        (-INNER, INNER)
        if side == 0
        else (min(side * INNER, side * flat), max(side * INNER, side * flat))
    )


def _face_text(name: str) -> list[Array]:
    """Return the strokes of a face's name, on the face (n, 3)."""
    right, up, out = axes(looking(Camera(), name))
    strokes = word_strokes(name.capitalize())
    width = 2.0 * max(float(np.abs(stroke[:, 0]).max()) for stroke in strokes)
    scale = min(TEXT_HEIGHT / 0.72, TEXT_WIDTH / width)
    flat = np.stack([right, up])
    return [scale * stroke @ flat + LIFT * out for stroke in strokes]


def word_strokes(word: str) -> list[Array]:
    """Return a word as plane polylines (n, 2), centered, with capitals 0.72 high.

    Args:
        word: A word of letters used in the names of a cube's faces.
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
    """Return points of an elliptic arc about (x, y) from one angle to another, in degrees."""
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
