"""Drawings in shades of grey."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from rvs.bodies.solid import Solid
from rvs.export.formats.drawing import Drawing, Mark, Text
from rvs.model.appearance.colors import Rgba
from rvs.model.refs import Ref
from rvs.scene.items import Scene

# Colours so far apart are told apart, and greys that are nearer than this are not.
APART, NEAR = 0.2, 0.06


def in_gray(drawing: Drawing) -> Drawing:
    """Return a drawing without colours, at the same brightness."""
    return drawing.changed(lambda mark: [_mark(mark)])


def _mark(mark: Mark) -> Mark:
    if isinstance(mark, Text):
        halo = None if mark.halo is None else gray(mark.halo)
        return replace(mark, color=gray(mark.color), halo=halo)
    return replace(mark, color=gray(mark.color))


def gray(color: Rgba) -> Rgba:
    """Return the grey of the same luminance, with the weights of printers and viewers."""
    red, green, blue, alpha = color
    value = 0.299 * red + 0.587 * green + 0.114 * blue
    return (value, value, value, alpha)


def alike_in_gray(scene: Scene) -> tuple[tuple[str, str], ...]:
    """Return pairs of bodies of different colours but equal greys; frames have labels."""
    found: dict[Rgba, str] = {}
    for item in scene.items:
        if isinstance(item, Solid) and item.owner and item.layer == "body":
            found.setdefault(item.color, _words(item.owner))
    pairs = []
    for one, two in combinations(found, 2):
        apart = max(abs(a - b) for a, b in zip(one[:3], two[:3], strict=True))
        if apart > APART and abs(gray(one)[0] - gray(two)[0]) < NEAR and found[one] != found[two]:
            pairs.append((found[one], found[two]))
    return tuple(pairs)


def _words(owner: Ref) -> str:
    return " ".join(map(str, owner[1:] if len(owner) > 1 else owner))
