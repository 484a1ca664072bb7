"""A number that counts where its box is ticked."""

from __future__ import annotations

from rvs.model.numbers.quantities import PURE
from rvs.model.numbers.units import Unit
from rvs.ui.widgets.chip import check
from rvs.ui.widgets.fields.number_field import NumberField

WIDTH = 92


class OptionalField:
    """A box with the name of a number above 0, and its field.

    Args:
        text: What it is.
        value: What stands in the field at first, SI.
        tip: What it does.
        unit: Its unit.
    """

    def __init__(self, text: str, value: float, tip: str, unit: Unit = PURE) -> None:
        self._name = text
        self.box, self.field = check(text, tip), NumberField(text, unit, WIDTH)
        self.field.show_value(value)
        self.field.setEnabled(False)
        self.box.toggled.connect(self.field.setEnabled)
        self.field.entered.connect(self._enter)

    @property
    def value(self) -> float | None:
        """The number, or None where it does not count."""
        return self.field.number if self.box.isChecked() else None

    def _enter(self, value: float) -> None:
        if value <= 0:
            self.field.refuse(f"{self._name}: expected a number above 0")
        else:
            self.field.show_value(value)
