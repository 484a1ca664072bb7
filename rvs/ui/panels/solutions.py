"""Every posture that reaches the wanted pose of the tool, to compare and to take."""

from __future__ import annotations

from collections.abc import Generator
from math import isinf
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QColor, QHideEvent, QIcon, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHeaderView,
    QLabel,
    QSlider,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from rvs.collision.check import Pairs, check_state
from rvs.collision.words import pair_words
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import joint_symbol, joint_unit, shown_short
from rvs.model.robots.branches import Branch, Branches, branches
from rvs.model.robots.swivel import Swivel
from rvs.model.state import Posture, State, with_posture
from rvs.scene.annotate.ghost import ghost_items
from rvs.scene.build import robot_solids
from rvs.scene.items import Item
from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.ui.jobs import Job, Jobs
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.labels import named_label

HEADINGS = ("Posture", "Cond.", "Move", "Limits")
TIPS = (
    "Free of collision or not; shoulder, elbow and wrist, or the joint values; nearest first, "
    "those within the limits ahead",
    "Condition number of the Jacobian: 1 is best, a singularity is infinite",
    "How far the joint has to go that moves most",
    "Joints beyond their limits",
)
PAUSE_MS = 120
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
SWIVEL_STEPS = 1000
BADGE = 14


class SolutionsPanel(Dock):
    """Lists the branches; one that is chosen is shown as a ghost, a double click takes it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("solutions", "Inverse kinematics", desk.theme, desk.window)
        self._session, self._settings, self._viewport = desk.session, desk.settings, desk.viewport
        self._target = desk.gizmos.tool
        self._jobs = Jobs()
        self._job: Job | None = None
        self._found: Branches | None = None
        self._robot: Robot | None = None
        self._swivel: Swivel | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._search)
        self.list = QTreeWidget()
        self._hits: dict[int, Pairs] = {}
        self.allowed = QCheckBox("Within limits only")
        self.free = QCheckBox("Free of collision only")
        self.words = named_label("Secondary")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider_title = QLabel("Swivel, the tool at rest")
        self.set_body(self._make_body(), scrolls=False)
        self._target.changed.connect(self._ask)
        desk.theme.changed.connect(self._fill)
        desk.settings.changed.connect(self._fill)
        desk.binding.follow(lambda s: (s.document, s.postures, s.selection), self._follow)
        self._viewport.extras.append(self._ghost)

    @property
    def shown_branches(self) -> tuple[Branch, ...]:
        """The branches in the list."""
        rows = self._found.rows if self._found else ()
        return tuple(
            row
            for row in rows
            if (row.allowed or not self.allowed.isChecked())
            and not (self.free.isChecked() and self._hits.get(id(row)))
        )

    @property
    def chosen(self) -> Branch | None:
        """The branch whose row is chosen."""
        item = self.list.currentItem()
        index = self.list.indexOfTopLevelItem(item) if item else -1
        rows = self.shown_branches
        return rows[index] if 0 <= index < len(rows) else None

    def take(self) -> None:
        """Give the robot the chosen posture."""
        branch, placed = self.chosen, current_robot(self._session.state)
        if branch is None or placed is None:
            return
        self._session.settle()
        self._session.pose(placed.id, branch.q, f"Take a solution for {placed.id}")
        self._session.settle()

    def end_work(self) -> None:
        """End the search; the window closes."""
        self._pause.stop()
        self._jobs.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._viewport.redraw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fill()

    def _make_body(self) -> QWidget:
        self.list.setHeaderLabels(HEADINGS)
        for index, tip in enumerate(TIPS):
            self.list.headerItem().setToolTip(index, tip)
        self.list.setObjectName("Solutions")
        self.list.setIndentation(0)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAccessibleName("Postures that reach the pose of the tool")
        header = self.list.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setStretchLastSection(False)
        self.list.currentItemChanged.connect(lambda: self._viewport.redraw())
        self.list.itemActivated.connect(lambda: self.take())
        self.allowed.toggled.connect(self._fill)
        self.free.toggled.connect(self._fill)
        self.words.setWordWrap(True)
        self.slider.setRange(-SWIVEL_STEPS, SWIVEL_STEPS)
        self.slider.setAccessibleName("Swivel: move the joints while the tool rests")
        self.slider.setToolTip("Move the joints of a redundant arm while the tool rests")
        self.slider.sliderPressed.connect(self._begin_swivel)
        self.slider.valueChanged.connect(self._swivel_to)
        self.slider.sliderReleased.connect(self._end_swivel)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 10, 16, 12)
        column.setSpacing(8)
        column.addWidget(self.allowed)
        column.addWidget(self.free)
        column.addWidget(self.list, 1)
        column.addWidget(self.words)
        column.addWidget(self.slider_title)
        column.addWidget(self.slider)
        return body

    def _follow(self, state: State) -> None:
        placed = current_robot(state)
        if self._found is not None and not self._is_for(placed):
            self._show(None)
        redundant = placed is not None and len(placed.robot.active) > 6
        self.slider.setVisible(redundant)
        self.slider_title.setVisible(redundant)
        self._ask()

    def _ask(self) -> None:
        """Search soon; while something moves, only once it rests."""
        if self.isVisible():
            self._pause.start()

    def _search(self) -> None:
        if self._job is not None:
            self._job.cancel()
        placed, pose = current_robot(self._session.state), self._target.wanted
        if placed is None or pose is None:
            self._show(None)
            return
        goal = inverse(np.array(placed.place)) @ pose
        posture = self._session.state.postures[placed.id]

        def work() -> Generator[Any, None, tuple[Robot, Branches]]:
            yield
            return placed.robot, branches(placed.robot, goal, posture)

        self._job = self._jobs.start(work)
        self._job.done.connect(self._take_found)

    def _is_for(self, placed: PlacedRobot | None) -> bool:
        """Tell whether what was searched last is about this robot."""
        return placed is not None and placed.robot is self._robot

    def _take_found(self, result: tuple[Robot, Branches]) -> None:
        robot, found = result
        placed = current_robot(self._session.state)
        # Another robot may have come while it was searched.
        if placed is not None and placed.robot is robot:
            self._robot = robot
            self._show(found)

    def _show(self, found: Branches | None) -> None:
        self._found = found
        self._fill()

    def _collide(self, placed: PlacedRobot) -> dict[int, Pairs]:
        """What collides in each of the postures."""
        state, rows = self._session.state, self._found.rows if self._found else ()
        check = check_state(state) if rows else None
        return {
            id(row): check.colliding(with_posture(state.postures, placed.id, row.q))
            for row in rows
            if check is not None
        }

    def _fill(self) -> None:
        placed = current_robot(self._session.state)
        self._hits = self._collide(placed) if placed is not None else {}
        self.list.clear()
        rows = self.shown_branches
        if placed is not None:
            self.list.addTopLevelItems([self._item(branch, placed) for branch in rows])
        found = self._found
        within = sum(row.allowed for row in found.rows) if found else 0
        self.subtitle.setText(_count(found, within) if found else "")
        self.words.setText(_sentence(found) if found else "")
        self.words.setVisible(bool(self.words.text()))
        self._viewport.redraw()

    def _item(self, branch: Branch, placed: PlacedRobot) -> QTreeWidgetItem:
        values = _values(branch.q, placed, self._settings.preferences.angle)
        condition = "∞" if isinf(branch.condition) else f"{branch.condition:.1f}"
        beyond = self._beyond(branch, placed)
        texts = [branch.name or values, condition, self._move(branch, placed), beyond]
        item = QTreeWidgetItem(texts)
        item.setToolTip(0, values)
        self._mark_hits(item, self._hits.get(id(branch), ()))
        if branch.singular:
            item.setText(1, f"{condition} singular")
            item.setForeground(1, QColor(self.theme.colors.warn))
        if branch.beyond:
            item.setForeground(3, QColor(self.theme.colors.limit))
            for column in (0, 1, 2):
                item.setForeground(column, QColor(self.theme.colors.text_3))
        for column in (2, 3, 4):
            item.setTextAlignment(
                column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            )
        return item

    def _mark_hits(self, item: QTreeWidgetItem, pairs: Pairs) -> None:
        """Say whether a posture is free of collision, and what collides if it is not."""
        document, colors = self._session.state.document, self.theme.colors
        words = [f"{pair_words(document, a, b)} collide" for a, b in pairs] or ["Nothing collides"]
        item.setToolTip(0, "\n".join([item.toolTip(0), *words]))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{item.text(0)}: {', '.join(words)}")
        name, color = ("error", colors.limit) if pairs else ("check", colors.ok)
        item.setIcon(0, QIcon(pixmap(name, color, BADGE, self.devicePixelRatioF())))

    def _beyond(self, branch: Branch, placed: PlacedRobot) -> str:
        if not branch.beyond:
            return "✓"
        index, amount = max(branch.beyond, key=lambda pair: pair[1])
        joint = placed.robot.joints[index]
        unit = joint_unit(joint, self._settings.preferences.angle, placed.unit)
        more = "…" if len(branch.beyond) > 1 else ""
        return f"{joint_symbol(joint, index)} {_rounded(amount, unit)}{more}"

    def _move(self, branch: Branch, placed: PlacedRobot) -> str:
        now = np.array(self._session.state.postures[placed.id])
        index = int(np.argmax(np.abs(np.array(branch.q) - now)))
        joint = placed.robot.joints[index]
        unit = joint_unit(joint, self._settings.preferences.angle, placed.unit)
        return _rounded(branch.move, unit)

    def _ghost(self, state: State) -> tuple[Item, ...]:
        """The robot in the chosen posture, see-through."""
        branch, placed = self.chosen, current_robot(state)
        if not self.isVisible() or branch is None or placed is None:
            return ()
        if len(branch.q) != placed.robot.n or branch.q == state.postures[placed.id]:
            return ()
        mode, posture = state.view.mode, state.postures[placed.id]
        solids = robot_solids(placed, branch.q, "", mode)
        present = robot_solids(placed, posture, "", mode)
        return ghost_items(solids, present, state.view.background)

    def _begin_swivel(self) -> None:
        placed = current_robot(self._session.state)
        if placed is None:
            return
        self._session.settle()
        posture = self._session.state.postures[placed.id]
        free = self._settings.preferences.ignore_limits
        self._swivel = Swivel(placed.robot, posture, limits=not free)

    def _swivel_to(self, value: int) -> None:
        placed = current_robot(self._session.state)
        if self._swivel is None:
            if value and placed is not None:
                # Keys and clicks beside the handle move the slider without a press.
                self._begin_swivel()
            else:
                return
        assert self._swivel is not None
        assert placed is not None
        q = self._swivel.at(value / SWIVEL_STEPS)
        self._session.pose(placed.id, q, f"Swivel {placed.id}", ("swivel", id(self._swivel)))
        if not self.slider.isSliderDown():
            self._end_swivel()

    def _end_swivel(self) -> None:
        """Rest there; the slider goes back to its middle for the next swivel."""
        self._swivel = None
        self._session.settle()
        self.slider.blockSignals(True)
        self.slider.setValue(0)
        self.slider.blockSignals(False)


def _rounded(value: float, unit: Any) -> str:
    """A value short enough for a column."""
    step = unit.factor if unit.dimension == "angle" and unit.factor < 0.1 else unit.factor / 100
    return shown_short(round(value / step) * step, unit)


def _values(q: Posture, placed: PlacedRobot, angle: str) -> str:
    units = (joint_unit(joint, angle, placed.unit) for joint in placed.robot.joints)
    return ", ".join(_rounded(value, unit) for value, unit in zip(q, units, strict=True))


def _count(found: Branches, within: int) -> str:
    if found.infinite:
        return "infinitely many"
    plural = "" if found.found == 1 else "s"
    return f"{found.found} solution{plural}, {within} in limits"


def _sentence(found: Branches) -> str:
    parts = [f"{found.reason[:1].upper()}{found.reason[1:]}."] if found.reason else []
    if found.infinite and found.found > len(found.rows):
        parts.append(f"The nearest {len(found.rows)} of {found.found} found are listed.")
    if not found.certified and not found.infinite and found.rows:
        parts.append("There may be more: nothing proves that these are all.")
    return " ".join(parts)
