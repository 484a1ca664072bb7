"""Display of collisions in the view: tinted bodies, and the shortest distance between two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from rvs.bodies.solid import Outlined, Solid, Solids, Tint
from rvs.collision.check import Near, hits
from rvs.collision.words import apart_words, signed
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.refs import Ref
from rvs.model.views.view import Background
from rvs.scene.items import Entry, Item, Label, Line, Points, Scene


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


# How much of a body its tint covers.
COVERED = 0.5
WIDTH, DOT, LETTERS, ABOVE = 2.5, 8.0, 15.0, 16.0


@derived(size=4)
def hit_scene(scene: Scene, near: tuple[Near, ...], background: Background) -> Scene:
    """Return a scene in which the colliding bodies are tinted and have a line around them.

    Args:
        scene: The visible scene.
        near: Pairs that are close to each other.
        background: Colours of the scene.
    """
    refs = frozenset(ref for one in hits(near) for ref in (one.a, one.b))
    if not refs:
        return scene
    return tinted(scene, refs, _tint(background))


@derived()
def _tint(background: Background) -> Tint:
    colors = SCENE[background]
    return Tint(rgba(colors.limit, COVERED), Outlined(rgba(colors.limit), rgba(colors.halo)))


def way_items(
    near: Near, background: Background, words: Callable[[float], str]
) -> tuple[Item, ...]:
    """Return the shortest line between two bodies with its length."""
    found, colors = near.clearance, SCENE[background]
    color = rgba(colors.limit if found.colliding else colors.warn)
    points = np.array([found.point_a, found.point_b])
    text = apart_words(signed(near), words, brief=True)
    dots = Points(points, color, DOT, depth="on top")
    middle, halo = points.mean(axis=0), rgba(colors.halo)
    label = Label(text, middle, color, halo, away=(0.0, 0.0, 1.0), gap=ABOVE, size=LETTERS)
    return (Line(points, color, WIDTH, depth="on top"), dots, label)
