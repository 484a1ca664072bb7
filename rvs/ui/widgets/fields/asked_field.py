"""The control of a field of a question: box, number, unit, tip and bounds from the field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, replace
from typing import Any

from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from rvs.engine.errors import ArgumentError
from rvs.fields.field import About, described
from rvs.model.numbers.expressions import evaluate
from rvs.model.numbers.units import Unit
from rvs.ui.widgets.chip import check
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.fields.text_field import TextField

# wide enough for a stiffness with its unit
WIDTH, HEIGHT = 108, 28


def number_list(text: str, counts: Sequence[int], what: str) -> tuple[float, ...]:
    """Return the numbers of a text, between spaces or semicolons.

    Args:
        text: Such as ``"800 800 400"``.
        counts: How many there may be.
        what: What they are, for errors.

    Raises:
        ArgumentError: Another number of them.
        ExpressionError: One is not a number.

    >>> number_list("1; 2 3/4", (1, 3), "gains")
    (1.0, 2.0, 0.75)
    """
    words = text.replace(";", " ").split()
    if len(words) not in counts:
        expected = " or ".join(str(count) for count in dict.fromkeys(counts))
        raise ArgumentError(f"{what}: expected {expected} numbers, got {len(words)}")
    return tuple(evaluate(word) for word in words)


def unit_of(about: About) -> Unit:
    """Return the unit in which the window shows the numbers of a field."""
    symbol = about.shown or about.unit
    whole = abs(about.start or 0.0) >= 100
    decimals = 0 if whole else 1 if about.shown else 2
    return Unit(symbol, symbol, "number", about.factor, decimals)


def _needed(about: About) -> About:
    """The field of a value that has to be given, and stands for it in the window."""
    return next(inner for one, inner in described(about.of) if one.default is MISSING)


def number_field(about: About) -> NumberField:
    """Return a number field that refuses values out of bounds."""
    field = NumberField(about.label, unit_of(about), WIDTH)

    def enter(value: float) -> None:
        if about.takes(value):
            field.show_value(value)
        else:
            field.refuse(f"{about.label}: expected {about.range_words(shown=True)}")

    field.entered.connect(enter)
    return field


def choice(kind: Any, name: str, words: Mapping[Any, str] | None = None) -> Combo:
    """Return a box with the choices of a field, with the value of each as its data.

    Args:
        kind: The class that has the field.
        name: The field, whose default is chosen at first.
        words: The values that are offered, each with its label; the choices of the field if None.
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


class AskedField:
    """A field of a question as a box to tick, and its control, enabled by the tick.

    A control that is disabled does not count: the value is the default of the field then.

    Args:
        default: The default of the field.
        about: What is known of it.
        scales: Returns SI units in one of the window's for each joint of the robot.
        refuse: Called with the reason why something typed can't be.

    Attributes:
        box: Ticked where the field counts; of a flag that is its value.
        boxes: Several of them, one for each word, where the field takes words.
        number: A number, where it is one.
        text: Several numbers, where it is that.
    """

    def __init__(
        self,
        default: Any,
        about: About,
        scales: Callable[[], Sequence[float]],
        refuse: Callable[[str], object],
    ) -> None:
        self._default, self._about, self._scales = default, about, scales
        self.number: NumberField | None = None
        self.text: TextField | None = None
        if about.kind == "words":
            self.boxes = {word: check(text, about.says) for word, text in about.choices.items()}
            for word, box in self.boxes.items():
                box.setChecked(word in default)
            return
        unit = f", {about.shown or about.unit}" if self._many and about.unit else ""
        self.box = check(about.label + unit, about.says)
        if about.kind == "flag":
            self.box.setChecked(default)
        elif self._many:
            self._make_text(refuse)
        else:
            inner = about if about.of is None else _needed(about)
            self.number = number_field(replace(inner, label=about.label, start=about.start))
            self.number.show_value(about.start)
            self.number.refused.connect(refuse)
            self._follow(self.number)

    @property
    def controls(self) -> tuple[QCheckBox, ...]:
        """All boxes of the field."""
        return tuple(self.boxes.values()) if self._about.kind == "words" else (self.box,)

    @property
    def field(self) -> QWidget | None:
        """The control for typing, or None."""
        return self.number or self.text

    @property
    def value(self) -> Any:
        """The value of the field, SI, in the form for a question."""
        about = self._about
        if about.kind == "words":
            return tuple(word for word, box in self.boxes.items() if box.isChecked())
        form = self.box.parentWidget()
        if form is not None and not self.box.isEnabledTo(form):
            return self._default
        if about.kind == "flag":
            return self.box.isChecked()
        if not self.box.isChecked():
            return self._default
        if self.text is not None:
            typed = number_list(self.text.text(), self._counts(), about.label)
            return self._by_joint(typed) if about.kind == "joints" else typed
        assert self.number is not None
        return about.of(self.number.number) if about.of else self.number.number

    @property
    def _many(self) -> bool:
        return self._about.kind in ("numbers", "joints")

    def _by_joint(self, typed: tuple[float, ...]) -> tuple[float, ...]:
        scales = self._scales()
        every = typed if len(typed) == len(scales) else typed * len(scales)
        return tuple(number * scale for number, scale in zip(every, scales, strict=True))

    def _counts(self) -> tuple[int, ...]:
        return (self._about.size,) if self._about.size else (1, len(self._scales()))

    def _make_text(self, refuse: Callable[[str], object]) -> None:
        about = self._about
        start = " ".join(f"{one:g}" for one in about.start)
        name = self.box.text()
        self.text = TextField(start, name, lambda typed: number_list(typed, self._counts(), name))
        self.text.setFixedWidth(WIDTH)
        self.text.setToolTip(about.says)
        self.text.marked.connect(lambda why: refuse(why) if why else None)
        self._follow(self.text)

    def _follow(self, field: QWidget) -> None:
        field.setEnabled(False)
        self.box.toggled.connect(field.setEnabled)
