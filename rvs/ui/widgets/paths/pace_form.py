"""How fast a path is followed, and what happens at its end."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from rvs.engine.errors import RvsError
from rvs.files.motions.ctraj import CartesianFile
from rvs.model.motions.player import REPEATS
from rvs.model.numbers.quantities import rate_unit
from rvs.model.numbers.units import UNITS
from rvs.model.paths import MovePlan
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.flow import labelled
from rvs.ui.widgets.steps.transport import MODES

FIELD = 104
AUTOMATIC = (
    "Largest acceleration along the path. Without one, a third of the time from rest to rest is "
    "for speeding up and a third for slowing down"
)


class PaceForm(QObject):
    """``edited`` gives the file as it is wanted, and what was done.

    Attributes:
        pieces: Fields with their words, for a layout.
    """

    edited = Signal(object, str)
    refused = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._file: CartesianFile | None = None
        self.speed = NumberField("Speed", width=FIELD)
        self.turning = NumberField("Turning", width=FIELD)
        self.acceleration = NumberField("Acceleration", width=FIELD)
        self.acceleration.endless("automatic")
        self.repeat = Combo("At the end")
        for repeat in REPEATS:
            self.repeat.addItem(MODES[repeat], repeat)
        given = labelled("Acceleration", self.acceleration)
        given.setToolTip(AUTOMATIC)
        self.pieces: tuple[QWidget, ...] = (
            labelled("Speed", self.speed), labelled("Turning", self.turning),
            given, labelled("At the end", self.repeat),
        )  # fmt: skip
        for name, field in self._fields.items():
            field.entered.connect(partial(self._pace, name))
            field.refused.connect(self.refused)
        self.repeat.activated.connect(self._choose)

    def show_file(self, file: CartesianFile | None) -> None:
        """Show what a file says; None leaves nothing to change."""
        self._file = file
        plan = file.way if file is not None else None
        paced = isinstance(plan, MovePlan)
        for field in self._fields.values():
            field.setEnabled(paced)
            if not paced:
                # Nothing has no pace, not one of 0.
                field.clear()
        self.repeat.setEnabled(file is not None)
        if file is not None and isinstance(plan, MovePlan):
            self.speed.set_unit(rate_unit(UNITS[file.unit]))
            self.turning.set_unit(rate_unit(UNITS["deg"]))
            self.acceleration.set_unit(rate_unit(UNITS[file.unit], "s²"))
            for name, field in self._fields.items():
                field.show_value(getattr(plan.pace, name))
            self.repeat.setCurrentIndex(REPEATS.index(file.repeat))

    @property
    def _fields(self) -> dict[str, NumberField]:
        return {name: getattr(self, name) for name in ("speed", "turning", "acceleration")}

    def _pace(self, name: str, value: float) -> None:
        file = self._file
        if file is None or not isinstance(file.way, MovePlan):
            return
        try:
            change: dict[str, Any] = {name: value}
            way = replace(file.way, pace=replace(file.way.pace, **change))
        except RvsError as error:
            self.refused.emit(str(error))
            return
        self.edited.emit(replace(file, way=way), "Change the pace")

    def _choose(self, index: int) -> None:
        if self._file is not None:
            wanted = replace(self._file, repeat=REPEATS[index])
            self.edited.emit(wanted, "Change what happens at the end")
