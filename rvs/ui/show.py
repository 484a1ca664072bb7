"""``rvs.show``: a robot in a window from Python, with a handle whose posture is read and set."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from rvs.engine.errors import ArgumentError
from rvs.engine.kinematics import check_posture
from rvs.engine.robot import Array, Robot
from rvs.files.effectors import equipped
from rvs.model.document import Document, PlacedRobot
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.view import View
from rvs.ui import app

FRAME_SECONDS = 0.04


class Handle:
    """A robot in one or more windows.

    The program goes on while they are open: they answer the mouse whenever ``q`` is set, while
    ``play`` and ``wait`` run, and all the time where the shell runs Qt's loop.
    """

    def __init__(self, application: QApplication, robot_id: str, session: Session) -> None:
        self._application, self._id, self._session = application, robot_id, session
        self._windows: list[Any] = []

    @property
    def q(self) -> Array:
        """The posture shown (n,), rad and m; set it to move the robot in all its windows."""
        self._application.processEvents()
        return np.array(self._session.state.postures[self._id])

    @q.setter
    def q(self, posture: ArrayLike) -> None:
        values = _one(self.robot, posture)
        self._session.pose(self._id, values.tolist(), merge="shown")
        self._application.processEvents()

    @property
    def robot(self) -> Robot:
        """The robot as it is now; the user may have edited it."""
        return self._session.state.document.robot(self._id).robot

    @property
    def open(self) -> bool:
        """Whether a window still shows it."""
        self._application.processEvents()
        return any(window.isVisible() for window in self._windows)

    def play(self, postures: ArrayLike, seconds: float = FRAME_SECONDS) -> None:
        """Show postures one after another.

        Args:
            postures: Batch (m, n), rad and m.
            seconds: Time from one to the next.

        Raises:
            ArgumentError: Another shape, a number that is not finite, a negative time.
        """
        rows = np.atleast_2d(check_posture(self.robot, postures, "postures"))
        if not seconds >= 0:
            raise ArgumentError(f"seconds: expected a time of 0 or more, got {seconds}")
        for row in rows:
            if not self.open:
                return
            self.q = row
            _rest(seconds)
        self._session.settle()

    def wait(self) -> None:
        """Return when the last of its windows has been closed."""
        while self.open:
            _rest(FRAME_SECONDS)

    def close(self) -> None:
        """Close its windows."""
        for window in self._windows:
            window.close()
        self._application.processEvents()

    def add_window(self, **options: Any) -> None:
        """Open one more window on the same robot; options are fields of ``View``."""
        self._session.look(**options)
        window = app.make_window([], self._session)
        self._windows.append(window)
        window.show()
        window.viewport.fit()
        self._application.processEvents()


class _Shown(QObject):
    """The robots that are shown, kept with the application: one name is one robot."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.setObjectName("shown robots")
        self.handles: dict[str, Handle] = {}


def show(robot: Robot, q: ArrayLike | None = None, **options: Any) -> Handle:
    """Show a robot in a window; a robot of a name that is shown already moves in every window.

    Args:
        robot: The robot.
        q: Posture (n,), or a batch (m, n) that is played; the initial posture when omitted.
        options: Fields of ``rvs.model.view.View``, such as ``frames=False``, ``mode="skeleton"``.

    Returns:
        A handle: ``.q`` reads and sets the posture, ``.play(Q)`` plays, ``.wait()`` waits.

    Raises:
        ArgumentError: A posture of another shape, an unknown option.
        RvsError: There is no display.
    """
    known = set(View.__dataclass_fields__)
    if unknown := sorted(set(options) - known):
        raise ArgumentError(
            f"{unknown[0]}: no such option; expected one of {', '.join(sorted(known))}"
        )
    rows = None if q is None else np.atleast_2d(check_posture(robot, q))
    application = QApplication.instance() or app.make_application(["rvs"])
    assert isinstance(application, QApplication)
    shown = application.findChild(_Shown) or _Shown(application)
    name = robot.name or "robot"
    handle = shown.handles.get(name)
    if handle is None or not handle.open:
        handle = shown.handles[name] = Handle(application, name, _session(robot, name))
    handle.add_window(**options)
    if rows is not None:
        handle.q = rows[0]
        if len(rows) > 1:
            handle.play(rows)
    return handle


def _session(robot: Robot, name: str) -> Session:
    placed = equipped(PlacedRobot(name, robot))
    state = State(Document((placed,)), MappingProxyType({name: tuple(robot.home.tolist())}))
    return Session(replace(state, view=app.first_view(state)))


def _one(robot: Robot, posture: ArrayLike) -> Array:
    values = check_posture(robot, posture)
    if values.ndim != 1:
        raise ArgumentError(f"q: expected one posture of {robot.n} values; play takes many")
    return values


def _rest(seconds: float) -> None:
    """Let the windows work for a while."""
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * seconds), loop.quit)
    loop.exec()
