"""Asks for a name, and says before anything of that name is overwritten."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from rvs.ui.theme import Theme
from rvs.ui.widgets.labels import Notice

WIDTH = 400


class NameDialog(QDialog):
    """Calls ``save(name)``, which returns why that did not work, or nothing.

    Attributes:
        name: The field.
        button: Save, or Overwrite where the name is taken.
        notice: What is to be said about the name.
    """

    def __init__(
        self, parent: QWidget, theme: Theme, title: str, label: str, name: str,
        taken: Callable[[str], str], save: Callable[[str], str],
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.setObjectName("name_dialog")
        self.setWindowTitle(title)
        self.setMinimumWidth(WIDTH)
        self._theme, self._taken, self._save = theme, taken, save
        self.name = QLineEdit(name)
        self.name.setFixedHeight(32)
        self.name.setAccessibleName(label)
        self.notice = Notice()
        self.notice.setFixedHeight(20)
        self.cancel, self.button = QPushButton("Cancel"), QPushButton("Save")
        self.button.setDefault(True)
        self.button.setProperty("filled", True)
        self._arrange(label)
        self.name.textChanged.connect(self._check)
        self.button.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self._check()
        self.name.selectAll()
        self.name.setFocus()

    def accept(self) -> None:
        """Save; where that does not work the dialog says why and stays."""
        reason = self._save(self.name.text().strip())
        if reason:
            text = reason[:1].upper() + reason[1:]
            self.notice.say(text, "error", self._theme.colors.limit)
        else:
            super().accept()

    def _arrange(self, text: str) -> None:
        label = QLabel(text)
        label.setBuddy(self.name)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addWidget(label)
        column.addWidget(self.name)
        column.addWidget(self.notice)
        column.addLayout(buttons)

    def _check(self) -> None:
        name = self.name.text().strip()
        question = self._taken(name) if name else ""
        self.button.setEnabled(bool(name))
        self.button.setText("Overwrite" if question else "Save")
        self.notice.say(question, "warning" if question else "", self._theme.colors.warn)
