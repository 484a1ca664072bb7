"""The current robot as a Denavit-Hartenberg table, edited like a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from rvs.model.calls import Call, Calls, call_of
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, called, set_joint
from rvs.model.numbers.quantities import MAX_JOINTS
from rvs.model.numbers.units import UNITS
from rvs.model.refs import link_ref
from rvs.model.robots import table
from rvs.model.robots.table_text import Cell, CellUnits
from rvs.model.state import State
from rvs.ui.actions.studies import STUDY_MENU as STUDIES
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.paper import commands as paper_commands
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.layouts import Pages, hbox, holding, vbox
from rvs.ui.widgets.table.dynamics_page import DynamicsPage, Sheet
from rvs.ui.widgets.table.model import DhModel
from rvs.ui.widgets.table.parameters_page import ParametersPage
from rvs.ui.widgets.table.robot_facts import RobotFacts
from rvs.ui.widgets.table.view import ROW, CellNotice, DhView
from rvs.words import tr

LEAST_TABLE = 120
# Rows that are seen at once, as far as they take no more than this part of the window.
ROWS = 7
# id -> text, icon, shortcut in the table
ROW_ACTIONS = {
    "add": ("Add a joint below", "add", "Insert"),
    "duplicate": ("Duplicate", "duplicate", "Ctrl+D"),
    "up": ("Move up", "up", "Alt+Up"),
    "down": ("Move down", "down_arrow", "Alt+Down"),
    "delete": ("Remove", "remove", "Ctrl+Delete"),
}


class RobotTable(Dock):
    """Every meaningful key changes the robot immediately; a cell is one step."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("robot_table", "Robot", desk.theme, desk.window)
        self._desk, self._session = desk, desk.session
        self.model = DhModel(desk.session, self)
        self.view = DhView(self.model, desk.theme)
        self.facts = RobotFacts(desk)
        self.pages = Pages()
        self.notice = CellNotice(desk, "robot_table", self.model, self.view)
        self.parameters = ParametersPage(desk)
        self.dynamics = DynamicsPage(desk)
        self._showing = False
        self.row_actions = {name: self._make_action(name) for name in ROW_ACTIONS}
        self._make_buttons()
        self.set_body(self._make_body())
        self._connect()
        desk.binding.follow(lambda s: (s.document, s.selection, s.view.mode), self.show_state)
        self._retint()

    def show_state(self, state: State) -> None:
        """Show the table of the current robot."""
        placed = current_robot(state)
        at = self.model.cell(self.view.currentIndex())
        self._showing = True
        self.model.show(placed, self._units(placed))
        if at is not None and not self.view.currentIndex().isValid() and self.model.joints:
            self.view.go((min(at[0], len(self.model.joints) - 1), at[1]))
        self.facts.show_robot(placed, self.model.units)
        self.parameters.show_robot(placed, self.model.units)
        self.dynamics.show_robot(placed, self.model.units)
        self._showing = False
        self.subtitle.setText(called(state.document, placed) if placed else "")
        self._enable()

    def call(self, purpose: str = "") -> None:
        """Raise the panel, cursor in the first cell; ``"motors"`` is one of its pages."""
        super().call(purpose)
        if purpose == "motors":
            self.facts.chips["Dynamics"].click()
            self.dynamics.chips["Motors"].click()
        else:
            self.begin()

    def begin(self, cell: Cell = (0, "a")) -> None:
        """Show the dock and put the cursor into a cell."""
        self.show()
        self.raise_()
        self.facts.chips["Table"].setChecked(True)
        self.view.setFocus()
        defer(self, self.take_room)
        self.view.go(cell)

    def take_room(self) -> None:
        """Make the panel tall enough for some rows, in a sufficiently large window."""
        seen = self.dynamics.sheet.view if self._on_dynamics else self.view
        self.take_room_for(seen.viewport(), ROWS * ROW)

    # -- rows ---------------------------------------------------------------------------------

    def add(self) -> None:
        """Add a joint below the selected ones."""
        rows, count = self._rows(), len(self.model.joints)
        place = rows[-1] + 1 if rows else count
        if not 0 < count < MAX_JOINTS:
            return
        self._edit("Add a joint", call_of(table.add_joint, self._robot, place))
        self.view.go((place, "a"))

    def delete(self) -> None:
        """Remove the selected joints, but not the last one of the robot."""
        rows = self._rows()
        calls = [call_of(table.remove_joint, self._robot, row) for row in reversed(rows)]
        if 0 < len(rows) < len(self.model.joints):
            self._edit("Remove joints" if len(rows) > 1 else "Remove a joint", *calls)
            self.view.select_rows([min(rows[0], len(self.model.joints) - 1)])

    def duplicate(self) -> None:
        """Add a copy of each selected joint below them all."""
        rows = self._rows()
        calls = []
        for count, row in enumerate(rows):
            calls.append(call_of(table.duplicate_joint, self._robot, row))
            calls.append(call_of(table.move_joint, self._robot, row + 1, rows[-1] + 1 + count))
        if rows and len(self.model.joints) + len(rows) <= MAX_JOINTS:
            self._edit("Duplicate joints" if len(rows) > 1 else "Duplicate a joint", *calls)
            self.view.select_rows([rows[-1] + 1 + i for i in range(len(rows))])

    def move_rows(self, step: int) -> None:
        """Move the selected joints up (-1) or down (1)."""
        rows = self._rows()
        ends = (rows[0] + step, rows[-1] + step) if rows else (-1, -1)
        if not 0 <= ends[0] <= ends[1] < len(self.model.joints):
            return
        ordered = rows if step < 0 else rows[::-1]
        calls = [call_of(table.move_joint, self._robot, row, row + step) for row in ordered]
        column = max(self.view.currentIndex().column(), 0)
        self._edit("Move joints" if len(rows) > 1 else "Move a joint", *calls)
        self.view.select_rows([row + step for row in rows], column)

    # -- pasting; what reads pasted tables is imported when something is pasted ----------------

    def paste(self, text: str) -> None:
        """Paste cells at the cursor; a whole table is shown first."""
        from rvs.ui.dialogs.paste_table import is_whole_table

        placed, at = self.model.placed, self.view.currentIndex()
        at_start = at.row() == 0 and at.column() <= 1
        if is_whole_table(text, len(self.model.joints) if at_start else 0):
            self.offer_table(text)
            return
        count = len(text.rstrip("\r\n").splitlines())
        if placed is None or not count or not at.isValid():
            return
        missing = at.row() + count - len(self.model.joints)
        room = MAX_JOINTS - len(self.model.joints)
        if 0 < missing <= room:
            fresh = range(len(self.model.joints), len(self.model.joints) + missing)
            calls = [call_of(table.add_joint, placed.id, row) for row in fresh]
            self._edit("Paste", *calls, merge="paste")
        texts = self.model.cells_from(at, text)
        columns = self.model.columns
        where = self.model.cell(at) or (at.row(), columns[at.column()].id)
        self.model.type_all(texts, "Paste", merge=("paste", placed.id))
        self.view.go(where)

    def offer_table(self, text: str | None = None) -> None:
        """Show the robot that a table would make: from a text, or from the clipboard."""
        from rvs.ui.dialogs.paste_table import PasteTable, table_on_clipboard

        placed = self.model.placed
        if text is None:
            text = table_on_clipboard()
        if placed is not None:
            PasteTable(self._desk, placed, text, self.model.units).show()

    # -- making -------------------------------------------------------------------------------

    def _make_action(self, name: str) -> QAction:
        text, _, keys = ROW_ACTIONS[name]
        action = QAction(text, self.view)
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        runs: dict[str, Callable[[], None]] = {
            "add": self.add,
            "duplicate": self.duplicate,
            "delete": self.delete,
            "up": partial(self.move_rows, -1),
            "down": partial(self.move_rows, 1),
        }
        action.triggered.connect(lambda: runs[name]())
        self.view.addAction(action)
        return action

    def _make_buttons(self) -> None:
        self._row_buttons = {}
        for name, action in self.row_actions.items():
            _, icon_name, keys = ROW_ACTIONS[name]
            shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
            button = self.add_button(icon_name, f"{action.text()} ({shown})")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(action.trigger)
            self._row_buttons[name] = button
        self.add_button("paste", "Paste a table…").clicked.connect(
            lambda _=False: self.offer_table()
        )
        self._studies = QMenu(self)
        self._studies.aboutToShow.connect(self._fill_studies)
        # Beside the facts, which scroll: one more in the header would widen the window.
        self._study_button = self.add_button("design", "Open a study of this robot", self._studies)

    def _fill_studies(self) -> None:
        # The actions of the window come after its panels.
        if self._studies.isEmpty():
            self._desk.actions.fill(self._studies, STUDIES)

    def _make_body(self) -> QWidget:
        self.view.setMinimumHeight(LEAST_TABLE)
        for page in (self.view, self.parameters, self.dynamics, *self.facts.parts):
            self.pages.addWidget(page)
        head = hbox((self.facts, 1), self._study_button, edges=(0, 0, 8, 0))
        return holding(vbox(head, (self.pages, 1), self.notice, gap=0))

    def _connect(self) -> None:
        self.view.pasted.connect(self.paste)
        self.view.chosen.connect(self._chosen)
        self.view.customContextMenuRequested.connect(self._offer)
        self.view.selectionModel().selectionChanged.connect(self._enable)
        self.facts.told.connect(self.notice.refuse)
        self.parameters.told.connect(self.notice.refuse)
        self.facts.turned.connect(self._turn)
        for sheet in (self.dynamics.masses, self.dynamics.drives):
            sheet.view.chosen.connect(partial(self._select, sheet))
        self._desk.settings.changed.connect(lambda: self.show_state(self._session.state))
        self._desk.theme.changed.connect(self._retint)

    def _offer(self, at: QPoint) -> None:
        menu = QMenu(self.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Copy", self.view.copy, QKeySequence.StandardKey.Copy)
        menu.addAction("Paste a table…", lambda: self.offer_table())
        menu.addSeparator()
        menu.addAction("Copy table as LaTeX", lambda: paper_commands.copy_table(self._desk))
        menu.addAction("Save table as…", lambda: paper_commands.save_table(self._desk))
        menu.addSeparator()
        for action in self.row_actions.values():
            menu.addAction(action)
        menu.addSeparator()
        if cells := self.view.marked_cells():
            free = menu.addAction("Free in the design")
            free.setCheckable(True)
            free.setChecked(all(self.model.marks[cell] for cell in cells))
            free.triggered.connect(lambda: self.model.marked.emit(cells))
        locked = menu.addAction("Locked")
        locked.setCheckable(True)
        joints = [self.model.joints[row] for row in self._rows()]
        locked.setChecked(bool(joints) and all(joint.locked for joint in joints))
        locked.toggled.connect(self._lock)
        menu.popup(self.view.menu_place(at))

    # -- following ----------------------------------------------------------------------------

    def _units(self, placed: PlacedRobot | None) -> CellUnits:
        preferences = self._desk.settings.preferences
        own = placed.unit if placed else "m"
        length = own if preferences.length == "robot" else preferences.length
        return CellUnits(UNITS[length], UNITS[preferences.angle])

    def _rows(self) -> list[int]:
        return self.view.rows() or [
            index.row() for index in (self.view.currentIndex(),) if index.isValid()
        ]

    @property
    def _robot(self) -> str:
        return self.model.placed.id if self.model.placed else ""

    def _edit(self, label: str, *calls: Call, merge: str = "") -> None:
        placed = self.model.placed
        if placed is None:
            return
        key = (merge, placed.id) if merge else None
        self._session.edit(
            tr("{label} of {robot}", tr(label), self._session.called(placed)),
            Calls(calls),
            merge=key,
        )
        if not merge:
            self.model.settle()

    def _lock(self, locked: bool) -> None:
        calls = [call_of(set_joint, self._robot, row, locked=locked) for row in self._rows()]
        self._edit("Lock joints" if locked else "Unlock joints", *calls)

    def _turn(self, page: int) -> None:
        """Show another page; the dynamics page explains its own cells."""
        self.pages.setCurrentIndex(page)
        self.notice.setVisible(not self._on_dynamics)
        self.notice.hints = self.pages.currentWidget() is self.view
        self.notice.tell()

    @property
    def _on_dynamics(self) -> bool:
        return self.pages.currentWidget() is self.dynamics

    def _chosen(self) -> None:
        self._select(self)

    def _select(self, sheet: RobotTable | Sheet) -> None:
        """Select the link of the current cell."""
        cell, placed = sheet.model.cell(sheet.view.currentIndex()), sheet.model.placed
        if cell is not None and placed is not None and not self._showing:
            self._session.select(link_ref(placed.id, cell[0] + 1))

    def _enable(self) -> None:
        rows, count = self._rows(), len(self.model.joints)
        can = {
            "add": bool(count) and count < MAX_JOINTS,
            "duplicate": bool(rows) and count + len(rows) <= MAX_JOINTS,
            "up": bool(rows) and rows[0] > 0,
            "down": bool(rows) and rows[-1] < count - 1,
            "delete": 0 < len(rows) < count,
        }
        for name, action in self.row_actions.items():
            action.setEnabled(can[name])
            self._row_buttons[name].setEnabled(can[name])

    def _retint(self) -> None:
        self.facts.retint()
        self.view.viewport().update()
