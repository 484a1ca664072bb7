"""The question what becomes of changes that are not saved."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFileDialog, QMessageBox

from rvs.files.cells.library import FOLDER, is_bundled
from rvs.files.library import user_folder
from rvs.model.document import title
from rvs.ui.commands import robots as robot_commands
from rvs.ui.desk import Desk
from rvs.ui.saving import cell_trajectories
from rvs.ui.saving.cell_file import SUFFIX
from rvs.ui.saving.changes import only_robot, unsaved

FILTER = f"Cells (*{SUFFIX})"
Button = QMessageBox.StandardButton


def may_leave(desk: Desk) -> bool:
    """Ask what to do with unsaved changes; tell whether to go on."""
    if not unsaved(desk):
        return True
    box = question(desk)
    answer = box.exec()
    box.deleteLater()
    if answer != Button.Save:
        return bool(answer == Button.Discard)
    return save(desk) if only_robot(desk) is None else robot_commands.save_now(desk)


def question(desk: Desk) -> QMessageBox:
    """Return the dialog that asks."""
    box = QMessageBox(desk.window)
    box.setObjectName("unsaved")
    box.setWindowTitle("Unsaved changes")
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setText(f"<b>Save the changes to {_name(desk)}?</b>")
    box.setInformativeText(_what(desk))
    box.setStandardButtons(Button.Save | Button.Discard | Button.Cancel)
    box.setDefaultButton(Button.Save)
    box.setEscapeButton(Button.Cancel)
    for button in box.buttons():
        button.setIcon(QIcon())
    return box


def save(desk: Desk) -> bool:
    """Save the cell to its file; one without a file of its own asks for a name.

    Returns:
        Whether it is saved.
    """
    path = desk.cell_file.path
    return save_as(desk) if path is None or is_bundled(path) else _saved(desk, path)


def save_as(desk: Desk) -> bool:
    """Ask for a name and save the cell under it; tell whether it is saved."""
    start = desk.cell_file.path or Path.home() / f"cell{SUFFIX}"
    if is_bundled(start):
        start = user_folder() / FOLDER / start.name
    name, _ = QFileDialog.getSaveFileName(desk.window, "Save cell", str(start), FILTER)
    if not name:
        return False
    path = Path(name)
    return _saved(desk, path if path.suffix else path.with_suffix(SUFFIX))


def _saved(desk: Desk, path: Path) -> bool:
    cell_trajectories.remember(desk, path)
    done = desk.cell_file.save(path)
    if done:
        desk.window.statusBar().showMessage(f"Saved {path}", 6000)
    return done


def _what(desk: Desk) -> str:
    """Say what Save does."""
    placed, path = only_robot(desk), desk.cell_file.path
    if placed is not None:
        file = robot_commands.own_file(placed)
        where = f"to {file}" if file else "into your library, under a name you choose"
        return f"Save writes the robot {where}. Changes that are not saved are lost."
    robots = len(desk.session.state.document.robots)
    held = "the robot and its posture" if robots == 1 else f"{robots} robots and their postures"
    where = f"to {path}" if path else "to a file you choose"
    return f"Save writes the cell, {held}, {where}. Changes that are not saved are lost."


def _name(desk: Desk) -> str:
    path, robots = desk.cell_file.path, desk.session.state.document.robots
    if path is not None:
        return path.name
    return title(robots[0]) if len(robots) == 1 else "this cell"
