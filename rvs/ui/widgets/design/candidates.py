"""Kept designs side by side: pictures, and a table of their qualities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from string import ascii_uppercase
from weakref import WeakSet

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import short_number
from rvs.model.numbers.units import Unit
from rvs.model.robots.designing import Frame
from rvs.model.views.view import Background
from rvs.ui.pictures.thumbnails import PosturePictures
from rvs.ui.theme import Theme
from rvs.ui.widgets.boxes import hbox, vbox
from rvs.ui.widgets.design.numbers import SmallTable
from rvs.ui.widgets.labels import named_label
from rvs.value_class import dataclass
from rvs.words import tr

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
