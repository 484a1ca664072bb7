"""Fault in a table of a robot, or the content of its current cell, in one line."""

from __future__ import annotations

from functools import partial

from rvs.model.robots.table_text import BY_ID, heading
from rvs.ui.desk import Desk
from rvs.ui.invalid_texts import Refusal
from rvs.ui.widgets.labels import Notice
from rvs.ui.widgets.table.model import DhModel
from rvs.ui.widgets.table.view import DhView
from rvs.words import tr

HINT = "Type into a cell, for example pi/2 or 30+15. Tab and Enter move on, Esc restores the cell."
HIGH = 26


class CellNotice(Notice):
    """Follows a table, and reports refused texts to the desk."""

    def __init__(self, desk: Desk, name: str, model: DhModel, view: DhView) -> None:
        """Make the notice.

        Args:
            desk: The desk.
            name: Name of the table for the desk.
            model: The table.
            view: Its view.
        """
        super().__init__()
        self._desk, self._name, self._model, self._view = desk, name, model, view
        # Whether the table is there to be read; what is wrong in it is said all the same.
        self.hints = True
        self._refusal = ""
        self.setFixedHeight(HIGH)
        model.told.connect(self.tell)
        model.told.connect(self._list_refused)
        view.chosen.connect(self.tell)
        desk.theme.changed.connect(self.tell)

    def refuse(self, reason: str) -> None:
        """Show a reason for a refusal, or a message of the table."""
        self._refusal = reason
        self.tell()

    def tell(self) -> None:
        """Show the faults, with that of the current cell first, or the contents of that cell."""
        index, colors, model = self._view.currentIndex(), self._desk.theme.colors, self._model
        here = model.cell(index)
        found = sorted(model.drafts.items(), key=lambda one: one[0] != here)
        texts = [
            tr(
                "Row {row}, {heading}: {reason}",
                row + 1,
                heading(model.joints, BY_ID[column]),
                draft.reason,
            )
            for (row, column), draft in found
        ]
        if self._refusal:
            self.say(self._refusal, "error", colors.limit)
        elif texts:
            self.say("; ".join(dict.fromkeys(texts)), "error", colors.limit)
        elif not self.hints:
            self.say("")
        else:
            self.say(model.meaning(index) or HINT, "note", colors.text_2)

    def _list_refused(self) -> None:
        placed = self._model.placed
        self._desk.refused.show(
            self._name,
            (
                Refusal(
                    draft.text,
                    f"{self._desk.session.called(placed)}, {words}",
                    draft.depth,
                    draft.alone,
                    partial(self._model.take_back, cell),
                )
                for cell, draft, words in self._model.refusals()
                if placed is not None
            ),
        )
