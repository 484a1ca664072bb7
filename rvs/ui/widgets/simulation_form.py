"""Options of a simulation as fields: the law, its gains, its goal, hard conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError
from rvs.fields.field import abouts
from rvs.model.numbers.expressions import evaluate
from rvs.model.numbers.quantities import short_number
from rvs.scripting.simulations import Simulate
from rvs.study.simulate.laws import LAWS, Gain
from rvs.study.simulate.run import DURATION, usual_duration
from rvs.ui.theme import Theme
from rvs.ui.widgets.fields.asked_field import asked_fields, number_field
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.fields.text_field import TextField, discard, with_reason
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import STRETCH, FlowLayout, grid, hbox, put, vbox
from rvs.words import tr

Goal = Literal["stay", "step", "motion"]
GOALS: dict[Goal, str] = {
    "stay": "Stay in this posture",
    "step": "Step to another posture",
    "motion": "Follow the loaded motion",
}
# Fields in the order in which they stand, below the law: simple ones, and hard conditions.
SIMPLE = ("friction", "effort_limits", "stop")
HARD = ("delay", "model_error", "springs", "push", "qd")
# Those that mean nothing for a robot that is let go.
OF_LAWS = ("effort_limits", "delay", "model_error")
ABOUT = abouts(Simulate)


def list_text(values: Array) -> str:
    """Return numbers as text: one if all are equal.

    >>> list_text(np.array([2.0, 2.0])), list_text(np.array([1.5, 200.0]))
    ('2', '1.5 200')
    """
    numbers = np.atleast_1d(values)
    if (numbers == numbers[0]).all():
        numbers = numbers[:1]
    return " ".join(f"{number:.6g}" for number in numbers)


class SimulationForm(QWidget):
    """``changed`` reports another law, ``refused`` reports why a field can't be read."""

    changed = Signal()
    refused = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._turns = theme, True
        self._scales: tuple[float, ...] = ()
        self._motion: float | None = None
        self._usual = DURATION
        self._suggested: dict[str, Array] = {}
        self._typed: dict[tuple[str, str], tuple[float, ...]] = {}
        self.law, self.goal, self.posture = (
            Combo("Law"), Combo("Goal of the law"), Combo("Posture"),
        )  # fmt: skip
        self.says = named_label("Secondary")
        self.says.setWordWrap(True)
        self.gains: dict[str, TextField] = {}
        self._gain_rows = QWidget()
        self.suggest = QPushButton("Suggest")
        self.suggest.setObjectName("Chip")
        self.suggest.setToolTip("Use gains that suit the inertia of this robot")
        self.duration = number_field(ABOUT["duration"])
        self.fields = asked_fields(Simulate, (*SIMPLE, *HARD))
        self.locks: list[QPushButton] = []
        self._lock_row = QWidget()
        FlowLayout(self._lock_row, gap=6, between=6).setContentsMargins(0, 0, 0, 0)
        self._make()
        self._connect()

    @property
    def law_key(self) -> str:
        """The selected law."""
        return str(self.law.currentData())

    @property
    def goal_key(self) -> Goal:
        """Key of its goal."""
        found: Goal = self.goal.currentData()
        return found

    @property
    def locked(self) -> frozenset[int]:
        """The locked joints, from 0."""
        return frozenset(i for i, chip in enumerate(self.locks) if chip.isChecked())

    @property
    def own_gains(self) -> dict[str, tuple[float, ...]]:
        """Values typed for this law, by the keys of its gains."""
        law = self.law_key
        return {key: values for (of, key), values in self._typed.items() if of == law}

    def question(self, **more: Any) -> Simulate:
        """Return the question, with fields known to the panel.

        Raises:
            ArgumentError: A typed text is invalid.
        """
        typed = self.duration.number
        gains = {key: v[0] if len(v) == 1 else v for key, v in self.own_gains.items()}
        return Simulate(
            law=self.law_key,
            gains=gains or None,
            duration=None if typed == self._usual else typed,
            locked=tuple(sorted(self.locked)),
            **{name: field.value for name, field in self.fields.items()},
            **more,
        )

    def show_robot(self, scales: Sequence[float], postures: Sequence[str]) -> None:
        """Show the available choices for a robot.

        Args:
            scales: For each joint an angle of 1° in rad, or 1 m.
            postures: Names of its postures.
        """
        turns = any(scale != 1.0 for scale in scales)
        if turns != self._turns:
            self._turns = turns
            self._make_gains(LAWS[self.law_key].gains)
        fresh = len(scales) != len(self._scales)
        self._scales = tuple(scales)
        for field in self.fields.values():
            field.set_robot(self._scales, (0.0,) * len(self._scales))
        if fresh:
            self._typed.clear()
            self._make_locks(len(scales))
        chosen = self.posture.currentText()
        if [self.posture.itemText(i) for i in range(self.posture.count())] != list(postures):
            self.posture.clear()
            self.posture.addItems(list(postures))
            self.posture.setCurrentIndex(max(self.posture.findText(chosen), 0))

    def show_gains(self, suggested: Mapping[str, Array]) -> None:
        """Show the gains of the law: typed ones, else suitable ones for the robot."""
        self._suggested = dict(suggested)
        for key, field in self.gains.items():
            typed = self._typed.get((self.law_key, key))
            values = suggested.get(key) if typed is None else np.array(typed)
            field.show_text("" if values is None else list_text(values))
            field.setCursorPosition(0)
            field.setToolTip(field.text())
        self.suggest.setVisible(bool(self.own_gains))

    def offer_motion(self, name: str, duration: float | None = None) -> None:
        """Show the motion that can be followed, or that there is none.

        Args:
            name: Name of the motion; empty if there is none.
            duration: Duration of the motion, in s.
        """
        if duration != self._motion:
            self._motion = duration
            self._show_duration()
        row = list(GOALS).index("motion")
        self.goal.setItemText(
            row, tr("Follow {name}", name) if name else "Follow a motion (none is loaded)"
        )
        model = self.goal.model()
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        model.setData(model.index(row, 0), flags if name else 0, Qt.ItemDataRole.UserRole - 1)
        if not name and self.goal_key == "motion":
            self.goal.setCurrentIndex(0)

    # -- making -------------------------------------------------------------------------------

    def _make(self) -> None:
        for key, law in LAWS.items():
            self.law.addItem(law.words, key)
        for goal, words in GOALS.items():
            self.goal.addItem(words, goal)
        for combo in (self.law, self.goal, self.posture):
            combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            combo.setMinimumContentsLength(10)
        self.duration.show_value(DURATION)
        asked = grid(8, 6, grows=(1,))
        rows: tuple[tuple[str, QWidget], ...] = (
            ("Law", self.law), ("Goal", self.goal), ("Posture", self.posture),
        )  # fmt: skip
        for row, (text, field) in enumerate(rows):
            label = QLabel(text)
            put(asked, row, label, field)
        self._posture_label = label
        hard = grid(8, 6, grows=(0,))
        for row, name in enumerate(HARD):
            one = self.fields[name]
            assert one.box is not None
            assert one.control is not None
            one.follow(lambda why: self.refused.emit(why) if why else None)
            hard.addWidget(one.box, row, 0)
            hard.addWidget(one.control, row, 1)
        vbox(
            asked,
            self.says,
            self._gain_rows,
            hbox(QLabel("Duration"), STRETCH, self.duration),
            *(box for name in SIMPLE for box in self.fields[name].ticks),
            4,
            named_label("PartTitle", "Locked joints"),
            self._lock_row,
            4,
            named_label("PartTitle", "Disturbances"),
            hard,
            gap=6,
            of=self,
        )

    def _connect(self) -> None:
        self.law.currentIndexChanged.connect(self._show_law)
        self.goal.currentIndexChanged.connect(self._show_goal)
        self.suggest.clicked.connect(self._forget_typed)
        self.duration.refused.connect(self.refused)
        self._show_law()

    def _show_law(self) -> None:
        law = LAWS[self.law_key]
        self.says.setText(law.says)
        self._make_gains(law.gains)
        for widget in (self.goal, *(box for name in OF_LAWS for box in self.fields[name].ticks)):
            widget.setEnabled(law.driven)
        self._show_goal()
        self.changed.emit()

    def _show_goal(self) -> None:
        stepping = self.goal_key == "step" and LAWS[self.law_key].driven
        self.posture.setVisible(stepping)
        self._posture_label.setVisible(stepping)
        self._show_duration()
        self.changed.emit()

    def _show_duration(self) -> None:
        """Show the duration of a run unless another time is typed for this goal."""
        driven = LAWS[self.law_key].driven
        motion = self._motion if driven and self.goal_key == "motion" else None
        usual = usual_duration(motion)
        if usual != self._usual:
            self._usual = usual
            self.duration.show_value(usual)

    def _make_gains(self, gains: Sequence[Gain]) -> None:
        old = self._gain_rows
        self._gain_rows, self.gains = QWidget(), {}
        rows = grid(8, 6, grows=(1,), of=self._gain_rows)
        for row, gain in enumerate(gains):
            field = TextField("", gain.words, partial(self._type, gain))
            self.gains[gain.key] = field
            label = QLabel(gain.words)
            label.setBuddy(field)
            label.setToolTip(gain.says)
            rows.addWidget(label, row, 0)
            rows.addWidget(with_reason(field, field, self._theme.colors.limit), row, 1)
            unit = named_label("Caption", gain.units[0 if self._turns else 1])
            unit.setToolTip(" or ".join(dict.fromkeys(gain.units)))
            rows.addWidget(unit, row, 2)
        if gains:
            rows.addWidget(self.suggest, len(gains), 1, 1, 2, Qt.AlignmentFlag.AlignRight)
        self._gain_rows.setVisible(bool(gains))
        layout = self.layout()
        if layout is not None:
            layout.replaceWidget(old, self._gain_rows)
            self.suggest.setParent(self._gain_rows if gains else self)
            discard(old)

    def _type(self, gain: Gain, text: str) -> None:
        values = tuple(evaluate(word) for word in text.replace(";", " ").split())
        counts = (1,) if gain.single else (1, len(self._scales))
        if len(values) not in counts:
            expected = " or ".join(str(count) for count in dict.fromkeys(counts))
            raise ArgumentError(
                tr(
                    "{field}: expected {expected} numbers, got {count}",
                    gain.words,
                    expected,
                    len(values),
                )
            )
        if min(values) < 0:
            raise ArgumentError(tr("{words}: expected numbers of 0 or more", gain.words))
        self._typed[self.law_key, gain.key] = values
        self.suggest.setVisible(True)

    def _forget_typed(self) -> None:
        for key in [key for key in self._typed if key[0] == self.law_key]:
            del self._typed[key]
        for field in self.gains.values():
            field.setModified(False)
        self.show_gains(self._suggested)

    def _make_locks(self, n: int) -> None:
        layout = self._lock_row.layout()
        assert layout is not None
        for chip in self.locks:
            layout.removeWidget(chip)
            chip.deleteLater()
        self.locks = []
        for number in range(1, n + 1):
            chip = QPushButton(short_number(number, 0))
            chip.setObjectName("Chip")
            chip.setCheckable(True)
            chip.setToolTip(tr("Hold joint {number}", number))
            chip.setAccessibleName(tr("Hold joint {number}", number))
            layout.addWidget(chip)
            self.locks.append(chip)
