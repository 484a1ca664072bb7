"""What was typed, printed and done, one below the other; read only, to be copied."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import (
    QImage,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextImageFormat,
)
from PySide6.QtWidgets import QTextBrowser

from rvs.scripting.console.interpreter import clipped
from rvs.ui.theme import Theme
from rvs.ui.widgets.console.coloring import colored, formats, letters, tokens
from rvs.value_class import dataclass

Sort = Literal["typed", "echo", "output", "value", "error", "note"]

MOST, LEAST = 1500, 48
PROMPT, MORE = ">>> ", "... "
NO_ENTRY = -1
# So many pixels above its end the last line counts as seen.
NEAR = 4
_PROMPTS = re.compile(r"^(>>> |\.\.\. )", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Said:
    """A piece of the transcript.

    Attributes:
        sort: What it is.
        text: Its lines.
        entry: Number of what was done that it stands for, or -1.
        picture: A picture instead.
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
        self.setAccessibleName("What was typed and done")
        self.setMinimumHeight(LEAST)
        self.setLineWrapMode(QTextBrowser.LineWrapMode.WidgetWidth)
        theme.changed.connect(self.refill)

    def resizeEvent(self, event: QResizeEvent) -> None:
        follows = self._at_end()
        super().resizeEvent(event)
        if follows:
            self.to_end()

    def to_end(self) -> None:
        """Show what came last."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _at_end(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - NEAR

    def add(self, *pieces: Said) -> None:
        """Put pieces below the others, and show them if the last ones are shown now."""
        follows = self._at_end()
        self.pieces += pieces
        self._show(pieces)
        if len(self.pieces) > MOST:
            self.pieces = self.pieces[MOST // 3 :]
            self.refill()
        if follows:
            self.to_end()

    def clear_all(self) -> None:
        """Forget what is shown."""
        self.pieces.clear()
        self.clear()

    def refill(self) -> None:
        """Show all of it again, in the colours of now."""
        bar = self.verticalScrollBar()
        place = bar.maximum() - bar.value()
        self.clear()
        self._show(self.pieces)
        bar.setValue(bar.maximum() - place)

    def chosen_entries(self) -> tuple[int, int] | None:
        """Return the first and the last entry of what is selected, or None."""
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
        """Copy lines without what stands before them, so that they can be run."""
        copied = QMimeData()
        text = self.textCursor().selection().toPlainText()
        copied.setText(_PROMPTS.sub("", text))
        return copied

    def _show(self, pieces: Iterable[Said]) -> None:
        """Put pieces at the end as one change, after which the text is arranged once."""
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
