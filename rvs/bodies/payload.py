"""What payloads look like: a few meshes about their middle."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.transforms import pose
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes.flat import rounded_box
from rvs.geometry.shapes.revolved import sphere
from rvs.geometry.things.simple import barrel, battery_parts, peg_mesh
from rvs.model.derived import derived
from rvs.model.robots.payloads import PAYLOADS, Payload

Look = tuple[Mesh, Array, str, str]

OVER = np.diag([1.0, -1.0, -1.0, 1.0])
MATERIALS = {"box": "matte", "sphere": "plastic", "battery": "plastic", "peg": "brushed"}


@derived(size=32)
def payload_looks(payload: Payload) -> tuple[Look, ...]:
    """Return the meshes of a payload, each with its pose about its middle, colour and material."""
    x, y, z = payload.sizes
    usual = PAYLOADS[payload.kind].color, MATERIALS.get(payload.kind, "paint")
    if payload.kind == "battery":
        # A tool comes down from above along its z, so the upper end of what it holds is at -z.
        return tuple(
            (mesh, OVER @ _raised(low), look[0] or usual[0], look[1] or usual[1])
            for look, mesh, low in battery_parts(x / 2, z)
        )
    if payload.kind == "sphere":
        return ((sphere(x / 2, 40), np.eye(4), *usual),)
    mesh = {
        "box": lambda: rounded_box(x, y, z, 0.06 * min(x, y, z)),
        "peg": lambda: peg_mesh(x / 2, z),
        "cylinder": lambda: barrel(x / 2, z, min(0.04 * x, 0.4 * z)),
    }[payload.kind]()
    return ((mesh, _raised(-z / 2), *usual),)


def _raised(z: float) -> Array:
    return pose(p=[0.0, 0.0, z])
