"""A plane in the view: an arrow for moving, and fields with its numbers.

The section plane of the view: a bar with its numbers, and an arrow in the view.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Generic, TypeVar

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QCheckBox, QPushButton

from rvs.bodies.solid import Solid
from rvs.engine.arrays import Array
from rvs.model.current import current_robot
from rvs.model.numbers.units import Unit
from rvs.model.refs import NOTHING, Ref
from rvs.model.state import State
from rvs.model.views.view import NORMALS, Direction, Plane, Section, flipped_plane, plane_through
from rvs.scene.build import build_scene, scene_points
from rvs.scene.camera import axes, ray
from rvs.scene.gizmos.arrow_gizmos import (
    SECTION_HANDLE,
    section_gizmo,
    section_middle,
    section_range,
)
from rvs.scene.gizmos.gizmo import Handle, dragged, sliding_handle
from rvs.scene.items import Item, Scene
from rvs.scene.pick import pick
from rvs.scene.sections import widest
from rvs.ui.desk import Desk
from rvs.ui.view.view_tool import ViewTool
from rvs.ui.view.viewport import Viewport
from rvs.ui.view.viewports_bar import ViewBar
from rvs.ui.widgets.fields.combo import Combo, Slide
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import named_label
from rvs.words import tr

STEPS, FREE = 1000, "Free"
AXES = {"Across X": "x", "Across Y": "y", "Across Z": "z", "Facing the view": "view"}

P = TypeVar("P", bound=Plane)

SLIDER_WIDTH, FIELD_WIDTH = 170, 92


class PlaneTool(ViewTool, Generic[P]):
    """Moves a plane by its arrow."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.viewports)
        self._desk = desk
        self._lit = False
        self._handle: Handle | None = None
        self._start = self._moved = 0.0
        desk.viewport.tools.append(self)
        desk.viewport.extras.append(self.items)

    def plane(self, state: State) -> P:
        """Return the plane in a state."""
        raise NotImplementedError

    def set(self, plane: P) -> None:
        """Set another plane."""
        raise NotImplementedError

    def points(self) -> Array:
        """Return points (n, 3) that bound the range of the plane, m; if none, no arrow."""
        raise NotImplementedError

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the plane's outline and its arrow."""
        plane = self.plane(state)
        if not plane.on or not len(self.points()):
            return ()
        return section_gizmo(plane, self.points(), state.view.background, self._lit)

    @property
    def now(self) -> P:
        """The current plane."""
        return self.plane(self._desk.session.state)

    def turn(self, way: str) -> None:
        """Turn the plane normal to an axis, or to the viewing direction, through its centre."""
        plane, points = self.now, self.points()
        towards = axes(self._desk.viewport.camera)[2]
        normal = direction(towards) if way == "view" else facing(NORMALS[way], towards)
        middle = section_middle(plane, points) if len(points) else np.zeros(3)
        self.set(plane_through(plane, normal, direction(middle)))

    def hover(self, view: Viewport, at: QPointF) -> bool:
        lit = self._picked(view, at)
        if lit != self._lit:
            self._lit = lit
            view.setCursor(Qt.CursorShape.OpenHandCursor if lit else Qt.CursorShape.ArrowCursor)
            view.redraw()
        return lit

    def leave(self) -> None:
        self._lit = False

    def take(self, view: Viewport, at: QPointF) -> bool:
        if not self._picked(view, at):
            return False
        plane = self.plane(view.seen)
        grip = section_middle(plane, self.points())
        along = ray_at(view, at)[1]
        self._handle = sliding_handle(np.asarray(plane.unit), grip, along)
        # What lies between the grip and the pointer does not count.
        self._start = plane.offset - dragged(self._handle, ray_at(view, at))
        self._moved = plane.offset - self._start
        return True

    def drag(self, view: Viewport, at: QPointF, snap: bool) -> None:
        if self._handle is None:
            return
        self._moved = dragged(self._handle, ray_at(view, at), self._moved)
        unit = self._desk.units[0].factor
        offset = self._start + self._moved
        if snap:
            step = 10.0 ** round(np.log10(max(np.ptp(self.points()), 1e-6) / 50)) / unit
            offset = round(offset / unit / step) * step * unit
        self.set(replace(self.plane(view.seen), offset=offset))

    def let_go(self) -> None:
        self._handle = None

    def _picked(self, view: Viewport, at: QPointF) -> bool:
        state = view.seen
        if not self.plane(state).on:
            return False
        scene = Scene(tuple(i for i in self.items(state) if i.owner != NOTHING), None)
        hit = pick(scene, view.camera, at.x(), at.y(), view.width(), view.height())
        owner: Ref = hit.owner if hit else NOTHING
        return owner == SECTION_HANDLE


