"""What payloads look like: a few shapes about their middle."""

from __future__ import annotations

import numpy as np

from rvs.bodies.shapes import Sizes
from rvs.engine.arrays import Array
from rvs.engine.transforms import pose
from rvs.model.derived import derived
from rvs.model.robots.payloads import PAYLOADS, Payload

Look = tuple[str, Sizes, Array, str, str]

OVER = np.diag([1.0, -1.0, -1.0, 1.0])
METAL, BAND = "#C3C7CC", "#B8934A"


@derived(size=32)
def payload_looks(payload: Payload) -> tuple[Look, ...]:
    """Return the shapes of a payload: name, sizes, pose about its middle, colour and material."""
    x, y, z = payload.sizes
    color = PAYLOADS[payload.kind].color
    if payload.kind == "box":
        edge = 0.06 * min(x, y, z)
        sizes = (("x", x), ("y", y), ("z", z), ("fillet", edge))
        return (("rounded-box", sizes, _raised(-z / 2), color, "matte"),)
    if payload.kind == "sphere":
        return (("sphere", (("radius", x / 2), ("sides", 40.0)), np.eye(4), color, "plastic"),)
    radius = x / 2
    if payload.kind == "battery":
        return _battery(radius, z, color)
    rim = min(0.35 if payload.kind == "peg" else 0.08, 0.4 * z / radius) * radius
    material = "brushed" if payload.kind == "peg" else "paint"
    return (_barrel(radius, z, -z / 2, rim, color, material),)


def _battery(radius: float, height: float, color: str) -> tuple[Look, ...]:
    knob = 0.05 * height
    body = height - knob
    low = -height / 2
    pieces = (
        _barrel(radius, 0.68 * body, low, 0.04 * radius, color, "plastic"),
        _barrel(radius, 0.32 * body, low + 0.68 * body, 0.08 * radius, BAND, "brushed"),
        _barrel(0.35 * radius, 1.5 * knob, low + body - 0.5 * knob, 0.0, METAL, "brushed"),
    )
    # A tool comes down from above along its z, so the upper end of what it holds is at -z.
    return tuple(
        (name, sizes, OVER @ at, paint, material) for name, sizes, at, paint, material in pieces
    )


def _barrel(
    radius: float, height: float, low: float, rim: float, color: str, material: str
) -> Look:
    fillet = min(rim, 0.45 * height)
    sizes = (("radius", radius), ("height", height), ("bottom", fillet), ("top", fillet))
    return ("cylinder-fillet", sizes, _raised(low), color, material)


def _raised(z: float) -> Array:
    return pose(p=[0.0, 0.0, z])
