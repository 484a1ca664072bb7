"""The mathematics of a camera: matrices, rays, projections, and its motions.

Right-handed world, z up.  Eye coordinates have x right, y up and the view along -z, as in OpenGL.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import asin, atan2, cos, pi, radians, sin, sqrt, tan

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.engine.kernels import accelerated
from rvs.model.views.view import Camera, View

STANDARD_VIEWS: dict[str, tuple[float, float]] = {
    "front": (radians(-90.0), 0.0),
    "back": (radians(90.0), 0.0),
    "right": (0.0, 0.0),
    "left": (pi, 0.0),
    "top": (radians(-90.0), pi / 2),
    "bottom": (radians(-90.0), -pi / 2),
    "iso": (radians(-52.0), radians(22.0)),
}
NEAR_PART, FAR_PART = 0.02, 60.0
# What is fitted leaves so much of the picture free around it.
FIT_MARGIN = 1.12


def axes(camera: Camera) -> Array:
    """Return the eye's right, up and backward directions in the world, as rows (3, 3)."""
    ca, sa = cos(camera.azimuth), sin(camera.azimuth)
    ce, se = cos(camera.elevation), sin(camera.elevation)
    return np.array([[-sa, ca, 0.0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]])


def eye(camera: Camera) -> Array:
    """Return the position of the eye in the world (3,), m."""
    place: Array = np.asarray(camera.target) + camera.distance * axes(camera)[2]
    return place


def view_matrix(camera: Camera) -> Array:
    """Return the transform from the world to eye coordinates (4, 4)."""
    matrix = np.eye(4)
    matrix[:3, :3] = axes(camera)
    matrix[:3, 3] = -matrix[:3, :3] @ eye(camera)
    return matrix


def projection_matrix(camera: Camera, aspect: float) -> Array:
    """Return the transform from eye coordinates to OpenGL's clip coordinates (4, 4).

    Args:
        camera: The camera.
        aspect: Width of the picture over its height.
    """
    half = half_height(camera)
    near, far = depth_range(camera)
    matrix = np.zeros((4, 4))
    if camera.parallel:
        matrix[0, 0], matrix[1, 1] = 1.0 / (half * aspect), 1.0 / half
        matrix[2, 2], matrix[2, 3] = -2.0 / (far - near), -(far + near) / (far - near)
        matrix[3, 3] = 1.0
        return matrix
    zoom = camera.distance / half
    matrix[0, 0], matrix[1, 1] = zoom / aspect, zoom
    matrix[2, 2], matrix[2, 3] = -(far + near) / (far - near), -2.0 * far * near / (far - near)
    matrix[3, 2] = -1.0
    return matrix


def depth_range(camera: Camera) -> tuple[float, float]:
    """Return the range of depths in which a picture shows objects, in m."""
    far = FAR_PART * camera.distance
    return -far if camera.parallel else NEAR_PART * camera.distance, far


def clip_depths(depths: Array, near: float, far: float) -> Array:
    """Return depths in clip space, -1 to 1 for visible objects (...,).

    Args:
        depths: Depths along the view in m, not 0 (...,).
        near: The minimum visible depth, from ``depth_range``; negative in a parallel view.
        far: The maximum visible depth.
    """
    if near < 0.0:
        return depths / far
    found: Array = (far + near - 2.0 * far * near / depths) / (far - near)
    return found


def half_height(camera: Camera) -> float:
    """Return half the height of the picture in the plane through the target, in m."""
    return camera.distance * tan(camera.field_of_view / 2)


def pixel_size(camera: Camera, points: ArrayLike, height: float) -> Array:
    """Return the metres per pixel at each point (...,) of (..., 3).

    Points behind the eye get a tiny positive size.
    """
    if camera.parallel:
        shape = np.shape(points)[:-1]
        return np.full(shape, 2.0 * half_height(camera) / height)
    depth = (eye(camera) - np.asarray(points, float)) @ axes(camera)[2]
    size: Array = 2.0 * np.maximum(depth, 1e-9) * tan(camera.field_of_view / 2) / height
    return size


def project(camera: Camera, points: ArrayLike, width: float, height: float) -> Array:
    """Return pixels x right, y down, and depth along the view in m, (..., 3) of points (..., 3)."""
    return projected(np.asarray(points, float), lens(camera, width, height))


# By value: a picture asks for that of its camera several times.
@lru_cache(maxsize=16)
def lens(camera: Camera, width: float, height: float) -> Array:
    """Return the numbers of a camera's projection to a picture (16,).

    Position of the eye; its right, up and backward directions; the centre of the picture, in
    pixels; metres per pixel, in a perspective view at a depth of 1 m; 1 in a parallel view.
    """
    half = half_height(camera) if camera.parallel else tan(camera.field_of_view / 2)
    numbers = np.array(
        [
            *eye(camera), *axes(camera).ravel(),
            width / 2, height / 2, 2.0 * half / height, camera.parallel,
        ]
    )  # fmt: skip
    numbers.setflags(write=False)
    return numbers


@accelerated
def projected(points: Array, lens: Array) -> Array:
    """Return pixels x right, y down, and depth along the view in m, (..., 3) of points (..., 3).

    Args:
        points: The points.
        lens: The numbers of ``lens``.
    """
    across, up, back = _seen(points, lens)
    scale = 1.0 / covered(-back, lens)
    return np.stack([lens[12] + across * scale, lens[13] - up * scale, -back], axis=-1)


