"""A robot in another posture: transparent, and not selectable."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.refs import NOTHING
from rvs.model.views.view import Background
from rvs.scene.items import Item, Label

OPACITY = 0.34
SHRINK = 0.985
NAME_SIZE, NAME_GAP = 15.0, 26.0


@derived(size=8)
def ghost_items(
    solids: tuple[Solid, ...], present: tuple[Solid, ...], background: Background
) -> tuple[Item, ...]:
    """Return the bodies of a robot as a ghost, without those at rest in both postures."""
    red, green, blue, _ = rgba(SCENE[background].ghost)
    color = (red, green, blue, OPACITY)
    here = {(solid.mesh, solid.pose.round(9).tobytes()) for solid in present}
    return tuple(
        replace(
            solid,
            pose=_shrunk(solid),
            color=color,
            owner=NOTHING,
            layer="annotation",
            material="matte",
            outline=None,
        )
        for solid in solids
        if (solid.mesh, solid.pose.round(9).tobytes()) not in here
    )


@derived(size=32)
def ghost_name(name: str, at: Array, up: bool, background: Background) -> Label:
    """Return the name of a ghost for its label.

    Args:
        name: The name.
        at: Point of the ghost next to it (3,), m.
        up: The name is above that point; otherwise below it.
        background: Colours of the scene.
    """
    colors = SCENE[background]
    return Label(
        name,
        at,
        rgba(colors.label),
        rgba(colors.halo),
        away=(0.0, 0.0, 1.0 if up else -1.0),
        gap=NAME_GAP,
        size=NAME_SIZE,
        leader=up,
    )


def _shrunk(solid: Solid) -> Array:
    """Return the pose of a slightly smaller body, so that no surface coincides with the robot."""
    center = solid.mesh.bounds.mean(axis=0)
    smaller = np.diag([SHRINK, SHRINK, SHRINK, 1.0])
    smaller[:3, 3] = (1.0 - SHRINK) * center
    return np.asarray(solid.pose @ smaller)
