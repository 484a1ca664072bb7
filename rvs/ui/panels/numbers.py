"""The matrices of the current posture, for reading and copying."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QPushButton,
    QWidget,
)

from rvs.model.current import current_robot
from rvs.model.robots.matrices import FORMS, Form, Named, matrices, matrix_text
from rvs.model.state import State
from rvs.ui.desk import Desk
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import STRETCH, grid, hbox, holding, vbox
from rvs.words import tr

MARGIN, GAP, DECIMALS = 16, 8, 4


class NumbersPanel(Dock):
    """Shows one matrix at a time; it follows the posture."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("numbers", "Numbers", desk.theme, desk.window)
        self._desk, self._session = desk, desk.session
        self._found: tuple[Named, ...] = ()
        self._shape = (0, 0)
        self.choice = Combo("Matrix")
        self.choice.currentIndexChanged.connect(self._fill)
        self.meaning = named_label("Caption")
        self.meaning.setWordWrap(True)
        self.cells: list[QLabel] = []
        self._grid = grid(12, 4)
        self.copies = {form: self._copy_button(form) for form in FORMS}
        self.set_body(self._body())
        desk.binding.follow(self._parts, self._show, calm=True, of=self)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show(self._session.state)

    def call(self, purpose: str = "") -> None:
        """Bring the panel to the front; the purpose is the name of the matrix to show."""
        super().call(purpose)
        self._show(self._session.state)
        if purpose:
            self.choice.setCurrentText(purpose)

    def _parts(self, state: State) -> tuple[object, ...]:
        return state.document, state.postures, state.active, state.view.first_frame

    def _body(self) -> QWidget:
        row = hbox(named_label("Secondary", "Copy as"), *self.copies.values(), STRETCH, gap=-1)
        return holding(
            vbox(
                self.choice,
                self.meaning,
                self._grid,
                row,
                STRETCH,
                gap=GAP,
                edges=(MARGIN, GAP, MARGIN, MARGIN),
            )
        )

    def _copy_button(self, form: Form) -> QPushButton:
        button = QPushButton(FORMS[form])
        button.setToolTip(tr("Copy the matrix as {format}, in m and rad", FORMS[form]))
        button.clicked.connect(partial(self._copy, form))
        return button

    def _show(self, state: State) -> None:
        if not self.isVisible():
            return
        placed = current_robot(state)
        self.subtitle.setText(self._session.called(placed) if placed else "")
        self._found = ()
        if placed is not None:
            first = state.view.first_frame
            self._found = matrices(placed, state.postures[placed.id], first)
        names = [named.name for named in self._found]
        if names != [self.choice.itemText(i) for i in range(self.choice.count())]:
            kept = self.choice.currentText()
            self.choice.blockSignals(True)
            self.choice.clear()
            self.choice.addItems(names)
            self.choice.setCurrentIndex(max(0, self.choice.findText(kept)))
            self.choice.blockSignals(False)
        self._fill()

    def _now(self) -> Named | None:
        index = self.choice.currentIndex()
        return self._found[index] if 0 <= index < len(self._found) else None

    def _fill(self) -> None:
        named = self._now()
        for button in self.copies.values():
            button.setEnabled(named is not None)
        self.meaning.setText(
            tr("{meaning}; m and rad", named.meaning) if named else "There is no robot"
        )
        rows, columns = named.matrix.shape if named else (0, 0)
        if (rows, columns) != self._shape:
            self._lay_out(rows, columns)
        if named is None:
            return
        values = named.matrix.round(DECIMALS) + 0.0
        for label, value in zip(self.cells, values.ravel().tolist(), strict=True):
            label.setText(f"{value:.{DECIMALS}f}".replace("-", "−"))

    def _lay_out(self, rows: int, columns: int) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self._shape, self.cells = (rows, columns), []
        for row in range(rows):
            for column in range(columns):
                label = QLabel()
                label.setAlignment(Qt.AlignmentFlag.AlignRight)
                label.setAccessibleName(tr("Row {row}, column {column}", row + 1, column + 1))
                self._grid.addWidget(label, row, column)
                self.cells.append(label)

    def _copy(self, form: Form) -> None:
        named = self._now()
        if named is None:
            return
        QApplication.clipboard().setText(matrix_text(named.matrix, form))
        self._desk.say(tr("{name} copied as {format}", named.name, FORMS[form]))
