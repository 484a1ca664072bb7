"""Display of collisions in the view: tinted bodies, and the shortest distance between two."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rvs.bodies.solid import Outlined, Tint
from rvs.collision.check import Near, hits
from rvs.collision.words import apart_words, signed
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.derived import derived
from rvs.model.views.view import Background
from rvs.scene.annotate.tinted import tinted
from rvs.scene.items import Item, Label, Line, Points, Scene

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
