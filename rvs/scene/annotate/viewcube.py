"""The view cube: a small scene that turns with the camera and names 26 directions to look from.

A direction is ``("view cube", "front")`` for a face, two names for an edge and three for a corner,
in the order front or back, right or left, top or bottom.
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
from rvs.scene.annotate.lettering import word_strokes
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


def cube_camera(camera: Camera) -> Camera:
    """Return the camera that sees the cube from where ``camera`` sees the cell."""
    return Camera((0.0, 0.0, 0.0), camera.azimuth, camera.elevation, DISTANCE, FIELD_OF_VIEW)


# By value: a scene for each background and each face under the pointer, and none other.
@lru_cache(maxsize=64)
def cube_scene(background: Background, hover: Ref | None = None) -> Scene:
    """Return the cube, from -1 to 1 along the world's axes, on a transparent ground.

    Args:
        background: Colours of the view that it lies upon.
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
    """Return the unit direction (3,) from the cube to an eye that looks at that part of it."""
    direction = np.zeros(3)
    for name in ref[1:]:
        axis, side = FACES[str(name)]
        direction[axis] = side
    return direction / np.linalg.norm(direction)


def pick_cube(camera: Camera, x: float, y: float, width: int, height: int) -> Ref | None:
    """Return the direction under a pixel of the cube's picture, from its top left, or None."""
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
    """The patch of a zone on each of its faces."""
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
    """Where a zone lies along an axis: inside, or at one end."""
    flat = 1.0 - 0.5 * ROUNDING
    return (
        (-INNER, INNER)
        if side == 0
        else (min(side * INNER, side * flat), max(side * INNER, side * flat))
    )


def _face_text(name: str) -> list[Array]:
    """Strokes of a face's name, lying on it (n, 3)."""
    right, up, out = axes(looking(Camera(), name))
    strokes = word_strokes(name.capitalize())
    width = 2.0 * max(float(np.abs(stroke[:, 0]).max()) for stroke in strokes)
    scale = min(TEXT_HEIGHT / 0.72, TEXT_WIDTH / width)
    flat = np.stack([right, up])
    return [scale * stroke @ flat + LIFT * out for stroke in strokes]
