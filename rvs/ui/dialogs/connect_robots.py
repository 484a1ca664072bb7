"""Dialog that connects two robots, the second on the tool frame of the first."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
)

from rvs.engine.errors import RvsError
from rvs.files.bodies.effectors import equipped
from rvs.files.library import load_robot, titles
from rvs.files.placed_robot import placed_robot
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.robots.new_robots import connect
from rvs.ui.commands import files as commands
from rvs.ui.desk import Desk
from rvs.ui.robot_marks import name_of
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.fields.combo import Combo
from rvs.ui.widgets.layouts import grid, put
from rvs.words import tr

WIDTH = 460
WORDS = (
    "Make one robot with the joints of both. The second robot is mounted at the tool frame "
    "of the first. Limits, speeds and masses are kept."
)


class ConnectRobots(AskDialog):
    """Two lists of robots, with those of the cell first, and a name."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window, desk.theme, "connect_robots", "Connect in series", "Create")
        self.setMinimumWidth(WIDTH)
        self._desk = desk
        self.first, self.second = Combo("First robot"), Combo("Second robot")
        self.name = QLineEdit()
        self._arrange()
        self._fill()
        for box in (self.first, self.second):
            box.currentIndexChanged.connect(self._suggest)
        self._suggest()

    def accept(self) -> None:
        """Place the new robot next to the others; errors are shown here."""
        try:
            one, other = self._chosen(self.first), self._chosen(self.second)
            name = self.name.text().strip()
            robot = connect(one.robot, other.robot, name)
            made = PlacedRobot(
                robot.name,
                robot,
                unit=one.unit,
                end_effector=other.end_effector,
                payload=other.payload,
            )
        except (RvsError, OSError) as error:
            self.complain(str(error))
            return
        commands.put_beside(self._desk, equipped(made), tr("Connect {name}", robot.name))
        super().accept()

    def _chosen(self, box: Combo) -> PlacedRobot:
        robot_id, path = box.currentData()
        if robot_id:
            return self._desk.session.state.document.robot(robot_id)
        loaded = placed_robot(load_robot(path), path)
        return replace(loaded, origin="")

    def _fill(self) -> None:
        state = self._desk.session.state
        placed = current_robot(state)
        for box in (self.first, self.second):
            for one in state.document.robots:
                box.addItem(tr("{robot} (this cell)", name_of(state, one.id)), (one.id, ""))
            if box.count():
                box.insertSeparator(box.count())
            for title, path in titles():
                box.addItem(title, ("", str(path)))
        robots = state.document.robots
        if placed is not None:
            at = robots.index(placed)
            self.first.setCurrentIndex(at)
            self.second.setCurrentIndex((at + 1) % len(robots))

    def _suggest(self) -> None:
        """Suggest a name and show the resulting number of joints."""
        try:
            one, other = self._chosen(self.first), self._chosen(self.second)
        except (RvsError, OSError) as error:
            self.complain(str(error))
            self.button.setEnabled(False)
            return
        self.button.setEnabled(True)
        self.name.setPlaceholderText(f"{one.robot.name or one.id} + {other.robot.name or other.id}")
        count = one.robot.n + other.robot.n
        self.notice.say(
            tr("{first} + {second} = {count} joints", one.robot.n, other.robot.n, count)
        )

    def _arrange(self) -> None:
        words = QLabel(WORDS)
        words.setObjectName("Secondary")
        words.setWordWrap(True)
        self.name.setFixedHeight(32)
        self.name.setAccessibleName("Name of the new robot")
        form = grid(12, 10, grows=[1])
        named = {"First": self.first, "On its tool": self.second, "Name": self.name}
        for row, (text, widget) in enumerate(named.items()):
            put(form, row, QLabel(text), widget)
        self.ask(words, form, foot=self.notice)
