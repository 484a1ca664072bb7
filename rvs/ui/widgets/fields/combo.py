"""Boxes with a list of choices, also of end-effectors and tasks; the wheel never changes them.

The choice of the task of the tool, with the same texts for all condition numbers.
"""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSlider, QSpinBox, QWidget

from rvs.files.bodies.effectors import effector_names
from rvs.study.dexterity.tasks import Task
from rvs.ui.icons import pixmap
from rvs.ui.widgets.typed_table import writes

ARROW, INSET, HEIGHT = 12, 8, 28
NUMBER = "0123456789.,+-"


class Combo(QComboBox):
    """A combo box that keeps its choice when the wheel passes over it.

    A click leaves the keyboard focus unchanged, so that Space still plays; Tab reaches it.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.call(name)
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def call(self, name: str) -> None:
        """Give the box a name."""
        self.setAccessibleName(name)
        # On Linux Qt calls a box by what is chosen in it, and by its label where it has one.
        self.setAccessibleDescription(name)
        self.view().setAccessibleName(name)
        self.setToolTip(name)

    def event(self, event: QEvent) -> bool:
        """Keep number keys from the shortcuts: they are meant for an adjacent field."""
        asked = event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and writes(event) and event.text() in NUMBER:
            event.accept()
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        color = self.palette().placeholderText().color().name()
        arrow = pixmap("down", color, ARROW, self.devicePixelRatioF())
        painter.drawPixmap(self.width() - ARROW - INSET, (self.height() - ARROW) // 2 + 1, arrow)
        painter.end()

    def wheelEvent(self, event: object) -> None:
        # A wheel that scrolls the panel must not change what is under it on the way.
        event.ignore()  # type: ignore[attr-defined]


class Slide(QSlider):
    """A horizontal slider; the wheel does not move it."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Count(QSpinBox):
    """A field for a whole number, which the wheel does not change."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


TITLES = {
    "none": "Nothing", "hand": "Hand", "gripper": "Two-finger gripper", "suction": "Suction cup",
    "torch": "Welding torch", "pointer": "Pointer", "spraygun": "Spray gun", "drill": "Drill",
}  # fmt: skip

# task -> text, tip
TASKS: dict[Task, tuple[str, str]] = {
    "pose": ("Pose: move and turn", "Move the tool point and turn the tool"),
    "position": ("Position: move only", "Move the tool point; the tool can turn"),
    "orientation": ("Orientation: turn only", "Turn the tool; its point can move"),
    "planar": ("Planar: in one plane", "Move perpendicular to the first axis, and turn about it"),
}


class EffectorBox(Combo):
    """Its data are the names of files."""

    def __init__(self) -> None:
        super().__init__("End-effector")
        for name in effector_names():
            self.addItem(TITLES.get(name, name), name)

    def show_effector(self, name: str) -> None:
        """Select an end-effector, including one outside the library."""
        if self.findData(name) < 0:
            self.addItem(name, name)
        self.setCurrentIndex(self.findData(name))


class TaskCombo(Combo):
    """Lists the tasks; each has a tip with its full description."""

    def __init__(self) -> None:
        super().__init__("Task")
        for row, (task, (text, tip)) in enumerate(TASKS.items()):
            self.addItem(text, task)
            self.setItemData(row, tip, Qt.ItemDataRole.ToolTipRole)

    @property
    def task(self) -> Task:
        """The selected task."""
        return cast(Task, self.currentData())
