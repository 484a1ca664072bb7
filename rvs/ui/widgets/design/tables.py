"""Tables of designs: the numbers of one or several, and the kept ones with their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from string import ascii_uppercase
from weakref import WeakSet

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHeaderView,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from rvs.engine.joint import Joint
from rvs.engine.robot import Robot
from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import short_number
from rvs.model.numbers.units import Unit
from rvs.model.robots.designing import PLACES, Frame
from rvs.model.robots.table_text import BY_ID, CellUnits, Column, cell_number, cell_unit
from rvs.model.views.view import Background
from rvs.ui.pictures.thumbnails import PosturePictures
from rvs.ui.theme import SECONDARY, Theme, font
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import hbox, vbox
from rvs.value_class import dataclass
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


# Of a picture; beside and below it, with its tick and name.
PICTURE, BESIDE, BELOW = 104, 26, 24
DIGITS = 6
HINT = "Tick a candidate to show it as a ghost; click it to show it in place of the robot."


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A kept design.

    Attributes:
        name: A letter, or the user's name for it.
        placed: The original robot.
        frame: The design.
    """

    name: str
    placed: PlacedRobot
    frame: Frame


def free_name(kept: Sequence[Candidate]) -> str:
    """Return the first free letter, or letter with a number, for a candidate."""
    taken = {one.name for one in kept}
    names = (f"{letter}{turn or ''}" for turn in count() for letter in ascii_uppercase)
    return next(name for name in names if name not in taken)


