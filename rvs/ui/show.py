"""``rvs.show``: robots in a window from Python, with handles to read and set their postures.

Poses, rotations and quaternions from Python, drawn as frames in a separate window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import current_thread, main_thread
from time import perf_counter
from types import MappingProxyType
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from rvs.engine.arrays import Array
from rvs.engine.errors import ArgumentError, RvsError
from rvs.engine.kinematics import check_posture
from rvs.engine.quaternion import Quaternion
from rvs.engine.robot import Robot, pose_rows
from rvs.files.bodies.effectors import equipped
from rvs.files.library import load_robot
from rvs.model.document import Document, PlacedRobot
from rvs.model.members import fresh_id
from rvs.model.motions.motion import JointTrajectory
from rvs.model.session import Session
from rvs.model.state import State
from rvs.model.things.thing import TargetFrame
from rvs.model.views.view import View
from rvs.scene.build import scene_points
from rvs.scripting.loaded import Loaded
from rvs.ui import app
from rvs.ui.application import close_all, make_application, rest
from rvs.ui.view.clear_area import sees
from rvs.ui.work.playback import Playback

FRAME_SECONDS = 0.04
# Longest time that a script waits for a picture of what it has set.
PAINT_SECONDS = 2.0

MOST = 1000
EXPECTED = "frames: expected quaternions, rotations (3, 3) or poses (4, 4), one or several"


class Handle:
    """A robot in one or more windows.

    The program continues while they are open: they respond to the mouse whenever ``q`` is set,
    while ``play`` and ``wait`` run, and permanently if the shell runs Qt's loop.
    """

    def __init__(self, application: QApplication, robot_id: str) -> None:
        self._application, self._id = application, robot_id
        self._sessions: list[Session] = []
        self._windows: list[Any] = []

    @property
    def q(self) -> Array:
        """The displayed posture (n,), rad and m; set it to move the robot in all its windows."""
        self._application.processEvents()
        return np.array(self._posture)

    @q.setter
    def q(self, posture: ArrayLike) -> None:
        self._take(_one(self.robot, posture))
        _paint(self._application, self._windows)

    @property
    def name(self) -> str:
        """Its name in the windows; robots in one window have different names."""
        return self._id

    @property
    def robot(self) -> Robot:
        """The current robot; the user may have edited it."""
        return self._session.state.document.robot(self._id).robot

    @property
    def open(self) -> bool:
        """Return whether a window still shows it."""
        self._application.processEvents()
        return bool(self._windows)

    def play(self, postures: ArrayLike, seconds: float = FRAME_SECONDS) -> None:
        """Show postures one after another.

        Args:
            postures: Batch (m, n), rad and m.
            seconds: Time between consecutive postures.

        Raises:
            ArgumentError: Wrong shape, a number that is not finite, a negative time.
        """
        Handles((self,)).play((postures,), seconds)

    def wait(self) -> None:
        """Return after the last of its windows has been closed."""
        while self.open:
            rest(FRAME_SECONDS)

    def close(self) -> None:
        """Close its windows."""
        close_all(self._windows)

    @property
    def _session(self) -> Session:
        """The session of its newest window."""
        return self._sessions[-1]

    @property
    def _posture(self) -> tuple[float, ...]:
        return self._session.state.postures[self._id]

    def _take(self, posture: Array) -> None:
        """Move it in all windows, and keep it visible in each."""
        self._session.pose(self._id, posture.tolist(), merge="shown")
        for window in self._windows:
            view, points = window.viewport, scene_points(self._session.state)
            if not sees(view.goal, points, view):
                view.fit()

    def _join(self, session: Session, window: Any) -> None:
        """Add a window; a motion of the robot there moves it in all windows."""
        if not self._windows:
            self._sessions.clear()
        if session not in self._sessions:
            self._sessions.append(session)
            session.subscribe(self._follow)
        self._windows.append(window)
        window.desk.closing.connect(lambda: self._leave(session, window))

    def _leave(self, session: Session, window: Any) -> None:
        """Remove a window; the last posture is kept."""
        self._windows.remove(window)
        if self._windows:
            self._sessions.remove(session)

    def _follow(self, old: State, new: State) -> None:
        """Apply a posture to the windows with another one."""
        q = new.postures.get(self._id)
        if q is None or q == old.postures.get(self._id):
            return
        for session in self._sessions:
            there = session.state.postures.get(self._id, ())
            if session.state is not new and len(there) == len(q) and there != q:
                session.pose(self._id, q, merge="shown")


class Handles(tuple[Handle, ...]):
    """Robots shown together, one handle each; ``a, b = rvs.show([one, other])``."""

    __slots__ = ()

    def play(self, postures: Sequence[ArrayLike], seconds: float = FRAME_SECONDS) -> None:
        """Move all robots simultaneously; a robot keeps its last posture.

        Args:
            postures: A batch (m, n) for each robot, rad and m.
            seconds: Time between consecutive postures.

        Raises:
            ArgumentError: Wrong number of batches, wrong shape, a number that is not finite, a
                negative time.
        """
        rows = _batches([one.robot for one in self], postures, "postures")
        if not seconds >= 0:
            raise ArgumentError(f"seconds: expected a time of 0 or more, got {seconds}")
        playbacks = self._load(rows, seconds) if seconds else ()
        for k in range(max(map(len, rows), default=0)):
            if not self.open:
                return
            for one, batch in zip(self, rows, strict=True):
                one._take(batch[min(k, len(batch) - 1)])
            for playback in playbacks:
                playback.seek(k * seconds)
            rest(seconds)
        for one in self:
            one._session.settle()

    def _load(self, rows: Sequence[Array], seconds: float) -> Sequence[Playback]:
        """Give the windows the motion, for the tool path, the trail and repeated playing."""
        found: dict[int, Playback] = {}
        for one, batch in zip(self, rows, strict=True):
            for window in one._windows:
                if len(batch) < 2 or not window.isVisible():
                    continue
                motion = JointTrajectory.evenly(one.name, batch, seconds)
                placed = window.desk.session.state.document.robot(one.name)
                window.desk.playback.load(Loaded("postures", motion, placed), move=False)
                found[id(window)] = window.desk.playback
        return tuple(found.values())

    @property
    def open(self) -> bool:
        """Return whether a window still shows one of them."""
        return any(one.open for one in self)

    def wait(self) -> None:
        """Return after the last of their windows has been closed."""
        for one in self:
            one.wait()

    def close(self) -> None:
        """Close their windows."""
        for one in self:
            one.close()


class _Shown(QObject):
    """The displayed robots, stored with the application: one robot per name."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.setObjectName("shown robots")
        self.handles: dict[str, Handle] = {}


