"""All that stands around the robots: its solids, how far it reaches, the shadow it throws."""

from __future__ import annotations

import numpy as np

from rvs.engine.robot import Array
from rvs.model.derived import derived
from rvs.model.things import Thing, bounds
from rvs.scene.items import Solid
from rvs.scene.shadow import Footprint, footprint
from rvs.scene.things import REMEMBERED, thing_solids

# The penumbra of things is that of a robot of about a metre.
SHADOW_SCALE = 1.0

Things = tuple[Thing, ...]


@derived(size=16)
def room_solids(things: Things) -> tuple[Solid, ...]:
    """Return the solids of all things that are not hidden."""
    return tuple(solid for thing in things if not thing.hidden for solid in thing_solids(thing))


@derived(size=16)
def room_points(things: Things) -> Array:
    """Return the ends of the boxes of all things that are not hidden (2 n, 3), m."""
    boxes = [bounds(thing) for thing in things if not thing.hidden]
    return np.concatenate(boxes) if boxes else np.zeros((0, 3))


@derived(size=16)
def room_prints(things: Things) -> tuple[Footprint, ...]:
    """Return the shadows of all things that are not hidden."""
    return tuple(thing_print(thing) for thing in things if not thing.hidden)


@derived(size=REMEMBERED)
def thing_print(thing: Thing) -> Footprint:
    """Return the shadow that a thing throws on the floor."""
    return footprint(thing_solids(thing), SHADOW_SCALE)
