"""The list of typefaces for the labels of a figure: those that are installed, found when opened."""

from __future__ import annotations

from rvs.scene.fonts import SANS
from rvs.scene.fonts.families import OWN, family_names
from rvs.ui.widgets.fields.combo import Combo

SHOWN = 20


class Typefaces(Combo):
    """Families of fonts by name; the program's own has none."""

    def __init__(self) -> None:
        super().__init__("Typeface")
        self.setToolTip("Font of the labels; CMU Serif looks like LaTeX's own")
        self.setMaxVisibleItems(SHOWN)
        self._all = False
        for name in OWN:
            self.hold(name)

    def hold(self, name: str) -> None:
        """Have a family in the list, installed or not."""
        value = "" if name == SANS else name
        if self.findData(value) < 0:
            self.addItem(name, value)

    def showPopup(self) -> None:
        if not self._all:
            self._all = True
            for name in family_names():
                self.hold(name)
        super().showPopup()
