"""All postures for the target pose of the tool, for comparison and selection."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from math import isinf
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QColor, QHideEvent, QIcon, QShowEvent
from PySide6.QtWidgets import QCheckBox, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from rvs.collision.check import Pairs, check_state
from rvs.collision.words import pair_words
from rvs.engine.robot import Robot
from rvs.engine.transforms import inverse
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import joint_symbol, joint_unit, lengths_in, shown_short
from rvs.model.numbers.units import Unit
from rvs.model.robots.branches import (
    CONDITIONS,
    HERE,
    Branch,
    Branches,
    Mask,
    Swivel,
    masked_branches,
)
from rvs.model.state import Posture, State, with_posture
from rvs.scene.annotate.ghosts import ghost_items
from rvs.scene.build import robot_solids
from rvs.scene.items import Item
from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.ui.widgets.dock import Dock
from rvs.ui.widgets.fields.combo import Slide
from rvs.ui.widgets.labels import Notice, named_label
from rvs.ui.widgets.layouts import FlowLayout, hbox, holding, vbox
from rvs.ui.work.jobs import Latest
from rvs.words import begun, plural, tr

HEADINGS = ("Posture", "Move", "Limits", "κF")
TIPS = (
    "Shoulder, elbow and wrist, for arms that have these branches. A tick means no "
    "collision, an exclamation mark a collision",
    "Largest joint movement needed",
    "The joint that is farthest beyond its limits, and by how much",
    "Condition number in the weighted Frobenius norm, with the best characteristic "
    "length for the posture. 1 is best; it is infinite at a singularity. The 2-norm gives other "
    "numbers.",
)
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
BADGE = 14
LEAST_COLUMN = 36
MOST_ROWS = 8


class BranchList(QTreeWidget):
    """Lists branches; the joint values are in columns after the facts about the whole."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.setObjectName("Solutions")
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAccessibleName("Postures that reach the pose of the tool")
        self._head(())
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.header().setStretchLastSection(False)
        self.header().setMinimumSectionSize(LEAST_COLUMN)

    def show_rows(
        self, rows: Sequence[Branch], placed: PlacedRobot, hits: Mapping[int, Pairs]
    ) -> None:
        """Show branches."""
        self.clear()
        symbols = [joint_symbol(joint, index) for index, joint in enumerate(placed.robot.joints)]
        self._head(symbols)
        for number, row in enumerate(rows, 1):
            self.addTopLevelItem(self._item(row, placed, hits.get(id(row), ()), number))

    def room(self) -> int:
        """Return the height with the usual number of rows, in pixels."""
        row = max(self.sizeHintForRow(0), self.header().sizeHint().height())
        return self.height() - self.viewport().height() + MOST_ROWS * row

    def beyond_words(self, branch: Branch, placed: PlacedRobot) -> str:
        """Return the joints beyond their limits with the excess, such as ``θ₅ by 14.6°``."""
        joints = placed.robot.joints
        told = (
            (joint_symbol(joints[k], k), self._written(placed, k, by)) for k, by in branch.beyond
        )
        return ", ".join(tr("{symbol} by {by}", symbol, by) for symbol, by in told)

    def _head(self, symbols: Sequence[str]) -> None:
        texts = [*HEADINGS, *symbols]
        self.setColumnCount(len(texts))
        self.setHeaderLabels(texts)
        for index, tip in enumerate(TIPS):
            self.headerItem().setToolTip(index, tip)
        for column in range(1, len(texts)):
            self.headerItem().setTextAlignment(column, RIGHT)

    def _item(
        self, branch: Branch, placed: PlacedRobot, pairs: Pairs, number: int
    ) -> QTreeWidgetItem:
        colors = self._desk.theme.colors
        here = branch.move < HERE
        values = [self._written(placed, index, value) for index, value in enumerate(branch.q)]
        condition = "∞" if isinf(branch.condition) else f"{branch.condition:.3g}"
        move = "now" if here else self._move(branch, placed)
        name = branch.name or tr("Posture {number}", number)
        item = QTreeWidgetItem([name, move, self._beyond(branch, placed), condition, *values])
        for column in range(1, item.columnCount()):
            item.setTextAlignment(column, RIGHT)
        if branch.beyond:
            for column in range(item.columnCount()):
                item.setForeground(column, QColor(colors.limit if column == 2 else colors.text_3))
            item.setToolTip(2, tr("Beyond its limits: {joints}", self.beyond_words(branch, placed)))
        if branch.singular:
            item.setForeground(3, QColor(colors.warn))
            item.setToolTip(3, "At a singularity, or close to one")
        if here:
            for column in range(item.columnCount()):
                font = item.font(column)
                font.setBold(True)
                item.setFont(column, font)
        self._mark_hits(item, pairs)
        return item

    def _mark_hits(self, item: QTreeWidgetItem, pairs: Pairs) -> None:
        """Report whether a posture is free of collision, and the colliding bodies if it is not."""
        document, colors = self._desk.session.state.document, self._desk.theme.colors
        words = [tr("{pair} collide", pair_words(document, a, b)) for a, b in pairs] or [
            "No collision"
        ]
        item.setToolTip(0, "\n".join([item.text(0), *words]))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{item.text(0)}: {', '.join(words)}")
        name, color = ("error", colors.limit) if pairs else ("check", colors.ok)
        item.setIcon(0, QIcon(pixmap(name, color, BADGE, self.devicePixelRatioF())))

    def _beyond(self, branch: Branch, placed: PlacedRobot) -> str:
        if not branch.beyond:
            return "within"
        index, amount = max(branch.beyond, key=lambda pair: pair[1])
        more = "…" if len(branch.beyond) > 1 else ""
        symbol = joint_symbol(placed.robot.joints[index], index)
        return f"{symbol} +{self._written(placed, index, amount, brief=True)}{more}"

    def _move(self, branch: Branch, placed: PlacedRobot) -> str:
        now = np.array(self._desk.session.state.postures[placed.id])
        index = int(np.argmax(np.abs(np.array(branch.q) - now)))
        return self._written(placed, index, branch.move, brief=True)

    def _written(self, placed: PlacedRobot, index: int, value: float, brief: bool = False) -> str:
        angle = self._desk.settings.preferences.angle
        return rounded(value, joint_unit(placed.robot.joints[index], angle, placed.unit), brief)


