"""What a script says to draw a figure as the window has drawn it."""

from __future__ import annotations

from typing import Any

from rvs.export.named import first_figure
from rvs.model.figures.figure import NamedFigure
from rvs.model.views.view import View
from rvs.scripting.same import changed

# What ``rvs.figure`` chooses to suit the style, unless it is said.
CHOSEN = ("background", "floor", "shadow")


def figure_words(figure: NamedFigure, view: View) -> dict[str, Any]:
    """Return the arguments of ``rvs.figure`` for a figure of the current cell.

    Args:
        figure: The figure.
        view: How the cell is looked at.
    """
    other = changed(first_figure(view), figure)
    for name in ("name", "view", "motion"):
        other.pop(name, None)
    seen = changed(view, figure.view) | {name: getattr(figure.view, name) for name in CHOSEN}
    words: dict[str, Any] = {**other, **seen, "fit": False}
    if figure.motion:
        words["motion"] = figure.motion
    return words
