"""Panel that moves frame i - 1 to frame i by the numbers of one row, step by step."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton, QWidget

from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, called
from rvs.model.numbers.quantities import joint_symbol, shown_short
from rvs.model.numbers.units import UNITS
from rvs.model.refs import link_ref
from rvs.model.robots.matrices import row_name
from rvs.model.robots.table_text import CellUnits
from rvs.model.state import State
from rvs.scene.annotate.dh_steps import (
    STEPS,
    DhStep,
    Studio,
    dh_steps,
    joint_ends,
    step_items,
    step_points,
    step_text,
)
from rvs.scene.items import Item, Scene
from rvs.scene.selection_marks import veiled_scene
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import hbox, vbox
from rvs.ui.widgets.steps.transport import Stepper
from rvs.words import tr

CLOCK = "dh studio"
SECONDS_A_STEP = 1.2
GRAIN = 100
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class StepRow(QPushButton):
    """One step: its number, its effect, its progress."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.setObjectName("StepRow")
        self.setCheckable(True)
        self._number = QLabel(str(number))
        self._number.setObjectName("Secondary")
        self._number.setFixedWidth(14)
        self.words, self.value = QLabel(), QLabel()
        self._color = ""
        hbox(self._number, (self.words, 1), self.value, edges=(10, 0, 10, 0), of=self)
        for label in (self._number, self.words, self.value):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def say(self, words: str, value: str, color: str) -> None:
        """Show another step in the colour of its axis."""
        self.words.setText(words)
        self.value.setText(value)
        if color != self._color:
            self._color = color
            self.value.setStyleSheet(f"color: {color}; font-weight: 600;")
        self.setAccessibleName(
            tr("Step {number}: {step}, {value}", self._number.text(), words, value)
        )
        self.setToolTip(tr("Show this step: {step}, {value}", words, value))


