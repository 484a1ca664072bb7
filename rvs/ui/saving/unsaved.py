"""Saves unsaved work, and asks before any of it would be lost."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import groupby
from pathlib import Path

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMessageBox

from rvs.files.library import FOLDER
from rvs.files.storage.locations import is_bundled, user_folder
from rvs.model.document import PlacedRobot, filed_as
from rvs.ui import file_dialogs
from rvs.ui.commands import robots as robot_commands
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.desk import Desk
from rvs.ui.saving import cell_trajectories, changes
from rvs.ui.saving.bars import LibraryBar
from rvs.ui.saving.cell_file import SUFFIX
from rvs.ui.saving.changes import Home
from rvs.ui.saving.drafts import Draft
from rvs.ui.widgets.fields.text_field import take_typed
from rvs.words import tr

Button = QMessageBox.StandardButton
MOST_LISTED = 8


def may_leave(desk: Desk) -> bool:
    """Ask whether to save all unsaved work; return whether to continue."""
    take_typed()
    found = changes.homes(desk)
    if not found:
        return True
    work = escape(changes.name(desk, inside=True))
    answer = _answer(question(desk, found, tr("Save the changes to {work}?", work)))
    if answer == "discard":
        desk.removed.clear()
    return save_homes(desk, found) if answer == "save" else answer == "discard"


def may_replace(desk: Desk, placed: PlacedRobot | None, new: str, own_files: bool = False) -> str:
    """Ask whether to save a robot before its replacement, if it would be lost.

    Args:
        desk: The desk.
        placed: The robot, or None.
        new: Displayed name of the other robot.
        own_files: Only the content of the robot's files would be lost.

    Returns:
        ``"replace"``, ``"beside"`` to keep both, or nothing to leave everything unchanged.
    """
    pieces = changes.at_stake(desk, placed, own_files) if placed is not None else ()
    if placed is None or not pieces:
        return "replace"
    found = changes.homes(desk, pieces)
    own = escape(filed_as(desk.session.state.document, placed))
    asked = tr("Save the changes to {own} before {new} takes its place?", own, escape(new))
    answer = _answer(question(desk, found, asked, beside=True))
    if answer == "save":
        return "replace" if save_homes(desk, found) else ""
    return {"discard": "replace", "beside": "beside"}.get(answer, "")


def may_drop(desk: Desk, draft: Draft) -> bool:
    """Ask whether to save a draft before its replacement; return whether to continue."""
    if draft not in desk.drafts.unsaved:
        return True
    found = [Home("draft", (draft.words,), draft=draft)]
    answer = _answer(question(desk, found, tr("Save the {words}?", escape(draft.words))))
    return save_homes(desk, found) if answer == "save" else answer == "discard"


def question(desk: Desk, found: list[Home], asked: str, beside: bool = False) -> QMessageBox:
    """Return the dialog that asks, with all unsaved work.

    Args:
        desk: The desk.
        found: Destinations of the work.
        asked: The question.
        beside: Offer to keep both robots.
    """
    box = QMessageBox(desk.window)
    box.setObjectName("unsaved")
    box.setWindowTitle("Unsaved changes")
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setText(f"<b>{asked}</b>")
    box.setInformativeText("".join(_paragraphs(found)))
    box.setStandardButtons(Button.Save | Button.Discard | Button.Cancel)
    if beside:
        keep = box.addButton("Keep both", QMessageBox.ButtonRole.ActionRole)
        keep.setObjectName("beside")
        keep.setToolTip("Place the other robot next to it")
    box.setDefaultButton(Button.Save)
    box.setEscapeButton(Button.Cancel)
    box.button(Button.Save).setFocus()
    for button in box.buttons():
        button.setIcon(QIcon())
    return box


def save(desk: Desk) -> None:
    """Save the work in the title; new work asks for a name."""
    take_typed()
    named = [home for home in changes.homes(desk) if home.draft is not None and home.draft.named]
    if not save_homes(desk, named):
        return
    found = changes.homes(desk)
    if desk.cell_file.path is not None:
        # Postures and views are not changes, and are saved all the same.
        save_cell(desk)
        return
    kept = [home for home in found if home.kind != "draft"] or found
    if _robot_alone(desk, found) and [home.kind for home in kept] in ([], ["robot"]):
        robot_commands.save(desk)
    elif kept:
        save_homes(desk, kept)
    else:
        save_cell(desk)


def save_as(desk: Desk) -> None:
    """Save the work in the title under another name."""
    take_typed()
    if _robot_alone(desk, changes.homes(desk)):
        robot_commands.save_as(desk)
    else:
        save_cell_as(desk)


def _robot_alone(desk: Desk, found: list[Home]) -> bool:
    """Return whether the only unsaved work is a robot with its files."""
    robots = desk.session.state.document.robots
    in_cell = desk.cell_file.path is not None or any(home.kind == "cell" for home in found)
    return len(robots) == 1 and not in_cell


def save_homes(desk: Desk, found: Iterable[Home]) -> bool:
    """Save work to its files, asking for names; return whether all of it is saved."""
    return all(_save_home(desk, home) for home in found)


def save_cell(desk: Desk) -> bool:
    """Save the cell to its file; a new cell asks for a name.

    Returns:
        True if it is saved.
    """
    take_typed()
    path = desk.cell_file.path
    return save_cell_as(desk) if path is None or is_bundled(path) else _saved(desk, path)


def save_cell_as(desk: Desk) -> bool:
    """Ask for a name and save the cell under it; return whether it is saved."""
    start = desk.cell_file.path or Path.home() / f"cell{SUFFIX}"
    if is_bundled(start):
        start = user_folder() / FOLDER / start.name
        start.parent.mkdir(parents=True, exist_ok=True)
    files = tr("Cells (*{suffix})", SUFFIX)
    path = file_dialogs.save_file(desk.window, "Save cell", str(start), files)
    return path is not None and _saved(desk, path)


def _saved(desk: Desk, path: Path) -> bool:
    done = desk.cell_file.save(path, cell_trajectories.remember(desk, path))
    if done:
        desk.say(desk.refused.tell(desk.messages, str(path)))
        LibraryBar.offer(desk)
    return done


def _save_home(desk: Desk, home: Home) -> bool:
    if home.draft is not None:
        return home.draft.save()
    if home.motion is not None:
        return trajectory_commands.save_kept(desk, home.motion)
    if home.kind == "cell" or home.robot is None:
        return save_cell(desk)
    if home.kind == "postures":
        return robot_commands.save_postures(desk, home.robot)
    desk.session.select((home.robot.id,))
    return robot_commands.save_now(desk)


def _answer(box: QMessageBox) -> str:
    pressed = box.exec()
    clicked = box.clickedButton()
    box.deleteLater()
    if clicked is not None and clicked.objectName() == "beside":
        return "beside"
    return {Button.Save: "save", Button.Discard: "discard"}.get(Button(pressed), "")


def _paragraphs(found: list[Home]) -> Iterable[str]:
    for where, homes in groupby(found, _where):
        words = [escape(word) for home in homes for word in home.words]
        if len(words) > MOST_LISTED:
            words = [*words[:MOST_LISTED], tr("{count} more", len(words) - MOST_LISTED)]
        listed = "".join(f"<br>\u2002\u2022 {word}" for word in words)
        yield f"<p>{where}{listed}</p>"
    loss = tr("If you don't save, your changes are lost.")
    yield f"<p>{loss}</p>"


def _where(home: Home) -> str:
    """Describe the effect of Save."""
    if home.draft is not None and home.draft.named:
        return "Save writes to your library:"
    if home.kind in ("draft", "motion"):
        return "Save will ask for a file name for:"
    if home.path is not None:
        return tr("Save writes to {path}:", escape(str(home.path)))
    if home.kind == "robot":
        return "Save writes to your library, under a name that you choose:"
    return "Save writes a cell to a file that you choose:"