@overload
def show(robot: Robot | str, q: ArrayLike | None = None, **options: Any) -> Handle: ...


@overload
def show(
    robot: Sequence[Robot | str], q: Sequence[ArrayLike] | None = None, **options: Any
) -> Handles: ...


@overload
def show(robot: Quaternion | Array | Sequence[Quaternion | Array], **options: Any) -> Frames: ...


def show(robot: Any, q: Any = None, *, loop: int = 1, **options: Any) -> Handle | Handles | Frames:
    """Show robots, or frames, in a window; a robot already shown moves in every window.

    Args:
        robot: The robot or its name in the library; or several, which share one window, each on its
            own base. Quaternions, rotations (3, 3) and poses (4, 4) are drawn as frames.
        q: Posture (n,), or a batch (m, n) that is played; for several robots, one each,
            played simultaneously. The initial postures when omitted.
        loop: Number of repetitions of a batch.
        options: Fields of ``rvs.model.views.view.View``, such as ``frames=False`` or
            ``mode="skeleton"``.

    Returns:
        A handle, or one each for several robots: ``.q`` reads and sets the posture, ``.play(Q)``
        plays, ``.wait()`` waits; for frames, a handle whose ``.poses`` are read and set.

    Raises:
        ArgumentError: No robots, a wrongly shaped posture, an unknown option, loop below 1.
        RvsError: There is no display.
    """
    known = set(View.__dataclass_fields__)
    if unknown := sorted(set(options) - known):
        raise ArgumentError(
            f"{unknown[0]}: unknown option; expected one of {', '.join(sorted(known))}"
        )
    if loop < 1:
        raise ArgumentError(f"loop: expected 1 or more, got {loop}")
    if isinstance(robot, (Robot, str)):
        return _show((_loaded(robot),), None if q is None else (q,), loop, options)[0]
    if is_frames(robot):
        return Frames(_application(), poses_of(robot), options)
    robots = tuple(map(_loaded, robot))
    if not robots or not all(isinstance(one, Robot) for one in robots):
        raise ArgumentError("robot: expected one or more robots")
    return _show(robots, q, loop, options)


def _loaded(robot: Robot | str) -> Robot:
    return load_robot(robot).robot if isinstance(robot, str) else robot


def _application() -> QApplication:
    if current_thread() is not main_thread():
        words = "rvs.show opens windows only from the main thread"
        raise RvsError(f"{words}; run the script with rvs run, or with Python itself")
    application = QApplication.instance() or make_application()
    assert isinstance(application, QApplication)
    return application


def _show(
    robots: Sequence[Robot], q: Sequence[ArrayLike] | None, loop: int, options: Any
) -> Handles:
    rows = None if q is None else _batches(robots, q, "q")
    application = _application()
    shown = application.findChild(_Shown) or _Shown(application)
    names: list[str] = []
    for robot in robots:
        names.append(fresh_id(robot.name or "robot", names))
    handles = Handles(_handle(shown, application, name) for name in names)
    session = _shared(handles) or _session(robots, handles)
    session.look(**options)
    window = app.make_window([], session)
    for k, one in enumerate(handles):
        one._join(session, window)
        if rows is not None:
            one._take(rows[k][0])
    window.show()
    window.viewport.fit()
    _paint(application, [window])
    if rows is not None and max(map(len, rows)) > 1:
        for _ in range(loop):
            handles.play(rows)
    return handles


