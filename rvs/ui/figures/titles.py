"""What the fields of a figure are called, and the units of their numbers."""

from __future__ import annotations

from rvs.model.numbers.units import UNITS, Unit
from rvs.ui.figures.choices import FORMATS, KEPT, SCREEN

MM = UNITS["mm"]
POINT, DPI = Unit("pt", "pt", "number", 1.0, 1), Unit("dpi", "dpi", "number", 1.0, 0)
PIXEL, WHOLE = Unit("px", "px", "number", 1.0, 0), Unit("number", "", "number", 1.0, 0)

STYLES = {"screen": "As on screen", "flat": "Flat tones", "lines": "Lines"}
LOOKS = {SCREEN: "As on the screen", KEPT: "Kept with the figure", "iso": "Isometric"}
PROJECTIONS = {"screen": "As on the screen", "perspective": "Perspective", "parallel": "Parallel"}
POSTURES = {"cell": "As the cell stands", "kept": "Kept with the figure"}
FILES = {suffix: suffix[1:].upper() for suffix in FORMATS}
TEXTS = {"font": "As text", "paths": "As outlines", "latex": "Set by LaTeX"}
HIDDEN = {"off": "Left out", "dashed": "Dashed"}
GROUNDS = {"screen": "As on the screen", "white": "White", "none": "Transparent"}
SHOWN = {"frames": "Frames", "labels": "Labels", "floor": "Floor", "shadow": "Shadow"}
WIDTHS = {"outer": "Contours", "edge": "Edges", "hidden_edge": "Hidden"}
MILLIMETRES = {"width", "height", "margin", *WIDTHS}
