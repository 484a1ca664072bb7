"""Dialog for a name, with a warning before an existing one is overwritten."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from rvs.ui.theme import Theme
from rvs.ui.widgets.ask_dialog import AskDialog

WIDTH = 400


class NameDialog(AskDialog):
    """Calls ``save(name)``, which returns the reason for a failure, or nothing."""

    def __init__(
        self, parent: QWidget, theme: Theme, title: str, label: str, name: str,
        taken: Callable[[str], str], save: Callable[[str], str],
    ) -> None:  # fmt: skip
        super().__init__(parent, theme, "name_dialog", title, "Save")
        self.setMinimumWidth(WIDTH)
        self._taken, self._save = taken, save
        self.name = QLineEdit(name)
        self.name.setFixedHeight(32)
        self.name.setAccessibleName(label)
        words = QLabel(label)
        words.setBuddy(self.name)
        self.ask(words, self.name, self.notice)
        self.name.textChanged.connect(self._check)
        self._check()
        self.name.selectAll()
        self.name.setFocus()

    def accept(self) -> None:
        """Save; after a failure the dialog shows the reason and stays open."""
        reason = self._save(self.name.text().strip())
        if reason:
            self.complain(reason)
        else:
            super().accept()

    def _check(self) -> None:
        name = self.name.text().strip()
        question = self._taken(name) if name else ""
        self.button.setEnabled(bool(name))
        self.button.setText("Overwrite" if question else "Save")
        self.notice.say(question, "warning" if question else "", self._theme.colors.warn)
