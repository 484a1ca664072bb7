"""A line of text that shows its error, the list of all red ones, and the field for a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton, QWidget
from shiboken6 import isValid

from rvs.engine.errors import RvsError
from rvs.ui.icons import icon
from rvs.ui.theme import Theme
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import vbox
from rvs.words import begun, tr

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


FIELD_HEIGHT = 28


class TextField(TypedField):
    """A text that is read when the field loses focus; a bad one stays, marked, with the reason.

    Attributes:
        marked: Emitted with the reason, empty once the text is valid.
    """

    marked = Signal(str)

    def __init__(self, text: str, name: str, take: Callable[[str], object]) -> None:
        super().__init__(text)
        self.setCursorPosition(0)
        self.setFixedHeight(FIELD_HEIGHT)
        self.setAccessibleName(name)
        self._text, self._take = text, take
        self.editingFinished.connect(self.commit)

    def show_text(self, text: str) -> None:
        """Show another text, unless one is being typed."""
        if text != self._text:
            self._text = text
            if not self.isModified() or not self.hasFocus():
                self.reset()

    @property
    def held(self) -> str:
        """The valid text."""
        return self._text or "nothing"

    def reset(self) -> None:
        """Show the valid text again."""
        self.setText(self._text)
        # A long text shows its beginning.
        self.setCursorPosition(0)
        self._say("")

    def commit(self) -> None:
        """Read the typed text."""
        reason, before = "", self._text
        if self.text() != before:
            try:
                self._take(self.text())
            except RvsError as error:
                reason = str(error)
            else:
                self._accept(before)
        self._say(reason)

    def _accept(self, before: str) -> None:
        """Show the accepted text in the form of the field, unless that has not come yet."""
        if self._text == before:
            self._text = self.text()
        else:
            self.setText(self._text)
        # What comes later may replace the text although the field has the focus.
        self.setModified(False)

    def _say(self, reason: str) -> None:
        self.setToolTip(reason)
        self.setAccessibleDescription(reason)
        self.mark("invalid" if reason else "", reason)
        self.marked.emit(reason)


def with_reason(field: QWidget, source: TextField, color: str) -> QWidget:
    """Return a field with a line below it for the fault of its text.

    Args:
        field: The field in the form.
        source: The text field in it.
        color: Colour of the text.
    """
    return with_reasons(field, [source], color)


def with_reasons(field: QWidget, sources: Sequence[TextField], color: str) -> QWidget:
    """Return fields with a line below them for the fault of one of their texts."""
    holder, words = QWidget(), named_label("Reason")
    words.setStyleSheet(f"color: {color}; font-size: 11px;")
    words.setWordWrap(True)
    words.hide()
    vbox(field, words, gap=2, of=holder)

    def show(reason: str) -> None:
        words.setText(begun(reason))
        words.setVisible(bool(reason))

    for source in sources:
        source.marked.connect(show)
    return holder


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
