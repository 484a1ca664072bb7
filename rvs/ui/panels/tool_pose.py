"""Where the tool of the current robot is in the world."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QMainWindow, QMenu, QWidget

from rvs.engine.robot import Array
from rvs.engine.transforms import to_rpy
from rvs.model.current import current_robot, tool_pose
from rvs.model.quantities import UNITS, shown
from rvs.model.state import State
from rvs.ui.desk import Desk
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.ground import Ground
from rvs.ui.widgets.labels import named_label

PLACES = ("X", "Y", "Z")
TURNS = (("Roll", "about z, the last turn"), ("Pitch", "about y"), ("Yaw", "about x, first"))
EXPLANATION = "Roll about z, pitch about y, yaw about x: R = Rz(roll) Ry(pitch) Rx(yaw)"


class ToolPosePanel(Dock):
    """Shows position and orientation; nothing here can be changed, all of it copied."""

    def __init__(self, desk: Desk, window: QMainWindow) -> None:
        super().__init__("tool_pose", "Tool pose", desk.theme, window)
        self._session, self._settings = desk.session, desk.settings
        self._pose: Array | None = None
        self.subtitle.setText("tool in world")
        menu = QMenu(self)
        menu.addAction("Copy the six values", self.copy_values)
        menu.addAction("Copy as a 4×4 matrix", self.copy_matrix)
        self.add_button("copy", "Copy the pose", menu)
        self._letters: list[QLabel] = []
        self.fields: list[QLineEdit] = []
        self.set_body(self._make_body())
        self._recolor()
        desk.theme.changed.connect(self._recolor)
        desk.settings.changed.connect(lambda: self.show_state(self._session.state))
        desk.binding.follow(lambda s: (s.document, s.postures, s.selection), self.show_state)

    def show_state(self, state: State) -> None:
        """Show the tool of the current robot."""
        placed = current_robot(state)
        if placed is None:
            self._pose = None
            for field in self.fields:
                field.clear()
            return
        self._pose = tool_pose(placed, state.postures[placed.id])
        preferences = self._settings.preferences
        length = UNITS[placed.unit if preferences.length == "robot" else preferences.length]
        angle = UNITS[preferences.angle]
        texts = [shown(value, length) for value in self._pose[:3, 3].tolist()]
        texts += [shown(value, angle) for value in to_rpy(self._pose[:3, :3]).tolist()]
        for field, text in zip(self.fields, texts, strict=True):
            field.setText(text)
            field.setCursorPosition(0)

    def copy_values(self) -> None:
        """Put x, y, z, roll, pitch, yaw as shown, with plain minus signs, on the clipboard."""
        texts = [field.text().replace("−", "-") for field in self.fields]
        QGuiApplication.clipboard().setText("\t".join(texts))

    def copy_matrix(self) -> None:
        """Put the pose in metres on the clipboard, one row a line."""
        if self._pose is not None:
            rows = (" ".join(repr(value) for value in row) for row in self._pose.tolist())
            QGuiApplication.clipboard().setText("\n".join(rows))

    def _make_body(self) -> QWidget:
        body = Ground(self.theme)
        grid = QGridLayout(body)
        grid.setContentsMargins(16, 12, 16, 16)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        turns = []
        for i, (letter, (turn, how)) in enumerate(zip(PLACES, TURNS, strict=True)):
            self._letters.append(QLabel(letter))
            grid.addWidget(self._letters[-1], i, 0)
            grid.addWidget(self._field(f"{letter} of the tool in the world"), i, 1)
            word = named_label("Secondary", turn)
            word.setToolTip(EXPLANATION)
            grid.addWidget(word, i, 2)
            turns.append(self._field(f"{turn} of the tool, {how}", keep=False))
            grid.addWidget(turns[-1], i, 3)
        self.fields += turns
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        grid.setRowStretch(len(PLACES), 1)
        return body

    def _field(self, name: str, keep: bool = True) -> QLineEdit:
        field = QLineEdit(readOnly=True)
        field.setFixedHeight(28)
        field.setMinimumWidth(84)
        field.setAlignment(field.alignment().AlignRight)
        field.setAccessibleName(name)
        if keep:
            self.fields.append(field)
        return field

    def _recolor(self) -> None:
        axes = self.theme.axes
        for label, color in zip(self._letters, (axes.x, axes.y, axes.z), strict=True):
            label.setStyleSheet(f"color: {color}; font-weight: 600;")
