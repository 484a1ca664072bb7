"""Shapes of payloads: a few meshes about their centre."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rvs.bodies.robot_body import made_body, solid_body
from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import Robot
from rvs.engine.transforms import pose
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes.flat import rounded_box
from rvs.geometry.shapes.revolved import sphere
from rvs.geometry.things.simple import barrel, battery_parts, peg_mesh
from rvs.model.body.names import constant_values
from rvs.model.body.values import Body
from rvs.model.derived import derived
from rvs.model.robots.payloads import PAYLOADS, Payload

Look = tuple[Mesh, Array, str, str]

MASS = 0.5
OVER = np.diag([1.0, -1.0, -1.0, 1.0])
MATERIALS = {"box": "matte", "sphere": "plastic", "battery": "plastic", "peg": "brushed"}


@derived(size=32)
def payload_looks(payload: Payload) -> tuple[Look, ...]:
    """Return the meshes of a payload, each with its pose about its centre, colour and material."""
    x, y, z = payload.sizes
    if payload.kind not in PAYLOADS:
        return _model_looks(payload) or payload_looks(Payload("box", payload.sizes, 0.0))
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


def model_payload(body: Body, mass: float | None = None) -> Payload:
    """Return the payload of a model: as large as its parts, its constant ``mass`` in kg.

    Args:
        body: The model; its parts are upright, and a tool grips it from above.
        mass: Its mass if it differs from the model's, kg.

    Raises:
        ArgumentError: A model without parts.
    """
    low, high = _bounds(body)
    if not (high > low).all():
        raise ArgumentError(f"{body.name}: a payload needs at least one part")
    known = {} if mass is not None else constant_values(body.constants, {})
    x, y, z = (high - low).tolist()
    own = known.get("mass", MASS) if mass is None else mass
    return Payload(body.name, (x, y, z), own, body)


def payload_solid(payload: Payload) -> tuple[tuple[Mesh, Array], ...]:
    """Return the solid meshes of a payload, each with its pose about its centre."""
    if payload.body is None or payload.kind in PAYLOADS:
        return tuple((mesh, local) for mesh, local, *_ in payload_looks(payload))
    made, centred = solid_body(payload.body, _nobody()), _centred(payload.body)
    return tuple((mesh, centred @ at) for mesh, at in zip(made.meshes, made.poses, strict=True))


def _centred(body: Body) -> Array:
    low, high = _bounds(body)
    found: Array = OVER @ pose(p=-(low + high) / 2)
    return found


def _model_looks(payload: Payload) -> tuple[Look, ...]:
    if payload.body is None:
        return ()
    made, centred = made_body(payload.body, _nobody()), _centred(payload.body)
    usual = PAYLOADS["box"].color
    return tuple(
        (mesh, centred @ local, color or usual, material)
        for mesh, local, (color, material) in zip(made.meshes, made.poses, made.looks, strict=True)
    )


@derived(size=32)
def _bounds(body: Body) -> tuple[Array, Array]:
    made = made_body(body, _nobody())
    clouds = [
        mesh.vertices @ local[:3, :3].T + local[:3, 3]
        for mesh, local in zip(made.meshes, made.poses, strict=True)
    ]
    points = np.concatenate(clouds) if clouds else np.zeros((1, 3))
    return points.min(axis=0), points.max(axis=0)


# Expressions of a payload see no robot.
@lru_cache(maxsize=1)
def _nobody() -> Robot:
    return Robot.from_dh([0.0], [0.0], [0.0], [0.0])


def _raised(z: float) -> Array:
    return pose(p=[0.0, 0.0, z])
