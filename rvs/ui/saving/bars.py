"""Reports implausible values of robots from other programs over the views, with fixes.

After a cell is saved, reports its robots whose own files are older.

The bar that offers the work of a program that was not closed properly.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMainWindow, QPushButton, QSizePolicy, QToolBar, QWidget

from rvs.files.storage.recovery import Leftover
from rvs.model.calls import call_of
from rvs.model.document import PlacedRobot, called, change_robot, filed_as
from rvs.model.robots.plausibility import Oddity, oddities, with_correction
from rvs.model.state import State
from rvs.ui.commands import robots as robot_commands
from rvs.ui.commands import view as view_commands
from rvs.ui.desk import Desk
from rvs.ui.icons import pixmap
from rvs.ui.messages import and_more
from rvs.ui.saving import cell_trajectories, changes
from rvs.ui.saving.autosave import Keeper
from rvs.ui.view.viewports_bar import ViewBar
from rvs.ui.widgets.labels import ElidedLabel, Notice
from rvs.ui.widgets.tool_strip import name_extension
from rvs.words import begun, plural, tr

HEIGHT, ICON = 44, 16


class DoubtBar(ViewBar):
    """Shows one doubt after another until all numbers are plausible or confirmed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "The numbers are right", self._accept)
        self.notice = Notice(wraps=True)
        self.cure = QPushButton()
        self.cure.setToolTip("Apply this to the numbers of the file; Undo restores the numbers")
        self.row.insertWidget(0, self.notice, 1)
        self.add(self.cure)
        self.cure.clicked.connect(self._take)
        self._accepted: set[tuple[str, str]] = set()
        self._shown: tuple[PlacedRobot, Oddity] | None = None
        desk.binding.follow(lambda s: (s.document,), self._show)

    def _accept(self) -> None:
        if self._shown is not None:
            placed, odd = self._shown
            self._accepted.add((placed.id, odd.sentence))
        self._show(self._desk.session.state)

    def _show(self, state: State) -> None:
        found = [pair for placed in state.document.robots for pair in self._odd(placed)]
        self._shown = found[0] if found else None
        if self._shown is not None:
            placed, odd = self._shown
            colors = self._desk.theme.colors
            looks = ("warning", colors.warn) if odd.doubtful else ("note", colors.text_2)
            words = f"{_file_of(placed)}: {odd.sentence}"
            self.notice.say(and_more(words, len(found) - 1), *looks)
            self.cure.setText(odd.cure.label)
            self.cure.setVisible(not odd.cure.of_table or placed.body is None)
        self.show_bar(bool(found))

    def _odd(self, placed: PlacedRobot) -> Iterator[tuple[PlacedRobot, Oddity]]:
        """Yield the remarks on a robot, except those already confirmed."""
        if placed.imported is not None:
            for odd in oddities(placed.robot, placed.imported):
                if (placed.id, odd.sentence) not in self._accepted:
                    yield placed, odd

    def _take(self) -> None:
        if self._shown is None:
            return
        placed, odd = self._shown
        robot = odd.cure.change(placed.robot)
        imported = placed.imported and with_correction(placed.imported, odd.cure)
        change = call_of(change_robot, placed.id, robot=robot, imported=imported)
        home = {placed.id: tuple(robot.home.tolist())}
        self._desk.session.edit(odd.cure.label, change, postures=home)
        self._desk.viewport.fit()
        for one in self._desk.messages.messages:
            if one.text.startswith(odd.sentence):
                self._desk.messages.solved(one.text, one.place)


def _file_of(placed: PlacedRobot) -> str:
    return Path(placed.imported.path).name if placed.imported else placed.id


class LibraryBar(ViewBar):
    """Shown over the views until it is closed or all files are up to date."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Robots in the library", lambda: self.show_bar(False))
        self.notice = Notice(wraps=True)
        self.update_files = QPushButton("Update")
        self.update_files.setToolTip("Also save the robots to their own files")
        self.row.insertWidget(0, self.notice, 1)
        self.add(self.update_files)
        self.update_files.clicked.connect(self._update)
        desk.cell_file.changed.connect(self._follow)
        desk.binding.follow(lambda s: (s.document,), lambda _: self._follow())

    @staticmethod
    def offer(desk: Desk) -> None:
        """Show it if a robot of the cell has an older file; it is made on first use."""
        bar = desk.window.findChild(LibraryBar)
        if bar is None and changes.behind(desk):
            bar = LibraryBar(desk)
        if bar is not None:
            bar.show_robots()

    def show_robots(self) -> None:
        """Show the robots with older files, or hide if there are none."""
        document, found = self._desk.session.state.document, changes.behind(self._desk)
        names = [filed_as(document, one) for one in found]
        files = [Path(one.origin).name for one in found]
        if found:
            words = plural(
                "Saved only in the cell: {robots}. Its own file, {files}, is older.",
                "Saved only in the cell: {robots}. Their own files, {files}, are older.",
                len(found),
                changes.listed(names),
                changes.listed(files),
            )
            self.notice.say(words, "note", self._desk.theme.colors.text_2)
        self.show_bar(bool(found))

    def _update(self) -> None:
        for placed in changes.behind(self._desk):
            if not robot_commands.save_placed(self._desk, placed):
                break
        self.show_robots()

    def _follow(self) -> None:
        """Hide when the cell is replaced, or all files are up to date."""
        if not self.isHidden() and not changes.behind(self._desk):
            self.show_bar(False)


class RecoveryBar(QToolBar):
    """Shown below the tools while there is something to restore; work continues.

    It also reports that work is not stored in case of a crash, until it is or until the user has
    read the message.
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
        self.close_button.setToolTip("Hide this until there is a new warning")
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
        """Show the bar if any work was left, latest first."""
        self._leftovers = list(leftovers)
        self._show()

    def release(self) -> None:
        """Leave undecided work for a later start."""
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
            self.words.setText(begun(trouble))

    def _have_read(self) -> None:
        self._read = self._keeper.trouble
        self._show()

    def _restore(self) -> None:
        leftover = self._leftovers.pop(0)
        self._desk.cell_file.recover(leftover.cell)
        self._desk.drafts.restore(leftover.drafts)
        view_commands.adopt_view(self._desk)
        cell_trajectories.load_first(self._desk)
        # Before it is discarded it is kept again.
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
    """Return the text of the bar about the latest of some leftovers."""
    cell = leftover.cell
    names = [called(cell.document, robot) for robot in cell.document.robots]
    name = cell.path.name if cell.path else ", ".join(names)
    when = leftover.time.astimezone()
    today = when.date() == datetime.now().astimezone().date()
    clock = when.strftime("%H:%M") if today else when.strftime("%Y-%m-%d %H:%M")
    said = tr("RVS was not closed properly. Work from {time}: {name}", clock,
              name or tr("an empty cell"))  # fmt: skip
    if leftover.lost:
        said = tr("{text} (not all of it, see Messages)", said)
    return and_more(said, count - 1)


def _gap(width: int) -> QWidget:
    gap = QWidget()
    gap.setFixedWidth(width)
    return gap
