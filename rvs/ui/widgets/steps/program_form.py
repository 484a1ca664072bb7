"""Parts of the program panel: commands, the time line, the steps, a message."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QPushButton, QWidget

from rvs.ui.widgets.boxes import vbox
from rvs.ui.widgets.chip import chip
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.flow import FlowLayout
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.steps.assumed_note import AssumedNote
from rvs.ui.widgets.steps.step_line import StepLine
from rvs.ui.widgets.steps.step_table import ROW, StepTable

ROWS_SEEN, HEADING, NAMES = 1, 30, 140
WORDS: dict[str, tuple[str, str]] = {
    "teach": ("Teach", "Add the current posture after the selected step"),
    "update": ("Teach again", "Set the step to the current posture"),
    "places": (
        "Update steps at places",
        "Move the steps to the current poses of their named places, and adjust the neighbouring "
        "steps",
    ),
    "go": ("Go there", "Move the robot to the posture of the step"),
    "up": ("Up", "Move the step up"),
    "down": ("Down", "Move the step down"),
    "remove": ("Remove", "Remove the step"),
}
RUN, STOP = "Make the motion and play it", "Stop, and return to the start"
# The button that runs a program says what it does next.
NEXT = {"run": "Run", "pause": "Pause", "go on": "Resume"}


class ProgramForm(QWidget):
    """Widgets without a session."""

    def __init__(
        self,
        line: StepLine,
        table: StepTable,
        runs: Mapping[str, Callable[[], object]],
        enter: Mapping[str, Callable[[], object]],
    ) -> None:
        super().__init__()
        self.assumed = AssumedNote(enter)
        self.choice, self.notice = Combo("Program"), named_label("Secondary")
        self.choice.setMinimumWidth(NAMES)
        self.notice.setWordWrap(True)
        self.buttons: dict[str, QPushButton] = {}
        flow = FlowLayout(gap=6, between=6)
        flow.addWidget(self.choice)
        for name, (text, tip) in WORDS.items():
            self.buttons[name] = chip(text, tip, runs[name])
            flow.addWidget(self.buttons[name])
        for name, text, tip in (("stop", "Stop", STOP), ("run", NEXT["run"], RUN)):
            button = QPushButton(text)
            button.setToolTip(tip)
            button.clicked.connect(lambda _=False, name=name: runs[name]())
            self.buttons[name] = button
            flow.addWidget(button)
        self.buttons["run"].setProperty("filled", True)
        # So wide that its word may change without moving anything.
        self.buttons["run"].setMinimumWidth(76)
        table.setMinimumHeight(ROWS_SEEN * ROW + HEADING)
        parts = (flow, self.notice, self.assumed, line, (table, 1))
        vbox(*parts, gap=6, edges=(16, 8, 16, 8), of=self)

    def show_next(self, step: str, runs: bool, stops: bool) -> None:
        """Show the current action of the run button, a key of ``NEXT``."""
        self.buttons["run"].setText(NEXT[step])
        self.buttons["run"].setEnabled(runs)
        self.buttons["stop"].setEnabled(stops)
