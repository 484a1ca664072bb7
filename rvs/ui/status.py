"""The strip at the bottom: what the numbers mean, and at its far end how fast the view is drawn."""

from __future__ import annotations

from time import perf_counter

from PySide6.QtCore import QEvent, QSize, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStatusBar, QWidget

from rvs.model.current import current_robot
from rvs.model.state import State
from rvs.ui.desk import Desk
from rvs.ui.widgets.labels import named_label

MEANING = (
    "What the numbers of this robot mean: its convention, b for what others call d, "
    "a joint's DH angle or length as its value at the slider plus its offset, and the units"
)
KEPT_PART = 0.9
REFRESH_MS = 500
PAUSE_SECONDS = 0.25
IDLE_SECONDS = 1.5
GAP = 6


class FarEnd(QWidget):
    """Lines its parts up at its right end by itself.

    Their words change while a motion plays; a layout would have the whole window laid out anew.
    """

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[QWidget] = []

    def add(self, part: QWidget) -> None:
        """Put a part to the right of the others."""
        part.setParent(self)
        part.show()
        self._parts.append(part)

    def sizeHint(self) -> QSize:
        sizes = [part.sizeHint() for part in self._parts]
        wide = sum(size.width() for size in sizes) + GAP * max(len(sizes) - 1, 0)
        return QSize(wide, max((size.height() for size in sizes), default=0))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        right = self.width()
        for part in reversed(self._parts):
            size = part.sizeHint()
            part.setGeometry(
                right - size.width(),
                (self.height() - size.height()) // 2,
                size.width(),
                size.height(),
            )
            right -= size.width() + GAP


class StatusStrip(QStatusBar):
    """Starts with the conventions line."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.setSizeGripEnabled(False)
        self.setContentsMargins(16, 0, 16, 0)
        self.conventions = named_label("Conventions")
        self.conventions.setToolTip(MEANING)
        self.speed = named_label("StatusNote")
        self.addWidget(self.conventions)
        self.far_end = FarEnd()
        self.far_end.add(self.speed)
        self.addPermanentWidget(self.far_end, 1)
        self._between = 0.0
        self._last = 0.0
        self._timer = QTimer(self, interval=REFRESH_MS)
        self._timer.timeout.connect(self._show_speed)
        self._timer.start()
        desk.viewport.frame_drawn.connect(self._note_frame)
        desk.settings.changed.connect(lambda: self._show(desk.session.state))
        desk.binding.follow(lambda s: (s.document, s.selection), self._show)

    def _show(self, state: State) -> None:
        self.conventions.setText(conventions(self._desk, state))

    def _note_frame(self) -> None:
        """Average the time between frames; a pause is no slow frame."""
        now = perf_counter()
        passed, self._last = now - self._last, now
        if passed < PAUSE_SECONDS:
            kept = KEPT_PART if self._between else 0.0
            self._between = kept * self._between + (1 - kept) * passed

    def _show_speed(self) -> None:
        """Say how fast frames follow each other while things move, and what draws them."""
        name = self._desk.viewport.gl_name.partition(" (")[0]
        if self._between and perf_counter() - self._last < IDLE_SECONDS:
            name = f"{1 / self._between:.0f} fps · {name}"
        else:
            self._between = 0.0
        if name != self.speed.text():
            self.speed.setText(name)


def conventions(desk: Desk, state: State) -> str:
    """Return the line that says what the current robot's numbers mean."""
    placed = current_robot(state)
    if placed is None:
        return "no robot"
    kinds = sorted({joint.convention for joint in placed.robot.joints}, reverse=True)
    units = ", ".join(unit.symbol for unit in desk.units)
    return f"{' and '.join(kinds)} DH · b = d · value = angle + offset · {units}"