def _paint(application: QApplication, windows: Sequence[Any]) -> None:
    """Let windows paint their contents, as a script may not process events again soon."""
    application.processEvents()
    end = perf_counter() + PAINT_SECONDS
    while not all(window.viewport.current for window in windows) and perf_counter() < end:
        application.processEvents()


def _handle(shown: _Shown, application: QApplication, name: str) -> Handle:
    """Return the handle of a named robot: the existing one, or a new one."""
    handle = shown.handles.get(name)
    if handle is None or not handle.open:
        handle = shown.handles[name] = Handle(application, name)
    return handle


def _shared(handles: Handles) -> Session | None:
    """Return the session that already shows exactly these robots, or None."""
    wanted = [one.name for one in handles]
    for session in handles[0]._sessions:
        if [placed.id for placed in session.state.document.robots] == wanted:
            return session
    return None


def _session(robots: Sequence[Robot], handles: Handles) -> Session:
    """Return a session for robots; an already displayed robot keeps its posture."""
    placed = [
        equipped(PlacedRobot(one.name, robot)) for one, robot in zip(handles, robots, strict=True)
    ]
    postures = {
        one.name: one._posture
        if one._sessions and len(one._posture) == robot.n
        else tuple(robot.home.tolist())
        for one, robot in zip(handles, robots, strict=True)
    }
    state = State(Document(tuple(placed)), MappingProxyType(postures))
    return Session(replace(state, view=app.first_view(state)))


def _batches(robots: Sequence[Robot], rows: Any, name: str) -> list[Array]:
    given = list(rows)
    if len(given) != len(robots):
        raise ArgumentError(f"{name}: expected {len(robots)}, one per robot, got {len(given)}")
    pairs = zip(robots, given, strict=True)
    return [np.atleast_2d(check_posture(robot, one, name)) for robot, one in pairs]


def _one(robot: Robot, posture: ArrayLike) -> Array:
    values = check_posture(robot, posture)
    if values.ndim != 1:
        raise ArgumentError(f"q: expected one posture of {robot.n} values; use play for several")
    return values


class Frames:
    """Frames in a window; set ``poses`` to move them."""

    def __init__(self, application: Any, poses: Array, options: Any) -> None:
        self._application = application
        state = State(Document(targets=_targets(poses)), MappingProxyType({}))
        self._session = Session(replace(state, view=app.first_view(state)))
        self._session.look(**options)
        window = app.make_window([], self._session)
        self._windows = [window]
        window.desk.closing.connect(self._windows.clear)
        window.show()
        window.viewport.fit()
        application.processEvents()

    @property
    def poses(self) -> Array:
        """The displayed poses (m, 4, 4)."""
        self._application.processEvents()
        return np.array([target.place for target in self._session.state.document.targets])

    @poses.setter
    def poses(self, poses: Any) -> None:
        targets = _targets(poses_of(poses))
        self._session.edit(
            "Move the frames", lambda cell: replace(cell, targets=targets), merge="frames"
        )
        # What a program moves is nothing to ask about when the window closes.
        self._session.mark_saved()
        self._application.processEvents()

    @property
    def open(self) -> bool:
        """Return whether the window still shows them."""
        self._application.processEvents()
        return bool(self._windows)

    def close(self) -> None:
        """Close the window."""
        close_all(self._windows)


def is_frames(value: Any) -> bool:
    """Return whether a value represents frames: quaternions, rotations or poses."""
    first = value[0] if isinstance(value, list | tuple) and value else value
    return bool(first is not value or isinstance(value, Quaternion | np.ndarray)) and isinstance(
        first, Quaternion | np.ndarray | list | tuple
    )


def poses_of(value: Any) -> Array:
    """Return the poses (m, 4, 4) of quaternions, rotations or poses.

    Raises:
        ArgumentError: They are something else, or too many.
    """
    if isinstance(value, Quaternion):
        return _pose(value)[None]
    single = isinstance(value, np.ndarray) and value.ndim == 2
    found = np.array([_pose(one) for one in ((value,) if single else value)])
    if not 1 <= len(found) <= MOST:
        raise ArgumentError(f"frames: expected 1 to {MOST}, got {len(found)}")
    return found


def _pose(value: Quaternion | ArrayLike) -> Array:
    if isinstance(value, Quaternion):
        return value.unit().pose()
    try:
        matrix = np.asarray(value, float)
    except (TypeError, ValueError) as error:
        raise ArgumentError(EXPECTED) from error
    if matrix.shape == (3, 3):
        pose = np.eye(4)
        pose[:3, :3] = matrix
        matrix = pose
    if matrix.shape != (4, 4):
        raise ArgumentError(f"{EXPECTED}, got shape {matrix.shape}")
    return np.array(pose_rows(matrix, "frames"))


def _targets(poses: Array) -> tuple[TargetFrame, ...]:
    return tuple(
        TargetFrame(str(number), pose_rows(pose, "frames")) for number, pose in enumerate(poses, 1)
    )
