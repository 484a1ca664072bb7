"""Which way gravity pulls at a robot: a list of the usual ways, and the vector itself."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from rvs.engine.robot import STANDARD_GRAVITY
from rvs.model.numbers.units import Unit
from rvs.ui.widgets.boxes import hbox
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.live_field import LiveField
from rvs.ui.widgets.labels import named_label

ACCELERATION = Unit("m/s2", "m/s²", "number", 1.0, 3)
WIDE = 100
AXES = ("x", "y", "z")
Vector = tuple[float, float, float]
G = -STANDARD_GRAVITY[2]
TILT = radians(30.0)
PRESETS: Mapping[str, Vector] = {
    "Down": STANDARD_GRAVITY,
    "Hung from a ceiling": (0.0, 0.0, G),
    "On a wall": (G, 0.0, 0.0),
    "Tilted by 30°": (G * sin(TILT), 0.0, -G * cos(TILT)),
    "On the Moon": (0.0, 0.0, -1.62),
    "On Mars": (0.0, 0.0, -3.71),
    "None": (0.0, 0.0, 0.0),
}
OWN = "Own"


class GravityFields(QWidget):
    """Gives the vector as it is typed or chosen."""

    changed = Signal(object)
    chosen = Signal(object)
    left = Signal()
    dropped = Signal()
    refused = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.preset = Combo("How the robot is mounted, or where")
        self.preset.addItems([*PRESETS, OWN])
        self.preset.setToolTip(
            "Gravity as the robot feels it where it stands upright: mounted on a wall, it pulls "
            "sideways. A robot whose place in the cell is tilted needs no other gravity"
        )
        self.fields = [LiveField() for _ in AXES]
        row = hbox(self.preset, gap=8, of=self)
        for axis, one in zip(AXES, self.fields, strict=True):
            one.set_unit(ACCELERATION)
            one.setFixedWidth(WIDE)
            one.setAccessibleName(f"Gravity along {axis} of the world")
            one.typed.connect(lambda _value: self.changed.emit(self.vector))
            one.left.connect(self.left)
            one.dropped.connect(self.dropped)
            one.refused.connect(self.refused)
            one.accepted.connect(lambda: self.refused.emit(""))
            row.addWidget(named_label("Secondary", axis))
            row.addWidget(one)
        self.preset.textActivated.connect(self._choose)

    @property
    def vector(self) -> Vector:
        """The vector, in m/s^2."""
        x, y, z = (one.number for one in self.fields)
        return x, y, z

    def show_vector(self, vector: Vector) -> None:
        """Show another vector."""
        for one, value in zip(self.fields, vector, strict=True):
            one.show_value(value)
        near = (
            name
            for name, usual in PRESETS.items()
            if all(abs(a - b) < 1e-9 for a, b in zip(usual, vector, strict=True))
        )
        self.preset.setCurrentText(next(near, OWN))

    def _choose(self, name: str) -> None:
        if name in PRESETS:
            self.chosen.emit(PRESETS[name])
        else:
            self.fields[-1].setFocus()
