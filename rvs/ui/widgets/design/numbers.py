"""Small tables of a design: its numbers, and several designs side by side."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.numbers.quantities import short_number
from rvs.model.robots.designing import PLACES
from rvs.model.robots.table_text import BY_ID, CellUnits, Column, cell_number, cell_unit
from rvs.ui.theme import SECONDARY, Theme, font
from rvs.words import tr

ROW = 22
SAME = 1e-9
Side = Qt.AlignmentFlag


class SmallTable(QTableWidget):
    """Rows of short texts, all visible; ``picked`` reports the clicked row."""

    picked = Signal(int)

    def __init__(self, name: str, heads: Sequence[str]) -> None:
        super().__init__()
        self._heads: tuple[str, ...] = ()
        self._longest: tuple[int, ...] = ()
        self.setObjectName("DhTable")
        self.setProperty("small", True)
        self.setAccessibleName(name)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setFont(font(SECONDARY))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.horizontalHeader().setFixedHeight(ROW + 2)
        self.horizontalHeader().setFont(font(SECONDARY))
        self.horizontalHeader().setMinimumSectionSize(24)
        self.set_heads(heads)
        self.fit()
        self.cellClicked.connect(lambda row, _column: self.picked.emit(row))

    def set_heads(self, heads: Sequence[str]) -> None:
        """Name the columns."""
        if tuple(heads) == self._heads:
            return
        self._heads = tuple(heads)
        self.setColumnCount(len(heads))
        self.setHorizontalHeaderLabels(list(heads))
        self._share_width()

    def show_rows(self, rows: Sequence[Sequence[str]]) -> None:
        """Show texts; unchanged cells are not updated."""
        if len(rows) != self.rowCount():
            self.setRowCount(len(rows))
            self.fit()
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                item = self.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    item.setTextAlignment(
                        Side.AlignVCenter | (Side.AlignRight if column else Side.AlignLeft)
                    )
                    self.setItem(row, column, item)
                if item.text() != text:
                    item.setText(text)
        longest = tuple(max(map(len, column)) for column in zip(*rows, strict=True))
        if longest != self._longest:
            self._longest = longest
            self._share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Divide the width evenly, except for columns that need more."""
        header, stretched = self.horizontalHeader(), QHeaderView.ResizeMode.Stretch
        needs = [
            max(self.sizeHintForColumn(k), header.sectionSizeHint(k))
            for k in range(self.columnCount())
        ]
        wide = {0}
        for _ in needs:
            rest = self.viewport().width() - sum(needs[k] for k in wide)
            share = rest / max(len(needs) - len(wide), 1)
            more = {k for k, need in enumerate(needs) if need > share} - wide
            if not more:
                break
            wide |= more
        for k in range(len(needs)):
            mode = QHeaderView.ResizeMode.ResizeToContents if k in wide else stretched
            if header.sectionResizeMode(k) != mode:
                header.setSectionResizeMode(k, mode)

    def choose(self, row: int) -> None:
        """Mark a row as the selected one, without a signal."""
        if row != self.currentRow():
            self.blockSignals(True)
            self.setCurrentCell(row, 0)
            self.blockSignals(False)

    def fit(self) -> None:
        """Set the height for the rows."""
        self.setFixedHeight(ROW + 4 + ROW * max(self.rowCount(), 1))


class StepTable(SmallTable):
    """The table of an intermediate robot; changed numbers have the accent colour."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("Table of the design", [""] * (1 + len(PLACES)))
        self._theme = theme
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_robot(self, robot: Robot | None, before: Robot | None, units: CellUnits) -> None:
        """Show the numbers of a robot.

        Args:
            robot: The robot.
            before: The initial robot, in its initial posture.
            units: Units of the displayed numbers.
        """
        columns = [BY_ID[name] for name in PLACES]
        measures = {"length": units.length.symbol, "angle": units.angle.symbol}
        self.set_heads(("", *(f"{one.title}, {measures[one.measure]}" for one in columns)))
        if robot is None or before is None:
            self.show_rows(())
            return
        tool, turned = _tool_texts(robot, before, units)
        self.show_rows(
            [
                *(
                    (str(row + 1), *(_short(joint, column, units) for column in columns))
                    for row, joint in enumerate(robot.joints)
                ),
                ("tool", *tool, turned),
            ]
        )
        self._color_tool(robot, before)
        colors = self._theme.colors
        for row, (old, new) in enumerate(zip(before.joints, robot.joints, strict=True)):
            for place, column in enumerate(columns, 1):
                moved = abs(cell_number(new, column) - cell_number(old, column)) > SAME
                color = QColor(colors.accent_text if moved else colors.text)
                item = self.item(row, place)
                assert item is not None
                item.setForeground(color)
                unit = cell_unit(new, column, units)
                item.setToolTip(f"{cell_number(new, column) / unit.factor:.10g} {unit.symbol}")

    def _color_tool(self, robot: Robot, before: Robot) -> None:
        """Show changed numbers of the tool in the accent colour."""
        row, colors = robot.n, self._theme.colors
        away = np.abs(robot.tool[:3, 3] - before.tool[:3, 3]).tolist()
        for column, moved in enumerate((max(*away, _turn(robot, before)), *away)):
            item = self.item(row, column)
            assert item is not None
            item.setForeground(QColor(colors.accent_text if moved > SAME else colors.text))
            still = "The tool frame in the last frame"
            item.setToolTip("The tool frame in the last frame, moved" if moved > SAME else still)


def _tool_texts(robot: Robot, before: Robot, units: CellUnits) -> tuple[tuple[str, str, str], str]:
    """Return the position of the tool in the last frame, axis by axis, and its rotation there."""
    unit = units.length
    x, y, z = (
        f"{axis} {short_number(value / unit.factor, unit.decimals)}"
        for axis, value in zip("xyz", robot.tool[:3, 3].tolist(), strict=True)
    )
    angle = _turn(robot, before)
    shown = short_number(angle / units.angle.factor, units.angle.decimals)
    return (x, y, z), tr("turned {shown}", shown) if angle > SAME else ""


def _turn(robot: Robot, before: Robot) -> float:
    chord = float(np.linalg.norm(robot.tool[:3, :3] - before.tool[:3, :3]))
    return 2.0 * float(np.arcsin(min(chord / 8.0**0.5, 1.0)))


def _short(joint: Joint, column: Column, units: CellUnits) -> str:
    unit = cell_unit(joint, column, units)
    return short_number(cell_number(joint, column) / unit.factor, unit.decimals)
