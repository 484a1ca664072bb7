"""The joints of the current robot: a row for each, with its value, slider and limits.

Below the joints: force on the tool, the remaining payload, the worst posture.
"""

from __future__ import annotations

from functools import partial
from math import floor, isinf, log10, radians

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QPushButton, QScrollArea, QWidget

from rvs.bodies.dynamic import Held, held
from rvs.engine.joint import Joint
from rvs.model.appearance.colors import WindowColors
from rvs.model.calls import call_of
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import joint_symbol, joint_unit, shown_short, significant
from rvs.model.numbers.units import Unit
from rvs.model.preferences import Preferences
from rvs.model.refs import Ref, link_ref
from rvs.model.robots import table
from rvs.model.robots.ranges import Range, joint_range
from rvs.model.state import State
from rvs.ui.commands import drives as commands
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.widgets.dock import Dock, Ground
from rvs.ui.widgets.fields.joint_slider import JointSlider
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.fields.text_field import discard
from rvs.ui.widgets.fields.torque_bar import HeldFacts, TorqueBar
from rvs.ui.widgets.labels import ElidedLabel, Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, hbox, vbox
from rvs.ui.widgets.masses_offer import MassesOffer
from rvs.value_class import dataclass
from rvs.words import Verbatim, tr

FIELD_WIDTH, SYMBOL_WIDTH = 104, 26
AT_LIMIT = 1e-9
ANGLE_STEP, LENGTH_STEP = radians(1.0), 0.01


@dataclass(frozen=True, slots=True)
class JointFacts:
    """Facts about a joint in its row, apart from the value."""

    symbol: str
    joint: Joint
    range: Range
    unit: Unit
    free: bool


class LimitLabel(QLabel):
    """The end of a joint's range; a double click edits it."""

    wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("Caption")

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.wanted.emit()


