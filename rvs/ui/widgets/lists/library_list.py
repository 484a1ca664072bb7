"""The rows of the library: contents, filter, looks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from rvs.files.robots.arch_keys import CONFIDENCES
from rvs.files.robots.entry import Entry
from rvs.model.views.view import Background
from rvs.ui.pictures.thumbnails import EDGE, Thumbnails
from rvs.ui.theme import BODY, CAPTION, SECONDARY, Theme, font
from rvs.ui.widgets.lists.row_paint import paint_ground, paint_line, paint_picture
from rvs.words import tr

Index = QModelIndex | QPersistentModelIndex

PATH = Qt.ItemDataRole.UserRole
ENTRY = Qt.ItemDataRole.UserRole + 1
CURRENT = Qt.ItemDataRole.UserRole + 2
ROW, INSET, RADIUS, BAR = 56, 8, 6, 3
COUNTED_RUN = 4
# What a robot that is dragged out of the list brings along: its path.
MIME = "application/x-rvs-robot"


class LibraryModel(QAbstractListModel):
    """The entries that pass the filter, in the order of their titles."""

    def __init__(self) -> None:
        super().__init__()
        self.all: tuple[Entry, ...] = ()
        self.shown: tuple[Entry, ...] = ()
        self._current = ""

    def fill(self, entries: tuple[Entry, ...]) -> None:
        """Replace the entries; ``filter`` shows them."""
        self.all = tuple(sorted(entries, key=lambda entry: entry.title.casefold()))

    def filter(self, text: str, mine: bool, confidence: str) -> None:
        """Show entries that contain every word, are the user's own, and have this confidence.

        Entries whose name contains the words are first: "stan" means Stanford before everything
        standard.
        """
        words = text.casefold().split()
        shown = tuple(
            entry
            for entry in self.all
            if all(word in _searched(entry) for word in words)
            and not (mine and entry.bundled)
            and confidence in ("", entry.confidence)
        )
        self.beginResetModel()
        self.shown = tuple(sorted(shown, key=lambda entry: not _named(entry, words)))
        self.endResetModel()

    def mark(self, origin: str) -> int | None:
        """Record the displayed robot; return its row, or None."""
        self._current = origin
        rows = [i for i, entry in enumerate(self.shown) if self._is_current(entry)]
        if self.shown:
            self.dataChanged.emit(self.index(0), self.index(len(self.shown) - 1))
        return rows[0] if rows else None

    def renew(self, path: str) -> None:
        """Draw the row of a file again."""
        for i, entry in enumerate(self.shown):
            if str(entry.path) == path:
                self.dataChanged.emit(self.index(i), self.index(i))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.shown):
            return None
        entry = self.shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{entry.title}, {facts(entry)}, {sureness(entry)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return explained(entry)
        if role == PATH:
            return str(entry.path)
        if role == ENTRY:
            return entry
        return self._is_current(entry) if role == CURRENT else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        data.setData(MIME, str(indexes[0].data(PATH)).encode("utf-8"))
        return data

    def _is_current(self, entry: Entry) -> bool:
        return bool(self._current) and self._current in (entry.name, str(entry.path))


def facts(entry: Entry) -> str:
    """Return the second line of a row, such as ``6R · standard · mm``."""
    return f"{kinds(entry.kind)} · {entry.convention} · {entry.unit}"


def kinds(letters: str) -> str:
    """Return joint letters with long runs as counts: ``6R``, ``P6R``, but ``RRPR``."""
    runs = ("".join(run) for _, run in groupby(letters))
    if len(set(letters)) == 1:
        return f"{len(letters)}{letters[0]}"
    return "".join(run if len(run) < COUNTED_RUN else f"{len(run)}{run[0]}" for run in runs)


def sureness(entry: Entry) -> str:
    """Return the word at the right end of a row."""
    return "broken" if entry.fault else entry.confidence


def _said(word: str) -> str:
    """Return the confidence of a row in the language of the window."""
    words = {"high": tr("high"), "medium": tr("medium"), "constructed": tr("constructed")}
    return words.get(word, tr("broken"))


def explained(entry: Entry) -> str:
    """Return the tool tip of a row: the source of its numbers, and their confidence."""
    if entry.fault:
        return f"{entry.title}\n{entry.fault}"
    lines = [entry.title, entry.source]
    if entry.confidence in CONFIDENCES:
        lines.append(tr("Confidence {meaning}", CONFIDENCES[entry.confidence]))
    if entry.own_frame:
        lines.append("Its maker uses another base frame; Tool pose can show it")
    return "\n".join(line for line in lines if line)


def _named(entry: Entry, words: list[str]) -> bool:
    name = f"{entry.title} {entry.name}".casefold()
    return all(word in name for word in words)


def _searched(entry: Entry) -> str:
    return f"{entry.title} {entry.name} {kinds(entry.kind)} {entry.convention}".casefold()


RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class LibraryDelegate(QStyledItemDelegate):
    """Draws a row: picture, name, facts, and their confidence."""

    def __init__(self, theme: Theme, thumbnails: Thumbnails) -> None:
        super().__init__()
        self._theme, self._thumbnails = theme, thumbnails

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(200, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = option.rect.adjusted(INSET, 1, -INSET, -1)
        paint_ground(painter, row, option.state, self._theme.colors, RADIUS)
        if index.data(CURRENT):
            # The active robot keeps its bar, whatever row is chosen.
            bar = QRectF(row.left() + 1, row.top() + 10, BAR, row.height() - 20)
            painter.fillRect(bar, QColor(self._theme.colors.accent))
        picture = QRect(row.left() + 6, row.center().y() - EDGE // 2 + 1, EDGE, EDGE)
        shades: Background = "dark" if self._theme.dark else "light"
        drawn = self._thumbnails.picture(index.data(ENTRY).path, shades)
        paint_picture(painter, picture, drawn, self._theme.colors, RADIUS)
        text = row.adjusted(EDGE + 18, 0, -8, 0)
        self._paint_text(painter, text, index)
        painter.restore()

    def _paint_text(self, painter: QPainter, area: QRect, index: Index) -> None:
        entry, colors = index.data(ENTRY), self._theme.colors
        word = sureness(entry)
        first = QRect(area.left(), area.top() + 8, area.width(), 20)
        second = QRect(area.left(), area.top() + 28, area.width(), 18)
        shade = {"high": colors.ok, "medium": colors.warn, "broken": colors.limit}
        small, said = font(CAPTION), _said(word)
        room = QFontMetrics(small).horizontalAdvance(said) + 8
        painter.setFont(small)
        painter.setPen(QColor(shade.get(word, colors.text_3)))
        # Beside what is short for every robot, so that names have the whole width.
        painter.drawText(second, RIGHT, said)
        name = font(BODY, QFont.Weight.Medium)
        color = colors.accent_text if index.data(CURRENT) else colors.text
        paint_line(painter, first, entry.title, name, color, named=True)
        below = entry.fault or facts(entry)
        beside = second.adjusted(0, 0, -room, 0)
        paint_line(painter, beside, below, font(SECONDARY), colors.text_2)
