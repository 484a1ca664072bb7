"""Designs that are kept beside each other: small pictures, and a table of what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from string import ascii_uppercase

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QPushButton, QWidget

from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import Unit, short_number
from rvs.model.robots.designing import Frame
from rvs.model.views.view import Background
from rvs.ui.pictures.posture_pictures import PosturePictures
from rvs.ui.theme import Theme
from rvs.ui.widgets.boxes import hbox, vbox
from rvs.ui.widgets.design.numbers import SmallTable
from rvs.ui.widgets.labels import named_label

PICTURE, CARD, STRIP = 64, 76, 98
DIGITS = 6
HINT = "Click one to see it; a tick shows it as a ghost; F2 renames it."


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A design that is kept.

    Attributes:
        name: A letter, or what the user calls it.
        placed: The robot that it was made from.
        frame: The design.
    """

    name: str
    placed: PlacedRobot
    frame: Frame


def free_name(kept: Sequence[Candidate]) -> str:
    """Return the first letter, or letter with a number, that no candidate is called."""
    taken = {one.name for one in kept}
    names = (f"{letter}{turn or ''}" for turn in count() for letter in ascii_uppercase)
    return next(name for name in names if name not in taken)


class Candidates(QWidget):
    """``chosen`` gives the candidate to be seen, ``ghosts_changed`` follows the ticks.

    ``renamed`` gives one with what it is to be called, ``removed`` one that is to go.
    """

    chosen = Signal(object)
    ghosts_changed = Signal()
    renamed = Signal(object, str)
    removed = Signal(object)

    def __init__(self, theme: Theme, pictures: PosturePictures) -> None:
        super().__init__()
        self._theme, self._pictures = theme, pictures
        self.kept: tuple[Candidate, ...] = ()
        self.strip = QListWidget()
        self.strip.setAccessibleName("Pictures of the candidates")
        self.strip.setViewMode(QListView.ViewMode.IconMode)
        self.strip.setMovement(QListView.Movement.Static)
        self.strip.setWrapping(False)
        self.strip.setIconSize(QSize(PICTURE, PICTURE))
        self.strip.setGridSize(QSize(CARD, STRIP - 12))
        self.strip.setFixedHeight(STRIP)
        self.strip.setMinimumWidth(0)
        self.table = SmallTable("Candidates", ("", "κ", "L", "Σ spans"))
        hint = named_label("Caption", HINT)
        hint.setWordWrap(True)
        self.rename, self.remove = QPushButton("Rename"), QPushButton("Remove")
        self.rename.setToolTip("Give the chosen candidate another name (F2)")
        self.remove.setToolTip("Let go of the chosen candidate (Delete)")
        vbox(
            named_label("DockTitle", "Candidates"),
            self.strip,
            self.table,
            hbox((self.rename, 1), (self.remove, 1)),
            hint,
            gap=6,
            of=self,
        )
        self.strip.itemClicked.connect(lambda item: self._choose(self.strip.row(item)))
        self.strip.itemChanged.connect(self._change)
        self.strip.currentRowChanged.connect(self._enable)
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
        """The candidates that are to be seen as ghosts."""
        ticked = Qt.CheckState.Checked
        return tuple(
            one for row, one in enumerate(self.kept) if self.strip.item(row).checkState() == ticked
        )

    def show_kept(self, kept: tuple[Candidate, ...], unit: Unit) -> None:
        """List candidates, with lengths in a unit."""
        ticked = [one.frame for one in self.ghosts]
        chosen = self._chosen.frame if self._chosen is not None else None
        if kept != self.kept:
            self.kept = kept
            self.strip.blockSignals(True)
            self.strip.clear()
            for one in kept:
                item = QListWidgetItem(one.name)
                item.setFlags(
                    item.flags() | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEditable
                )
                on = one.frame in ticked
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
                self.strip.addItem(item)
                if one.frame is chosen:
                    self.strip.setCurrentItem(item)
            self.strip.blockSignals(False)
            self._enable()
        lengths = ((one.frame.step.length, one.frame.span) for one in kept)
        texts = [[short_number(v / unit.factor, unit.decimals) for v in row] for row in lengths]
        self.table.set_heads(("", "κ", f"L, {unit.symbol}", f"Σ spans, {unit.symbol}"))
        self.table.show_rows(
            [
                (one.name, f"{one.frame.step.condition:.{DIGITS}f}", *row)
                for one, row in zip(kept, texts, strict=True)
            ]
        )
        self.setVisible(bool(kept))
        self._draw()

    @property
    def _chosen(self) -> Candidate | None:
        row = self.strip.currentRow()
        return self.kept[row] if 0 <= row < len(self.kept) else None

    def _enable(self) -> None:
        for button in (self.rename, self.remove):
            button.setEnabled(self._chosen is not None)

    def _change(self, item: QListWidgetItem) -> None:
        """A tick was set, or a name was typed; one that is taken or empty stays as it was."""
        one, name = self.kept[self.strip.row(item)], " ".join(item.text().split())
        if item.text() == one.name:
            self.ghosts_changed.emit()
        elif not name or any(name == other.name for other in self.kept):
            item.setText(one.name)
        else:
            self.renamed.emit(one, name)

    def _remove(self) -> None:
        one = self._chosen
        if one is not None:
            self.removed.emit(one)
            self.ghosts_changed.emit()

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
