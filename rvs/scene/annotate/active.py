"""A ring under the base of the active robot and the names of all, if there are several."""

from __future__ import annotations

import numpy as np

from rvs.bodies.skeleton.meshes import length
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.document import Document, PlacedRobot, called
from rvs.model.refs import link_ref, whole
from rvs.model.views.view import Background, Mode
from rvs.scene.build import robot_solids
from rvs.scene.items import Item, Label, Line

RING_PART, RING_WIDTH, SIDES = 0.17, 2.6, 72
# The ring's radius is at least so many times that of the circle about the base.
CLEAR = 1.1
# Of more robots the active one alone has its name, the others their numbers.
MOST_NAMED = 4
NAME_SIZE, NAME_GAP, LIFT = 14.0, 34.0, 0.003


@derived(size=8)
def active_marks(
    document: Document, active: str, background: Background, mode: Mode
) -> tuple[Item, ...]:
    """Return marks that distinguish the robots of a cell; nothing for a single one."""
    if len(document.robots) < 2:
        return ()
    items: list[Item] = []
    for index, placed in enumerate(document.robots):
        if placed.hidden:
            continue
        chosen = placed.id == active
        place, around = _foot(placed, mode)
        if chosen:
            items.append(_ring(placed, place, around, background))
        full = chosen or len(document.robots) <= MOST_NAMED
        text = f"{index + 1} {called(document, placed)}" if full else str(index + 1)
        items.append(_name(placed, text, chosen, place[:3, 3], background))
    return tuple(items)


def _ring(placed: PlacedRobot, place: Array, around: float, background: Background) -> Line:
    angles = np.linspace(0.0, 2 * np.pi, SIDES + 1)
    radius = max(RING_PART * length(placed.robot), CLEAR * around)
    flat = np.stack([radius * np.cos(angles), radius * np.sin(angles), 0 * angles + LIFT], axis=1)
    points = flat @ place[:3, :3].T + place[:3, 3]
    color = rgba(SCENE[background].select)
    return Line(points, color, RING_WIDTH, owner=link_ref(placed.id, 0), layer="overlay")


def _name(placed: PlacedRobot, text: str, chosen: bool, at: Array, background: Background) -> Label:
    colors = SCENE[background]
    return Label(
        text,
        at,
        rgba(colors.select if chosen else colors.label),
        rgba(colors.halo),
        away=(0.0, 0.0, -1.0),
        gap=NAME_GAP,
        size=NAME_SIZE,
        bold=chosen,
        owner=link_ref(placed.id, 0),
        layer="overlay",
    )


@derived(size=32)
def _foot(placed: PlacedRobot, mode: Mode) -> tuple[Array, float]:
    """Return the pose of a robot's foot (4, 4) and the radius of its base around it, in m.

    This is the lowest point of its base, or its place if the base extends below that, as cables do;
    without a body it is frame 0.
    """
    place = np.asarray(placed.place)
    origin = placed.robot.base[:3, 3]
    home = tuple(placed.robot.home.tolist())
    base = [
        (solid.mesh.vertices @ solid.pose[:3, :3].T + solid.pose[:3, 3] - place[:3, 3])
        @ place[:3, :3]
        for solid in robot_solids(placed, home, "", mode)
        if whole(solid.owner) == link_ref(placed.id, 0)
    ]
    points = np.concatenate(base or [origin[None]])
    low = max(points[:, 2].min(), min(origin[2], 0.0))
    foot = np.array(place)
    foot[:3, 3] += place[:3, :3] @ [origin[0], origin[1], low]
    above = points[points[:, 2] >= low, :2]
    return foot, float(np.linalg.norm(above - origin[:2], axis=1).max())
