"""Labels of the fields of a figure, and the units of their numbers."""

from __future__ import annotations

from rvs.fields.field import abouts
from rvs.model.figures.figure import NamedFigure
from rvs.model.numbers.units import UNITS, Unit
from rvs.ui.figures.choices import FORMATS, KEPT, SCREEN

MM = UNITS["mm"]
POINT, DPI = Unit("pt", "pt", "number", 1.0, 1), Unit("dpi", "dpi", "number", 1.0, 0)
PIXEL, WHOLE = Unit("px", "px", "number", 1.0, 0), Unit("number", "", "number", 1.0, 0)

LOOKS = {SCREEN: "As on the screen", KEPT: "Stored with the figure", "iso": "Isometric"}
PROJECTIONS = {"screen": "As on the screen", "perspective": "Perspective", "parallel": "Parallel"}
POSTURES = {"cell": "As in the cell", "kept": "Stored with the figure"}
FILES = {suffix: suffix[1:].upper() for suffix in FORMATS}
STYLES, TEXTS, HIDDEN, GROUNDS = (
    abouts(NamedFigure)[name].choices for name in ("style", "text", "hidden", "ground")
)
SHOWN = {"frames": "Frames", "labels": "Labels", "floor": "Floor", "shadow": "Shadow"}
WIDTHS = {"outer": "Contours", "edge": "Edges", "hidden_edge": "Hidden"}
MILLIMETRES = {"width", "height", "margin", *WIDTHS}
