"""What stands around the robots, as solids made of a few shapes each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np

from rvs.bodies.solid import Solid
from rvs.bodies.things import furniture, logistics, safety, simple, stands, workpieces
from rvs.bodies.things.from_file import file_pieces
from rvs.bodies.things.pieces import Piece
from rvs.model.appearance.color_names import hex_color
from rvs.model.appearance.colors import rgba
from rvs.model.derived import derived
from rvs.model.refs import thing_ref
from rvs.model.things.thing import Thing, all_sizes, kind_of, own_bounds

Maker = Callable[[Mapping[str, float]], tuple[Piece, ...]]

MAKERS: Mapping[str, Maker] = {
    "table": furniture.table,
    "shelf": furniture.shelf,
    "cabinet": furniture.cabinet,
    "conveyor": logistics.conveyor,
    "pallet": logistics.pallet,
    "bin": logistics.bin_,
    "rail": logistics.rail,
    "battery": simple.battery,
    "peg": simple.peg,
    "surface": workpieces.surface,
    "fuselage": workpieces.fuselage,
    "wall": safety.wall,
    "fence": safety.fence,
    "pedestal": stands.pedestal,
    "positioner": stands.positioner,
    "box": simple.box,
    "cylinder": simple.cylinder,
    "sphere": simple.sphere,
}
# So many things are remembered as solids, so that a moved one leaves the others alone.
REMEMBERED = 20_000


@derived(size=REMEMBERED)
def thing_solids(thing: Thing) -> tuple[Solid, ...]:
    """Return the solids of a thing where it stands; equal things share their meshes."""
    place = np.array(thing.place)
    place.setflags(write=False)
    usual = kind_of(thing.kind)
    color, material = thing.color or usual.color, thing.material or usual.material
    main, owner = rgba(hex_color(color)), thing_ref(thing.id)
    return tuple(
        Solid(
            piece.mesh,
            place,
            rgba(piece.color) if piece.color else main,
            piece.material or material,
            owner,
        )
        for piece in thing_pieces(thing)
    )


def thing_pieces(thing: Thing) -> tuple[Piece, ...]:
    """Return the pieces of a thing in its own frame."""
    if thing.mesh is not None:
        return file_pieces(thing.mesh, all_sizes(thing)["scale"], tuple(own_bounds(thing).flat))
    return _pieces(thing.kind, tuple(all_sizes(thing).items()))


@lru_cache(maxsize=1024)
def _pieces(kind: str, sizes: tuple[tuple[str, float], ...]) -> tuple[Piece, ...]:
    return MAKERS[kind](dict(sizes))