class Strip(QListWidget):
    """Pictures in rows, with the necessary height."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Pictures of the candidates")
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setIconSize(QSize(PICTURE, PICTURE))
        self.setGridSize(QSize(PICTURE + BESIDE, PICTURE + BELOW))
        self.setMinimumWidth(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Set the height for the rows of pictures at this width."""
        grid, frame = self.gridSize(), 2 * self.frameWidth()
        columns = max((self.width() - frame) // grid.width(), 1)
        rows = -(-max(self.count(), 1) // columns)
        self.setFixedHeight(rows * grid.height() + frame)


class Candidates(QWidget):
    """``chosen`` reports the candidate to show, ``ghosts_changed`` the ticks and the switch.

    ``renamed`` gives a candidate with its new name, ``removed`` a candidate to remove.
    """

    chosen = Signal(object)
    ghosts_changed = Signal()
    renamed = Signal(object, str)
    removed = Signal(object)

    def __init__(self, theme: Theme, pictures: PosturePictures) -> None:
        super().__init__()
        self._theme, self._pictures = theme, pictures
        self.kept: tuple[Candidate, ...] = ()
        # The ticks are there again when the candidates of a robot are.
        self._ticked, self._met = WeakSet[Frame](), WeakSet[Frame]()
        self.strip = Strip()
        self.beside = QCheckBox("Show next to the robot")
        self.beside.setToolTip("Show the candidates in a row next to the robot instead of over it")
        self.table = SmallTable("Candidates", ("", "κ", "L", "Σ spans"))
        hint = named_label("Caption", HINT)
        hint.setWordWrap(True)
        self.rename, self.remove = QPushButton("Rename"), QPushButton("Remove")
        self.rename.setToolTip("Rename the selected candidate (F2)")
        self.remove.setToolTip("Remove the selected candidate (Delete)")
        vbox(
            named_label("DockTitle", "Candidates"),
            self.strip,
            self.beside,
            self.table,
            hbox((self.rename, 1), (self.remove, 1)),
            hint,
            gap=6,
            of=self,
        )
        self.strip.itemClicked.connect(lambda item: self._choose(self.strip.row(item)))
        self.strip.itemChanged.connect(self._change)
        self.strip.currentRowChanged.connect(self._enable)
        self.beside.toggled.connect(self._show_beside)
        self.rename.clicked.connect(lambda: self.strip.editItem(self.strip.currentItem()))
        self.remove.clicked.connect(self._remove)
        for keys in (QKeySequence.StandardKey.Delete, "Backspace"):
            gone = QShortcut(QKeySequence(keys), self.strip)
            gone.setContext(Qt.ShortcutContext.WidgetShortcut)
            gone.activated.connect(self._remove)
        self.table.picked.connect(self._choose)
        pictures.arrived.connect(self._draw)
        theme.changed.connect(self._draw)

    @property
    def ghosts(self) -> tuple[Candidate, ...]:
        """The candidates to show as ghosts."""
        return tuple(one for one in self.kept if one.frame in self._ticked)

    def show_kept(self, kept: tuple[Candidate, ...], unit: Unit) -> None:
        """List candidates, with lengths in a unit."""
        chosen = self._chosen.frame if self._chosen is not None else None
        if kept != self.kept:
            self._tick_new(kept)
            self.kept = kept
            self.strip.blockSignals(True)
            self.strip.clear()
            for one in kept:
                item = QListWidgetItem(one.name)
                # A picture that comes later moves nothing.
                item.setSizeHint(self.strip.gridSize())
                item.setFlags(
                    item.flags() | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEditable
                )
                self.strip.addItem(item)
                if one.frame is chosen:
                    self.strip.setCurrentItem(item)
            self._show_ticks()
            self.strip.fit()
            self._enable()
            self.ghosts_changed.emit()
        lengths = ((one.frame.step.length, one.frame.span) for one in kept)
        texts = [[short_number(v / unit.factor, unit.decimals) for v in row] for row in lengths]
        self.table.set_heads(("", "κ", f"L, {unit.symbol}", tr("Σ spans, {symbol}", unit.symbol)))
        self.table.show_rows(
            [
                (one.name, f"{one.frame.step.condition:.{DIGITS}f}", *row)
                for one, row in zip(kept, texts, strict=True)
            ]
        )
        self.setVisible(bool(kept))
        self._draw()

    def _tick_new(self, kept: tuple[Candidate, ...]) -> None:
        """Tick a new candidate if others are shown next to the robot."""
        frames = {one.frame for one in kept}
        if self.beside.isChecked():
            self._ticked.update(frames.difference(self._met))
        self._met.update(frames)

    def _show_beside(self, on: bool) -> None:
        """Show all of them if none is ticked."""
        if on and not self.ghosts:
            self._ticked.update(one.frame for one in self.kept)
            self._show_ticks()
        self.ghosts_changed.emit()

    def _show_ticks(self) -> None:
        self.strip.blockSignals(True)
        for row, one in enumerate(self.kept):
            on = one.frame in self._ticked
            state = Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
            self.strip.item(row).setCheckState(state)
        self.strip.blockSignals(False)

    @property
    def _chosen(self) -> Candidate | None:
        row = self.strip.currentRow()
        return self.kept[row] if 0 <= row < len(self.kept) else None

    def _enable(self) -> None:
        for button in (self.rename, self.remove):
            button.setEnabled(self._chosen is not None)

    def _change(self, item: QListWidgetItem) -> None:
        """Process a tick or a typed name; a used or empty name is rejected."""
        one, name = self.kept[self.strip.row(item)], " ".join(item.text().split())
        if item.text() == one.name:
            if item.checkState() == Qt.CheckState.Checked:
                self._ticked.add(one.frame)
            else:
                self._ticked.discard(one.frame)
            self.ghosts_changed.emit()
        elif not name or any(name == other.name for other in self.kept):
            item.setText(one.name)
        else:
            self.renamed.emit(one, name)

    def _remove(self) -> None:
        one = self._chosen
        if one is not None:
            self.removed.emit(one)

    def _choose(self, row: int) -> None:
        self.table.choose(row)
        self.strip.setCurrentRow(row)
        self.chosen.emit(self.kept[row])

    def _draw(self) -> None:
        background: Background = "dark" if self._theme.dark else "light"
        self.strip.blockSignals(True)
        for row, one in enumerate(self.kept):
            robot = one.frame.robot
            made = replace(one.placed, robot=robot)
            picture = self._pictures.picture(made, one.frame.posture, background)
            if picture is not None:
                self.strip.item(row).setIcon(QIcon(picture))
        self.strip.blockSignals(False)
