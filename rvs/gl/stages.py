"""In what order the items of a scene are drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rvs.gl.solids import opacity
from rvs.scene.items import Depth, Item, Label, Line, Points, Region, Solid

Flat = Line | Points | Region
OPAQUE = 0.999


@dataclass(slots=True)
class Run:
    """Flat items of one kind and one depth that follow each other."""

    kind: type[Flat]
    depth: Depth
    items: list[Flat]


@dataclass(slots=True)
class Stage:
    """Items that share one depth buffer.

    Attributes:
        bodies: Opaque solids.
        seen_through: Opaque solids that also show, faintly, behind the bodies.
        glass: Transparent solids.
        runs: Lines, points and regions, in the order of the scene.
        labels: Labels that others hide.
        top_labels: Labels that nothing hides.
    """

    bodies: list[Solid] = field(default_factory=list)
    seen_through: list[Solid] = field(default_factory=list)
    glass: list[Solid] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    top_labels: list[Label] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any(
            (self.bodies, self.seen_through, self.glass, self.runs, self.labels, self.top_labels)
        )

    def follows_view(self) -> bool:
        """Return whether the order or the size of its solids depends on the camera."""
        solids = (*self.bodies, *self.seen_through)
        return bool(self.glass) or any(solid.size_in == "screen" for solid in solids)

    def add(self, item: Item) -> None:
        """Sort an item in."""
        if isinstance(item, Label):
            (self.top_labels if item.depth == "on top" else self.labels).append(item)
        elif not isinstance(item, Solid):
            last = self.runs[-1] if self.runs else None
            if last is None or (last.kind, last.depth) != (type(item), item.depth):
                last = Run(type(item), item.depth, [])
                self.runs.append(last)
            last.items.append(item)
        elif opacity(item) < OPAQUE:
            self.glass.append(item)
        else:
            (self.seen_through if item.depth == "hidden" else self.bodies).append(item)


Stages = tuple[Stage, Stage, Stage]


def stages(items: Iterable[Item]) -> Stages:
    """Return what is drawn first, what lies on top of it, and the overlay on top of all."""
    main, top, overlay = Stage(), Stage(), Stage()
    for item in items:
        if item.layer == "overlay":
            overlay.add(item)
        elif item.depth == "on top":
            top.add(item)
        else:
            main.add(item)
    return main, top, overlay
