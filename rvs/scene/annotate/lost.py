"""Near a singularity: the lost or hardest motion of the tool, as arrows in both directions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.engine.kinematics import fkine
from rvs.model.appearance.colors import SCENE, Rgba, rgba
from rvs.model.body.values import TOOL
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot
from rvs.model.refs import Ref
from rvs.model.robots.ranges import reach
from rvs.model.state import Posture
from rvs.model.views.view import Background
from rvs.scene.annotate.arrows import along, arrow_mesh
from rvs.scene.items import Item, Label, Line

if TYPE_CHECKING:
    from rvs.model.robots.dexterity import Dexterity
    from rvs.study.dexterity import Nearest

# In parts of the robot's reach: an arrow, and the ring of a turn; in parts of an arrow its shaft,
# head and head's length.
LENGTH, RING = 0.2, 0.09
SHAFT, HEAD, HEAD_LENGTH = 0.022, 0.066, 0.22
# A share of the motion below this is not drawn.
NOTHING = 0.2
STEPS, ARC, WIDTH = 48, 1.6 * np.pi, 2.5


@derived(size=16)
def lost_items(placed: PlacedRobot, posture: Posture, background: Background) -> tuple[Item, ...]:
    """Return arrows at the tool, with a word; empty if no singularity is near."""
    # here, as few scenes show it
    from rvs.model.robots.dexterity import dexterity_of

    found = dexterity_of(placed.robot, posture)
    if isinstance(found, str) or not found.near or found.nearest is None:
        return ()
    turned = np.asarray(placed.place)[:3, :3]
    at = (np.asarray(placed.place) @ fkine(placed.robot, np.asarray(posture)))[:3, 3]
    turn, move = (turned @ part for part in _parts(found.nearest))
    size, owner = reach(placed.robot), (placed.id, TOOL)
    colors = SCENE[background]
    color = rgba(colors.limit)
    items: list[Item] = []
    if np.linalg.norm(turn) > NOTHING:
        items += _turning(at, turn, RING * size, color, owner)
    if np.linalg.norm(move) > NOTHING:
        items += _moving(at, move, LENGTH * size, color, owner)
    if not items:
        return ()
    longest = move * LENGTH if np.linalg.norm(move) > NOTHING else _unit(turn) * RING * ARC / 2
    x, y, z = _unit(longest).tolist()
    words, halo = _word(found), rgba(colors.halo)
    return (*items, Label(words, at + longest * size, color, halo, away=(x, y, z), owner=owner))


def _parts(nearest: Nearest) -> tuple[Array, Array]:
    return nearest.direction[:3], nearest.direction[3:]


def _word(found: Dexterity) -> str:
    return "lost" if found.at_singularity else "hardest"


def _unit(vector: Array) -> Array:
    return np.asarray(vector / np.linalg.norm(vector))


def _moving(at: Array, move: Array, size: float, color: Rgba, owner: Ref) -> list[Item]:
    """Return two arrows away from the tool point, shorter for a smaller part of the motion."""
    length = size * float(np.linalg.norm(move))
    mesh = arrow_mesh(length, SHAFT * size, HEAD * size, min(HEAD_LENGTH * size, 0.8 * length))
    return [
        Solid(mesh, along(at, way * move), color, owner=owner, layer="annotation")
        for way in (1.0, -1.0)
    ]


def _turning(at: Array, turn: Array, radius: float, color: Rgba, owner: Ref) -> list[Item]:
    """Return the axis through the tool point, and a partial ring with an arrow at each end."""
    pose = along(at, turn)
    angles = np.linspace(-ARC / 2, ARC / 2, STEPS)
    ring = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(STEPS)]) * radius
    axis = np.outer([-1.0, 1.0], pose[:3, 2]) * radius * 1.4 + at
    items: list[Item] = [
        Line(axis, color, WIDTH / 2, dashed=True, owner=owner, depth="on top"),
        Line(ring @ pose[:3, :3].T + at, color, WIDTH, owner=owner, depth="hidden"),
    ]
    head = 0.35 * radius
    mesh = arrow_mesh(head, 0.01 * radius, 0.14 * radius, 0.9 * head)
    for end, way in ((0, -1.0), (-1, 1.0)):
        tangent = way * np.array([-np.sin(angles[end]), np.cos(angles[end]), 0.0])
        place = pose[:3, :3] @ ring[end] + at
        where = along(place, pose[:3, :3] @ tangent)
        items.append(Solid(mesh, where, color, owner=owner, layer="annotation"))
    return items
