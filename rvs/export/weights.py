"""Widths of lines that suit how small robots become in print."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from rvs.bodies.solid import Solid
from rvs.export.layout import Layout
from rvs.scene.items import Item

# Robots at least so large on paper, in mm, have lines of their full usual width.
FULL = 40.0
# Lines become no thinner than this part of it: thinner ones break up in print.
LEAST = 0.3


def line_weight(items: Iterable[Item], place: Layout) -> float:
    """Return which part of the usual widths suits a figure: less where a robot is small.

    Args:
        items: What the figure shows.
        place: Where it shows that.

    Returns:
        From 0.3 to 1; 1 without robots.
    """
    robots: dict[object, list[np.ndarray]] = {}
    for item in items:
        if isinstance(item, Solid) and item.layer == "body" and item.owner[1:2] == ("link",):
            corners = item.mesh.bounds @ item.pose[:3, :3].T + item.pose[:3, 3]
            seen = corners[place.sheet.ahead(corners) > 0.0]
            robots.setdefault(item.owner[0], []).append(place.sheet.place(seen)[:, :2])
    every = [points for parts in robots.values() if len(points := np.concatenate(parts))]
    sizes = [float(np.ptp(points, axis=0).max()) * place.mm for points in every]
    return min(1.0, max(LEAST, min(sizes) / FULL)) if sizes else 1.0
