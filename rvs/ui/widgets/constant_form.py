"""The constants of a body: numbers by name that its sizes may use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import QFormLayout, QPushButton, QWidget

from rvs.engine.errors import ArgumentError
from rvs.model.body.names import constant_fault
from rvs.model.body.values import Size
from rvs.model.numbers.expressions import evaluate, names_in
from rvs.ui.theme import Theme
from rvs.ui.widgets.boxes import hbox
from rvs.ui.widgets.fields.text_field import TextField, with_reason
from rvs.ui.widgets.labels import named_label

Constants = tuple[tuple[str, Size], ...]
HINT = (
    "Numbers by name. Sizes, moves and later constants may use them, "
    "and a constant may use the table."
)
SIZES = "Sizes of the library part come first, at their usual values."


class ConstantForm(QWidget):
    """Shows constants as rows and gives ``change`` all of them when one changes."""

    def __init__(
        self,
        theme: Theme,
        constants: Constants,
        sizes: Sequence[str],
        unit: str,
        change: Callable[[str, Constants], object],
        add_size: Callable[[str], object] | None,
    ) -> None:
        """Make a form.

        Args:
            theme: Colours of the window.
            constants: What is shown.
            sizes: Those of them that are sizes of a library part.
            unit: Unit of length of the body.
            change: Takes the name of a step and the constants as they should be.
            add_size: Adds a size of a library part; None for any other body.
        """
        super().__init__()
        self._theme, self._constants, self._change = theme, constants, change
        self.fields: dict[str, TextField] = {}
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(6)
        words = named_label("Secondary", f"{HINT} {SIZES}" if sizes else HINT)
        words.setWordWrap(True)
        form.addRow(words)
        form.addRow(named_label("PartTitle", f"Constants ({unit}, °)"))
        for name, value in constants:
            text = value if isinstance(value, str) else f"{value:.10g}"
            form.addRow(f"{name} (size)" if name in sizes else name, self._row(name, text))
        self.new = TextField("", "Name of a new constant", self._add)
        self.new.setPlaceholderText("name")
        form.addRow("Add", with_reason(self.new, self.new, theme.colors.limit))
        if add_size is not None:
            self.new_size = TextField("", "Name of a new size", lambda text: add_size(text.strip()))
            self.new_size.setPlaceholderText("name")
            form.addRow("Add a size", with_reason(self.new_size, self.new_size, theme.colors.limit))

    def _row(self, name: str, text: str) -> QWidget:
        holder = QWidget()
        field = self.fields[name] = TextField(text, name, partial(self._set, name))
        remove = QPushButton("Remove")
        remove.setObjectName("Chip")
        remove.setAccessibleName(f"Remove {name}")
        remove.clicked.connect(lambda _=False: self._remove(name))
        hbox((field, 1), remove, gap=6, of=holder)
        return with_reason(holder, field, self._theme.colors.limit)

    def _set(self, name: str, text: str) -> None:
        plain = text.strip()
        value: Size = plain if names_in(plain) else evaluate(plain, degrees=True)
        self._change(
            f"Set {name}", tuple((k, value if k == name else v) for k, v in self._constants)
        )

    def _add(self, text: str) -> None:
        name = text.strip()
        if not name:
            return
        fault = constant_fault(name)
        if fault or name in dict(self._constants):
            raise ArgumentError(fault or f"{name!r} is there already")
        self._change(f"Add {name}", (*self._constants, (name, 0.0)))

    def _remove(self, name: str) -> None:
        self._change(f"Remove {name}", tuple(one for one in self._constants if one[0] != name))
