"""One joint of the joints panel: its name, its value, its slider and its limits."""

from __future__ import annotations

from functools import partial
from math import floor, log10, radians

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from rvs.engine.joint import Joint
from rvs.model.appearance.colors import WindowColors
from rvs.model.numbers.quantities import shown_short
from rvs.model.numbers.units import Unit
from rvs.model.robots.ranges import Range
from rvs.ui.widgets.boxes import hbox, vbox
from rvs.ui.widgets.fields.joint_slider import JointSlider
from rvs.ui.widgets.fields.number_field import NumberField
from rvs.ui.widgets.fields.torque_bar import HeldFacts, TorqueBar
from rvs.ui.widgets.labels import ElidedLabel, Notice
from rvs.value_class import dataclass
from rvs.words import Verbatim, tr

FIELD_WIDTH, SYMBOL_WIDTH = 104, 26
AT_LIMIT = 1e-9
ANGLE_STEP, LENGTH_STEP = radians(1.0), 0.01


@dataclass(frozen=True, slots=True)
class JointFacts:
    """Facts about a joint in its row, apart from the value."""

    symbol: str
    joint: Joint
    range: Range
    unit: Unit
    free: bool


class LimitLabel(QLabel):
    """The end of a joint's range; a double click edits it."""

    wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("Caption")

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.wanted.emit()


