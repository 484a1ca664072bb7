"""Objects around the robots, as solids made of a few shapes each."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rvs.bodies.part_meshes import STOCK, file_pieces
from rvs.bodies.solid import Solid
from rvs.geometry.things.kind import Piece
from rvs.model.appearance.colors import hex_color, rgba
from rvs.model.derived import derived
from rvs.model.refs import thing_ref
from rvs.model.things.thing import Thing, all_sizes, kind_of, own_bounds

# So many things are remembered as solids, so that a moved one leaves the others alone.
REMEMBERED = 20_000


@derived(size=REMEMBERED)
def thing_solids(thing: Thing) -> tuple[Solid, ...]:
    """Return the solids of an object at its pose; equal objects share their meshes."""
    place = np.array(thing.place)
    place.setflags(write=False)
    usual = kind_of(thing.kind)
    color, material = thing.color or usual.color, thing.material or usual.material
    main, owner = rgba(hex_color(color)), thing_ref(thing.id)
    # A colour that was chosen stands for all that the file of a mesh says.
    painted = thing.mesh is None or not thing.color
    return tuple(
        Solid(
            piece.mesh,
            place,
            rgba(piece.color) if piece.color and painted else main,
            piece.material or material,
            owner,
        )
        for piece in thing_pieces(thing)
    )


def thing_pieces(thing: Thing) -> tuple[Piece, ...]:
    """Return the pieces of an object in its own frame."""
    if thing.mesh is not None:
        return file_pieces(thing.mesh, all_sizes(thing)["scale"], tuple(own_bounds(thing).flat))
    return _pieces(thing.kind, tuple(all_sizes(thing).items()))


# Remembered by value: things of one kind and equal sizes share their meshes.
@lru_cache(maxsize=1024)
def _pieces(kind: str, sizes: tuple[tuple[str, float], ...]) -> tuple[Piece, ...]:
    return STOCK.thing(kind, sizes)
