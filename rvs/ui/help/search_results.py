"""Look of a search result: heading, page, and the text around it, marked."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QTextDocument, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from rvs.ui.theme import BODY, CAPTION, SECONDARY, Theme, font

Index = QModelIndex | QPersistentModelIndex

ROW, INSET, RADIUS = 84, 10, 6


class HitPainter(QStyledItemDelegate):
    """Draws a row with a hit and the search words."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(100, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colors = self._theme.colors
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = option.rect.adjusted(0, 1, 0, -1)
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.accent_soft))
            painter.drawRoundedRect(QRectF(row), RADIUS, RADIUS)
        document = self._document(index, row.width() - 2 * INSET)
        painter.translate(row.left() + INSET, row.top() + 5)
        painter.setClipRect(QRectF(0, 0, row.width() - 2 * INSET, ROW - 10))
        document.drawContents(painter)
        painter.restore()

    def _document(self, index: Index, width: float) -> QTextDocument:
        hit, wanted = index.data(Qt.ItemDataRole.UserRole)
        colors, section = self._theme.colors, hit.section
        page = "" if section.level == 1 else section.page_title
        made = QTextDocument()
        made.setDocumentMargin(0)
        made.setDefaultFont(font(SECONDARY))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        made.setDefaultTextOption(option)
        made.setTextWidth(width)
        strong = f"color:{colors.accent_text};font-weight:600"
        made.setHtml(
            f"<div style='color:{colors.text};font-size:{BODY}px;font-weight:600'>"
            f"{escape(section.title)}</div>"
            f"<div style='color:{colors.text_3};font-size:{CAPTION}px'>{escape(page)}</div>"
            f"<div style='color:{colors.text_2}'>{marked(hit.snippet, wanted, strong)}</div>"
        )
        return made


def marked(text: str, words: tuple[str, ...], style: str) -> str:
    """Return a text as HTML with a style for some words, found by their beginnings."""
    if not words:
        return escape(text)
    pattern = re.compile(r"\b(?:" + "|".join(map(re.escape, words)) + r")\w*", re.IGNORECASE)
    pieces, end = [], 0
    for match in pattern.finditer(text):
        pieces += [escape(text[end : match.start()]), f"<span style='{style}'>", escape(match[0])]
        pieces.append("</span>")
        end = match.end()
    return "".join((*pieces, escape(text[end:])))
