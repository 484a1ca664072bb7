"""Ellipsoids of velocity and force about the tool point, each as three rings and its axes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.kinematics import fkine
from rvs.engine.robot import Robot
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.body.values import TOOL
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.robots.ranges import reach
from rvs.model.state import Posture
from rvs.model.views.view import Background, EllipsoidKind
from rvs.scene.items import Item, Line

if TYPE_CHECKING:
    from rvs.study.dexterity import Ellipsoid

KINDS: tuple[EllipsoidKind, ...] = ("velocity", "force")
# Half the longest axis of an ellipsoid, in parts of the robot's reach.
SIZE = 0.16
# Beside the longest axis none is drawn thinner, so that a flat one stays a body.
THIN = 0.01
STEPS = 64
RING, AXIS = 1.8, 1.2


def ellipsoid_items(
    placed: PlacedRobot, posture: Posture, background: Background, kind: EllipsoidKind
) -> tuple[Item, ...]:
    """Return an ellipsoid of a robot in a posture, with a fixed length of its longest axis.

    A motion without bounds, or a direction in which any force can be borne, has the same length.

    Args:
        placed: The robot.
        posture: Joint values, rad and m.
        background: Colours of the scene.
        kind: Velocities for unit joint rates, or forces for unit torques.
    """
    found = _ellipsoid(placed.robot, posture, kind)
    if found is None:
        return ()
    colors = SCENE[background]
    color = rgba(colors.select if kind == "velocity" else colors.y)
    radii = _shown(found.radii) * SIZE * reach(placed.robot)
    pose = np.eye(4)
    pose[:3, :3] = np.asarray(placed.place)[:3, :3] @ _right_handed(found.axes)
    pose[:3, 3] = (np.asarray(placed.place) @ fkine(placed.robot, np.asarray(posture)))[:3, 3]
    owner = (placed.id, TOOL)
    rings = [Line(ring(pose, radii, i), color, RING, owner=owner, depth="hidden") for i in range(3)]
    half = (pose[:3, :3] * radii).T
    ends = pose[:3, 3] + np.stack([-half, half], axis=1).reshape(-1, 3)
    axes = Line(ends, color, AXIS, pairs=True, dashed=True, owner=owner, depth="on top")
    return (*rings, axes)


@derived(size=16)
def _ellipsoid(robot: Robot, posture: Posture, kind: EllipsoidKind) -> Ellipsoid | None:
    # here, since what is known of dexterity loads all of inverse kinematics and dynamics
    from rvs.study.dexterity import force_ellipsoid, velocity_ellipsoid

    make = velocity_ellipsoid if kind == "velocity" else force_ellipsoid
    try:
        return make(robot, np.asarray(posture))
    except RvsError:
        return None


def _shown(radii: Array) -> Array:
    """Return radii limited to the range from thin to 1."""
    finite = radii[np.isfinite(radii)]
    longest = float(finite.max()) if len(finite) and np.isfinite(radii).all() else np.inf
    if not np.isfinite(longest):
        return np.where(np.isfinite(radii), THIN, 1.0)
    return np.maximum(radii / longest, THIN) if longest > 0 else np.full(3, THIN)


def _right_handed(axes: Array) -> Array:
    found = axes.copy()
    if np.linalg.det(found) < 0:
        found[:, 2] *= -1.0
    return found


def ring(pose: Array, radii: Array, normal: int) -> Array:
    """Return the section (n, 3) of an ellipsoid across one of its axes, closed."""
    turn = np.linspace(0.0, 2.0 * np.pi, STEPS + 1)
    local = np.zeros((STEPS + 1, 3))
    first, second = (i for i in range(3) if i != normal)
    local[:, first], local[:, second] = radii[first] * np.cos(turn), radii[second] * np.sin(turn)
    return np.asarray(local @ pose[:3, :3].T + pose[:3, 3])
