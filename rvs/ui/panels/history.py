"""The steps for undo and redo; a click selects any of them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from rvs.model.state import State
from rvs.ui.commands.scripts import copy_script
from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.layouts import vbox
from rvs.words import tr

START = "Start"
ICON, ROW = 14, 28


class HistoryPanel(Dock):
    """Lists the steps, oldest first; the current one has a mark, undone ones are faint."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("history", "History", desk.theme, desk.window)
        self._session = desk.session
        self._shown: tuple[list[str], int] = ([], -1)
        self.list = QListWidget()
        self.list.setAccessibleName("Steps")
        self.list.setUniformItemSizes(True)
        self.list.clicked.connect(self._travel)
        self.list.activated.connect(self._travel)
        copy = self.add_button("copy", "Copy all actions as a script")
        copy.clicked.connect(lambda: copy_script(desk))
        body = QWidget()
        vbox(self.list, gap=-1, edges=8, of=body)
        self.set_body(body)
        desk.theme.changed.connect(self._refill)
        desk.binding.follow(lambda s: (s.document, s.postures), self._show, of=self)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refill()

    def _show(self, _state: State) -> None:
        """Follow the session; a drag changes the state often, but the steps only once."""
        now = ([START, *self._session.steps], len(self._session.history))
        if self.isVisible() and now != self._shown:
            self._fill(*now)

    def _refill(self) -> None:
        self._fill([START, *self._session.steps], len(self._session.history))

    def _fill(self, names: list[str], present: int) -> None:
        self._shown = (names, present)
        self.list.clear()
        for row, name in enumerate(names):
            self.list.addItem(self._item(name, row - present))
        self.list.setCurrentRow(present)
        self.list.scrollToItem(self.list.item(present))

    def _item(self, name: str, ahead: int) -> QListWidgetItem:
        colors = self.theme.colors
        item = QListWidgetItem(tr(name))
        item.setSizeHint(QSize(0, ROW))
        color = colors.accent_text if ahead == 0 else "#00000000"
        item.setIcon(QIcon(pixmap("check", color, ICON, self.devicePixelRatioF())))
        spoken = {0: "present", 1: "undone"}.get(min(ahead, 1), "")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name} {spoken}".strip())
        if ahead > 0:
            item.setForeground(QColor(colors.text_3))
            font = item.font()
            font.setItalic(True)
            item.setFont(font)
        return item

    def _travel(self, index: QModelIndex) -> None:
        self._session.travel(index.row())
