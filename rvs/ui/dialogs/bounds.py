"""Dialog for the box to which the view is fitted."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QLabel, QPushButton

from rvs.engine.errors import ArgumentError
from rvs.model.numbers.units import UNITS
from rvs.scene.build import scene_points
from rvs.ui.desk import Desk
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import grid, put
from rvs.words import tr

ABOUT = "The view shows this box and fits it, wherever the robots are."
# Boxes begin on whole tenths of a metre about what there is.
STEP = 0.1


class BoundsDialog(AskDialog):
    """Fits the view to a box, or to everything again.

    Attributes:
        fields: Lower and upper bounds along x, y and z.
        none: Removes the box.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window, desk.theme, "bounds_dialog", "View box", "Fit view")
        self._desk = desk
        unit = desk.settings.preferences.length
        view = desk.session.state.view
        rows = grid(8, 8)
        for column, words in enumerate(("", "From", "To")):
            rows.addWidget(named_label("Secondary", words), 0, column)
        self.fields: list[NumberField] = []
        box = view.bounds or _about(desk)
        for row, letter in enumerate("XYZ"):
            pair = [
                NumberField(tr(side, letter), UNITS["m" if unit == "robot" else unit])
                for side in ("{axis} from", "{axis} to")
            ]
            for field, value in zip(pair, box[2 * row :], strict=False):
                field.show_value(value)
                field.entered.connect(field.show_value)
            put(rows, row + 1, QLabel(letter), pair[0])
            rows.addWidget(pair[1], row + 1, 2)
            self.fields += pair
        self.none = QPushButton("No box")
        self.none.setAutoDefault(False)
        self.none.setEnabled(view.bounds is not None)
        self.none.clicked.connect(self._clear)
        self.ask(named_label("Secondary", ABOUT), rows, self.notice, foot=self.none)

    def accept(self) -> None:
        """Fit the view to the box; an empty one is reported, and the dialog stays open."""
        for field in self.fields:
            field.commit()
            if field.state == "invalid":
                return
        try:
            self._desk.session.look(bounds=tuple(field.number for field in self.fields))
        except ArgumentError:
            self.complain("the second number of each axis must be larger than the first")
            return
        super().accept()
        self._desk.viewport.fit()

    def _clear(self) -> None:
        self._desk.session.look(bounds=None)
        self._desk.viewport.fit()
        self.reject()


def ask_bounds(desk: Desk) -> None:
    """Ask for the box."""
    BoundsDialog(desk).exec()


def _about(desk: Desk) -> list[float]:
    """Return a box around everything."""
    points = scene_points(desk.session.state)
    low = np.floor(points.min(axis=0) / STEP) * STEP
    high = (np.floor(points.max(axis=0) / STEP) + 1) * STEP
    return np.round(np.stack([low, high], axis=1), 6).ravel().tolist()
