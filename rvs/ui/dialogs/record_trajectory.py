"""Dialog that makes a trajectory from postures, with its speed and its name, and its draft."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from itertools import count, pairwise

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
)

from rvs.engine.errors import RvsError
from rvs.files.library import LibraryError, own_path
from rvs.files.motions.jtraj import JointRows, save_jtraj
from rvs.files.robots.arch import Architecture
from rvs.files.robots.jconfig import library_name
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.motions.rates import MOTORS, NO_DEFAULTS, Defaults, assumed_words, moving
from rvs.model.motions.recording import DT, GENTLE, record, timed_between
from rvs.model.robots.named_posture import NamedPosture
from rvs.ui.commands import trajectories as trajectory_commands
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.messages import sentence
from rvs.ui.saving.drafts import Draft
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.layouts import STRETCH, hbox
from rvs.ui.widgets.screen_fit import keep_on_screen
from rvs.ui.widgets.steps.assumed_note import AssumedNote
from rvs.words import tr

WIDTH, ROW, GAP = 380, 28, 8
POSTURE = Qt.ItemDataRole.UserRole
SCALINGS = {
    "cubic": "Cubic",
    "quintic": "Quintic",
    "septic": "4-5-6-7",
    "trapezoidal": "Trapezoid",
}


class RecordTrajectory(AskDialog):
    """A dialog that stays open while the robot is posed, to add one posture after another.

    Attributes:
        list: The postures in order.
        scaling: Time scaling between two postures.
        duration: Duration in s; the proposal follows limits and assumed rates.
        name: Name of the trajectory in the user's library.
        changed: The postures or their order changed.
    """

    changed = Signal()

    def __init__(self, desk: Desk, placed: PlacedRobot, postures: Iterable[NamedPosture]) -> None:
        name = tr("Trajectory through postures of {robot}", desk.session.called(placed))
        super().__init__(desk.window, desk.theme, "record_trajectory", name, "Save and load")
        self.setMinimumWidth(WIDTH)
        self._desk, self._placed = desk, placed
        self._changing: list[QPushButton] = []
        self.list = QListWidget()
        self.list.setAccessibleName("Postures of the trajectory")
        self.list.setObjectName("Gallery")
        self.list.setMinimumHeight(140)
        self.list.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.scaling = Combo("Time scaling")
        for key, words in SCALINGS.items():
            self.scaling.addItem(words, key)
        self.scaling.setCurrentIndex(list(SCALINGS).index("quintic"))
        self.duration = _field("Duration in seconds")
        self.name = _field("Name in your library")
        self.name.setText(f"{library_name(placed)}-recorded")
        self._arrange()
        for posture in postures:
            self._append(posture)
        self._connect()
        self._propose()

    def showEvent(self, event: QShowEvent) -> None:
        """Move to the left of the window, over the library and not over the robot."""
        super().showEvent(event)
        if not event.spontaneous():
            window = self._desk.window
            view = self._desk.viewport
            left = view.mapToGlobal(QPoint(0, 0)).x() - self.frameGeometry().width() - GAP
            corner = window.mapToGlobal(QPoint(GAP, 0))
            top = view.mapToGlobal(QPoint(0, GAP)).y()
            self.move(max(left, corner.x()), top)
            keep_on_screen(self)

    def add_present(self) -> None:
        """Add the current posture of the robot, with its name if it is a stored one."""
        state = self._desk.session.state
        q = state.postures.get(self._placed.id)
        if q is not None:
            kept = next((one for one in state.document.robots if one.id == self._placed.id), None)
            named = kept.named if kept else ()
            names = (one.name for one in named if one.q == q)
            # A name tells one posture from the others, those of the robot and those of the list.
            taken = {one.name for one in named} | {one.name for one in self.postures}
            free = (tr("posture {number}", k) for k in count(self.list.count() + 1))
            new = next(name for name in free if name not in taken)
            self._append(NamedPosture(next(names, new), q))

    def remove(self) -> None:
        """Remove the selected posture."""
        self.list.takeItem(self.list.currentRow())

    def shift(self, step: int) -> None:
        """Move the selected posture down (1) or up (-1)."""
        row = self.list.currentRow()
        if row >= 0 and 0 <= row + step < self.list.count():
            item = self.list.takeItem(row)
            self.list.insertItem(row + step, item)
            self.list.setCurrentRow(row + step)

    def accept(self) -> None:
        """Record, save and load; an error is shown here and the dialog stays open."""
        try:
            trajectory = self._recorded()
            path = own_path("jtraj", self.name.text().strip())
            path.parent.mkdir(parents=True, exist_ok=True)
            rows = JointRows(
                trajectory=trajectory, dt=DT, robot=library_name(self._placed),
                unit=self._placed.unit,
            )  # fmt: skip
            save_jtraj(path, rows, Architecture(self._placed.robot, self._placed.unit))
        except (RvsError, OSError) as error:
            self.complain(sentence(error))
            return
        super().accept()
        self._desk.session.select((self._placed.id,))
        trajectory_commands.load(self._desk, path)
        self._desk.say(tr("Saved {path}", path))

    @property
    def robot_id(self) -> str:
        """The robot of the postures."""
        return self._placed.id

    @property
    def postures(self) -> list[NamedPosture]:
        """The postures in order."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return [item.data(POSTURE) for item in items]

    def _postures(self) -> list[tuple[float, ...]]:
        return [one.q for one in self.postures]

    def _recorded(self) -> JointTrajectory:
        """Return the trajectory of the requested duration.

        Raises:
            RvsError: It can't be recorded like this.
        """
        wanted, proposed = self._seconds(), self._proposed(GENTLE)
        if abs(wanted - proposed.duration) < DT / 2:
            return proposed
        least = self._proposed(NO_DEFAULTS).duration
        if wanted < least - DT / 2:
            raise RvsError(tr("the joint limits require at least {least:.2f} s", least))
        robot, scaling = self._placed.robot, str(self.scaling.currentData())
        times = timed_between(robot, self._postures(), wanted, scaling)
        return record(robot, self._placed.id, self._postures(), times, scaling=scaling)

    def _proposed(self, defaults: Defaults) -> JointTrajectory:
        """Return the quickest trajectory within the robot's limits or, without limits, defaults."""
        if self.list.count() < 2:
            raise RvsError("choose at least two postures, or add the current one")
        return record(
            self._placed.robot, self._placed.id, self._postures(),
            scaling=str(self.scaling.currentData()), defaults=defaults,
        )  # fmt: skip

    def _assumed(self) -> str:
        """Return the assumptions behind the proposed duration, or nothing."""
        moved = moving(list(pairwise(self._postures())))
        words = assumed_words(self._placed.robot, GENTLE, moved)
        if not words:
            return ""
        try:
            proposed = self._proposed(GENTLE).duration
        except RvsError:
            return ""
        return tr(
            "{time:.2f} s is based on {limits}. You can enter less, or the robot's own limits in "
            "{motors}.",
            proposed,
            words,
            tr(MOTORS),
        )

    def _seconds(self) -> float:
        try:
            return float(self.duration.text().removesuffix("s").strip().replace(",", "."))
        except ValueError:
            raise RvsError("the duration is not a number of seconds") from None

    def _enable(self) -> None:
        for button in self._changing:
            button.setEnabled(self.list.currentRow() >= 0)

    def _propose(self) -> None:
        """Propose the least duration permitted by limits, or by assumptions in their place."""
        try:
            self.duration.setText(f"{self._proposed(GENTLE).duration:.2f}")
        except RvsError:
            self.duration.clear()
        self._check()
        self.changed.emit()

    def _check(self) -> None:
        """Show missing or assumed values, and whether anything would be overwritten."""
        hidden = self.assumed.isHidden()
        self.assumed.say(self._assumed() if self.list.count() > 1 else "")
        if self.assumed.isHidden() != hidden:
            defer(self, self.fit)
        self.button.setText("Save and load")
        self.button.setEnabled(False)
        try:
            if self.list.count() < 2:
                self.notice.say("A trajectory needs at least two postures.", "note", self._quiet())
                return
            self._recorded()
            path = own_path("jtraj", self.name.text().strip())
        except LibraryError as error:
            empty = not self.name.text().strip()
            self.complain("type a name" if empty else str(error))
            return
        except RvsError as error:
            self.complain(str(error))
            return
        self.button.setEnabled(True)
        self.notice.say("")
        if path.exists():
            self.button.setText("Overwrite and load")
            words = "You already have a trajectory with this name. Overwrite it?"
            self.notice.say(words, "warning", self._desk.theme.colors.warn)

    def _append(self, posture: NamedPosture) -> None:
        item = QListWidgetItem(posture.name)
        item.setData(POSTURE, posture)
        item.setSizeHint(QSize(0, ROW))
        self.list.addItem(item)
        self.list.setCurrentItem(item)

    def _connect(self) -> None:
        model = self.list.model()
        for signal in (model.rowsInserted, model.rowsRemoved, model.rowsMoved, model.dataChanged):
            signal.connect(self._propose, Qt.ConnectionType.QueuedConnection)
        self.list.currentRowChanged.connect(self._enable)
        self._enable()
        self.scaling.currentIndexChanged.connect(self._propose)
        self.duration.textChanged.connect(self._check)
        self.name.textChanged.connect(self._check)

    def _arrange(self) -> None:
        self.add = QPushButton("Add current posture")
        self.add.clicked.connect(self.add_present)
        beside = hbox(self.add, STRETCH)
        steps = (("Up", lambda: self.shift(-1)), ("Down", lambda: self.shift(1)))
        for text, run in (*steps, ("Remove", self.remove)):
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, run=run: run())
            beside.addWidget(button)
            self._changing.append(button)
        self.add.setAutoDefault(False)
        self.assumed = AssumedNote({"motors": partial(self._desk.call, "robot_table", "motors")})
        form = QFormLayout()
        form.setSpacing(8)
        form.addRow("Time scaling", self.scaling)
        form.addRow("Duration (s)", self.duration)
        form.addRow("Name", self.name)
        words = QLabel(
            "The robot moves from posture to posture and stops at each. Pose the robot and add "
            "each posture; you can leave this dialog open."
        )
        words.setObjectName("Secondary")
        words.setWordWrap(True)
        self.ask(words, self.list, beside, form, self.assumed, self.notice)

    def _quiet(self) -> str:
        return self._desk.theme.colors.text_2


