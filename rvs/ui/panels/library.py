"""The robots of the library: search, preview, load."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLabel,
    QListView,
    QMenu,
    QPushButton,
    QWidget,
)

from rvs.files.library import cells, entries, environments
from rvs.files.robots.arch_keys import CONFIDENCES
from rvs.model.current import current_robot
from rvs.model.state import State
from rvs.ui.commands import files as commands
from rvs.ui.defer import after_first_frame
from rvs.ui.desk import Desk
from rvs.ui.pictures.thumbnails import Thumbnails
from rvs.ui.saving import opening
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.text_field import SearchField
from rvs.ui.widgets.labels import add_heading, named_label
from rvs.ui.widgets.layouts import STRETCH, hbox, vbox
from rvs.ui.widgets.lists.library_list import PATH, LibraryDelegate, LibraryModel
from rvs.ui.widgets.typed_table import writes
from rvs.words import begun, tr

HOW = "Double-click a robot to open it, with Shift to add it, or drag it into the view."
HOW_ADDED = (
    "Drag a robot into the view to place it there; the folder button adds a robot from a file."
)


class LibraryPanel(Dock):
    """Double click or Enter shows a robot instead of the active one; with Shift it is added.

    After a request to add a robot, it is added. A robot can be dragged into the view.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__("library", "Library", desk.theme, desk.window)
        self._desk = desk
        self.thumbnails = Thumbnails(desk)
        self.model = LibraryModel()
        self.list = _List(self.model, LibraryDelegate(desk.theme, self.thumbnails))
        self.search = SearchField("Search the library", desk.theme)
        self._nothing = named_label("Secondary", "No robot matches.")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.add_button("open", "Open robots from files").clicked.connect(self._ask)
        cells = QMenu(self)
        cells.aboutToShow.connect(lambda: self._fill_cells(cells))
        self.add_button("things", "Cells and work environments", cells)
        self.set_body(self._make_body())
        self._connect()
        desk.binding.follow(lambda s: (s.document, s.selection), self._mark)
        desk.library_changed.connect(self.refill)
        # Reading the files takes a moment.
        after_first_frame(desk.viewport, self.refill)

    def call(self, purpose: str = "") -> None:
        """Raise the panel and focus its search field; ``add`` adds the next selected robot."""
        super().call(purpose)
        if purpose == "add":
            self._let_add(True)
        self.search.setFocus()
        self.search.selectAll()

    def refill(self) -> None:
        """Read the library again."""
        self.model.fill(entries())
        self.search.setPlaceholderText(tr("Search {count} robots", len(self.model.all)))
        self._filter()
        self._mark(self._desk.session.state)

    def load(self) -> None:
        """Show the selected robot instead of the current one."""
        if path := self.list.chosen():
            commands.show_robot(self._desk, path)

    def place(self) -> None:
        """Place the selected robot next to the others."""
        if path := self.list.chosen():
            commands.place_robot(self._desk, path)

    def _fill_cells(self, menu: QMenu) -> None:
        """Offer the existing cells and work environments."""
        menu.clear()
        for head, files in (("Cells", cells()), ("Work environments", environments())):
            add_heading(menu, head)
            for name, path in files.items():
                action = menu.addAction(name.replace("-", " ").capitalize())
                action.setToolTip(str(path))
                action.triggered.connect(
                    lambda _=False, path=path: opening.open_all(self._desk, [str(path)])
                )

    def _make_body(self) -> QWidget:
        self.search.setToolTip("Search names, structures such as 7R, standard or modified")
        body = QWidget()
        column = vbox(edges=(0, 12, 0, 0), of=body)
        for widget in (self.search, self._make_chips(), self._make_adding()):
            row = hbox(widget, gap=-1, edges=(12, 0, 12, 0))
            column.addLayout(row)
        column.addWidget(self._nothing, 1)
        column.addWidget(self.list, 1)
        self.how = named_label("Secondary", HOW)
        self.how.setWordWrap(True)
        self.how.setContentsMargins(12, 0, 12, 8)
        column.addWidget(self.how)
        self._nothing.hide()
        return body

    def _make_chips(self) -> QWidget:
        chips = QWidget()
        self.all = _chip("All", "All robots")
        self.mine = _chip("Mine", "Show only your own robots")
        self.sure = _chip("Confidence", "Confidence in the numbers, shown on the right")
        hbox(self.all, self.mine, self.sure, STRETCH, of=chips)
        menu = QMenu(self.sure)
        menu.addAction("Any", partial(self._choose_confidence, "any"))
        for word, meaning in CONFIDENCES.items():
            text = begun(meaning)
            menu.addAction(text, partial(self._choose_confidence, word))
        self.sure.setMenu(menu)
        self.all.setChecked(True)
        self._confidence = ""
        return chips

    def _connect(self) -> None:
        self.list.typed.connect(self._search_on)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._activate)
        self.all.clicked.connect(self._show_all)
        self.mine.clicked.connect(self._filter)
        self.list.activated.connect(self._activate)
        self.list.customContextMenuRequested.connect(self._offer)
        self.thumbnails.arrived.connect(self.model.renew)
        self.theme.changed.connect(self._recolor)
        self._recolor()

    def _activate(self) -> None:
        """Show the selected robot; with Shift, or on request, add it to the cell."""
        # In the search, Ctrl+Z would take back what was typed, and not the robot.
        self.list.setFocus()
        shift = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
        if shift or not self.adding.isHidden():
            self._let_add(False)
            self.place()
        else:
            self.load()

    def _ask(self) -> None:
        """Ask for files; robots are added if that was requested."""
        adding = not self.adding.isHidden()
        if opening.ask(self._desk, beside=adding):
            self._let_add(False)

    def _let_add(self, on: bool) -> None:
        """Announce that the next selected robot is added, and add it."""
        self.adding.setVisible(on)
        self.how.setText(HOW_ADDED if on else HOW)

    def _make_adding(self) -> QWidget:
        """Return the line that explains the effect of a double click until a robot is added."""
        self.adding, words = QWidget(), QLabel("Double-click a robot to add it.")
        words.setWordWrap(True)
        end = QPushButton("Cancel")
        end.setObjectName("Chip")
        end.clicked.connect(partial(self._let_add, False))
        hbox((words, 1), end, gap=-1, of=self.adding)
        self.adding.hide()
        return self.adding

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self.adding.isHidden():
            self._let_add(False)
        else:
            super().keyPressEvent(event)

    def _search_on(self, letter: str) -> None:
        """Continue in the search with the text typed in the list."""
        self.search.setFocus()
        self.search.insert(letter)

    def _show_all(self) -> None:
        self.mine.setChecked(False)
        self._choose_confidence("any")

    def _choose_confidence(self, word: str) -> None:
        self._confidence = "" if word == "any" else word
        self.sure.setText(self._confidence.capitalize() or "Confidence")
        self._filter()

    def _filter(self) -> None:
        self.sure.setChecked(bool(self._confidence))
        self.all.setChecked(not self.mine.isChecked() and not self._confidence)
        self.thumbnails.forget_wishes()
        self.model.filter(self.search.text(), self.mine.isChecked(), self._confidence)
        self._nothing.setVisible(self.model.rowCount() == 0)
        self.list.setVisible(self.model.rowCount() > 0)
        if not self.search.text():
            # The mark of a search that is over means nothing; that of the active robot does.
            self._mark(self._desk.session.state)
        elif self.model.rowCount() and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0))

    def _mark(self, state: State) -> None:
        placed = current_robot(state)
        row = self.model.mark(placed.origin if placed else "")
        if row is None and not self.list.hasFocus():
            self.list.clearSelection()
        if row is not None and not self.list.hasFocus() and not self.search.text():
            index = self.model.index(row)
            self.list.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
            self.list.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _offer(self, at: QPoint) -> None:
        if not self.list.indexAt(at).isValid():
            return
        menu = QMenu(self.list)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Replace the active robot", self.load)
        menu.addAction("Add to cell\tShift+Enter", self.place)
        menu.popup(self.list.viewport().mapToGlobal(at))

    def _recolor(self) -> None:
        self.list.viewport().update()


class _List(QListView):
    """List in which typing starts a search and does not trigger shortcuts."""

    typed = Signal(str)

    def __init__(self, model: LibraryModel, delegate: LibraryDelegate) -> None:
        super().__init__()
        self.setModel(model)
        self.setItemDelegate(delegate)
        delegate.setParent(self)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setDragEnabled(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName("Robots in the library")

    def chosen(self) -> str:
        """Return the file of the selected robot, or nothing."""
        path = self.currentIndex().data(PATH)
        return str(path) if path else ""

    def event(self, event: QEvent) -> bool:
        asked = event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and writes(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # On some systems Enter alone does not activate.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(self.currentIndex())
        elif writes(event):
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)


def _chip(text: str, name: str) -> QPushButton:
    chip = QPushButton(text)
    chip.setObjectName("Chip")
    chip.setCheckable(True)
    chip.setAccessibleName(name)
    chip.setToolTip(name)
    return chip
