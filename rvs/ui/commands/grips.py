"""Grips along the motion, set on the time line."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from rvs.model.current import current_robot
from rvs.ui.commands import tool_edits
from rvs.ui.desk import Desk

MARKS = (
    ("Grip the payload here", tool_edits.take_at),
    ("Release the payload here", tool_edits.release_at),
)


def ready(desk: Desk) -> bool:
    """Return whether the active robot has a load along a motion."""
    placed, loaded = current_robot(desk.session.state), desk.playback.loaded
    return placed is not None and placed.payload is not None and loaded is not None


def time_menu(desk: Desk, parent: QWidget, time: float) -> QMenu:
    """Return the menu of a time of the cell in s, and move to that time."""
    desk.playback.seek(time)
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    placed, can = current_robot(desk.session.state), ready(desk)
    for text, mark in MARKS:
        menu.addAction(text, partial(_mark, desk, mark)).setEnabled(can)
    unmark = menu.addAction("Remove the nearest grip", partial(_mark, desk, tool_edits.unmark))
    unmark.setEnabled(can and placed is not None and bool(placed.grips))
    if placed is None or placed.payload is None:
        menu.addSeparator()
        menu.addAction("Choose a payload…", partial(desk.call, "tool"))
    return menu


def _mark(desk: Desk, mark: tool_edits.Mark) -> None:
    placed = current_robot(desk.session.state)
    if placed is not None:
        why = mark(desk.session, placed, desk.playback.own_time)
        if why:
            desk.refuse(why, "trajectory")
