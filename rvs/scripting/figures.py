"""Figures for print, of cells and robots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

from rvs.engine.errors import ArgumentError
from rvs.export.named import first_figure
from rvs.files.text.errors import nearest
from rvs.model.figures.figure import NamedFigure
from rvs.model.motions.motion import Motion
from rvs.model.views.view import View
from rvs.scene.camera import STANDARD_VIEWS, looking
from rvs.scripting.drawn import USUAL_POSTURES, Figure, dressed, named_figure, seen
from rvs.scripting.subjects import FIRST_VIEW, What, cell_of, motion_in, robot_in


def figure(
    what: What = None,
    name: str = "",
    *,
    view: str | View | None = None,
    motion: Motion | str | None = None,
    fit: bool | None = None,
    parallel: bool = False,
    transparent: bool = False,
    **fields: Any,
) -> Figure:
    """Return a figure of a cell or a robot, as *Export figure* of the window draws it.

    Args:
        what: A cell, a robot, or the name or file of one; the current cell if left out.
        name: A named figure of the cell to begin with.
        view: From where: ``"iso"``, ``"front"`` and so on, or a whole view.
        motion: Show postures of it, the last one full; ``ghosts`` says how many besides.
        fit: Move the camera to where all is seen; if left out, unless the cell's own camera is
            meant.
        parallel: What is far is as large as what is near.
        transparent: No ground.
        fields: Fields of a named figure, such as ``style="lines"``, ``width=84`` in mm or
            ``dimensions=True``, and of a view, such as ``mode="body"`` or ``frames=False``.

    Raises:
        RvsError: There is no such robot, figure or motion.
        ArgumentError: There is no such field, or it refuses the value.
    """
    cell = cell_of(what)
    base = named_figure(cell.document, name) if name else first_figure(cell.view)
    said, shown = _sorted(fields)
    if transparent:
        said["ground"] = "none"
        shown |= {"floor": False, "shadow": False}
    state, moved = cell.state, None
    if motion is not None:
        found = motion_in(cell, motion)
        placed = robot_in(cell)
        moved = placed, found
        said.setdefault("ghosts", USUAL_POSTURES - 1)
        end = MappingProxyType({**state.postures, **found.at(found.duration)})
        state = replace(state, postures=end, motion=found, playhead=found.duration)
    elif base.motion and base.ghosts:
        from rvs.files.cells.motion import cell_motion

        moved = cell_motion(cell.present, base.motion)
    if isinstance(view, View):
        base = replace(base, view=view)
    elif view is not None:
        shown["camera"] = looking(base.view.camera, standard_view(view))
    if parallel:
        camera = shown.get("camera", base.view.camera)
        shown["camera"] = replace(camera, parallel=True)
    made = dressed(replace(base, **said), shown, not name or "style" in said or transparent)
    if fit is None:
        fit = isinstance(view, str) or base.view.camera in (FIRST_VIEW.camera, View().camera)
    return seen(state, made, moved, fit)


def standard_view(name: str) -> str:
    """Return the name of a direction.

    Raises:
        ArgumentError: There is none of that name.
    """
    if name not in STANDARD_VIEWS:
        raise ArgumentError(f"view: expected {', '.join(STANDARD_VIEWS)}, got {name!r}")
    return name


def _sorted(said: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of a figure, and those of a view."""
    of_figure = {one.name for one in fields(NamedFigure)} - {"name", "view", "motion"}
    of_view = {one.name for one in fields(View)}
    for name in said:
        if name not in of_figure | of_view:
            guess = nearest(name, [*of_figure, *of_view])
            raise ArgumentError(f"{name}: neither a figure nor a view has such a field{guess}")
    in_figure = {key: value for key, value in said.items() if key in of_figure}
    return in_figure, {key: value for key, value in said.items() if key not in of_figure}
