"""Opens files of every kind, also from the menu of recent ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from rvs.engine.errors import RvsError
from rvs.files.formats import Use, dialog_filter, format_of
from rvs.files.library import find_cell
from rvs.files.library import names as names_of_robots
from rvs.files.robots.arch import Architecture
from rvs.files.robots.jconfig import read_postures
from rvs.files.robots.readers import fitting
from rvs.files.storage.recent import add_recent, clear_recent, forget_recent, recent_files
from rvs.files.text.errors import FileErrors
from rvs.model.calls import call_of
from rvs.model.current import current_robot
from rvs.model.robots.imported import USUAL, Choices
from rvs.model.robots.posture_edits import add_postures
from rvs.ui import file_dialogs
from rvs.ui.commands import bodies as body_commands
from rvs.ui.commands import files as commands
from rvs.ui.commands import things as thing_commands
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.commands import view as view_commands
from rvs.ui.defer import after_first_frame
from rvs.ui.desk import Desk
from rvs.ui.language import english
from rvs.ui.messages import file_message
from rvs.ui.saving import cell_trajectories, unsaved
from rvs.words import plural, tr


def ask(desk: Desk, beside: bool = False) -> bool:
    """Ask for files and open them, or only add robots; return whether it succeeded."""
    words = "Add robots to the cell" if beside else "Open"
    offered = dialog_filter("robot") if beside else dialog_filter()
    paths = file_dialogs.open_several(desk.window, words, "", offered)
    return bool(paths) and open_all(desk, [str(path) for path in paths], beside)


def open_all(
    desk: Desk, names: Sequence[str], beside: bool = False, choices: Choices = USUAL
) -> bool:
    """Open files by path, and robots by name; return whether all succeeded.

    A cell replaces everything, so of several cells the last one stays.

    Args:
        desk: The desk.
        names: The files and robots.
        beside: Robots are added to those of the cell.
        choices: Choices for the files of robots; of several, each uses those for its open
            questions.
    """
    robots: list[str] = []
    done = True
    for name in names:
        path = Path(name)
        desk.messages.forget(name)
        known = format_of(path)
        if known is not None and known.use != "robot":
            done &= OPENERS[known.use](desk, path)
        elif not path.suffix and name not in names_of_robots() and (cell := find_cell(name)):
            done &= _open_cell(desk, cell)
        else:
            robots.append(name)
    own = [choices if len(robots) == 1 else fitting(Path(name), choices) for name in robots]
    return _open_robots(desk, list(zip(robots, own, strict=True)), beside) and done


def _open_mesh(desk: Desk, path: Path) -> bool:
    # The dialog is not needed before.
    from rvs.ui.saving.mesh_import import open_mesh

    open_mesh(desk, path)
    return True


def _open_cad(desk: Desk, path: Path) -> bool:
    # The dialog is not needed before.
    from rvs.ui.saving.cad_import import CadDialog

    CadDialog(desk, path).show()
    return True


def open_recent(desk: Desk, path: Path) -> None:
    """Open a file from the list of recent ones; a missing file is removed from it."""
    if path.exists():
        open_all(desk, [str(path)])
    else:
        forget_recent(path)
        desk.messages.fail("the file no longer exists", path)


def ask_postures(desk: Desk) -> None:
    """Ask for a file of postures and add its contents."""
    path = file_dialogs.open_file(desk.window, "Open postures", "", dialog_filter("postures"))
    if path:
        open_postures(desk, path)


def open_postures(desk: Desk, path: Path) -> bool:
    """Add all postures of a file to the current robot; return whether it succeeded."""
    placed = current_robot(desk.session.state)
    if placed is None:
        desk.messages.fail("there is no robot to pose", path)
        return False
    try:
        postures = read_postures(path, Architecture(placed.robot, placed.unit)).postures
        if not postures:
            raise RvsError("it contains no postures")
        names = add_postures(desk.session.state.document, placed.id, postures)[1]
    except FileErrors as failure:
        desk.messages.add(file_message("error", error) for error in failure.errors)
        return False
    except (RvsError, OSError) as error:
        desk.messages.fail(str(error), path)
        return False
    desk.session.edit(
        tr("Add postures of {name}", path.name), call_of(add_postures, placed.id, postures)
    )
    fresh = len(desk.session.state.document.robot(placed.id).named) - len(placed.named)
    desk.call("postures")
    desk.postures_added.emit(names)
    words = (
        plural("{n} posture added", "{n} postures added", fresh)
        if fresh
        else "the list already contains all of them"
    )
    desk.say(f"{path.name}: {words}")
    add_recent(path)
    return True


def _open_cell(desk: Desk, path: Path) -> bool:
    if not unsaved.may_leave(desk) or not desk.cell_file.open(path):
        return False
    desk.viewport.end_glide()
    view_commands.adopt_view(desk)
    cell_trajectories.load_first(desk)
    return True


def _open_robots(
    desk: Desk, chosen: list[tuple[str, Choices]], beside: bool, waited: bool = False
) -> bool:
    """Show the first of some robots, or add it too, and place the others next to it.

    Open choices of a file are asked about once the window exists.
    """
    done = True
    for k, (name, choices) in enumerate(chosen):
        add = beside or k > 0
        try:
            opened = (commands.place_robot if add else commands.show_robot)(desk, name, choices)
        except commands.UnseenError as error:
            if waited:
                desk.messages.fail(str(error), name)
            else:
                _open_when_seen(desk, chosen[k:], add)
            return False
        if opened and Path(name).suffix:
            add_recent(Path(name))
        done &= opened
    return done


def _open_when_seen(desk: Desk, chosen: list[tuple[str, Choices]], beside: bool) -> None:
    def again() -> None:
        _open_robots(desk, chosen, beside, waited=True)

    after_first_frame(desk.viewport, again)


# Robots are opened together, so that they stand beside each other.
OPENERS: Mapping[Use, Callable[[Desk, Path], bool]] = {
    "cell": _open_cell,
    "postures": open_postures,
    "trajectory": trajectory_commands.open_file,
    "model": body_commands.open_file,
    "environment": thing_commands.open_environment,
    "mesh": _open_mesh,
    "cad": _open_cad,
}


class RecentMenu(QMenu):
    """Filled again whenever it opens; missing files are disabled."""

    def __init__(self, desk: Desk, parent: QMenu) -> None:
        super().__init__("Open recent", parent)
        self.setToolTipsVisible(True)
        self._desk = desk
        self.aboutToShow.connect(self.refill)

    def refill(self) -> None:
        """Read the list."""
        self.clear()
        paths = recent_files()
        for path in paths:
            action = self.addAction(_label(path, paths), partial(self._open, path))
            action.setToolTip(str(path))
            action.setEnabled(path.exists())
        if not paths:
            self.addAction("No files yet").setEnabled(False)
            return
        self.addSeparator()
        self.addAction("Clear this list", clear_recent)

    def _open(self, path: Path) -> None:
        open_recent(self._desk, path)


def _label(path: Path, among: tuple[Path, ...]) -> str:
    """Return the name of a file, with its folder if two files have the same name."""
    twins = sum(other.name == path.name for other in among) > 1
    text = f"{path.name} – {path.parent}" if twins else path.name
    return text.replace("&", "&&")


def add_recent_menu(window: QMainWindow, desk: Desk, before: QAction) -> RecentMenu:
    """Put the menu of recent files into the File menu, before an action."""
    menus = (
        action.menu() for action in window.menuBar().actions() if english(action.text()) == "&File"
    )
    file_menu = cast(QMenu, next(menus))
    recent = RecentMenu(desk, file_menu)
    file_menu.insertMenu(before, recent)
    return recent
