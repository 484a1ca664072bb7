"""Solids of some owners with a colour over them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from rvs.bodies.solid import Solid, Solids, Tint
from rvs.model.derived import derived
from rvs.model.refs import Ref
from rvs.scene.items import Entry, Scene


def tinted(scene: Scene, refs: frozenset[Ref], tint: Tint) -> Scene:
    """Return a scene in which the items of some owners have a tint."""
    hit = _owners(refs)
    return replace(scene, entries=tuple(_hit(entry, hit, tint) for entry in scene.entries))


def _hit(entry: Entry, hit: _Owners, tint: Tint) -> Entry:
    if isinstance(entry, Solids):
        return entry.looking(_hit_looks(entry.looks, hit, tint))
    return replace(entry, tint=tint) if isinstance(entry, Solid) and hit[entry.owner] else entry


@derived(size=64)
def _hit_looks(looks: tuple[Solid, ...], hit: _Owners, tint: Tint) -> tuple[Solid, ...]:
    if not any(hit[look.owner] for look in looks):
        return looks
    return tuple(replace(look, tint=tint) if hit[look.owner] else look for look in looks)


class _Owners(dict[Ref, bool]):
    """Membership of some bodies by owner, determined once for each."""

    def __init__(self, refs: frozenset[Ref]) -> None:
        super().__init__()
        self._refs, self._lengths = refs, sorted({len(ref) for ref in refs})

    def __missing__(self, owner: Ref) -> bool:
        # A payload is not part of the tool that holds it.
        carried = owner[-1:] == ("payload",)
        found = any(
            owner[:count] in self._refs for count in self._lengths if count > 2 or not carried
        )
        self[owner] = found
        return found


# By value: mostly the same bodies meet in one picture after another, and owners are many.
@lru_cache(maxsize=4)
def _owners(refs: frozenset[Ref]) -> _Owners:
    return _Owners(refs)
