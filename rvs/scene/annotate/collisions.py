"""What is seen of collisions in the view: tinted bodies, and the shortest way between two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from rvs.bodies.solid import Outlined, Solid
from rvs.collision.check import Near
from rvs.collision.words import apart_words, signed
from rvs.engine.arrays import Array
from rvs.geometry.mesh import Mesh
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.refs import Ref
from rvs.model.views.view import Background
from rvs.scene.items import Item, Label, Line, Points

TINT, GROWN = 0.5, 1.004
WIDTH, DOT, LETTERS, ABOVE = 2.5, 8.0, 15.0, 16.0
# Tinted bodies that are kept.
MOST = 4_096


def hit_items(
    solids: Sequence[Solid], refs: Sequence[Ref], color: str, halo: str
) -> tuple[Item, ...]:
    """Return bodies once more, tinted and outlined.

    Args:
        solids: What is seen.
        refs: What of it is tinted.
        color: Colour of the tint and the line.
        halo: Colour of the inner line.
    """
    tinted = _owners(frozenset(refs))
    return tuple(_tinted(solid, color, halo) for solid in solids if tinted[solid.owner])


class _Owners(dict[Ref, bool]):
    """Whether what has an owner belongs to one of some bodies; found out once for each owner."""

    def __init__(self, refs: frozenset[Ref]) -> None:
        super().__init__()
        self._refs, self._lengths = refs, sorted({len(ref) for ref in refs})

    def __missing__(self, owner: Ref) -> bool:
        # A payload is no part of the tool that holds it.
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


@derived(size=MOST)
def _tinted(solid: Solid, color: str, halo: str) -> Solid:
    """A body once more; what stands still has the very same one as before."""
    red, green, blue, _ = rgba(color)
    return replace(
        solid,
        pose=_grown(solid),
        color=(red, green, blue, TINT),
        material="matte",
        layer="annotation",
        outline=Outlined(rgba(color), rgba(halo)),
    )


def way_items(
    near: Near, background: Background, words: Callable[[float], str]
) -> tuple[Item, ...]:
    """Return the shortest way between two bodies as a line with its length."""
    found, colors = near.clearance, SCENE[background]
    color = rgba(colors.limit if found.colliding else colors.warn)
    points = np.array([found.point_a, found.point_b])
    text = apart_words(signed(near), words, brief=True)
    dots = Points(points, color, DOT, depth="on top")
    middle, halo = points.mean(axis=0), rgba(colors.halo)
    label = Label(text, middle, color, halo, away=(0.0, 0.0, 1.0), gap=ABOVE, size=LETTERS)
    return (Line(points, color, WIDTH, depth="on top"), dots, label)


def _grown(solid: Solid) -> Array:
    """A little larger about its middle, so that it covers the body below."""
    pose = solid.pose.copy()
    middle = _middle(solid.mesh)
    pose[:3, 3] += pose[:3, :3] @ middle * (1.0 - GROWN)
    pose[:3, :3] *= GROWN
    pose.setflags(write=False)
    return pose


@derived(size=512)
def _middle(mesh: Mesh) -> Array:
    middle: Array = mesh.bounds.mean(axis=0)
    return middle
