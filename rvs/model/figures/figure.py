"""A figure with a name: view of a cell, drawing style and size in print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any, Literal, get_args

from rvs.engine.errors import ArgumentError
from rvs.fields.field import asked, settle
from rvs.model.bounds import JOINT_VALUE, check_number, check_texts
from rvs.model.views.view import MOST_POSTURES, View
from rvs.value_class import dataclass

StyleName = Literal["screen", "flat", "lines"]
Light = Literal["shaded", "flat", "none"]
Hidden = Literal["off", "dashed"]
Ground = Literal["screen", "white", "none"]

STYLE_NAMES: tuple[StyleName, ...] = get_args(StyleName)
SHADING: Mapping[StyleName, Light] = {"screen": "shaded", "flat": "flat", "lines": "none"}
# Usual widths of lines, in mm.
LINE_WIDTHS: Mapping[str, float] = {"outer": 0.35, "edge": 0.18, "hidden_edge": 0.13}


def _width(name: str, lines: str) -> Any:
    width = LINE_WIDTHS[name]
    return asked(
        None, f"Draw {lines} with this width", unit="mm", least=0.01, most=20.0,
        usual=f"{width:g} mm, less if a robot is small in print", example=f"{width + 0.1:.2g}",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """Style of a figure.

    Raises:
        ArgumentError: A value out of range.
    """

    style: StyleName = asked(
        "screen", "Shade as on the screen, in flat tones with edges, or draw only lines",
        choices={"screen": "As on screen", "flat": "Flat tones", "lines": "Lines"},
    )  # fmt: skip
    crop: bool = asked(False, "Crop to the drawing")
    margin: float = asked(
        1.0, "Leave this margin around a crop", unit="mm", least=0.0, most=500.0, example=0
    )
    ground: Ground = asked(
        "screen", "Use this background", label="Background",
        choices={"screen": "As on the screen", "white": "White", "none": "Transparent"},
    )  # fmt: skip
    gray: bool = asked(False, "Draw in shades of grey")
    hidden: Hidden = asked(
        "off", "Draw edges behind bodies in this style", label="Hidden lines",
        choices={"off": "Left out", "dashed": "Dashed"},
    )  # fmt: skip
    outer: float | None = _width("outer", "contours")
    edge: float | None = _width("edge", "all other edges")
    hidden_edge: float | None = _width("hidden_edge", "edges behind bodies")
    type_size: float = asked(
        8.0, "Set labels in type of this height, if the size in print is given", unit="points",
        least=1.0, most=200.0, example=7, metavar="PT",
    )  # fmt: skip
    font: str = asked(
        "", "Set labels in this font family, which must be installed", usual="DejaVu Sans",
        example='"CMU Serif"', metavar="FAMILY",
    )  # fmt: skip
    scale_bar: bool = asked(False, "Draw a scale bar below the figure, in parallel views")

    def __post_init__(self) -> None:
        settle(self)

    def line_width(self, name: str, weight: float = 1.0) -> float:
        """Return a line width in mm: the given one, or a fraction of the default."""
        said = getattr(self, name)
        return float(weight * LINE_WIDTHS[name] if said is None else said)

    @property
    def shading(self) -> Light:
        """Shading as on the screen, in a few flat tones, or none."""
        return SHADING[self.style]

    @property
    def edges(self) -> bool:
        """Return whether contours, creases and intersection curves of bodies are drawn."""
        return self.style != "screen"


STYLES: dict[StyleName, Style] = {
    "screen": Style(),
    "flat": Style(style="flat", ground="white"),
    "lines": Style(style="lines", ground="white"),
}


Posture = tuple[float, ...]
Lettering = Literal["font", "paths", "latex"]

MOST_GHOSTS = MOST_POSTURES
LARGEST_SIDE = 32768
# Width of a new figure in mm: a column of a journal.
FIRST_WIDTH = 84.0


def scale(text: str) -> float:
    """Return the scale of a drawing, such as ``1:10``, as a number.

    >>> scale("1:10")
    10.0

    Raises:
        ArgumentError: It is none.
    """
    one, _, many = text.partition(":")
    try:
        value = float(many) / float(one) if many else float(one)
    except (ValueError, ZeroDivisionError):
        value = -1.0
    if not 0.0 < value < 1e6:
        raise ArgumentError(f"expected a scale such as 1:10, got {text!r}")
    return value


def ghosts(text: str) -> int:
    """Return the number of postures besides the last one that a text requests.

    Raises:
        ArgumentError: There are fewer than two, or too many.
    """
    if not (text.isdecimal() and 2 <= int(text) <= MOST_GHOSTS):
        raise ArgumentError(f"expected 2 to {MOST_GHOSTS}, got {text}")
    return int(text) - 1


@dataclass(frozen=True, slots=True)
class NamedFigure(Style):
    """All properties of a figure, without the cell itself.

    Attributes:
        name: Displayed name, unique in the document.
        view: The viewpoint and the visible items.
        motion: Program, trajectory of the cell, or trajectory file that contains the postures, or
            empty.
        postures: Joint values (n,) of robots by their ids, rad and m, in the order of the robots; a
            robot without them has its posture in the cell.

    Raises:
        ArgumentError: A value out of range.
    """

    name: str
    view: View = field(default_factory=View)
    picture: tuple[int, int] = asked(
        (1280, 800), "Draw at this width and height in screen pixels, before the crop",
        kind="pixels", least=1, most=LARGEST_SIDE, option="--size", example="[ 800, 600 ]",
    )  # fmt: skip
    width: float | None = asked(
        None, "Set the width in print", unit="mm", least=1.0, most=10_000.0,
        usual="1/96 inch per pixel", example=84, metavar="84mm",
    )  # fmt: skip
    scale: float | None = asked(
        None, "Draw parallel views at the scale 1 : this number, instead of a width",
        least=1e-3, most=1e6, example=10, metavar="1:N", read=scale,
    )  # fmt: skip
    text: Lettering = asked(
        "font", "Write labels as text, as outlines, or let LaTeX set them from a second file",
        choices={"font": "As text", "paths": "As outlines", "latex": "Typeset by LaTeX"},
        label="Text",
    )  # fmt: skip
    dimensions: bool = asked(False, "Draw the lengths of the DH tables")
    twists: bool = asked(True, "Also draw the angles alpha")
    ghosts: int = asked(
        0, "Show this many postures of the motion in addition to its end; ``--postures`` "
            "includes the end",
        least=0, most=MOST_GHOSTS, example=4, option="--postures", metavar="N", read=ghosts,
    )  # fmt: skip
    motion: str = ""
    postures: tuple[tuple[str, Posture], ...] = ()

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ArgumentError("name: a figure needs a name")
        check_texts(self, "name", "motion", "font")
        check_number([q for _, q in self.postures], "postures", JOINT_VALUE)
        Style.__post_init__(self)
        if not all(1 <= side <= LARGEST_SIDE for side in self.picture):
            raise ArgumentError(f"picture: each side is 1 to {LARGEST_SIDE} pixels")


def fit_figures(
    figures: Iterable[NamedFigure], joints: Mapping[str, int]
) -> tuple[NamedFigure, ...]:
    """Return figures without postures of removed robots or robots with other joints.

    Args:
        figures: The figures.
        joints: Number of joints of every robot by its id, in the order of the robots.

    Raises:
        ArgumentError: Two figures share a name.
    """
    found = tuple(_fitted(figure, joints) for figure in figures)
    names = [figure.name for figure in found]
    if len(set(names)) != len(names):
        raise ArgumentError(f"figures: two have the same name; the names are {', '.join(names)}")
    return found


def _fitted(figure: NamedFigure, joints: Mapping[str, int]) -> NamedFigure:
    given = dict(figure.postures)
    kept = tuple(
        (name, given[name])
        for name, count in joints.items()
        if name in given and len(given[name]) == count
    )
    return figure if kept == figure.postures else replace(figure, postures=kept)
