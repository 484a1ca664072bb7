"""Measuring in the views: two clicks, with visible snapping.

The bar with the measurement and its actions.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton

from rvs.model.annotations.edits import add_measure
from rvs.model.annotations.marks import Anchor, Measure
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import UNITS, Unit
from rvs.model.state import State
from rvs.scene.items import Item, Label, Line, Points
from rvs.scene.measuring.measure import (
    Reading,
    anchor_at,
    between,
    read_measure,
    reading_items,
    spot_of,
)
from rvs.scene.measuring.snaps import Aim, Snap, snap
from rvs.scene.pick import pick
from rvs.ui.desk import Desk
from rvs.ui.view.view_tool import ViewTool
from rvs.ui.view.viewport import Viewport
from rvs.ui.view.viewports_bar import ViewBar
from rvs.ui.widgets.labels import named_label
from rvs.words import tr

STRONG, DOT, NAME_SIZE, NAME_GAP = 3.0, 10.0, 13.0, 22.0


class MeasureTool(ViewTool):
    """Measures between two ends and shows the result, until it is cleared or stored.

    Attributes:
        changed: The display or the message has changed.
        active: Clicks measure.
        taken: Displayed measurements that are not stored.
    """

    changed = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.viewports)
        self._desk = desk
        self.active = False
        self.taken: list[Measure] = []
        self._snap: Snap | None = None
        self._first: Anchor | None = None
        # Wherever the keys are, Esc ends it.
        self._end = QShortcut(QKeySequence(Qt.Key.Key_Escape), desk.window, self.cancel)
        self._end.setEnabled(False)
        desk.viewport.tools.append(self)
        desk.viewport.extras.append(self.items)
        self.changed.connect(lambda: desk.viewport.redraw())
        desk.binding.follow(lambda s: (s.document,), self._follow)

    @property
    def exclusive(self) -> bool:
        """Return whether the tool alone uses the pointer."""
        return self.active

    @property
    def measuring(self) -> bool:
        """Return whether the first end has been taken."""
        return self._first is not None

    @property
    def reading(self) -> Reading | None:
        """Current measurement, or else the last one."""
        state = self._desk.session.state
        if self._first is not None:
            start = spot_of(state.document, state.postures, self._first)
            return between(start, self._snap.spot) if start and self._snap else None
        if not self.taken:
            return None
        return read_measure(state.document, state.postures, self.taken[-1])

    @property
    def hint(self) -> str:
        """Instruction for the next step."""
        name = f" · {self._snap.name}" if self._snap else ""
        return ("Click the other end" if self._first else "Click the first end") + name

    def toggle(self) -> None:
        """Begin or end measuring; measurements that were not stored are discarded."""
        self.active = not self.active
        self._snap = self._first = None
        if not self.active:
            self.taken.clear()
        self._end.setEnabled(self.active)
        self._desk.viewport.setFocus()
        for view in self._desk.viewports.views:
            view.setCursor(
                Qt.CursorShape.CrossCursor if self.active else Qt.CursorShape.ArrowCursor
            )
        self.changed.emit()

    def clear(self) -> None:
        """Discard the measurements that were not stored."""
        self.taken.clear()
        self._first = None
        self.changed.emit()

    def keep(self) -> None:
        """Store the last measurement in the cell, as a step."""
        if not self.taken:
            return
        measure = self.taken.pop()
        self._desk.do(add_measure, measure)
        self.changed.emit()

    def copy(self) -> None:
        """Copy the displayed measurement to the clipboard."""
        reading = self.reading
        if reading is not None:
            QGuiApplication.clipboard().setText(reading_text(reading, self._desk.units))

    def hover(self, view: Viewport, at: QPointF) -> bool:
        if self.active:
            view.setCursor(Qt.CursorShape.CrossCursor)
            self._snap = self._found(view, at)
            self.changed.emit()
        return self.active

    def leave(self) -> None:
        if self.active and self._snap is not None:
            self._snap = None
            self.changed.emit()

    def click(self, view: Viewport, at: QPointF) -> bool:
        if not self.active:
            return False
        found, state = self._found(view, at), self._desk.session.state
        if found is not None:
            end = anchor_at(state.document, state.postures, found.owner, found.spot)
            if self._first is None:
                self._first = end
            else:
                units = self._desk.units
                name = tr("measurement {number}", len(self.taken) + 1)
                self.taken.append(Measure(name, self._first, end, units[0].name, units[1].name))
                self._first = None
        self._snap = found
        self.changed.emit()
        return True

    def cancel(self) -> bool:
        if self._first is not None:
            self._first = None
            self.changed.emit()
            return True
        if self.active:
            self.toggle()
            return True
        return False

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the measurements and the current snap."""
        if not self.active:
            return ()
        background = state.view.background
        color = rgba(SCENE[background].select)
        items: list[Item] = []
        for measure in self.taken:
            reading = read_measure(state.document, state.postures, measure)
            if reading is not None:
                units = UNITS[measure.length], UNITS[measure.angle]
                items += reading_items(reading, units, color, background)
        if self._first is not None:
            items += self._preview(state)
        if self._snap is not None:
            items += snap_items(self._snap, state)
        return tuple(items)

    def _preview(self, state: State) -> tuple[Item, ...]:
        color = rgba(SCENE[state.view.background].select)
        start = spot_of(state.document, state.postures, self._first) if self._first else None
        if start is None:
            return ()
        if self._snap is None:
            return (Points(start.point[None], color, DOT, depth="on top"),)
        reading = between(start, self._snap.spot)
        return reading_items(reading, self._desk.units, color, state.view.background)

    def _found(self, view: Viewport, at: QPointF) -> Snap | None:
        state = view.seen
        place = view.camera, at.x(), at.y(), view.width(), view.height()
        hit = pick(view.solid_scene(), *place)
        unit = self._desk.units[0]
        return snap(state.document, state.postures, hit, Aim(*place), unit)

    def _follow(self, state: State) -> None:
        """Discard measurements whose ends no longer exist."""
        self.taken = [
            one for one in self.taken if read_measure(state.document, state.postures, one)
        ]
        if self._first and spot_of(state.document, state.postures, self._first) is None:
            self._first = None


