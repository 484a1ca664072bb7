"""Commands of the **Help** menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from rvs.ui.desk import Desk
from rvs.ui.help.keys import KeysSheet, Sections
from rvs.ui.help.pages import INDEX

if TYPE_CHECKING:
    from rvs.ui.help.window import HelpWindow

VIEW = "viewport"
TUTORIAL = "tutorial.md"


def show_keys(desk: Desk, sections: Sections) -> None:
    """Show all actions with keys, in a window that can stay open."""
    KeysSheet(desk, sections).show()


def help_window(desk: Desk) -> HelpWindow:
    """Return the help window, made on first use."""
    from rvs.ui.help.window import HelpWindow

    found = desk.window.findChild(HelpWindow)
    return found if isinstance(found, HelpWindow) else HelpWindow(desk)


def show_page(desk: Desk, page: str = "", anchor: str = "") -> None:
    """Show a page of the help at a heading, or the last page."""
    window = help_window(desk)
    if page:
        window.search.clear()
        window.go(page, anchor)
    _bring(window)


def show_about_panel(desk: Desk, panel: str) -> None:
    """Show the help about a panel, or the contents of the help if there is none."""
    window = help_window(desk)
    if not window.go_about(panel):
        window.go(INDEX)
    _bring(window)


def show_here(desk: Desk) -> None:
    """Show the help about the panel with the keyboard focus."""
    show_about_panel(desk, panel_of(QApplication.focusWidget()))


def panel_of(widget: QWidget | None) -> str:
    """Return the name of the panel of a widget; outside panels, that of the view."""
    while widget is not None and not isinstance(widget, QDockWidget):
        widget = widget.parentWidget()
    return widget.objectName() if widget is not None else VIEW


def show_examples(desk: Desk) -> None:
    """Show all examples."""
    from rvs.ui.gallery.gallery import Gallery

    for gallery in desk.window.findChildren(Gallery):
        gallery.show_all()


def begin_guide(desk: Desk) -> None:
    """Begin or resume the tutorial in the window."""
    desk.window.activateWindow()
    desk.call("guide")


def find_anything(desk: Desk) -> None:
    """Open the palette."""
    from rvs.ui.palette.popup import Palette

    for palette in desk.window.findChildren(Palette):
        palette.open()


def show_about(desk: Desk) -> None:
    """Show the version of the program and its environment."""
    from rvs.ui.help.about import About

    About(desk).show()


def _bring(window: QWidget) -> None:
    window.show()
    window.raise_()
    window.activateWindow()
