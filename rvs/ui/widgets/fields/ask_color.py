"""The question for any colour."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QColorDialog, QDialogButtonBox, QWidget


def ask_color(
    parent: QWidget, title: str, now: QColor, take: Callable[[QColor], None], alpha: bool = False
) -> None:
    """Open the dialog with all colours.

    Args:
        parent: What it belongs to.
        title: Whose colour it is.
        now: The colour that it begins with.
        take: Called with the colour that was chosen.
        alpha: Ask how much it lets through, too.
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
