"""Reflection of light: one function of normal, direction to the viewer, colour and material.

The lamps are in a studio whose frame has x to the right, y away from the viewer and z up; it turns
with the camera's azimuth and never with its elevation.  Arithmetic is linear, results sRGB. The
same numbers are written again for graphics cards, both for the window and for web pages
(``light.glsl``); a test ensures that they agree.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from rvs.engine.arrays import Array
from rvs.model.appearance.materials import Material
from rvs.value_class import dataclass

Triple = tuple[float, float, float]
# The same function for graphics cards.
GLSL = Path(__file__).with_suffix(".glsl")


@dataclass(frozen=True)
class Lamp:
    """A distant light: its direction, linear colour times intensity, and wrap-around."""

    direction: Triple
    color: Triple
    wrap: float


@dataclass(frozen=True)
class Softbox:
    """A bright rectangle for reflections: position, axes, half sizes (sines), intensity."""

    axis: Triple
    wide: Triple
    high: Triple
    half: tuple[float, float]
    gain: float


KEY = Lamp((-0.56, -0.54, 0.63), (0.900, 0.882, 0.855), 0.16)
FILL = Lamp((0.88, -0.42, 0.22), (0.090, 0.098, 0.110), 0.40)
RIM = Lamp((0.42, 0.80, 0.43), (0.240, 0.250, 0.265), 0.10)
SKY = (0.350, 0.364, 0.388)
GROUND = (0.118, 0.114, 0.108)
ROOM_FLOOR = (0.300, 0.295, 0.288)
ROOM_WALL = (0.085, 0.090, 0.100)
ROOM_CEILING = (0.560, 0.580, 0.610)
SOFTBOXES = (
    Softbox(
        (-0.56, -0.54, 0.63), (0.694, -0.720, 0.000), (0.454, 0.437, 0.777), (0.34, 0.44), 1.55
    ),
    Softbox((0.0, 0.259, 0.966), (1.0, 0.0, 0.0), (0.0, 0.966, -0.259), (0.62, 0.26), 1.05),
    Softbox(
        (0.930, 0.150, 0.336), (-0.159, 0.987, 0.000), (-0.332, -0.053, 0.942), (0.11, 0.60), 0.95
    ),
    Softbox(
        (-0.866, 0.480, 0.140), (0.485, 0.875, 0.000), (-0.122, 0.068, 0.990), (0.09, 0.50), 0.60
    ),
)
# A broad dim card behind the camera: without it metal that faces the viewer goes black.
CARD = Softbox((0.0, -0.995, 0.100), (1.0, 0.0, 0.0), (0.0, 0.100, 0.995), (0.78, 0.50), 0.30)
# How much brighter than the room a dielectric sees the lamps.
GLOSS = 4.5
# Linear value at which the shoulder begins.
KNEE = 0.55
NORMAL_REFLECTANCE = 0.04
GRAZING = 0.6
METAL_GAIN = 0.25


def shade(
    normals: ArrayLike,
    to_eye: ArrayLike,
    base: ArrayLike,
    material: Material,
    right: ArrayLike = (1.0, 0.0),
) -> Array:
    """Return the visible colour, sRGB 0 to 1, (..., 3).

    Args:
        normals: Unit normals in the world (..., 3); a normal that points away from the eye is
            mirrored to point towards it.
        to_eye: Unit directions to the eye in the world (..., 3).
        base: Base colour, sRGB 0 to 1 (..., 3).
        material: Reflective properties of the surface.
        right: The camera's horizontal right direction in the world, at least (2,).
    """
    n, v = studio(normals, right), studio(to_eye, right)
    along = n * v
    # column after column, where NumPy's sum goes row by row
    facing = (along[..., 0] + along[..., 1] + along[..., 2])[..., None]
    # mirrored, so that a smooth normal just beyond the silhouette changes next to nothing
    n, facing = n - 2.0 * np.minimum(facing, 0.0) * v, np.abs(facing)
    albedo = to_linear(base)
    boxes_seen = 2.0 * facing * n - v
    boxes = sum(_softbox(boxes_seen, box, material.rough) for box in SOFTBOXES)[..., None]  # type: ignore[index]
    head_on = NORMAL_REFLECTANCE * material.spec * (1 - material.metal) + albedo * material.metal
    glance = max(material.spec * (1.0 - material.rough), 0.0)
    fresnel = head_on + np.maximum(glance - head_on, 0.0) * (1.0 - facing) ** 5 * GRAZING
    room = _room(boxes_seen, material.rough)
    mirror = fresnel * (room + boxes) * (1.0 + METAL_GAIN * material.metal)
    gloss = GLOSS * NORMAL_REFLECTANCE * material.spec * (1.0 - material.metal) * boxes
    return to_srgb(_shoulder(albedo * _diffuse(n) * (1.0 - material.metal) + mirror + gloss))


def studio(vectors: ArrayLike, right: ArrayLike) -> Array:
    """Return world vectors (..., 3) in the studio of a camera with that right direction."""
    x, y = np.asarray(right, float)[:2]
    turned: Array = np.asarray(vectors, float) @ np.array([[x, -y, 0], [y, x, 0], [0, 0, 1.0]])
    return turned


def to_linear(color: ArrayLike) -> Array:
    """Convert sRGB values to linear ones."""
    c = np.asarray(color, float)
    return np.where(c <= 0.04045, c / 12.92, ((np.maximum(c, 0.04045) + 0.055) / 1.055) ** 2.4)


def to_srgb(color: ArrayLike) -> Array:
    """Convert linear values to sRGB, clipped to 0 to 1."""
    c = np.clip(color, 0.0, 1.0)
    return np.where(
        c <= 0.0031308, c * 12.92, 1.055 * np.maximum(c, 0.0031308) ** (1 / 2.4) - 0.055
    )


def _diffuse(n: Array) -> Array:
    """Return the light on a surface of normal n: the hemisphere and the three lamps."""
    sky = 0.5 + 0.5 * n[..., 2:3]
    light = np.asarray(GROUND) * (1 - sky) + np.asarray(SKY) * sky
    for lamp in (KEY, FILL, RIM):
        towards = n @ np.asarray(lamp.direction) / np.linalg.norm(lamp.direction)
        part = np.maximum((towards + lamp.wrap) / (1.0 + lamp.wrap), 0.0)
        light = light + part[..., None] * np.asarray(lamp.color)
    return light


def _room(r: Array, rough: float) -> Array:
    """Return the room without its lamps, as a mirror of that roughness shows it along r."""
    z = r[..., 2]
    blur = 0.05 + 0.75 * rough
    up = _smoothstep(0.02 - blur, 0.02 + blur, z)[..., None]
    high = _smoothstep(0.10 - 0.5 * blur, 0.85 + 0.5 * blur, z)[..., None]
    near = _smoothstep(0.10 - blur, -0.45 - blur, z)[..., None]
    wall, floor, ceiling = map(np.asarray, (ROOM_WALL, ROOM_FLOOR, ROOM_CEILING))
    low = wall + (floor - wall) * (0.45 + 0.55 * near)
    walls: Array = low + (wall + (ceiling - wall) * high - low) * up
    return walls + _softbox(r, CARD, rough)[..., None]


def _softbox(r: Array, box: Softbox, rough: float) -> Array:
    blur = 0.02 + 0.85 * rough
    across, along = np.abs(r @ np.asarray(box.wide)), np.abs(r @ np.asarray(box.high))
    front = _smoothstep(-0.5 * blur, 0.25 + 0.5 * blur, r @ np.asarray(box.axis))
    a, b = box.half
    # A rough surface spreads the same light over more of the picture.
    peak = (a / (a + 0.5 * blur)) * (b / (b + 0.5 * blur))
    edges = _smoothstep(-blur, blur, a - across) * _smoothstep(-blur, blur, b - along)
    seen: Array = box.gain * peak * front * edges
    return seen


def _shoulder(color: Array) -> Array:
    """Return the identity below the knee, then a smooth approach to 1, without clipping."""
    above = np.maximum(color - KNEE, 0.0) / (1.0 - KNEE)
    return np.minimum(color, KNEE) + (1.0 - KNEE) * above / (1.0 + above)


def _smoothstep(start: float, end: float, x: Array) -> Array:
    t = np.clip((x - start) / (end - start), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)
