"""Errors and warnings of files, with their locations; shown when there are any."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.ui.messages import Message, and_more
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.layouts import holding, vbox

COLUMNS = ("Where", "Message")


class MessagesPanel(Dock):
    """Lists the messages of the log, newest last."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("messages", "Messages", desk.theme, desk.window)
        self._desk, self._log, self._window = desk, desk.messages, desk.window
        self.list = _List(self.copy)
        self.list.setHeaderLabels(COLUMNS)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        self.list.setAccessibleName("Messages")
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(True)
        self.add_button("copy", "Copy the messages").clicked.connect(self.copy)
        self.add_button("remove", "Clear the messages").clicked.connect(self._log.clear)
        self.set_body(self._make_body())
        self._log.changed.connect(self._fill)
        self._log.added.connect(self._come)
        desk.theme.changed.connect(self._fill)

    def copy(self) -> None:
        """Copy the selected messages, or all of them, to the clipboard."""
        chosen = self.list.selectedItems() or self._items()
        lines = (": ".join(filter(None, (item.text(0), item.text(1)))) for item in chosen)
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _make_body(self) -> QWidget:
        return holding(vbox(self.list, gap=-1, edges=(12, 0, 8, 0)))

    def _items(self) -> list[QTreeWidgetItem]:
        return self.list.findItems("*", Qt.MatchFlag.MatchWildcard)

    def _fill(self) -> None:
        self.list.clear()
        for message in self._log.messages:
            self.list.addTopLevelItem(self._item(message))
        errors = sum(message.severity == "error" for message in self._log.messages)
        warnings = len(self._log.messages) - errors
        counts = (_count(errors, "error"), _count(warnings, "warning"))
        self.subtitle.setText(", ".join(filter(None, counts)))
        if self._log.messages:
            self.list.scrollToBottom()
        else:
            self.hide()

    def _come(self, added: tuple[Message, ...]) -> None:
        """Appear for new messages; errors bring it to the front and appear in the strip below."""
        wrong = [message for message in added if message.severity == "error"]
        if self.isHidden():
            self._go_last()
        self.show()
        if wrong:
            self.raise_()
            name = Path(wrong[0].place).name
            words = f"{name}: {wrong[0].text}" if name else wrong[0].text
            self._desk.say(and_more(words, len(wrong) - 1))

    def _go_last(self) -> None:
        """Move to the last position among the tabs, so that the others stay unchanged."""
        others = [one for one in self._window.tabifiedDockWidgets(self) if not one.isHidden()]
        if others:
            self._window.tabifyDockWidget(others[-1], self)

    def _item(self, message: Message) -> QTreeWidgetItem:
        item = QTreeWidgetItem([message.place, message.text])
        colors = self.theme.colors
        color = colors.limit if message.severity == "error" else colors.warn
        item.setIcon(0, QIcon(pixmap(message.severity, color, 16, self.devicePixelRatioF())))
        item.setForeground(0, QColor(colors.text_2))
        item.setToolTip(1, message.text)
        spoken = f"{message.severity}: {message.place} {message.text}"
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, spoken)
        return item


class _List(QTreeWidget):
    def __init__(self, copy: Callable[[], None]) -> None:
        super().__init__()
        self._copy = copy

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        else:
            super().keyPressEvent(event)


def _count(number: int, word: str) -> str:
    if not number:
        return ""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
