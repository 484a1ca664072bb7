"""Preparation of named figures for a drawing: their style, paper and content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.export.formats.drawing import MM_PER_INCH, POINTS_PER_INCH, Drawing
from rvs.export.layout import LABEL_SIZE, Paper
from rvs.model.document import PlacedRobot
from rvs.model.figures.figure import FIRST_WIDTH, NamedFigure, Style
from rvs.model.motions.motion import Motion
from rvs.model.robots.seen_variant import in_variant
from rvs.model.state import State, with_posture
from rvs.model.views.view import View
from rvs.scene.build import build_scene, scene_points, with_items
from rvs.scene.camera import axes, fit, margin
from rvs.scene.items import Item, Line, Scene

Moved = tuple[PlacedRobot, Motion]

UNNAMED = "figure"
# So many labels are named that were left out.
MOST_NAMED = 3


def first_figure(view: View) -> NamedFigure:
    """Return the initial figure of the window and the command line."""
    return NamedFigure(UNNAMED, view, width=FIRST_WIDTH, crop=True)


def figure_style(figure: NamedFigure) -> Style:
    """Return the style of a figure; labels set by LaTeX are in the font of its document."""
    return replace(figure, font="") if figure.text == "latex" else figure


def figure_paper(figure: NamedFigure) -> Paper:
    """Return the size of a figure."""
    return Paper(*figure.picture, figure.width, figure.scale)


def figure_state(state: State, figure: NamedFigure) -> State:
    """Return the state in a figure: its view, and its own postures if present."""
    postures = state.postures
    for name, q in figure.postures:
        postures = with_posture(postures, name, q)
    return in_variant(replace(state, view=figure.view, postures=postures))


def figure_items(state: State, figure: NamedFigure, moved: Moved | None = None) -> tuple[Item, ...]:
    """Return the additional items of a figure: postures of a motion, dimensions."""
    items: list[Item] = []
    view = figure.view
    if moved is not None and figure.ghosts:
        # here, as all that few figures show
        from rvs.scene.annotate.ghosts import ghost_solids

        placed, motion = moved
        placed = state.document.robot(placed.id) if view.variant else placed
        stands = state.postures[placed.id]
        items += ghost_solids(placed, motion, figure.ghosts, view.background, view.mode, stands)
    return (*items, *_dimensions(state, figure)) if figure.dimensions else tuple(items)


def figure_scene(state: State, figure: NamedFigure, moved: Moved | None = None) -> Scene:
    """Return the scene of a figure.

    Arguments as for ``figure_items``; the state need not be that of the figure.
    """
    shown = figure_state(state, figure)
    return with_items(build_scene(shown), figure_items(shown, figure, moved))


def fitted(state: State, figure: NamedFigure, items: Sequence[Item] = ()) -> NamedFigure:
    """Return a figure with its camera moved, not rotated, so that all items fill the picture.

    Args:
        state: The displayed state.
        figure: The figure.
        items: The items apart from the cell.
    """
    width, height = figure.picture
    pixel = 1.0
    # A crop makes its own room for labels.
    if figure.width is not None and not figure.crop:
        size = figure.type_size / POINTS_PER_INCH * MM_PER_INCH
        pixel = size / (figure.width / width) / LABEL_SIZE
    room = margin(figure.view, max(round(height / pixel), 1))
    ends = [item.points for item in items if isinstance(item, Line)]
    ends += [
        item.mesh.bounds @ item.pose[:3, :3].T + item.pose[:3, 3]
        for item in items
        if isinstance(item, Solid)
    ]
    points = np.concatenate([scene_points(state), *ends])
    camera = fit(figure.view.camera, points, width / height, room)
    return replace(figure, view=replace(figure.view, camera=camera))


def title_of(state: State) -> str:
    """Return the robots of a figure in words, for the properties of its file."""
    return ", ".join(placed.robot.name or placed.id for placed in state.document.robots)


def remarks(drawing: Drawing) -> str:
    """Return the omissions of a drawing: labels without room, letters missing from all fonts."""
    return "; ".join(filter(None, (left_out_words(drawing.left_out), drawing.lacking)))


def left_out_words(labels: Sequence[str]) -> str:
    """Return a sentence on labels without room in a figure, or nothing."""
    if not labels:
        return ""
    some = ", ".join(labels[:MOST_NAMED])
    more = f" and {len(labels) - MOST_NAMED} more" if len(labels) > MOST_NAMED else ""
    return f"no room for {some}{more}; make the figure wider or its type smaller"


def _dimensions(state: State, figure: NamedFigure) -> tuple[Item, ...]:
    """Return dimension lines of all robots, in the best view of the camera."""
    from rvs.model.numbers.units import UNITS
    from rvs.model.robots.table_text import CellUnits
    from rvs.scene.annotate.dimensions import dimension_items

    x, y, z = axes(figure.view.camera)[2].tolist()
    items: list[Item] = []
    for placed in state.document.robots:
        units = CellUnits(UNITS[placed.unit], UNITS["deg"])
        posture = state.postures[placed.id]
        body = _vertices(state, placed.id)
        background = state.view.background
        items += dimension_items(
            placed, posture, units, background, (x, y, z), figure.twists, clear_of=body
        )
    return tuple(items)


def _vertices(state: State, robot_id: str) -> Array:
    """Return the vertices (n, 3) of all bodies of a robot, beside which dimensions are drawn."""
    clouds = [
        item.mesh.vertices @ item.pose[:3, :3].T + item.pose[:3, 3]
        for item in build_scene(state).items
        if isinstance(item, Solid) and item.layer == "body" and item.owner[:1] == (robot_id,)
    ]
    return np.concatenate(clouds) if clouds else np.zeros((0, 3))
