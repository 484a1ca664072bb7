"""A table for immediate typing, though letters and digits are shortcuts elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QTableWidget


class TypedTable(QTableWidget):
    """Keeps keys that write something from the shortcuts of the window."""

    def event(self, event: QEvent) -> bool:
        asked = event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and self.takes(event):
            event.accept()
            return True
        return bool(super().event(event))

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key is for the selected cell."""
        item = self.currentItem()
        editable = item is not None and item.flags() & Qt.ItemFlag.ItemIsEditable
        return bool(editable) and writes(event)


def writes(event: QKeyEvent) -> bool:
    """Return whether a key writes a letter, a digit or a sign."""
    held = event.modifiers() & ~(
        Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    )
    return not held and event.text().isprintable() and bool(event.text().strip())
