"""Scenes that ``benchmarks/window.py`` moves: objects, many triangles, computed motions."""

from __future__ import annotations

from math import ceil, cos, pi, sin

import numpy as np

from rvs.bodies.solid import Solid
from rvs.geometry.shapes.revolved import sphere
from rvs.model.appearance.colors import rgba
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.robots.ranges import joint_range
from rvs.model.things.thing import Thing

LINKS, PARTS = 10, 8
SWING, SECONDS, RATE = 0.15, 4.0, 50
BOX = (("length", 0.06), ("width", 0.06), ("height", 0.06))
A_RING, NEAREST, RINGS_APART = 40, 0.7, 0.2


def things(count: int) -> tuple[Thing, ...]:
    """Return so many equal boxes in rings on the floor."""
    made = []
    for k in range(count):
        ring, angle = divmod(k, A_RING)
        place = np.eye(4)
        turn = 2 * pi * (angle + 0.5 * (ring % 2)) / A_RING
        reach = NEAREST + RINGS_APART * ring
        place[:3, 3] = reach * cos(turn), reach * sin(turn), 0.0
        rows = tuple(tuple(row) for row in place.tolist())
        made.append(Thing(f"box {k + 1}", "box", BOX, rows))
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
        rings = [sphere(0.05 + 0.002 * part, 2 * sides) for part in range(PARTS)]
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
