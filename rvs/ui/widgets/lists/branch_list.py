"""Postures that reach a pose, one per row: collisions, distances, every joint value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isinf

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem

from rvs.collision.check import Pairs
from rvs.collision.words import pair_words
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import joint_symbol, joint_unit, shown_short
from rvs.model.numbers.units import Unit
from rvs.model.robots.branches import HERE, Branch
from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.words import tr

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