class PlaneFields(Generic[P]):
    """Fields that turn and move a plane."""

    def __init__(self, tool: PlaneTool[P], name: str) -> None:
        self._tool = tool
        self.way = Combo(tr("Direction of the {name}", name))
        self.way.addItems([*AXES, FREE])
        self.slider = Slide()
        self.slider.setRange(0, STEPS)
        self.slider.setAccessibleName(tr("Offset of the {name}", name))
        self.slider.setToolTip(tr("Drag to move the {name} along its arrow", name))
        self.field = NumberField(tr("Offset of the {name}", name))
        self.way.activated.connect(self._turn)
        self.slider.valueChanged.connect(self._slide)
        self.field.entered.connect(self._enter)

    def show(self, unit: Unit) -> None:
        """Show the current plane."""
        plane, points = self._tool.now, self._tool.points()
        names = list(AXES.values())
        self.way.setCurrentIndex(names.index(plane.axis) if plane.axis else len(AXES))
        low, high = section_range(plane, points) if len(points) else (0.0, 0.0)
        share = (plane.offset - low) / max(high - low, 1e-9)
        self.slider.blockSignals(True)
        self.slider.setValue(round(STEPS * min(max(share, 0.0), 1.0)))
        self.slider.blockSignals(False)
        self.field.set_unit(unit)
        self.field.show_value(plane.offset)

    def _turn(self, row: int) -> None:
        names = list(AXES.values())
        if row < len(names):
            self._tool.turn(names[row])
        plane = self._tool.now
        self.way.setCurrentIndex(names.index(plane.axis) if plane.axis else len(AXES))

    def _slide(self, value: int) -> None:
        plane, points = self._tool.now, self._tool.points()
        if len(points):
            low, high = section_range(plane, points)
            self._tool.set(replace(plane, offset=low + (high - low) * value / STEPS))

    def _enter(self, value: float) -> None:
        self._tool.set(replace(self._tool.now, offset=value))
        self.field.show_value(value)


def facing(normal: Direction, towards: Array) -> Direction:
    """Return a direction or its opposite: the one towards the viewer."""
    way = np.asarray(normal)
    return direction(way if float(way @ towards) >= 0.0 else -way)


def direction(values: Array) -> Direction:
    """Return three numbers as a direction or a point."""
    x, y, z = (np.asarray(values, float) + 0.0).tolist()
    return x, y, z


def ray_at(view: Viewport, at: QPointF) -> tuple[Array, Array]:
    """Return the position of the viewer and the viewing direction (3,) at a point of a view."""
    return ray(view.camera, at.x(), at.y(), view.width(), view.height())


class SectionTool(PlaneTool[Section]):
    """Moves the plane that cuts bodies."""

    def __init__(self, desk: Desk) -> None:
        self._points: tuple[State | None, Array] = (None, np.zeros((0, 3)))
        super().__init__(desk)

    def plane(self, state: State) -> Section:
        return state.view.section

    def set(self, plane: Section) -> None:
        self._desk.session.look(section=plane)

    def points(self) -> Array:
        """Return points that bound the cut bodies, as the same array while they are unchanged."""
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
        """Cut bodies, or show them whole again."""
        section = self.now
        if section.on:
            self.set(replace(section, on=False))
        elif section == Section():
            self.set(replace(self._first(), on=True))
        else:
            self.set(replace(section, on=True))

    def _first(self) -> Section:
        """Return a plane through the widest part of the active robot, open to its visible side."""
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
        return plane_through(Section(), facing(NORMALS[name], towards), direction(middle))


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
        self.flip.setToolTip("Show the other side")
        self.hatch = QCheckBox("Hatching")
        for widget in (
            named_label("BarValue", "Section"), self.way, self.slider, self.field, self.flip,
            self.hatch,
        ):  # fmt: skip
            self.add(widget)
        self.flip.clicked.connect(lambda: tool.set(flipped_plane(tool.now)))
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
