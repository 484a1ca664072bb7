"""Asks how many copies at which step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
)

from rvs.model.numbers.quantities import UNITS
from rvs.model.things.edits import MOST_COPIES
from rvs.ui.desk import Desk
from rvs.ui.widgets.number_field import NumberField

GAP, WIDTH = 0.1, 320


class ArrayDialog(QDialog):
    """Calls ``make(copies, step)`` with what was asked for.

    Attributes:
        copies: How many.
        step: From one to the next along x, y and z.
    """

    def __init__(
        self, desk: Desk, size: Sequence[float], make: Callable[[int, tuple[float, ...]], object]
    ) -> None:
        super().__init__(desk.window)
        self.setObjectName("array_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Copies in a row")
        self.setMinimumWidth(WIDTH)
        self._make = make
        self.copies = QSpinBox()
        self.copies.setRange(1, MOST_COPIES)
        self.copies.setValue(3)
        self.copies.setAccessibleName("Number of copies")
        unit = desk.settings.preferences.length
        self.step = [NumberField() for _ in "xyz"]
        first = float(np.round(size[0] + GAP, 2))
        form = QFormLayout()
        form.addRow("Copies", self.copies)
        for letter, field, value in zip("xyz", self.step, (first, 0.0, 0.0), strict=True):
            field.set_unit(UNITS["m" if unit == "robot" else unit])
            field.setAccessibleName(f"Step along {letter}")
            field.show_value(value)
            field.entered.connect(field.show_value)
            form.addRow(f"Step along {letter}", field)
        make_button, cancel = QPushButton("Copy"), QPushButton("Cancel")
        make_button.setDefault(True)
        make_button.setProperty("filled", True)
        make_button.clicked.connect(self.accept)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(make_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addLayout(form)
        column.addLayout(buttons)

    def accept(self) -> None:
        """Make the copies."""
        for field in self.step:
            field.commit()
            if field.state == "invalid":
                return
        super().accept()
        self._make(self.copies.value(), tuple(field.number for field in self.step))
