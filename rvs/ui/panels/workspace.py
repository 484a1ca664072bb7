"""What the robot reaches: volume, reach, conditioning, and a cloud of points in the view."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import Unit, shown
from rvs.model.state import State
from rvs.scene.annotate.ramp import RAMP
from rvs.scene.annotate.workspace import Measure, best, workspace_items
from rvs.scene.items import Item
from rvs.study.workspace.workspace import LEVELS, Workspace, workspace
from rvs.ui.desk import Desk
from rvs.ui.widgets.boxes import STRETCH, hbox, holding, vbox
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.work.jobs import Job, Jobs

MARGIN, GAP, CHIP = 16, 8, 12
MEASURES: dict[Measure, str] = {
    "conditioning": "Coloured by 1/κF",
    "manipulability": "Coloured by manipulability",
}
ROWS = ("Size", "Reach", "Global conditioning index", "Characteristic length L", "Postures tried")
TIPS = {
    "Size": "Volume of what the tool point reaches, or area where it stays in a plane",
    "Reach": "Greatest distance of the tool point from the base",
    "Global conditioning index": "Mean of 1/κF over the volume of poses (Frobenius norm)",
    "Characteristic length L": "That of the best conditioned posture; all κF use it",
    "Postures tried": "The more, the finer",
}


class WorkspacePanel(Dock):
    """Finds the workspace beside the window, coarse first; it says when the robot has changed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("workspace", "Workspace", desk.theme, desk.window)
        self._desk, self._session = desk, desk.session
        self._jobs = Jobs()
        self._job: Job | None = None
        self.found: Workspace | None = None
        self._placed: PlacedRobot | None = None
        self._searched: PlacedRobot | None = None
        self.limits = QCheckBox("Within the limits")
        self.limits.setChecked(True)
        self.limits.setToolTip("Without, joints that turn go all the way round")
        self.shown = QCheckBox("Show in the view")
        self.shown.setChecked(True)
        self.shown.toggled.connect(self._redraw)
        self.measure = Combo("Colours")
        for measure, text in MEASURES.items():
            self.measure.addItem(text, measure)
        self.measure.currentIndexChanged.connect(self._recolour)
        self.button = QPushButton("Find")
        self.button.clicked.connect(self._press)
        self.notice = Notice(wraps=True)
        self.values = {name: QLabel() for name in ROWS}
        self.ends = (named_label("Caption"), named_label("Caption"))
        self.set_body(self._body())
        desk.viewport.extras.append(self.items)
        desk.settings.changed.connect(self._fill)
        desk.binding.follow(lambda s: (s.document, s.active), self._follow)

    def end_work(self) -> None:
        """End the search that is running."""
        self._stop()
        self._jobs.close()

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the cloud, where it is of the robot as it is now."""
        placed = current_robot(state)
        if self.found is None or placed is None or not self._drawn or not self._is_for(placed):
            return ()
        return workspace_items(self.found, placed, self._measure)

    @property
    def _drawn(self) -> bool:
        return self.shown.isChecked() and self.isVisible()

    @property
    def _measure(self) -> Measure:
        return "conditioning" if self.measure.currentIndex() == 0 else "manipulability"

    def _body(self) -> QWidget:
        row = hbox((self.limits, 1), self.button, gap=-1)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for place, (name, value) in enumerate(self.values.items()):
            label = named_label("Secondary", name)
            label.setToolTip(TIPS[name])
            value.setAccessibleName(name)
            grid.addWidget(label, place, 0)
            grid.addWidget(value, place, 1)
        return holding(
            vbox(
                row,
                self.notice,
                grid,
                self.shown,
                self.measure,
                self._legend_row(),
                STRETCH,
                gap=GAP,
                edges=(MARGIN, GAP, MARGIN, MARGIN),
            )
        )

    def _legend_row(self) -> QHBoxLayout:
        row = hbox(self.ends[0], gap=4)
        for color in RAMP:
            chip = QLabel()
            chip.setFixedSize(CHIP, CHIP)
            chip.setStyleSheet(f"background: {color}; border-radius: 3px;")
            row.addWidget(chip)
        row.addWidget(self.ends[1])
        row.addStretch(1)
        return row

    def _press(self) -> None:
        if self._job is not None:
            self._stop()
            self.notice.say("Stopped", "", self.theme.colors.text_2)
        else:
            self._find()

    def _find(self) -> None:
        placed = current_robot(self._session.state)
        if placed is None:
            return
        robot, limits = placed.robot, self.limits.isChecked()
        self.button.setText("Stop")
        self.notice.say("Searching…", "", self.theme.colors.text_2)

        def work() -> Generator[Any, None, None]:
            yield from workspace(robot, limits=limits)

        self._searched = placed
        self._job = self._jobs.start(work)
        # methods of this panel, so that they are called in the window's thread
        self._job.progressed.connect(self._take)
        self._job.done.connect(self._stop)
        self._job.failed.connect(self._failed)

    def _take(self, found: Workspace) -> None:
        self.found, self._placed = found, self._searched
        done = "Done" if found.last else f"Level {found.level + 1} of {len(LEVELS)}, refining…"
        self.notice.say(f"{done} Collisions are not checked.", "", self.theme.colors.text_2)
        self._fill()
        self._redraw()

    def _failed(self, error: object) -> None:
        self._stop()
        self.notice.say(str(error), "warning", self.theme.colors.warn)

    def _stop(self, _result: object = None) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self.button.setText("Find")

    def _follow(self, state: State) -> None:
        placed = current_robot(state)
        self.button.setEnabled(placed is not None)
        self.subtitle.setText(placed.id if placed else "")
        if self.found is not None and not self._is_for(placed):
            self._stop()
            text = "The robot has changed: find its workspace again"
            self.notice.say(text, "warning", self.theme.colors.warn)
            self._forget()

    def _is_for(self, placed: PlacedRobot | None) -> bool:
        known = self._placed
        return placed is not None and known is not None and placed.robot is known.robot

    def _forget(self) -> None:
        self.found = self._placed = None
        self._fill()
        self._redraw()

    def _recolour(self) -> None:
        self._fill()
        self._redraw()

    def _redraw(self) -> None:
        self._desk.viewport.redraw()

    def _fill(self) -> None:
        unit, found = self._desk.units[0], self.found
        texts = _texts(found, unit) if found else [""] * len(ROWS)
        for label, text in zip(self.values.values(), texts, strict=True):
            label.setText(text)
        top = f"{best(found, self._measure):.2g}" if found else ""
        self.ends[0].setText("0" if found else "")
        self.ends[1].setText(top)


def _texts(found: Workspace, unit: Unit) -> list[str]:
    power, exponent = ("²", 2) if found.planar else ("³", 3)
    scale = unit.factor**exponent
    size = f"{found.measure / scale:.5g} {unit.symbol}{power} ± {found.error / scale:.1g}"
    return [
        size,
        shown(found.reach, unit),
        f"{found.gci:.4f}",
        shown(found.length, unit),
        f"{found.samples:,}".replace(",", "\N{NARROW NO-BREAK SPACE}"),
    ]
