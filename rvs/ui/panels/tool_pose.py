"""Current pose and target of the current robot's tool, typed, jogged or dragged, and its problems.

Buttons that move the tool step by step along or about three axes.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from html import escape
from math import radians
from typing import Any

import numpy as np
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.rotations import rotation
from rvs.engine.transforms import inverse
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot, called
from rvs.model.numbers.orientations import (
    ORIENTATIONS,
    ROLL_PITCH_YAW,
    Orientation,
    orientation_as,
    read_pose,
)
from rvs.model.numbers.quantities import PURE, shown_short
from rvs.model.numbers.units import Unit
from rvs.model.robots.maker import has_own_frame, maker_place, makers_frame
from rvs.model.robots.tool_error import MEANINGS, flips, nearness, pose_error, why_short
from rvs.model.state import State
from rvs.ui.commands import things as thing_commands
from rvs.ui.commands import tool_edits
from rvs.ui.desk import Desk
from rvs.ui.widgets.chip import check
from rvs.ui.widgets.dock import Dock, Ground
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import Notice, add_heading, named_label
from rvs.ui.widgets.layouts import STRETCH, grid, in_order, put, vbox
from rvs.ui.work.jobs import Latest
from rvs.words import begun, tr

PLACES = ("X", "Y", "Z")
OTHER = "Inverse kinematics lists all postures that reach the pose. Undo restores the posture."
REST_MS = 250
# Smaller misses are not worth saying, m and rad.
LEAST = (1e-5, 1e-3)


def numbers_frame(desk: Desk) -> Array:
    """Return the frame (4, 4) of the displayed tool pose: the world, or another.

    That is the base frame of the current robot's manufacturer, if the user prefers it.
    """
    placed = current_robot(desk.session.state)
    if placed is None or not desk.settings.preferences.makers_frame:
        return np.eye(4)
    if not has_own_frame(placed.robot):
        return np.eye(4)
    frame: Array = np.array(placed.place) @ makers_frame(placed.robot)
    return frame


class ToolNotice(QWidget):
    """A warning, and its explanation below."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._session, self._target = desk, desk.session, desk.gizmos.tool
        self.notice, self.more = Notice(), named_label("Secondary")
        self._work = Latest(desk.closing)
        self._about: tuple[object, ...] = ()
        self._why, self._flipped, self._other = "", "", ""
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._ask_why)
        self.more.setWordWrap(True)
        self.more.hide()
        self.frame = named_label("Secondary")
        # It holds a link; labels are plain text otherwise.
        self.frame.setProperty("rich", True)
        self.frame.setWordWrap(True)
        self.frame.linkActivated.connect(lambda _: self._put_at_tip())
        self.frame.hide()
        vbox(self.notice, self.more, self.frame, gap=4, of=self)
        desk.binding.follow(lambda s: (s.document, s.active, s.view.mode), self._show_frame)
        desk.theme.changed.connect(lambda: self._show_frame(self._session.state))

    def note_step(self, turned: str) -> None:
        """Record the joints that the last step of the tool rotated far, as a text."""
        self._flipped = turned
        self.show_pose()

    def note_posture(self, turned: str) -> None:
        """Record that another posture was used for a pose, and the joints that rotated far."""
        self._other = tr("It turned {turned}. {cure}", turned, tr(OTHER)) if turned else tr(OTHER)
        self.show_pose()

    def show_pose(self) -> None:
        """Show the distance of the tool from its goal and the reason, or a nearby singularity."""
        placed, pose, goal = (
            current_robot(self._session.state),
            self._target.pose,
            self._target.goal,
        )
        posture = self._session.state.postures[placed.id] if placed else ()
        about = (placed, posture, None if goal is None else goal.tobytes())
        if about != self._about:
            self._about, self._why, self._other = about, "", ""
            self._rest.start()
        warn = self._desk.theme.colors.warn
        if pose is not None and goal is not None:
            self.notice.say(tr("Not reached: {short}", self._short(pose, goal)), "warning", warn)
            wanted, there = self._written(pose, goal), self._written(goal, pose)
            told = tr("Target: {wanted}. The tool is at {there}.", wanted, there)
            self._add(f"{self._why}. {told}" if self._why else told)
        elif self._other:
            self.notice.say("Reached in another posture", "warning", warn)
            self._add(self._other)
        elif placed is not None and (near := nearness(placed.robot, posture)) is not None:
            words = tr("{singularity} is near", begun(near.words))
            self.notice.say(words, "warning", warn)
            meaning = f"{begun(MEANINGS[near.kind])}."
            turned = tr("The last step turned {joints}.", self._flipped) if self._flipped else ""
            self._add(f"{turned} {meaning}" if turned else meaning)
        elif self._flipped:
            self.notice.say(tr("Turned {flipped}", self._flipped), "warning", warn)
            self._add("The tool passed close to a singularity, where joints must turn far.")
        else:
            self.notice.say("")
            self._add("")

    def _show_frame(self, state: State) -> None:
        """Report that the numbers do not describe the tip, if the end-effector has one."""
        placed = current_robot(state)
        away = placed is not None and bool(tool_edits.tip_missed(state, placed))
        self.frame.setVisible(away)
        if placed is not None and away:
            what = tr("Not at the tip of the {end_effector}.", escape(placed.end_effector))
            cure = tr("Move the tool there")
            # Text keeps the colour that links had when it was set.
            link = f"color: {self._desk.theme.colors.accent_text}"
            self.frame.setText(f"{what} <a href='tip' style='{link}'>{cure}</a>")

    def _put_at_tip(self) -> None:
        placed = current_robot(self._session.state)
        if placed is not None:
            tool_edits.tool_at_tip(self._session, placed)

    def _add(self, words: str) -> None:
        self.more.setText(words)
        self.more.setVisible(bool(words))

    def _short(self, pose: Array, goal: Array) -> str:
        """Return the distance of a pose from another, in the user's units."""
        (distance, turn), (length, angle) = pose_error(pose, goal), self._desk.units
        told = [shown_short(distance, length)] if distance > LEAST[0] else []
        told += [shown_short(turn, angle)] if turn > LEAST[1] else []
        return tr("{distance} short", " and ".join(told)) if told else "slightly short"

    def _written(self, pose: Array, goal: Array) -> str:
        """Return a pose in the user's numbers, limited to those that differ from another pose."""
        here, there = self._numbers(pose), self._numbers(goal)
        return ", ".join(new for new, old in zip(there, here, strict=True) if new != old)

    def _numbers(self, pose: Array) -> list[str]:
        length, angle = self._desk.units
        preferences = self._desk.settings.preferences
        pose = inverse(numbers_frame(self._desk)) @ pose
        way = orientation_as(preferences.orientation, preferences.roll_axis)
        places = zip(PLACES, pose[:3, 3].tolist(), strict=True)
        told = [f"{letter} {shown_short(value, length)}" for letter, value in places]
        units = (angle if is_angle else PURE for is_angle in way.angles)
        turns = zip(way.words, way.numbers(pose[:3, :3]).tolist(), units, strict=True)
        return told + [f"{word} {shown_short(value, unit)}" for word, value, unit in turns]

    def _ask_why(self) -> None:
        """Compute in the background why the goal is not reached, once the tool has stopped."""
        placed, goal = current_robot(self._session.state), self._target.goal
        if placed is None or goal is None or not self.isVisible():
            return
        about, seen = self._about, inverse(np.array(placed.place)) @ goal
        posture = self._session.state.postures[placed.id]

        def work() -> Generator[Any, None, tuple[object, str]]:
            yield
            return about, why_short(placed.robot, seen, posture)

        self._work.start(work, self._take_why)

    def _take_why(self, found: tuple[object, str]) -> None:
        if found[0] == self._about:
            self._why = found[1]
            self.show_pose()


