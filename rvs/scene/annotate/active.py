"""A ring under the base of the active robot and the names of all, where there are several."""

from __future__ import annotations

import numpy as np

from rvs.bodies.skeleton.sizes import length
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import Document, PlacedRobot, called
from rvs.model.refs import link_ref
from rvs.model.views.view import Background
from rvs.scene.items import Item, Label, Line

RING_PART, RING_WIDTH, SIDES = 0.17, 2.6, 72
# Of more robots the active one alone has its name, the others their numbers.
MOST_NAMED = 4
NAME_SIZE, NAME_GAP, LIFT = 14.0, 34.0, 0.003


@derived(size=8)
def active_marks(document: Document, active: str, background: Background) -> tuple[Item, ...]:
    """Return what tells the robots of a cell from each other; nothing for a single one."""
    if len(document.robots) < 2:
        return ()
    items: list[Item] = []
    for index, placed in enumerate(document.robots):
        if placed.hidden:
            continue
        chosen = placed.id == active
        if chosen:
            items.append(_ring(placed, background))
        full = chosen or len(document.robots) <= MOST_NAMED
        text = f"{index + 1} {called(document, placed)}" if full else str(index + 1)
        items.append(_name(placed, text, chosen, background))
    return tuple(items)


def _ring(placed: PlacedRobot, background: Background) -> Line:
    angles = np.linspace(0.0, 2 * np.pi, SIDES + 1)
    radius = RING_PART * length(placed.robot)
    flat = np.stack([radius * np.cos(angles), radius * np.sin(angles), 0 * angles + LIFT], axis=1)
    foot = _foot(placed)
    points = flat @ foot[:3, :3].T + foot[:3, 3]
    color = rgba(SCENE[background].select)
    return Line(points, color, RING_WIDTH, owner=link_ref(placed.id, 0), layer="overlay")


def _name(placed: PlacedRobot, text: str, chosen: bool, background: Background) -> Label:
    colors = SCENE[background]
    return Label(
        text,
        _foot(placed)[:3, 3],
        rgba(colors.select if chosen else colors.label),
        rgba(colors.halo),
        away=(0.0, 0.0, -1.0),
        gap=NAME_GAP,
        size=NAME_SIZE,
        bold=chosen,
        owner=link_ref(placed.id, 0),
        layer="overlay",
    )


def _foot(placed: PlacedRobot) -> Array:
    """Where frame 0 is in the world (4, 4)."""
    foot: Array = np.asarray(placed.place) @ placed.robot.base
    return foot
