"""A box to choose an end-effector from, by the names that people give them."""

from __future__ import annotations

from rvs.files.bodies.effectors import effector_names
from rvs.ui.widgets.fields.combo import Combo

TITLES = {
    "none": "Nothing", "hand": "Hand", "gripper": "Two-finger gripper", "suction": "Suction cup",
    "torch": "Welding torch", "pointer": "Pointer", "spraygun": "Spray gun", "drill": "Drill",
}  # fmt: skip


class EffectorBox(Combo):
    """Its data are the names of files."""

    def __init__(self) -> None:
        super().__init__("End-effector")
        for name in effector_names():
            self.addItem(TITLES.get(name, name), name)

    def show_effector(self, name: str) -> None:
        """Show one, which need not be in the library."""
        if self.findData(name) < 0:
            self.addItem(name, name)
        self.setCurrentIndex(self.findData(name))
