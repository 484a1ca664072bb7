"""What can be done to the thing that is chosen in the view."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rvs.bodies.solid import Solid
from rvs.model.current import joint_at
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import joint_symbol
from rvs.model.refs import belongs
from rvs.model.robots.ranges import joint_range
from rvs.ui.desk import Desk


def home_joint(desk: Desk) -> None:
    """Give the joint of the chosen link its initial value."""
    held = _held(desk)
    if held is not None:
        _set(desk, *held, held[0].robot.joints[held[1]].home, "Home")


def zero_joint(desk: Desk) -> None:
    """Set the joint of the chosen link to zero, or to the limit nearest to it."""
    held = _held(desk)
    if held is not None:
        free = desk.settings.preferences.ignore_limits
        value = 0.0 if free else joint_range(held[0].robot, held[1]).clamp(0.0)
        _set(desk, *held, value, "Zero")


def look_at(desk: Desk) -> None:
    """Turn about the middle of the chosen thing from now on."""
    state = desk.session.state
    solids = [
        item
        for item in desk.viewport.scene().items
        if isinstance(item, Solid) and belongs(item.owner, state.chosen)
    ]
    if solids:
        middles = [s.pose[:3, :3] @ s.mesh.bounds.mean(axis=0) + s.pose[:3, 3] for s in solids]
        x, y, z = np.mean(middles, axis=0).tolist()
        desk.viewport.glide_to(replace(state.view.camera, target=(x, y, z)))


def _held(desk: Desk) -> tuple[PlacedRobot, int] | None:
    state = desk.session.state
    return joint_at(state.document, state.chosen)


def _set(desk: Desk, placed: PlacedRobot, index: int, value: float, label: str) -> None:
    posture = list(desk.session.state.postures[placed.id])
    posture[index] = value
    symbol = joint_symbol(placed.robot.joints[index], index)
    desk.session.pose(placed.id, posture, f"{label} {symbol} of {desk.session.called(placed)}")
