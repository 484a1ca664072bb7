"""The question under which name a robot is saved, with the one whether to overwrite."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
)

from rvs.engine.errors import RvsError
from rvs.files.library import LibraryError, files_of, own_path
from rvs.model.document import PlacedRobot, title
from rvs.ui import file_dialogs
from rvs.ui.commands import robots as robot_commands
from rvs.ui.commands.files import FILTER
from rvs.ui.desk import Desk
from rvs.ui.messages import sentence
from rvs.ui.widgets.labels import ElidedLabel, Notice

WIDTH = 480


class SaveRobot(QDialog):
    """Saves into the user's library; a name that is taken is said before it is overwritten."""

    def __init__(self, desk: Desk, placed: PlacedRobot) -> None:
        super().__init__(desk.window)
        self.setObjectName("save_robot")
        self.setWindowTitle(f"Save {title(placed)} as")
        self.setMinimumWidth(WIDTH)
        self._desk, self._placed = desk, placed
        self.name = QLineEdit(title(placed))
        self.name.setFixedHeight(32)
        self.name.setAccessibleName("Name in the library")
        self.place = ElidedLabel()
        self.place.setObjectName("Secondary")
        self.notice = Notice()
        self.notice.setFixedHeight(20)
        self.elsewhere = QPushButton("Elsewhere…")
        self.cancel = QPushButton("Cancel")
        self.save = QPushButton("Save")
        self.save.setDefault(True)
        self.save.setProperty("filled", True)
        self._arrange()
        self.name.textChanged.connect(self._check)
        self.save.clicked.connect(self.accept)
        self.cancel.clicked.connect(self.reject)
        self.elsewhere.clicked.connect(self._choose)
        self._check()
        self.name.selectAll()
        self.name.setFocus()

    def accept(self) -> None:
        """Save under the name; an error is said here and the dialog stays."""
        try:
            self._write(own_path("arch", self.name.text().strip()))
        except (RvsError, OSError) as error:
            self._complain(sentence(error))

    def _write(self, path: Path) -> None:
        robot_commands.write(self._desk, self._placed, path, path.stem)
        super().accept()

    def _choose(self) -> None:
        start = str(Path.home() / f"{self.name.text().strip() or 'robot'}.arch")
        path, _ = file_dialogs.save_file(self, "Save robot", start, FILTER)
        if not path:
            return
        try:
            self._write(Path(path) if Path(path).suffix else Path(path).with_suffix(".arch"))
        except (RvsError, OSError) as error:
            self._complain(sentence(error))

    def _arrange(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.elsewhere)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.save)
        label = QLabel("Name in your library")
        label.setBuddy(self.name)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addWidget(label)
        column.addWidget(self.name)
        column.addWidget(self.place)
        column.addWidget(self.notice)
        column.addSpacing(8)
        column.addLayout(buttons)

    def _check(self) -> None:
        """Say where it would go, and whether anything is there."""
        name, colors = self.name.text().strip(), self._desk.theme.colors
        self.save.setText("Save")
        self.notice.say("")
        try:
            path = own_path("arch", name)
        except LibraryError as error:
            self.place.setText("")
            self.save.setEnabled(False)
            self._complain("type a name" if not name else str(error))
            return
        self.save.setEnabled(True)
        self.place.setText(str(path))
        if path.exists():
            self.save.setText("Overwrite")
            words = "You have a robot of this name. Overwrite it?"
            self.notice.say(words, "warning", colors.warn)
        elif name in files_of("arch"):
            words = "It will stand in place of the bundled robot of this name."
            self.notice.say(words, "note", colors.text_2)

    def _complain(self, reason: str) -> None:
        text = reason[:1].upper() + reason[1:]
        self.notice.say(text, "error", self._desk.theme.colors.limit)