MOST_TURNS = 4
MAKERS = "Show the numbers of the maker's controller and tables, which refer to another base frame"
# A number that the tool misses by more is marked, m or rad.
AWAY = 1e-5

WAYS = (0.0001, 0.001, 0.005, 0.01, 0.05, 0.1)
FIRST_WAY, FIRST_TURN = 3, 2
DELAY_MS, INTERVAL_MS = 350, 80
BUTTON_HEIGHT = 28


class ToolPosePanel(Dock):
    """Shows the pose of the tool, or the typed pose while the arm does not reach it.

    Attributes:
        fields: Position first, then the numbers of the orientation.
        jog: Buttons to move step by step.
        said: Message about obstacles to the tool.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__("tool_pose", "Tool pose", desk.theme, desk.window)
        self._desk = desk
        self._entered: Array | None = None
        self._session, self._settings, self._messages = desk.session, desk.settings, desk.messages
        self.target = desk.gizmos.tool
        self.subtitle.setText("tool in world")
        self.gizmo = self.add_button("gizmo", "Drag the tool in the view (G)")
        self.gizmo.setCheckable(True)
        self.gizmo.clicked.connect(lambda: self.target.show(not self.target.shown))
        self._forms = QActionGroup(self)
        self.add_button(
            "more", "Copy, paste, named places, and the form of the orientation", self._menu()
        )
        self._letters = [QLabel(letter) for letter in PLACES]
        self._words = [named_label("Secondary") for _ in range(MOST_TURNS)]
        self.fields = [NumberField("Pose of the tool") for _ in range(len(PLACES) + MOST_TURNS)]
        self.jog = Jog()
        self.said = ToolNotice(desk)
        self.makers = check("Maker's frame", MAKERS)
        self.set_body(self._make_body())
        self._connect(desk)
        self._recolor()

    @property
    def orientation(self) -> Orientation:
        """Selected notation of the orientation."""
        preferences = self._settings.preferences
        return orientation_as(preferences.orientation, preferences.roll_axis)

    @property
    def pose(self) -> Array | None:
        """Pose in the fields: the typed one, or the current pose of the tool (4, 4)."""
        goal = self.target.goal
        # What nobody typed must not drift with an arm that does not get there.
        typed = goal is not None and goal is self._entered
        return goal if typed else self.target.pose

    def show_pose(self) -> None:
        """Show the pose of the current robot's tool, and its goal if it is elsewhere."""
        pose, there = self.pose, self.target.pose
        self.gizmo.setChecked(self.target.shown)
        self.jog.setEnabled(pose is not None)
        for field in self.fields:
            field.setEnabled(pose is not None)
        if pose is None or there is None:
            for field in self.fields:
                field.clear()
            self.said.show_pose()
            return
        numbers, real = self._numbers(pose), self._numbers(there)
        for field, number, now in zip(self.fields, numbers, real, strict=False):
            field.show_value(number, warned=abs(number - now) > AWAY)
        self.said.show_pose()

    def _numbers(self, pose: Array) -> list[float]:
        pose = inverse(numbers_frame(self._desk)) @ pose
        return [*pose[:3, 3].tolist(), *self.orientation.numbers(pose[:3, :3]).tolist()]

    def copy_values(self) -> None:
        """Copy the displayed numbers, with plain minus signs, to the clipboard."""
        shown = [field for field in self.fields if not field.isHidden()]
        texts = [field.text().replace("−", "-") for field in shown]
        QGuiApplication.clipboard().setText("\t".join(texts))

    def copy_matrix(self) -> None:
        """Copy the pose in metres to the clipboard, one row per line."""
        if self.target.pose is not None:
            pose = inverse(numbers_frame(self._desk)) @ self.target.pose
            rows = (" ".join(repr(value) for value in row) for row in pose.tolist())
            QGuiApplication.clipboard().setText("\n".join(rows))

    def paste(self) -> None:
        """Move the tool to the pose on the clipboard."""
        length, angle = self._desk.units
        with self._messages.telling("The pose was not pasted") as done:
            pose = read_pose(QGuiApplication.clipboard().text(), self.orientation, length, angle)
        if not done:
            return
        self._lead(numbers_frame(self._desk) @ pose, "Paste a pose of")

    def _make_body(self) -> QWidget:
        body = Ground(self.theme)
        rows = grid(6, 8, grows=(1, 3))
        for row, letter in enumerate(self._letters):
            put(rows, row, letter, self.fields[row])
        for row, word in enumerate(self._words):
            put(rows, row, word, self.fields[len(PLACES) + row], 2)
        for index, field in enumerate(self.fields):
            # A sign, all decimals and a unit.
            field.hold("−0.0000 dm" if index < len(PLACES) else "−180.00 °")
        vbox(rows, self.said, self.makers, self.jog, STRETCH, edges=(16, 12, 16, 12), of=body)
        in_order(*self.fields)
        return body

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(
            "Copy the values",
            self.copy_values,
        )
        menu.addAction("Copy as a 4×4 matrix", self.copy_matrix)
        menu.addAction("Paste a pose", self.paste)
        menu.addSeparator()
        self.places = menu.addMenu("Go to place")
        menu.addAction("Store this place…", partial(thing_commands.keep_tool, self._desk))
        menu.aboutToShow.connect(self._offer_places)
        add_heading(menu, "Form of the orientation")
        ways: list[tuple[Orientation, dict[str, str]]] = [
            (way, {"orientation": "rpy", "roll_axis": axis}) for axis, way in ROLL_PITCH_YAW.items()
        ]
        ways += [
            (way, {"orientation": name}) for name, way in ORIENTATIONS.items() if name != "rpy"
        ]
        menu.setToolTipsVisible(True)
        for way, choices in ways:
            action = menu.addAction(way.title)
            action.setCheckable(True)
            action.setData(way.title)
            action.setToolTip(way.explanation)
            action.triggered.connect(partial(self._settings.change, **choices))
            self._forms.addAction(action)
        return menu

    def _offer_places(self) -> None:
        """Fill the menu with the targets of the cell."""
        thing_commands.fill_places(
            self.places, self._desk, partial(thing_commands.go_to, self._desk)
        )

    def _connect(self, desk: Desk) -> None:
        for index, field in enumerate(self.fields):
            field.entered.connect(partial(self._typed, index))
        self.makers.clicked.connect(lambda on: desk.settings.change(makers_frame=on))
        self.jog.moved.connect(self._move)
        self.jog.turned.connect(self._turn)
        self.jog.settled.connect(self._session.settle)
        self.jog.axes_chosen.connect(lambda tool: desk.settings.change(tool_axes=tool))
        desk.theme.changed.connect(self._recolor)
        desk.settings.changed.connect(self._write_words)
        self.target.changed.connect(self.show_pose)
        desk.binding.follow(lambda s: (s.document, s.selection), self._describe)

    def _describe(self, _state: State) -> None:
        self._write_words()

    def _write_words(self) -> None:
        """Write names and units of the numbers; their set may have changed."""
        state = self._session.state
        placed = current_robot(state)
        if placed is not None and len(state.document.robots) > 1:
            self.subtitle.setText(called(state.document, placed))
        else:
            self.subtitle.setText("tool in world")
        self._write_frame(placed)
        way, preferences = self.orientation, self._settings.preferences
        length, angle = self._desk.units
        for row, word in enumerate(self._words):
            there = row < len(way.words)
            field = self.fields[len(PLACES) + row]
            word.setVisible(there)
            field.setVisible(there)
            if there:
                word.setText(way.labels[row])
                word.setToolTip(way.explanation)
                field.set_unit(angle if way.angles[row] else PURE)
                field.setAccessibleName(tr("{words} of the tool", way.words[row]))
        for letter, field in zip(PLACES, self.fields, strict=False):
            field.set_unit(length)
            field.setAccessibleName(tr("{letter} of the tool in the world", letter))
        for action in self._forms.actions():
            action.setChecked(action.data() == way.title)
        self.jog.set_units(length, angle)
        self.jog.show_axes(preferences.tool_axes)
        self.target.use_tool_axes(preferences.tool_axes)
        self.show_pose()

    def _write_frame(self, placed: PlacedRobot | None) -> None:
        """Describe the manufacturer's frame of the robot if it differs."""
        length, angle = self._desk.units
        words = "" if placed is None else maker_place(placed.robot, length, angle)
        shown = self._settings.preferences.makers_frame
        self.makers.setVisible(bool(words))
        self.makers.setChecked(shown)
        self.makers.setText(tr("Maker's frame ({words})", words))
        if words and shown:
            self.subtitle.setText("in the maker's frame")

    def _typed(self, index: int, value: float) -> None:
        if self.pose is None:
            return
        frame = numbers_frame(self._desk)
        pose = inverse(frame) @ self.pose
        if index < len(PLACES):
            pose[index, 3] = value
        else:
            try:
                changed = self.orientation.changed(pose[:3, :3], index - len(PLACES), value)
            except RvsError as error:
                self.fields[index].refuse(str(error))
                return
            pose[:3, :3] = changed
        self._lead(frame @ pose, "Place")

    def _lead(self, pose: Array, verb: str) -> None:
        self.said.note_step("")
        placed = current_robot(self._session.state)
        if placed is None:
            return
        before = self._session.state.postures[placed.id]
        self._entered = pose
        if self.target.reach(pose, label=f"{verb} {self._whose()}"):
            after = self._session.state.postures[placed.id]
            self.said.note_posture(flips(placed.robot, before, after, self._desk.units[1]))

    def _whose(self) -> str:
        placed = current_robot(self._session.state)
        return tr("the tool of {robot}", self._session.called(placed)) if placed else "the tool"

    def _move(self, axis: int, way: float) -> None:
        axes = self.target.axes_pose()
        if axes is None or self.target.pose is None:
            return
        pose = self.target.pose.copy()
        pose[:3, 3] += way * axes[:3, axis]
        self._jog(pose, "Move", axis)

    def _turn(self, axis: int, angle: float) -> None:
        axes = self.target.axes_pose()
        if axes is None or self.target.pose is None:
            return
        pose = self.target.pose.copy()
        pose[:3, :3] = rotation(axes[:3, axis], angle) @ pose[:3, :3]
        self._jog(pose, "Turn", axis)

    def _jog(self, pose: Array, verb: str, axis: int) -> None:
        placed = current_robot(self._session.state)
        if placed is None:
            return
        before = self._session.state.postures[placed.id]
        label = f"{verb} {self._whose()}"
        self.target.step(pose, label=label, merge=("jog", verb, axis))
        after = self._session.state.postures[placed.id]
        self.said.note_step(flips(placed.robot, before, after, self._desk.units[1]))

    def _recolor(self) -> None:
        axes = self.theme.axes
        for label, color in zip(self._letters, (axes.x, axes.y, axes.z), strict=True):
            label.setStyleSheet(f"color: {color}; font-weight: 600;")
        self.show_pose()


