"""All surroundings of the robots: their solids, extents, and shadows.

Objects are cached in blocks, so that of a thousand only the block of the moved one is drawn again.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rvs.bodies.solid import Solid
from rvs.bodies.things import REMEMBERED, thing_solids
from rvs.engine.arrays import Array
from rvs.model.derived import derived
from rvs.model.things.thing import Thing, bounds
from rvs.model.views.section import Section
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
