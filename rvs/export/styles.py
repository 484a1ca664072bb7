"""The initial styles of figures."""

from __future__ import annotations

from rvs.model.figures.style import Style as Style
from rvs.model.figures.style import StyleName

STYLES: dict[StyleName, Style] = {
    "screen": Style(),
    "flat": Style(style="flat", ground="white"),
    "lines": Style(style="lines", ground="white"),
}
