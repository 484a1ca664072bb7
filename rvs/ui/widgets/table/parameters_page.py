"""Parameters of a robot with a slider each, and its variants: a page of the *Robot* panel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf, isfinite

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QScrollArea, QToolButton, QWidget

from rvs.engine.errors import RvsError
from rvs.model.calls import Call, call_of
from rvs.model.document import Document, PlacedRobot
from rvs.model.numbers.quantities import KILOGRAM, PURE, exact_number, read
from rvs.model.numbers.units import MEASURES, Unit
from rvs.model.robots import parameter_edits as edits
from rvs.model.robots.columns import CellUnits
from rvs.model.robots.parameters import RobotParameter, Variant, used
from rvs.model.robots.ranges import Range
from rvs.model.robots.table_text import homes_of
from rvs.ui.desk import Desk
from rvs.ui.icons import icon
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.joint_slider import JointSlider
from rvs.ui.widgets.fields.text_field import TextField
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import STRETCH, hbox, holding, vbox
from rvs.words import tr

HEADS = ("Name", "Measure", "Value or expression", "", "Least", "Most", "")
SLIDER, NAME, VALUE, BOUND, MEASURE = 3, 76, 168, 92, 78
STEPS = 100.0
# Of a new parameter, in m.
FIRST_LENGTH = 0.1
HINT = (
    "A parameter is a named number. Type its name into a cell of the table, for "
    "example =L1/2, and the cell follows it. Numbers in an expression need a unit: "
    "L1 + 50 mm."
)


class Row:
    """Fields of one parameter."""

    def __init__(self, page: ParametersPage, name: str) -> None:
        self._page = page
        self.name = TextField(name, "", lambda text: page.rename(self._name, text))
        self.measure = Combo("")
        self.measure.addItems(MEASURES)
        self.measure.textActivated.connect(
            lambda word: page.complain(partial(page.change, self._name), measure=word)
        )
        self.value = TextField("", "", self._take)
        self.slider = JointSlider(page.desk.theme.colors)
        self.slider.moved.connect(lambda value: page.slide(self._name, value))
        self.slider.released.connect(page.desk.session.settle)
        self.least = TextField("", "", partial(self._bound, "least", -inf))
        self.most = TextField("", "", partial(self._bound, "most", inf))
        self.gone = QToolButton()
        self.gone.clicked.connect(
            lambda: page.do(call_of(edits.remove_parameter, page.robot, self._name))
        )
        self.call(name)
        for field, width in ((self.name, NAME), (self.value, VALUE), (self.least, BOUND),
                             (self.most, BOUND), (self.measure, MEASURE)):  # fmt: skip
            field.setFixedWidth(width)
        for field in (self.least, self.most):
            field.setPlaceholderText("none")
        for field in self.fields:
            field.marked.connect(page.told)
        self.retint()

    def call(self, name: str) -> None:
        """Show the parameter with this name; the fields stay, with the focus."""
        self._name = name
        self.name.show_text(name)
        for part, words in (
            (self.name, tr("Name of {name}", name)),
            (self.value, tr("Value of {name}", name)),
            (self.slider, tr("Value of {name}", name)),
            (self.least, tr("Least value of {name}", name)),
            (self.most, tr("Greatest value of {name}", name)),
            (self.gone, tr("Remove {name}", name)),
        ):
            part.setAccessibleName(words)
        self.measure.call(tr("Quantity of {name}", name))
        self.gone.setToolTip(tr("Remove {name}; expressions that use it become numbers", name))

    @property
    def fields(self) -> tuple[TextField, ...]:
        """The fields that take text."""
        return self.name, self.value, self.least, self.most

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """All fields, from left to right."""
        return (self.name, self.measure, self.value, self.slider, self.least, self.most, self.gone)

    def show(self, one: RobotParameter, unit: Unit) -> None:
        """Show the value of the parameter."""
        self._unit = unit
        self.measure.setCurrentText(one.measure)
        number = shown_exact(one.value, unit)
        self.value.show_text(f"={one.text}" if one.text else number)
        self.value.setToolTip(f"{one.name} = {number}. {one.meaning}".strip())
        self.least.show_text(shown_exact(one.least, unit))
        self.most.show_text(shown_exact(one.most, unit))
        self.slider.setEnabled(not one.text)
        limits = slider_range(one)
        self.slider.set_limits(limits, (limits.upper - limits.lower) / STEPS)
        self.slider.show_value(one.value, False)
        self.slider.setToolTip(f"{one.name} = {number}")

    def retint(self) -> None:
        """Set the colours of the theme."""
        colors = self._page.desk.theme.colors
        self.slider.recolor(colors)
        self.gone.setIcon(icon("remove", colors, 14))

    def _take(self, text: str) -> None:
        plain = text.strip().removeprefix("=")
        value: float | str = plain if used(plain, self._name) - {self._unit.name} else inf
        if value == inf:
            value = read(plain, self._unit)
        self._page.change(self._name, value=value)

    def _bound(self, end: str, none: float, text: str) -> None:
        value = read(text, self._unit) if text.strip() else none
        self._page.change(self._name, **{end: value})


class ParametersPage(QWidget):
    """Each change is an edit; a drag of a slider is one step. ``told`` reports errors."""

    told = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self._placed: PlacedRobot | None = None
        self._units: CellUnits | None = None
        self.rows: dict[str, Row] = {}
        self.uses: dict[str, QPushButton] = {}
        self.add = QPushButton("Add parameter")
        self.add.setToolTip("Add a named length that cells of the table can use")
        self.keep = QPushButton("Keep variant")
        self.keep.setToolTip("Store the current values under a name")
        self._grid, self._variants = QGridLayout(), QGridLayout()
        for layout in (self._grid, self._variants):
            layout.setHorizontalSpacing(8)
            layout.setVerticalSpacing(4)
        self._grid.setColumnStretch(SLIDER, 1)
        hint = named_label("Caption", HINT)
        hint.setWordWrap(True)
        inner = QWidget()
        vbox(
            holding(self._grid),
            hbox(self.add, self.keep, STRETCH),
            holding(self._variants),
            hint,
            STRETCH,
            edges=(16, 0, 16, 8),
            of=inner,
        )
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        vbox((area, 1), gap=0, of=self)
        self.add.clicked.connect(self._add)
        self.keep.clicked.connect(self._keep)
        desk.theme.changed.connect(self._retint)

    @property
    def robot(self) -> str:
        """Id of the displayed robot."""
        return self._placed.id if self._placed else ""

    def show_robot(self, placed: PlacedRobot | None, units: CellUnits) -> None:
        """Show another robot, or the same one changed."""
        before = self._placed
        self._placed, self._units = placed, units
        self.setEnabled(placed is not None)
        every = placed.parameters.every if placed else ()
        names = [one.name for one in every]
        if (before.id if before else "") != self.robot or len(names) != len(self.rows):
            self._rebuild(names)
        elif names != list(self.rows):
            # the fields stay, so that Tab continues after a name
            self.rows = dict(zip(names, self.rows.values(), strict=True))
            for name, row in self.rows.items():
                row.call(name)
        for one in every:
            self.rows[one.name].show(one, self._unit(one))
        if placed is None or before is None or before.parameters.variants != (
            placed.parameters.variants
        ) or before.id != placed.id:  # fmt: skip
            self._list(placed.parameters.variants if placed else ())

    def do(self, call: Call, merge: object = None) -> None:
        """Apply an edit, or show why it failed; changed initial values move their joints."""
        reason = self._attempt(call, merge)
        self.told.emit(reason)

    def change(self, name: str, **changes: float | str) -> None:
        """Change a parameter.

        Raises:
            RvsError: It is invalid.
        """
        value = changes.pop("value", None)
        call_of(edits.set_parameter, self.robot, name, value, **changes)(self._document)
        self.do(call_of(edits.set_parameter, self.robot, name, value, **changes))

    def rename(self, name: str, text: str) -> None:
        """Give a parameter another name.

        Raises:
            RvsError: It is invalid.
        """
        call = call_of(edits.rename_parameter, self.robot, name, text.strip())
        call(self._document)
        self.do(call)

    def remove(self, name: str) -> None:
        """Remove a parameter."""
        self.do(call_of(edits.remove_parameter, self.robot, name))

    def slide(self, name: str, value: float) -> None:
        """Follow the slider of a parameter."""
        call = call_of(edits.set_parameter, self.robot, name, value)
        self.do(call, ("parameter", self.robot, name))

    def complain(self, run: Callable[..., None], **changes: str) -> None:
        """Apply an edit that may be refused, and show the reason."""
        try:
            run(**changes)
        except RvsError as error:
            self.told.emit(str(error))
            self.show_robot(self._placed, self._units or CellUnits(PURE, PURE))

    @property
    def _document(self) -> Document:
        return self.desk.session.state.document

    def _attempt(self, call: Call, merge: object) -> str:
        state, postures = self.desk.session.state, None
        try:
            before, after = (d.robot(self.robot).robot for d in (state.document,
                                                                 call(state.document)))  # fmt: skip
        except RvsError as error:
            return str(error)
        new = homes_of(before, after, state.postures[self.robot])
        postures = None if new is None else {self.robot: new}
        return self.desk.attempt(call, merge=merge, postures=postures)

    def _retint(self) -> None:
        for row in self.rows.values():
            row.retint()

    def _unit(self, one: RobotParameter) -> Unit:
        assert self._units is not None
        own = {"length": self._units.length, "angle": self._units.angle, "mass": KILOGRAM}
        return own.get(one.measure, PURE)

    def _add(self) -> None:
        taken = list(self.rows)
        name = next(f"L{k}" for k in range(1, len(taken) + 2) if f"L{k}" not in taken)
        self.do(call_of(edits.add_parameter, self.robot, name, FIRST_LENGTH))
        if name in self.rows:
            self.rows[name].name.setFocus()
            self.rows[name].name.selectAll()

    def _keep(self) -> None:
        taken = [one.name for one in self._placed.parameters.variants] if self._placed else []
        names = (tr("variant {number}", k) for k in range(1, len(taken) + 2))
        name = next(name for name in names if name not in taken)
        self.do(call_of(edits.keep_variant, self.robot, name))

    def _rebuild(self, names: list[str]) -> None:
        _empty(self._grid)
        self.rows = {name: Row(self, name) for name in names}
        for column, head in enumerate(HEADS if names else ()):
            self._grid.addWidget(named_label("Caption", head), 0, column)
        for line, row in enumerate(self.rows.values(), 1):
            for column, widget in enumerate(row.widgets):
                self._grid.addWidget(widget, line, column)

    def _list(self, variants: tuple[Variant, ...]) -> None:
        _empty(self._variants)
        self.uses = {}
        self._variants.setColumnStretch(1, 1)
        for line, one in enumerate(variants):
            name = TextField(
                one.name, tr("Name of variant {name}", one.name), partial(self._called, one.name)
            )
            name.setFixedWidth(VALUE)
            name.marked.connect(self.told)
            use, gone = QPushButton("Use"), QToolButton()
            use.setAccessibleName(tr("Use variant {name}", one.name))
            use.setToolTip(tr("Give the robot the values of {name}", one.name))
            gone.setAccessibleName(tr("Remove variant {name}", one.name))
            gone.setToolTip(tr("Remove variant {name}; the robot stays as it is", one.name))
            gone.setIcon(icon("remove", self.desk.theme.colors, 14))
            use.clicked.connect(partial(self._on_variant, edits.use_variant, one.name))
            gone.clicked.connect(partial(self._on_variant, edits.remove_variant, one.name))
            said = named_label("Secondary", self._said(one))
            said.setWordWrap(True)
            for column, widget in enumerate((name, said, use, gone)):
                self._variants.addWidget(widget, line, column, Qt.AlignmentFlag.AlignVCenter)
            self.uses[one.name] = use

    def _called(self, name: str, text: str) -> None:
        call = call_of(edits.rename_variant, self.robot, name, text.strip())
        call(self._document)
        self.do(call)

    def _on_variant(self, edit: Callable[..., Document], name: str, _on: bool = False) -> None:
        self.do(call_of(edit, self.robot, name))

    def _said(self, variant: Variant) -> str:
        parameters = self._placed.parameters if self._placed else ()
        units = {one.name: self._unit(one) for one in parameters}
        shown = [f"{name} = {shown_exact(value, units[name])}" for name, value in variant.values]
        return ", ".join([*shown, *(["the whole table"] if variant.joints else [])])


def shown_exact(value: float, unit: Unit) -> str:
    """Return a number with its unit; nothing for an infinite one."""
    if not isfinite(value):
        return ""
    gap = "" if unit.symbol == "°" else " "
    return f"{exact_number(value, unit)}{gap}{unit.symbol}".rstrip()


def slider_range(one: RobotParameter) -> Range:
    """Return the ends of a slider; without a bound, twice the value."""
    about = abs(one.value) or 1.0
    lower = one.least if isfinite(one.least) else min(one.value - about, 0.0)
    upper = one.most if isfinite(one.most) else max(one.value + about, lower)
    return Range(lower, upper, assumed=not (isfinite(one.least) and isfinite(one.most)))


def _empty(layout: QGridLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.hide()
            widget.deleteLater()
