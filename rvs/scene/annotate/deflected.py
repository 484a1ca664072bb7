"""A robot with its deflection exaggerated, next to the undeflected robot."""

from __future__ import annotations

import numpy as np

from rvs.bodies.robot_body import body_for, made_body
from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.kinematics import fkine, frames
from rvs.engine.screws import exp6
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.document import PlacedRobot
from rvs.model.refs import NOTHING
from rvs.model.views.view import Background
from rvs.scene.items import Item, Label, Line, Points
from rvs.study.stiffness.deflection import Deflection

OPACITY = 0.45


def deflected_items(
    placed: PlacedRobot,
    q: Array,
    moved: Deflection,
    factor: float,
    size: float,
    background: Background = "light",
) -> tuple[Item, ...]:
    """Return the bodies of a robot with its deflection times a factor, and the tool's distance.

    Each link moves rigidly with the centre of the flexible parts before and after it.

    Args:
        placed: The robot.
        q: Its posture (n,), rad and m.
        moved: Its displacements.
        factor: Exaggeration.
        size: Deflection of the tool point, in m.
        background: Colours of the scene.
    """
    colors, place = SCENE[background], np.array(placed.place)
    tool = fkine(placed.robot, q)[:3, 3]
    own = frames(placed.robot, q)
    # twists at the tool point, in the robot's own axes: of each link, and of the tool
    ends = np.cumsum(moved.joints + moved.links, axis=0)
    middles = ends - moved.links / 2
    twists = np.vstack([np.zeros((1, 6)), middles])
    shifts = np.array([_shift(twist, tool, factor) for twist in twists])
    made = made_body(body_for(placed, "full"), placed.robot)
    poses = place @ (shifts @ own)[made.frames] @ made.poses
    color = rgba(colors.warn, OPACITY)
    bodies = [
        Solid(mesh, pose, color, "matte", NOTHING, "annotation")
        for mesh, pose, frame in zip(made.meshes, poses, made.frames, strict=True)
        if frame > 0
    ]
    line = np.array([*own[:, :3, 3], tool])
    still = np.zeros((1, 6))
    moves = [_shift(twist, tool, factor) for twist in (*still, *ends, ends[-1])]
    bent = np.array(
        [(move @ np.append(point, 1.0))[:3] for move, point in zip(moves, line, strict=True)]
    )
    world = [(one @ place[:3, :3].T + place[:3, 3]) for one in (line, bent)]
    ink = rgba(colors.warn)
    return (
        *bodies,
        Line(world[0], rgba(colors.ghost), 1.5, dashed=True, depth="on top"),
        Line(world[1], ink, 2.5, depth="on top"),
        Points(world[1][-1:], ink, 9.0, depth="on top"),
        Label(
            f"{1e3 * size:.3g} mm, drawn {factor:g} times", world[1][-1], ink, rgba(colors.halo),
            away=(0.0, 0.0, -1.0), gap=24.0, size=15.0, bold=False,
        ),
    )  # fmt: skip


def _shift(twist: Array, point: Array, factor: float) -> Array:
    """Return the rigid motion of a twist at a point, times a factor (4, 4)."""
    shift = np.eye(4)
    shift[:3, :3] = exp6(np.concatenate([twist[:3] * factor, np.zeros(3)]))[:3, :3]
    shift[:3, 3] = point + factor * twist[3:] - shift[:3, :3] @ point
    return shift
