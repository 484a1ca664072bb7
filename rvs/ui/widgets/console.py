"""Parts of the console: the field for Python, the transcript, and Python in colours.

Values with their own displays, as pictures in the console.

Collects printed text and passes on whole lines.
"""

from __future__ import annotations

import builtins
import io
import keyword
import re
from collections.abc import Callable, Iterable, Iterator
from threading import get_ident
from typing import Literal

from PySide6.QtCore import QByteArray, QMimeData, QModelIndex, QStringListModel, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QImage,
    QKeyEvent,
    QPainter,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QCompleter, QPlainTextEdit, QTextBrowser, QWidget

from rvs.model.appearance.colors import WindowColors
from rvs.scripting.console import Found, History, clipped
from rvs.ui.theme import SECONDARY, Theme
from rvs.value_class import dataclass
from rvs.words import tr

_TOKENS = re.compile(
    r"(?P<comment>#.*)"
    r"|(?P<text>[rbfRBF]{0,2}(?:\"(?>(?:[^\"\\]|\\.)*)\"?|'(?>(?:[^'\\]|\\.)*)'?))"
    r"|(?P<number>\b\d[\w.]*(?:(?<=[eE])[+-]\d+)?)"
    r"|(?P<word>[A-Za-z_]\w*)"
)


MOST_COLORED = 2000


def letters() -> QFont:
    """Return the font of code."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPixelSize(SECONDARY + 1)
    return font


def tokens(line: str) -> Iterator[tuple[int, int, str]]:
    """Return the starts, lengths and kinds of the tokens in a line.

    In very long lines only the first letters have colours.
    """
    for found in _TOKENS.finditer(line, 0, MOST_COLORED):
        sort = found.lastgroup or ""
        if sort == "word":
            sort = _sort_of(found.group())
        if sort:
            yield found.start(), len(found.group()), sort


def _sort_of(word: str) -> str:
    if keyword.iskeyword(word):
        return "keyword"
    return "builtin" if word == "rvs" or hasattr(builtins, word) else ""


def formats(colors: WindowColors) -> dict[str, QTextCharFormat]:
    """Return the format of each kind of token."""
    shown = {
        "comment": colors.text_3,
        "text": colors.ok,
        "number": colors.warn,
        "keyword": colors.accent_text,
        "builtin": colors.series[1],
    }
    return {sort: colored(color, bold=sort == "keyword") for sort, color in shown.items()}


def colored(color: str, *, bold: bool = False) -> QTextCharFormat:
    """Return the format of letters in a colour."""
    made = QTextCharFormat()
    made.setForeground(QColor(color))
    if bold:
        made.setFontWeight(QFont.Weight.DemiBold)
    return made


class Highlighter(QSyntaxHighlighter):
    """Colours the typed text."""

    def __init__(self, field: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(field.document())
        self._theme = theme
        theme.changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        looks = formats(self._theme.colors)
        for start, length, sort in tokens(text):
            self.setFormat(start, length, looks[sort])


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


Sort = Literal["typed", "echo", "output", "value", "error", "note"]

MOST, LEAST = 1500, 48
PROMPT, MORE = ">>> ", "... "
NO_ENTRY = -1
# So many pixels above its end the last line counts as seen.
NEAR = 4
_PROMPTS = re.compile(r"^(>>> |\.\.\. )", re.MULTILINE)

# The longest side of a picture in logical pixels, before the room decides.
LONGEST = 640
PAPER = "#FFFFFF"

# What one stretch of lines may print before the rest is left out.
MOST_PRINTED = 200_000


@dataclass(frozen=True, slots=True)
class Said:
    """A piece of the transcript.

    Attributes:
        sort: Its kind.
        text: Its lines.
        entry: Number of its recorded action, or -1.
        picture: A picture in place of the text.
    """

    sort: Sort
    text: str = ""
    entry: int = NO_ENTRY
    picture: QImage | None = None


class Transcript(QTextBrowser):
    """Shows pieces in the colours of the theme, newest last."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.pieces: list[Said] = []
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFont(letters())
        self.document().setDefaultFont(letters())
        self.document().setDocumentMargin(4)
        self.setAccessibleName("Input and actions")
        self.setMinimumHeight(LEAST)
        self.setLineWrapMode(QTextBrowser.LineWrapMode.WidgetWidth)
        theme.changed.connect(self.refill)

    def resizeEvent(self, event: QResizeEvent) -> None:
        follows = self._at_end()
        super().resizeEvent(event)
        if follows:
            self.to_end()

    def to_end(self) -> None:
        """Scroll to the end."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _at_end(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - NEAR

    def add(self, *pieces: Said) -> None:
        """Add pieces below the others, and scroll if the end was visible."""
        follows = self._at_end()
        self.pieces += pieces
        self._show(pieces)
        if len(self.pieces) > MOST:
            self.pieces = self.pieces[MOST // 3 :]
            self.refill()
        if follows:
            self.to_end()

    def clear_all(self) -> None:
        """Empty the transcript."""
        self.pieces.clear()
        self.clear()

    def refill(self) -> None:
        """Show everything again, in the current colours."""
        bar = self.verticalScrollBar()
        place = bar.maximum() - bar.value()
        self.clear()
        self._show(self.pieces)
        bar.setValue(bar.maximum() - place)

    def chosen_entries(self) -> tuple[int, int] | None:
        """Return the first and the last selected entry, or None."""
        cursor, found = self.textCursor(), []
        if not cursor.hasSelection():
            return None
        block = self.document().findBlock(cursor.selectionStart())
        while block.isValid() and block.position() < cursor.selectionEnd():
            if block.userState() > NO_ENTRY:
                found.append(block.userState())
            block = block.next()
        return (min(found), max(found)) if found else None

    def createMimeDataFromSelection(self) -> QMimeData:
        """Copy lines without their prompts, so that they can be run."""
        copied = QMimeData()
        text = self.textCursor().selection().toPlainText()
        copied.setText(_PROMPTS.sub("", text))
        return copied

    def _show(self, pieces: Iterable[Said]) -> None:
        """Append pieces as one change, after which the text is laid out once."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for piece in pieces:
            self._insert(cursor, piece)
        cursor.endEditBlock()

    def _insert(self, cursor: QTextCursor, piece: Said) -> None:
        colors = self._theme.colors
        if piece.picture is not None:
            self._begin(cursor, piece, 6)
            self._insert_picture(cursor, piece.picture)
            return
        plain = {
            "typed": colors.text,
            "echo": colors.text_3,
            "output": colors.text,
            "value": colors.text,
            "error": colors.limit,
            "note": colors.text_2,
        }
        look = colored(plain[piece.sort])
        for number, line in enumerate(clipped(piece.text.rstrip("\n")).split("\n")):
            self._begin(cursor, piece, 5 if number == 0 and piece.sort == "typed" else 0)
            if piece.sort == "typed":
                prompt = PROMPT if number == 0 else MORE
                cursor.insertText(prompt, colored(colors.accent_text, bold=True))
                self._insert_code(cursor, line, look)
            else:
                cursor.insertText(line, look)

    def _begin(self, cursor: QTextCursor, piece: Said, above: int) -> None:
        shape = QTextBlockFormat()
        shape.setTopMargin(above)
        if piece.sort == "echo":
            shape.setLeftMargin(self.fontMetrics().horizontalAdvance(PROMPT))
        if self.document().isEmpty():
            cursor.setBlockFormat(shape)
        else:
            cursor.insertBlock(shape)
        cursor.block().setUserState(piece.entry)

    def _insert_code(self, cursor: QTextCursor, line: str, plain: QTextCharFormat) -> None:
        looks, done = formats(self._theme.colors), 0
        for start, length, sort in tokens(line):
            cursor.insertText(line[done:start], plain)
            cursor.insertText(line[start : start + length], looks[sort])
            done = start + length
        cursor.insertText(line[done:], plain)

    def _insert_picture(self, cursor: QTextCursor, picture: QImage) -> None:
        name = f"picture:{len(self.pieces)}-{picture.cacheKey()}"
        kept = QTextDocument.ResourceType.ImageResource
        self.document().addResource(kept.value, QUrl(name), picture)
        shown = QTextImageFormat()
        shown.setName(name)
        ratio = picture.devicePixelRatio()
        room = max(self.viewport().width() - 24, 120)
        width = min(picture.width() / ratio, room)
        shown.setWidth(width)
        shown.setHeight(picture.height() / ratio * width / max(picture.width() / ratio, 1))
        cursor.insertImage(shown)


