"""The section plane of the view: a bar with its numbers, and an arrow in the view."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QCheckBox, QPushButton

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.model.current import current_robot
from rvs.model.state import State
from rvs.model.views.section import NORMALS, Section, flipped, through
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import axes
from rvs.scene.sections.widest import widest
from rvs.ui.desk import Desk
from rvs.ui.view.plane_tool import PlaneFields, PlaneTool, direction, facing
from rvs.ui.view.viewports_bar import ViewBar
from rvs.ui.widgets.labels import named_label

SLIDER_WIDTH, FIELD_WIDTH = 170, 92


class SectionTool(PlaneTool[Section]):
    """Moves the plane where bodies are cut."""

    def __init__(self, desk: Desk) -> None:
        self._points: tuple[State | None, Array] = (None, np.zeros((0, 3)))
        super().__init__(desk)

    def plane(self, state: State) -> Section:
        return state.view.section

    def set(self, plane: Section) -> None:
        self._desk.session.look(section=plane)

    def points(self) -> Array:
        """Return points that bound what can be cut, always the same array while it is the same."""
        state = self._desk.session.state
        known, points = self._points
        same = known is not None and (known.document, known.postures, known.view.mode) == (
            state.document, state.postures, state.view.mode,
        )  # fmt: skip
        if not same:
            points = np.asarray(scene_points(state)).reshape(-1, 3)
            self._points = (state, points)
        return points

    def toggle(self) -> None:
        """Cut bodies open, or show them whole again."""
        section = self.now
        if section.on:
            self.set(replace(section, on=False))
        elif section == Section():
            self.set(replace(self._first(), on=True))
        else:
            self.set(replace(section, on=True))

    def _first(self) -> Section:
        """A plane through the widest of the active robot that opens what the user looks at."""
        towards, points = axes(self._desk.viewport.camera)[2], self.points()
        name = max(NORMALS, key=lambda axis: abs(float(towards @ np.asarray(NORMALS[axis]))))
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        placed, state = current_robot(self._desk.session.state), self._desk.session.state
        bodies = [
            item
            for item in build_scene(state).items
            if isinstance(item, Solid) and item.layer == "body"
            if placed is not None and item.owner[:1] == (placed.id,)
        ]
        if bodies:
            middle["xyz".index(name)] = widest(bodies, NORMALS[name])
        return through(Section(), facing(NORMALS[name], towards), direction(middle))


class SectionBar(ViewBar):
    """Shown while there is a section."""

    def __init__(self, desk: Desk, tool: SectionTool) -> None:
        super().__init__(desk, "Section", tool.toggle)
        self._tool = tool
        self._fields = PlaneFields(tool, "section")
        self.way, self.slider, self.field = (
            self._fields.way, self._fields.slider, self._fields.field,
        )  # fmt: skip
        self.slider.setFixedWidth(SLIDER_WIDTH)
        self.field.setFixedWidth(FIELD_WIDTH)
        self.flip = QPushButton("Flip")
        self.flip.setToolTip("Leave out the other side")
        self.hatch = QCheckBox("Hatching")
        for widget in (
            named_label("BarValue", "Section"), self.way, self.slider, self.field, self.flip,
            self.hatch,
        ):  # fmt: skip
            self.add(widget)
        self.flip.clicked.connect(lambda: tool.set(flipped(tool.now)))
        self.hatch.toggled.connect(lambda on: tool.set(replace(tool.now, hatch=on)))
        desk.settings.changed.connect(self._refresh)
        desk.binding.follow(
            lambda s: (s.view.section, s.document, s.postures), self._show, calm=True
        )

    def _refresh(self) -> None:
        self._show(self._desk.session.state)

    def _show(self, state: State) -> None:
        section = state.view.section
        if section.on == self.isHidden():
            self.show_bar(section.on)
        if not section.on:
            return
        self.hatch.blockSignals(True)
        self.hatch.setChecked(section.hatch)
        self.hatch.blockSignals(False)
        self._fields.show(self._desk.units[0])
