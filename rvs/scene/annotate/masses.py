"""Mass of each link: its centre, and the uniform ellipsoid of equal inertia."""

from __future__ import annotations

import numpy as np

from rvs.bodies.effectors import PAYLOAD, Load
from rvs.engine.arrays import Array
from rvs.engine.joint import Inertia
from rvs.engine.kinematics import frames
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.body.values import TOOL, part_ref
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.refs import Ref, link_ref
from rvs.model.robots.masses import inertia_of, unweighed
from rvs.model.state import Posture
from rvs.model.views.view import Background
from rvs.scene.annotate.ellipsoids import ring
from rvs.scene.items import Item, Line, Points

RING, DOT, RIM = 1.4, 9.0, 13.0
ALPHA = 0.8


@derived(size=16)
def mass_items(
    placed: PlacedRobot, posture: Posture, background: Background, load: Load | None = None
) -> tuple[Item, ...]:
    """Return centres of mass and inertia ellipsoids of the links with a mass.

    Args:
        placed: The robot.
        posture: Joint values, rad and m.
        background: Colours of the scene.
        load: End-effector and payload, which are drawn too if the robot has masses; or None.
    """
    world = np.asarray(placed.place) @ frames(placed.robot, np.asarray(posture))[1:]
    joints = placed.robot.joints
    bodies = [
        (joint.inertia, frame, link_ref(placed.id, index))
        for index, (joint, frame) in enumerate(zip(joints, world, strict=True), 1)
    ]
    if load is not None and not unweighed(placed.robot):
        bodies += [
            (inertia_of(load.tool), world[-1], (placed.id, TOOL)),
            (inertia_of(load.payload), world[-1], part_ref(placed.id, TOOL, PAYLOAD)),
        ]
    found = (_items(*body, background) for body in bodies if body[0] is not None)
    return tuple(item for items in found for item in items)


def _items(inertia: Inertia | None, frame: Array, owner: Ref, background: Background) -> list[Item]:
    """Return a dot at the centre of a body with a mass, and its ellipsoid."""
    if inertia is None or inertia.mass <= 0.0:
        return []
    colors = SCENE[background]
    radii, axes = inertia_ellipsoid(inertia)
    pose = np.array(frame)
    pose[:3, 3] = frame[:3, :3] @ inertia.com + frame[:3, 3]
    pose[:3, :3] = frame[:3, :3] @ axes
    lines = [ring(pose, radii, k) for k in range(3)] if radii.any() else []
    center = pose[None, :3, 3]
    return [
        *(
            Line(points, rgba(colors.warn, ALPHA), RING, owner=owner, depth="hidden")
            for points in lines
        ),
        Points(center, rgba(colors.halo), RIM, owner=owner, depth="on top"),
        Points(center, rgba(colors.warn), DOT, owner=owner, depth="on top"),
    ]


def inertia_ellipsoid(inertia: Inertia) -> tuple[Array, Array]:
    """Return the uniform solid ellipsoid with the mass and moments of a link.

    Its semi-axes follow from ``I_1 = m (r_2^2 + r_3^2) / 5`` and so on.

    Returns:
        Semi-axes (3,) in m, 0 if the moments are impossible, and unit vectors along them as columns
        (3, 3), link axes, right-handed.
    """
    xx, yy, zz, xy, yz, xz = inertia.moments
    moments, axes = np.linalg.eigh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    squares = 2.5 * (moments.sum() - 2.0 * moments) / inertia.mass
    if np.linalg.det(axes) < 0.0:
        axes[:, 2] *= -1.0
    return np.sqrt(np.maximum(squares, 0.0)), axes
