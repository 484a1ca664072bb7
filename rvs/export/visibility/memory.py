"""Results of the last figure, for a next one with the same hidden parts.

Colours, line widths, type and paper do not affect the visibility of solids.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Sequence
from dataclasses import replace

from rvs.bodies.solid import Solid
from rvs.export.visibility.bodies import Bodies, bodies_job
from rvs.export.visibility.painting_order import is_glass
from rvs.export.visibility.sheet import Sheet

# What lies on top of a figure has its own solids.
STAGES = 2


class Memory:
    """Stores the solids of the last figure with the results about them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], Bodies] = OrderedDict()

    def bodies_job(self, solids: Sequence[Solid], sheet: Sheet) -> Generator[float, None, Bodies]:
        """Compute the visible part of each solid unless it is known; yield the progress, 0 to 1."""
        key = _shapes(solids, sheet)
        known = self._kept.get(key)
        if known is None:
            made = yield from bodies_job(solids, sheet)
            self._kept[key] = made
            if len(self._kept) > STAGES:
                self._kept.popitem(last=False)
            return made
        self._kept.move_to_end(key)
        return _painted_as(known, solids, sheet)


def _shapes(solids: Sequence[Solid], sheet: Sheet) -> tuple[object, ...]:
    """Return all values that determine the visibility of solids."""
    every = tuple(
        (
            solid.mesh, solid.pose.tobytes(), solid.owner, solid.layer, solid.depth, solid.size_in,
            is_glass(solid),
        )
        for solid in solids
    )  # fmt: skip
    fixed = any(solid.size_in == "screen" for solid in solids)
    return sheet.camera, sheet.width, sheet.height, sheet.pixel if fixed else None, every


def _painted_as(made: Bodies, solids: Sequence[Solid], sheet: Sheet) -> Bodies:
    """Return the same bodies in the colours of other solids."""
    facets = replace(made.facets, solids=tuple(solids), sheet=sheet)
    return replace(made, patches=replace(made.patches, facets=facets))
