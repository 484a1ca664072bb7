"""The question for the name of a robot to save, and whether to overwrite."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QPushButton,
)

from rvs.engine.errors import RvsError
from rvs.files.library import LibraryError, files_of, own_path
from rvs.model.document import PlacedRobot, title
from rvs.ui import file_dialogs
from rvs.ui.commands import robots as robot_commands
from rvs.ui.commands.files import FILTER
from rvs.ui.desk import Desk
from rvs.ui.messages import sentence
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.labels import ElidedLabel
from rvs.words import tr

WIDTH = 480


class SaveRobot(AskDialog):
    """Saves into the user's library; an existing name is reported before it is overwritten."""

    def __init__(self, desk: Desk, placed: PlacedRobot) -> None:
        name = tr("Save {robot} as", title(placed))
        super().__init__(desk.window, desk.theme, "save_robot", name, "Save")
        self.setMinimumWidth(WIDTH)
        self._desk, self._placed = desk, placed
        self.name = QLineEdit(title(placed))
        self.name.setFixedHeight(32)
        self.name.setAccessibleName("Name in the library")
        self.place = ElidedLabel()
        self.place.setObjectName("Secondary")
        self.elsewhere = QPushButton("Elsewhere…")
        label = QLabel("Name in your library")
        label.setBuddy(self.name)
        self.ask(label, self.name, self.place, self.notice, foot=self.elsewhere)
        self.name.textChanged.connect(self._check)
        self.elsewhere.clicked.connect(self._choose)
        self._check()
        self.name.selectAll()
        self.name.setFocus()

    def accept(self) -> None:
        """Save under the name; an error is shown here and the dialog stays open."""
        self._save(lambda: own_path("arch", self.name.text().strip()))

    def _save(self, place: Callable[[], Path]) -> None:
        try:
            path = place()
            robot_commands.write(self._desk, self._placed, path, path.stem)
        except (RvsError, OSError) as error:
            self.complain(sentence(error))
        else:
            super().accept()

    def _choose(self) -> None:
        start = str(Path.home() / f"{self.name.text().strip() or 'robot'}.arch")
        path = file_dialogs.save_file(self, "Save robot", start, FILTER)
        if path:
            self._save(lambda: path)

    def _check(self) -> None:
        """Show the destination, and whether it already exists."""
        name, colors = self.name.text().strip(), self._desk.theme.colors
        self.button.setText("Save")
        self.notice.say("")
        try:
            path = own_path("arch", name)
        except LibraryError as error:
            self.place.setText("")
            self.button.setEnabled(False)
            self.complain("type a name" if not name else str(error))
            return
        self.button.setEnabled(True)
        self.place.setText(str(path))
        if path.exists():
            self.button.setText("Overwrite")
            words = "You already have a robot with this name. Overwrite it?"
            self.notice.say(words, "warning", colors.warn)
        elif name in files_of("arch"):
            words = "It will replace the bundled robot with this name."
            self.notice.say(words, "note", colors.text_2)