class JointRow(QWidget):
    """Reports the user's changes of a joint; ``moved`` contains the SI value."""

    moved = Signal(float)
    settled = Signal()
    chosen = Signal()
    # Which limit, 0 lower or 1 upper, and its new value.
    limited = Signal(int, float)

    def __init__(self, colors: WindowColors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colors = colors
        self._facts: JointFacts | None = None
        self._reason = ""
        self._highlighted = False
        self.symbol = QLabel(self)
        self.symbol.setFixedWidth(SYMBOL_WIDTH)
        self.title = ElidedLabel(parent=self)
        self.field = NumberField(parent=self)
        self.field.setFixedWidth(FIELD_WIDTH)
        self.slider = JointSlider(colors, self)
        # Tab goes from joint to joint; arrows do in the field what they do at the slider.
        self.slider.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.lower_end, self.upper_end = LimitLabel(self), LimitLabel(self)
        self.notice = Notice(self)
        self.torque = TorqueBar(colors, self)
        self.torque.hide()
        self._arrange()
        self._connect()

    def describe(self, facts: JointFacts) -> None:
        """Show another joint, other limits or another unit."""
        if self._reason and facts != self._facts:
            # What was refused was refused by other limits, or of another joint.
            self.field.reset()
        self._facts = facts
        self.symbol.setText(facts.symbol)
        title = facts.joint.name or facts.joint.kind
        # a word begins the line; what a program calls its joint stays as it is
        word = title.replace(" ", "").isalpha()
        if not facts.joint.name:
            title = tr(title)
        self.title.setText(Verbatim(title[:1].upper() + title[1:] if word else title))
        self.title.setToolTip(tr("{kind} joint {name}", facts.joint.kind, facts.joint.name).strip())
        for end, value in zip(self.ends, facts.range.ends, strict=True):
            end.setText(shown_short(value, facts.unit))
        self.lower_end.setToolTip(
            tr("Lower limit of {symbol}; double-click changes it", facts.symbol)
        )
        self.upper_end.setToolTip(
            tr("Upper limit of {symbol}; double-click changes it", facts.symbol)
        )
        self.field.set_unit(facts.unit)
        self.slider.set_limits(facts.range, arrow_step(facts))
        self.field.step = arrow_step(facts)
        self.setEnabled(not facts.joint.locked)
        name = f"{facts.symbol} {title}"
        self.field.setAccessibleName(tr("{name}, value", name))
        self.slider.setAccessibleName(tr("{name}, slider", name))
        said = "{lower} to {upper}, assumed limits" if facts.range.assumed else "{lower} to {upper}"
        ends = tr(said, self.lower_end.text(), self.upper_end.text())
        self.slider.setAccessibleDescription(ends)
        self.slider.setToolTip(
            tr("{name}, {ends}; arrows move it by {step}", name, ends, _step(facts))
        )
        self._say(self.field.number)

    @property
    def ends(self) -> tuple[LimitLabel, LimitLabel]:
        """The labels of the lower and the upper limit."""
        return self.lower_end, self.upper_end

    def edit_limit(self, which: int) -> None:
        """Open a field for the lower (0) or the upper (1) limit next to the slider."""
        if self._facts is None:
            return
        label, field = self.ends[which], NumberField(parent=self)
        field.setObjectName("LimitField")
        called = ("Lower limit of {symbol}", "Upper limit of {symbol}")[which]
        field.setAccessibleName(tr(called, self._facts.symbol))
        field.set_unit(self._facts.unit)
        field.show_value(self._facts.range.ends[which])
        field.setFixedWidth(FIELD_WIDTH)
        left = label.x() if which == 0 else label.geometry().right() - FIELD_WIDTH
        field.move(max(left, 0), self.height() - field.height())
        other = self._facts.joint.limits[1 - which]

        def take(value: float) -> None:
            if (value > other) == (which == 0) and value != other:
                field.refuse("the lower limit would be above the upper one")
            else:
                self.limited.emit(which, value)

        def leave() -> None:
            if field.state != "invalid":
                field.deleteLater()

        field.entered.connect(take)
        field.editingFinished.connect(leave)
        field.show()
        field.setFocus()
        field.selectAll()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()

    def show_value(self, value: float) -> None:
        """Show the joint's value."""
        warned = self._near(value)
        self.field.show_value(value, warned)
        self.slider.show_value(value, warned)
        self._say(value)

    def show_held(self, facts: HeldFacts | None) -> None:
        """Show the joint's torque for holding the posture, or nothing."""
        self.torque.setVisible(facts is not None)
        if facts is not None:
            self.torque.show_held(facts)

    def highlight(self, chosen: bool) -> None:
        """Mark the row as the selected one."""
        if chosen != self._highlighted:
            self._highlighted = chosen
            self._paint_names()

    def recolor(self, colors: WindowColors) -> None:
        """Set the colours."""
        self._colors = colors
        self.slider.recolor(colors)
        self.torque.recolor(colors)
        self._paint_names()
        self._say(self.field.number)

    def _arrange(self) -> None:
        foot = QGridLayout()
        foot.setContentsMargins(2, 0, 2, 0)
        foot.addWidget(self.lower_end, 0, 0, Qt.AlignmentFlag.AlignLeft)
        foot.addWidget(self.notice, 0, 1)
        foot.addWidget(self.upper_end, 0, 2, Qt.AlignmentFlag.AlignRight)
        foot.setColumnStretch(1, 1)
        vbox(hbox(self.symbol, (self.title, 1), self.field), self.slider, foot, self.torque, gap=2,
             of=self)  # fmt: skip
        self._paint_names()

    def _connect(self) -> None:
        for which, end in enumerate(self.ends):
            end.wanted.connect(partial(self.edit_limit, which))
        self.slider.moved.connect(self._wish)
        self.slider.released.connect(self.settled)
        self.slider.sliderPressed.connect(self.chosen)
        self.field.entered.connect(self._typed)
        self.field.stepped.connect(self._step)
        self.field.refused.connect(self._refused)
        self.field.accepted.connect(self._accepted)

    def _typed(self, value: float) -> None:
        facts = self._facts
        if facts and not facts.free and not facts.range.assumed:
            tolerance = 1e-12
            if value > facts.range.upper + tolerance or value < facts.range.lower - tolerance:
                ends = tr(
                    "{lower_end} to {upper_end}", self.lower_end.text(), self.upper_end.text()
                )
                self.field.refuse(tr("outside {ends}", ends))
                return
        self._wish(value)
        self.settled.emit()

    def _step(self, value: float) -> None:
        if self._facts is not None:
            self._wish(value if self._facts.free else self._facts.range.clamp(value))

    def _wish(self, value: float) -> None:
        self.moved.emit(value)

    def _refused(self, reason: str) -> None:
        self._reason = reason
        self._say(self.field.number)

    def _accepted(self) -> None:
        self._reason = ""
        self._say(self.field.number)

    def _near(self, value: float) -> bool:
        return self._facts is not None and self._facts.range.room(value) < self._facts.range.zone

    def _say(self, value: float) -> None:
        if self._reason:
            self.notice.say(self._reason, "error", self._colors.limit)
        elif self._facts and self._near(value):
            self.notice.say(self._warning(self._facts, value), "warning", self._colors.warn)
        elif self._facts and self._facts.joint.locked:
            self.notice.say("locked", "note", self._colors.text_3)
        elif self._facts and self._facts.range.assumed:
            self.notice.say("assumed limits", "note", self._colors.text_3)
        else:
            self.notice.say("")

    @staticmethod
    def _warning(facts: JointFacts, value: float) -> str:
        room = facts.range.room(value)
        if room < -AT_LIMIT:
            return tr("{room} beyond its limit", shown_short(-room, facts.unit))
        return (
            "at its limit"
            if room < AT_LIMIT
            else tr("{room} to limit", shown_short(room, facts.unit))
        )

    def _paint_names(self) -> None:
        strong = self._colors.accent_text if self._highlighted else self._colors.text
        weak = self._colors.accent_text if self._highlighted else self._colors.text_2
        self.symbol.setStyleSheet(f"color: {strong}; font-size: 14px; font-weight: 600;")
        self.title.setStyleSheet(f"color: {weak};")


def _step(facts: JointFacts) -> str:
    return shown_short(arrow_step(facts), facts.unit)


def arrow_step(facts: JointFacts) -> float:
    """Return the step of an arrow key: a degree, or a power of ten for a prismatic joint."""
    span = facts.range.upper - facts.range.lower
    if facts.unit.dimension == "angle":
        return ANGLE_STEP
    return float(10.0 ** floor(log10(span / 50.0))) if span > 0.0 else LENGTH_STEP


MENU = (
    "home", "zero", None, "angle_deg", "angle_rad", None, "ignore_limits", None, "joint_torques",
    "worst_posture",
)  # fmt: skip

NEWTON = Unit("N", "N", "number", 1.0, 1)
AXES = "XYZ"


class JointsPanel(Dock):
    """Moves the robot by hand: one undo step for each drag."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("joints", "Joints", desk.theme, desk.window)
        self._session, self._settings, self._push = desk.session, desk.settings, desk.push
        self._placed: PlacedRobot | None = None
        self._preferences: Preferences | None = None
        self._selection: tuple[Ref, ...] = ()
        self.rows: list[JointRow] = []
        menu = QMenu(self)
        desk.actions.fill(menu, MENU)
        self.add_button("more", "Posture, units and limits", menu)
        self.foot = HoldingFoot(desk)
        self.set_body(self._make_body())
        desk.push.changed.connect(lambda: self._show_torques(self._session.state))
        desk.theme.changed.connect(self._recolor)
        desk.settings.changed.connect(lambda: self.show_state(self._session.state))
        desk.binding.follow(
            lambda s: (s.document, s.postures, s.selection), self.show_state, calm=True, of=self
        )

    def show_state(self, state: State) -> None:
        """Show the posture of the current robot."""
        placed, preferences = current_robot(state), self._settings.preferences
        if placed is not self._placed or preferences is not self._preferences:
            self._describe(placed, preferences)
        if placed is None:
            return
        for row, value in zip(self.rows, state.postures[placed.id], strict=True):
            row.show_value(value)
        for i, row in enumerate(self.rows):
            row.highlight(state.chosen == link_ref(placed.id, i + 1))
        self._show_torques(state)
        if state.selection is not self._selection:
            self._selection = state.selection
            self._reveal(state)

    def _show_torques(self, state: State) -> None:
        """Show the holding torque of each joint if it is switched on."""
        placed, wanted = current_robot(state), self._settings.preferences.joint_torques
        self.foot.setVisible(wanted and placed is not None)
        self._push.show("joints", wanted)
        found = None
        if wanted and placed is not None:
            found = held(placed, state.postures[placed.id], self._push.force)
            self.foot.show_held(placed, found)
        for i, row in enumerate(self.rows):
            row.show_held(None if found is None or placed is None else _facts(placed, found, i))

    def _reveal(self, state: State) -> None:
        """Scroll to the joint of the selected link if it is out of sight."""
        placed, area = self._placed, self.widget()
        if placed is None or not isinstance(area, QScrollArea):
            return
        for i, row in enumerate(self.rows):
            if state.chosen == link_ref(placed.id, i + 1):
                # The rows of another robot have their places only later.
                defer(row, partial(area.ensureWidgetVisible, row, 0, 12))

    def _make_body(self) -> QWidget:
        body = Ground(self.theme)
        self._empty = QLabel("No robot is shown.\nChoose one in the library.")
        self._empty.setObjectName("Secondary")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._column = vbox(
            self._empty, self.foot, STRETCH, gap=10, edges=(16, 12, 16, 16), of=body
        )
        return body

    def _describe(self, placed: PlacedRobot | None, preferences: Preferences) -> None:
        self._placed, self._preferences = placed, preferences
        robot = placed.robot if placed else None
        self._empty.setVisible(robot is None)
        self.subtitle.setText(self._session.called(placed) if placed else "")
        self._match_rows(robot.n if robot else 0)
        if placed is None or robot is None:
            return
        length = placed.unit if preferences.length == "robot" else preferences.length
        for i, (row, joint) in enumerate(zip(self.rows, robot.joints, strict=True)):
            unit = joint_unit(joint, preferences.angle, length)
            free = preferences.ignore_limits
            row.describe(
                JointFacts(joint_symbol(joint, i), joint, joint_range(robot, i), unit, free)
            )

    def _match_rows(self, count: int) -> None:
        while len(self.rows) > count:
            row = self.rows.pop()
            self._column.removeWidget(row)
            discard(row)
        while len(self.rows) < count:
            row, index = JointRow(self.theme.colors), len(self.rows)
            row.moved.connect(lambda value, i=index: self._move(i, value))
            row.chosen.connect(lambda i=index: self._choose(i))
            row.settled.connect(self._session.settle)
            row.limited.connect(partial(self._limit, index))
            self._column.insertWidget(index, row)
            self.rows.append(row)

    def _move(self, index: int, value: float) -> None:
        placed = self._placed
        if placed is None:
            return
        posture = list(self._session.state.postures[placed.id])
        posture[index] = value
        symbol = joint_symbol(placed.robot.joints[index], index)
        label = tr("Move {symbol} of {robot}", symbol, self._session.called(placed))
        self._session.pose(placed.id, posture, label, merge=("joint", placed.id, index))

    def _limit(self, index: int, which: int, value: float) -> None:
        """Set the lower (0) or the upper (1) limit of a joint."""
        placed = self._placed
        if placed is None:
            return
        ends = list(placed.robot.joints[index].limits)
        ends[which] = value
        word = ("lower", "upper")[which]
        name = joint_symbol(placed.robot.joints[index], index)
        self._session.edit(
            tr(
                "Set the {word} limit of {name} of {robot}",
                word,
                name,
                self._session.called(placed),
            ),
            call_of(table.set_limits, placed.id, index, *ends),
        )

    def _choose(self, index: int) -> None:
        if self._placed is not None:
            self._session.select(link_ref(self._placed.id, index + 1))

    def _recolor(self) -> None:
        for row in self.rows:
            row.recolor(self.theme.colors)


def _facts(placed: PlacedRobot, found: Held, index: int) -> HeldFacts:
    joint = placed.robot.joints[index]
    alike = [one.turns == joint.turns for one in placed.robot.joints]
    largest = float(np.abs(found.torques[alike]).max())
    unit = "N m" if joint.turns else "N"
    torque, effort = float(found.torques[index]), float(found.efforts[index])
    fx, fy, fz = found.reactions.force[index].tolist()
    mx, my, mz = found.reactions.moment[index].tolist()
    symbol = joint_symbol(joint, index)
    return HeldFacts(symbol, torque, effort, largest, unit, (fx, fy, fz), (mx, my, mz))


class HoldingFoot(QWidget):
    """Hidden if no torques are shown next to joints.

    Attributes:
        offer: Shown if masses are missing.
        fields: The force at the tool along x, y and z of the cell.
        payload: Additional payload that the robot can hold here.
        worst: Goes to the posture with the largest holding torque.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._push = desk.push
        self.offer = MassesOffer(desk, "They determine the torques due to gravity.")
        self.fields = tuple(self._field(axis) for axis in range(3))
        self.payload = named_label("Secondary")
        self.payload.setWordWrap(True)
        self.worst = QPushButton("Worst posture")
        self.worst.setToolTip(
            "Move to the posture within the limits with the largest holding torque"
        )
        self.worst.clicked.connect(lambda: commands.go_worst(desk))
        self._known = QWidget()
        vbox(
            named_label("Caption", "Force on the tool, along the axes of the world"),
            hbox(*((field, 1) for field in self.fields), gap=6),
            self.payload,
            hbox(self.worst, STRETCH, gap=0),
            gap=6,
            of=self._known,
        )
        vbox(self.offer, self._known, gap=0, of=self)
        desk.push.changed.connect(self._show_force)
        self._show_force()

    def show_held(self, placed: PlacedRobot | None, held: Held | None) -> None:
        """Show the additional payload that can be held, or the missing data for it."""
        known = self.offer.show_robot(placed)
        self._known.setVisible(known)
        if placed is None or held is None:
            return
        load = held.payload
        if load.joint is None or isinf(load.mass):
            words = "Give the joints effort limits to see how much more they can carry."
        else:
            symbol = joint_symbol(placed.robot.joints[load.joint], load.joint)
            words = tr(
                "Can hold {mass} kg more here; {symbol} sets the limit.",
                significant(load.mass, 3),
                symbol,
            )
            if load.mass == 0.0:
                words = tr("{symbol} cannot hold the robot here.", symbol)
        self.payload.setText(words)

    def _field(self, axis: int) -> NumberField:
        field = NumberField(tr("Force on the tool along {axis}", AXES[axis]), NEWTON)
        field.setToolTip(tr("Force on the tool along {axes} of the world, in N", AXES[axis]))
        field.entered.connect(lambda value: self._take(axis, value))
        return field

    def _take(self, axis: int, value: float) -> None:
        x, y, z = (value if i == axis else old for i, old in enumerate(self._push.force))
        self._push.take((x, y, z))

    def _show_force(self) -> None:
        for field, value in zip(self.fields, self._push.force, strict=True):
            field.show_value(value)
