"""Transcript of input, output and actions in sequence; read only, for copying.

Values with their own displays, as pictures in the console.

Collects printed text and passes on whole lines.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from threading import get_ident
from typing import Literal

from PySide6.QtCore import QByteArray, QMimeData, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QTextBrowser

from rvs.scripting.console.interpreter import clipped
from rvs.ui.theme import Theme
from rvs.ui.widgets.console.coloring import colored, formats, letters, tokens
from rvs.value_class import dataclass
from rvs.words import tr

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
