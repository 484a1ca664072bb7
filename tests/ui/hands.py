"""What hands do to a window, by real events of mouse and keys."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest


def click(widget) -> None:
    """Click in the middle of a widget."""
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def press(panel, name: str) -> None:
    """Click a button of a panel."""
    click(panel.buttons[name])


def type_into(field, text: str) -> None:
    """Type a text in place of what stands in a field, and Enter."""
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
