"""The controls of the fields of a question: box, number, unit, tip and bounds."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, replace
from math import isfinite, radians
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPushButton, QWidget

from rvs.engine.errors import ArgumentError
from rvs.fields.field import SHOWN, About, described
from rvs.model.numbers.expressions import evaluate
from rvs.model.numbers.units import Unit
from rvs.ui import file_dialogs
from rvs.ui.widgets.chip import check
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import ROOM, NumberField
from rvs.ui.widgets.fields.text_field import TextField
from rvs.ui.widgets.layouts import holding, vbox
from rvs.words import Verbatim, begun, tr

WIDTH, HEIGHT = 88, 28
# Significant digits of a first value, and decimals of others, one fewer from a large one on.
DIGITS, DECIMALS, LARGE = 6, 2, 100.0
# Kinds of fields that forms leave to scripts and to the command line.
LEFT_OUT = ("executor", "gains", "pixels", "fields", "studies")
AS_USUAL, AUTOMATIC = "default", "automatic"
# Characters that fit into a box of choices in a narrow panel.
LONG = 26
# Characters of the longest symbol.
SYMBOL = 3


class AskedField:
    """One field of a question with its control.

    Attributes:
        name: Name of the field.
        about: Its known properties.
        label: Its name in the window.
        title: The label with the unit of its numbers, if its control does not show one.
        box: Ticked if an optional field applies; for a flag, its value.
        boxes: One for each word, if the field accepts several words.
        control: Control for typing or selecting; None for a flag, which is its box.
        button: Selects a file, if the field is one.
    """

    def __init__(self, one: Field[Any], about: About) -> None:
        self.name, self.about, self.default = one.name, about, one.default
        self.label = tr(about.title(one.name))
        unit = _typed_in(about)
        self.title = f"{self.label} ({unit})" if unit else self.label
        self.box: QCheckBox | None = None
        self.boxes: dict[str, QCheckBox] = {}
        self.control: QWidget | None = None
        self.button: QPushButton | None = None
        self._read: Callable[[], Any] = lambda: self.default
        self._scales: Sequence[float] = ()
        self._motion: Callable[[], Any] = lambda: None
        self._make()

    @property
    def optional(self) -> bool:
        """Return whether the field can be omitted."""
        return self.default is None or self.default == () or self.about.start is not None

    @property
    def value(self) -> Any:
        """The value of the field, SI, in the form for a question.

        Raises:
            ArgumentError: The typed text can't be read.
        """
        if self.box is not None:
            form = self.box.parentWidget()
            off = form is not None and not self.box.isEnabledTo(form)
            if off or (self.control is not None and not self.box.isChecked()):
                return self.default
        return self._read()

    @property
    def wide(self) -> bool:
        """Return whether its control spans the whole width of a form."""
        return self.control is None or isinstance(self.control, TextField | QLineEdit | Combo) or (
            self.about.kind == "words"
        )  # fmt: skip

    def set_robot(self, scales: Sequence[float], posture: Sequence[float]) -> None:
        """Set the SI values of the units of each joint, and its current posture."""
        self._scales = scales
        if self.about.kind == "joints" and isinstance(self.control, TextField):
            self._show_units()
            shown = [value / scale for value, scale in zip(posture, scales, strict=True)]
            if self.box is None or not self.box.isChecked():
                zero = "velocit" in self.about.says or "accelerat" in self.about.says
                texts = (f"{0.0 if zero else value:.6g}" for value in shown)
                self.control.show_text(" ".join(texts))

    def _show_units(self) -> None:
        """Show the units of the robot's joints."""
        turning = {scale != 1.0 for scale in self._scales}
        units = _typed_in(self.about).split(", ")
        self.title = (
            f"{self.label} ({', '.join(units[not turns] for turns in sorted(turning)[::-1])})"
        )
        if self.box is not None:
            self.box.setText(self.title)

    def set_motions(self, names: Sequence[tuple[str, Any]]) -> None:
        """Show the available motions by name."""
        box = self.control
        if self.about.kind not in ("motion", "motions") or not isinstance(box, Combo):
            return
        chosen = box.currentText()
        box.blockSignals(True)
        box.clear()
        box.addItem("None" if self.optional else "—", None)
        for name, motion in names:
            box.addItem(Verbatim(name), motion)
        box.setCurrentIndex(max(box.findText(chosen), 0))
        box.blockSignals(False)

    @property
    def ticks(self) -> tuple[QCheckBox, ...]:
        """All boxes of the field."""
        return tuple(self.boxes.values()) or ((self.box,) if self.box is not None else ())

    def follow(self, refuse: Callable[[str], object]) -> None:
        """Call a function with the reason why a typed value is invalid, "" once it is valid."""
        if isinstance(self.control, NumberField):
            self.control.refused.connect(refuse)
            self.control.accepted.connect(lambda: refuse(""))
        elif isinstance(self.control, TextField):
            self.control.marked.connect(refuse)

    def refuse(self, reason: str) -> None:
        """Mark the control with the reason why its value is invalid."""
        if isinstance(self.control, NumberField):
            self.control.refuse(reason)
        elif isinstance(self.control, TextField):
            self.control.mark("invalid", reason)
            self.control.setToolTip(reason)
            self.control.setAccessibleDescription(reason)

    # -- making -------------------------------------------------------------------------------

    def _make(self) -> None:
        about, kind = self.about, self.about.kind
        if kind == "flag" and isinstance(self.default, bool):
            self.box = check(self.label, about.says)
            self.box.setChecked(self.default)
            self._read = self.box.isChecked
            return
        makers: dict[str, Callable[[], QWidget]] = {
            "flag": self._make_choice, "word": self._make_choice, "words": self._make_words,
            "number": self._make_number, "motion": self._make_motion, "motions": self._make_motion,
            "numbers": self._make_text, "joints": self._make_text, "each": self._make_text,
            "numbered": self._make_text, "text": self._make_text, "listed": self._make_text,
            "several": self._make_text, "value": self._make_value, "file": self._make_file,
        }  # fmt: skip
        self.control = makers[kind]()
        self.control.setToolTip(about.says)
        boxed = kind not in ("word", "words", "flag", "motion", "motions", "text", "listed", "file")
        if self.optional and boxed:
            tip = tr("{effect}; otherwise {usual}", tr(about.says), tr(about.usual))
            self.box = check(self.title, tip if about.usual else about.says)
            self.control.setEnabled(False)
            self.box.toggled.connect(self.control.setEnabled)

    def _make_choice(self) -> QWidget:
        box = Combo(self.label)
        box.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(8)
        choices: Mapping[Any, str] = self.about.choices or {True: "Yes", False: "No"}
        if self.default is not MISSING and self.default not in choices:
            usual = (self.about.usual or self.about.nothing or AS_USUAL).rstrip(",")
            add_choice(box, usual if len(usual) <= LONG else AUTOMATIC, self.default, usual)
        for value, words in choices.items():
            add_choice(box, _short(words), value, words)
        box.setCurrentIndex(max(box.findData(self.default), 0))
        self._read = box.currentData
        return box

    def _make_words(self) -> QWidget:
        for word, text in self.about.choices.items():
            box = self.boxes[word] = check(text, self.about.says)
            box.setChecked(self.default is not MISSING and word in (self.default or ()))
        ticked = self.boxes.items()
        self._read = lambda: tuple(word for word, box in ticked if box.isChecked())
        return holding(vbox(*self.boxes.values(), gap=2))

    def _make_number(self) -> QWidget:
        field = number_field(self.about, self.label, self.default)
        self._read = lambda: number_of(self.about, field)
        return field

    def _make_value(self) -> QWidget:
        """Make the control of the required number, which represents the value."""
        about = self.about
        if about.read is not str:
            return self._make_text()
        inner = next(inner for one, inner in described(about.of) if one.default is MISSING)
        field = number_field(replace(inner, start=about.start), self.label)
        self._read = lambda: about.of(number_of(inner, field))
        return field

    def _make_motion(self) -> QWidget:
        box = Combo(self.label)
        box.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(8)
        box.addItem("None" if self.optional else "—", None)

        def read() -> Any:
            if box.currentData() is None:
                return self.default
            found = box.currentData()
            return (found,) if self.about.kind == "motions" else found

        self._read = read
        return box

    def _make_text(self) -> TextField:
        start = self.about.start if self.about.start is not None else self.default
        field = TextField(self._text(start), self.title, self._of_text)
        field.setMinimumWidth(WIDTH)
        # A field without a fault explains itself again.
        field.marked.connect(lambda why: field.setToolTip(why or self.about.says))
        example = self.about.example
        if isinstance(example, tuple):
            # quotes only where a name has blanks: they are easier to read than those of a shell
            names = [f'"{one}"' if " " in str(one) else str(one) for one in example]
            example = " ".join(names) if isinstance(example[0], str) else self._text(example)
        if isinstance(example, str):
            field.setPlaceholderText(tr("for example {example}", example))
        self._read = lambda: self._of_text(field.text())
        return field

    def _make_file(self) -> QWidget:
        field = self._make_text()
        self.button = QPushButton("Browse…")
        self.button.setToolTip(self.about.says)
        self.button.clicked.connect(lambda _=False: self._browse(field))
        return field

    def _browse(self, field: TextField) -> None:
        suffix = Path(self.about.metavar).suffix
        kinds = (
            tr("{format} (*{suffix});;All files (*)", suffix[1:].upper(), suffix)
            if suffix
            else "All files (*)"
        )
        path = file_dialogs.open_file(field, self.label, field.text(), kinds)
        if path is not None:
            field.setText(str(path))
            field.commit()

    def _text(self, value: Any) -> str:
        """Return a value as typed text."""
        if value is None or value is MISSING or value == ():
            return ""
        if isinstance(value, str):
            return value
        if self.about.kind in ("listed", "several", "value"):
            return "" if self.about.kind == "value" else shlex.join(map(str, value))
        return " ".join(f"{one / self.about.factor:.6g}" for one in np.atleast_1d(value).tolist())

    def _of_text(self, text: str) -> Any:
        """Return the value of the field for a typed text.

        Raises:
            ArgumentError: It can't be read.
        """
        about, kind = self.about, self.about.kind
        if kind in ("text", "file"):
            return text if text or isinstance(self.default, str) else self.default
        if not text.strip():
            if self.default is MISSING:
                raise ArgumentError(tr("{field}: expected a value", self.label))
            return self.default
        if kind in ("listed", "several", "value"):
            try:
                # Values of several words each, such as sections of links, are parted by semicolons.
                long = isinstance(about.example, str) and " " in about.example
                parts = text.split(";") if long else _words(text, kind == "listed")
                read = [about.read(part.strip()) for part in parts if part.strip()]
            except (ValueError, TypeError) as error:
                raise ArgumentError(f"{self.label}: {error}") from error
            return read[0] if kind == "value" else tuple(read)
        numbers = [evaluate(word) for word in text.replace(";", " ").split()]
        return self._of_numbers(numbers)

    def _of_numbers(self, numbers: list[float]) -> Any:
        about, kind, count = self.about, self.about.kind, len(self._scales)
        if kind == "numbered":
            if any(not 1 <= one <= count or one != round(one) for one in numbers):
                raise ArgumentError(
                    tr("{field}: expected numbers of joints, 1 to {count}", self.label, count)
                )
            return tuple(int(one) - 1 for one in numbers)
        if kind == "numbers":
            if about.size and len(numbers) != about.size:
                raise ArgumentError(
                    tr(
                        "{field}: expected {size} numbers, got {count}",
                        self.label,
                        about.size,
                        len(numbers),
                    )
                )
            return tuple(one * about.factor for one in numbers)
        if len(numbers) not in (1, count):
            raise ArgumentError(
                tr(
                    "{field}: expected {size} numbers, got {count}",
                    self.label,
                    count,
                    len(numbers),
                )
            )
        every = numbers if len(numbers) == count else numbers * count
        if kind == "joints":
            return tuple(one * scale for one, scale in zip(every, self._scales, strict=True))
        return numbers[0] if len(numbers) == 1 else tuple(numbers)


