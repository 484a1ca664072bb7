"""Drawing order: bottom items before top items."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from rvs.bodies.solid import Solid
from rvs.export.visibility.soft_edges import softened
from rvs.scene.drawing_constants import OPAQUE
from rvs.scene.items import Item, Label, Line, Points, Region
from rvs.scene.regions import merged_regions
from rvs.scene.seen_solids import opacity
from rvs.value_class import dataclass

Flat = Line | Points | Region


@dataclass(slots=True)
class Stage:
    """Items that hide one another.

    Attributes:
        solids: Solids.
        flats: Lines, points and regions, in the order of the scene.
        labels: Labels.
    """

    solids: list[Solid] = field(default_factory=list)
    flats: list[Flat] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)


def stages(items: Iterable[Item]) -> tuple[Stage, Stage]:
    """Return the bottom and top items of a drawing; overlays are never exported.

    Labels that nothing hides belong to the second stage.
    """
    main, top = Stage(), Stage()
    for item in softened(merged_regions(items)):
        if item.layer == "overlay":
            continue
        stage = top if item.depth == "on top" else main
        if isinstance(item, Label):
            stage.labels.append(item)
        elif isinstance(item, Solid):
            stage.solids.append(item)
        else:
            stage.flats.append(item)
    return main, top


def is_glass(solid: Solid) -> bool:
    """Return whether a solid is transparent."""
    return opacity(solid) < OPAQUE
