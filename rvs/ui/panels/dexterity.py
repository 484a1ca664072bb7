"""How well the robot moves in its posture: condition numbers, singular values, singularities."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import Any, get_args

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from rvs.engine.arrays import Array
from rvs.engine.robot import Robot
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.robots.dexterity import Dexterity, dexterity_of, rows, warning
from rvs.model.state import State
from rvs.model.views.view import Ellipsoids
from rvs.study.dexterity import maximum_reach, optimum_posture
from rvs.study.dexterity.tasks import Task
from rvs.ui.desk import Desk
from rvs.ui.widgets.boxes import STRETCH, hbox, holding, vbox
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.work.jobs import Latest

TASKS: dict[Task, str] = {
    "pose": "Pose: turn and move the tool",
    "position": "Position: move the tool point",
    "orientation": "Orientation: turn the tool",
    "planar": "Planar: in the plane of the first axis",
}
KINDS = {"velocity": "Velocity ellipsoid", "force": "Force ellipsoid"}
ELLIPSOID_TIPS = {
    "velocity": "Velocities of the tool point that joint rates of unit size make",
    "force": "Forces at the tool point that joint torques of unit size hold",
}
MARGIN, GAP = 16, 8


class DexterityPanel(Dock):
    """Numbers of the present posture; with every joint that moves they are found again."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("dexterity", "Dexterity", desk.theme, desk.window)
        self._desk, self._session = desk, desk.session
        self._work = Latest()
        self.task = Combo("Task")
        for task, text in TASKS.items():
            self.task.addItem(text, task)
        self.task.currentIndexChanged.connect(self._refresh)
        self.values: dict[str, QLabel] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(1, 1)
        self.notice = Notice()
        self.best = self._button("Best posture", "Go to the posture of the least κF", self._go_best)
        self.far = self._button("Maximum reach", "Stretch the arm as far as it goes", self._go_far)
        self.limits = QCheckBox("Within the limits")
        self.limits.setChecked(True)
        self.limits.setToolTip("Both commands keep to the joint limits")
        self.ellipsoids = {kind: self._switch(kind) for kind in KINDS}
        self.set_body(self._body())
        desk.theme.changed.connect(self._refresh)
        desk.settings.changed.connect(self._refresh)
        desk.binding.follow(
            lambda s: (s.document, s.postures, s.active, s.view.ellipsoids), self._show, calm=True
        )

    def end_work(self) -> None:
        """End the search that is running."""
        self._work.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    def _body(self) -> QWidget:
        row = hbox(self.best, self.far, STRETCH, gap=-1)
        return holding(
            vbox(
                self.task,
                self.notice,
                self._grid,
                GAP,
                *self.ellipsoids.values(),
                GAP,
                self.limits,
                row,
                STRETCH,
                gap=GAP,
                edges=(MARGIN, GAP, MARGIN, MARGIN),
            )
        )

    def _button(self, text: str, tip: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.clicked.connect(act)
        return button

    def _switch(self, kind: str) -> QCheckBox:
        switch = QCheckBox(KINDS[kind])
        switch.setToolTip(ELLIPSOID_TIPS[kind])
        switch.clicked.connect(self._show_ellipsoids)
        return switch

    def _show_ellipsoids(self) -> None:
        on = [kind for kind, switch in self.ellipsoids.items() if switch.isChecked()]
        shown: Ellipsoids = "both" if len(on) == 2 else "none" if not on else _kind(on[0])
        self._session.look(ellipsoids=shown)

    def _refresh(self) -> None:
        self._show(self._session.state)

    def _show(self, state: State) -> None:
        for kind, switch in self.ellipsoids.items():
            switch.setChecked(state.view.ellipsoids in (kind, "both"))
        placed = current_robot(state)
        for button in (self.best, self.far):
            button.setEnabled(placed is not None)
        if not self.isVisible():
            return
        self.subtitle.setText(placed.id if placed else "")
        if placed is None:
            self._fill(())
            self.notice.say("")
            return
        found = dexterity_of(placed.robot, state.postures[placed.id], self._task())
        if isinstance(found, str):
            self._fill(())
            self.notice.say(found, "warning", self.theme.colors.warn)
            return
        self._fill(rows(found, self._desk.units[0]))
        self._warn(found)

    def _warn(self, found: Dexterity) -> None:
        if self._work.busy:
            return
        text = warning(found)
        self.notice.say(text, "warning" if text else "", self.theme.colors.warn if text else "")

    def _task(self) -> Task:
        task: Task = self.task.currentData()
        assert task in get_args(Task)
        return task

    def _fill(self, shown: tuple[tuple[str, str, str], ...]) -> None:
        if [name for name, *_ in shown] != list(self.values):
            self._lay_out(shown)
        for name, value, tip in shown:
            self.values[name].setText(value)
            self.values[name].setToolTip(tip)

    def _lay_out(self, shown: tuple[tuple[str, str, str], ...]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.values = {}
        for row, (name, _value, tip) in enumerate(shown):
            label = named_label("Secondary", name)
            label.setToolTip(tip)
            value = QLabel()
            value.setAccessibleName(name)
            value.setWordWrap(True)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(value, row, 1)
            self.values[name] = value

    def _go_best(self) -> None:
        task, limits = self._task(), self.limits.isChecked()

        def found(robot: Robot) -> Array:
            return optimum_posture(robot, task=task, limits=limits).q

        self._search("Go to the best posture", found)

    def _go_far(self) -> None:
        limits = self.limits.isChecked()
        self._search("Go to the maximum reach", lambda robot: maximum_reach(robot, limits).q)

    def _search(self, label: str, find: Callable[[Robot], Array]) -> None:
        """Find a posture beside the window and go there, unless the robot has changed."""
        placed = current_robot(self._session.state)
        if placed is None:
            return
        self.notice.say("Searching…", "", self.theme.colors.text_2)

        def work() -> Generator[Any, None, Array]:
            yield None
            return find(placed.robot)

        self._work.start(work, partial(self._go, placed, label), self._failed)

    def _go(self, before: PlacedRobot, label: str, q: Array) -> None:
        now = current_robot(self._session.state)
        if now is None or now.id != before.id or now.robot is not before.robot:
            self._refresh()
            return
        self._session.pose(now.id, tuple(np.asarray(q).tolist()), label)
        self._refresh()

    def _failed(self, error: object) -> None:
        self.notice.say(str(error), "warning", self.theme.colors.warn)


def _kind(name: str) -> Ellipsoids:
    return "velocity" if name == "velocity" else "force"
