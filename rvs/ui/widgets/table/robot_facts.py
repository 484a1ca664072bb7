"""Facts about a robot next to its table: name, unit, base and tool, notes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QLineEdit,
    QMenu,
    QToolButton,
    QWidget,
)

from rvs.engine.errors import RvsError
from rvs.engine.joint import DH_CONVENTIONS, Convention
from rvs.model.calls import call_of
from rvs.model.document import Document, PlacedRobot, change_robot
from rvs.model.numbers.units import LENGTH_UNITS
from rvs.model.robots import table
from rvs.model.robots.maker import maker_words
from rvs.model.robots.table_text import CellUnits
from rvs.model.session import Session
from rvs.ui.commands import tool_edits
from rvs.ui.desk import Desk
from rvs.ui.icons import icon
from rvs.ui.widgets.chip import page_chip
from rvs.ui.widgets.fields.combo import Combo, EffectorBox
from rvs.ui.widgets.fields.number_field import PoseFields
from rvs.ui.widgets.labels import HEADING, add_heading, named_label
from rvs.ui.widgets.layouts import FlowLayout, grid, hbox, labelled, put, vbox
from rvs.words import begun, tr

HEIGHT = 28
WORDS = {
    "manufacturer": "Maker",
    "source": "Source of the numbers",
    "comment": "A remark",
}
MAKER = "Tool pose can show its numbers"
PAGES = ("Table", "Parameters", "Dynamics", "Base and tool", "Notes")


class TextField(QLineEdit):
    """A line of text about the robot; each edit is one step."""

    typed = Signal(str)
    left = Signal()

    def __init__(self, name: str, width: int = 0) -> None:
        super().__init__()
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName(name)
        self.setToolTip(name)
        if width:
            self.setFixedWidth(width)
        self.textEdited.connect(self.typed)
        self.editingFinished.connect(self.left)

    def show_text(self, text: str) -> None:
        """Show a text; if it is the same, the cursor stays."""
        if text != self.text().strip():
            self.setText(text)
            self.setCursorPosition(0)


class RobotFacts(QWidget):
    """A strip of fields above the pages of the panel; ``told`` reports errors."""

    told = Signal(str)
    turned = Signal(int)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._session: Session = desk.session
        self._desk = desk
        self._placed: PlacedRobot | None = None
        self.name = TextField("Name of the robot", 148)
        self.convention = QToolButton()
        self.unit = Combo("Unit of lengths")
        self.end_effector = EffectorBox()
        self.chips = {name: page_chip(name) for name in PAGES}
        self.ends, self.notes = self.chips["Base and tool"], self.chips["Notes"]
        self.base, self.tool = PoseFields("base", wide=True), PoseFields("tool", wide=True)
        self.maker = named_label("Secondary")
        self.words = {key: TextField(tip) for key, tip in WORDS.items()}
        vbox(self._make_strip(), edges=(16, 10, 16, 8), of=self)
        self.parts = (self._make_ends(), self._make_notes())
        self._connect()

    def show_robot(self, placed: PlacedRobot | None, units: CellUnits) -> None:
        """Show another robot, or the same one changed."""
        self._placed = placed
        for part in (self, *self.parts):
            part.setEnabled(placed is not None)
        if placed is None:
            return
        robot = placed.robot
        self.name.show_text(robot.name)
        kinds = {joint.convention for joint in robot.joints}
        self.convention.setText(tr("{wording} DH", _wording(kinds)))
        self.unit.setCurrentText(placed.unit)
        self.end_effector.show_effector(placed.end_effector)
        for fields, shown in ((self.base, robot.base), (self.tool, robot.tool)):
            fields.set_units(units.length, units.angle, self._desk.turns)
            fields.show_pose(shown)
        words = maker_words(robot, units.length, units.angle)
        self.maker.setText(f"{begun(words)}; {MAKER}" if words else "")
        for key, field in self.words.items():
            field.show_text(getattr(robot, key))

    def convert(self, convention: Convention) -> None:
        """Describe the same robot in another convention."""
        self._edit(table.set_convention, convention)

    def reread(self, convention: Convention) -> None:
        """Interpret the same numbers in another convention."""
        self._edit(table.read_as, convention)

    def retint(self) -> None:
        """Set the colours of the theme."""
        self.convention.setIcon(icon("down", self._desk.theme.colors, 12))

    # -- making -------------------------------------------------------------------------------

    def _make_strip(self) -> QWidget:
        strip = QWidget()
        row = FlowLayout(strip, between=12)
        row.setContentsMargins(0, 0, 0, 0)
        self.convention.setProperty("field", True)
        self.convention.setFixedHeight(HEIGHT)
        self.convention.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.convention.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.convention.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.convention.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.convention.setAccessibleName("Convention")
        self.convention.setMenu(self._make_menu())
        self.unit.addItems(LENGTH_UNITS)
        self.unit.setToolTip(
            "Unit of lengths, here and in the file. Choosing a unit keeps the size of the "
            "robot; reinterpreting the numbers changes it"
        )
        self.unit.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.unit.setMinimumContentsLength(3)
        for name in LENGTH_UNITS:
            self.unit.addItem(tr("Reinterpret numbers as {name}", name))
        self.unit.view().setMinimumWidth(self.unit.view().sizeHintForColumn(0) + 24)
        row.addWidget(labelled("Name", self.name))
        row.addWidget(self.convention)
        row.addWidget(labelled("Unit", self.unit))
        row.addWidget(labelled("End-effector", self.end_effector))
        group = QButtonGroup(self)
        chips = QWidget()
        line = hbox(gap=4, of=chips)
        for number, chip in enumerate(self.chips.values()):
            line.addWidget(chip)
            group.addButton(chip, number)
        self.chips["Table"].setChecked(True)
        group.idToggled.connect(lambda number, on: self.turned.emit(number) if on else None)
        row.addWidget(chips)
        return strip

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        add_heading(menu, "Keep the robot; the numbers change")
        for name in DH_CONVENTIONS:
            made = menu.addAction(tr("Convert to {name}", name), partial(self.convert, name))
            made.setData(name)
        add_heading(menu, "Keep the numbers; the robot changes")
        for name in DH_CONVENTIONS:
            again = tr("Reinterpret numbers as {name}", name)
            menu.addAction(again, partial(self.reread, name)).setData(name)
        menu.aboutToShow.connect(lambda: self._offer(menu))
        return menu

    def _offer(self, menu: QMenu) -> None:
        """Offer only choices that would change something."""
        joints = self._placed.robot.joints if self._placed else ()
        for action in menu.actions():
            word = action.data()
            if not action.isSeparator() and not action.property(HEADING):
                action.setEnabled(any(joint.convention != word for joint in joints))

    def _make_ends(self) -> QWidget:
        part = QWidget()
        ends = grid(12, 12, edges=(16, 0, 16, 8), grows=[1], of=part)
        tips = ("Frame 0 relative to the robot's location", "Tool frame relative to the last frame")
        for i, (word, tip, fields) in enumerate(
            zip(("Base", "Tool"), tips, (self.base, self.tool), strict=True)
        ):
            label = named_label("PartTitle", word)
            label.setToolTip(tip)
            label.setFixedHeight(HEIGHT)
            ends.addWidget(label, i, 0, Qt.AlignmentFlag.AlignTop)
            ends.addWidget(fields, i, 1)
        self.maker.setWordWrap(True)
        ends.addWidget(self.maker, 2, 1)
        ends.setRowStretch(3, 1)
        return part

    def _make_notes(self) -> QWidget:
        part = QWidget()
        notes = grid(8, 8, edges=(16, 0, 16, 8), of=part)
        for i, (key, field) in enumerate(self.words.items()):
            field.setPlaceholderText(WORDS[key])
            put(notes, i, named_label("Secondary", key.capitalize()), field)
        notes.setRowStretch(len(self.words), 1)
        return part

    # -- changing -----------------------------------------------------------------------------

    def _connect(self) -> None:
        self.name.typed.connect(lambda text: self._edit(table.name_robot, text.strip()))
        self.unit.activated.connect(self._choose_unit)
        self.end_effector.activated.connect(self._choose_end)
        for fields, change in ((self.base, table.set_base), (self.tool, table.set_tool)):
            fields.changed.connect(partial(self._edit, change))
            fields.left.connect(self._session.settle)
            fields.dropped.connect(partial(self._drop, change))
            fields.refused.connect(self.told)
        for key, field in self.words.items():
            field.typed.connect(partial(self._note, key))
        for field in (self.name, *self.words.values()):
            field.left.connect(self._session.settle)

    def _choose_unit(self, index: int) -> None:
        again, unit = divmod(index, len(LENGTH_UNITS))
        self._edit(table.read_in if again else table.set_unit, LENGTH_UNITS[unit])
        # Whoever chooses a unit here wants to see it.
        self._desk.settings.change(length="robot")
        self._session.settle()

    def _choose_end(self, _index: int) -> None:
        if self._placed is None:
            return
        try:
            name = self.end_effector.currentData()
            tool_edits.choose_effector(self._session, self._placed, name)
        except RvsError as error:
            self.told.emit(str(error))
            self.end_effector.show_effector(self._placed.end_effector)

    def _drop(self, change: Callable[..., Document]) -> None:
        if self._placed is not None:
            self._session.abandon((change, self._placed.id))

    def _note(self, key: str, text: str) -> None:
        if self._placed is not None:
            noted = self._placed.robot.replace(**{key: text.strip()})
            self._edit(change_robot, merge=key, robot=noted)

    def _edit(
        self, edit: Callable[..., Document], *values: Any, merge: object = None, **named: Any
    ) -> None:
        placed = self._placed
        if placed is not None:
            key = (merge or edit, placed.id)
            if reason := self._desk.attempt(call_of(edit, placed.id, *values, **named), merge=key):
                self.told.emit(reason)


def _wording(conventions: set[Convention]) -> str:
    word = conventions.pop() if len(conventions) == 1 else "mixed"
    return "No" if word == "general" else word.capitalize()
