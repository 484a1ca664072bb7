"""Drawings in shades of grey."""

from __future__ import annotations

from dataclasses import replace

from rvs.export.drawing import Drawing, Group, Mark, Text
from rvs.model.colors import Rgba


def in_gray(drawing: Drawing) -> Drawing:
    """Return a drawing without colours; what looked as bright stays as bright."""
    return replace(drawing, parts=tuple(_group(group) for group in drawing.parts))


def _group(group: Group) -> Group:
    parts = tuple(_group(p) if isinstance(p, Group) else _mark(p) for p in group.parts)
    return replace(group, parts=parts)


def _mark(mark: Mark) -> Mark:
    if isinstance(mark, Text):
        halo = None if mark.halo is None else gray(mark.halo)
        return replace(mark, color=gray(mark.color), halo=halo)
    return replace(mark, color=gray(mark.color))


def gray(color: Rgba) -> Rgba:
    """Return the grey of the same luminance, weighted as printers and viewers do."""
    red, green, blue, alpha = color
    value = 0.299 * red + 0.587 * green + 0.114 * blue
    return (value, value, value, alpha)