def number_field(about: About, label: str = "", default: Any = None) -> NumberField:
    """Return a number field that rejects values out of bounds.

    Args:
        about: Facts about the field of the question.
        label: Its name in the window, if the facts do not have it.
        default: Its default, which is the first value if the facts have none.
    """
    label, first = label or about.label, about.start
    if first is None:
        first = default if isinstance(default, int | float) else about.example
    if not isinstance(first, int | float):
        first = _inside(about)
    field = NumberField(label, _unit(about, float(first)), WIDTH)
    field.show_value(float(first))
    # a long unit needs more room than the others
    needed = field.fontMetrics().horizontalAdvance(field.text()) + ROOM
    field.setFixedWidth(max(WIDTH, needed))

    def enter(value: float) -> None:
        whole = not about.whole or value == round(value)
        if about.takes(value) and whole:
            field.show_value(value)
        else:
            said = "{field}: expected {range}"
            if not whole:
                said = "{field}: expected a whole number, {range}"
            field.refuse(tr(said, label, about.range_words(shown=True)))

    field.entered.connect(enter)
    return field


def number_of(about: About, field: NumberField) -> float | int:
    """Return the number in a field, SI.

    Raises:
        ArgumentError: The typed text can't be read.
    """
    if field.state == "invalid":
        raise ArgumentError(field.toolTip())
    return round(field.number) if about.whole else field.number


