"""Files outside the folder of a description: one question about reading them."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtWidgets import QMessageBox, QWidget

from rvs.files.text.errors import OutsideFiles
from rvs.model.robots.imported import Choices
from rvs.ui.work.waiting import Stopped, wait_for
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
