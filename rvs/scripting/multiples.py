"""Small multiples: robots next to each other in one figure, in one view and at one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import numpy as np

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import fkine
from rvs.export.formats.drawing import MM_PER_INCH, POINTS_PER_INCH
from rvs.export.layout import LABEL_SIZE
from rvs.export.lettering import text_width
from rvs.fields.field import asked
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.document import Document, PlacedRobot
from rvs.model.figures.figure import NamedFigure
from rvs.model.state import Posture, State, fit_postures
from rvs.model.views.view import View
from rvs.scene.annotate.ghosts import ghost_items, ghost_name
from rvs.scene.build import robot_solids, scene_points
from rvs.scene.camera import STANDARD_VIEWS, axes, looking
from rvs.scene.items import Item, Label
from rvs.scripting.cell import Cell
from rvs.scripting.figure_result import Figure, seen
from rvs.value_class import dataclass

# Of the figure and between its robots, in mm; words below them, in pixels of a screen.
WIDTH, HEIGHT, GAP = 170.0, 220.0, 5.0
NARROWEST = 34.0
TYPE, LINE, FIRST_LINE = 14.0, 18.0, 16.0
MOST = 12


@dataclass(frozen=True, slots=True)
class Stage:
    """Display of the robots of a figure.

    Attributes:
        side: A key of ``STANDARD_VIEWS``.
        view: View of the cell, for mode and background.
        posture: Joint values (n,) of all; a robot with other joints is in its initial posture.
    """

    side: str
    view: View
    posture: Posture


@dataclass(frozen=True, eq=False, kw_only=True)
class Multiple:
    """View of the figure of a question whose answer is about several robots."""

    view: str = asked(
        "iso", "Look from this side in the figure of the robots",
        choices={one: one.title() for one in STANDARD_VIEWS}, label="View of the figure",
    )  # fmt: skip

    def stage(self, cell: Cell, placed: PlacedRobot) -> Stage:
        """Return the display of the designs of a robot of a cell."""
        return Stage(self.view, cell.view, cell.postures[placed.id])


def multiples(stage: Stage, robots: Sequence[tuple[PlacedRobot, Sequence[str]]]) -> Figure:
    """Return a figure of robots in rows, not larger than a page.

    Args:
        stage: Their display.
        robots: At most 12 robots, each with the lines below it, the first one in bold.

    Raises:
        ArgumentError: No robots, or too many.
    """
    if not 0 < len(robots) <= MOST:
        raise ArgumentError(f"figure: expected 1 to {MOST} robots, got {len(robots)}")
    camera = replace(looking(View().camera, stage.side), parallel=True)
    view = View(camera=camera, mode=stage.view.mode, background="paper", frames=False, labels=False,
                floor=False, shadow=False, trace=False, notes=False)  # fmt: skip
    alone = [_alone(placed, k, stage.posture, view) for k, (placed, _) in enumerate(robots)]
    right, up = axes(camera)[:2]
    flat = [scene_points(one) @ np.stack([right, up]).T for one in alone]
    low = np.min([one.min(axis=0) for one in flat], axis=0)
    high = np.max([one.max(axis=0) for one in flat], axis=0)
    figure = NamedFigure("robots", view, style="flat", crop=True, ground="white", scale_bar=True)
    pixel = figure.type_size / POINTS_PER_INCH * MM_PER_INCH / LABEL_SIZE
    words = max(
        text_width(line, pixel * TYPE, not k, "")
        for _, lines in robots
        for k, line in enumerate(lines)
    )
    below = pixel * (FIRST_LINE + LINE * max(len(lines) for _, lines in robots))
    least = max(words, NARROWEST) + GAP
    rows = ceil(len(robots) / max(int(WIDTH / least), 1))
    columns = ceil(len(robots) / rows)
    wide, tall = np.maximum(high - low, 1e-6).tolist()
    scale = min((WIDTH / columns - GAP) / wide, max(HEIGHT / rows - below - GAP, 10.0) / tall)
    step = np.array([max(wide * scale + GAP, least), tall * scale + below + GAP]) / scale
    placed, labels = [], []
    for k, (state, (_, lines)) in enumerate(zip(alone, robots, strict=True)):
        across, down = step * (k % columns, k // columns)
        shift = across * right - down * up
        middle = (flat[k][:, 0].min() + flat[k][:, 0].max()) / 2
        half = words / 2 / scale
        foot = max(middle, low[0] + half) * right + low[1] * up + shift
        placed.append(_moved(state.document.robots[0], shift))
        labels += [_label(line, number, foot) for number, line in enumerate(lines)]
    document = Document(tuple(placed))
    postures = {one.id: state.postures[one.id] for one, state in zip(placed, alone, strict=True)}
    whole = State(document, postures, view)
    drawn = seen(whole, replace(figure, scale=1000.0 / scale), fit=True)
    return replace(drawn, items=(*drawn.items, *labels))


def ghosts(
    stage: Stage, placed: PlacedRobot, others: Sequence[tuple[str, PlacedRobot]]
) -> tuple[Item, ...]:
    """Return other designs of a robot as ghosts within it, each with its name at the tool."""
    mode, background = stage.view.mode, stage.view.background
    present = robot_solids(placed, stage.posture, "", mode)
    items: list[Item] = []
    for name, one in others:
        (posture,) = fit_postures(Document((one,)), {one.id: stage.posture}).values()
        solids = robot_solids(one, posture, "", mode)
        tool = (np.asarray(one.place) @ fkine(one.robot, np.array(posture)))[:3, 3]
        items += ghost_items(solids, present, background)
        items.append(ghost_name(name, tool, True, background))
    return tuple(items)


def _alone(placed: PlacedRobot, k: int, posture: Posture, view: View) -> State:
    own = replace(placed, id=f"{placed.id} {k + 1}", hidden=False)
    document = Document((own,))
    return State(document, fit_postures(document, {own.id: posture}), view)


def _moved(placed: PlacedRobot, shift: Array) -> PlacedRobot:
    place = np.array(placed.place)
    place[:3, 3] += shift
    return replace(placed, place=tuple(map(tuple, place.tolist())))


def _label(words: str, number: int, at: Array) -> Label:
    colors = SCENE["paper"]
    return Label(
        words, at, rgba(colors.label), rgba(colors.halo), size=TYPE, bold=number == 0,
        shift=(0.0, FIRST_LINE + LINE * number),
    )  # fmt: skip
