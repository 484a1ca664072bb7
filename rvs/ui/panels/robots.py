"""The robots in the cell: the active one, their names, their placements."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from rvs.bodies.skeleton.meshes import length
from rvs.engine.rotations import from_rpy
from rvs.model.appearance.colors import ROBOT_CYCLE
from rvs.model.calls import Call, call_of
from rvs.model.current import current_robot
from rvs.model.document import change_robot
from rvs.model.numbers.orientations import ORIENTATIONS
from rvs.model.numbers.units import Unit
from rvs.model.robots.placing import begin_at, paint, set_display, stand
from rvs.model.state import State
from rvs.model.views.view import MODE_WORDS
from rvs.ui.commands import cell as cell_commands
from rvs.ui.desk import Desk
from rvs.ui.icons import icon
from rvs.ui.robot_marks import SWATCH, color_of, name_of, number_of, swatch
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.fields.swatch import ask_color
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import grid, hbox, holding, in_order, put, vbox
from rvs.words import tr

HERE = Qt.ItemDataRole.UserRole
ROW, EYE = 30, 34
PLACES = ("X", "Y", "Z")
TURNS = ORIENTATIONS["rpy"].words
SECONDS = Unit("s", "s", "number", 1.0, 2)
MOUNTS = {
    "Mount on the floor": (0.0, 0.0),
    "Mount on a wall": (np.pi / 2, 0.8),
    "Mount on the ceiling": (np.pi, 1.3),
}
# How a robot is drawn, whatever the view says of all of them.
DRAWN = {"view": "As in the view", **MODE_WORDS}
PARTS = {"joints": "Joints of the skeleton", "frames": "Frames", "shadow": "Shadow"}
LINES = {1.0: "Standard links", 0.5: "Thin links", 0.25: "Very thin links"}


class RobotsPanel(Dock):
    """One row per robot; below them the placement of the active one, in numbers.

    Attributes:
        rows: The list.
        fields: X, Y, Z, roll, pitch, yaw of the base, and the start of its motion.
        target: The gizmo of the base.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__("robots", "Robots", desk.theme, desk.window)
        self._desk, self._session = desk, desk.session
        self.target = desk.gizmos.base
        self._filling = False
        self._shown: tuple[object, ...] = ()
        self.rows = QTreeWidget()
        self.fields = {name: NumberField() for name in (*PLACES, *TURNS, "Start")}
        self.menu = QMenu(self)
        self.add_button("add", "Add a robot from the library").clicked.connect(
            lambda: desk.call("library", "add")
        )
        self.gizmo = self.add_button("gizmo", "Move the base in the view (Shift+G)")
        self.gizmo.setCheckable(True)
        self.gizmo.clicked.connect(desk.actions["move_base"].trigger)
        self.add_button("more", "Duplicate, rename, colour, draw, mount, remove", self.menu)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.set_body(self._make_body())
        self._connect()

    def rename(self) -> None:
        """Begin to edit the name of the active robot."""
        item = self._item(self._session.state.active)
        if item is not None:
            self.show()
            self.rows.editItem(item, 0)

    # -- showing ------------------------------------------------------------------------------

    def _show(self, state: State) -> None:
        preferences = self._desk.settings.preferences
        shown = (state.document.robots, state.active, state.view.mode, preferences)
        if all(a is b for a, b in zip(shown, self._shown, strict=False)) and self._shown:
            return
        self._shown = shown
        self._fill(state)
        self._write(state)

    def _fill(self, state: State) -> None:
        self._filling = True
        robots, colors = state.document.robots, self.theme.colors
        while self.rows.topLevelItemCount() > len(robots):
            self.rows.takeTopLevelItem(self.rows.topLevelItemCount() - 1)
        while self.rows.topLevelItemCount() < len(robots):
            fresh = QTreeWidgetItem(self.rows)
            fresh.setFlags(fresh.flags() | Qt.ItemFlag.ItemIsEditable)
            fresh.setSizeHint(0, QSize(0, ROW))
        for index, placed in enumerate(robots):
            item = self.rows.topLevelItem(index)
            assert item is not None
            item.setData(0, HERE, placed.id)
            item.setText(0, placed.id)
            name = name_of(state, placed.id)
            item.setToolTip(0, tr("{name}, {n} joints. F2 renames it.", name, placed.robot.n))
            mark = swatch(number_of(state, placed.id), color_of(state, placed.id), colors)
            item.setIcon(0, mark)
            item.setIcon(1, icon("eye_off" if placed.hidden else "eye", colors, 16))
            item.setToolTip(1, f"{'Show' if placed.hidden else 'Hide'} {name}")
            item.setForeground(0, QColor(colors.text_3 if placed.hidden else colors.text))
            face = item.font(0)
            face.setBold(placed.id == state.active)
            item.setFont(0, face)
        chosen = self._item(state.active)
        if chosen is not None:
            self.rows.setCurrentItem(chosen)
        self._filling = False
        count = len(robots)
        self.subtitle.setText(str(count) if count else "")

    def _write(self, state: State) -> None:
        """Write the position of the active robot."""
        placed = current_robot(state)
        for field in self.fields.values():
            field.setEnabled(placed is not None)
        if placed is None:
            for field in self.fields.values():
                field.clear()
            return
        (unit, angle), turns = self._desk.units, self._desk.turns
        place = np.asarray(placed.place)
        numbers = [*place[:3, 3].tolist(), *turns.numbers(place[:3, :3]).tolist(), placed.start]
        for label, text in zip(self._turns, turns.labels, strict=True):
            label.setText(text)
            label.setToolTip(turns.explanation)
        for name, number in zip(self.fields, numbers, strict=True):
            field = self.fields[name]
            field.set_unit(
                unit if name in PLACES else angle if name in TURNS
                else SECONDS
            )  # fmt: skip
            field.show_value(number)

    # -- what the user does -------------------------------------------------------------------

    def _typed(self, name: str, value: float) -> None:
        placed = current_robot(self._session.state)
        if placed is None:
            return
        if name == "Start":
            self._edit(call_of(begin_at, placed.id, value))
            return
        place = np.array(placed.place)
        if name in PLACES:
            place[PLACES.index(name), 3] = value
        else:
            place[:3, :3] = self._desk.turns.changed(place[:3, :3], TURNS.index(name), value)
        self._edit(call_of(stand, placed.id, place))

    def _mount(self, words: str) -> None:
        placed = current_robot(self._session.state)
        if placed is None:
            return
        pitch, height = MOUNTS[words]
        place = np.array(placed.place)
        place[:3, :3] = from_rpy([0.0, pitch, 0.0])
        place[2, 3] = height * length(placed.robot)
        self._edit(call_of(stand, placed.id, place))
        self._desk.viewport.fit()

    def _paint(self, color: str) -> None:
        placed = current_robot(self._session.state)
        if placed is not None:
            self._edit(call_of(paint, placed.id, color))

    def _ask_color(self) -> None:
        placed = current_robot(self._session.state)
        if placed is None:
            return
        now = QColor(color_of(self._session.state, placed.id))
        name = self._session.called(placed)
        ask_color(
            self._desk.window,
            tr("Colour of {name}", name),
            now,
            lambda color: self._paint(color.name()),
        )

    def _edit(self, change: Call, label: str = "") -> None:
        if reason := self._desk.attempt(change, label):
            self._desk.refuse(reason, "robots")
        self._shown = ()
        self._show(self._session.state)

    def _renamed(self, item: QTreeWidgetItem, column: int) -> None:
        robot_id, name = str(item.data(0, HERE)), item.text(0).strip()
        if self._filling or column or name == robot_id:
            return
        reason = cell_commands.rename(self._desk, robot_id, name)
        if reason:
            self._desk.refuse(tr("Not renamed: {reason}", reason), "robots")
            self._shown = ()
            self._show(self._session.state)

    def _clicked(self, item: QTreeWidgetItem, column: int) -> None:
        robot_id = str(item.data(0, HERE))
        if column == 1:
            placed = self._session.state.document.robot(robot_id)
            label = f"{'Show' if placed.hidden else 'Hide'} {self._session.called(placed)}"
            self._edit(call_of(change_robot, robot_id, hidden=not placed.hidden), label)

    def _chose(self) -> None:
        item = self.rows.currentItem()
        if self._filling or item is None:
            return
        robot_id = str(item.data(0, HERE))
        if robot_id != self._session.state.active:
            self._session.select((robot_id,))

    # -- parts --------------------------------------------------------------------------------

    def _item(self, robot_id: str) -> QTreeWidgetItem | None:
        items = map(self.rows.topLevelItem, range(self.rows.topLevelItemCount()))
        return next((one for one in items if one and one.data(0, HERE) == robot_id), None)

    def _fill_menu(self) -> None:
        actions = self._desk.actions
        self.menu.clear()
        there = current_robot(self._session.state) is not None
        actions.fill(self.menu, ("add_robot", "duplicate_robot"))
        self.menu.addAction("Rename", self.rename).setEnabled(there)
        colors = self.menu.addMenu("Colour")
        colors.setEnabled(there)
        colors.addAction("Standard", partial(self._paint, ""))
        for color in ROBOT_CYCLE:
            colors.addAction(
                swatch(0, color, self.theme.colors), color, partial(self._paint, color)
            )
        colors.addAction("Other…", self._ask_color)
        self._fill_drawn(self.menu.addMenu("Drawn as"))
        mounts = self.menu.addMenu("Mount")
        mounts.setEnabled(there)
        for words in MOUNTS:
            mounts.addAction(words, partial(self._mount, words))
        mounts.addSeparator()
        mounts.addAction("Put on a pedestal", lambda: cell_commands.put_on_pedestal(self._desk))
        self.menu.addSeparator()
        actions.fill(self.menu, ("series", None, "remove"))

    def _fill_drawn(self, menu: QMenu) -> None:
        placed = current_robot(self._session.state)
        menu.setEnabled(placed is not None)
        if placed is None:
            return
        for mode, words in DRAWN.items():
            self._add_check(menu, words, placed.display.mode == mode, mode=mode)
        menu.addSeparator()
        for name, words in PARTS.items():
            on = getattr(placed.display, name)
            self._add_check(menu, words, on, **{name: not on})
        menu.addSeparator()
        for thickness, words in LINES.items():
            self._add_check(menu, words, placed.display.line == thickness, line=thickness)

    def _add_check(self, menu: QMenu, words: str, on: bool, **changes: Any) -> None:
        action = menu.addAction(words, partial(self._draw, changes))
        action.setCheckable(True)
        action.setChecked(on)

    def _draw(self, changes: dict[str, Any]) -> None:
        placed = current_robot(self._session.state)
        if placed is not None:
            self._edit(call_of(set_display, placed.id, **changes))

    def _make_body(self) -> QWidget:
        self.rows.setColumnCount(2)
        self.rows.setHeaderHidden(True)
        self.rows.setRootIsDecorated(False)
        self.rows.setIconSize(QSize(SWATCH, SWATCH))
        self.rows.setUniformRowHeights(True)
        self.rows.setAccessibleName("Robots in the cell")
        self.rows.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.rows.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, EYE)
        place = grid(6, 8, edges=(12, 0, 12, 12), grows=(1, 3))
        self._letters = [QLabel(letter) for letter in PLACES]
        self._turns = [named_label("Secondary") for _ in TURNS]
        for row, letter in enumerate(PLACES):
            put(place, row, self._letters[row], self.fields[letter])
            put(place, row, self._turns[row], self.fields[TURNS[row]], 2)
        start = named_label("Secondary", "Start time")
        start.setToolTip("Start of the motion on the time line of the cell")
        place.addWidget(start, len(PLACES), 0, 1, 3)
        place.addWidget(self.fields["Start"], len(PLACES), 3)
        rows = hbox(self.rows, gap=-1, edges=(8, 0, 8, 0))
        body = holding(vbox((rows, 1), place, edges=(0, 8, 0, 0)))
        # Down the left column, then down the right one.
        in_order(*self.fields.values())
        return body

    def _connect(self) -> None:
        for name, field in self.fields.items():
            field.hold("−0.00 dm" if name in PLACES else "−180 °")
            field.entered.connect(partial(self._typed, name))
            what = "start of its motion" if name == "Start" else tr("{name} of the base", name)
            field.setAccessibleName(what)
        self.rows.itemChanged.connect(self._renamed)
        self.rows.itemClicked.connect(self._clicked)
        self.rows.currentItemChanged.connect(self._chose)
        self.rows.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.rows.customContextMenuRequested.connect(
            lambda at: self.menu.popup(self.rows.viewport().mapToGlobal(at))
        )
        self.target.changed.connect(lambda: self.gizmo.setChecked(self.target.shown))
        self._desk.theme.changed.connect(self._recolor)
        self._desk.settings.changed.connect(lambda: self._show(self._session.state))
        binding = self._desk.binding
        binding.follow(lambda s: (s.document, s.active, s.view.mode), self._show)
        self._recolor()

    def _recolor(self) -> None:
        axes = self.theme.axes
        for label, color in zip(self._letters, (axes.x, axes.y, axes.z), strict=True):
            label.setStyleSheet(f"color: {color}; font-weight: 600;")
        self._shown = ()
        self._show(self._session.state)