def rounded(value: float, unit: Unit, brief: bool = False) -> str:
    """Return a value rounded for a column, to 0.1 degree or a hundredth of its unit.

    Args:
        value: The value, rad or m.
        unit: Its displayed unit.
        brief: Round to whole degrees if there are ten or more.
    """
    degrees = unit.dimension == "angle" and unit.factor < 0.1
    whole = brief and abs(value) >= 10 * unit.factor
    step = unit.factor / ((1 if whole else 10) if degrees else 100)
    return shown_short(round(value / step) * step, unit)


PAUSE_MS = 120
SWIVEL_STEPS = 1000
LEAST_HEIGHT = 116
# Of what may be said of the postures below them.
LINES = 3
# So wide are the words before boxes that stand below one another.
WORD = 36
SWIVEL = "Swivel: the joints move, the tool is fixed"
SWIVEL_TIP = (
    "Move the joints of an arm with more than six joints while the tool is fixed. "
    "The middle of the slider is the posture at the start of the drag"
)
AXES_TIP = (
    "{condition}, in the axes of the robot's base. An arm with fewer than six joints can meet "
    "only as many conditions as it has joints"
)
LEGEND = "✓ free of collision   ! collides   grey: beyond limits"


class SolutionsPanel(Dock):
    """Lists the branches; the selected one is shown as a ghost, a double click applies it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("solutions", "Inverse kinematics", desk.theme, desk.window)
        self._session, self._settings, self._viewport = desk.session, desk.settings, desk.viewport
        self._desk, self._target = desk, desk.gizmos.tool
        self._work = Latest(desk.closing)
        self._found: Branches | None = None
        self._robot: Robot | None = None
        self._swivel: Swivel | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._search)
        self.list = BranchList(desk)
        self._hits: dict[int, Pairs] = {}
        self.allowed = QCheckBox("Within limits")
        self.free = QCheckBox("Free of collision")
        self.counts = {name: QCheckBox(name[-1]) for name in ("x", "y", "z", "rx", "ry", "rz")}
        self.notice, self.words = Notice(), named_label("Secondary")
        self.legend = named_label("Caption", LEGEND)
        self.slider = Slide()
        self.slider_title = named_label("Secondary")
        self.set_body(self._make_body())
        self._target.changed.connect(self._ask)
        desk.theme.changed.connect(self._fill)
        desk.settings.changed.connect(self._fill)
        desk.binding.follow(lambda s: (s.document, s.postures, s.selection), self._follow, of=self)
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
    def counted(self) -> Mask:
        """Conditions of the pose that are included: rotations first."""
        rx, ry, rz, x, y, z = (self.counts[name].isChecked() for name in CONDITIONS)
        return rx, ry, rz, x, y, z

    @property
    def chosen(self) -> Branch | None:
        """The selected branch."""
        item = self.list.currentItem()
        index = self.list.indexOfTopLevelItem(item) if item else -1
        rows = self.shown_branches
        return rows[index] if 0 <= index < len(rows) else None

    def take_room(self) -> None:
        """Grow until many rows are visible, before the search: nothing moves later."""
        said = LINES * self.fontMetrics().lineSpacing()
        self.list.setMinimumHeight(self.list.room() + said)
        super().take_room()
        self.list.setMinimumHeight(LEAST_HEIGHT)

    def take(self) -> None:
        """Set the robot's posture to the selected one."""
        branch, placed = self.chosen, current_robot(self._session.state)
        if branch is None or placed is None:
            return
        if branch.beyond and not self._settings.preferences.ignore_limits:
            beyond = self.list.beyond_words(branch, placed)
            words = tr(
                "Not used: beyond limits ({beyond}). See Robot ▸ Posture ▸ Ignore joint limits",
                beyond,
            )
            self._warn(words)
            return
        self._session.pose(
            placed.id, branch.q, tr("Use a solution for {robot}", self._session.called(placed))
        )

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
        self.list.currentItemChanged.connect(self._choose)
        self.list.itemActivated.connect(lambda: self.take())
        self.allowed.toggled.connect(self._fill)
        self.free.toggled.connect(self._fill)
        self.words.setWordWrap(True)
        self.slider.setRange(-SWIVEL_STEPS, SWIVEL_STEPS)
        self.slider.setAccessibleName("Swivel: move the joints while the tool is fixed")
        self.slider.setToolTip(SWIVEL_TIP)
        self.slider.sliderPressed.connect(self._begin_swivel)
        self.slider.valueChanged.connect(self._swivel_to)
        self.slider.sliderReleased.connect(self._end_swivel)
        for name, box in self.counts.items():
            what = (
                tr("Rotation about {axis}", name[-1])
                if name.startswith("r")
                else tr("Position along {axis}", name[-1])
            )
            box.setChecked(True)
            box.setToolTip(tr(AXES_TIP, what))
            box.setAccessibleName(tr("Require {condition}", what))
            box.toggled.connect(self._ask)
        places, turns = list(self.counts.values())[:3], list(self.counts.values())[3:]
        words = named_label("Secondary", "Position"), named_label("Secondary", "Rotation")
        for word in words:
            word.setMinimumWidth(WORD)
        counts = _flow(
            holding(hbox(words[0], *places, gap=10)), holding(hbox(words[1], *turns, gap=10))
        )
        only = _flow(self.allowed, self.free)
        self.notice.hide()
        self.list.setMinimumHeight(LEAST_HEIGHT)
        return holding(
            vbox(
                counts,
                only,
                (self.list, 1),
                self.notice,
                self.legend,
                self.words,
                self.slider_title,
                self.slider,
                gap=6,
                edges=(16, 10, 16, 12),
            )
        )

    def _choose(self) -> None:
        self._warn("")
        self._viewport.redraw()

    def _warn(self, words: str) -> None:
        self.notice.say(words, "warning", self.theme.colors.warn)
        self.notice.setVisible(bool(words))

    def _follow(self, state: State) -> None:
        placed = current_robot(state)
        if self._found is not None and not self._is_for(placed):
            self._show(None)
        redundant = placed is not None and len(placed.robot.active) > 6
        if not redundant or self._robot is not (placed.robot if placed else None):
            self.slider_title.setText(SWIVEL)
        self.slider.setVisible(redundant)
        self.slider_title.setVisible(redundant)
        self._ask()

    def _ask(self) -> None:
        """Search soon; during a motion, only after it stops."""
        if self.isVisible():
            self._pause.start()

    def _search(self) -> None:
        self._work.cancel()
        placed, pose = current_robot(self._session.state), self._target.wanted
        if placed is None or pose is None:
            self._show(None)
            return
        goal = inverse(np.array(placed.place)) @ pose
        posture, mask = self._session.state.postures[placed.id], self.counted

        def work() -> Generator[Any, None, tuple[Robot, Branches]]:
            return placed.robot, (yield from masked_branches(placed.robot, goal, posture, mask))

        self._work.start(work, self._take_found)

    def _is_for(self, placed: PlacedRobot | None) -> bool:
        """Return whether the last search was for this robot."""
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
        """Return the colliding pairs in each of the postures."""
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
        rows = self.shown_branches
        if placed is not None:
            self.list.show_rows(rows, placed, self._hits)
        else:
            self.list.clear()
        self._warn("")
        found = self._found
        within = sum(row.allowed for row in found.rows) if found else 0
        free = sum(not pairs for pairs in self._hits.values())
        self.subtitle.setText(_count(found) if found else "")
        self.allowed.setText(tr("Within limits ({within})", within))
        self.free.setText(tr("Free of collision ({free})", free))
        self.words.setText(_sentence(found, self._desk.units[0]) if found else "")
        self.words.setVisible(bool(self.words.text()))
        self._viewport.redraw()

    def _ghost(self, state: State) -> tuple[Item, ...]:
        """Return the robot in the selected posture, transparent."""
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
        self._say_swivel(placed, self._swivel.at(0.0), q)
        self._session.pose(
            placed.id,
            q,
            tr("Swivel {robot}", self._session.called(placed)),
            ("swivel", id(self._swivel)),
        )
        if not self.slider.isSliderDown():
            self._end_swivel()

    def _say_swivel(self, placed: PlacedRobot, start: Posture, q: Posture) -> None:
        """Show how far the joint that moves most has moved since the slider was grasped."""
        index = int(np.argmax(np.abs(np.subtract(q, start))))
        joint = placed.robot.joints[index]
        unit = joint_unit(joint, self._settings.preferences.angle, placed.unit)
        by = rounded(q[index] - start[index], unit)
        self.slider_title.setText(
            tr("Swivel: {joint_symbol} by {by}, tool fixed", joint_symbol(joint, index), by)
        )

    def _end_swivel(self) -> None:
        """Stop there; the slider returns to its middle for the next swivel."""
        self._swivel = None
        self._session.settle()
        self.slider.blockSignals(True)
        self.slider.setValue(0)
        self.slider.blockSignals(False)


def _flow(*parts: QWidget) -> QWidget:
    """Return a line of parts, or two lines if there is no room for one."""
    line = QWidget()
    flow = FlowLayout(line, gap=4, between=10)
    flow.setContentsMargins(0, 0, 0, 0)
    for part in parts:
        flow.addWidget(part)
    return line


def _count(found: Branches) -> str:
    if found.infinite:
        return "∞ solutions"
    return plural("{n} solution", "{n} solutions", found.found)


def _sentence(found: Branches, length: Unit) -> str:
    reason = lengths_in(found.reason, length)
    parts = [f"{begun(reason)}."] if reason else []
    if found.infinite and found.found > len(found.rows):
        parts.append(
            tr(
                "The list shows the nearest {count} of {found} solutions.",
                len(found.rows),
                found.found,
            )
        )
    if not found.certified and not found.infinite and found.rows:
        parts.append("There may be more solutions: RVS cannot prove that these are all.")
    return " ".join(parts)
