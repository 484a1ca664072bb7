"""A colour swatch; a click asks for another colour.

The dialog for any colour.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QColorDialog, QDialogButtonBox, QPushButton, QWidget

SIDE = 28


class Swatch(QPushButton):
    """Shows a colour and passes the selected one to ``take``, as ``#RRGGBB`` or ``#RRGGBBAA``."""

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


def ask_color(
    parent: QWidget, title: str, now: QColor, take: Callable[[QColor], None], alpha: bool = False
) -> None:
    """Open the dialog with all colours.

    Args:
        parent: Its parent.
        title: Subject of the colour.
        now: The initial colour.
        take: Called with the selected colour.
        alpha: Also ask for the opacity.
    """
    dialog = QColorDialog(now, parent)
    dialog.setWindowTitle(title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    # One of the system would not follow the theme.
    dialog.setOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)
    dialog.setOption(QColorDialog.ColorDialogOption.ShowAlphaChannel, alpha)
    for buttons in dialog.findChildren(QDialogButtonBox):
        for button in buttons.buttons():
            button.setIcon(QIcon())
    dialog.colorSelected.connect(take)
    dialog.open()
