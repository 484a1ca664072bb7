"""Robots removed from the cell before they were saved."""

from __future__ import annotations

import json

from rvs.files.placed_robot import placed_robot
from rvs.files.robots.arch import parse_architecture
from rvs.files.robots.arch_write import architecture_text
from rvs.files.text.errors import FileErrors
from rvs.model.document import PlacedRobot, title
from rvs.ui.commands import robots as robot_commands
from rvs.ui.desk import Desk
from rvs.ui.saving import changes
from rvs.ui.saving.drafts import Draft
from rvs.words import tr


class RemovedRobots(Draft):
    """Lists them with the unsaved work, as long as Undo has not restored them."""

    def __init__(self, desk: Desk) -> None:
        super().__init__("removed_robots", "", self._as_files, self._save, self._bring_back)
        self._desk = desk
        self._robots: list[PlacedRobot] = []

    @property
    def words(self) -> str:
        """Displayed name."""
        return ", ".join(tr("{robot}, removed", title(one)) for one in self._gone())

    def take(self, placed: PlacedRobot) -> None:
        """List a robot before its removal, if any of it would be lost."""
        self.forget(placed)
        if changes.at_stake(self._desk, placed):
            self._robots.append(placed)

    def forget(self, placed: PlacedRobot) -> None:
        """Remove a robot from the list."""
        self._robots = [one for one in self._robots if one.id != placed.id]

    def clear(self) -> None:
        """Discard the robots of the list."""
        self._robots = []

    def _gone(self) -> list[PlacedRobot]:
        present = self._desk.session.state.document.ids
        return [one for one in self._robots if one.id not in present]

    def _as_files(self) -> str:
        """Return all robots as the text of files."""
        texts = [[one.id, architecture_text(robot_commands.described(one))] for one in self._gone()]
        return json.dumps(texts) if texts else ""

    def _save(self) -> bool:
        """Save each robot, asking for a name if necessary; return whether all are saved."""
        for placed in self._gone():
            if not robot_commands.save_placed(self._desk, placed):
                return False
            self.forget(placed)
        return True

    def _bring_back(self, text: str) -> None:
        for robot_id, said in json.loads(text):
            try:
                self._robots.append(placed_robot(parse_architecture(said, robot_id), robot_id))
            except FileErrors as error:
                self._desk.messages.fail(f"{robot_id}: {error}")
