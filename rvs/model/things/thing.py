"""Objects around the robots as values: solids, mesh files, and targets."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from itertools import product

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.robot import IDENTITY, Pose
from rvs.geometry.shape import Parameter
from rvs.geometry.things import KINDS, MESH
from rvs.geometry.things.kind import ThingKind
from rvs.model.appearance.colors import hex_color
from rvs.model.appearance.materials import MATERIALS
from rvs.model.body.sizes import checked
from rvs.model.body.values import id_fault
from rvs.model.bounds import check_place
from rvs.model.derived import derived
from rvs.model.mesh_file import MeshFile
from rvs.value_class import dataclass

NAMED_SIZES = tuple[tuple[str, float], ...]
# Of a cell, and of its named places as well.
MOST_THINGS = 20_000


@dataclass(frozen=True, slots=True)
class Thing:
    """An object around the robots.

    Attributes:
        id: Stable name inside the document; not shared with any robot, object or named place.
        kind: A name of ``rvs.geometry.things.KINDS``.
        sizes: Sizes by name, m and rad, in the kind's order; omitted sizes have their defaults.
        place: Its pose in the world, as rows.
        color: Its main colour, or empty for the kind's own.
        material: Material of the parts in its main colour, or empty for the kind's own.
        group: Name of its group, or empty.
        locked: It cannot be moved or changed until it is unlocked.
        hidden: It is invisible and cannot be touched.
        mesh: The file of a mesh; None for any other kind.

    Raises:
        ArgumentError: An invalid id, kind, size, colour or material.
    """

    id: str
    kind: str
    sizes: NAMED_SIZES = ()
    place: Pose = IDENTITY
    color: str = ""
    material: str = ""
    group: str = ""
    locked: bool = False
    hidden: bool = False
    mesh: MeshFile | None = None

    def __post_init__(self) -> None:
        _check_id(self.id, "id")
        if self.group:
            _check_id(self.group, "group")
        names = [name for name, _ in self.sizes]
        if len(set(names)) != len(names):
            raise ArgumentError(f"sizes: a name appears twice in {', '.join(names)}")
        kind = kind_of(self.kind)
        for name, value in self.sizes:
            checked(_size(kind, name), value)
        given = dict(self.sizes)
        # Things of equal sizes are equal, in whatever order these were given.
        ordered = tuple((one.name, given[one.name]) for one in kind.sizes if one.name in given)
        object.__setattr__(self, "sizes", ordered)
        check_place(self.place, "place")
        if self.color:
            hex_color(self.color)
        if self.material and self.material not in MATERIALS:
            known = ", ".join(MATERIALS)
            raise ArgumentError(f"material: there is no {self.material!r}; expected one of {known}")
        if (self.mesh is None) == (self.kind == MESH):
            raise ArgumentError(
                "mesh: an object of kind mesh requires a file, and objects of other kinds have none"
            )


@dataclass(frozen=True, slots=True)
class TargetFrame:
    """A target for tools, with a name.

    Attributes:
        id: Stable name inside the document; not shared with any robot, object or other named place.
        place: The pose in the world, as rows.
    """

    id: str
    place: Pose = IDENTITY

    def __post_init__(self) -> None:
        _check_id(self.id, "id")
        check_place(self.place, "place")


def kind_of(name: str) -> ThingKind:
    """Return the kind with a name.

    Raises:
        ArgumentError: There is none; the message names the most similar one.
    """
    kind = KINDS.get(name)
    if kind is None:
        found = get_close_matches(name[:40], KINDS, n=1)
        guess = f"did you mean {found[0]!r}?" if found else f"expected one of {', '.join(KINDS)}"
        raise ArgumentError(f"kind: there is no kind of object {name[:40]!r} ({guess})")
    return kind


def usual(size: Parameter) -> float:
    """Return the default of a size, m, rad or a plain number."""
    assert not isinstance(size.default, tuple)
    return size.default


@derived(size=4096)
def all_sizes(thing: Thing) -> Mapping[str, float]:
    """Return every size of an object by name, m and rad."""
    given = dict(thing.sizes)
    return {one.name: given.get(one.name, usual(one)) for one in kind_of(thing.kind).sizes}


@derived(size=4096)
def own_bounds(thing: Thing) -> Array:
    """Return the least and greatest coordinates of an object in its own frame (2, 3), m."""
    if thing.mesh is not None:
        box = np.reshape(thing.mesh.box, (2, 3)) * all_sizes(thing)["scale"]
    else:
        own = kind_of(thing.kind).box
        assert own is not None
        box = np.array(own(all_sizes(thing)))
    box.setflags(write=False)
    return box


@derived(size=4096)
def bounds(thing: Thing) -> Array:
    """Return the least and greatest coordinates of an object's box in the world (2, 3), m."""
    place = np.asarray(thing.place)
    corners = np.array(list(product(*own_bounds(thing).T))) @ place[:3, :3].T + place[:3, 3]
    return np.stack([corners.min(axis=0), corners.max(axis=0)])


def main_color(thing: Thing) -> str:
    """Return the main colour of an object as ``#RRGGBB``."""
    return hex_color(thing.color or kind_of(thing.kind).color)


def _size(kind: ThingKind, name: str) -> Parameter:
    found = kind.size(name)
    if found is None:
        known = ", ".join(one.name for one in kind.sizes)
        raise ArgumentError(f"sizes: a {kind.name} has no size {name!r}; it has {known}")
    return found


def _check_id(name: str, what: str) -> None:
    fault = id_fault(name)
    if fault:
        raise ArgumentError(f"{what}: {fault}")
