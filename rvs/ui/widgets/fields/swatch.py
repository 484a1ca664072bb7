"""A small field of a colour; a click asks for another one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QPushButton, QWidget

from rvs.ui.widgets.fields.ask_color import ask_color

SIDE = 28


class Swatch(QPushButton):
    """Shows a colour and gives ``take`` the one that is chosen, as ``#RRGGBB`` or ``#RRGGBBAA``."""

    def __init__(
        self, take: Callable[[str], object], alpha: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._take, self._alpha, self._color = take, alpha, "#FFFFFF"
        self.setObjectName("Swatch")
        self.setFixedSize(SIDE, SIDE)
        self.setToolTip("Choose a colour")
        self.setAccessibleName("Choose a colour")
        self.clicked.connect(self.ask)

    def show_color(self, color: str) -> None:
        """Show a colour, ``#RRGGBB`` or ``#RRGGBBAA``."""
        self._color = color
        self.setStyleSheet(f"background: {color[:7]};")

    def ask(self) -> None:
        """Open the dialog with all colours."""
        now = QColor(self._color[:7])
        if len(self._color) == 9:
            now.setAlpha(int(self._color[7:], 16))
        ask_color(self, "Colour", now, self._chosen, self._alpha)

    def _chosen(self, color: QColor) -> None:
        alpha = f"{color.alpha():02X}" if color.alpha() < 255 else ""
        self._take(color.name().upper() + alpha)
