"""Dialog for the folder of missing meshes of a robot; the answer is stored."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from PySide6.QtWidgets import QListWidget, QListWidgetItem

from rvs.files.trees.chains import missing_meshes
from rvs.files.trees.file_reach import Missing, Reach
from rvs.files.trees.link_looks import TreeFile
from rvs.ui import file_dialogs
from rvs.ui.desk import Desk
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.labels import named_label
from rvs.words import plural, tr

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
