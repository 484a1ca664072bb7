"""Buttons that move the tool step by step along or about three axes."""

from __future__ import annotations

from math import radians

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import Unit
from rvs.ui.widgets.boxes import vbox
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.labels import named_label

WAYS = (0.0001, 0.001, 0.005, 0.01, 0.05, 0.1)
TURNS = tuple(radians(degrees) for degrees in (0.1, 1.0, 5.0, 15.0, 45.0, 90.0))
FIRST_WAY, FIRST_TURN = 3, 2
DELAY_MS, INTERVAL_MS = 350, 80
BUTTON_HEIGHT = 28


class Jog(QWidget):
    """Tells which way to go: ``moved`` with an axis from 0 and metres, ``turned`` with rad."""

    moved = Signal(int, float)
    turned = Signal(int, float)
    axes_chosen = Signal(bool)
    settled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.axes = Combo("Axes along which the tool moves", self)
        self.axes.addItems(["World axes", "Tool axes"])
        self.axes.setToolTip("Axes along and about which the buttons and the gizmo move the tool")
        self.axes.currentIndexChanged.connect(lambda i: self.axes_chosen.emit(i == 1))
        self.way = Combo("Step of a move", self)
        self.way.setToolTip("Step of a move")
        self.turn = Combo("Step of a turn", self)
        self.turn.setToolTip("Step of a turn")
        self.buttons: dict[str, QToolButton] = {}
        self._arrange()

    def set_units(self, length: Unit, angle: Unit) -> None:
        """Write the steps in other units."""
        for combo, steps, unit, first in (
            (self.way, WAYS, length, FIRST_WAY),
            (self.turn, TURNS, angle, FIRST_TURN),
        ):
            chosen = combo.currentIndex()
            combo.clear()
            combo.addItems([shown_short(step, unit) for step in steps])
            combo.setCurrentIndex(chosen if chosen >= 0 else first)

    def show_axes(self, tool: bool) -> None:
        """Show which axes count, without telling anybody."""
        self.axes.blockSignals(True)
        self.axes.setCurrentIndex(int(tool))
        self.axes.blockSignals(False)

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        for combo, share in ((self.axes, 13), (self.way, 9), (self.turn, 6)):
            # They give way in a narrow panel rather than push its edge out of sight.
            combo.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            head.addWidget(combo, share)
        grid = QGridLayout()
        grid.setSpacing(4)
        for row, (word, letters) in enumerate((("Move", "XYZ"), ("Turn", "XYZ"))):
            grid.addWidget(named_label("Secondary", word), row, 0)
            for axis, letter in enumerate(letters):
                for side, sign in enumerate((-1, 1)):
                    button = self._button(word, axis, letter, sign)
                    grid.addWidget(button, row, 1 + 2 * axis + side)
        for column in range(1, 7):
            grid.setColumnStretch(column, 1)
        vbox(head, grid, of=self)

    def _button(self, word: str, axis: int, letter: str, sign: int) -> QToolButton:
        mark = "+" if sign > 0 else "−"
        button = QToolButton(self)
        button.setText(f"{mark}{letter}")
        button.setProperty("field", True)
        button.setProperty("jog", True)
        button.setFixedHeight(BUTTON_HEIGHT)
        button.setMinimumWidth(button.sizeHint().width())
        about = "along" if word == "Move" else "about"
        button.setToolTip(f"{word} one step {about} {mark}{letter}; hold to go on")
        button.setAccessibleName(f"{word} {about} {mark}{letter}")
        button.setAutoRepeat(True)
        button.setAutoRepeatDelay(DELAY_MS)
        button.setAutoRepeatInterval(INTERVAL_MS)
        button.clicked.connect(lambda: self._go(word, axis, sign))
        button.released.connect(self._settle)
        self.buttons[f"{word.lower()} {mark}{letter.lower()}"] = button
        return button

    def _go(self, word: str, axis: int, sign: int) -> None:
        if word == "Move":
            self.moved.emit(axis, sign * WAYS[self.way.currentIndex()])
        else:
            self.turned.emit(axis, sign * TURNS[self.turn.currentIndex()])

    def _settle(self) -> None:
        """One press, however long, is one step to undo."""
        button = self.sender()
        if isinstance(button, QToolButton) and not button.isDown():
            self.settled.emit()
