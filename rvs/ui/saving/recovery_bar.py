"""The bar that offers what a program left that was not closed properly."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMainWindow, QPushButton, QSizePolicy, QToolBar, QWidget

from rvs.files.storage.recovery import Leftover
from rvs.model.document import called
from rvs.ui.commands import view as view_commands
from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.ui.saving import cell_trajectories
from rvs.ui.saving.autosave import Keeper
from rvs.ui.widgets.labels import ElidedLabel
from rvs.ui.widgets.tool_strip import name_extension

HEIGHT, ICON = 44, 16


class RecoveryBar(QToolBar):
    """Stands below the tools while there is something to restore; work goes on meanwhile.

    It says there, too, that work is not kept for the case of a crash, until it is or until the
    user has read that.
    """

    def __init__(self, desk: Desk, keeper: Keeper, window: QMainWindow) -> None:
        super().__init__("Recovery", window)
        self.setObjectName("recovery")
        name_extension(self)
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
        self.close_button = QPushButton("Close")
        self.close_button.setToolTip("Hide this until there is another reason")
        self._read = ""
        self._arrange()
        self.restore.clicked.connect(self._restore)
        self.discard.clicked.connect(self._discard)
        self.close_button.clicked.connect(self._have_read)
        keeper.troubled.connect(self._show)
        desk.theme.changed.connect(self._tint)
        desk.closing.connect(self.release)
        window.addToolBarBreak()
        window.addToolBar(self)
        self._show()

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
        for widget in (_gap(8), self._icon, _gap(4), self.words):
            self.addWidget(widget)
        self._buttons = [self.addWidget(one) for one in (self.restore, _gap(4), self.discard)]
        self._close = self.addWidget(self.close_button)
        self.addWidget(_gap(8))
        self._tint()

    def _show(self) -> None:
        trouble = self._keeper.trouble
        self.setVisible(bool(self._leftovers) or trouble != self._read)
        for action in self._buttons:
            action.setVisible(bool(self._leftovers))
        self._close.setVisible(not self._leftovers)
        if self._leftovers:
            self.words.setText(sentence(self._leftovers[0], len(self._leftovers)))
        else:
            self.words.setText(trouble[:1].upper() + trouble[1:])

    def _have_read(self) -> None:
        self._read = self._keeper.trouble
        self._show()

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
    names = [called(cell.document, robot) for robot in cell.document.robots]
    name = cell.path.name if cell.path else ", ".join(names)
    part = " (not all of it, see Messages)" if leftover.lost else ""
    when = leftover.time.astimezone()
    today = when.date() == datetime.now().astimezone().date()
    clock = when.strftime("%H:%M") if today else when.strftime("%Y-%m-%d %H:%M")
    more = f" ({count - 1} more)" if count > 1 else ""
    return f"RVS was not closed properly. Work from {clock}: {name or 'an empty cell'}{part}{more}"


def _gap(width: int) -> QWidget:
    gap = QWidget()
    gap.setFixedWidth(width)
    return gap
