"""Style of a figure: shading, lines, ground, letters, sizes in print, and the initial styles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from rvs.fields.field import asked, settle
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