class DhStudio(Dock):
    """Select a joint, play, step or scrub; the view shows the moving frame and the dimensions."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("dh_studio", "DH studio", desk.theme, desk.window)
        self._desk, self._clock, self._session = desk, desk.clock, desk.session
        self._placed: PlacedRobot | None = None
        self._shown = False
        self._playing = False
        self.studio = Studio()
        self.units = CellUnits(UNITS["m"], UNITS["deg"])
        self.joint = Combo("Joint whose row is shown")
        self.add_button("table", "Matrix of this row, to read and copy").clicked.connect(
            self._show_matrix
        )
        self.veil = self._switch("eye_off", "Make the robot and its other frames transparent", True)
        self.near = self._switch("search", "Zoom to this joint", False)
        self.rows = [StepRow(k + 1) for k in range(STEPS)]
        self.stepper = Stepper(desk.theme, GRAIN)
        self.slider, self.buttons = self.stepper.slider, self.stepper.buttons
        self.sentence = named_label("Secondary")
        self.convention = named_label("Secondary")
        self.set_body(self._make_body())
        self._connect()
        desk.viewport.extras.append(self.items)
        desk.viewport.veils.append(self.veiled)
        self.show_state(desk.session.state)
        desk.binding.follow(lambda s: (s.document, s.postures, s.selection), self._follow)
        self._retint()

    @property
    def playing(self) -> bool:
        """Return whether the animation is running."""
        return self._playing

    def call(self, purpose: str = "") -> None:
        """Bring the panel to the front with all steps of the selected joint."""
        super().call(purpose)
        self.joint.setFocus()

    def go(self, at: float) -> None:
        """Show this number of completed steps, 0 to 4."""
        self.studio = Studio(self.studio.joint, min(max(at, 0.0), float(STEPS)))
        self._show_progress()
        self._desk.viewport.redraw()

    def play(self) -> None:
        """Continue from here, or from the beginning after the last step; or stop."""
        if self._playing:
            self.stop()
            return
        if self.studio.at >= STEPS:
            self.go(0.0)
        self._playing = True
        self._clock.run(CLOCK, self._tick)
        self._retint()

    def stop(self) -> None:
        """Stop at the current position."""
        if self._playing:
            self._playing = False
            self._clock.stop(CLOCK)
            self._retint()

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the items in the view; none while the panel is hidden."""
        placed = current_robot(state)
        if not self._shown or placed is None:
            return ()
        posture = state.postures[placed.id]
        return step_items(placed, posture, self.studio, self.units, state.view.background)

    def veiled(self, state: State, scene: Scene) -> Scene:
        """Return the scene with everything except the joint transparent, if that is switched on."""
        placed = current_robot(state)
        if not self._shown or placed is None or not self.veil.isChecked():
            return scene
        joint = min(self.studio.joint, placed.robot.n - 1)
        return veiled_scene(scene, joint_ends(placed, state.postures[placed.id], joint))

    def show_state(self, state: State) -> None:
        """Show the selected joint of the current robot."""
        self._placed = placed = current_robot(state)
        self.subtitle.setText(called(state.document, placed) if placed else "")
        for widget in (
            self.joint,
            self.slider,
            self.veil,
            self.near,
            *self.buttons.values(),
            *self.rows,
        ):
            widget.setEnabled(placed is not None)
        if placed is None:
            self.sentence.clear()
            return
        units = CellUnits(*self._desk.units)
        self.units = self.units if units == self.units else units
        self._show_joint(placed, state)
        self._show_steps(placed, state)
        self._show_progress()

    # -- making -------------------------------------------------------------------------------

    def _make_body(self) -> QWidget:
        body = QWidget()
        self.slider.setRange(0, STEPS * GRAIN)
        self.slider.setSingleStep(GRAIN // 10)
        self.slider.setAccessibleName("Progress")
        self.slider.setToolTip("Progress through the four steps of the row; drag to change it")
        column = vbox(
            self.joint, self.stepper, 2, *self.rows, gap=4, edges=(16, 10, 16, 12), of=body
        )
        for label in (self.sentence, self.convention):
            label.setWordWrap(True)
            column.addWidget(label)
        column.addStretch(1)
        return body

    def _connect(self) -> None:
        self.stepper.played.connect(self.play)
        self.stepper.passed.connect(self._pass)
        self.stepper.moved.connect(lambda at: self._jump(at / GRAIN))
        for k, row in enumerate(self.rows):
            row.clicked.connect(partial(self._jump, k + 1.0))
        self.joint.activated.connect(self._choose)
        self.veil.toggled.connect(lambda _on: self._desk.viewport.redraw())
        self.near.toggled.connect(lambda on: self._approach() if on else self._desk.viewport.fit())
        self.visibilityChanged.connect(self._appear)
        self._desk.settings.changed.connect(lambda: self.show_state(self._session.state))
        self._desk.theme.changed.connect(self._retint)

    def _switch(self, icon: str, label: str, on: bool) -> QToolButton:
        button = self.add_button(icon, label)
        button.setCheckable(True)
        button.setChecked(on)
        return button

    # -- following ----------------------------------------------------------------------------

    def _follow(self, state: State) -> None:
        """Show a state only if visible: robots move sixty times a second."""
        if self._shown:
            self.show_state(state)
        else:
            self._placed = None

    def _show_joint(self, placed: PlacedRobot, state: State) -> None:
        names = [
            tr("Joint {i}, {joint_symbol}", i + 1, joint_symbol(joint, i))
            + (f", {joint.name}" if joint.name else "")
            for i, joint in enumerate(placed.robot.joints)
        ]
        if names != [self.joint.itemText(i) for i in range(self.joint.count())]:
            self.joint.clear()
            self.joint.addItems(names)
        chosen = min(self.studio.joint, placed.robot.n - 1)
        if state.chosen[:2] == (placed.id, "link"):
            chosen = min(max(int(state.chosen[2]) - 1, 0), placed.robot.n - 1)
        if chosen != self.studio.joint:
            self.stop()
            self.studio = Studio(chosen)
            if self.near.isChecked():
                # A camera cannot be moved while the session tells of another change.
                defer(self, self._approach)
        self.joint.setCurrentIndex(chosen)

    def _approach(self) -> None:
        """Let the joint fill the view."""
        state = self._session.state
        placed = current_robot(state)
        if placed is not None and self._shown:
            points = step_points(placed, state.postures[placed.id], self.studio)
            self._desk.viewport.fit(points)

    def _show_steps(self, placed: PlacedRobot, state: State) -> None:
        row = self.studio.joint
        joint, q = placed.robot.joints[row], state.postures[placed.id][row]
        steps = dh_steps(joint, q)
        first = state.view.first_frame
        axes, convention = self.theme.axes, joint.convention
        for widget, step in zip(self.rows, steps, strict=False):
            # Standard turns about the first z and the new x, modified the other way round.
            late = (step.axis == 0) == (convention == "standard")
            number = str(row + first + late).translate(SUBSCRIPTS)
            axis = f"{'z' if step.axis == 2 else 'x'}{number}"
            words = tr("Turn about {axis}", axis) if step.turns else tr("Move along {axis}", axis)
            text = step_text(step, row, self.units)
            widget.say(words, text, axes.z if step.axis == 2 else axes.x)
        for widget in self.rows:
            widget.setVisible(bool(steps))
        self.convention.setText(CONVENTIONS[convention])
        self.sentence.setText(self._wording(steps, joint.offset, q))
        self.sentence.setVisible(bool(self.sentence.text()))

    def _wording(self, steps: tuple[DhStep, ...], offset: float, q: float) -> str:
        """Show how the variable is composed if an offset is added to it."""
        if not steps or not offset or self._placed is None:
            return ""
        joint = self._placed.robot.joints[self.studio.joint]
        unit = self.units.angle if joint.turns else self.units.length
        total, value, rest = (shown_short(x, unit) for x in (q + offset, q, offset))
        name = joint_symbol(joint, self.studio.joint)
        return tr("{name} = {total}: joint value {value} + offset {rest}", name, total, value, rest)

    def _show_progress(self) -> None:
        at = self.studio.at
        for k, row in enumerate(self.rows):
            row.setChecked(k < at <= k + 1)
        self.stepper.show_place(round(at * GRAIN))

    def _choose(self, index: int) -> None:
        if self._placed is not None:
            self._session.select(link_ref(self._placed.id, index + 1))
            self._desk.viewport.redraw()

    def _jump(self, at: float, _checked: bool = False) -> None:
        self.stop()
        self.go(at)

    def _pass(self, way: int) -> None:
        """Continue with the next joint (1) from its beginning, or with the previous one (-1)."""
        joint = self.studio.joint + way
        if self._placed is not None and 0 <= joint < self._placed.robot.n:
            self._choose(joint)
            self._jump(0.0 if way > 0 else float(STEPS))

    def _show_matrix(self) -> None:
        self._desk.call("numbers", row_name(self.studio.joint))

    def _tick(self, seconds: float) -> bool:
        self.go(self.studio.at + seconds / SECONDS_A_STEP)
        if self.studio.at >= STEPS:
            self._playing = False
            self._retint()
        return self._playing

    def _appear(self, seen: bool) -> None:
        if seen != self._shown:
            self._shown = seen
            self._follow(self._session.state)
            self.stop()
            self._desk.viewport.redraw()

    def _retint(self) -> None:
        self.stepper.show_playing(self._playing)
        if self._placed is not None:
            self._show_steps(self._placed, self._session.state)


CONVENTIONS = {
    "standard": "Standard DH: rotate about z and move along z, then move along the new x and "
    "rotate about it.",
    "modified": "Modified DH: rotate about x and move along x, then rotate about the new z and "
    "move along it. In Craig's notation, α and a of this row have the index of the "
    "previous row.",
    "general": "Poses, not four numbers, describe this joint. Convert the robot to a DH convention "
    "in its table.",
}
