"""Dialog for the number of copies in rows, columns and layers, and their steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
)

from rvs.engine.arrays import Array
from rvs.model.numbers.units import UNITS
from rvs.model.things.edits import MOST_COPIES
from rvs.ui.desk import Desk
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.combo import Count
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import grid, put
from rvs.words import tr

GAP, FIELD = 0.1, 32
# Each direction with the axis that it usually goes along, and how many there are at first.
DIRECTIONS = (("Columns", 0, 3), ("Rows", 1, 1), ("Layers", 2, 1))


class ArrayDialog(AskDialog):
    """Calls ``make(counts, steps)`` with the entered values.

    Attributes:
        counts: Numbers of columns, rows and layers.
        steps: Distances between neighbours along x, y and z, for each direction.
    """

    def __init__(
        self,
        desk: Desk,
        size: Sequence[float],
        make: Callable[[Sequence[int], Array], object],
    ) -> None:
        super().__init__(desk.window, desk.theme, "array_dialog", "Linear array", "Copy")
        self._make = make
        unit = desk.settings.preferences.length
        self._unit = UNITS["m" if unit == "robot" else unit]
        self.counts: list[Count] = []
        self.steps: list[list[NumberField]] = []
        self.total = named_label("Secondary")
        rows = grid(8, 8)
        for column, words in enumerate(("", "Number", "Step X", "Step Y", "Step Z")):
            rows.addWidget(named_label("Secondary", words), 0, column)
        for row, (title, axis, count) in enumerate(DIRECTIONS, 1):
            step = np.zeros(3)
            step[axis] = np.round(size[axis] + (GAP if axis < 2 else 0.0), 3)
            self._add_row(rows, row, title, count, step)
        self.ask(rows, foot=self.total)
        self._count()

    def accept(self) -> None:
        """Make the copies."""
        for field in (field for row in self.steps for field in row):
            field.commit()
            if field.state == "invalid":
                return
        super().accept()
        steps = np.array([[field.number for field in row] for row in self.steps])
        self._make([box.value() for box in self.counts], steps)

    def _add_row(self, rows: QGridLayout, row: int, title: str, count: int, step: Array) -> None:
        box = Count()
        box.setRange(1, MOST_COPIES)
        box.setFixedHeight(FIELD)
        box.setValue(count)
        box.setAccessibleName(tr("Number of {title}", title.lower()))
        box.valueChanged.connect(self._count)
        label = QLabel(title)
        put(rows, row, label, box)
        fields = []
        for column, (letter, value) in enumerate(zip("XYZ", step.tolist(), strict=True), 2):
            field = NumberField(
                tr("Step of the {title} along {letter}", title.lower(), letter), self._unit
            )
            field.show_value(value)
            field.entered.connect(field.show_value)
            rows.addWidget(field, row, column)
            fields.append(field)
        self.counts.append(box)
        self.steps.append(fields)

    def _count(self) -> None:
        """Show the number of copies."""
        total = int(np.prod([box.value() for box in self.counts]))
        few = 1 < total <= MOST_COPIES + 1
        words = (
            tr("{total} including the selected ones", total)
            if few
            else tr("At most {limit} copies at once", MOST_COPIES)
        )
        self.total.setText(words if total > 1 else "Nothing to copy yet")
        self.button.setEnabled(few)
