"""The palette itself: a field at the top of the window, and what fits what is typed there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QListView,
    QMainWindow,
    QSizePolicy,
    QWidget,
)

from rvs.ui.actions.table import Actions
from rvs.ui.desk import Desk
from rvs.ui.palette import memory
from rvs.ui.palette.absent import ABSENT
from rvs.ui.palette.finds import Find, gather, said, told
from rvs.ui.palette.rank import SCATTERED, Fit, order
from rvs.ui.palette.rank import Row as Said
from rvs.ui.palette.rows import ROW, RowPainter, Rows
from rvs.ui.widgets.boxes import vbox
from rvs.ui.widgets.fields.search_field import SearchField
from rvs.ui.widgets.labels import named_label

WIDTH, TOP, SIDE, FIELD, PAD = 680, 56, 24, 36, 8
MOST_ROWS = 11
NOTHING = "RVS has nothing of this name. Try fewer letters, or Help ▸ Contents."
HINT = "↑ ↓ to choose · Enter to run · Esc to close"


class Palette(QFrame):
    """Opens with ``open``; it gives the keyboard back before it runs what was chosen."""

    def __init__(self, desk: Desk, actions: Actions, window: QMainWindow) -> None:
        super().__init__(window)
        self.setObjectName("Palette")
        self.setAccessibleName("Command palette")
        self._desk, self._actions = desk, actions
        self._finds: tuple[Find, ...] = ()
        self._said: tuple[Said, ...] = ()
        self._recent: tuple[str, ...] = ()
        self._before: QWidget | None = None
        self.field = SearchField("Search actions, robots, trajectories, help", desk.theme)
        self.rows = Rows()
        self.list = QListView()
        self.note: QLabel = named_label("Caption", HINT)
        self._arrange()
        self._connect()
        self.hide()

    def open(self) -> None:
        """Show it with everything; called again it closes."""
        if self.isVisible():
            self.close_quietly()
            return
        self._before = QApplication.focusWidget()
        self._finds = gather(self._desk, self._actions)
        self._said = tuple(map(said, self._finds))
        self._recent = memory.recent()
        self.field.clear()
        self._search("")
        self._place()
        self.show()
        self.raise_()
        self.field.setFocus()

    def close_quietly(self) -> None:
        """Hide it and give the keyboard back."""
        self.hide()
        if self._before is not None and self._before.isVisible():
            self._before.setFocus()
        self._before = None

    def run(self) -> None:
        """Run the chosen row; one that can't be used now stays and says why."""
        find = self.rows.find(self.list.currentIndex())
        if find is None:
            return
        if find.why:
            self.note.setText(f"{find.title}: {find.why}")
            return
        self.close_quietly()
        memory.remember(find.id)
        find.run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress:
                return self._key(event)
        elif watched is self.field and event.type() == QEvent.Type.FocusOut:
            self._left(event)
        elif watched is self.window() and event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _arrange(self) -> None:
        self.field.setFixedHeight(FIELD)
        self.list.setModel(self.rows)
        self.list.setItemDelegate(RowPainter(self._desk.theme, self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName("What fits")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.note.setContentsMargins(4, 0, 4, 0)
        vbox(self.field, (self.list, 1), self.note, gap=PAD, edges=PAD, of=self)

    def _connect(self) -> None:
        self.field.textChanged.connect(self._search)
        self.field.installEventFilter(self)
        self.window().installEventFilter(self)
        self.list.clicked.connect(self._click)
        self._desk.theme.changed.connect(self._tint)
        self._tint()

    def _search(self, text: str) -> None:
        found = [(self._finds[i], how) for i, how in order(text, self._said, self._recent)]
        close = [row for row in found if row[1].tier < SCATTERED or not text]
        told_of = told(self._desk, text, (find.id for find, _ in close))
        # Letters that happen to stand somewhere count only where there is nothing nearer.
        found = found if not (close or told_of) else close
        if any(find.group == "Action" for find, _ in found):
            found = [(find, how) for find, how in found if find.group != ABSENT]
        found = [*found, *((find, Fit(SCATTERED, 0.0)) for find in told_of)]
        self.rows.fill(found)
        self.list.setCurrentIndex(self.rows.index(0))
        self.list.scrollToTop()
        self.note.setText(
            HINT
            if found
            else "RVS has nothing of this name. Try fewer letters, or Help ▸ Contents."
        )
        self._place()

    def _key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.run()
        elif key == Qt.Key.Key_Escape:
            self.close_quietly()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._step(1 if key == Qt.Key.Key_Down else -1, around=True)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self._step(MOST_ROWS if key == Qt.Key.Key_PageDown else -MOST_ROWS, around=False)
        else:
            return key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        return True

    def _step(self, by: int, around: bool) -> None:
        count = self.rows.rowCount()
        if not count:
            return
        row = self.list.currentIndex().row() + by
        row = row % count if around else min(max(row, 0), count - 1)
        self.list.setCurrentIndex(self.rows.index(row))
        self.note.setText(HINT)

    def _click(self, index: QModelIndex) -> None:
        self.list.setCurrentIndex(index)
        self.run()

    def _left(self, event: QEvent) -> None:
        """A click elsewhere closes it; another window in front does not."""
        quiet = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        if isinstance(event, QFocusEvent) and event.reason() not in quiet and self.isVisible():
            self._before = None
            self.hide()

    def _place(self) -> None:
        """Lie at the top centre, as high as the rows need."""
        room = self.window().size()
        width = min(WIDTH, room.width() - 2 * SIDE)
        rows = min(max(self.rows.rowCount(), 1), MOST_ROWS)
        height = 4 * PAD + FIELD + rows * ROW + self.note.sizeHint().height() + 2
        self.resize(QSize(width, min(height, room.height() - TOP - SIDE)))
        self.move(QPoint((room.width() - width) // 2, TOP))

    def _tint(self) -> None:
        self.list.viewport().update()
