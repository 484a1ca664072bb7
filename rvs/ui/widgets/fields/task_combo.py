"""The choice of what the tool has to do, in the same words wherever a condition number is meant."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Qt

from rvs.study.dexterity.tasks import Task
from rvs.ui.widgets.fields.combo import Combo

# task -> text, tip
TASKS: dict[Task, tuple[str, str]] = {
    "pose": ("Pose: move and turn", "Move the tool point and turn the tool"),
    "position": ("Position: move only", "Move the tool point, however the tool turns"),
    "orientation": ("Orientation: turn only", "Turn the tool, wherever its point goes"),
    "planar": ("Planar: in one plane", "Move across the first axis, and turn about it"),
}


class TaskCombo(Combo):
    """Offers the tasks; each has a tip that says it in full."""

    def __init__(self) -> None:
        super().__init__("Task")
        for row, (task, (text, tip)) in enumerate(TASKS.items()):
            self.addItem(text, task)
            self.setItemData(row, tip, Qt.ItemDataRole.ToolTipRole)

    @property
    def task(self) -> Task:
        """The task that is chosen."""
        return cast(Task, self.currentData())
