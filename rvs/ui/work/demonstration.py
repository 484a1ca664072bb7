"""A demonstration in the window: computed in the background, then played with its plots."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.files.library import load_robot
from rvs.model.appearance.colors import SCENE, rgba
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.motions.motion import JointTrajectory
from rvs.model.plots.plot import Plot, on_time_line
from rvs.model.state import State
from rvs.scene.items import Item, Line
from rvs.scripting.loaded import Loaded
from rvs.ui.commands import files, trajectories
from rvs.ui.desk import Desk
from rvs.ui.work.jobs import Latest

if TYPE_CHECKING:
    from rvs.model.demos.demo import Demo, Shown, Values

MARK_WIDTH = 2.5
NONE = "Help ▸ Demonstrations shows motions with their own plots."


class Demonstration(QObject):
    """One demonstration at a time.

    Attributes:
        changed: It has begun or ended.
        failed: Reports why it can't be shown.
        shown: Its result, or None.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk, self._work = desk, Latest(desk.closing)
        self._asked: tuple[Demo, PlacedRobot] | None = None
        self._trajectory: JointTrajectory | None = None
        self.shown: Shown | None = None
        desk.plotted.offer("Demonstration", self._plots, NONE)
        desk.viewport.extras.append(self.items)

    @property
    def busy(self) -> bool:
        """Return whether a computation is running."""
        return self._work.busy

    @property
    def demo(self) -> Demo | None:
        """Last displayed demonstration, or the one being computed."""
        return self._asked[0] if self._asked is not None else None

    @property
    def plays(self) -> bool:
        """Return whether the demonstration is loaded for the active robot."""
        loaded = self._desk.playback.loaded
        return loaded is not None and loaded.trajectory is self._trajectory

    def begin(self, demo: Demo, values: Values) -> None:
        """Show a demonstration with its robot, which replaces another one.

        Args:
            demo: The demonstration.
            values: Values of its numbers.
        """
        placed = self._robot_of(demo)
        if placed is None:
            return
        self._asked = (demo, placed)

        def work() -> Generator[Any, None, Any]:
            yield from ()
            return demo.show(placed.robot, values)

        self._work.start(work, self._finish, self._fail)
        self.changed.emit()

    def items(self, state: State) -> tuple[Item, ...]:
        """Return the lines that the robot follows or sees."""
        if not self.plays:
            return ()
        color = rgba(SCENE[state.view.background].warn)
        return tuple(Line(points, color, MARK_WIDTH) for points in self._marks())

    def _marks(self) -> tuple[Array, ...]:
        """Return the lines that the robot follows or sees, in the frame of its base."""
        if self.shown is None or self._asked is None:
            return ()
        place = np.asarray(self._asked[1].place)
        return tuple(points @ place[:3, :3].T + place[:3, 3] for points in self.shown.marks)

    def _robot_of(self, demo: Demo) -> PlacedRobot | None:
        """Return the active robot if it is suitable, else that of a new cell."""
        session = self._desk.session
        placed = current_robot(session.state)
        if placed is None or placed.robot != load_robot(demo.robot).robot:
            if not files.open_alone(self._desk, demo.robot):
                return None
            placed = current_robot(session.state)
        session.look(mode=demo.mode)
        return placed

    def _finish(self, shown: Shown) -> None:
        assert self._asked is not None
        demo, placed = self._asked
        rows = JointTrajectory.evenly(placed.id, shown.q, float(shown.t[1] - shown.t[0]))
        self.shown, self._trajectory = shown, rows
        if any(one.id == placed.id for one in self._desk.session.state.document.robots):
            marks = self._marks()
            trajectories.take(
                self._desk, Loaded(demo.title, rows, placed, free=demo.free), beside=marks
            )
            self._desk.playback.play()
        self._desk.plotted.changed.emit()
        self.changed.emit()

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, RvsError):
            raise error
        self.changed.emit()
        self.failed.emit(str(error))

    def _plots(self) -> tuple[Plot, ...]:
        """Return the plots over time, on the time line of the cell."""
        playback = self._desk.playback
        if self.shown is None or not self.plays:
            return ()
        return tuple(
            on_time_line(plot, playback.begins, playback.duration)
            for plot in self.shown.plots
            if plot.x.label == "time"
        )