def pixel_sizes(points: Array, lens: Array) -> Array:
    """Return the metres per pixel at each point (...,) of (..., 3).

    Args:
        points: The points; those behind the eye get a tiny positive size.
        lens: The numbers of ``lens``.
    """
    return covered(-_seen(points, lens)[2], lens)


def _seen(points: Array, lens: Array) -> tuple[Array, Array, Array]:
    """Return coordinates of points (..., 3) right of, above and behind the eye, in m (...,)."""
    x, y, z = np.moveaxis(points - lens[:3], -1, 0)
    right, up, back = (x * row[0] + y * row[1] + z * row[2] for row in lens[3:12].reshape(3, 3))
    return right, up, back


def covered(depth: Array, lens: Array) -> Array:
    """Return the metres per pixel at depths (...,), by the numbers of ``lens``."""
    return np.full_like(depth, lens[14]) if lens[15] else lens[14] * np.maximum(depth, 1e-9)


def ray(camera: Camera, x: float, y: float, width: int, height: int) -> tuple[Array, Array]:
    """Return origin and unit direction in the world of the ray through a pixel, (3,) each.

    In a parallel view it starts at the beginning of the depth range, behind the eye.
    """
    right, up, back = axes(camera)
    scale = 2.0 * half_height(camera) / height
    offset = (x - width / 2) * scale * right + (height / 2 - y) * scale * up
    if camera.parallel:
        return eye(camera) + offset + FAR_PART * camera.distance * back, -back
    direction = offset - camera.distance * back
    return eye(camera), direction / np.linalg.norm(direction)


def orbit(camera: Camera, turn: float, tilt: float) -> Camera:
    """Turn the camera about its target's vertical and tilt it, at most to the poles, in rad."""
    elevation = min(max(camera.elevation + tilt, -pi / 2), pi / 2)
    return replace(camera, azimuth=wrapped(camera.azimuth + turn), elevation=elevation)


def pan(camera: Camera, dx: float, dy: float, height: int) -> Camera:
    """Move the camera so that the target follows a drag of (dx, dy) pixels, y down."""
    right, up, _ = axes(camera)
    scale = 2.0 * half_height(camera) / height
    return _aimed(camera, np.asarray(camera.target) + scale * (dy * up - dx * right))


def zoom(camera: Camera, factor: float, x: float, y: float, width: int, height: int) -> Camera:
    """Zoom in by ``factor`` (above 1) or out, with the point under the pixel fixed."""
    distance = min(max(camera.distance / factor, 1e-4), 1e5)
    kept = 1.0 - distance / camera.distance
    scale = 2.0 * half_height(camera) / height
    right, up, _ = axes(camera)
    towards = (x - width / 2) * scale * right + (height / 2 - y) * scale * up
    return replace(_aimed(camera, np.asarray(camera.target) + kept * towards), distance=distance)


def looking(camera: Camera, view: str) -> Camera:
    """Turn the camera to a standard view: front, back, left, right, top, bottom or iso."""
    azimuth, elevation = STANDARD_VIEWS[view]
    return replace(camera, azimuth=azimuth, elevation=elevation)


def looking_along(camera: Camera, direction: ArrayLike) -> Camera:
    """Turn the camera so that it sees the side facing ``direction`` (3,)."""
    x, y, z = np.asarray(direction, float)
    flat = sqrt(x * x + y * y)
    azimuth = atan2(y, x) if flat > 1e-9 else camera.azimuth
    elevation = asin(min(max(z / sqrt(x * x + y * y + z * z), -1.0), 1.0))
    return replace(camera, azimuth=azimuth, elevation=elevation)


def fit(camera: Camera, points: ArrayLike, aspect: float, margin: float = FIT_MARGIN) -> Camera:
    """Move the camera, without turning it, so that points (n, 3) fill the picture with a margin."""
    cloud = np.asarray(points, float).reshape(-1, 3)
    if not len(cloud):
        return camera
    rows = axes(camera)
    seen = cloud @ rows.T
    middle = (seen.min(axis=0) + seen.max(axis=0)) / 2
    slope = tan(camera.field_of_view / 2) / margin
    reach = np.abs(seen - middle)
    wide = np.maximum(reach[:, 0] / aspect, reach[:, 1]) / slope
    ahead = np.zeros(len(cloud)) if camera.parallel else (seen - middle)[:, 2]
    distance = max(float((wide + ahead).max()), 1e-3)
    return replace(_aimed(camera, middle @ rows), distance=distance)


def _aimed(camera: Camera, target: Array) -> Camera:
    x, y, z = target.tolist()
    return replace(camera, target=(x, y, z))


def wrapped(angle: float) -> float:
    """Return the angle in (-pi, pi]."""
    return pi - (pi - angle) % (2 * pi)


# Around the robot, and for labels beyond the outermost frames, which don't shrink with it.
AROUND, LABEL_PIXELS = 1.08, 40


def margin(view: View, height: int) -> float:
    """Return the ratio of the picture to the robot, with room for visible labels."""
    labelled = view.frames and view.labels
    room = min(2 * LABEL_PIXELS / height, 0.5) if labelled else 0.0
    return AROUND / (1.0 - room)
