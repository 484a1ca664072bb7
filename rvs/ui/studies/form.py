"""The form of a question, made from its fields."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from rvs.engine.errors import ArgumentError
from rvs.model.document import PlacedRobot
from rvs.scripting.studies import Study
from rvs.ui.widgets.boxes import STRETCH, grid, hbox, holding, vbox
from rvs.ui.widgets.chip import page_chip
from rvs.ui.widgets.fields.asked_field import asked_fields, row_label
from rvs.ui.widgets.fields.number_field import NumberField

MORE = "More options"
# An error of a question begins with the field: its name and a colon.
FIELD = re.compile(r"(\w++)(?>(?:, \w++)*):")


class StudyForm(QWidget):
    """``refused`` gives the reason why typed text is invalid; "" once it is valid.

    Attributes:
        rows: The fields by their names, in order.
        more: Shows the fields that are normally hidden, if there are any.
    """

    refused = Signal(str)

    def __init__(self, study: Study) -> None:
        super().__init__()
        self._kind = study.kind()
        found = asked_fields(self._kind)
        first = [name for name in study.first or found if name in found]
        self.rows = {name: found[name] for name in (*first, *(n for n in found if n not in first))}
        self.more = page_chip(MORE)
        self._rest = QWidget()
        seen = QWidget()
        self._fill(seen, first)
        self._fill(self._rest, [name for name in self.rows if name not in first])
        self._rest.hide()
        self.more.setVisible(len(first) < len(self.rows))
        self.more.setToolTip("Show options that are needed less often")
        self.more.toggled.connect(self._rest.setVisible)
        vbox(seen, hbox(self.more, STRETCH), self._rest, gap=6, of=self)

    def show_robot(self, placed: PlacedRobot, posture: Sequence[float]) -> None:
        """Show the available choices for a robot."""
        scales = [0.017453292519943295 if joint.turns else 1.0 for joint in placed.robot.joints]
        for row in self.rows.values():
            row.set_robot(scales, posture)

    def show_motions(self, names: Sequence[tuple[str, Any]]) -> None:
        """Show the available motions by name."""
        for row in self.rows.values():
            row.set_motions(names)

    def question(self) -> Any:
        """Return the question in the fields.

        Raises:
            ArgumentError: A field has an invalid value; its control is marked.
        """
        try:
            said = {}
            for row in self.rows.values():
                value = row.value
                if value is not row.default:
                    said[row.name] = value
            return self._kind(**said)
        except ArgumentError as error:
            self.mark(str(error))
            raise

    def mark(self, reason: str) -> None:
        """Mark the field named in an error, if any."""
        found = FIELD.match(reason)
        row = self.rows.get(found.group(1)) if found else None
        if row is None:
            return
        if row.control is not None and self._rest.isAncestorOf(row.control):
            self.more.setChecked(True)
        row.refuse(reason)

    def _fill(self, form: QWidget, names: Sequence[str]) -> None:
        rows = grid(6, 6, grows=(0,), of=form)
        place = 0
        for name in names:
            row = self.rows[name]
            label = row.box if row.box is not None else row_label(row)
            control = row.control
            row.follow(self.refused.emit)
            if control is None:
                rows.addWidget(label, place, 0, 1, 2)
            elif isinstance(control, NumberField):
                rows.addWidget(label, place, 0)
                rows.addWidget(control, place, 1)
            else:
                rows.addWidget(label, place, 0, 1, 2)
                place += 1
                button = row.button
                shown = holding(hbox((control, 1), button, gap=6)) if button else control
                rows.addWidget(shown, place, 0, 1, 2)
            place += 1
