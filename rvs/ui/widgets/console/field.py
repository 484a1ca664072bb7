"""The field for Python: several lines, completion, history and call tips."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QStringListModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QCompleter, QPlainTextEdit, QWidget

from rvs.scripting.console.completion import Found
from rvs.scripting.console.history import History
from rvs.ui.theme import Theme
from rvs.ui.widgets.console.coloring import Highlighter, letters

INDENT = " " * 4
# Border and padding above and below the lines.
MOST_LINES, EDGES = 10, 16


class CodeField(QPlainTextEdit):
    """A field for lines of Python.

    Attributes:
        entered: The lines are complete and ready to run.
        spoke: The signature of the call being typed, or nothing.
        complete: Returns the completions for the text before the cursor.
        popup: The list of completions.
        words: Returns the signature of the function whose arguments are being typed.
        whole: Returns whether lines can be run.
    """

    entered = Signal(str)
    spoke = Signal(str)

    def __init__(self, theme: Theme, history: History) -> None:
        super().__init__()
        self._history = history
        self.complete: Callable[[str], Found] = lambda _before: Found("", ())
        self.words: Callable[[str], str] = lambda _before: ""
        self.whole: Callable[[str], bool] = lambda _code: True
        self.setFont(letters())
        self.setAccessibleName("Python")
        self.setPlaceholderText("Python: rvs, cell, robot, q, view, np;  name? explains a name")
        self.setTabChangesFocus(False)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.document().setDocumentMargin(0)
        self.highlighter = Highlighter(self, theme)
        self.completer_ = self._make_completer()
        popup = self.completer_.popup()
        assert popup is not None
        self.popup = popup
        popup.setFont(letters())
        popup.setAccessibleName("Completions")
        self.textChanged.connect(self._grow)
        self.cursorPositionChanged.connect(lambda: self.spoke.emit(self.words(self._before())))
        self._grow()

    @property
    def code(self) -> str:
        """Typed code."""
        return self.toPlainText()

    def put(self, code: str) -> None:
        """Show other lines, with the cursor at their end."""
        self.setPlainText(code)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        popup = self.popup
        takes = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)
        chosen = popup.currentIndex().isValid()
        if popup.isVisible():
            # The list sends its keys here first, and uses those that are left to it.
            if event.key() == Qt.Key.Key_Escape or (chosen and event.key() in takes):
                event.ignore()
                return
            if event.key() in takes[:2]:
                popup.hide()
        if not self._command(event):
            super().keyPressEvent(event)
            self._follow(event)

    def focusNextPrevChild(self, _next: bool) -> bool:
        """Keep Tab for editing; it never moves the focus."""
        return False

    def _command(self, event: QKeyEvent) -> bool:
        """Run the action of a key here; return whether it has one."""
        key, held = event.key(), event.modifiers()
        shift, control = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter(more=bool(held & shift), now=bool(held & control))
        elif key == Qt.Key.Key_Tab and not held:
            self._tab()
        elif key == Qt.Key.Key_Backtab:
            self._dedent()
        elif key == Qt.Key.Key_Up and not held and self._at_edge(first=True):
            self._recall(self._history.back(self.code))
        elif key == Qt.Key.Key_Down and not held and self._at_edge(first=False):
            self._recall(self._history.on())
        elif key == Qt.Key.Key_Escape and not held:
            self.clear()
        else:
            return False
        return True

    def _enter(self, more: bool, now: bool) -> None:
        code = self.code
        block = code.count("\n") > 0 and bool(code.rsplit("\n", 1)[-1].strip())
        if not code.strip():
            self.clear()
        elif not now and (more or block or not self.whole(code)):
            self._new_line()
        else:
            self._history.add(code.rstrip())
            self.clear()
            self.entered.emit(code.rstrip())

    def _new_line(self) -> None:
        """Begin a line with the indentation of the last one, or more after a colon."""
        line = self.textCursor().block().text()
        indent = line[: len(line) - len(line.lstrip())]
        deeper = INDENT if line.rstrip().endswith((":", "(", "[", "{")) else ""
        self.insertPlainText("\n" + indent + deeper)

    def _tab(self) -> None:
        if not self.code:
            QWidget.focusNextPrevChild(self, True)
            return
        cursor = self.textCursor()
        if not cursor.block().text()[: cursor.positionInBlock()].strip():
            self.insertPlainText(INDENT)
            return
        self.suggest(take_one=True)

    def _dedent(self) -> None:
        cursor = self.textCursor()
        line = cursor.block().text()
        if not line[:1].isspace():
            QWidget.focusNextPrevChild(self, False)
            return
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock)
        for _ in range(min(len(INDENT), len(line) - len(line.lstrip()))):
            cursor.deleteChar()

    def _at_edge(self, first: bool) -> bool:
        number = self.textCursor().blockNumber()
        return number == (0 if first else self.blockCount() - 1)

    def _recall(self, line: str | None) -> None:
        if line is not None:
            self.put(line)

    def _follow(self, event: QKeyEvent) -> None:
        """Show the signature of a call, and update the completions for the typed text."""
        if self.popup.isVisible() or event.text() == ".":
            self.suggest()

    def _before(self) -> str:
        return self.code[: self.textCursor().position()]

    def suggest(self, take_one: bool = False) -> None:
        """Show completions.

        Args:
            take_one: Insert the only completion, or the common beginning of all.
        """
        found = self.complete(self._before())
        popup = self.popup
        if not found.words or found.words == (found.typed,):
            popup.hide()
            return
        if take_one and len(found.words) == 1:
            self._insert(found.words[0], found.typed)
            popup.hide()
            return
        common = _common(found.words) if take_one else ""
        if len(common) > len(found.typed):
            self._insert(common, found.typed)
            found = Found(common, found.words)
        model = self.completer_.model()
        assert isinstance(model, QStringListModel)
        model.setStringList(list(found.words))
        self.completer_.setCompletionPrefix("")
        place = self.cursorRect()
        place.setWidth(min(popup.sizeHintForColumn(0) + 40, 460))
        self.completer_.complete(place)
        # Only words that were asked for are taken by Enter, which else runs the lines.
        first = self.completer_.completionModel().index(0, 0)
        popup.setCurrentIndex(first if take_one else QModelIndex())

    def _insert(self, word: str, typed: str) -> None:
        """Replace the typed beginning of a word, possibly in another case, by the word."""
        cursor = self.textCursor()
        if not word.startswith(typed):
            cursor.movePosition(
                QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, len(typed)
            )
            typed = ""
        cursor.insertText(word[len(typed) :])
        self.setTextCursor(cursor)

    def _take(self, word: str) -> None:
        self._insert(word, self.complete(self._before()).typed)

    def _make_completer(self) -> QCompleter:
        made = QCompleter(QStringListModel(self), self)
        made.setWidget(self)
        made.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        made.setMaxVisibleItems(10)
        made.activated.connect(self._take)
        return made

    def _grow(self) -> None:
        """Adapt the height to the typed text, up to some lines."""
        lines = min(max(self.blockCount(), 1), MOST_LINES)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + EDGES)


def _common(words: tuple[str, ...]) -> str:
    first, last = min(words), max(words)
    count = next((i for i, one in enumerate(first) if last[i : i + 1] != one), len(first))
    return first[:count]
