"""Demonstrations of mechanics, with adjustable numbers and explanatory pages."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from rvs.model.demos.demo import Demo, Knob
from rvs.model.demos.table import DEMOS
from rvs.model.numbers.quantities import PURE
from rvs.model.numbers.units import Unit
from rvs.ui.commands.help import show_page
from rvs.ui.desk import Desk
from rvs.ui.help.pages import slug
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.fields.text_field import discard
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, grid, hbox, holding, vbox
from rvs.ui.widgets.plot_picture import PlotPicture
from rvs.ui.work.demonstration import Demonstration
from rvs.words import tr

FIELD = 124
PAGE = "guide/demonstrations.md"


class DemonstrationsPanel(Dock):
    """Selects a demonstration, shows its numbers, and its plots below.

    Attributes:
        run: The displayed demonstration.
        fields: Its numbers by their keys.
        picture: Image of its camera, if it has one.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__("demonstrations", "Demonstrations", desk.theme, desk.window)
        self._desk = desk
        self.run = Demonstration(desk)
        self.choice = Combo("Demonstration")
        for key, demo in DEMOS.items():
            self.choice.addItem(demo.title, key)
        self.choice.setSizeAdjustPolicy(
            Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.choice.setMinimumContentsLength(10)
        self.says = named_label("Secondary")
        self.says.setWordWrap(True)
        self.fields: dict[str, NumberField] = {}
        self._numbers = QWidget()
        self.show_it, self.reset = QPushButton("Show"), QPushButton("Original values")
        self.explain = QPushButton("Explain")
        self.notice = Notice(wraps=True)
        self.picture, self.plots = PlotPicture("Camera image"), PlotPicture("Plots")
        self._column = vbox(
            self.choice, self.says, self._numbers, self.picture, self.plots, STRETCH,
            edges=(16, 10, 16, 12),
        )  # fmt: skip
        self.set_body(holding(self._column), self._make_foot())
        self._connect()
        self._choose()

    @property
    def demo(self) -> Demo:
        """The selected demonstration."""
        return DEMOS[str(self.choice.currentData())]

    def call(self, purpose: str = "") -> None:
        """Raise the panel; the purpose is the name of a demonstration to select."""
        super().call(purpose)
        row = self.choice.findData(purpose)
        if row >= 0:
            self.choice.setCurrentIndex(row)

    def begin(self) -> None:
        """Show the demonstration with the current numbers."""
        self.notice.say("")
        self.run.begin(self.demo, {key: field.number for key, field in self.fields.items()})

    def _make_foot(self) -> QWidget:
        self.notice.hide()
        self.show_it.setProperty("filled", True)
        buttons = hbox((self.reset, 1), (self.explain, 1))
        return holding(vbox(self.notice, self.show_it, buttons, gap=6, edges=(16, 8, 16, 10)))

    def _connect(self) -> None:
        self.choice.currentIndexChanged.connect(self._choose)
        self.show_it.clicked.connect(self.begin)
        self.reset.clicked.connect(self._first_values)
        self.explain.clicked.connect(self._open_page)
        self.show_it.setToolTip("Compute the demonstration and play it")
        self.reset.setToolTip("Restore the original values")
        self.explain.setToolTip("Open the page about this demonstration")
        self.run.changed.connect(self._refresh)
        self.run.failed.connect(self._refuse)
        self._desk.playback.moved.connect(self._follow_time)
        self._desk.playback.changed.connect(self._refresh)

    def _choose(self) -> None:
        """Show the text and the numbers of the selection."""
        self.says.setText(self.demo.says)
        self.notice.say("")
        self._make_fields(self.demo.knobs)
        self._refresh()

    def _make_fields(self, knobs: tuple[Knob, ...]) -> None:
        old = self._numbers
        self._numbers, self.fields = QWidget(), {}
        rows = grid(8, 6, grows=(0,), of=self._numbers)
        for row, knob in enumerate(knobs):
            field = self.fields[knob.key] = NumberField(knob.words, _unit(knob), FIELD)
            field.show_value(knob.value)
            field.entered.connect(partial(self._enter, knob, field))
            field.refused.connect(self._refuse)
            field.accepted.connect(lambda: self.notice.say(""))
            label = QLabel(knob.words)
            label.setWordWrap(True)
            label.setBuddy(field)
            rows.addWidget(label, row, 0)
            rows.addWidget(field, row, 1, Qt.AlignmentFlag.AlignTop)
        self._column.replaceWidget(old, self._numbers)
        discard(old)

    def _enter(self, knob: Knob, field: NumberField, value: float) -> None:
        if not knob.lower <= value <= knob.upper or (knob.whole and value != round(value)):
            kind = "a whole number" if knob.whole else "a number"
            field.refuse(
                tr(
                    "{words}: expected {kind} from {lower:g} to {upper:g}",
                    knob.words,
                    kind,
                    knob.lower,
                    knob.upper,
                )
            )
        else:
            field.show_value(value)

    def _first_values(self) -> None:
        for knob in self.demo.knobs:
            self.fields[knob.key].show_value(knob.value)
            self.fields[knob.key].reset()
        self.notice.say("")

    def _refresh(self) -> None:
        shown = self.run.shown if self.run.plays and self.run.demo is self.demo else None
        self.show_it.setText("Computing…" if self.run.busy else "Show")
        self.show_it.setEnabled(not self.run.busy)
        plots = shown.plots if shown is not None else ()
        if shown is not None and shown.picture is not None:
            # the first plot is what moves in the picture
            plots = plots[1:]
        if plots != self.plots.plots:
            self.plots.show_plots(plots)
        self.plots.setVisible(bool(plots))
        self.picture.setVisible(shown is not None and shown.picture is not None)
        self._follow_time()

    def _follow_time(self) -> None:
        shown = self.run.shown
        if not self.picture.isVisible() or shown is None or shown.picture is None:
            return
        self.picture.show_plots((shown.picture(self._desk.playback.own_time),))

    def _refuse(self, why: str) -> None:
        self.notice.say(why, "error", self.theme.colors.limit)

    def _open_page(self) -> None:
        show_page(self._desk, PAGE, slug(self.demo.title))


def _unit(knob: Knob) -> Unit:
    """Return the unit of a number, with a suitable number of decimals."""
    steps = ((1000.0, 0), (50.0, 1), (1.5, 2))
    decimals = next((places for bound, places in steps if knob.upper >= bound), 3)
    if knob.whole:
        decimals = 0
    return replace(PURE, symbol=knob.unit, decimals=decimals)
