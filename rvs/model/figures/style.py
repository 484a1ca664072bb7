"""How a figure looks: shading, lines, ground, letters, and sizes in print."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Literal, get_args

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError
from rvs.value_class import dataclass

StyleName = Literal["screen", "flat", "lines"]
Light = Literal["shaded", "flat", "none"]
Hidden = Literal["off", "dashed"]
Ground = Literal["screen", "white", "none"]

STYLE_NAMES: tuple[StyleName, ...] = get_args(StyleName)
HIDDEN: tuple[Hidden, ...] = get_args(Hidden)
GROUNDS: tuple[Ground, ...] = get_args(Ground)
SHADING: Mapping[StyleName, Light] = {"screen": "shaded", "flat": "flat", "lines": "none"}
# What sizes may be; all in the unit of their attribute.
SIZES: Mapping[str, tuple[float, float]] = {
    "margin": (0.0, 500.0),
    "outer": (0.01, 20.0),
    "edge": (0.01, 20.0),
    "hidden_edge": (0.01, 20.0),
    "type_size": (1.0, 200.0),
}
# Usual widths of lines, in mm.
LINE_WIDTHS: Mapping[str, float] = {"outer": 0.35, "edge": 0.18, "hidden_edge": 0.13}


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How a figure looks.

    Attributes:
        style: Light as on the screen, a few flat tones with edges, or lines.
        crop: Cut the picture to what it shows.
        margin: What cropping leaves around it, in mm.
        ground: What is behind everything: as on the screen, white, or nothing.
        gray: Shades of grey instead of colours.
        hidden: What becomes of edges behind bodies.
        outer: Width of the contours of things, in mm; None as in ``LINE_WIDTHS``, and less where a
            robot is small in print.
        edge: Width of all other edges, likewise.
        hidden_edge: Width of hidden edges, likewise.
        type_size: Height of the type of labels in points, where the size in print is said.
        font: Family of the labels' font; empty is the program's own.
        scale_bar: Draw a bar of known length below; parallel views only.

    Raises:
        ArgumentError: A value out of range.
    """

    style: StyleName = "screen"
    crop: bool = False
    margin: float = 1.0
    ground: Ground = "screen"
    gray: bool = False
    hidden: Hidden = "off"
    outer: float | None = None
    edge: float | None = None
    hidden_edge: float | None = None
    type_size: float = 8.0
    font: str = ""
    scale_bar: bool = False

    def __post_init__(self) -> None:
        check_choice(self.style, "style", STYLE_NAMES)
        check_choice(self.ground, "ground", GROUNDS)
        check_choice(self.hidden, "hidden", HIDDEN)
        self._check_sizes(SIZES)

    def _check_sizes(self, sizes: Mapping[str, tuple[float, float]]) -> None:
        for name, (lower, upper) in sizes.items():
            value = getattr(self, name)
            if value is not None and not (isfinite(value) and lower <= value <= upper):
                raise ArgumentError(f"{name}: expected {lower:g} to {upper:g}, got {value:g}")

    def line_width(self, name: str, weight: float = 1.0) -> float:
        """Return a width of lines in mm: the one that is said, or a part of the usual one."""
        said = getattr(self, name)
        return float(weight * LINE_WIDTHS[name] if said is None else said)

    @property
    def shading(self) -> Light:
        """Light as on the screen, a few flat tones, or none."""
        return SHADING[self.style]

    @property
    def edges(self) -> bool:
        """Whether contours, creases and curves where bodies meet are drawn."""
        return self.style != "screen"
