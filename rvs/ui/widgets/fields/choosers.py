"""Boxes for choosing an end-effector or a task, by their displayed names.

The choice of the task of the tool, with the same texts for all condition numbers.
"""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Qt

from rvs.files.bodies.effectors import effector_names
from rvs.study.dexterity.tasks import Task
from rvs.ui.widgets.fields.combo import Combo

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