def picture_of(data: bytes | str, ratio: float) -> QImage | None:
    """Return a picture from PNG or SVG, or None for other data.

    Args:
        data: Data of a value for a notebook.
        ratio: Pixels of the screen per logical one.
    """
    if not data:
        return None
    picture = QImage()
    if isinstance(data, bytes) and picture.loadFromData(data, "PNG"):
        return _on_paper(picture)
    return _from_svg(data.encode() if isinstance(data, str) else data, ratio)


def _from_svg(data: bytes, ratio: float) -> QImage | None:
    drawn = QSvgRenderer(QByteArray(data))
    if not drawn.isValid():
        return None
    size = drawn.defaultSize()
    longest = max(size.width(), size.height(), 1)
    size = size * (min(longest, LONGEST) / longest * ratio)
    picture = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    drawn.render(painter)
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return _on_paper(picture)


def _on_paper(picture: QImage) -> QImage:
    """Return the picture on white: figures have dark lines, and may have no background."""
    sheet = QImage(picture.size(), QImage.Format.Format_RGB32)
    sheet.setDevicePixelRatio(picture.devicePixelRatio())
    sheet.fill(QColor(PAPER))
    painter = QPainter(sheet)
    painter.drawImage(0, 0, picture)
    painter.end()
    return sheet


class Printed(io.TextIOBase):
    """A file for writing; ``flush`` shows its text."""

    def __init__(self, show: Callable[[str], object]) -> None:
        super().__init__()
        self._show = show
        self._waiting = ""
        self._length = 0
        self._thread = get_ident()

    def writable(self) -> bool:
        """Return True: texts can be written to it."""
        return True

    def write(self, text: str) -> int:
        """Add some text."""
        room = MOST_PRINTED - self._length
        if room > 0:
            self._waiting += text[:room]
            if len(text) > room:
                self._waiting += tr(
                    "\n… more than {most:,} characters were printed; the rest is left out\n", MOST
                )
        self._length += len(text)
        return len(text)

    def flush(self, whole: bool = False) -> None:
        """Show the complete lines, or everything if ``whole``, and end.

        Only in its own thread: text printed in another thread waits until then.
        """
        if get_ident() != self._thread:
            return
        end = len(self._waiting) if whole else self._waiting.rfind("\n") + 1
        shown, self._waiting = self._waiting[:end], self._waiting[end:]
        if shown:
            self._show(shown)
        if whole:
            self._length = 0
