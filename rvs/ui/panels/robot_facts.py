"""What is said about a robot beside its table: name, convention, unit, ends, where it is from."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from rvs.engine.joint import DH_CONVENTIONS, Convention
from rvs.files.bodies.effectors import effector_body, effector_names
from rvs.model.document import Document, PlacedRobot, change_robot, title
from rvs.model.numbers.quantities import LENGTH_UNITS
from rvs.model.robots import table
from rvs.model.robots.table_text import CellUnits
from rvs.model.session import Session
from rvs.ui.desk import Desk
from rvs.ui.icons import icon
from rvs.ui.widgets.combo import Combo
from rvs.ui.widgets.flow import FlowLayout, labelled
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.live_field import PoseFields

HEIGHT = 28
WORDS = {"source": "Where the numbers come from", "comment": "Anything worth knowing"}
Change = Callable[[Document], Document]


class TextField(QLineEdit):
    """A line of text about the robot; each visit is one step."""

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
        """Show a text; where it is that already, the cursor stays."""
        if text != self.text().strip():
            self.setText(text)
            self.setCursorPosition(0)


class RobotFacts(QWidget):
    """A strip of fields, and below it two parts that fold out; ``told`` says what is wrong."""

    told = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._session: Session = desk.session
        self._desk = desk
        self._placed: PlacedRobot | None = None
        self.name = TextField("Name of the robot", 148)
        self.convention = QToolButton()
        self.unit = Combo("Unit of lengths")
        self.end_effector = Combo("End-effector")
        self.ends, self.notes = _chip("Base and tool"), _chip("Notes")
        self.base, self.tool = PoseFields("base", wide=True), PoseFields("tool", wide=True)
        self.words = {key: TextField(tip) for key, tip in WORDS.items()}
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 8)
        column.setSpacing(8)
        column.addWidget(self._make_strip())
        self._folds = {self.ends: self._make_ends(), self.notes: self._make_notes()}
        for chip, part in self._folds.items():
            column.addWidget(part)
            part.hide()
            chip.toggled.connect(part.setVisible)
        self._connect()

    def show_robot(self, placed: PlacedRobot | None, units: CellUnits) -> None:
        """Show another robot, or the same one changed."""
        self._placed = placed
        self.setEnabled(placed is not None)
        if placed is None:
            return
        robot = placed.robot
        self.name.show_text(robot.name)
        kinds = {joint.convention for joint in robot.joints}
        self.convention.setText(f"{_wording(kinds)} DH")
        self.unit.setCurrentText(placed.unit)
        if self.end_effector.findText(placed.end_effector) < 0:
            self.end_effector.addItem(placed.end_effector)
        self.end_effector.setCurrentText(placed.end_effector)
        for fields, shown in ((self.base, robot.base), (self.tool, robot.tool)):
            fields.set_units(units.length, units.angle, self._desk.turns)
            fields.show_pose(shown)
        for key, field in self.words.items():
            field.show_text(getattr(robot, key))

    def convert(self, convention: Convention) -> None:
        """Describe the same robot in another convention."""
        self._edit(f"Convert to {convention} DH", table.set_convention, convention)

    def reread(self, convention: Convention) -> None:
        """Take the same numbers for those of another convention."""
        self._edit(f"Read as {convention} DH", table.read_as, convention)

    def retint(self) -> None:
        """Take the colours of the theme."""
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
        self.unit.setToolTip("Unit of lengths, here and in the file; the robot keeps its size")
        self.end_effector.addItems(effector_names())
        row.addWidget(labelled("Name", self.name))
        row.addWidget(self.convention)
        row.addWidget(labelled("Unit", self.unit))
        row.addWidget(labelled("End-effector", self.end_effector))
        row.addWidget(self.ends)
        row.addWidget(self.notes)
        return strip

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.addSection("Same robot, other numbers")
        for name in DH_CONVENTIONS:
            menu.addAction(f"Convert to {name}", partial(self.convert, name))
        menu.addSection("Same numbers, another robot")
        for name in DH_CONVENTIONS:
            menu.addAction(f"Read the numbers as {name}", partial(self.reread, name))
        menu.aboutToShow.connect(lambda: self._offer(menu))
        return menu

    def _offer(self, menu: QMenu) -> None:
        """Offer only what would change something."""
        joints = self._placed.robot.joints if self._placed else ()
        for action in menu.actions():
            word = action.text().rpartition(" ")[2]
            if not action.isSeparator():
                action.setEnabled(any(joint.convention != word for joint in joints))

    def _make_ends(self) -> QWidget:
        part = QWidget()
        grid = QGridLayout(part)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        tips = ("Frame 0 in the place where the robot stands", "The tool in the last frame")
        for i, (word, tip, fields) in enumerate(
            zip(("Base", "Tool"), tips, (self.base, self.tool), strict=True)
        ):
            label = named_label("PartTitle", word)
            label.setToolTip(tip)
            label.setFixedHeight(HEIGHT)
            grid.addWidget(label, i, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(fields, i, 1)
        grid.setColumnStretch(1, 1)
        return part

    def _make_notes(self) -> QWidget:
        part = QWidget()
        grid = QGridLayout(part)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        for i, (key, field) in enumerate(self.words.items()):
            label = named_label("Secondary", key.capitalize())
            label.setBuddy(field)
            field.setPlaceholderText(WORDS[key])
            grid.addWidget(label, i, 0)
            grid.addWidget(field, i, 1)
        return part

    # -- changing -----------------------------------------------------------------------------

    def _connect(self) -> None:
        self.name.typed.connect(lambda text: self._edit("Rename", table.rename, text.strip()))
        self.unit.textActivated.connect(self._choose_unit)
        self.end_effector.textActivated.connect(self._choose_end)
        for fields, change, what in (
            (self.base, table.set_base, "base"),
            (self.tool, table.set_tool, "tool"),
        ):
            fields.changed.connect(partial(self._move, what, change))
            fields.left.connect(self._session.settle)
            fields.dropped.connect(partial(self._drop, what))
            fields.refused.connect(self.told)
        for key, field in self.words.items():
            field.typed.connect(partial(self._note, key))
        for field in (self.name, *self.words.values()):
            field.left.connect(self._session.settle)

    def _choose_unit(self, unit: str) -> None:
        self._edit("Set the unit", table.set_unit, unit)
        # Whoever chooses a unit here wants to see it.
        self._desk.settings.change(length="robot")
        self._session.settle()

    def _choose_end(self, name: str) -> None:
        self._edit(
            "Set the end-effector",
            partial(change_robot, end_effector=name, effector=effector_body(name)),
        )
        self._session.settle()

    def _move(self, what: str, change: Callable[..., Document], pose: Any) -> None:
        self._edit(f"Set the {what}", change, pose, merge=("pose", what))

    def _drop(self, what: str) -> None:
        if self._placed is not None:
            self._session.abandon((("pose", what), self._placed.id))

    def _note(self, key: str, text: str) -> None:
        def change(document: Document, robot_id: str) -> Document:
            robot = document.robot(robot_id).robot
            noted = robot.replace(**{key: text.strip()})
            return change_robot(document, robot_id, robot=noted)

        self._edit(f"Set the {key}", change, merge=key)

    def _edit(
        self, label: str, change: Callable[..., Document], *values: Any, merge: object = None
    ) -> None:
        placed = self._placed
        if placed is None:
            return
        key = (merge or label, placed.id)
        what = f"{label} of {title(placed)}" if label.startswith("Set") else label
        self._session.edit(what, lambda document: change(document, placed.id, *values), merge=key)


def _wording(conventions: set[Convention]) -> str:
    word = conventions.pop() if len(conventions) == 1 else "mixed"
    return "No" if word == "general" else word.capitalize()


def _chip(text: str) -> QPushButton:
    chip = QPushButton(text)
    chip.setObjectName("Chip")
    chip.setCheckable(True)
    chip.setAccessibleName(f"Show {text.lower()}")
    return chip
