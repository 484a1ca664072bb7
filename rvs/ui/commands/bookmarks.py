"""Bookmarks: named views."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QStyle

from rvs.model.annotations.edits import (
    add_bookmark,
    find_bookmark,
    remove_bookmark,
    rename_bookmark,
    retake_bookmark,
)
from rvs.model.calls import call_of
from rvs.model.members import fresh_id
from rvs.model.views.view import bookmark_of, name_fault
from rvs.ui.actions.entries import Entry, Need
from rvs.ui.desk import Desk
from rvs.ui.widgets.ask_dialog import NameDialog
from rvs.words import tr

MOST_KEYS = 9


def add(desk: Desk) -> None:
    """Ask for a name and store the current view under it."""
    taken = [bookmark.name for bookmark in desk.session.state.document.bookmarks]
    name = fresh_id("View", taken) if taken else "View"

    def save(name: str) -> str:
        view = desk.session.state.view
        return desk.attempt(call_of(add_bookmark, bookmark_of(name, view)))

    _ask(desk, "Add bookmark", name, save)


def rename(desk: Desk, name: str) -> None:
    """Ask for another name for a bookmark."""

    def save(new: str) -> str:
        return desk.attempt(call_of(rename_bookmark, name, new))

    _ask(desk, "Rename bookmark", name, save)


def retake(desk: Desk, name: str) -> None:
    """Replace the view of a bookmark with the current one."""
    desk.do(retake_bookmark, name, desk.session.state.view)


def remove(desk: Desk, name: str) -> None:
    """Remove a bookmark."""
    desk.do(remove_bookmark, name)


def go_to(desk: Desk, name: str) -> None:
    """Show the view of a bookmark; the camera moves gradually unless motion is reduced."""
    mark = find_bookmark(desk.session.state.document, name)
    desk.session.look(mode=mark.mode, section=mark.section)
    if reduced_motion():
        desk.viewport.end_glide()
        desk.viewport.look(mark.camera)
    else:
        desk.viewport.glide_to(mark.camera)


def reduced_motion() -> bool:
    """Return whether the desktop requests reduced motion."""
    return QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0


def numbered(number: int) -> Entry:
    """Return the action of the bookmark with a number, from 1."""

    def name(desk: Desk) -> str:
        marks = desk.session.state.document.bookmarks
        return marks[number - 1].name if number <= len(marks) else ""

    return Entry(
        tr("bookmark_{number}", number),
        tr("Bookmark {number}", number),
        lambda desk: go_to(desk, name(desk)),
        (f"B, {number}",),
        needs=Need(lambda desk: bool(name(desk)), "there is no bookmark with this number"),
        title=lambda desk: name(desk).replace("&", "&&") or tr("Bookmark {number}", number),
    )


def _ask(desk: Desk, title: str, name: str, save: Callable[[str], str]) -> None:
    def checked(new: str) -> str:
        fault = name_fault(new)
        return tr("This name can't be used: {fault}.", fault) if fault else save(new)

    NameDialog(desk.window, desk.theme, title, "Name", name, lambda _: "", checked).exec()
