"""The joints of the current robot, each with a slider and a field.

Below the joints: force on the tool, the remaining payload, the worst posture.
"""

from __future__ import annotations

from functools import partial
from math import isinf

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QScrollArea, QWidget

from rvs.bodies.dynamic import Held, held
from rvs.model.calls import call_of
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import joint_symbol, joint_unit, significant
from rvs.model.numbers.units import Unit
from rvs.model.preferences import Preferences
from rvs.model.refs import Ref, link_ref
from rvs.model.robots import table
from rvs.model.robots.ranges import joint_range
from rvs.model.state import State
from rvs.ui.commands import drives as commands
from rvs.ui.defer import defer
from rvs.ui.desk import Desk
from rvs.ui.widgets.boxes import STRETCH, hbox, vbox
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.fields.torque_bar import HeldFacts
from rvs.ui.widgets.fields.typed_field import discard
from rvs.ui.widgets.filled_body import Ground
from rvs.ui.widgets.joint_row import JointFacts, JointRow
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.masses_offer import MassesOffer
from rvs.words import tr

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
