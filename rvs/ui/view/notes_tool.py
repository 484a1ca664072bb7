"""Notes in the views: written and edited in place, dragged by their text."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit

from rvs.engine.errors import RvsError
from rvs.model.annotations.edits import (
    add_note,
    change_note,
    find_note,
    remove_measure,
    remove_note,
)
from rvs.model.annotations.marks import Note, text_fault, tidy_text
from rvs.model.calls import call_of
from rvs.model.refs import Ref
from rvs.scene.camera import project
from rvs.scene.items import Scene
from rvs.scene.measuring.measure import Spot, anchor_at, spot_of
from rvs.scene.notes import note_items
from rvs.scene.pick import pick
from rvs.ui.desk import Desk
from rvs.ui.view.view_tool import ViewTool
from rvs.ui.view.viewport import Viewport
from rvs.ui.widgets.labels import named_label

EDITOR = (260, 96)
MERGE = "note"
HINT, MARGIN = "Return: save · Shift+Return: new line", 8
NEW = "note"
GLANCES = (
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
)


class NotesTool(ViewTool):
    """Finds notes under the pointer."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.viewports)
        self._desk = desk
        self.editor: NoteEditor | None = None
        self._dragged = ""
        self._over = False
        self._last = QPointF()
        self._asked: QPointF | None = None
        desk.viewport.tools.append(self)
        desk.viewport.menu_wanted.connect(self._remember)

    def add_here(self) -> None:
        """Write a note about the item under the pointer, or the last one; else in the centre."""
        view = self._desk.viewport
        middle = QPointF(view.width() / 2, view.height() / 2)
        self.add_at(view, self._asked or middle)

    def add_at(self, view: Viewport, at: QPointF) -> None:
        """Write a note about the item at a position of a view, or on the sheet."""
        hit, state = view.pointer.hit(at), view.seen
        if hit is None:
            place = at.x() / max(view.width(), 1), at.y() / max(view.height(), 1)
            self._write(view, at, lambda text: Note(NEW, text, None, place))
            return
        spot = Spot(np.asarray(hit.point, float), "point", np.zeros(3))
        anchor = anchor_at(state.document, state.postures, hit.owner, spot)
        self._write(view, at, lambda text: Note(NEW, text, anchor))

    def edit(self, note_id: str) -> None:
        """Edit the text of a note in place."""
        view, note = self._desk.viewport, find_note(self._desk.session.state.document, note_id)
        place = self._place_of(view, note)

        def save(text: str) -> None:
            self._desk.do(change_note, note_id, text=text)

        self._open(view, place, note.text, save)

    def remove(self, ref: Ref) -> None:
        """Remove a note or a measurement, as a step."""
        document, name = self._desk.session.state.document, str(ref[0])
        is_note = any(note.id == name for note in document.notes)
        change = remove_note if is_note else remove_measure
        self._desk.do(change, name)

    def note_at(self, view: Viewport, at: QPointF) -> str:
        """Return the id of the note at a position of a view, or nothing."""
        state = view.seen
        if not state.view.notes or not state.document.notes:
            return ""
        items = note_items(state.document, state.postures, state.view.background)
        place = view.camera, at.x(), at.y(), view.width(), view.height()
        hit = pick(Scene(items, None), *place)
        return str(hit.owner[0]) if hit else ""

    def hover(self, view: Viewport, at: QPointF) -> bool:
        self._asked = at
        over = bool(self.note_at(view, at))
        if over != self._over:
            self._over = over
            shape = Qt.CursorShape.SizeAllCursor if over else Qt.CursorShape.ArrowCursor
            view.setCursor(shape)
        return over

    def take(self, view: Viewport, at: QPointF) -> bool:
        self._dragged, self._last = self.note_at(view, at), at
        if not self._dragged:
            return False
        self._desk.session.settle()
        self._desk.session.select((self._dragged,))
        return True

    def drag(self, view: Viewport, at: QPointF, _snap: bool) -> None:
        note = find_note(self._desk.session.state.document, self._dragged)
        moved, self._last = at - self._last, at
        right, down = moved.x(), moved.y()
        if note.anchor is None:
            right, down = right / max(view.width(), 1), down / max(view.height(), 1)
        place = note.place[0] + right, note.place[1] + down
        moving = call_of(change_note, note.id, place=place)
        self._desk.session.edit("Move note", moving, MERGE)

    def let_go(self) -> None:
        self._desk.session.settle()

    def double_click(self, view: Viewport, at: QPointF) -> bool:
        found = self.note_at(view, at)
        if found:
            self.edit(found)
        return bool(found)

    def _remember(self, at: QPointF) -> None:
        self._asked = at

    def _write(self, view: Viewport, at: QPointF, note: Callable[[str], Note]) -> None:
        def save(text: str) -> None:
            self._desk.do(add_note, note(text))

        self._open(view, at, "", save)

    def _open(self, view: Viewport, at: QPointF, text: str, save: Callable[[str], None]) -> None:
        def finish(written: str) -> None:
            self.editor = None
            view.setFocus()
            words = tidy_text(written)
            if not words.strip() or words == text:
                return
            fault = text_fault(words)
            with self._desk.messages.telling("The note was not stored"):
                if fault:
                    raise RvsError(fault)
                save(words)

        if self.editor is not None:
            self.editor.finish(True)
        self.editor = NoteEditor(view, text, finish)
        x = min(max(round(at.x()), 0), max(view.width() - EDITOR[0], 0))
        y = min(max(round(at.y()), 0), max(view.height() - EDITOR[1], 0))
        self.editor.setGeometry(x, y, *EDITOR)
        self.editor.show()
        self.editor.setFocus()

    def _place_of(self, view: Viewport, note: Note) -> QPointF:
        if note.anchor is None:
            return QPointF(note.place[0] * view.width(), note.place[1] * view.height())
        state, anchor = view.seen, note.anchor
        spot = spot_of(state.document, state.postures, anchor)
        at = np.zeros(3) if spot is None else spot.point
        x, y, _ = project(view.camera, at, view.width(), view.height()).tolist()
        return QPointF(x + note.place[0], y + note.place[1])


class NoteEditor(QPlainTextEdit):
    """A text over the view; Return and a click elsewhere accept it, Escape does not."""

    def __init__(self, view: Viewport, text: str, done: Callable[[str], None]) -> None:
        super().__init__(text, view)
        self.setObjectName("NoteEditor")
        self.setAccessibleName("Text of the note")
        self.setPlaceholderText("Write a note")
        self.setTabChangesFocus(True)
        self._done = done
        self._over = False
        # Stays while one writes, as a placeholder would not.
        self.hint = named_label("Secondary", HINT, self)
        self.setViewportMargins(0, 0, 0, self.hint.sizeHint().height())
        self.selectAll()

    def finish(self, keep: bool) -> None:
        """Close it and pass on the text."""
        if self._over:
            return
        self._over = True
        text = self.toPlainText() if keep else ""
        self.hide()
        self.deleteLater()
        self._done(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self.hint.sizeHint()
        self.hint.setGeometry(
            MARGIN, self.height() - size.height() - 2, self.width() - 2 * MARGIN, size.height()
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape:
            self.finish(False)
        elif enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.finish(True)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        # A menu, or another window, is only a glance aside.
        if event.reason() not in GLANCES:
            self.finish(True)
