"""Below the joints: what pushes on the tool, what more the robot can carry, its worst posture."""

from __future__ import annotations

from math import isinf

from PySide6.QtWidgets import QPushButton, QWidget

from rvs.bodies.dynamic import Held
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import joint_symbol, significant
from rvs.model.numbers.units import Unit
from rvs.ui.commands import drives as commands
from rvs.ui.desk import Desk
from rvs.ui.widgets.boxes import STRETCH, hbox, vbox
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.masses_offer import MassesOffer

NEWTON = Unit("N", "N", "number", 1.0, 1)
AXES = "XYZ"


class HoldingFoot(QWidget):
    """Hidden where torques are not shown beside joints.

    Attributes:
        offer: Stands there where masses are missing.
        fields: The force at the tool along x, y and z of the cell.
        payload: What more the robot can hold here.
        worst: Goes to the posture in which holding asks the most.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._push = desk.push
        self.offer = MassesOffer(desk, "What gravity asks of the joints follows from them.")
        self.fields = tuple(self._field(axis) for axis in range(3))
        self.payload = named_label("Secondary")
        self.payload.setWordWrap(True)
        self.worst = QPushButton("Worst posture")
        self.worst.setToolTip(
            "Go to the posture within the limits in which holding asks the most of a joint"
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
        """Show what more can be held, or what is missing for it."""
        known = self.offer.show_robot(placed)
        self._known.setVisible(known)
        if placed is None or held is None:
            return
        load = held.payload
        if load.joint is None or isinf(load.mass):
            words = "Give the joints efforts to see what more they can hold."
        else:
            symbol = joint_symbol(placed.robot.joints[load.joint], load.joint)
            words = f"Can hold {significant(load.mass, 3)} kg more here; {symbol} sets the limit."
            if load.mass == 0.0:
                words = f"{symbol} cannot hold the robot here."
        self.payload.setText(words)

    def _field(self, axis: int) -> NumberField:
        field = NumberField(f"Force on the tool along {AXES[axis]}", NEWTON)
        field.setToolTip(f"Force on the tool along {AXES[axis]} of the world, in N")
        field.entered.connect(lambda value: self._take(axis, value))
        return field

    def _take(self, axis: int, value: float) -> None:
        x, y, z = (value if i == axis else old for i, old in enumerate(self._push.force))
        self._push.take((x, y, z))

    def _show_force(self) -> None:
        for field, value in zip(self.fields, self._push.force, strict=True):
            field.show_value(value)
