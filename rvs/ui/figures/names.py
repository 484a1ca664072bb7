"""The named figures of a cell: load, rename, delete, reorder."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from rvs.model.figures.edits import move_figure, remove_figure, rename_figure
from rvs.model.figures.figure import NamedFigure
from rvs.model.state import State
from rvs.ui.desk import Desk
from rvs.ui.theme import Theme
from rvs.ui.widgets.ask_dialog import NameDialog
from rvs.ui.widgets.chip import chip
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import STRETCH, hbox, vbox
from rvs.words import tr

ROWS, ROW = 4, 20


class FigureNames(QWidget):
    """Lists figures; ``wanted`` reports the one to load, ``all_wanted`` requests all files."""

    wanted = Signal(object)
    all_wanted = Signal()
    renamed = Signal(str, str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._session = desk, desk.session
        self._figures: tuple[NamedFigure, ...] = ()
        self.list = _List()
        self.buttons = {
            name: chip(name, tip, run)
            for name, tip, run in (
                ("Load", "Load for editing (Enter)", self.load),
                ("Rename…", "Rename it (F2)", self.rename),
                ("Delete", "Remove it from the cell (Del)", self.remove),
                (
                    "Export all…",
                    "Write each figure to a file with its name",
                    self.all_wanted.emit,
                ),
            )
        }
        self.hint = named_label("Secondary", "No figures yet. Save this one as a named figure.")
        self.hint.setWordWrap(True)
        vbox(
            named_label("PartTitle", "Figures of this cell"),
            self.hint,
            self.list,
            hbox(*self.buttons.values(), STRETCH, gap=6),
            edges=(16, 8, 16, 12),
            of=self,
        )
        self.list.itemActivated.connect(lambda _item: self.load())
        self.list.currentRowChanged.connect(lambda _row: self._enable())
        self.list.keys = {
            "rename": self.rename,
            "remove": self.remove,
            "up": partial(self.shift, -1),
            "down": partial(self.shift, 1),
        }
        desk.binding.follow(lambda s: (s.document,), self._show)

    @property
    def chosen(self) -> NamedFigure | None:
        """The figure with the cursor."""
        row = self.list.currentRow()
        return self._figures[row] if 0 <= row < len(self._figures) else None

    def choose(self, name: str) -> None:
        """Put the cursor on a figure."""
        for row, figure in enumerate(self._figures):
            if figure.name == name:
                self.list.setCurrentRow(row)

    def load(self) -> None:
        """Show the selected figure."""
        if self.chosen is not None:
            self.wanted.emit(self.chosen)

    def rename(self) -> None:
        """Ask for another name."""
        old = self.chosen
        if old is None:
            return

        def save(name: str) -> str:
            if name != old.name:
                self._desk.do(rename_figure, old.name, name)
                self.renamed.emit(old.name, name)
                self.choose(name)
            return ""

        def taken(name: str) -> str:
            others = {figure.name for figure in self._figures} - {old.name}
            return (
                tr("the name {name} is already used; a number will be added", name)
                if name in others
                else ""
            )

        NameDialog(
            self.window(), self._theme, "Rename figure", "Name of the figure", old.name, taken, save
        ).open()

    def remove(self) -> None:
        """Remove the selected figure from the cell; undo restores it."""
        gone = self.chosen
        if gone is not None:
            self._desk.do(remove_figure, gone.name)

    def shift(self, step: int) -> None:
        """Move the selected figure up or down the list."""
        moved, to = self.chosen, self.list.currentRow() + step
        if moved is not None and 0 <= to < len(self._figures):
            self._desk.do(move_figure, moved.name, to)
            self.list.setCurrentRow(to)

    @property
    def _theme(self) -> Theme:
        return self._desk.theme

    def _show(self, state: State) -> None:
        if state.document.figures == self._figures and self.list.count():
            return
        row, self._figures = self.list.currentRow(), state.document.figures
        self.list.clear()
        for figure in self._figures:
            item = QListWidgetItem(figure.name)
            item.setToolTip(described(figure))
            self.list.addItem(item)
        self.list.setCurrentRow(min(max(row, 0), len(self._figures) - 1))
        self.list.setFixedHeight(ROW * min(max(len(self._figures), 1), ROWS) + 10)
        self.list.setVisible(bool(self._figures))
        self.hint.setVisible(not self._figures)
        self._enable()

    def _enable(self) -> None:
        for button in self.buttons.values():
            button.setEnabled(self.chosen is not None)
            button.setVisible(bool(self._figures))


class _List(QListWidget):
    def __init__(self) -> None:
        super().__init__()
        self.keys: dict[str, Callable[[], object]] = {}
        self.setObjectName("Boxed")
        self.setAccessibleName("Figures of this cell")
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setUniformItemSizes(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        names = {
            Qt.Key.Key_F2: "rename",
            Qt.Key.Key_Delete: "remove",
            **({Qt.Key.Key_Up: "up", Qt.Key.Key_Down: "down"} if alt else {}),
        }
        # On some systems Enter alone does not activate.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentItem():
            self.itemActivated.emit(self.currentItem())
        elif event.key() in names:
            self.keys[names[Qt.Key(event.key())]]()
        else:
            super().keyPressEvent(event)


def described(figure: NamedFigure) -> str:
    """Return a short description of a figure's style."""
    size = f"1:{figure.scale:g}" if figure.scale else ""
    if not size and figure.width:
        size = tr("{width:g} mm wide", figure.width)
    posture = "with its own posture" if figure.postures else "with the current postures"
    return ", ".join(filter(None, (figure.style, size, posture)))
