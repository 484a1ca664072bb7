"""How a figure looks: shading, lines, ground, and sizes on paper."""

from __future__ import annotations

from dataclasses import dataclass

from rvs.engine.errors import ArgumentError
from rvs.export.visibility.bodies import Light
from rvs.model.figures.figure import Ground, Hidden, StyleName


@dataclass(frozen=True, slots=True)
class Style:
    """How a figure looks.

    Attributes:
        shading: Light as on the screen, a few flat tones, or none.
        edges: Draw outer contours, creases and where bodies reach into each other.
        hidden: What becomes of edges behind bodies.
        ground: What is behind everything: as on the screen, white, or nothing.
        gray: Shades of grey instead of colours.
        outer: Width of the contours of things, in mm.
        edge: Width of all other edges, in mm.
        hidden_edge: Width of hidden edges, in mm.
        type_size: Height of the type of labels in points, where the width on paper is given.
        crop: Cut the picture to what it shows.
        margin: What cropping leaves around it, in mm.
        scale_bar: Draw a bar of known length below; parallel views only.
    """

    shading: Light = "shaded"
    edges: bool = False
    hidden: Hidden = "off"
    ground: Ground = "screen"
    gray: bool = False
    outer: float = 0.35
    edge: float = 0.18
    hidden_edge: float = 0.13
    type_size: float = 8.0
    crop: bool = False
    margin: float = 1.0
    scale_bar: bool = False

    def __post_init__(self) -> None:
        for name in ("outer", "edge", "hidden_edge", "type_size"):
            if not 0.0 < getattr(self, name) < 1000.0:
                raise ArgumentError(f"{name}: expected a positive size, got {getattr(self, name)}")
        if not 0.0 <= self.margin < 1000.0:
            raise ArgumentError(f"margin: expected 0 mm or more, got {self.margin}")


STYLES: dict[StyleName, Style] = {
    "screen": Style(),
    "flat": Style(shading="flat", edges=True, ground="white"),
    "lines": Style(shading="none", edges=True, ground="white"),
}
