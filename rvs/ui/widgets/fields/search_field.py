"""A search field: a magnifying glass, a clear button, and a name for each."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QToolButton

from rvs.ui.icons import icon
from rvs.ui.theme import Theme
from rvs.words import tr

HEIGHT, GLASS = 32, 16


def name_clear_button(field: QLineEdit) -> None:
    """Give a field the clear button, with a name for screen readers."""
    field.setClearButtonEnabled(True)
    for button in field.findChildren(QToolButton):
        if not button.accessibleName():
            button.setAccessibleName(tr("Clear {field}", field.accessibleName()).strip())


class SearchField(QLineEdit):
    """Shows its purpose in grey while it is empty."""

    def __init__(self, name: str, theme: Theme | None = None) -> None:
        super().__init__()
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        self.setFixedHeight(HEIGHT)
        name_clear_button(self)
        if theme is not None:
            self._theme, self._glass = theme, QAction(self)
            self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
            for button in self.findChildren(QToolButton):
                if button.defaultAction() is self._glass:
                    button.setAccessibleName(name)
            theme.changed.connect(self._tint)
            self._tint()

    def _tint(self) -> None:
        self._glass.setIcon(icon("search", self._theme.colors, GLASS))
