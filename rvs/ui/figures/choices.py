"""Choices for a figure in progress, those that follow the cell, and the last ones, stored."""

from __future__ import annotations

from dataclasses import fields as fields_of
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, get_args

from rvs.engine.errors import RvsError
from rvs.export.named import UNNAMED, figure_items, figure_state, first_figure, fitted
from rvs.files.cells.cell import parse_cell
from rvs.files.cells.marks import figure_form
from rvs.model.figures.figure import Ground, NamedFigure, StyleName
from rvs.model.state import State
from rvs.model.views.view import View
from rvs.scene.camera import STANDARD_VIEWS, looking
from rvs.scripting.figure_result import DPI
from rvs.ui.settings import store
from rvs.value_class import dataclass

Format = Literal[".svg", ".pdf", ".eps", ".ps", ".png"]
Projection = Literal["screen", "perspective", "parallel"]

FORMATS: tuple[Format, ...] = get_args(Format)
SCREEN, KEPT = "screen", "kept"
LOOKS = (SCREEN, KEPT, *STANDARD_VIEWS)


@dataclass(frozen=True, slots=True)
class Choices:
    """Choices for a figure.

    Attributes:
        figure: The figure; its camera and picture apply if they are stored with it.
        look: View: as on the screen, as stored with the figure, or a standard view.
        projection: As on the screen, perspective or parallel.
        format: Suffix of the file.
        dpi: Pixels per inch of a PNG.
    """

    figure: NamedFigure
    look: str = SCREEN
    projection: Projection = "screen"
    format: Format = ".pdf"
    dpi: float = DPI


# Fields of a figure that change no solid: what is seen of each is known from the figure before.
LIGHT = (
    *("name", "gray", "outer", "edge", "hidden_edge", "type_size", "font", "text"),
    *("width", "scale", "margin", "crop", "scale_bar"),
)


def is_light(old: Choices, new: Choices) -> bool:
    """Return whether only quick changes were made: grey, lines, type, paper."""
    same = {name: getattr(old.figure, name) for name in LIGHT}
    return replace(new, figure=replace(new.figure, **same), format=old.format, dpi=old.dpi) == old


def is_turned(old: Choices, new: Choices) -> bool:
    """Return whether the camera of a figure has changed."""
    views = [(one.look, one.projection, one.figure.view.camera) for one in (old, new)]
    return views[0] != views[1]


def first_choices(view: View) -> Choices:
    """Return the initial choices."""
    return adopt(Choices(first_figure(View())), view)


def adopt(choices: Choices, view: View) -> Choices:
    """Show the content of the screen in the style; settings stored with the figure stay."""
    if choices.look == KEPT:
        return choices
    return with_style(
        replace(choices, figure=replace(choices.figure, view=view)), choices.figure.style, view
    )


def followed(choices: Choices, old: View, new: View) -> Choices:
    """Apply changes on the screen to the figure."""
    changes: dict[str, Any] = {
        one.name: getattr(new, one.name)
        for one in fields_of(View)
        if getattr(new, one.name) != getattr(old, one.name)
    }
    if choices.look != SCREEN:
        changes.pop("camera", None)
    if choices.figure.ground != "screen" or choices.look == KEPT:
        changes.pop("background", None)
    return changed_view(choices, **changes) if changes else choices


def changed(choices: Choices, **changes: Any) -> Choices:
    """Return choices with changed fields of the figure.

    Raises:
        ArgumentError: A value that a figure refuses.
    """
    return replace(choices, figure=replace(choices.figure, **changes))


def changed_view(choices: Choices, **changes: Any) -> Choices:
    """Return choices with changed fields of the figure's view."""
    return changed(choices, view=replace(choices.figure.view, **changes))


def with_style(choices: Choices, style: StyleName, view: View) -> Choices:
    """Set a style, with its usual background: lines are drawn on white, without a floor."""
    shown = {part: getattr(view, part) and style != "lines" for part in ("floor", "shadow")}
    styled = changed_view(changed(choices, style=style), **shown)
    ground = choices.figure.ground
    if style != "screen" and ground == "screen":
        ground = "white"
    return with_ground(styled, ground, view)


def with_ground(choices: Choices, ground: Ground, view: View) -> Choices:
    """Set the background; white and transparent ones use the colours of paper."""
    background = view.background if ground == "screen" else "paper"
    return changed_view(changed(choices, ground=ground), background=background)


def resolved(choices: Choices, state: State, picture: tuple[int, int]) -> NamedFigure:
    """Return the selected figure with its camera and its picture.

    Args:
        choices: The choices.
        state: The current state.
        picture: Size of the viewport in pixels.
    """
    figure, now = choices.figure, state.view.camera
    kept = choices.look == KEPT
    camera = figure.view.camera if kept else now
    if choices.look in STANDARD_VIEWS:
        camera = looking(now, choices.look)
    if choices.projection != "screen":
        camera = replace(camera, parallel=choices.projection == "parallel")
    size = figure.picture if kept else picture
    meant = replace(figure, view=replace(figure.view, camera=camera), picture=size)
    if choices.look not in STANDARD_VIEWS:
        return meant
    shown = figure_state(state, meant)
    return fitted(shown, meant, figure_items(shown, meant))


FIGURE_KEY, FORMAT_KEY, DPI_KEY, FOLDER_KEY = (
    "figure/last",
    "figure/format",
    "figure/dpi",
    "figure/folder",
)


def keep(choices: Choices) -> None:
    """Store choices, except those specific to one cell."""
    figure = replace(choices.figure, name=UNNAMED, view=View(), postures=(), motion="", ghosts=0)
    kept = store()
    kept.setValue(FIGURE_KEY, "\n".join(figure_form(figure, {}).lines()))
    kept.setValue(FORMAT_KEY, choices.format)
    kept.setValue(DPI_KEY, choices.dpi)
    kept.sync()


def last_choices(view: View) -> Choices:
    """Return the last choices, for the current content of the screen."""
    kept, first = store(), first_choices(view)
    try:
        figures = parse_cell(str(kept.value(FIGURE_KEY, ""))).document.figures
        dpi = float(str(kept.value(DPI_KEY, first.dpi)))
    except (RvsError, ValueError):
        # Written by another version, or by hand.
        return first
    suffix = next((one for one in FORMATS if one == kept.value(FORMAT_KEY)), first.format)
    figure = replace(figures[0], name=UNNAMED) if figures else first.figure
    return adopt(replace(first, figure=figure, format=suffix, dpi=dpi), view)


def last_folder() -> Path:
    """Return the folder of the last saved figure."""
    return Path(str(store().value(FOLDER_KEY, "")))


def keep_folder(folder: Path) -> None:
    """Store the folder of a saved figure."""
    store().setValue(FOLDER_KEY, str(folder))
