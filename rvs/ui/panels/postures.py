"""The named postures of the current robot: go to one, blend to it, keep the present one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QMessageBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from rvs.engine.errors import RvsError
from rvs.files.robots.jconfig import NamedPosture, PostureFile
from rvs.files.text.errors import FileErrors
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import Glide
from rvs.model.state import Posture, State
from rvs.ui.commands import robots as robot_commands
from rvs.ui.desk import Desk
from rvs.ui.dialogs.record_trajectory import SCALINGS, RecordTrajectory
from rvs.ui.messages import Message, file_message
from rvs.ui.pictures.posture_pictures import PosturePictures
from rvs.ui.playback import MOTION
from rvs.ui.saving import own_postures
from rvs.ui.widgets.combo import Combo
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.name_dialog import NameDialog
from rvs.ui.widgets.posture_list import PostureList

BLEND_SECONDS = 1.0


class PosturesPanel(Dock):
    """Double click or Enter blends to a posture.

    Attributes:
        list: The postures.
        scaling: How a blend speeds up and slows down.
        pictures: Draws the thumbnails.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__("postures", "Postures", desk.theme, desk.window)
        self._desk, self._playback, self._clock = desk, desk.playback, desk.clock
        self._file = PostureFile(())
        self._placed: PlacedRobot | None = None
        self.pictures = PosturePictures(lambda: desk.viewport.moving)
        self.list = PostureList(desk.theme, self.pictures)
        self.scaling = Combo("How a blend speeds up and slows down")
        for name, words in SCALINGS.items():
            self.scaling.addItem(words, name)
        self.scaling.setCurrentIndex(list(SCALINGS).index("quintic"))
        self._empty = named_label("Secondary", "No postures are kept.\n+ keeps the present one.")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.menu = QMenu(self)
        self._fill_menu()
        self.add_button("add", "Keep the present posture").clicked.connect(self.add)
        self.add_button("more", "Postures", self.menu)
        self.set_body(self._make_body(), scrolls=False)
        self.list.activated.connect(self.blend)
        self.list.customContextMenuRequested.connect(self._offer)
        self.list.itemSelectionChanged.connect(self._enable)
        desk.binding.follow(lambda s: (s.document, s.postures, s.selection), self._follow)

    @property
    def postures(self) -> tuple[NamedPosture, ...]:
        """The postures that are listed."""
        return self._file.postures

    def call(self, purpose: str = "") -> None:
        """Come to the front; or ``keep`` the present posture, or ``record`` the chosen ones."""
        if purpose == "record":
            self.record()
            return
        super().call(purpose)
        self.list.setFocus()
        if purpose == "keep":
            self.add()

    def end_work(self) -> None:
        """Draw no more pictures; the window closes."""
        self.pictures.release()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._placed = None
        self._follow(self._desk.session.state)

    def choose(self, *names: str) -> None:
        """Select postures by name."""
        self.list.choose(names)

    def go(self) -> None:
        """Take the chosen posture at once, as one step."""
        placed, chosen = self._placed, self.list.current()
        if placed is None or chosen is None:
            return
        self._playback.pause()
        self._clock.stop(MOTION)
        session = self._desk.session
        session.settle()
        session.pose(placed.id, chosen.q, f"Posture {chosen.name}")
        session.settle()

    def blend(self) -> None:
        """Glide to the chosen posture in a second, as one step."""
        placed, chosen = self._placed, self.list.current()
        if placed is None or chosen is None:
            return
        self._playback.pause()
        session, key = self._desk.session, object()
        session.settle()
        begun = session.state.postures[placed.id]
        glide = Glide(placed.id, begun, chosen.q, BLEND_SECONDS, str(self.scaling.currentData()))
        passed, last = 0.0, begun

        def step(seconds: float) -> bool:
            nonlocal passed, last
            if session.state.postures.get(placed.id) != last:
                # Someone else has taken the robot.
                return False
            passed += seconds
            last = glide.at(passed)[placed.id]
            session.pose(placed.id, last, f"Blend to {chosen.name}", merge=key)
            if passed >= glide.duration:
                session.settle()
            return passed < glide.duration

        self._clock.run(MOTION, step)

    def add(self) -> None:
        """Ask for a name and keep the present posture under it."""
        placed = self._current()
        if placed is None:
            return
        q = self._desk.session.state.postures[placed.id]
        number = len(self.postures) + 1
        while self._file.find(f"posture {number}"):
            number += 1
        self._ask(
            "Keep posture", f"posture {number}", "",
            lambda name: own_postures.put(self._named(name, q)),
        )  # fmt: skip

    def rename(self) -> None:
        """Ask for another name of the chosen posture."""
        chosen = self.list.current()
        if chosen is not None:
            old = chosen.name
            self._ask("Rename posture", old, old, lambda name: own_postures.rename(old, name))

    def delete(self) -> None:
        """Ask whether to forget the chosen postures."""
        names = {one.name for one in self.list.chosen()}
        if not names:
            return
        box = QMessageBox(self._desk.window)
        box.setObjectName("delete_postures")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle("Delete postures")
        what = repr(next(iter(names))) if len(names) == 1 else f"{len(names)} postures"
        box.setText(f"Delete {what}?")
        box.setInformativeText("This cannot be undone.")
        remove = box.addButton("Delete", QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        remove.clicked.connect(lambda: self._change(own_postures.remove(names)))
        box.open()

    def record(self) -> None:
        """Ask how the chosen postures, or all that will be added, become a trajectory."""
        placed = self._current()
        if placed is not None:
            RecordTrajectory(self._desk, placed, self.list.chosen()).show()

    def _named(self, name: str, q: Posture) -> NamedPosture:
        known = self._file.find(name)
        return NamedPosture(name, q, known.comment if known and known.q == q else "")

    def _ask(
        self, title: str, name: str, mine: str,
        edit: Callable[[str], Callable[[own_postures.Postures], own_postures.Postures]],
    ) -> None:  # fmt: skip
        def taken(word: str) -> str:
            known = word != mine and self._file.find(word)
            return "There is a posture of this name. Overwrite it?" if known else ""

        def save(word: str) -> str:
            return self._change(edit(word), word)

        NameDialog(
            self._desk.window, self.theme, title, "Name of the posture", name, taken, save
        ).open()

    def _change(
        self, edit: Callable[[own_postures.Postures], own_postures.Postures], name: str = ""
    ) -> str:
        """Write the postures; return why not, or nothing."""
        placed = self._placed
        if placed is None:
            return "the robot is gone"
        try:
            self._file = own_postures.change(placed, self._file, edit)
        except (RvsError, OSError) as error:
            return robot_commands.sentence(error)
        self._fill()
        if name:
            self.choose(name)
        return ""

    def _current(self) -> PlacedRobot | None:
        """The current robot, with its postures read."""
        if self._placed is None:
            self._read(current_robot(self._desk.session.state))
        return self._placed

    def _follow(self, state: State) -> None:
        placed = current_robot(state)
        if placed is not self._placed:
            self._placed = None
            if not self.isVisible():
                return
            self._read(placed)
        if self.isVisible() and placed is not None:
            self.list.mark(state.postures[placed.id])

    def _read(self, placed: PlacedRobot | None) -> None:
        self._placed = placed
        self._file = PostureFile(())
        self.subtitle.setText(placed.id if placed else "")
        try:
            if placed is not None:
                self._file = own_postures.read(placed)
        except FileErrors as failure:
            self._desk.messages.add(file_message("error", error) for error in failure.errors)
        except (RvsError, OSError) as error:
            self._desk.messages.add([Message("error", str(error))])
        self._fill()

    def _fill(self) -> None:
        self.list.fill(self._placed, self.postures)
        self._empty.setVisible(not self.postures)
        self.list.setVisible(bool(self.postures))
        self._enable()
        if self._placed is not None:
            self.list.mark(self._desk.session.state.postures[self._placed.id])

    def _enable(self) -> None:
        one = self.list.current() is not None
        for button in (self.go_button, self.blend_button):
            button.setEnabled(one)
        for action in self._needing:
            action.setEnabled(one)

    def _make_body(self) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 8, 0, 12)
        column.setSpacing(8)
        column.addWidget(self._empty)
        column.addWidget(self.list, 1)
        self.go_button = QPushButton("Go to")
        self.go_button.setToolTip("Take the posture at once")
        self.blend_button = QPushButton("Blend to")
        self.blend_button.setToolTip("Glide to the posture in a second (Enter)")
        self.record_button = QPushButton("Record…")
        self.record_button.setToolTip("Make a trajectory of the chosen postures")
        self.go_button.clicked.connect(self.go)
        self.blend_button.clicked.connect(self.blend)
        self.record_button.clicked.connect(self.record)
        for widgets in ((self.blend_button, self.scaling), (self.go_button, self.record_button)):
            row = QHBoxLayout()
            row.setContentsMargins(12, 0, 12, 0)
            row.setSpacing(8)
            for widget in widgets:
                row.addWidget(widget, 1)
            column.addLayout(row)
        return body

    def _fill_menu(self) -> None:
        self.menu.addAction("Keep the present posture…", self.add)
        self.menu.addSeparator()
        go, blend = QAction("Go to", self), QAction("Blend to", self)
        rename, delete = QAction("Rename…", self), QAction("Delete…", self)
        self._needing = (go, blend, rename, delete)
        rename.setShortcut(QKeySequence(Qt.Key.Key_F2))
        delete.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        runs = (self.go, self.blend, self.rename, self.delete)
        for action, run in zip(self._needing, runs, strict=True):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _=False, run=run: run())
            self.list.addAction(action)
        self.menu.addActions(self._needing)
        self.menu.addSeparator()
        self.menu.addAction("Record trajectory…", self.record)

    def _offer(self, at: QPoint) -> None:
        self.menu.popup(self.list.viewport().mapToGlobal(at))
