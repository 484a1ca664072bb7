"""A figure with a name: how a cell is seen, how that is drawn and how large it is in print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Literal, get_args

from rvs.engine.arrays import check_choice
from rvs.engine.errors import ArgumentError
from rvs.model.bounds import JOINT_VALUE, check_number, check_texts
from rvs.model.figures.style import SIZES, Style
from rvs.model.views.view import MOST_POSTURES, View
from rvs.value_class import dataclass

Posture = tuple[float, ...]
Lettering = Literal["font", "paths", "latex"]

LETTERINGS: tuple[Lettering, ...] = get_args(Lettering)
MOST_GHOSTS = MOST_POSTURES
LARGEST_SIDE = 32768
# What sizes may be; all in the unit of their attribute.
BOUNDS: Mapping[str, tuple[float, float]] = {
    "width": (1.0, 10_000.0),
    "scale": (1e-3, 1e6),
    **SIZES,
}


@dataclass(frozen=True, slots=True)
class NamedFigure(Style):
    """All that a figure is made of, but for the cell itself.

    Attributes:
        name: What people call it, unique in the document.
        view: From where it is seen and what is shown.
        picture: Width and height of the picture in pixels of a screen, before it is cropped.
        width: Width in print, in mm; None makes a pixel 1/96 inch.
        scale: One metre is 1/scale metres in print, in parallel views; decides instead of
            ``width``.
        text: Labels as text, as outlines, or set by LaTeX from a file beside the figure.
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
    width: float | None = None
    scale: float | None = None
    text: Lettering = "font"
    dimensions: bool = False
    twists: bool = True
    motion: str = ""
    ghosts: int = 0
    postures: tuple[tuple[str, Posture], ...] = ()

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ArgumentError("name: a figure needs a name")
        check_texts(self, "name", "motion", "font")
        check_number([q for _, q in self.postures], "postures", JOINT_VALUE)
        Style.__post_init__(self)
        check_choice(self.text, "text", LETTERINGS)
        if not all(1 <= side <= LARGEST_SIDE for side in self.picture):
            raise ArgumentError(f"picture: each side is 1 to {LARGEST_SIDE} pixels")
        self._check_sizes(BOUNDS)
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
