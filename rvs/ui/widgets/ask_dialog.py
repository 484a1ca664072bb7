"""Common parts of dialogs with a question, and the dialog for a name."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from rvs.ui.theme import Theme
from rvs.ui.widgets.labels import Notice
from rvs.ui.widgets.layouts import Part, holding, vbox
from rvs.ui.widgets.screen_fit import ScreenDialog, Scrolled
from rvs.words import begun

EDGE, BETWEEN, NOTICE = 16, 12, 20


class AskDialog(ScreenDialog):
    """Dialog with a question, and Cancel next to one filled button, which accepts.

    Attributes:
        notice: Message about the typed or selected value.
        button: The filled button.
        cancel: Closes the dialog.
        row: The lower edge: contents on its left, then the buttons.
    """

    def __init__(self, parent: QWidget, theme: Theme, name: str, title: str, verb: str) -> None:
        """Make the dialog; ``ask`` fills it.

        Args:
            parent: The window.
            theme: Its colours.
            name: Object name, for styles and tests.
            title: Title of the dialog.
            verb: Label of the filled button.
        """
        super().__init__(parent)
        self.setObjectName(name)
        self.setWindowTitle(title)
        # Not by Qt's own attribute, which ends a dialog that waits for its answer in that moment.
        self.finished.connect(self.deleteLater)
        self._theme = theme
        self.notice = Notice(wraps=True)
        self.notice.setMinimumHeight(NOTICE)
        self.row = QHBoxLayout()
        self.button, self.cancel = QPushButton(verb), QPushButton("Cancel")
        self.button.setDefault(True)
        self.button.setProperty("filled", True)
        self.cancel.setAutoDefault(False)
        self.button.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)

    def ask(self, *parts: Part, foot: QWidget | None = None) -> None:
        """Stack the contents above the buttons, which stay visible.

        Args:
            parts: Arguments for ``vbox``.
            foot: Contents to the left of the buttons.
        """
        asked = Scrolled(holding(vbox(*parts, gap=BETWEEN, edges=(EDGE, EDGE, EDGE, 0))))
        self.row.setSpacing(8)
        self.row.setContentsMargins(EDGE, 0, EDGE, EDGE)
        if foot is not None:
            self.row.addWidget(foot, 1 if foot is self.notice else 0)
        # Of no stretch beside a notice, which leaves its room while it has nothing to say.
        self.row.addStretch(0 if foot is self.notice else 1)
        self.row.addWidget(self.cancel)
        self.row.addWidget(self.button)
        vbox((asked, 1), self.row, gap=BETWEEN, of=self)

    def complain(self, reason: str) -> None:
        """Show the reason for a refusal."""
        text = begun(reason)
        self.notice.say(text, "error", self._theme.colors.limit)


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
