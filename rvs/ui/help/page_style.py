"""How a page of the help looks: headings, code and tables of a Markdown document."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontDatabase,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrame,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)

from rvs.model.appearance.colors import WindowColors
from rvs.ui.theme import BODY, SECONDARY

HEADINGS = {1: 22, 2: 17, 3: 14}
ABOVE = {1: 0.0, 2: 26.0, 3: 18.0}
LINE_PERCENT, CELL_PERCENT = 138.0, 115.0
CODE_PAD = 12.0
CELL_PAD = 7.0


def dress(document: QTextDocument, colors: WindowColors) -> None:
    """Give a document that was read from Markdown the looks of the window."""
    document.setUndoRedoEnabled(False)
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    for block in _blocks(document):
        if _is_code(block):
            _dress_code(block, colors)
        elif block.blockFormat().headingLevel():
            _dress_heading(block, colors)
        else:
            _dress_words(block, colors)
    for table in _tables(document.rootFrame()):
        _dress_table(table, colors)
    cursor.endEditBlock()


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _is_code(block: QTextBlock) -> bool:
    form = block.blockFormat()
    code = (QTextFormat.Property.BlockCodeFence, QTextFormat.Property.BlockCodeLanguage)
    return any(form.hasProperty(kind) for kind in code)


def _dress_code(block: QTextBlock, colors: WindowColors) -> None:
    form = QTextBlockFormat()
    form.setBackground(QColor(colors.sunken))
    form.setLeftMargin(CODE_PAD)
    # A page that scrolls sideways is worse than a long line that goes on below.
    form.setNonBreakableLines(False)
    form.setTopMargin(0 if _is_code(block.previous()) else 8)
    form.setBottomMargin(0 if _is_code(block.next()) else 12)
    cursor = QTextCursor(block)
    cursor.mergeBlockFormat(form)
    cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
    cursor.mergeCharFormat(_monospace(colors))


def _monospace(colors: WindowColors) -> QTextCharFormat:
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    made = QTextCharFormat()
    made.setFontFamilies([font.family(), "monospace"])
    made.setFontFixedPitch(True)
    made.setProperty(QTextFormat.Property.FontPixelSize, SECONDARY)
    made.setForeground(QColor(colors.text))
    return made


def _dress_heading(block: QTextBlock, colors: WindowColors) -> None:
    level = block.blockFormat().headingLevel()
    form = QTextBlockFormat()
    form.setTopMargin(ABOVE.get(level, 14.0))
    form.setBottomMargin(8)
    letters = QTextCharFormat()
    letters.setProperty(QTextFormat.Property.FontPixelSize, HEADINGS.get(level, BODY))
    letters.setFontWeight(QFont.Weight.DemiBold)
    letters.setForeground(QColor(colors.text))
    cursor = QTextCursor(block)
    cursor.mergeBlockFormat(form)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    # Merged, the size that Qt gives to headings would win.
    cursor.setCharFormat(letters)


def _dress_words(block: QTextBlock, colors: WindowColors) -> None:
    form = QTextBlockFormat()
    form.setLineHeight(LINE_PERCENT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    within = block.textList() is not None and block.next().textList() is not None
    form.setTopMargin(0)
    form.setBottomMargin(3 if within else 9)
    QTextCursor(block).mergeBlockFormat(form)
    for fragment in _fragments(block):
        cursor = QTextCursor(block)
        cursor.setPosition(fragment[0])
        cursor.setPosition(fragment[1], QTextCursor.MoveMode.KeepAnchor)
        mono = _monospace(colors)
        mono.setBackground(QColor(colors.sunken))
        cursor.mergeCharFormat(mono)


def _fragments(block: QTextBlock) -> list[tuple[int, int]]:
    """Return where code stands among words."""
    found = []
    step = block.begin()
    while not step.atEnd():
        fragment = step.fragment()
        if fragment.charFormat().fontFixedPitch():
            found.append((fragment.position(), fragment.position() + fragment.length()))
        step += 1
    return found


def _tables(frame: QTextFrame) -> Iterator[QTextTable]:
    for child in frame.childFrames():
        if isinstance(child, QTextTable):
            yield child
        yield from _tables(child)


def _dress_table(table: QTextTable, colors: WindowColors) -> None:
    form = table.format()
    form.setBorder(1)
    form.setBorderBrush(QBrush(QColor(colors.line)))
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    form.setBorderCollapse(True)
    form.setCellPadding(CELL_PAD)
    form.setCellSpacing(0)
    form.setTopMargin(6)
    form.setBottomMargin(14)
    form.setAlignment(Qt.AlignmentFlag.AlignLeft)
    form.setWidth(QTextLength())
    table.setFormat(form)
    strong = QTextCharFormat()
    strong.setFontWeight(QFont.Weight.DemiBold)
    for row in range(table.rows()):
        for column in range(table.columns()):
            cell = table.cellAt(row, column)
            if row == 0:
                cellform = cell.format()
                cellform.setBackground(QColor(colors.sunken))
                cell.setFormat(cellform)
            cursor = cell.firstCursorPosition()
            if not cursor.block().text() and cursor.block() != cell.lastCursorPosition().block():
                # After code, Qt begins a table with a line too many.
                cursor.deleteChar()
            end = cell.lastCursorPosition()
            cursor.setPosition(end.position(), QTextCursor.MoveMode.KeepAnchor)
            if row == 0:
                cursor.mergeCharFormat(strong)
            flat = QTextBlockFormat()
            flat.setTopMargin(0)
            flat.setBottomMargin(0)
            kind = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
            flat.setLineHeight(CELL_PERCENT, kind)
            cursor.mergeBlockFormat(flat)
