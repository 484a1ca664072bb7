"""A line of text that may be red, and the list of all red ones."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from shiboken6 import isValid

Keys = QKeySequence.StandardKey


class TypedField(QLineEdit):
    """A field in which an unacceptable text stays, in red; its old value remains valid."""

    def event(self, event: QEvent) -> bool:
        """Pass Undo and Redo on to the window if the field itself has nothing to undo."""
        # Most are to paint it; a kind of event takes longer to ask for than a class.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            steps = ((Keys.Undo, self.isUndoAvailable()), (Keys.Redo, self.isRedoAvailable()))
            if any(event.matches(key) and not here for key, here in steps):
                event.ignore()
                return False
        return super().event(event)

    @property
    def held(self) -> str:
        """Value that applies while the text is red, as a text."""
        return ""

    @property
    def state(self) -> str:
        """Mark of the field: ``""``, ``"warn"`` or ``"invalid"``."""
        return str(self.property("state") or "")

    def commit(self) -> None:
        """Read the typed text, as when the field loses focus."""

    def reset(self) -> None:
        """Show the field's value instead of the typed text."""

    def mark(self, state: str, reason: str = "") -> None:
        """Show whether the text is acceptable, with the reason."""
        RED.note(self, reason if state == "invalid" else "")
        if state != self.state:
            self.setProperty("state", state)
            self.style().unpolish(self)
            self.style().polish(self)


class RedFields(QObject):
    """All red fields with the reasons, in any window; the newest is last."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._reasons: WeakKeyDictionary[TypedField, str] = WeakKeyDictionary()

    def note(self, field: TypedField, reason: str) -> None:
        """Record the reason why the text of a field is unacceptable; an empty one accepts it."""
        before = self._reasons.pop(field, "")
        if reason:
            self._reasons[field] = reason
        if reason or before:
            self.changed.emit()

    @property
    def all(self) -> list[tuple[TypedField, str]]:
        """The existing red fields, with the reasons."""
        return [(field, reason) for field, reason in self._reasons.items() if isValid(field)]


RED = RedFields()


def take_typed() -> None:
    """Read the text being typed into a field now, as if the field lost focus."""
    field = QApplication.focusWidget()
    if isinstance(field, TypedField):
        field.commit()


def discard(form: QWidget) -> None:
    """Remove a form for good, with all its red fields."""
    form.hide()
    for field in form.findChildren(TypedField):
        RED.note(field, "")
    form.deleteLater()
