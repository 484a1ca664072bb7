"""Designs that are kept beside each other: small pictures, and a table of what they are worth."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QWidget

from rvs.model.document import PlacedRobot
from rvs.model.numbers.quantities import Unit, short_number
from rvs.model.robots.designing import Frame
from rvs.model.views.view import Background
from rvs.ui.pictures.posture_pictures import PosturePictures
from rvs.ui.theme import Theme
from rvs.ui.widgets.boxes import vbox
from rvs.ui.widgets.design.numbers import SmallTable
from rvs.ui.widgets.labels import named_label

PICTURE, CARD, STRIP = 64, 76, 98
DIGITS = 6
HINT = "Choose one to see it; a tick shows it as a ghost."


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A design that is kept.

    Attributes:
        name: A letter.
        placed: The robot that it was made from.
        frame: The design.
    """

    name: str
    placed: PlacedRobot
    frame: Frame


class Candidates(QWidget):
    """``chosen`` gives the candidate to be seen, ``ghosts_changed`` follows the ticks."""

    chosen = Signal(object)
    ghosts_changed = Signal()

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
        vbox(
            named_label("DockTitle", "Candidates"),
            self.strip,
            self.table,
            named_label("Caption", HINT),
            gap=6,
            of=self,
        )
        self.strip.itemClicked.connect(lambda item: self._choose(self.strip.row(item)))
        self.strip.itemChanged.connect(lambda _item: self.ghosts_changed.emit())
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
        names = [one.name for one in self.ghosts]
        if kept != self.kept:
            self.kept = kept
            self.strip.blockSignals(True)
            self.strip.clear()
            for one in kept:
                item = QListWidgetItem(one.name)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                ticked = one.name in names
                item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
                self.strip.addItem(item)
            self.strip.blockSignals(False)
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
