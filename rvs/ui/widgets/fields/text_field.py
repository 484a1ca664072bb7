"""A line of text that shows its error."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from rvs.engine.errors import RvsError
from rvs.ui.widgets.boxes import vbox
from rvs.ui.widgets.fields.typed_field import TypedField
from rvs.ui.widgets.labels import named_label
from rvs.words import begun

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
