"""Scenes to measure figures with: a work cell, and solids that reach through each other."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, radians, sin

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.geometry.shapes.flat import block, prism
from rvs.geometry.shapes.free import elbow
from rvs.geometry.shapes.revolved import cone, cylinder, cylinder_fillet, sphere, tube
from rvs.model.appearance.colors import Rgba, rgba
from rvs.model.views.view import Camera
from rvs.scene.items import Scene

WORK_CELL = Camera((0.0, 0.0, 0.55), radians(-40.0), radians(22.0), 4.5, radians(32.0))
TANGLE = Camera((0.05, 0.0, 0.35), radians(-40.0), radians(24.0), 3.4, radians(32.0))

GRAY, GREEN, ORANGE, BLUE = rgba("#8C9199"), rgba("#2E8C57"), rgba("#ED8C1A"), rgba("#406BB8")
WOOD, DARK, RED, LIGHT = rgba("#B88754"), rgba("#404047"), rgba("#BF2E26"), rgba("#D9DBE0")


def shift(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Array:
    """Return a pose moved along the axes."""
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def turn(angle: float, axis: str) -> Array:
    """Return a pose turned about an axis."""
    pose = np.eye(4)
    i, j = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    pose[i, i] = pose[j, j] = cos(angle)
    pose[i, j], pose[j, i] = -sin(angle), sin(angle)
    return pose


class Builder:
    """Collects solids."""

    def __init__(self) -> None:
        self.solids: list[Solid] = []

    def add(self, mesh: Mesh, pose: Array, color: Rgba, owner: str) -> None:
        """Add a solid."""
        self.solids.append(Solid(mesh, pose, color, "paint", (owner,)))

    def scene(self) -> Scene:
        """Return the scene of all solids, with nothing behind them."""
        return Scene(tuple(self.solids), None)


def chain(b: Builder, sides: int, angles: tuple[float, ...], pose: Array, name: str) -> None:
    """Add an arm of elbows, cylinders, motors, rings and spheres."""
    b.add(cylinder(0.30, 0.08, sides), pose, DARK, name)
    b.add(cylinder_fillet(0.2, 0.5, 0.04, 0.04, sides), pose @ shift(z=0.08), LIGHT, name)
    at = pose @ shift(z=0.6)
    lengths = (0.55, 0.12, 0.5, 0.12, 0.4, 0.12, 0.22)
    radii = (0.13, 0.12, 0.105, 0.1, 0.09, 0.08, 0.07)
    for i, (angle, length, r) in enumerate(zip(angles, lengths, radii, strict=True)):
        at = at @ turn(angle, "z")
        color = (ORANGE, BLUE)[i % 2]
        link = f"{name} {i + 1}"
        b.add(tube(r * 1.25, r * 0.8, 0.05, sides), at @ shift(z=-0.025), GRAY, link)
        b.add(cylinder_fillet(r, 0.16, 0.03, 0.03, sides), at @ shift(z=-0.02), color, link)
        if i % 2 == 0:
            at = _bent(b, at, length, r, sides, color, link)
        else:
            b.add(cylinder(r * 0.75, length, sides), at @ shift(z=0.1), color, link)
            b.add(sphere(r * 0.9, sides), at @ shift(z=0.1 + length), LIGHT, link)
            b.add(prism(r, 0.06, 6), at @ shift(z=0.09), color, link)
            at = at @ shift(z=0.1 + length) @ turn(-pi / 2, "x") @ shift(z=r * 0.6)
    b.add(cylinder(0.05, 0.04, sides), at, DARK, name)
    b.add(block(0.05, 0.16, 0.03), at @ shift(z=0.04), GRAY, name)
    for side in (-1, 1):
        b.add(block(0.03, 0.015, 0.1), at @ shift(y=side * 0.06, z=0.07), GRAY, name)


def _bent(
    b: Builder, at: Array, length: float, r: float, sides: int, color: Rgba, link: str
) -> Array:
    b.add(elbow(r * 0.7, r * 1.2, pi / 2, sides), at @ shift(z=0.14), color, link)
    at = at @ shift(z=0.14 + r * 1.2) @ turn(pi / 2, "y") @ shift(z=r * 1.2)
    b.add(cylinder(r * 0.7, length, sides), at, color, link)
    for part in (0.5, 0.85):
        ring = tube(r * 0.95, r * 0.6, 0.04, sides)
        b.add(ring, at @ shift(z=length * part), LIGHT, link)
    end = at @ shift(z=length)
    motor = cylinder_fillet(r * 0.8, 0.2, 0.02, 0.02, sides)
    b.add(motor, end @ turn(pi / 2, "x") @ shift(z=-0.2), DARK, link)
    b.add(sphere(r * 0.95, sides), end, color, link)
    return end @ turn(pi / 2, "x") @ shift(z=r * 0.7)


def tiles(b: Builder, half: float, count: int) -> None:
    """Add a chequered floor."""
    size = 2 * half / count
    for i in range(count):
        for j in range(count):
            color = rgba("#EDEDEB") if (i + j) % 2 else rgba("#CCD1D6")
            place = shift(-half + (i + 0.5) * size, -half + (j + 0.5) * size, -0.005)
            b.add(block(size, size, 0.01), place, color, "floor")


def table(b: Builder, at: Array, name: str, sides: int) -> None:
    """Add a table of round legs."""
    b.add(block(0.9, 0.6, 0.04), at @ shift(z=0.53), WOOD, name)
    for x in (-0.39, 0.39):
        for y in (-0.24, 0.24):
            b.add(cylinder(0.025, 0.51, sides), at @ shift(x, y), DARK, name)


def conveyor(b: Builder, at: Array, name: str, sides: int) -> None:
    """Add a conveyor of twenty rollers."""
    for y in (-0.215, 0.215):
        b.add(block(1.8, 0.03, 0.1), at @ shift(0, y, 0.40), GREEN, name)
    for k in range(20):
        roller = at @ shift(-0.9 + (k + 0.5) * 0.09, 0.2, 0.415) @ turn(pi / 2, "x")
        b.add(cylinder(0.035, 0.4, sides), roller, GRAY, name)
    for x in (-0.8, 0.8):
        for y in (-0.2, 0.2):
            b.add(block(0.05, 0.05, 0.35), at @ shift(x, y, 0.175), GREEN, name)


def work_cell(sides: int = 24) -> Scene:
    """Return a robot among a table, a conveyor and parts."""
    b = Builder()
    tiles(b, 2.0, 10)
    chain(b, sides, (0.4, -0.6, 1.1, 0.5, 0.7, -0.6, 0.3), np.eye(4), "robot")
    table(b, shift(0.9, 0.55), "table", sides)
    conveyor(b, shift(-0.3, -1.05), "conveyor", sides)
    b.add(block(0.12, 0.12, 0.12), shift(0.8, 0.6, 0.61) @ turn(0.3, "z"), RED, "part")
    b.add(cylinder(0.05, 0.14, sides), shift(1.05, 0.45, 0.55), BLUE, "part")
    for i in range(4):
        place = shift(-1.0 + 0.18 * i, -1.05, 0.51) @ turn(0.2 * i, "z")
        b.add(block(0.13, 0.13, 0.12), place, (RED, BLUE)[i % 2], "parts")
    b.add(cylinder_fillet(0.09, 0.2, 0.02, 0.02, sides), shift(-1.2, 0.8), GREEN, "can")
    return b.scene()


def tangle(sides: int = 48) -> Scene:
    """Return solids that reach through each other and bars that overlap in a circle."""
    b = Builder()
    tiles(b, 1.5, 6)
    along = shift(-0.8, -0.15, 0.35) @ turn(pi / 2, "x")
    b.add(cylinder(0.16, 0.9, sides), along, ORANGE, "one")
    across = shift(-1.25, -0.6, 0.38) @ turn(pi / 2, "y") @ turn(0.3, "x")
    b.add(cylinder(0.13, 0.9, sides), across, BLUE, "two")
    for k, color in enumerate((GREEN, RED)):
        for part in range(4):
            ring = shift(0.3 + 0.2 * k, -0.8, 0.32) @ turn(pi / 2 * (1 - k), "x")
            quarter = ring @ turn(pi / 2 * part, "z") @ shift(x=0.25) @ turn(pi / 2, "x")
            b.add(elbow(0.06, 0.25, pi / 2, sides), quarter, color, f"ring {k}")
    for k, color in enumerate((ORANGE, BLUE, GREEN)):
        bar = shift(-0.7, 0.7, 0.3) @ turn(2 * pi * k / 3, "z") @ shift(y=0.11) @ turn(0.22, "y")
        b.add(block(0.7, 0.1, 0.05), bar, color, f"bar {k}")
    table(b, shift(0.6, 0.5), "table", sides)
    b.add(sphere(0.2, sides), shift(0.5, 0.45, 0.55), LIGHT, "ball")
    tilted = shift(0.62, 0.55, 0.5) @ turn(0.5, "z") @ turn(0.4, "x")
    b.add(block(0.25, 0.25, 0.25), tilted, RED, "cube")
    b.add(tube(0.22, 0.15, 0.12, sides), shift(0.9, 0.5, 0.55), GRAY, "tube")
    b.add(cone(0.12, 0.5, sides), shift(0.9, 0.5, 0.5) @ turn(0.25, "x"), BLUE, "cone")
    return b.scene()


def random_arm(seed: int, sides: int = 24) -> tuple[Scene, Camera]:
    """Return an arm folded at random, so that it collides with itself, and a random view of it."""
    random = np.random.default_rng(seed)
    b = Builder()
    angles = random.uniform(-pi, pi, 7)
    chain(b, sides, tuple(angles.tolist()), np.eye(4), "arm")
    azimuth, elevation = random.uniform(-pi, pi), random.uniform(-0.4, 1.3)
    camera = Camera((0.0, 0.0, 0.7), azimuth, elevation, 3.4, radians(30.0), bool(seed % 2))
    return b.scene(), camera


SCENES: dict[str, tuple[Callable[[int], Scene], Camera]] = {
    "work cell": (work_cell, WORK_CELL),
    "tangle": (tangle, TANGLE),
}
