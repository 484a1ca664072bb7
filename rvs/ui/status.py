"""The status bar: meaning of the numbers, and the frame rate of the view at its end.

A text on collisions in the strip at the bottom; a click opens their panel.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QStatusBar, QStyle, QStyleOption, QToolButton, QWidget

from rvs.collision.check import hits
from rvs.engine.offset_naming import offset_letter
from rvs.model.current import current_robot
from rvs.model.robots.plausibility import taken_words
from rvs.model.state import State
from rvs.ui.desk import Desk
from rvs.ui.widgets.labels import ElidedLabel, named_label
from rvs.words import plural, tr

MEANING = (
    "DH convention, letter of the link offset, DH angle or length of a joint (slider value plus "
    "offset), and units of this robot"
)
KEPT_PART = 0.9
REFRESH_MS = 500
PAUSE_SECONDS = 0.25
IDLE_SECONDS = 1.5
GAP = 6

TIP = "Show the current collisions; click to open the Collision panel"


class Line(QWidget):
    """Text at its left end, elided if it does not fit, and parts at its right end.

    It arranges them itself: text and parts change while a motion plays, and a layout would lay out
    the whole window again.
    """

    def __init__(self) -> None:
        super().__init__()
        self._words: QLabel = ElidedLabel(parent=self)
        self._parts: list[QWidget] = []
        self._spared: list[QWidget] = []

    def begin(self, words: QLabel) -> None:
        """Set the text."""
        self._words.hide()
        words.setParent(self)
        words.show()
        self._words = words
        self._place()

    def add(self, part: QWidget, *, spared: bool = False) -> None:
        """Add a part to the right of the others; an optional one is hidden if room is scarce."""
        part.setParent(self)
        part.show()
        self._parts.append(part)
        if spared:
            self._spared.append(part)

    def sizeHint(self) -> QSize:
        return QSize(self._wide(self._parts), max(self._high(), self._words.sizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        kept = [part for part in self._parts if part not in self._spared]
        return QSize(self._wide(kept), self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        shown = list(self._parts)
        for part in self._spared:
            if self._wide(shown) + GAP + self._words.sizeHint().width() > self.width():
                shown.remove(part)
        right = self.width()
        for part in reversed(self._parts):
            size = part.sizeHint()
            if part.isHidden() == (part in shown):
                part.setVisible(part in shown)
            if part not in shown:
                continue
            top = (self.height() - size.height()) // 2
            part.setGeometry(right - size.width(), top, size.width(), size.height())
            right -= size.width() + GAP
        self._words.setGeometry(0, 0, max(right, 0), self.height())

    def _wide(self, parts: list[QWidget]) -> int:
        wide = sum(part.sizeHint().width() for part in parts)
        return wide + GAP * max(len(parts) - 1, 0)

    def _high(self) -> int:
        return max((part.sizeHint().height() for part in self._parts), default=0)


class StatusStrip(QStatusBar):
    """Shows the line of conventions, or instead the text of ``showMessage``."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.setSizeGripEnabled(False)
        self.setContentsMargins(16, 0, 16, 0)
        self.conventions, self.said = ElidedLabel(), ElidedLabel()
        self.conventions.setObjectName("Conventions")
        self.conventions.setToolTip(MEANING)
        self.said.setObjectName("Said")
        self.speed = named_label("StatusNote")
        self.line = Line()
        self.line.begin(self.conventions)
        self.line.add(self.speed, spared=True)
        self.addPermanentWidget(self.line, 1)
        self.messageChanged.connect(self._say)
        self._between = 0.0
        self._last = 0.0
        self._timer = QTimer(self, interval=REFRESH_MS)
        self._timer.timeout.connect(self._show_speed)
        self._timer.start()
        desk.viewport.frame_drawn.connect(self._note_frame)
        desk.settings.changed.connect(lambda: self._show(desk.session.state))
        desk.binding.follow(lambda s: (s.document, s.selection), self._show)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint only the background: Qt would write the message where there is no room."""
        painter, option = QPainter(self), QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelStatusBar, option, painter, self)
        painter.end()

    def _say(self, words: str) -> None:
        self.said.setText(words.replace("\n", " "))
        self.line.begin(self.said if words else self.conventions)

    def _show(self, state: State) -> None:
        self.conventions.setText(conventions(self._desk, state))

    def _note_frame(self) -> None:
        """Average the time between frames; a pause does not count as a slow frame."""
        now = perf_counter()
        passed, self._last = now - self._last, now
        if passed < PAUSE_SECONDS:
            kept = KEPT_PART if self._between else 0.0
            self._between = kept * self._between + (1 - kept) * passed

    def _show_speed(self) -> None:
        """Show the frame rate while objects move, and the renderer."""
        name = self._desk.viewport.gl_name.partition(" (")[0]
        if self._between and perf_counter() - self._last < IDLE_SECONDS:
            name = f"{1 / self._between:.0f} fps · {name}"
        else:
            self._between = 0.0
        if name != self.speed.text():
            self.speed.setText(name)


def conventions(desk: Desk, state: State) -> str:
    """Return the line about the meaning of the current robot's numbers."""
    placed = current_robot(state)
    if placed is None:
        return "no robot"
    kinds = sorted({joint.convention for joint in placed.robot.joints}, reverse=True)
    units = ", ".join(unit.symbol for unit in desk.units)
    known = tr("standard and modified") if len(kinds) > 1 else tr(kinds[0]) if kinds else ""
    letter = " · b = d" if offset_letter() == "b" else ""
    words = tr("{kinds} DH{letter} · value = angle + offset · {units}", known, letter, units)
    read = placed.imported
    if read is None or not read.assumed:
        return words
    return tr(
        "{text} · assumed for {file}: {choices}",
        words,
        Path(read.path).name,
        taken_words(read, read.assumed),
    )


class CollisionSign(QToolButton):
    """Shows current collisions, their absence, or that nothing is checked."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        watch = desk.collisions
        self._desk, self._watch = desk, watch
        self._said = ("", "")
        self.setObjectName("StatusSign")
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip(TIP)
        watch.changed.connect(self._show)
        desk.theme.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        watch, colors = self._watch, self._desk.theme.colors
        met = len(hits(watch.near))
        color = colors.text_2
        if not watch.live:
            words = "Collisions not checked"
        elif watch.check is None or watch.late:
            words = "Checking for collisions…"
        elif met:
            words, color = plural("{n} collision", "{n} collisions", met), colors.limit
        else:
            words = "No collision"
        if (words, color) != self._said:
            self._said = words, color
            self.setText(words)
            self.setStyleSheet(f"QToolButton#StatusSign {{ color: {color}; border: none; }}")
