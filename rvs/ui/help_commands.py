"""What the actions of the menu Help do."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from html import escape
from typing import Protocol

from PySide6.QtCore import Qt, qVersion
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QMessageBox, QTextBrowser, QVBoxLayout

from rvs import __version__
from rvs.ui.desk import Desk
from rvs.ui.navigation import NAVIGATION


class Listed(Protocol):
    """What the sheet needs of an action."""

    @property
    def text(self) -> str: ...
    @property
    def keys(self) -> tuple[str, ...]: ...


Sections = Mapping[str, Sequence[Listed]]


def show_keys(desk: Desk, sections: Sections) -> None:
    """Show every action that has a key, in a window that need not be closed."""
    dialog = QDialog(desk.window)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setObjectName("keys_sheet")
    dialog.setWindowTitle("Keyboard shortcuts")
    dialog.resize(460, 620)
    text = QTextBrowser()
    text.setAccessibleName("Keyboard shortcuts")
    text.setHtml(keys_html(desk, sections))
    column = QVBoxLayout(dialog)
    column.setContentsMargins(16, 16, 0, 8)
    column.addWidget(text)
    dialog.show()


def keys_html(desk: Desk, sections: Sections) -> str:
    """Return the sheet of keys, made from the table of actions."""
    parts = [_mouse_html(desk)]
    for title, entries in sections.items():
        rows = [(entry.text, entry.keys) for entry in entries if entry.keys]
        parts.append(f"<h3>{title}</h3><table width='100%'>{''.join(map(_row, rows))}</table>")
    return "".join(parts)


def show_about(desk: Desk) -> None:
    """Tell what this is and what it runs on."""
    box = QMessageBox(desk.window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setObjectName("about")
    box.setWindowTitle("About RVS")
    box.setText(f"<b>RVS {__version__}</b><br>Robot Visualization System")
    box.setInformativeText(
        "Describe, see, pose and move serial robots.\n\n"
        f"Python {platform.python_version()} · Qt {qVersion()}\n{desk.viewport.gl_name}"
    )
    box.setWindowModality(Qt.WindowModality.NonModal)
    box.show()


def _row(row: tuple[str, tuple[str, ...]]) -> str:
    text, keys = row
    native = QKeySequence.SequenceFormat.NativeText
    shown = " or ".join(QKeySequence(each).toString(native) for each in keys)
    cells = f"<td>{escape(text.rstrip('…'))}</td><td align='right'><b>{escape(shown)}</b></td>"
    return f"<tr>{cells}</tr>"


def _mouse_html(desk: Desk) -> str:
    navigation = NAVIGATION[desk.settings.preferences.navigation]
    return f"<h3>Mouse ({navigation.title})</h3><p>{escape(navigation.hint)}.</p>"
