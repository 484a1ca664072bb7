"""Current pose and target of the current robot's tool: typed, jogged or dragged.

Buttons that move the tool step by step along or about three axes.
"""

from __future__ import annotations

from functools import partial
from math import radians

from PySide6.QtCore import Signal
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
from rvs.model.robots.maker import maker_place
from rvs.model.robots.tool_error import flips
from rvs.model.state import State
from rvs.ui.commands import things as thing_commands
from rvs.ui.desk import Desk
from rvs.ui.widgets.boxes import STRETCH, grid, in_order, put, vbox
from rvs.ui.widgets.chip import check
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.filled_body import Ground
from rvs.ui.widgets.labels import add_heading, named_label
from rvs.ui.widgets.tool_notice import PLACES, ToolNotice, numbers_frame
from rvs.words import tr

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
