"""Where the mass of each link is: its centre, and the uniform ellipsoid of equal inertia."""

from __future__ import annotations

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.joint import Inertia
from rvs.engine.kinematics import frames
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.refs import link_ref
from rvs.model.state import Posture
from rvs.model.views.view import Background
from rvs.scene.annotate.ellipsoids import ring
from rvs.scene.items import Item, Line, Points

RING, DOT, RIM = 1.4, 9.0, 13.0
ALPHA = 0.8


@derived(size=16)
def mass_items(placed: PlacedRobot, posture: Posture, background: Background) -> tuple[Item, ...]:
    """Return centres of mass and inertia ellipsoids of the links that have a mass."""
    colors = SCENE[background]
    color, halo = rgba(colors.warn), rgba(colors.halo)
    world = np.asarray(placed.place) @ frames(placed.robot, np.asarray(posture))[1:]
    items: list[Item] = []
    for index, (joint, frame) in enumerate(zip(placed.robot.joints, world, strict=True)):
        if joint.inertia is None or joint.inertia.mass <= 0.0:
            continue
        radii, axes = inertia_ellipsoid(joint.inertia)
        pose = np.array(frame)
        pose[:3, 3] = frame[:3, :3] @ joint.inertia.com + frame[:3, 3]
        pose[:3, :3] = frame[:3, :3] @ axes
        owner = link_ref(placed.id, index)
        lines = [ring(pose, radii, k) for k in range(3)] if radii.any() else []
        items += [
            Line(points, rgba(colors.warn, ALPHA), RING, owner=owner, depth="hidden")
            for points in lines
        ]
        items.append(Points(pose[None, :3, 3], halo, RIM, owner=owner, depth="on top"))
        items.append(Points(pose[None, :3, 3], color, DOT, owner=owner, depth="on top"))
    return tuple(items)


def inertia_ellipsoid(inertia: Inertia) -> tuple[Array, Array]:
    """Return the uniform solid ellipsoid that has the mass and moments of a link.

    Its half axes follow from ``I_1 = m (r_2^2 + r_3^2) / 5`` and so on.

    Returns:
        Half axes (3,) in m, 0 where the moments are those of no body, and unit vectors along them
        as columns (3, 3), link axes, right-handed.
    """
    xx, yy, zz, xy, yz, xz = inertia.moments
    moments, axes = np.linalg.eigh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    squares = 2.5 * (moments.sum() - 2.0 * moments) / inertia.mass
    if np.linalg.det(axes) < 0.0:
        axes[:, 2] *= -1.0
    return np.sqrt(np.maximum(squares, 0.0)), axes
