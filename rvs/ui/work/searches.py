"""Background searches: for a posture, to which the robot moves, and for the workspace."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

from rvs.engine.arrays import Array
from rvs.engine.errors import RvsError
from rvs.engine.robot import Robot
from rvs.model.current import current_robot
from rvs.model.document import PlacedRobot
from rvs.model.session import Session
from rvs.model.state import Posture, State
from rvs.model.views.view import WorkspaceView
from rvs.model.workspace_result import SAMPLED, Found, is_for
from rvs.study.dexterity.tasks import WITHIN_LIMITS, Task
from rvs.ui.bind import Binding
from rvs.ui.messages import MessageLog
from rvs.ui.work.jobs import Latest
from rvs.words import tr


class PostureSearch(QObject):
    """One search at a time; a robot that has changed in the meantime keeps its posture.

    Attributes:
        changed: A search has begun or ended.
        failed: A search failed, with the reason.
        task: Relevant motions of the tool; by default, the robot's usual ones.
        limits: Keep to the joint limits.
    """

    changed = Signal()
    failed = Signal(str)

    def __init__(self, session: Session, messages: MessageLog, closing: SignalInstance) -> None:
        super().__init__()
        self._session, self._messages = session, messages
        self._work = Latest(closing)
        self._told: tuple[str, Posture, str] | None = None
        self.task: Task | None = None
        self.limits = WITHIN_LIMITS

    @property
    def running(self) -> bool:
        """Return whether a search is running."""
        return self._work.busy

    def go(
        self,
        label: str,
        find: Callable[[Robot], Array],
        words: Callable[[Robot], str] | None = None,
    ) -> None:
        """Find a posture of the current robot and go there, as one step.

        Args:
            label: Name of the step.
            find: Returns the posture.
            words: Describes the result, in addition to collisions, or None.
        """
        placed = current_robot(self._session.state)
        if placed is None:
            return

        def work() -> Generator[Any, None, tuple[Array, str]]:
            yield None
            return find(placed.robot), "" if words is None else words(placed.robot)

        self._work.start(work, partial(self._arrive, placed, label), partial(self._fail, label))
        self.changed.emit()

    def told(self, state: State) -> str:
        """Return the message about the found posture, while the robot has it."""
        placed = current_robot(state)
        if placed is None or self._told is None or placed.id != self._told[0]:
            return ""
        return self._told[2] if state.postures[placed.id] == self._told[1] else ""

    def _arrive(self, before: PlacedRobot, label: str, found: tuple[Array, str]) -> None:
        q, words = found
        now = current_robot(self._session.state)
        if now is not None and now.id == before.id and now.robot is before.robot:
            self._session.pose(now.id, tuple(np.asarray(q).tolist()), label)
            # here: what checks collisions is loaded by what asks for it
            from rvs.collision.words import collision_words

            state = self._session.state
            collides = collision_words(state.document, state.postures, state.view.mode)
            said = tr("This posture collides: {collides}.", collides) if collides else ""
            self._told = now.id, state.postures[now.id], " ".join(filter(None, (words, said)))
        self.changed.emit()

    def _fail(self, label: str, error: Exception) -> None:
        if not isinstance(error, RvsError):
            raise error
        self._messages.fail(f"{label}: {error}")
        self.changed.emit()
        self.failed.emit(str(error))


class WorkspaceSearch(QObject):
    """Computes the workspace of the current robot, coarse first.

    Attributes:
        progressed: Completed fraction of a search, 0 to 1.
        ended: It has ended; with the reason for a failure, or nothing.
    """

    progressed = Signal(float)
    ended = Signal(str)

    def __init__(self, session: Session, binding: Binding, closing: SignalInstance) -> None:
        super().__init__()
        self._session, self._work = session, Latest(closing)
        self._placed: PlacedRobot | None = None
        self._kept = QTimer(self, singleShot=True)
        self._kept.timeout.connect(self._find_kept)
        closing.connect(self._kept.stop)
        binding.follow(lambda s: (s.document, s.view.workspace, s.found), self._follow)

    @property
    def running(self) -> bool:
        """Return whether a search is running."""
        return self._work.busy

    @property
    def found(self) -> Found | None:
        """Known workspace of the current robot."""
        state = self._session.state
        placed, found = current_robot(state), state.found
        return found if found and placed and is_for(found, state, placed) else None

    def start(self) -> None:
        """Compute the workspace of the current robot and show it."""
        placed, state = current_robot(self._session.state), self._session.state
        if placed is None:
            return
        wanted = replace(state.view.workspace, on=True, robot=placed.id)
        if not (wanted.cloud or wanted.surface or wanted.slice.on):
            wanted = replace(wanted, cloud=True)
        self._start(placed, wanted, None)

    def look(self, **changes: Any) -> None:
        """Change the display; missing data are computed if a workspace was computed before."""
        had, state = self.found is not None or self.running, self._session.state
        placed = current_robot(state)
        name = placed.id if placed else ""
        wanted = replace(state.view.workspace, robot=name, **changes)
        self._session.look(workspace=wanted)
        now = self.found
        lacks = now is None or (wanted.colors in SAMPLED and now.service is None)
        same = self.running and not {"limits", "collisions", "colors"}.intersection(changes)
        if placed is not None and wanted.on and had and lacks and not same:
            self._start(placed, wanted, None if self.running else now)

    def stop(self) -> None:
        """End the search; its results are kept."""
        if self._work.cancel():
            self.ended.emit("")

    def _start(self, placed: PlacedRobot, wanted: WorkspaceView, known: Found | None) -> None:
        self._placed = placed
        work = _work(self._session.state, placed, wanted, known)
        self._work.start(work, lambda _: self.ended.emit(""), self._failed, self._take)
        self._session.look(workspace=wanted)
        self.progressed.emit(0.0)

    def _take(self, step: object) -> None:
        if isinstance(step, Found):
            self._session.show_found(step)
        elif isinstance(step, float):
            self.progressed.emit(step)

    def _failed(self, error: object) -> None:
        wanted = self._session.state.view.workspace
        self._session.look(workspace=replace(wanted, on=False))
        self.ended.emit(str(error))

    def _follow(self, state: State) -> None:
        placed = current_robot(state)
        if self.running:
            # Another robot may be the current one: the view shows that of the one it names.
            there = {one.id: one.robot for one in state.document.robots}
            if self._placed is None or there.get(self._placed.id) is not self._placed.robot:
                self.stop()
        elif state.view.workspace.on and state.found is None and placed is not None:
            # A cell that was opened; the session can't be changed while it tells.
            self._kept.start(0)

    def _find_kept(self) -> None:
        """Compute the displayed workspaces of an opened cell."""
        state = self._session.state
        wanted = state.view.workspace
        placed = next((one for one in state.document.robots if one.id == wanted.robot), None)
        placed = placed or current_robot(state)
        if wanted.on and state.found is None and not self.running and placed is not None:
            self._start(placed, wanted, None)


def _work(
    state: State, placed: PlacedRobot, wanted: WorkspaceView, known: Found | None
) -> Callable[[], Generator[Any, None, None]]:
    view = replace(state.view, workspace=wanted)

    def work() -> Generator[Any, None, None]:
        # here, because the window starts without it
        from rvs.collision.workspace import search

        yield from search(replace(state, view=view), placed, known=known)

    return work