def _field(name: str) -> QLineEdit:
    field = QLineEdit()
    field.setFixedHeight(28)
    field.setAccessibleName(name)
    return field


class RecordingDraft(Draft):
    """Lists them with the unsaved work while their dialog is open."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("recording", "", self._as_text, self._save, self._bring_back)
        self._desk = desk
        self._dialog: RecordTrajectory | None = None

    @property
    def words(self) -> str:
        """Displayed name."""
        return self._dialog.windowTitle().lower() if self._dialog is not None else ""

    def begin(self, placed: PlacedRobot, postures: Iterable[NamedPosture]) -> None:
        """Open the dialog with postures of a robot; mere selections are not work yet."""
        if self._dialog is not None:
            self._dialog.raise_()
            self._dialog.activateWindow()
            return
        self._open(placed, postures)
        self.kept = self._as_text()

    def _open(self, placed: PlacedRobot, postures: Iterable[NamedPosture]) -> None:
        self._dialog = RecordTrajectory(self._desk, placed, postures)
        self._dialog.finished.connect(self._end)
        self._dialog.changed.connect(self._desk.cell_file.changed)
        self._dialog.show()

    def _end(self) -> None:
        self._dialog = None
        self._desk.cell_file.changed.emit()

    def _as_text(self) -> str:
        if self._dialog is None or not self._dialog.postures:
            return ""
        postures = [[one.name, list(one.q)] for one in self._dialog.postures]
        return json.dumps([self._dialog.robot_id, postures])

    def _save(self) -> bool:
        """Save the trajectory under the name in the dialog; return whether it is saved."""
        dialog = self._dialog
        if dialog is not None:
            dialog.accept()
        return self._dialog is None

    def _bring_back(self, text: str) -> None:
        robot_id, postures = json.loads(text)
        robots = self._desk.session.state.document.robots
        placed = next((one for one in robots if one.id == robot_id), None)
        if placed is None:
            self._desk.messages.fail(
                tr("postures of a trajectory: there is no robot {robot_id}", robot_id)
            )
            return
        self._open(placed, [NamedPosture(name, tuple(q)) for name, q in postures])
        self.kept = ""