def snap_items(found: Snap, state: State) -> list[Item]:
    """Return the mark and the name of a snap."""
    colors = SCENE[state.view.background]
    color, halo = rgba(colors.select), rgba(colors.halo)
    items: list[Item] = [Points(found.spot.point[None], color, DOT, depth="on top")]
    if len(found.shape) > 2:
        rim = found.shape
        items.append(Points(rim, color, STRONG, depth="on top"))
    elif len(found.shape) == 2:
        items.append(Line(found.shape, color, STRONG, depth="on top"))
    items.append(
        Label(
            found.name, found.spot.point, color, halo, size=NAME_SIZE, bold=False,
            shift=(0.0, NAME_GAP),
        )
    )  # fmt: skip
    return items


def reading_text(reading: Reading, units: tuple[Unit, Unit]) -> str:
    """Return a reading as text: distance, components along the world's axes, angle."""
    length, angle = units
    parts = [shown_short(reading.distance, length)]
    if reading.distance > 0.0:
        deltas = zip("xyz", reading.delta.tolist(), strict=True)
        parts += [f"Δ{axis} {shown_short(value, length)}" for axis, value in deltas]
    if reading.angle is not None:
        parts.append(tr("angle {angle}", shown_short(reading.angle, angle)))
    return " · ".join(parts)


class MeasureBar(ViewBar):
    """Shown while the measuring tool is in use."""

    def __init__(self, desk: Desk, tool: MeasureTool) -> None:
        super().__init__(desk, "Measure", tool.toggle)
        self._tool = tool
        self.what = named_label("Secondary")
        self.value = named_label("BarValue")
        self.keep = QPushButton("Keep")
        self.keep.setToolTip("Store this measurement in the cell and its figures")
        self.clear = QPushButton("Clear")
        self.clear.setToolTip("Discard the measurements that are not stored")
        for widget in (self.value, self.what):
            self.add(widget)
        self.copy = self.add_button("copy", "Copy the measurement", tool.copy)
        for button, run in ((self.keep, tool.keep), (self.clear, tool.clear)):
            button.clicked.connect(run)
            self.add(button)
        tool.changed.connect(self._show)
        desk.settings.changed.connect(self._show)
        desk.binding.follow(lambda s: (s.document, s.postures), lambda _: self._show(), calm=True)

    def _show(self) -> None:
        tool = self._tool
        if not tool.active:
            if not self.isHidden():
                self.show_bar(False)
            return
        reading = tool.reading
        self.value.setText(reading_text(reading, self._desk.units) if reading else "")
        self.value.setVisible(reading is not None)
        done = reading is not None and bool(tool.taken) and not tool.measuring
        self.what.setText(reading.words if done and reading else tool.hint)
        for button in (self.keep, self.copy):
            button.setEnabled(done)
        self.clear.setEnabled(bool(tool.taken))
        self.show_bar(True)
