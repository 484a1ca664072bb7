"""The section plane of the view: a bar with its numbers, and an arrow in the view."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QSlider

from rvs.bodies.skeleton.skeleton import world_frames
from rvs.engine.arrays import Array
from rvs.model.current import current_robot
from rvs.model.refs import NOTHING, Ref
from rvs.model.state import State
from rvs.model.views.section import NORMALS, Direction, Section, flipped, through
from rvs.scene.build import scene_points
from rvs.scene.camera import axes, ray
from rvs.scene.gizmos.gizmo import Handle, dragged, sliding_handle
from rvs.scene.gizmos.section_gizmo import HANDLE, section_gizmo, section_middle, section_range
from rvs.scene.items import Item, Scene
from rvs.scene.pick import pick
from rvs.ui.desk import Desk
from rvs.ui.view.view_tool import ViewTool
from rvs.ui.view.viewport import Viewport
from rvs.ui.view.viewports_bar import ViewBar
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import named_label

STEPS, SLIDER_WIDTH, FIELD_WIDTH, FREE = 1000, 170, 92, "Free"
AXES = {"Across X": "x", "Across Y": "y", "Across Z": "z", "Across the view": "view"}


class SectionTool(ViewTool):
    """Moves the plane by its arrow.

    Attributes:
        changed: The arrow looks different.
    """

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.viewports)
        self._desk = desk
        self._lit = False
        self._handle: Handle | None = None
        self._start = self._moved = 0.0
        self._points: tuple[State | None, Array] = (None, np.zeros((0, 3)))
        desk.viewport.tools.append(self)
        desk.viewport.extras.append(self.items)

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the plane's outline and its arrow."""
        if not state.view.section.on:
            return ()
        return section_gizmo(state.view.section, self.points(), state.view.background, self._lit)

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
        section = self._desk.session.state.view.section
        if section.on:
            self.set(replace(section, on=False))
        elif section == Section():
            self.set(replace(self._first(), on=True))
        else:
            self.set(replace(section, on=True))

    def turn(self, way: str) -> None:
        """Turn the plane across an axis, or across the view, through its middle."""
        section, points = self._desk.session.state.view.section, self.points()
        towards = axes(self._desk.viewport.camera)[2]
        normal = _direction(towards) if way == "view" else _facing(NORMALS[way], towards)
        self.set(through(section, normal, _direction(section_middle(section, points))))

    def set(self, section: Section) -> None:
        """Take another plane."""
        self._desk.session.look(section=section)

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
        section = view.seen.view.section
        grip = section_middle(section, self.points())
        along = _ray(view, at)[1]
        self._handle = sliding_handle(np.asarray(section.unit), grip, along)
        # What lies between the grip and the pointer does not count.
        self._start = section.offset - dragged(self._handle, _ray(view, at))
        self._moved = section.offset - self._start
        return True

    def drag(self, view: Viewport, at: QPointF, snap: bool) -> None:
        if self._handle is None:
            return
        self._moved = dragged(self._handle, _ray(view, at), self._moved)
        unit = self._desk.units[0].factor
        offset = self._start + self._moved
        if snap:
            step = 10.0 ** round(np.log10(max(np.ptp(self.points()), 1e-6) / 50)) / unit
            offset = round(offset / unit / step) * step * unit
        self.set(replace(view.seen.view.section, offset=offset))

    def let_go(self) -> None:
        self._handle = None

    def _first(self) -> Section:
        """A plane through the middle of the active robot that opens what the user looks at."""
        towards, points = axes(self._desk.viewport.camera)[2], self.points()
        name = max(NORMALS, key=lambda axis: abs(float(towards @ np.asarray(NORMALS[axis]))))
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        placed, state = current_robot(self._desk.session.state), self._desk.session.state
        if placed is not None:
            # Half of its joints lie on either side: no half of the arm is gone altogether.
            middle = np.median(world_frames(placed, state.postures[placed.id])[:, :3, 3], axis=0)
        return through(Section(), _facing(NORMALS[name], towards), _direction(middle))

    def _picked(self, view: Viewport, at: QPointF) -> bool:
        state = view.seen
        if not state.view.section.on:
            return False
        scene = Scene(tuple(i for i in self.items(state) if i.owner != NOTHING), None)
        hit = pick(scene, view.camera, at.x(), at.y(), view.width(), view.height())
        owner: Ref = hit.owner if hit else NOTHING
        return owner == HANDLE


