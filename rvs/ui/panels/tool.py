"""The end-effector and the payload of the current robot."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QWidget,
)

from rvs.bodies.effectors import finger_gaps
from rvs.bodies.robot_body import shown_body
from rvs.engine.errors import RvsError
from rvs.files.bodies.effectors import payload_names
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, called
from rvs.model.motions.grips import Grip
from rvs.model.numbers.quantities import KILOGRAM
from rvs.model.programs.program import FINGERS, opening_trouble
from rvs.model.robots.effectors import opens
from rvs.model.robots.payloads import PAYLOADS, Payload
from rvs.model.robots.ranges import Range
from rvs.model.state import State
from rvs.ui.commands import tool_edits
from rvs.ui.commands.grips import ready as grips_ready
from rvs.ui.desk import Desk
from rvs.ui.widgets.dock import Dock, Ground
from rvs.ui.widgets.fields.combo import Combo, EffectorBox
from rvs.ui.widgets.fields.joint_slider import JointSlider
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import grid, hbox, put, vbox
from rvs.words import begun, tr

NOTHING = "none"
STEP = 0.02
GAP_WIDTH = 92
NO_OPENING = "Only the two-finger gripper opens. Choose it as end-effector"
# By whether the tool frame is away from the tip of the end-effector.
FRAMES = {
    True: "Tool pose, paths and places refer to the tool frame, which is not at the tip.",
    False: "The tool frame is at the tip and follows it when you change the end-effector.",
    None: "",
}


class ToolPanel(Dock):
    """Selects the load of the current robot and marks when it grips and releases objects."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("tool", "End-effector", desk.theme, desk.window)
        self._desk, self._session, self._playback = desk, desk.session, desk.playback
        self._placed: PlacedRobot | None = None
        self._fingers: tuple[float, float] | None = None
        self.effector, self.payload = EffectorBox(), Combo("Payload")
        self.opening, self.gap = JointSlider(desk.theme.colors), NumberField()
        self.at_tip = QPushButton("Move tool frame to tip")
        self.frame = named_label("Secondary")
        self.sizes = [NumberField("Size of the payload") for _ in range(3)]
        self.words = [named_label("Secondary") for _ in range(3)]
        self.mass = NumberField()
        self.take, self.release = QPushButton("Grip"), QPushButton("Release")
        self.unmark = QPushButton("Remove")
        self.marks, self.told = QLabel(), QLabel()
        self._fill_boxes()
        self.set_body(self._make_body())
        self._connect(desk)

    def show_state(self, state: State) -> None:
        """Show the state of the current robot."""
        placed = self._placed = current_robot(state)
        self.widget().setEnabled(placed is not None)
        self.subtitle.setText(called(state.document, placed) if placed else "")
        if placed is None:
            return
        self.effector.show_effector(placed.end_effector)
        kind = placed.payload.kind if placed.payload else NOTHING
        if self.payload.findData(kind) < 0:
            self.payload.addItem(kind, kind)
        self.payload.setCurrentIndex(self.payload.findData(kind))
        grips = opens(placed.effector)
        self.opening.setEnabled(grips)
        self._open_word.setEnabled(grips)
        self.opening.show_value(placed.opening, False)
        self._show_gap(placed)
        self.opening.setToolTip("" if grips else NO_OPENING)
        self._open_word.setToolTip(self.opening.toolTip())
        missed = tool_edits.tip_missed(state, placed)
        self.at_tip.setEnabled(missed is True)
        self.frame.setText(FRAMES[missed])
        self._show_payload(placed.payload)
        self._show_marks()

    def call(self, purpose: str = "") -> None:
        """Bring the panel to the front with the focus on the choice of the payload."""
        super().call(purpose)
        self.payload.setFocus()

    # -- making -------------------------------------------------------------------------------

    def _fill_boxes(self) -> None:
        self.payload.addItem("Nothing", NOTHING)
        for name in payload_names():
            self.payload.addItem(begun(name), name)
        self.opening.set_limits(Range(0.0, 1.0, assumed=True), STEP)
        self.opening.setAccessibleName("Opening of the gripper")
        self.gap.setAccessibleName("Distance between fingers")
        self.gap.set_unit(FINGERS)
        self.gap.setFixedWidth(GAP_WIDTH)
        self.mass.set_unit(KILOGRAM)
        self.mass.setAccessibleName("Mass of the payload")
        self.take.setToolTip("Grip the payload at the time of the cursor")
        self.release.setToolTip("Release the payload at the time of the cursor")
        self.unmark.setToolTip("Remove the grip nearest to the cursor")
        self.marks.setWordWrap(True)
        self.told.setWordWrap(True)
        self.told.hide()

    def _make_body(self) -> QWidget:
        body = Ground(self.theme)
        column = vbox(edges=(16, 12, 16, 16), of=body)
        form = grid(12, 8, grows=[1])
        self._open_word = QLabel("Opening")
        line = QWidget()
        hbox((self.opening, 1), self.gap, gap=-1, of=line)
        rows = [(QLabel("Type"), self.effector), (self._open_word, line)]
        self.frame.setWordWrap(True)
        rows += [(QLabel(), self.at_tip), (QLabel(), self.frame), (QLabel("Payload"), self.payload)]
        rows += list(zip(self.words, self.sizes, strict=True))
        self._mass_word = named_label("Secondary", "mass")
        rows.append((self._mass_word, self.mass))
        for row, (word, widget) in enumerate(rows):
            put(form, row, word, widget)
        column.addLayout(form)
        column.addWidget(self.marks)
        buttons = hbox(self.take, self.release, self.unmark)
        column.addLayout(buttons)
        column.addWidget(self.told)
        column.addStretch(1)
        return body

    def _connect(self, desk: Desk) -> None:
        self.effector.activated.connect(
            lambda _: self._do(tool_edits.choose_effector, self.effector.currentData())
        )
        self.payload.activated.connect(lambda _: self._choose_payload())
        self.opening.moved.connect(lambda part: self._do(tool_edits.open_to, part))
        self.opening.released.connect(self._session.settle)
        self.gap.entered.connect(self._open_to)
        self.at_tip.clicked.connect(lambda: self._do(tool_edits.tool_at_tip))
        for index, field in enumerate(self.sizes):
            field.entered.connect(partial(self._resize, index))
        self.mass.entered.connect(self._weigh)
        self.take.clicked.connect(lambda: self._mark(tool_edits.take_at))
        self.release.clicked.connect(lambda: self._mark(tool_edits.release_at))
        self.unmark.clicked.connect(lambda: self._mark(tool_edits.unmark))
        self._playback.changed.connect(self._show_marks)
        desk.theme.changed.connect(self._recolor)
        desk.settings.changed.connect(lambda: self.show_state(self._session.state))
        desk.binding.follow(lambda s: (s.document, s.selection), self.show_state)
        self._recolor()

    # -- showing ------------------------------------------------------------------------------

    def _show_gap(self, placed: PlacedRobot) -> None:
        """Show the distance between the fingers, if there are any."""
        self._fingers = finger_gaps(placed, shown_body(placed, self._session.state.view.mode))
        self.gap.setVisible(self._fingers is not None)
        if self._fingers is not None:
            least, most = self._fingers
            self.gap.show_value(least + placed.opening * (most - least))

    def _show_payload(self, payload: Payload | None) -> None:
        words = PAYLOADS[payload.kind].words if payload and payload.kind in PAYLOADS else ()
        values = payload.sizes if payload else (0.0, 0.0, 0.0)
        if payload and payload.kind != "box":
            values = (values[0], values[2], 0.0)
        for i, (word, field) in enumerate(zip(self.words, self.sizes, strict=True)):
            shown = i < len(words)
            word.setVisible(shown)
            field.setVisible(shown)
            if shown:
                word.setText(words[i])
                field.setAccessibleName(tr("{words} of the payload", tr(words[i])).capitalize())
                field.set_unit(self._desk.units[0])
                field.show_value(values[i])
        for widget in (self._mass_word, self.mass, self.marks):
            widget.setVisible(payload is not None)
        self.mass.show_value(payload.mass if payload else 0.0)

    def _show_marks(self) -> None:
        placed = self._placed
        carries = placed is not None and placed.payload is not None
        ready = grips_ready(self._desk)
        for button in (self.take, self.release, self.unmark):
            button.setVisible(carries)
            button.setEnabled(ready)
        playback = self._desk.playback
        grips = playback.grips if ready else placed.grips if placed is not None else ()
        self.unmark.setEnabled(ready and bool(grips))
        if not grips:
            more = (
                tr("Mark where the robot grips the payload.")
                if ready
                else tr("Load a trajectory to mark grips on it.")
            )
            self.marks.setText(f"{self._when_held()} {more}" if carries else more)
        else:
            self.marks.setText(tr("Held {times}.", ", ".join(map(_stretch, grips))))

    def _when_held(self) -> str:
        placed, programs = self._placed, self._session.state.document.programs
        own = (one for one in programs if placed is not None and one.robot_id == placed.id)
        taking = next((p for p in own if any(step.action == "take" for step in p.steps)), None)
        if taking is None:
            return tr("Held throughout.")
        return tr("Held until you run {name}, which grips it.", taking.name)

    def _recolor(self) -> None:
        self.opening.colors = self.theme.colors
        self.opening.update()
        self.told.setStyleSheet(f"color: {self.theme.colors.limit};")

    # -- changing -----------------------------------------------------------------------------

    def _do(self, edit: object, *values: object) -> None:
        if self._placed is None or not callable(edit):
            return
        try:
            edit(self._session, self._placed, *values)
        except RvsError as error:
            self.show_state(self._session.state)
            self._tell(str(error))
        else:
            self._tell("")

    def _choose_payload(self) -> None:
        kind = self.payload.currentData()
        self._do(tool_edits.choose_payload, kind if kind != NOTHING else "")

    def _open_to(self, gap: float) -> None:
        if self._placed is None or self._fingers is None:
            return
        trouble = opening_trouble(gap, self._fingers)
        if trouble:
            self.gap.refuse(trouble)
            return
        least, most = self._fingers
        self._do(tool_edits.open_to, min(max((gap - least) / (most - least), 0.0), 1.0))
        self._session.settle()

    def _resize(self, index: int, size: float) -> None:
        self._try(self.sizes[index], partial(tool_edits.resize_payload, index=index, size=size))

    def _weigh(self, mass: float) -> None:
        self._try(self.mass, partial(tool_edits.weigh_payload, mass=mass))

    def _try(self, field: NumberField, edit: partial[None]) -> None:
        if self._placed is None:
            return
        try:
            edit(self._session, self._placed)
        except RvsError as error:
            field.refuse(str(error))

    def _mark(self, mark: tool_edits.Mark) -> None:
        if self._placed is not None:
            self._tell(mark(self._session, self._placed, self._playback.own_time))

    def _tell(self, text: str) -> None:
        self.told.setText(text)
        self.told.setVisible(bool(text))


def _stretch(grip: Grip) -> str:
    if grip.release == float("inf"):
        return tr("from {grip:.2f} s to the end", grip.take)
    return tr("from {grip:.2f} s to {release:.2f} s", grip.take, grip.release)
