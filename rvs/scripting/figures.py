"""Figures for print, of cells and robots: the question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields as fields_of
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rvs.engine.errors import ArgumentError
from rvs.export.named import first_figure
from rvs.fields.field import asked
from rvs.files.text.errors import nearest
from rvs.model.figures.figure import NamedFigure
from rvs.model.motions.motion import Motion
from rvs.model.views.view import View
from rvs.scripting.asking import function
from rvs.scripting.figure_result import USUAL_POSTURES, Figure, dressed, named_figure, seen
from rvs.scripting.pictures import Still
from rvs.scripting.subjects import motion_field, motion_in, robot_in
from rvs.value_class import dataclass

# What is said otherwise, or is the view's.
OF_FIGURE = {one.name for one in fields_of(NamedFigure)} - {"name", "view", "motion"}


if TYPE_CHECKING:
    from rvs.scripting.cell import Cell


@dataclass(frozen=True, eq=False, kw_only=True)
class FigureQuestion(Still):
    """Return a figure of a cell or a robot, as drawn by *Export figure* of the window.

    Raises:
        RvsError: There is no such robot, figure or motion.
        ArgumentError: There is no such field, or it refuses the value.
    """

    called = "figure"
    by_place = ("name",)
    output = "FILE"
    writes = "the figure: .svg, .pdf, .eps, .ps or .png"
    returns = "Figure"

    name: str = asked("", "Start from this named figure of the cell", option="--figure",
                      metavar="NAME")  # fmt: skip
    motion: Motion | str | None = motion_field("Show postures of this motion, the last one opaque")
    fields: Mapping[str, Any] | None = asked(
        None, 'Set fields of a named figure, such as ``style="lines"``, ``width=84`` in mm or '
        '``dimensions=True``, and of the view, such as ``mode="body"`` or ``frames=False``',
        kind="fields", of=(NamedFigure, View),
        usual="an 84 mm column, cropped, or the style of the named figure,",
    )  # fmt: skip

    def answer(self, cell: Cell, robot: str = "") -> Figure:
        """Return the figure of a cell."""
        if self.name and cell.alone:
            raise ArgumentError("name: a cell (.rvs) has figures, a robot has none")
        base = named_figure(cell.document, self.name) if self.name else first_figure(cell.view)
        said = {name: value for name, value in (self.fields or {}).items() if name in OF_FIGURE}
        state, moved = self.standing(cell, robot), None
        if self.motion is not None:
            if self.q is not None:
                raise ArgumentError("q: expected a posture or a motion, not both")
            found = motion_in(cell, self.motion, robot)
            moved = robot_in(cell, robot), found
            said.setdefault("ghosts", USUAL_POSTURES - 1)
            end = MappingProxyType({**state.postures, **found.at(found.duration)})
            state = replace(state, postures=end, motion=found, playhead=found.duration)
        figure = replace(base, **said)
        if self.motion is None and figure.motion and figure.ghosts:
            from rvs.files.cells.motions import cell_motion

            moved = cell_motion(cell.present, figure.motion)
        if self.transparent:
            figure = replace(figure, ground="none")
        anew = not self.name or "style" in said or self.transparent
        figure = dressed(replace(figure, view=self.base(base.view)), self.shown(base.view), anew)
        return seen(state, figure, moved, self.fits(base.view))

    def shown(self, own: View) -> dict[str, Any]:
        """Return the options of the view, without those of the figure."""
        known = OF_FIGURE | {one.name for one in fields_of(View)}
        for name in self.fields or ():
            if name not in known:
                guess = nearest(name, sorted(known))
                raise ArgumentError(f"{name}: neither a figure nor a view has such a field{guess}")
        return {name: value for name, value in super().shown(own).items() if name not in OF_FIGURE}


figure = function(FigureQuestion)
