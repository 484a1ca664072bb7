"""Says after a cell was saved which of its robots their own files have in an older form."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QPushButton

from rvs.model.document import filed_as
from rvs.ui.commands import robots as robot_commands
from rvs.ui.desk import Desk
from rvs.ui.saving import changes
from rvs.ui.view.viewports_bar import ViewBar
from rvs.ui.widgets.labels import Notice


class LibraryBar(ViewBar):
    """Lies over the views until it is closed or nothing is behind any more."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "Robots in the library", lambda: self.show_bar(False))
        self.notice = Notice(wraps=True)
        self.update_files = QPushButton("Update")
        self.update_files.setToolTip("Save the robots to their own files, too")
        self.row.insertWidget(0, self.notice, 1)
        self.add(self.update_files)
        self.update_files.clicked.connect(self._update)
        desk.cell_file.changed.connect(self._follow)
        desk.binding.follow(lambda s: (s.document,), lambda _: self._follow())

    @staticmethod
    def offer(desk: Desk) -> None:
        """Show it if a robot of the cell is behind; it is made when it is first needed."""
        bar = desk.window.findChild(LibraryBar)
        if bar is None and changes.behind(desk):
            bar = LibraryBar(desk)
        if bar is not None:
            bar.show_robots()

    def show_robots(self) -> None:
        """Name the robots that are behind, or be gone if none is."""
        document, found = self._desk.session.state.document, changes.behind(self._desk)
        names = [filed_as(document, one) for one in found]
        files = [Path(one.origin).name for one in found]
        if found:
            own = f"{changes.listed(files)}, {'is' if len(found) == 1 else 'are'} older"
            whose = "Its own file" if len(found) == 1 else "Their own files"
            words = f"Saved in the cell alone: {changes.listed(names)}. {whose}, {own}."
            self.notice.say(words, "note", self._desk.theme.colors.text_2)
        self.show_bar(bool(found))

    def _update(self) -> None:
        for placed in changes.behind(self._desk):
            if not robot_commands.save_placed(self._desk, placed):
                break
        self.show_robots()

    def _follow(self) -> None:
        """Go when another cell comes, or nothing is behind any more."""
        if not self.isHidden() and not changes.behind(self._desk):
            self.show_bar(False)
