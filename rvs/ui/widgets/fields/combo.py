"""A box with a list of choices, with an arrow in the colours of the window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QWidget

from rvs.ui.icons import pixmap
from rvs.ui.widgets.typed_table import writes

ARROW, INSET, HEIGHT = 12, 8, 28
NUMBER = "0123456789.,+-"


class Combo(QComboBox):
    """A combo box that keeps its choice when the wheel passes over it.

    A click leaves the keyboard focus unchanged, so that Space still plays; Tab reaches it.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.call(name)
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def call(self, name: str) -> None:
        """Give the box a name."""
        self.setAccessibleName(name)
        # On Linux Qt calls a box by what is chosen in it, and by its label where it has one.
        self.setAccessibleDescription(name)
        self.view().setAccessibleName(name)
        self.setToolTip(name)

    def event(self, event: QEvent) -> bool:
        """Keep number keys from the shortcuts: they are meant for an adjacent field."""
        asked = event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and writes(event) and event.text() in NUMBER:
            event.accept()
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        color = self.palette().placeholderText().color().name()
        arrow = pixmap("down", color, ARROW, self.devicePixelRatioF())
        painter.drawPixmap(self.width() - ARROW - INSET, (self.height() - ARROW) // 2 + 1, arrow)
        painter.end()

    def wheelEvent(self, event: object) -> None:
        # A wheel that scrolls the panel must not change what is under it on the way.
        event.ignore()  # type: ignore[attr-defined]
