"""Opened descriptions of links, and questions about them: arguments, meshes, files outside."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar, TypeVar

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QWidget,
)

from rvs.engine.errors import RvsError
from rvs.files.robots.arch import Architecture
from rvs.files.robots.readers import check_choices, open_choices
from rvs.files.text.errors import FileErrors, OutsideFiles
from rvs.files.trees.chains import meant_chain, missing_meshes, ready_meshes
from rvs.files.trees.file_reach import Missing, Reach
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.readers import read_tree_file
from rvs.files.trees.xacro import MAY_BE_GIVEN, TemplateArgument, template_arguments
from rvs.model.robots.imported import USUAL, Choices
from rvs.ui import file_dialogs
from rvs.ui.commands.files import check_seen
from rvs.ui.desk import Desk
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.text_field import name_clear_button
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import STRETCH, grid, put
from rvs.ui.widgets.screen_fit import resize_on_screen
from rvs.ui.work.jobs import Stopped, wait_for, wait_through
from rvs.words import plural, tr

T = TypeVar("T")


def read_allowed(parent: QWidget, path: Path, choices: Choices, read: Callable[[Choices], T]) -> T:
    """Read a description; if it names files in other folders, ask for permission.

    Args:
        parent: The window or dialog.
        path: The description.
        choices: Choices for the description.
        read: Reads it with some choices, in the background.

    Raises:
        Stopped: Not permitted, or cancelled.
    """
    while True:
        try:
            return wait_for(parent, tr("Reading {name}…", path.name), partial(read, choices))
        except OutsideFiles as error:
            choices = allow(parent, path, choices, error.folders)


def allow(parent: QWidget, path: Path, choices: Choices, folders: Sequence[Path]) -> Choices:
    """Return choices with folders that the user has permitted.

    Raises:
        Stopped: They are not allowed.
    """
    listed = "\n".join(map(str, folders))
    box = QMessageBox(parent)
    box.setObjectName("allow_folders")
    box.setWindowTitle(tr("Open {name}", path.name))
    box.setIcon(QMessageBox.Icon.Question)
    box.setText(
        plural(
            "{name} requires files in another folder. Allow RVS to read it?",
            "{name} requires files in {n} other folders. Allow RVS to read them?",
            len(folders),
            path.name,
        )
    )
    box.setInformativeText(listed)
    yes = box.addButton("Allow", QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    if box.clickedButton() is not yes:
        raise Stopped
    whole = dict.fromkeys([*choices.allow, *map(os.path.abspath, folders)])
    return replace(choices, allow=tuple(whole))


def chosen_chains(desk: Desk, path: Path, choices: Choices = USUAL) -> tuple[Architecture, ...]:
    """Return the robot in a description; of several chains the selected ones, possibly none.

    Args:
        desk: The desk.
        path: The file.
        choices: Choices for the file; the user is asked about open ones.

    Raises:
        UnseenError: There are several chains, and no window yet that could ask for one.
    """
    check_choices(path, choices)
    if len(choices.each) > 1:
        return tuple(meant_chain(read_tree_file(path, one)) for one in choices.each)
    if not desk.window.isVisible():
        unseen = read_tree_file(path, choices)
        if _leaves_open(unseen):
            check_seen(desk)
        return (meant_chain(unseen),)
    file = asked_tree(desk, path, choices)
    if file is None:
        return ()
    if not _leaves_open(file):
        return (meant_chain(file),)
    from rvs.ui.dialogs.choose_chain import choose

    return choose(desk, file)


def _leaves_open(file: TreeFile) -> bool:
    """Return whether a description has several chains, with none selected."""
    return len(file.tree.arms) > 1 and not (file.choices.root or file.choices.tip)


def asked_tree(desk: Desk, path: Path, choices: Choices = USUAL) -> TreeFile | None:
    """Return a description, after questions about its arguments and missing meshes.

    Args:
        desk: The desk.
        path: The file.
        choices: Previous choices for it.

    Returns:
        The description with its meshes read, or None to cancel.
    """
    file = _asked_for(desk, path, choices)
    if file is None:
        return None
    outside = [one.outside for one in missing_meshes(file) if one.outside is not None]
    if outside:
        choices = allow(desk.window, path, file.choices, list(dict.fromkeys(outside)))
        file = read_allowed(desk.window, path, choices, lambda now: read_tree_file(path, now))
    if missing_meshes(file):
        ask_for_meshes(desk, file)
    wait_through(
        desk.window, tr("Reading the meshes of {name}…", path.name), lambda: ready_meshes(file)
    )
    return file


def _asked_for(desk: Desk, path: Path, choices: Choices) -> TreeFile | None:
    """Return the contents of a description, a template with the arguments from the user."""
    if "args" in open_choices(path) and not choices.args:
        words = tr("Reading {name}…", path.name)
        found = wait_for(desk.window, words, lambda: template_arguments(path, choices))
        if found:
            return ask_arguments(desk, path, found, choices)
    return read_allowed(desk.window, path, choices, lambda now: read_tree_file(path, now))


SIZE = (560, 380)


class FindMeshes(AskDialog):
    """Lists missing files and asks for folders until all are found, or the user continues without.

    Attributes:
        files: The missing meshes, as the description names them.
        without: Descriptions opened without their meshes; the question is not repeated for them.
    """

    without: ClassVar[set[Path]] = set()

    def __init__(self, desk: Desk, file: TreeFile, missing: tuple[Missing, ...]) -> None:
        title = tr("Meshes of {name}", file.path.name)
        super().__init__(desk.window, desk.theme, "find_meshes", title, "Choose a folder…")
        self.resize(*SIZE)
        self._desk, self._file = desk, file
        self.cancel.setText("Continue without them")
        self.words = named_label("Secondary", "")
        self.words.setWordWrap(True)
        self.files = QListWidget()
        self.files.setAccessibleName("Missing meshes")
        self.ask(self.words, self.files, self.notice)
        self._show(missing)

    def accept(self) -> None:
        """Search for the meshes in a folder that the user chooses; close once all are found."""
        folder = file_dialogs.choose_folder(self, "Folder with the meshes")
        if folder is None:
            return
        folders = self._desk.settings.preferences.mesh_folders
        before = missing_meshes(self._file)
        reach = Reach(self._file.path, [folder])
        found = [one for one in before if isinstance(reach.mesh(one.name), Path)]
        if not found:
            self.complain(tr("none of them is in {folder}", folder))
            return
        self._desk.settings.change(mesh_folders=(*folders, str(folder)))
        left = missing_meshes(self._file)
        if not left:
            super().accept()
            return
        self._show(left)
        words = tr("{found} found there, {missing} still missing", len(found), len(left))
        self.notice.say(words, "note", self._desk.theme.colors.text_2)

    def reject(self) -> None:
        """Continue without the missing files."""
        FindMeshes.without.add(self._file.path)
        super().reject()

    def _show(self, missing: tuple[Missing, ...]) -> None:
        self.words.setText(
            plural(
                "{n} mesh is not at the location given in {name}. Choose its folder. RVS also "
                "looks there for the meshes of other robots. Without it, RVS draws an "
                "automatic body.",
                "{n} meshes are not at the location given in {name}. Choose their folder. RVS also "
                "looks there for the meshes of other robots. Without them, RVS draws an "
                "automatic body.",
                len(missing),
                self._file.path.name,
            )
        )
        self.files.clear()
        for one in missing:
            item = QListWidgetItem(one.name)
            item.setToolTip(tr("Looked for in\n{places}", "\n".join(map(str, one.looked))))
            self.files.addItem(item)


def ask_for_meshes(desk: Desk, file: TreeFile) -> None:
    """Ask for the folder of missing meshes, unless it was answered before."""
    missing = missing_meshes(file)
    if missing and file.path not in FindMeshes.without and desk.window.isVisible():
        FindMeshes(desk, file, missing).exec()


WIDE, ROW, ABOVE, HIGHEST = 560, 40, 180, 680


class TemplateArguments(AskDialog):
    """A row for each argument; Open expands the template with their contents.

    Attributes:
        fields: Fields of the values, by the names of the arguments.
        file: Contents of the expanded template, or None.
    """

    def __init__(
        self, desk: Desk, path: Path, arguments: Sequence[TemplateArgument], choices: Choices
    ) -> None:
        title = tr("Arguments of {name}", path.name)
        super().__init__(desk.window, desk.theme, "template_arguments", title, "Open")
        self.fields: dict[str, QLineEdit] = {}
        self.file: TreeFile | None = None
        self._desk, self._path, self._choices = desk, path, choices
        self._asked: dict[str, TemplateArgument] = {}
        self._rows = grid(8, 8)
        words = QLabel(tr("{name} is a template. Enter its arguments.", path.name))
        words.setWordWrap(True)
        self.ask(words, self._rows, STRETCH, foot=self.notice)
        self._add(arguments)
        resize_on_screen(self, self._size())
        next(iter(self.fields.values())).setFocus()

    @property
    def choices(self) -> Choices:
        """The values that are not defaults, and the required ones."""
        typed = {name: field.text() for name, field in self.fields.items()}
        pairs = (
            (name, value)
            for name, value in typed.items()
            if value != self._asked[name].default or (value and self._asked[name].needed)
        )
        return replace(self._choices, args=tuple(sorted(pairs)))

    def accept(self) -> None:
        """Expand the template; errors and missing required arguments are shown here."""
        choices = self.choices
        try:
            self.file = read_allowed(
                self, self._path, choices, lambda now: read_tree_file(self._path, now)
            )
        except Stopped:
            return
        except FileErrors as failure:
            self.complain(failure.errors[0].message.partition(MAY_BE_GIVEN)[0])
        except (RvsError, OSError) as error:
            self.complain(str(error))
        else:
            super().accept()
            return
        self._add(template_arguments(self._path, choices))

    def _add(self, arguments: Sequence[TemplateArgument]) -> None:
        given = dict(self._choices.args)
        for one in arguments:
            if one.name in self._asked:
                continue
            field = QLineEdit(given.get(one.name, one.default))
            field.setAccessibleName(one.name)
            name_clear_button(field)
            if one.needed and not one.default:
                field.setPlaceholderText("expected")
            put(self._rows, len(self.fields), QLabel(one.name), field)
            self._asked[one.name], self.fields[one.name] = one, field

    def _size(self) -> QSize:
        return QSize(WIDE, min(ABOVE + ROW * len(self.fields), HIGHEST))


def ask_arguments(
    desk: Desk, path: Path, arguments: Sequence[TemplateArgument], choices: Choices
) -> TreeFile | None:
    """Ask for the arguments of a template, and return its contents; None after Cancel."""
    dialog = TemplateArguments(desk, path, arguments, choices)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    return dialog.file if accepted else None
