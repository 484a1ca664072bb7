"""What ``benchmarks/window.py`` moves: things that stand around, many triangles, made motions."""

from __future__ import annotations

from math import ceil, cos, pi, sin

import numpy as np

from rvs.model.colors import rgba
from rvs.model.document import PlacedRobot
from rvs.model.motion import JointTrajectory
from rvs.model.ranges import joint_range
from rvs.scene import solids
from rvs.scene.items import Solid

LINKS, PARTS = 10, 8
SWING, SECONDS, RATE = 0.15, 4.0, 50


def things(count: int) -> tuple[Solid, ...]:
    """Return boxes, balls and drums of twelve kinds in rings on the floor."""
    meshes = [
        mesh
        for size in (0.04, 0.06, 0.08, 0.1)
        for mesh in (
            solids.rounded_box(size, size, size, size / 8),
            solids.sphere(size / 2),
            solids.filleted_cylinder(size / 2, size, size / 10),
        )
    ]
    made = []
    for k in range(count):
        place = np.eye(4)
        place[:3, 3] = (0.7 + 0.1 * (k % 4)) * cos(0.251 * k), 0.9 * sin(0.251 * k), 0.06
        made.append(Solid(meshes[k % len(meshes)], place, rgba("#7a8894"), owner=("thing", k)))
    return tuple(made)


def swing(placed: PlacedRobot, posture: tuple[float, ...]) -> JointTrajectory:
    """Return a motion that swings every joint of a robot about a posture, within its limits."""
    times = np.arange(int(SECONDS * RATE)) / RATE
    rows = np.empty((len(times), placed.robot.n))
    for k, value in enumerate(posture):
        limits = joint_range(placed.robot, k)
        reach = SWING * (limits.upper - limits.lower)
        wave = value + reach * np.sin(2 * pi * (k + 1) * times / SECONDS)
        rows[:, k] = [limits.clamp(one) for one in wave.tolist()]
    return JointTrajectory.evenly(placed.id, rows, 1.0 / RATE)


class Arm:
    """Ten links in a chain, each of some parts, together of about so many triangles."""

    def __init__(self, triangles: int) -> None:
        sides = ceil((triangles / LINKS / PARTS / 4) ** 0.5)
        rings = [solids.sphere(0.05 + 0.002 * part, 2 * sides) for part in range(PARTS)]
        self.meshes = [rings[part] for _ in range(LINKS) for part in range(PARTS)]
        self.triangles = sum(len(mesh.triangles) for mesh in self.meshes)

    def at(self, angle: float) -> tuple[Solid, ...]:
        """Return the links with every joint turned by an angle, rad."""
        frame, made = np.eye(4), []
        frame[2, 3] = 0.1
        for link in range(LINKS):
            turn = 0.25 * sin(angle + link)
            step = np.eye(4)
            step[0, 0] = step[2, 2] = cos(turn)
            step[0, 2], step[2, 0] = sin(turn), -sin(turn)
            frame = frame @ step
            for part in range(PARTS):
                place = frame.copy()
                place[:3, 3] += frame[:3, 2] * (0.012 * part)
                mesh = self.meshes[link * PARTS + part]
                made.append(Solid(mesh, place, rgba("#d07a2c"), owner=("arm", "link", link)))
            frame = frame.copy()
            frame[:3, 3] += frame[:3, 2] * 0.1
        return tuple(made)