class SectionBar(ViewBar):
    """Shown while there is a section."""

    def __init__(self, desk: Desk, tool: SectionTool) -> None:
        super().__init__(desk, "Section", tool.toggle)
        self._tool = tool
        self.way = Combo("Direction of the section")
        self.way.addItems([*AXES, FREE])
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, STEPS)
        self.slider.setFixedWidth(SLIDER_WIDTH)
        self.slider.setAccessibleName("Offset of the section")
        self.field = NumberField()
        self.field.setFixedWidth(FIELD_WIDTH)
        self.field.setAccessibleName("Offset of the section")
        self.flip = QPushButton("Flip")
        self.flip.setToolTip("Leave out the other side")
        self.hatch = QCheckBox("Hatching")
        for widget in (
            named_label("BarValue", "Section"), self.way, self.slider, self.field, self.flip,
            self.hatch,
        ):  # fmt: skip
            self.add(widget)
        self._connect()
        desk.settings.changed.connect(self._refresh)
        desk.binding.follow(
            lambda s: (s.view.section, s.document, s.postures), self._show, calm=True
        )

    def _connect(self) -> None:
        self.way.activated.connect(self._turn)
        self.slider.valueChanged.connect(self._slide)
        self.field.entered.connect(self._enter)
        self.flip.clicked.connect(lambda: self._tool.set(flipped(self._section)))
        self.hatch.toggled.connect(lambda on: self._tool.set(replace(self._section, hatch=on)))

    @property
    def _section(self) -> Section:
        return self._desk.session.state.view.section

    def _refresh(self) -> None:
        self._show(self._desk.session.state)

    def _show(self, state: State) -> None:
        section = state.view.section
        if section.on == self.isHidden():
            self.show_bar(section.on)
        if not section.on:
            return
        names = list(AXES.values())
        self.way.setCurrentIndex(names.index(section.axis) if section.axis else len(AXES))
        low, high = section_range(section, self._tool.points())
        share = (section.offset - low) / max(high - low, 1e-9)
        for widget in (self.slider, self.hatch):
            widget.blockSignals(True)
        self.slider.setValue(round(STEPS * min(max(share, 0.0), 1.0)))
        self.hatch.setChecked(section.hatch)
        for widget in (self.slider, self.hatch):
            widget.blockSignals(False)
        self.field.set_unit(self._desk.units[0])
        self.field.show_value(section.offset)

    def _turn(self, row: int) -> None:
        names = list(AXES.values())
        if row < len(names):
            self._tool.turn(names[row])
        self._refresh()

    def _slide(self, value: int) -> None:
        low, high = section_range(self._section, self._tool.points())
        self._tool.set(replace(self._section, offset=low + (high - low) * value / STEPS))

    def _enter(self, value: float) -> None:
        self._tool.set(replace(self._section, offset=value))
        self.field.show_value(value)


def _facing(normal: Direction, towards: Array) -> Direction:
    """A direction or its opposite, whichever points to the viewer."""
    way = np.asarray(normal)
    return _direction(way if float(way @ towards) >= 0.0 else -way)


def _direction(values: Array) -> Direction:
    x, y, z = (np.asarray(values, float) + 0.0).tolist()
    return x, y, z


def _ray(view: Viewport, at: QPointF) -> tuple[Array, Array]:
    return ray(view.camera, at.x(), at.y(), view.width(), view.height())