def choice(kind: Any, name: str, words: Mapping[Any, str] | None = None) -> Combo:
    """Return a box with the choices of a field, with the value of each as its data.

    Args:
        kind: The class with the field.
        name: The field, whose default is selected at first.
        words: The offered values, each with its label; the choices of the field if None.
    """
    one, about = next(pair for pair in described(kind) if pair[0].name == name)
    box = Combo(about.label)
    box.setToolTip(about.says)
    for value, label in (about.choices if words is None else words).items():
        box.addItem(label, value)
    box.setCurrentIndex(box.findData(one.default))
    return box


def line(about: About) -> QLineEdit:
    """Return a line of words."""
    field = QLineEdit()
    field.setFixedHeight(HEIGHT)
    field.setAccessibleName(about.label)
    field.setToolTip(about.says)
    return field


def asked_fields(kind: Any, names: Sequence[str] = ()) -> dict[str, AskedField]:
    """Return the fields of a question that forms show, by their names; only some if named."""
    return {
        one.name: AskedField(one, about)
        for one, about in described(kind)
        if about.kind not in LEFT_OUT and (not names or one.name in names)
    }


def row_label(row: AskedField) -> QLabel:
    """Return the label of the control of a field."""
    label = QLabel(row.title)
    label.setToolTip(row.about.says)
    label.setWordWrap(True)
    if row.control is not None:
        label.setBuddy(row.control)
    return label


