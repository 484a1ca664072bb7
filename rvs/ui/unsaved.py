"""The question what becomes of changes that are not saved."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFileDialog, QMessageBox

from rvs.engine.errors import RvsError
from rvs.files.library import load_robot
from rvs.model.derived import derived
from rvs.model.document import PlacedRobot, title
from rvs.ui.cell_file import SUFFIX
from rvs.ui.commands import placed_robot
from rvs.ui.desk import Desk

FILTER = f"Cells (*{SUFFIX})"
Button = QMessageBox.StandardButton


def unsaved(desk: Desk) -> bool:
    """Tell whether closing would lose work; to have looked at a robot of the library is none."""
    if not desk.session.dirty:
        return False
    robots = desk.session.state.document.robots
    return desk.cell_file.path is not None or len(robots) > 1 or not all(map(_untouched, robots))


def may_leave(desk: Desk) -> bool:
    """Ask what to do with unsaved changes; tell whether to go on."""
    if not unsaved(desk):
        return True
    box = question(desk)
    answer = box.exec()
    box.deleteLater()
    if answer == Button.Save:
        return save(desk)
    return answer == Button.Discard


def question(desk: Desk) -> QMessageBox:
    """Return the dialog that asks."""
    box = QMessageBox(desk.window)
    box.setObjectName("unsaved")
    box.setWindowTitle("Unsaved changes")
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setText(f"<b>Save the changes to {_name(desk)}?</b>")
    box.setInformativeText("They are lost if you do not save them.")
    box.setStandardButtons(Button.Save | Button.Discard | Button.Cancel)
    box.setDefaultButton(Button.Save)
    box.setEscapeButton(Button.Cancel)
    for button in box.buttons():
        button.setIcon(QIcon())
    return box


def save(desk: Desk) -> bool:
    """Save the cell to its file; one without a file asks for a name. Tell whether it is saved."""
    path = desk.cell_file.path
    return save_as(desk) if path is None else _saved(desk, path)


def save_as(desk: Desk) -> bool:
    """Ask for a name and save the cell under it; tell whether it is saved."""
    start = desk.cell_file.path or Path.home() / f"cell{SUFFIX}"
    name, _ = QFileDialog.getSaveFileName(desk.window, "Save cell", str(start), FILTER)
    if not name:
        return False
    path = Path(name)
    return _saved(desk, path if path.suffix else path.with_suffix(SUFFIX))


def _saved(desk: Desk, path: Path) -> bool:
    done = desk.cell_file.save(path)
    if done:
        desk.window.statusBar().showMessage(f"Saved {path}", 6000)
    return done


def _name(desk: Desk) -> str:
    path, robots = desk.cell_file.path, desk.session.state.document.robots
    if path is not None:
        return path.name
    return title(robots[0]) if len(robots) == 1 else "this cell"


def _untouched(placed: PlacedRobot) -> bool:
    """Tell whether a robot is just what its file says."""
    fresh = _fresh(placed.origin)
    if fresh is None:
        return False
    mine = (placed.robot, placed.place, placed.unit, placed.end_effector, placed.color)
    return mine == (fresh.robot, fresh.place, fresh.unit, fresh.end_effector, fresh.color)


@derived(size=32)
def _fresh(origin: str) -> PlacedRobot | None:
    """The robot as its file has it, or None."""
    try:
        return placed_robot(load_robot(origin), origin) if origin else None
    except (RvsError, OSError):
        return None
