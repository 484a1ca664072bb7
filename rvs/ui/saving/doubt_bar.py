"""Says over the views what in a robot of another program's file can hardly be meant, with cures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QPushButton

from rvs.model.calls import call_of
from rvs.model.document import PlacedRobot, change_robot
from rvs.model.robots.plausible import Oddity, oddities, taken_so
from rvs.model.state import State
from rvs.ui.desk import Desk
from rvs.ui.view.viewports_bar import ViewBar
from rvs.ui.widgets.labels import Notice


class DoubtBar(ViewBar):
    """Shows one doubt after the other until numbers are plausible or were found right."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, "These numbers are right", self._accept)
        self.notice = Notice(wraps=True)
        self.cure = QPushButton()
        self.cure.setToolTip("Take the numbers of the file so; undo brings back what they were")
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
            more = f" (and {len(found) - 1} more)" * (len(found) > 1)
            self.notice.say(f"{_file_of(placed)}: {odd.sentence}{more}", *looks)
            self.cure.setText(odd.cure.label)
            self.cure.setVisible(not odd.cure.of_table or placed.body is None)
        self.show_bar(bool(found))

    def _odd(self, placed: PlacedRobot) -> Iterator[tuple[PlacedRobot, Oddity]]:
        """Yield what is to be said of a robot, but for what was found right."""
        if placed.imported is not None:
            for odd in oddities(placed.robot, placed.imported):
                if (placed.id, odd.sentence) not in self._accepted:
                    yield placed, odd

    def _take(self) -> None:
        if self._shown is None:
            return
        placed, odd = self._shown
        robot = odd.cure.change(placed.robot)
        imported = placed.imported and taken_so(placed.imported, odd.cure)
        change = call_of(change_robot, placed.id, robot=robot, imported=imported)
        home = {placed.id: tuple(robot.home.tolist())}
        self._desk.session.edit(odd.cure.label, change, postures=home)
        self._desk.viewport.fit()
        for one in self._desk.messages.messages:
            if one.text.startswith(odd.sentence):
                self._desk.messages.solved(one.text, one.place)


def _file_of(placed: PlacedRobot) -> str:
    return Path(placed.imported.path).name if placed.imported else placed.id