def _words(text: str, commas: bool) -> list[str]:
    """Return the words of a text; blanks part them, and commas if asked; quotes keep one whole."""
    lexer = shlex.shlex(text, posix=True)
    lexer.whitespace += "," if commas else ""
    lexer.whitespace_split, lexer.commenters = True, ""
    return list(lexer)


def add_choice(box: Combo, words: str, value: Any, says: str) -> None:
    """Add a choice with its meaning as a tool tip."""
    # symbols of units and planes keep their small letters
    box.addItem(words if len(words) <= SYMBOL else begun(words), value)
    box.setItemData(box.count() - 1, begun(says), Qt.ItemDataRole.ToolTipRole)


def _short(words: str) -> str:
    """Return the term before the colon of a long text, unless it is a single letter."""
    term, _, rest = words.partition(":")
    if len(words) <= LONG or not rest:
        return words
    return term if len(term) > 1 else f"{term}:{rest.partition(',')[0]}"


def _typed_in(about: About) -> str:
    """Return the units of numbers in a typed text."""
    if about.kind == "joints":
        power = next((k for k, word in enumerate(("velocit", "accelerat"), 1)
                      if word in about.says), 0)  # fmt: skip
        per = ("", "/s", "/s²")[power]
        return f"°{per}, m{per}"
    return (about.shown or about.unit) if about.kind in ("numbers", "each") else ""


def _inside(about: About) -> float:
    """Return a valid number for a field, near 1 in the window's unit."""
    low = about.least if isfinite(about.least) else about.above
    high = about.most if isfinite(about.most) else about.below
    value = about.factor
    if low is not None and value <= low:
        value = low + about.factor if high is None else (low + high) / 2.0
    if high is not None and value >= high:
        value = high if low is None else (low + high) / 2.0
    return value


def _unit(about: About, first: float) -> Unit:
    """Return the unit of a number, with enough decimals for its first value."""
    symbol, factor = (about.shown or about.unit).removeprefix("1"), about.factor
    if not about.shown and about.unit in ("rad", "rad/s"):
        symbol, factor = about.unit.replace("rad", "°"), radians(1.0)
    elif not about.shown and about.typed in SHOWN:
        symbol, factor = about.typed, SHOWN[about.typed]
    text = f"{first / factor:.{DIGITS}g}"
    decimals = len(text.partition(".")[2]) if "e" not in text else DIGITS
    least = DECIMALS - (abs(first / factor) >= LARGE)
    return Unit(symbol, symbol, "number", factor, 0 if about.whole else max(decimals, least))
