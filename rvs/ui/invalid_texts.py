"""Typed texts that were not accepted, shown in red only where they were typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QDockWidget, QMainWindow, QWidget

from rvs.model.session import Session
from rvs.ui.messages import Message, MessageLog, and_more
from rvs.ui.widgets.fields.text_field import RED, TypedField
from rvs.value_class import dataclass
from rvs.words import tr

NOT_SAVED = "not saved: "
FIELDS = "fields"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A text that was not accepted.

    Attributes:
        text: The typed text.
        words: Its location, the reason, and the value that applies instead.
        depth: Number of steps that could be undone when it was typed.
        alone: It is a separate step, rather than part of another one.
        take_back: Restores the content of the field.
    """

    text: str
    words: str
    depth: int
    alone: bool
    take_back: Callable[[], None]


class Refused(QObject):
    """All texts in red, by their panels; Undo removes them in order."""

    changed = Signal()

    def __init__(self, session: Session, window: QMainWindow) -> None:
        super().__init__()
        self._session, self._window = session, window
        self._typed: WeakKeyDictionary[TypedField, tuple[str, int]] = WeakKeyDictionary()
        self._told: tuple[MessageLog, str] | None = None
        self._by_panel: dict[str, tuple[Refusal, ...]] = {}
        RED.changed.connect(self._list_fields)

    def show(self, panel: str, refusals: Iterable[Refusal]) -> None:
        """Record the texts in red in a panel, with the last typed one at the end."""
        new = tuple(refusals)
        before = {one.words for one in self._by_panel.get(panel, ())}
        self._by_panel[panel] = new
        if before != {one.words for one in new}:
            self._forget(before - {one.words for one in self.all})
            self.changed.emit()

    @property
    def all(self) -> tuple[Refusal, ...]:
        """All of them, with the last typed one at the end."""
        every = [one for some in self._by_panel.values() for one in some]
        return tuple(sorted(every, key=lambda one: one.depth))

    @property
    def undo_label(self) -> str | None:
        """Label of the change that ``undo`` undoes, or None."""
        last = self._last()
        return self._session.undo_label if last is None else tr('Typing "{text}"', last.text)

    def undo(self) -> None:
        """Undo the last action: a text in red, or a step."""
        last = self._last()
        if last is None:
            self._session.undo()
        else:
            last.take_back()

    def tell(self, messages: MessageLog, path: str) -> str:
        """Report the contents missing in a written file; return a sentence about it."""
        found = self.all
        messages.solved(NOT_SAVED, path)
        self._told = messages, path
        messages.add(Message("warning", NOT_SAVED + one.words, path) for one in found)
        if not found:
            return tr("Saved {path}", path)
        red = and_more(found[0].words, len(found) - 1)
        return tr("Saved {path}, but not the entries in red: {text}", path, red)

    def _list_fields(self) -> None:
        """Adopt the fields of panels that are red now; dialogs handle their own fields."""
        found = [(field, reason) for field, reason in RED.all if self._has(field)]
        self.show(FIELDS, [self._refusal(field, reason) for field, reason in found])

    def _has(self, field: TypedField) -> bool:
        over: QWidget | None = field
        while over is not None and over is not self._window and not isinstance(over, QDialog):
            over = over.parentWidget()
        return over is self._window

    def _refusal(self, field: TypedField, reason: str) -> Refusal:
        text, depth = self._typed.get(field, ("", 0))
        if text != field.text():
            text, depth = field.text(), len(self._session.history)
            self._typed[field] = text, depth
        panel: QWidget | None = field
        while panel is not None and not isinstance(panel, QDockWidget):
            panel = panel.parentWidget()
        name, held = field.accessibleName(), field.held
        words = tr('{field}: "{text}": {reason}; {held} is kept', name, text, reason, held)
        if panel is not None:
            words = f"{panel.windowTitle()}, {words}"
        return Refusal(text, words, depth, True, field.reset)

    def _forget(self, words: Iterable[str]) -> None:
        """Remove the messages about texts that are no longer red."""
        if self._told is not None:
            messages, path = self._told
            for one in words:
                messages.solved(NOT_SAVED + one, path)

    def _last(self) -> Refusal | None:
        """Return the text in red that was not followed by another step."""
        found = [one for one in self.all if one.alone]
        return found[-1] if found and found[-1].depth >= len(self._session.history) else None
