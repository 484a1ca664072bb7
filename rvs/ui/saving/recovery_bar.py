"""The bar that offers what a program left that was not closed properly."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMainWindow, QPushButton, QSizePolicy, QToolBar, QWidget

from rvs.files.storage.recovery import Leftover
from rvs.ui.commands import view as view_commands
from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.ui.saving import cell_trajectories
from rvs.ui.saving.autosave import Keeper
from rvs.ui.widgets.labels import ElidedLabel

HEIGHT, ICON = 44, 16


class RecoveryBar(QToolBar):
    """Stands below the tools while there is something to restore; work goes on meanwhile."""

    def __init__(self, desk: Desk, keeper: Keeper, window: QMainWindow) -> None:
        super().__init__("Recovery", window)
        self.setObjectName("recovery")
        self.setMovable(False)
        self.setFixedHeight(HEIGHT)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.toggleViewAction().setVisible(False)
        self._desk, self._keeper = desk, keeper
        self._leftovers: list[Leftover] = []
        self._icon = QLabel()
        self.words = ElidedLabel()
        self.words.setObjectName("RecoveryWords")
        self.restore = QPushButton("Restore")
        self.discard = QPushButton("Discard")
        self._arrange()
        self.restore.clicked.connect(self._restore)
        self.discard.clicked.connect(self._discard)
        desk.theme.changed.connect(self._tint)
        desk.closing.connect(self.release)
        window.addToolBarBreak()
        window.addToolBar(self)
        self.hide()

    def offer(self, leftovers: tuple[Leftover, ...]) -> None:
        """Show the bar if anything was left, latest first."""
        self._leftovers = list(leftovers)
        self._show()

    def release(self) -> None:
        """Leave what nobody decided about for a later start."""
        for leftover in self._leftovers:
            leftover.release()
        self._leftovers = []

    def _arrange(self) -> None:
        self.restore.setProperty("filled", True)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        for widget in (_gap(8), self._icon, _gap(4), self.words, self.restore, _gap(4)):
            self.addWidget(widget)
        self.addWidget(self.discard)
        self.addWidget(_gap(8))
        self._tint()

    def _show(self) -> None:
        self.setVisible(bool(self._leftovers))
        if self._leftovers:
            self.words.setText(sentence(self._leftovers[0], len(self._leftovers)))

    def _restore(self) -> None:
        leftover = self._leftovers.pop(0)
        self._desk.cell_file.recover(leftover.cell)
        self._desk.drafts.restore(leftover.drafts)
        view_commands.adopt_view(self._desk)
        cell_trajectories.load_first(self._desk)
        # Before it is thrown away it is kept anew.
        self._keeper.write()
        leftover.discard()
        self._show()

    def _discard(self) -> None:
        self._leftovers.pop(0).discard()
        self._show()

    def _tint(self) -> None:
        ratio = self.devicePixelRatioF()
        self._icon.setPixmap(pixmap("warning", self._desk.theme.colors.warn, ICON, ratio))


def sentence(leftover: Leftover, count: int) -> str:
    """Return what the bar says of the latest of some leftovers."""
    cell = leftover.cell
    name = cell.path.name if cell.path else ", ".join(robot.id for robot in cell.document.robots)
    when = leftover.time.astimezone()
    today = when.date() == datetime.now().astimezone().date()
    clock = when.strftime("%H:%M") if today else when.strftime("%Y-%m-%d %H:%M")
    more = f" ({count - 1} more)" if count > 1 else ""
    return f"RVS was not closed properly. Work from {clock}: {name or 'an empty cell'}{more}"


def _gap(width: int) -> QWidget:
    gap = QWidget()
    gap.setFixedWidth(width)
    return gap
