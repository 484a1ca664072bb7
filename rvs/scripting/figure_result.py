"""Figures before they are written, made by commands and scripts from a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rvs.engine.errors import ArgumentError, RvsError
from rvs.export.named import (
    Moved,
    figure_items,
    figure_paper,
    figure_state,
    figure_style,
    fitted,
    remarks,
    title_of,
)
from rvs.files.storage.atomic import write_bytes
from rvs.files.text.errors import nearest
from rvs.model.document import Document
from rvs.model.figures.figure import NamedFigure
from rvs.model.robots.seen_variant import wanted_variant
from rvs.model.state import State
from rvs.scene.build import build_scene, with_items
from rvs.scene.items import Item, Scene
from rvs.scripting.plain import with_fields
from rvs.value_class import dataclass

if TYPE_CHECKING:
    from rvs.export.formats.drawing import Drawing

DPI = 300.0
PNG = ".png"
# What paints figures in pixels; named, as only who wants a PNG needs Qt.
PAINTER = "rvs.ui.figures.paint"
# What a figure shows of a motion besides its end.
USUAL_POSTURES = 5


@dataclass(frozen=True)
class Figure:
    """A figure that is not drawn yet; ``save`` writes it in any of the formats.

    Attributes:
        state: The visible state, its view with the camera.
        figure: Style of its drawing.
        items: Additional items.
    """

    state: State
    figure: NamedFigure
    items: tuple[Item, ...]

    @property
    def scene(self) -> Scene:
        """All visible items."""
        return with_items(build_scene(self.state), self.items)

    @cached_property
    def drawing(self) -> Drawing:
        """The areas, strokes and texts on the sheet."""
        # here, so that what only asks for a figure does not load what draws
        from rvs.export.figure import draw

        return draw(
            self.scene,
            self.figure.view.camera,
            figure_paper(self.figure),
            figure_style(self.figure),
            title_of(self.state),
        )

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in print, mm."""
        drawing = self.drawing
        return drawing.width * drawing.mm, drawing.height * drawing.mm

    @property
    def remarks(self) -> str:
        """A sentence on labels without room and letters that no font has, or nothing."""
        return remarks(self.drawing)

    def save(self, path: str | Path, dpi: float = DPI) -> Path:
        """Write the figure as .svg, .pdf, .eps, .ps or .png, and return the file's path.

        Args:
            path: The file.
            dpi: Pixels per inch of a PNG.

        Raises:
            ArgumentError: Another suffix, or too many pixels.
            OSError: The file can't be written.
        """
        from rvs.export.formats.write import write

        target = Path(path)
        if target.suffix.lower() != PNG:
            return write(self.drawing, target, self.figure.text)
        if not dpi > 0.0:
            raise ArgumentError(f"dpi: expected more than 0, got {dpi:g}")
        painter = import_module(PAINTER)
        write_bytes(target, painter.png_of(painter.painted(self.drawing), dpi))
        return target

    def __repr__(self) -> str:
        names = ", ".join(one.id for one in self.state.document.robots) or "an empty cell"
        # How high it is in print is known only once it is drawn.
        wide = f", {self.figure.width:g} mm wide" if self.figure.width else ""
        return f"<Figure of {names}: style {self.figure.style}{wide}>"

    def _repr_svg_(self) -> str:
        from rvs.export.formats.write import encoded

        return encoded(self.drawing, ".svg", "paths").decode("utf-8")


def named_figure(document: Document, name: str) -> NamedFigure:
    """Return the figure with a name.

    Raises:
        RvsError: The cell has none of that name.
    """
    names = [one.name for one in document.figures]
    if name not in names:
        known = f"; it has {', '.join(names)}" if names else " and no other"
        raise RvsError(f"the cell has no figure {name!r}{nearest(name, names) or known}")
    return document.figures[names.index(name)]


def dressed(figure: NamedFigure, shown: Mapping[str, Any], anew: bool) -> NamedFigure:
    """Return a figure with the given options for its view.

    Args:
        figure: The figure.
        shown: Fields of the view.
        anew: Unspecified options suit the style: lines are drawn on white, without a floor.

    Raises:
        ArgumentError: A view has no such field, or refuses the value.
    """
    usual: dict[str, Any] = {}
    if anew:
        screen = figure.style == "screen" and figure.ground == "screen"
        usual["background"] = "light" if screen else "paper"
        if figure.style == "lines":
            usual |= {"floor": False, "shadow": False}
    return replace(figure, view=with_fields(figure.view, {**usual, **shown}, "a view"))


def seen(
    state: State, figure: NamedFigure, moved: Moved | None = None, fit: bool = False
) -> Figure:
    """Return a figure of a state.

    Args:
        state: The state; its view need not be that of the figure.
        figure: Style of its drawing.
        moved: A robot and its motion with additional postures to show, or None.
        fit: Move the camera, without turning it, until everything is visible; dimensions keep their
            direction.
    """
    shown = with_workspace(figure_state(state, figure))
    items = figure_items(shown, figure, moved)
    if not fit:
        return Figure(shown, figure, items)
    aimed = fitted(shown, figure, items)
    return Figure(replace(shown, view=aimed.view), aimed, items)


def with_workspace(state: State) -> State:
    """Return a state with the variant and the workspace of its view, which takes a while.

    Raises:
        ArgumentError: No robot can have the variant.
    """
    state = wanted_variant(state)
    if not state.view.workspace.on:
        return state
    from rvs.collision.workspace import completed

    return completed(state)
