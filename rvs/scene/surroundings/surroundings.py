"""All surroundings of the robots: their solids, extents, shadows, and the targets.

Objects are cached in blocks, so that of a thousand only the block of the moved one is drawn again.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rvs.bodies.solid import Solid
from rvs.bodies.things import REMEMBERED, thing_solids
from rvs.engine.arrays import Array
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.refs import target_ref
from rvs.model.things.thing import TargetFrame, Thing, bounds
from rvs.model.views.view import Background, Section
from rvs.scene.annotate.frames import TURNS, arrow_mesh
from rvs.scene.items import Item, Label, Points
from rvs.scene.shadow import Footprint, footprint
from rvs.value_class import dataclass

# The penumbra of things is that of a robot of about a metre.
SHADOW_SCALE = 1.0
BLOCK = 32

Things = tuple[Thing, ...]


@dataclass(frozen=True, eq=False)
class Block:
    """Visible parts of some objects, without the hidden ones.

    Attributes:
        solids: Their solids.
        points: Ends of their boxes (2 n, 3), m.
        shadow: Their shadow, or None if they cast none.
    """

    solids: tuple[Solid, ...]
    points: Array
    shadow: Footprint | None


@derived(size=16)
def room_solids(things: Things) -> tuple[Solid, ...]:
    """Return the solids of all visible objects."""
    return tuple(solid for block in _blocks(things) for solid in block.solids)


@derived(size=16)
def room_points(things: Things) -> Array:
    """Return the ends of the boxes of all visible objects (2 n, 3), m."""
    points = [block.points for block in _blocks(things)]
    return np.concatenate(points) if points else np.zeros((0, 3))


@derived(size=16)
def room_prints(things: Things) -> tuple[Footprint, ...]:
    """Return the shadows of all visible objects."""
    return tuple(block.shadow for block in _blocks(things) if block.shadow is not None)


@derived(size=4)
def cut_prints(things: Things, section: Section) -> tuple[Footprint, ...]:
    """Return the shadows of the parts of visible objects that remain after a section."""
    shown = [thing for thing in things if not thing.hidden]
    return tuple(footprint(thing_solids(thing), SHADOW_SCALE, section) for thing in shown)


@derived(size=REMEMBERED)
def thing_print(thing: Thing) -> Footprint:
    """Return the shadow of an object on the floor."""
    return footprint(thing_solids(thing), SHADOW_SCALE)


def _blocks(things: Things) -> Iterator[Block]:
    for start in range(0, len(things), BLOCK):
        yield _block(*things[start : start + BLOCK])


@derived(size=2048)
def _block(*things: Thing) -> Block:
    shown = [thing for thing in things if not thing.hidden]
    if not shown:
        return Block((), np.zeros((0, 3)), None)
    prints = [thing_print(thing).rings for thing in shown]
    return Block(
        tuple(solid for thing in shown for solid in thing_solids(thing)),
        np.concatenate([bounds(thing) for thing in shown]),
        Footprint(np.concatenate(prints, axis=1)),
    )


SIZE = 0.09
SHAFT, HEAD, HEAD_LENGTH = 0.035, 0.11, 0.28
DOT = 7.0
LABEL_SIZE, LABEL_GAP = 15.0, 16.0


@derived(size=8)
def target_items(
    targets: tuple[TargetFrame, ...], background: Background, labels: bool, frame_size: float
) -> tuple[Item, ...]:
    """Return targets as small frames.

    Args:
        targets: The targets.
        background: Their background.
        labels: Show their names.
        frame_size: Length of the axes; 1 is the standard length, 0 none.
    """
    items: list[Item] = []
    for target in targets:
        items += _frame(target, background, frame_size)
        if labels:
            items.append(_label(target, background))
    return tuple(items)


def target_points(targets: tuple[TargetFrame, ...], frame_size: float) -> Array:
    """Return origins and tips of the axes of targets (m, 3), m."""
    poses = np.array([target.place for target in targets])
    origins = poses[:, :3, 3]
    tips = origins[:, None] + SIZE * frame_size * np.swapaxes(poses[:, :3, :3], 1, 2)
    points: Array = np.concatenate([origins, tips.reshape(-1, 3)])
    return points


@derived(size=512)
def _frame(target: TargetFrame, background: Background, frame_size: float) -> tuple[Item, ...]:
    colors, place, owner = SCENE[background], np.array(target.place), target_ref(target.id)
    dot = Points(place[None, :3, 3], rgba(colors.select), DOT, owner, depth="hidden")
    if frame_size <= 0.0:
        return (dot,)
    size = SIZE * frame_size
    arrow = arrow_mesh(size, SHAFT * size, HEAD * size, HEAD_LENGTH * size)
    paints = (colors.x, colors.y, colors.z)
    return (
        dot,
        *(
            Solid(
                arrow,
                place @ _turned(turn),
                rgba(paint),
                "annotation",
                owner,
                "annotation",
                "hidden",
            )
            for turn, paint in zip(TURNS, paints, strict=True)
        ),
    )


@derived(size=512)
def _label(target: TargetFrame, background: Background) -> Label:
    colors, place = SCENE[background], np.array(target.place)
    x, y, z = (-place[:3, 2]).tolist()
    return Label(
        target.id,
        place[:3, 3],
        rgba(colors.select),
        rgba(colors.halo),
        away=(x, y, z),
        gap=LABEL_GAP,
        size=LABEL_SIZE,
        owner=target_ref(target.id),
    )


def _turned(turn: Array) -> Array:
    pose = np.eye(4)
    pose[:3, :3] = turn
    return pose
