"""A figure with a name: how a cell is seen, how that is drawn and how large it is in print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Literal, get_args

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError
from rvs.model.views.view import View

Posture = tuple[float, ...]
StyleName = Literal["screen", "flat", "lines"]
Hidden = Literal["off", "dashed"]
Ground = Literal["screen", "white", "none"]
Lettering = Literal["font", "paths", "latex"]

STYLE_NAMES: tuple[StyleName, ...] = get_args(StyleName)
HIDDEN: tuple[Hidden, ...] = get_args(Hidden)
GROUNDS: tuple[Ground, ...] = get_args(Ground)
LETTERINGS: tuple[Lettering, ...] = get_args(Lettering)
MOST_GHOSTS = 50
LARGEST_SIDE = 32768
# What sizes may be; all in the unit of their attribute.
BOUNDS: Mapping[str, tuple[float, float]] = {
    "width": (1.0, 10_000.0),
    "scale": (1e-3, 1e6),
    "margin": (0.0, 500.0),
    "outer": (0.01, 20.0),
    "edge": (0.01, 20.0),
    "hidden_edge": (0.01, 20.0),
    "type_size": (1.0, 200.0),
}


@dataclass(frozen=True, slots=True)
class NamedFigure:
    """All that a figure is made of, but for the cell itself.

    Attributes:
        name: What people call it, unique in the document.
        view: From where it is seen and what is shown.
        picture: Width and height of the picture in pixels of a screen, before it is cropped.
        style: Light as on the screen, a few flat tones with edges, or lines.
        width: Width in print, in mm; None makes a pixel 1/96 inch.
        scale: One metre is 1/scale metres in print, in parallel views; decides instead of
            ``width``.
        crop: Cut the picture to what it shows.
        margin: What cropping leaves around it, in mm.
        ground: What is behind everything: as on the screen, white, or nothing.
        gray: Shades of grey instead of colours.
        hidden: What becomes of edges behind bodies.
        outer: Width of the contours of things, in mm.
        edge: Width of all other edges, in mm.
        hidden_edge: Width of hidden edges, in mm.
        type_size: Height of the type of labels in points, where the size in print is said.
        text: Labels as text, as outlines, or set by LaTeX from a file beside the figure.
        scale_bar: Draw a bar of known length below; parallel views only.
        dimensions: Draw the lengths a and b of the tables.
        twists: Draw the angles alpha among them.
        motion: Program, trajectory of the cell, or trajectory file of which postures are shown,
            or empty.
        ghosts: How many postures of it are shown besides.
        postures: Joint values (n,) of robots by their ids, rad and m, in the order of the robots;
            a robot without them stands as it does in the cell.

    Raises:
        ArgumentError: A value out of range.
    """

    name: str
    view: View = field(default_factory=View)
    picture: tuple[int, int] = (1280, 800)
    style: StyleName = "screen"
    width: float | None = None
    scale: float | None = None
    crop: bool = False
    margin: float = 1.0
    ground: Ground = "screen"
    gray: bool = False
    hidden: Hidden = "off"
    outer: float = 0.35
    edge: float = 0.18
    hidden_edge: float = 0.13
    type_size: float = 8.0
    text: Lettering = "font"
    scale_bar: bool = False
    dimensions: bool = False
    twists: bool = True
    motion: str = ""
    ghosts: int = 0
    postures: tuple[tuple[str, Posture], ...] = ()

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ArgumentError("name: a figure needs a name")
        check_choice(self.style, "style", STYLE_NAMES)
        check_choice(self.ground, "ground", GROUNDS)
        check_choice(self.hidden, "hidden", HIDDEN)
        check_choice(self.text, "text", LETTERINGS)
        if not all(1 <= side <= LARGEST_SIDE for side in self.picture):
            raise ArgumentError(f"picture: each side is 1 to {LARGEST_SIDE} pixels")
        for name, (lower, upper) in BOUNDS.items():
            value = getattr(self, name)
            if value is not None and not (isfinite(value) and lower <= value <= upper):
                raise ArgumentError(f"{name}: expected {lower:g} to {upper:g}, got {value:g}")
        if not 0 <= self.ghosts <= MOST_GHOSTS:
            raise ArgumentError(f"ghosts: expected 0 to {MOST_GHOSTS}, got {self.ghosts}")


def fit_figures(
    figures: Iterable[NamedFigure], joints: Mapping[str, int]
) -> tuple[NamedFigure, ...]:
    """Return figures without postures of robots that are gone or have other joints.

    Args:
        figures: The figures.
        joints: Number of joints of every robot by its id, in the order of the robots.

    Raises:
        ArgumentError: Two figures share a name.
    """
    found = tuple(_fitted(figure, joints) for figure in figures)
    names = [figure.name for figure in found]
    if len(set(names)) != len(names):
        raise ArgumentError(f"figures: two share a name, names are {', '.join(names)}")
    return found


def _fitted(figure: NamedFigure, joints: Mapping[str, int]) -> NamedFigure:
    given = dict(figure.postures)
    kept = tuple(
        (name, given[name])
        for name, count in joints.items()
        if name in given and len(given[name]) == count
    )
    return figure if kept == figure.postures else replace(figure, postures=kept)