TURNS = tuple(radians(degrees) for degrees in (0.1, 1.0, 5.0, 15.0, 45.0, 90.0))


class Jog(QWidget):
    """Reports jogs: ``moved`` with an axis from 0 and metres, ``turned`` with rad."""

    moved = Signal(int, float)
    turned = Signal(int, float)
    axes_chosen = Signal(bool)
    settled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.axes = Combo("Axes along which the tool moves", self)
        self.axes.addItems(["World axes", "Tool axes"])
        self.axes.setToolTip("Axes along and about which the buttons and the gizmo move the tool")
        self.axes.currentIndexChanged.connect(lambda i: self.axes_chosen.emit(i == 1))
        self.way = Combo("Step size of moves", self)
        self.way.setToolTip("Step size of moves")
        self.turn = Combo("Step size of turns", self)
        self.turn.setToolTip("Step size of turns")
        self.buttons: dict[str, QToolButton] = {}
        self._arrange()

    def set_units(self, length: Unit, angle: Unit) -> None:
        """Show the steps in other units."""
        for combo, steps, unit, first in (
            (self.way, WAYS, length, FIRST_WAY),
            (self.turn, TURNS, angle, FIRST_TURN),
        ):
            chosen = combo.currentIndex()
            combo.clear()
            combo.addItems([shown_short(step, unit) for step in steps])
            combo.setCurrentIndex(chosen if chosen >= 0 else first)

    def show_axes(self, tool: bool) -> None:
        """Show the selected axes, without a notification."""
        self.axes.blockSignals(True)
        self.axes.setCurrentIndex(int(tool))
        self.axes.blockSignals(False)

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        for combo, share in ((self.axes, 13), (self.way, 9), (self.turn, 6)):
            # They give way in a narrow panel rather than push its edge out of sight.
            combo.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            head.addWidget(combo, share)
        grid = QGridLayout()
        grid.setSpacing(4)
        for row, (word, letters) in enumerate((("Move", "XYZ"), ("Turn", "XYZ"))):
            grid.addWidget(named_label("Secondary", word), row, 0)
            for axis, letter in enumerate(letters):
                for side, sign in enumerate((-1, 1)):
                    button = self._button(word, axis, letter, sign)
                    grid.addWidget(button, row, 1 + 2 * axis + side)
        for column in range(1, 7):
            grid.setColumnStretch(column, 1)
        vbox(head, grid, of=self)

    def _button(self, word: str, axis: int, letter: str, sign: int) -> QToolButton:
        mark = "+" if sign > 0 else "−"
        button = QToolButton(self)
        button.setText(f"{mark}{letter}")
        button.setProperty("field", True)
        button.setProperty("jog", True)
        button.setFixedHeight(BUTTON_HEIGHT)
        button.setMinimumWidth(button.sizeHint().width())
        along = word == "Move"
        tip = "Move one step along {axis}" if along else "Turn one step about {axis}"
        button.setToolTip(tr("{move}; hold to continue", tr(tip, f"{mark}{letter}")))
        name = "Move along {axis}" if along else "Turn about {axis}"
        button.setAccessibleName(tr(name, f"{mark}{letter}"))
        button.setAutoRepeat(True)
        button.setAutoRepeatDelay(DELAY_MS)
        button.setAutoRepeatInterval(INTERVAL_MS)
        button.clicked.connect(lambda: self._go(word, axis, sign))
        button.released.connect(self._settle)
        self.buttons[f"{word.lower()} {mark}{letter.lower()}"] = button
        return button

    def _go(self, word: str, axis: int, sign: int) -> None:
        if word == "Move":
            self.moved.emit(axis, sign * WAYS[self.way.currentIndex()])
        else:
            self.turned.emit(axis, sign * TURNS[self.turn.currentIndex()])

    def _settle(self) -> None:
        """Combine one press, of any duration, into one undo step."""
        button = self.sender()
        if isinstance(button, QToolButton) and not button.isDown():
            self.settled.emit()
