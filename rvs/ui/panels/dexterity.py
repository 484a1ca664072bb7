"""Panel for dexterity in a posture: condition numbers, singular values, singularities."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QPushButton,
    QWidget,
)

from rvs.engine.robot import Robot
from rvs.model.current import current_robot
from rvs.model.robots.dexterity import Dexterity, dexterity_of, rows, warning
from rvs.model.state import State
from rvs.model.views.view import EllipsoidKind, View
from rvs.study.dexterity import WITHIN_LIMITS, usual_task
from rvs.ui.commands import dexterity as commands
from rvs.ui.desk import Desk
from rvs.ui.widgets.chip import check
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import TaskCombo
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.layouts import STRETCH, grid, hbox, holding, vbox

KINDS: dict[EllipsoidKind, str] = {
    "velocity": "Velocity ellipsoid",
    "force": "Force ellipsoid",
}
MARGIN, GAP = 16, 8


class DexterityPanel(Dock):
    """Numbers of the current posture; every motion of a joint updates them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("dexterity", "Dexterity", desk.theme, desk.window)
        self._desk, self._session = desk, desk.session
        self._search = desk.posture_search
        self.task = TaskCombo()
        self.task.currentIndexChanged.connect(self._choose_task)
        self.values: dict[str, QLabel] = {}
        self._grid = grid(12, 6, grows=[1])
        self.notice = Notice(wraps=True)
        self.best = self._button(
            "Best posture", "Go to the posture with the smallest κF", lambda: commands.go_best(desk)
        )
        self.far = self._button(
            "Maximum reach", "Extend the arm to its maximum reach", lambda: commands.go_far(desk)
        )
        self.limits = check("Within the limits", "Keep both commands within the joint limits")
        self.limits.setChecked(WITHIN_LIMITS)
        self.limits.toggled.connect(self._choose_limits)
        self.ellipsoids = {kind: self._switch(kind) for kind in KINDS}
        self.lost = check(
            "Direction lost at a singularity",
            "Near a singularity, draw arrows for the tool motion that is lost or hardest",
        )
        self.lost.clicked.connect(lambda: commands.toggle(desk, "lost_direction"))
        self.colored = QCheckBox("Tool path coloured by conditioning")
        self.colored.setToolTip("Colour the tool path by the conditioning index")
        self.colored.clicked.connect(lambda: commands.toggle_colored_trace(desk))
        self.set_body(self._body())
        desk.theme.changed.connect(self._refresh)
        desk.settings.changed.connect(self._refresh)
        desk.binding.follow(
            lambda s: (s.document, s.postures, s.active, *_seen(s.view)),
            self._show,
            calm=True,
            of=self,
        )
        self._search.changed.connect(self._refresh)
        self._search.failed.connect(self._say_failure)

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
                self.lost,
                self.colored,
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

    def _switch(self, kind: EllipsoidKind) -> QCheckBox:
        switch = check(KINDS[kind], commands.ELLIPSOID_TIPS[kind])
        switch.clicked.connect(lambda: commands.toggle_ellipsoid(self._desk, kind))
        return switch

    def _choose_task(self) -> None:
        self._search.task = self.task.task
        self._refresh()

    def _offer_usual(self, robot: Robot) -> None:
        if self._search.task is None and robot.active:
            with QSignalBlocker(self.task):
                self.task.setCurrentIndex(self.task.findData(usual_task(robot)))

    def _choose_limits(self, on: bool) -> None:
        self._search.limits = on

    def _refresh(self) -> None:
        self._show(self._session.state)

    def _show(self, state: State) -> None:
        for kind, switch in self.ellipsoids.items():
            switch.setChecked(state.view.ellipsoids in (kind, "both"))
        self.lost.setChecked(state.view.lost_direction)
        self.colored.setChecked(state.view.trace and state.view.trace_colors == "conditioning")
        placed = current_robot(state)
        for button in (self.best, self.far):
            button.setEnabled(placed is not None)
        if not self.isVisible():
            return
        self.subtitle.setText(self._session.called(placed) if placed else "")
        if placed is None:
            self._fill(())
            self.notice.say("")
            return
        self._offer_usual(placed.robot)
        found = dexterity_of(placed.robot, state.postures[placed.id], self.task.task)
        if isinstance(found, str):
            self._fill(())
            self.notice.say(found, "warning", self.theme.colors.warn)
            return
        self._fill(rows(found, self._desk.units[0]))
        self._warn(found)

    def _warn(self, found: Dexterity) -> None:
        if self._search.running:
            self.notice.say("Searching…", "", self.theme.colors.text_2)
            return
        text, told = warning(found), self._search.told(self._session.state)
        both = " ".join(filter(None, (told, text)))
        colors, grave = self.theme.colors, bool(text) or "collides" in told
        icon = "warning" if grave else "note" if told else ""
        self.notice.say(both, icon, colors.warn if grave else colors.text_2 if told else "")

    def _say_failure(self, reason: str) -> None:
        self.notice.say(reason, "warning", self.theme.colors.warn)

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


def _seen(view: View) -> tuple[object, ...]:
    return view.ellipsoids, view.lost_direction, view.trace, view.trace_colors