class JointRow(QWidget):
    """Reports the user's changes of a joint; ``moved`` contains the SI value."""

    moved = Signal(float)
    settled = Signal()
    chosen = Signal()
    # Which limit, 0 lower or 1 upper, and its new value.
    limited = Signal(int, float)

    def __init__(self, colors: WindowColors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colors = colors
        self._facts: JointFacts | None = None
        self._reason = ""
        self._highlighted = False
        self.symbol = QLabel(self)
        self.symbol.setFixedWidth(SYMBOL_WIDTH)
        self.title = ElidedLabel(parent=self)
        self.field = NumberField(parent=self)
        self.field.setFixedWidth(FIELD_WIDTH)
        self.slider = JointSlider(colors, self)
        # Tab goes from joint to joint; arrows do in the field what they do at the slider.
        self.slider.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.lower_end, self.upper_end = LimitLabel(self), LimitLabel(self)
        self.notice = Notice(self)
        self.torque = TorqueBar(colors, self)
        self.torque.hide()
        self._arrange()
        self._connect()

    def describe(self, facts: JointFacts) -> None:
        """Show another joint, other limits or another unit."""
        if self._reason and facts != self._facts:
            # What was refused was refused by other limits, or of another joint.
            self.field.reset()
        self._facts = facts
        self.symbol.setText(facts.symbol)
        title = facts.joint.name or facts.joint.kind
        # a word begins the line; what a program calls its joint stays as it is
        word = title.replace(" ", "").isalpha()
        if not facts.joint.name:
            title = tr(title)
        self.title.setText(Verbatim(title[:1].upper() + title[1:] if word else title))
        self.title.setToolTip(tr("{kind} joint {name}", facts.joint.kind, facts.joint.name).strip())
        for end, value in zip(self.ends, facts.range.ends, strict=True):
            end.setText(shown_short(value, facts.unit))
        self.lower_end.setToolTip(
            tr("Lower limit of {symbol}; double-click changes it", facts.symbol)
        )
        self.upper_end.setToolTip(
            tr("Upper limit of {symbol}; double-click changes it", facts.symbol)
        )
        self.field.set_unit(facts.unit)
        self.slider.set_limits(facts.range, arrow_step(facts))
        self.field.step = arrow_step(facts)
        self.setEnabled(not facts.joint.locked)
        name = f"{facts.symbol} {title}"
        self.field.setAccessibleName(tr("{name}, value", name))
        self.slider.setAccessibleName(tr("{name}, slider", name))
        said = "{lower} to {upper}, assumed limits" if facts.range.assumed else "{lower} to {upper}"
        ends = tr(said, self.lower_end.text(), self.upper_end.text())
        self.slider.setAccessibleDescription(ends)
        self.slider.setToolTip(
            tr("{name}, {ends}; arrows move it by {step}", name, ends, _step(facts))
        )
        self._say(self.field.number)

    @property
    def ends(self) -> tuple[LimitLabel, LimitLabel]:
        """The labels of the lower and the upper limit."""
        return self.lower_end, self.upper_end

    def edit_limit(self, which: int) -> None:
        """Open a field for the lower (0) or the upper (1) limit next to the slider."""
        if self._facts is None:
            return
        label, field = self.ends[which], NumberField(parent=self)
        field.setObjectName("LimitField")
        called = ("Lower limit of {symbol}", "Upper limit of {symbol}")[which]
        field.setAccessibleName(tr(called, self._facts.symbol))
        field.set_unit(self._facts.unit)
        field.show_value(self._facts.range.ends[which])
        field.setFixedWidth(FIELD_WIDTH)
        left = label.x() if which == 0 else label.geometry().right() - FIELD_WIDTH
        field.move(max(left, 0), self.height() - field.height())
        other = self._facts.joint.limits[1 - which]

        def take(value: float) -> None:
            if (value > other) == (which == 0) and value != other:
                field.refuse("the lower limit would be above the upper one")
            else:
                self.limited.emit(which, value)

        def leave() -> None:
            if field.state != "invalid":
                field.deleteLater()

        field.entered.connect(take)
        field.editingFinished.connect(leave)
        field.show()
        field.setFocus()
        field.selectAll()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()

    def show_value(self, value: float) -> None:
        """Show the joint's value."""
        warned = self._near(value)
        self.field.show_value(value, warned)
        self.slider.show_value(value, warned)
        self._say(value)

    def show_held(self, facts: HeldFacts | None) -> None:
        """Show the joint's torque for holding the posture, or nothing."""
        self.torque.setVisible(facts is not None)
        if facts is not None:
            self.torque.show_held(facts)

    def highlight(self, chosen: bool) -> None:
        """Mark the row as the selected one."""
        if chosen != self._highlighted:
            self._highlighted = chosen
            self._paint_names()

    def recolor(self, colors: WindowColors) -> None:
        """Set the colours."""
        self._colors = colors
        self.slider.recolor(colors)
        self.torque.recolor(colors)
        self._paint_names()
        self._say(self.field.number)

    def _arrange(self) -> None:
        foot = QGridLayout()
        foot.setContentsMargins(2, 0, 2, 0)
        foot.addWidget(self.lower_end, 0, 0, Qt.AlignmentFlag.AlignLeft)
        foot.addWidget(self.notice, 0, 1)
        foot.addWidget(self.upper_end, 0, 2, Qt.AlignmentFlag.AlignRight)
        foot.setColumnStretch(1, 1)
        vbox(hbox(self.symbol, (self.title, 1), self.field), self.slider, foot, self.torque, gap=2,
             of=self)  # fmt: skip
        self._paint_names()

    def _connect(self) -> None:
        for which, end in enumerate(self.ends):
            end.wanted.connect(partial(self.edit_limit, which))
        self.slider.moved.connect(self._wish)
        self.slider.released.connect(self.settled)
        self.slider.sliderPressed.connect(self.chosen)
        self.field.entered.connect(self._typed)
        self.field.stepped.connect(self._step)
        self.field.refused.connect(self._refused)
        self.field.accepted.connect(self._accepted)

    def _typed(self, value: float) -> None:
        facts = self._facts
        if facts and not facts.free and not facts.range.assumed:
            tolerance = 1e-12
            if value > facts.range.upper + tolerance or value < facts.range.lower - tolerance:
                ends = tr(
                    "{lower_end} to {upper_end}", self.lower_end.text(), self.upper_end.text()
                )
                self.field.refuse(tr("outside {ends}", ends))
                return
        self._wish(value)
        self.settled.emit()

    def _step(self, value: float) -> None:
        if self._facts is not None:
            self._wish(value if self._facts.free else self._facts.range.clamp(value))

    def _wish(self, value: float) -> None:
        self.moved.emit(value)

    def _refused(self, reason: str) -> None:
        self._reason = reason
        self._say(self.field.number)

    def _accepted(self) -> None:
        self._reason = ""
        self._say(self.field.number)

    def _near(self, value: float) -> bool:
        return self._facts is not None and self._facts.range.room(value) < self._facts.range.zone

    def _say(self, value: float) -> None:
        if self._reason:
            self.notice.say(self._reason, "error", self._colors.limit)
        elif self._facts and self._near(value):
            self.notice.say(self._warning(self._facts, value), "warning", self._colors.warn)
        elif self._facts and self._facts.joint.locked:
            self.notice.say("locked", "note", self._colors.text_3)
        elif self._facts and self._facts.range.assumed:
            self.notice.say("assumed limits", "note", self._colors.text_3)
        else:
            self.notice.say("")

    @staticmethod
    def _warning(facts: JointFacts, value: float) -> str:
        room = facts.range.room(value)
        if room < -AT_LIMIT:
            return tr("{room} beyond its limit", shown_short(-room, facts.unit))
        return (
            "at its limit"
            if room < AT_LIMIT
            else tr("{room} to limit", shown_short(room, facts.unit))
        )

    def _paint_names(self) -> None:
        strong = self._colors.accent_text if self._highlighted else self._colors.text
        weak = self._colors.accent_text if self._highlighted else self._colors.text_2
        self.symbol.setStyleSheet(f"color: {strong}; font-size: 14px; font-weight: 600;")
        self.title.setStyleSheet(f"color: {weak};")


def _step(facts: JointFacts) -> str:
    return shown_short(arrow_step(facts), facts.unit)


def arrow_step(facts: JointFacts) -> float:
    """Return the step of an arrow key: a degree, or a power of ten for a prismatic joint."""
    span = facts.range.upper - facts.range.lower
    if facts.unit.dimension == "angle":
        return ANGLE_STEP
    return float(10.0 ** floor(log10(span / 50.0))) if span > 0.0 else LENGTH_STEP
