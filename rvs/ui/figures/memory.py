"""Last choices, stored with the arrangement of the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rvs.engine.errors import RvsError
from rvs.export.named import UNNAMED
from rvs.files.cells.cell import parse_cell
from rvs.files.cells.marks import figure_form
from rvs.model.views.view import View
from rvs.ui.figures.choices import FORMATS, Choices, adopt, first_choices
from rvs.ui.settings import store

FIGURE, FORMAT, DPI, FOLDER = "figure/last", "figure/format", "figure/dpi", "figure/folder"


def keep(choices: Choices) -> None:
    """Store choices, except those specific to one cell."""
    figure = replace(choices.figure, name=UNNAMED, view=View(), postures=(), motion="", ghosts=0)
    kept = store()
    kept.setValue(FIGURE, "\n".join(figure_form(figure, {}).lines()))
    kept.setValue(FORMAT, choices.format)
    kept.setValue(DPI, choices.dpi)
    kept.sync()


def last_choices(view: View) -> Choices:
    """Return the last choices, for the current content of the screen."""
    kept, first = store(), first_choices(view)
    try:
        figures = parse_cell(str(kept.value(FIGURE, ""))).document.figures
        dpi = float(str(kept.value(DPI, first.dpi)))
    except (RvsError, ValueError):
        # Written by another version, or by hand.
        return first
    suffix = next((one for one in FORMATS if one == kept.value(FORMAT)), first.format)
    figure = replace(figures[0], name=UNNAMED) if figures else first.figure
    return adopt(replace(first, figure=figure, format=suffix, dpi=dpi), view)


def last_folder() -> Path:
    """Return the folder of the last saved figure."""
    return Path(str(store().value(FOLDER, "")))


def keep_folder(folder: Path) -> None:
    """Store the folder of a saved figure."""
    store().setValue(FOLDER, str(folder))
